import Domain
import Ledger
import Reports
import Statistics

/// Whether recent reeds run sharp or flat, by one of the measurements that say so.
struct PitchTendency: Sendable {
  enum Measure: CaseIterable, Sendable {
    case crow, peep, a4, rating

    /// Its field in a test.
    var field: FieldID {
      switch self {
      case .crow: KindID.reedTest.field(37)
      case .peep: KindID.reedTest.field(33)
      case .a4: KindID.reedTest.field(43)
      case .rating: KindID.reedTest.field(55)
      }
    }

    /// How it is said within a sentence.
    var noun: String {
      switch self {
      case .crow: "crow"
      case .peep: "peep"
      case .a4: "A4"
      case .rating: "rated pitch"
      }
    }

    /// With how many decimals it is shown.
    var places: Int { self == .rating ? 1 : 0 }

    var label: String {
      switch self {
      case .crow: "Crow, from the nearest C"
      case .peep: "Peep, from the nearest C"
      case .a4: "A4 on the instrument"
      case .rating: "Pitch as you rated it"
      }
    }
  }

  /// The fewest reeds, and how many of the newest count.
  static let counts = Strength.fewestPairs...20
  /// A crow this far from any C is another note, and says nothing about sharp or flat.
  private static let reach = 200.0

  let measure: Measure
  /// One a reed, oldest first: cents, or steps of the scale from −3 to +3.
  let values: [Double]
  /// When the reeds with these values were started.
  private let days: [Int64]
  /// Recent reeds with a value that is nowhere near the note.
  let strange: Int
  let mean: Double
  /// `nil` for a single reed, or if all are equal.
  let interval: Interval?

  /// - Returns: `nil` without a value.
  init?(
    _ measure: Measure, _ reeds: [ReedLog.Entry], _ log: ReedLog, _ moment: Column.Moment,
    reference: Double
  ) {
    guard let field = log.fields.test[measure.field], !field.isHidden, field.isNumber else {
      return nil
    }
    let column = Column(.test(field), field.name, field.label)
    let known = reeds.compactMap { entry -> (day: Int64, value: Double)? in
      guard let value = log.number(column, of: entry, moment), value.isFinite else { return nil }
      return (entry.reed.begun, value)
    }
    let recent = known.suffix(Self.counts.upperBound)
    let near = recent.compactMap { reed in
      Self.deviation(reed.value, measure, reference).map { (day: reed.day, value: $0) }
    }
    let values = near.map { $0.value }
    guard let first = values.first else { return nil }
    self.measure = measure
    self.values = values
    days = near.map { $0.day }
    strange = recent.count - values.count
    mean = first + values.reduce(0) { $0 + ($1 - first) } / Double(values.count)
    interval = Summary(values).flatMap { $0.variance > 0 ? $0.meanInterval() : nil }
  }

  /// How far a value is from its target; `nil` if it is nowhere near.
  static func deviation(
    _ value: Double, _ measure: Measure, _ reference: Double
  ) -> Double? {
    switch measure {
    case .rating: return value
    case .crow, .peep:
      // Cents above MIDI note 0, which is a C.
      let above = value - (value / 1_200).rounded() * 1_200
      return abs(above) <= reach ? above : nil
    case .a4:
      guard value > 0, reference > 0 else { return nil }
      // 1200 log₂(a / b) by the series of artanh((a − b) / (a + b)).
      let part = (value - reference) / (value + reference)
      guard abs(part) < 0.06 else { return nil }
      let square = part * part
      return 3_462.468_098_058_5 * part * (1 + square * (1 / 3 + square * (1 / 5 + square / 7)))
    }
  }

  enum Verdict: Sendable { case tooEarly, sharp, flat, unclear }

  var verdict: Verdict {
    guard values.count >= Self.counts.lowerBound else { return .tooEarly }
    let interval = interval ?? Interval(low: mean, high: mean)
    guard Words.excludesZero(interval, places: measure.places) else { return .unclear }
    return interval.low > 0 ? .sharp : .flat
  }

  /// Whether it says sharp or flat.
  var isVerdict: Bool { verdict == .sharp || verdict == .flat }

  /// `+6 cents, 95 % +2 to +10, n = 14`
  var figures: String { "\(value), n = \(values.count)" }

  /// `+6 cents, 95 % +2 to +10`
  var value: String {
    let places = measure.places
    let unit = measure == .rating ? "" : abs(mean.rounded()) == 1 ? " cent" : " cents"
    let sure = interval.map { ", 95 % \(Words.signedInterval($0, places: places))" } ?? ""
    return "\(Words.signed(mean, places: places))\(unit)\(sure)"
  }

  /// How many more reeds a verdict takes.
  var missing: Int { max(Self.counts.lowerBound - values.count, 0) }

  /// - Parameters:
  ///   - moment: which of a reed’s tests count.
  ///   - others: what else was measured.
  ///   - latest: what the latest test of each reed says, if that differs.
  func sentence(
    _ moment: Column.Moment, beside others: [PitchTendency], latest: PitchTendency? = nil,
    today: Int64
  ) -> String {
    let known = measure == .rating ? "rated pitch" : "measured pitch"
    let reeds = "newest \(values.count) reeds with a \(known)"
    let text =
      switch verdict {
      case .tooEarly:
        "Too early to tell whether your reeds run sharp or flat: \(values.count) of "
          + "\(Self.counts.lowerBound) reeds have a \(known). "
          + Pace(days, of: "reed with a \(known)", "reeds with a \(known)", today: today)
          .words(ofMore: missing)
      case .sharp:
        "Your \(reeds) run sharp: \(measure.noun) \(figures) (\(moment.words))."
      case .flat:
        "Your \(reeds) run flat: \(measure.noun) \(figures) (\(moment.words))."
      case .unclear:
        "Nothing shows that your \(reeds) run sharp or flat: \(measure.noun) \(figures) "
          + "(\(moment.words))."
      }
    let now = latest.flatMap { latest -> String? in
      guard verdict != .tooEarly, latest.isVerdict, latest.verdict != verdict else { return nil }
      let noun = latest.measure == measure ? "" : "\(latest.measure.noun) "
      return "By their latest tests alone they are \(latest.verdict == .sharp ? "sharp" : "flat"): "
        + "\(noun)\(latest.figures)."
    }
    let first = now.map { "\(text) \($0)" } ?? text
    guard isVerdict else { return first }
    let opposite = others.filter { $0.isVerdict && $0.verdict != verdict }
    let silent = others.filter { $0.verdict == .unclear }
    var lines = [first]
    for other in opposite {
      lines.append("Their \(other.measure.noun) says the opposite: \(other.figures).")
    }
    if !silent.isEmpty {
      let names = Words.list(silent.map { $0.measure.noun })
      lines.append("Their \(names) \(silent.count == 1 ? "shows" : "show") neither.")
    }
    return lines.joined(separator: " ")
  }
}

extension ReferencePitch {
  var inHertz: Double { Double(tenthsOfHertz) / 10 }

  /// `440`, `442.5`
  var text: String { Words.number(inHertz, places: tenthsOfHertz % 10 == 0 ? 0 : 1) }
}
