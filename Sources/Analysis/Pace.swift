import Domain

/// How fast a player's reeds come, or whatever else a question counts, and so how long it takes.
public struct Pace: Sendable {
  /// How many come in a day.
  public let perDay: Double
  /// What it counts, since different pages count different reeds: `rated reed` and `rated reeds`.
  private let one: String
  private let many: String
  private let today: Int64
  /// How many came lately, and within how many days.
  private let recent: Int
  private let span: Int64

  /// Counts what came in the last half year, or since the first one, over at least four weeks.
  ///
  /// - Parameter days: the days on which the reeds in question were started, or rated, or ended; 0 if unknown.
  public init(_ days: [Int64], of one: String, _ many: String, today: Int64) {
    (self.one, self.many) = (one, many)
    // A day beyond all calendars would overflow below.
    let today = min(max(today, -1_000_000_000), 1_000_000_000)
    self.today = today
    let recent = days.filter { $0 != 0 && $0 <= today && $0 > today - 182 }
    let isOlder = days.contains { $0 != 0 && $0 <= today - 182 }
    span = isOlder ? 182 : recent.min().map { max(today - $0 + 1, 28) } ?? 182
    self.recent = recent.count
    perDay = Double(recent.count) / Double(span)
  }

  /// The day on which this many more are there; `nil` if none come, or only in more than ten years.
  public func day(ofMore count: Int) -> Int64? {
    guard perDay > 0 else { return nil }
    let days = Double(max(count, 0)) / perDay
    return days <= 3_653 ? today + Int64(days.rounded(.up)) : nil
  }

  /// `At your pace of about 3 rated reeds a month, 22 more take until about March 2027.` If it is less than one a month,
  /// it says what was counted: `At your pace of 3 rated reeds in the last six months, …`.
  ///
  /// - Parameter thing: what did not happen if there is no pace, unless it is that no such reed was started: `pair was
  ///   rated`.
  public func words(ofMore count: Int, no thing: String? = nil) -> String {
    guard perDay > 0 else {
      return "No \(thing ?? "\(one) was started") in the last six months, so there is no estimate."
    }
    let month = perDay * 30.4
    let pace =
      month < 1
      ? "\(Words.count(recent, one, many)) in the last "
        + (span == 182 ? "six months" : Words.count(Int(span), "day", "days"))
      : "about \(Words.count(Int(month.rounded()), one, many)) a month"
    let more = count == 1 ? "1 more takes" : "\(count) more take"
    guard let day = day(ofMore: count) else {
      return "At your pace of \(pace), \(more) over ten years."
    }
    return "At your pace of \(pace), \(more) until about \(CalendarMonth(of: day).name)."
  }
}
