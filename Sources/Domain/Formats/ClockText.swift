/// Formats durations like a clock.
public enum ClockText {
  /// `9:40`, `1:02:05`.
  public static func text(_ seconds: Int64) -> String {
    let seconds = max(seconds, 0)
    let minutes = seconds / 60
    guard minutes >= 60 else { return "\(minutes):\(DayWords.two(seconds % 60))" }
    return "\(minutes / 60):\(DayWords.two(minutes % 60)):\(DayWords.two(seconds % 60))"
  }

  /// The same of a length that may have a fraction, rounded down.
  public static func text(seconds: Double) -> String { text(whole(seconds)) }

  /// `2:08.4`, rounded down like the seconds.
  public static func tenths(seconds: Double) -> String {
    // A position in frames may fall short of its tenth by a rounding error.
    let tenths = whole(seconds * 10 + 1e-6)
    return "\(text(tenths / 10)).\(tenths % 10)"
  }

  /// A damaged length has no more than a file can hold.
  private static func whole(_ number: Double) -> Int64 {
    number.isFinite ? Int64(min(max(number, 0), 1e12)) : 0
  }
}
