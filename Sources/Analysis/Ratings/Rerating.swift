import Domain
import Ledger

/// A reed that was judged twice without knowing which it was, on two days.
struct Rerating: Sendable {
  let entry: ReedLog.Entry
  let first: Rating
  let second: Rating

  struct Rating: Sendable {
    let day: Int64
    let made: Int64
    let value: Double
  }

  /// More days than this, and the reed may have become another one.
  static let mostDays: Int64 = 14

  /// What the tests of a reed give.
  enum Outcome {
    case rated(Rerating)
    /// Its last blind rating waits for a second one.
    case waiting(Rating)
    /// It was adjusted between the two.
    case adjusted
    case none
  }

  /// The latest two blind ratings on different days that are near enough to each other.
  static func of(
    _ entry: ReedLog.Entry, _ column: Column, _ log: ReedLog, today: Int64
  ) -> Outcome {
    let ratings = ratings(of: entry, column, log)
    var isAdjusted = false
    for place in ratings.indices.dropFirst().reversed() {
      let (first, second) = (ratings[place - 1], ratings[place])
      guard isNear(first.day, second.day) else { continue }
      let isChanged = entry.adjustments.contains {
        first.made < $0.made && $0.made < second.made
      }
      if !isChanged {
        return .rated(Rerating(entry: entry, first: first, second: second))
      }
      isAdjusted = true
    }
    if let last = ratings.last, last.day <= today, last.day == today || isNear(last.day, today),
      !entry.adjustments.contains(where: { $0.made > last.made })
    {
      return .waiting(last)
    }
    return isAdjusted ? .adjusted : .none
  }

  /// One for each day: what was said first on it.
  private static func ratings(
    of entry: ReedLog.Entry, _ column: Column, _ log: ReedLog
  ) -> [Rating] {
    var ratings: [Rating] = []
    for test in entry.tests where test.isBlind {
      guard let value = log.number(column, in: test), value.isFinite,
        ratings.last?.day != test.day
      else { continue }
      ratings.append(Rating(day: test.day, made: test.made, value: value))
    }
    return ratings
  }

  private static func isNear(_ first: Int64, _ second: Int64) -> Bool {
    let (gap, isOver) = second.subtractingReportingOverflow(first)
    return !isOver && (1...mostDays).contains(gap)
  }
}
