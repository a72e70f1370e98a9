import Domain
import Ledger
import Statistics

/// How long reeds last: those that ended, and those that have lasted so far.
struct Lives: Sendable {
  enum Measure: Sendable {
    /// Time played, in seconds.
    case hours
    /// Days since it could first be played.
    case days
  }

  struct Life: Sendable {
    let entry: ReedLog.Entry
    let time: Double
    /// Whether it ended. What became of a lost or sold reed is not known: it lasted so far.
    let isEnd: Bool
    let isGone: Bool
  }

  /// Below this many ends a median would be a guess.
  static let fewestEnds = Strength.fewestPairs

  let measure: Measure
  /// Oldest reed first.
  let all: [Life]
  /// The reeds that were played, or ended, without a record of how long.
  let unknown: Int
  /// `nil` without lives.
  let curve: KaplanMeier?

  init(_ reeds: [ReedLog.Entry], _ measure: Measure, today: Int64) {
    var all: [Life] = []
    var unknown = 0
    for entry in reeds {
      if let time = Self.time(of: entry, measure, today) {
        let (isOver, isGone) = (entry.reed.stage.isOver, Self.isGone(entry))
        all.append(
          Life(entry: entry, time: time, isEnd: isOver && !isGone, isGone: isOver && isGone))
      } else if entry.wasPlayable {
        unknown += 1
      }
    }
    self.measure = measure
    (self.all, self.unknown) = (all, unknown)
    curve = KaplanMeier(times: all.map { $0.time }, ends: all.map { $0.isEnd })
  }

  /// By hours played; by days if only these tell how long reeds last.
  static func told(_ reeds: [ReedLog.Entry], today: Int64) -> Lives {
    let hours = Lives(reeds, .hours, today: today)
    guard hours.ends < fewestEnds else { return hours }
    let days = Lives(reeds, .days, today: today)
    return days.ends < fewestEnds ? hours : days
  }

  var ends: Int { all.count { $0.isEnd } }

  /// The time that half of the reeds reach, if enough of them ended to tell.
  var median: Double? { ends < Self.fewestEnds ? nil : curve?.median }

  private static func time(
    of entry: ReedLog.Entry, _ measure: Measure, _ today: Int64
  ) -> Double? {
    switch measure {
    case .hours:
      let seconds = entry.seconds
      return seconds > 0 ? Double(seconds) : nil
    case .days:
      guard let first = entry.firstUse else { return nil }
      guard let last = entry.reed.stage.isOver ? entry.end : today, last >= first else {
        return nil
      }
      return Double(last) - Double(first)
    }
  }

  /// Whether it was lost or sold: how long it would have lasted is not known.
  private static func isGone(_ entry: ReedLog.Entry) -> Bool {
    guard case .int(let reason) = entry.row.value(ReedField.retireReason) else { return false }
    return reason == 9 || reason == 10
  }

  /// The days on which those that have ended did, as far as they are known.
  static func ends(of lives: [Life]) -> [Int64] {
    lives.filter { $0.isEnd }.compactMap { $0.entry.end }
  }

  // MARK: - In words

  /// `14 hours`, `3.5 hours`, `20 minutes`, `45 days`.
  func words(_ time: Double) -> String {
    switch measure {
    case .days: return Words.count(Int(Words.whole(time)), "day", "days")
    case .hours:
      if time < 3_570 {
        return Words.count(Int(Words.whole(time / 60)), "minute", "minutes")
      }
      return "\(number(time)) \(number(time).hasSameBytes(as: "1") ? "hour" : "hours")"
    }
  }

  /// `9 to 21`, in hours or days; `9 or more` if the data do not bound it.
  func words(_ interval: Interval) -> String {
    interval.high.isFinite
      ? "\(number(interval.low)) to \(number(interval.high))" : "\(number(interval.low)) or more"
  }

  private func number(_ time: Double) -> String {
    guard measure == .hours else { return Words.number(time, places: 0) }
    let tenths = (time / 360).rounded()
    let isWhole = time >= 36_000 || (tenths / 10).rounded() * 10 == tenths
    return Words.number(time / 3_600, places: isWhole ? 0 : 1)
  }

  /// `Half of your reeds last 14 hours or more; 95 % 9 to 21; 12 ended, 5 still in use.` Before that is known, why
  /// it is not.
  func sentence(today: Int64) -> String {
    guard !all.isEmpty else {
      return measure == .hours
        ? "How long your reeds last is not known: no time played on them is recorded."
        : "How long your reeds last is not known: none has been in use yet."
    }
    guard ends >= Self.fewestEnds, let curve else {
      var text = "Too early to tell how long your reeds last: "
      let what = measure == .hours ? " with time recorded" : ""
      text +=
        ends == 0
        ? "no reed\(what) has ended yet, "
        : "\(Words.count(ends, "reed", "reeds"))\(what) \(ends == 1 ? "has" : "have") ended, "
      let pace = Pace(
        Self.ends(of: all), of: "reed retired or discarded", "reeds retired or discarded",
        today: today)
      return text + "\(Self.fewestEnds) are needed. "
        + pace.words(
          ofMore: max(Self.fewestEnds - ends, 1), no: "reed\(what) was retired or discarded")
    }
    let gone = all.count { $0.isGone }
    var counts = "\(ends) ended, \(all.count - ends - gone) still in use"
    if gone > 0 { counts += ", \(gone) lost or sold" }
    guard let median = curve.median else {
      return "More than half of your reeds last longer than the ones that ended; \(counts)."
    }
    let interval = curve.medianInterval.map { "; 95 % \(words($0))" } ?? ""
    return "Half of your reeds last \(words(median)) or more\(interval); \(counts)."
  }
}

extension ReedLog.Entry {
  /// Whether it was ever ready to be played.
  var wasPlayable: Bool {
    firstUse != nil || (reed.stage.isPlayable && reed.stage != .scraped)
  }
}

extension ReedField {
  fileprivate static let retireReason = Reed.field(121)
}
