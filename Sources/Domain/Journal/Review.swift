/// When a section is due again: after 1, 2, 4, 8, then 16 days.
///
/// Played when due, the interval doubles; rated 1 or 2, it halves; played before it is due,
/// it stays. All of this follows from the days on which it was played.
public struct Review: Equatable, Sendable {
  /// In days.
  public var interval: Int64
  /// The civil day.
  public var due: Int64

  public static let longest: Int64 = 16

  /// Before it was first played.
  public static let new = Review(interval: 1, due: 0)

  /// A day on which a section was played, and its rating; 0 if there is none.
  public struct Played: Equatable, Sendable {
    public var day: Int64
    public var rating: Int

    public init(day: Int64, rating: Int) { (self.day, self.rating) = (day, rating) }
  }

  public init(interval: Int64, due: Int64) { (self.interval, self.due) = (interval, due) }

  /// The review after the days on which it was played, oldest first.
  public init(after days: [Played]) {
    self = .new
    for (place, played) in days.enumerated() {
      if place > 0 { interval = Self.interval(interval, due: due, played) }
      due = played.day + interval
    }
  }

  /// The next interval.
  private static func interval(_ interval: Int64, due: Int64, _ played: Played) -> Int64 {
    if (1...2).contains(played.rating) { return max(interval / 2, 1) }
    return played.day >= due ? min(interval * 2, longest) : interval
  }
}
