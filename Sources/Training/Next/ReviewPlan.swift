/// When an item is due again: the better the last two results, the later.
public struct ReviewPlan: Hashable, Sendable {
  /// Days until it is due after its first result: not clean, clean, clean at first reading.
  public var first = [1.0, 3, 7]
  /// The factors for the days between the last two results.
  public var growth = [0.0, 2, 3]
  /// The least and the most days.
  public var limits: ClosedRange<Int64> = 1...60

  public init() {}

  /// How many days after its last result an item is due; `nil` if it has none.
  public func interval(last: Candidate.Result?, previous: Candidate.Result?) -> Int64? {
    guard let last else { return nil }
    let place = Int(last.outcome.rawValue)
    var days = place < first.count ? first[place] : 1
    if let previous, last.outcome != .attempt, previous.outcome != .attempt, place < growth.count {
      days = max(days, growth[place] * Double(max(Days.between(previous.day, last.day), 0)))
    }
    guard days < Double(limits.upperBound) else { return limits.upperBound }
    return max(Int64(days), limits.lowerBound)
  }

  /// The day on which it is due; `nil` if it was never worked on.
  public func dueDay(last: Candidate.Result?, previous: Candidate.Result?) -> Int64? {
    guard let last, let interval = interval(last: last, previous: previous) else { return nil }
    let (day, isOver) = last.day.addingReportingOverflow(interval)
    return isOver ? .max : day
  }
}

/// Arithmetic on days that a broken clock may have written.
enum Days {
  /// How many days `other` is after `one`, within the range of numbers.
  static func between(_ one: Int64, _ other: Int64) -> Int64 {
    let (days, isOver) = other.subtractingReportingOverflow(one)
    guard isOver else { return days }
    return other > one ? .max : .min
  }

  /// The second at which a day starts; days outside any calendar are clamped.
  static func start(of day: Int64) -> Int64 {
    min(max(day, -100_000_000), 100_000_000) * 86_400
  }
}
