import Ledger

/// Moments in words, as the clock on the wall shows them.
public enum MomentText {
  /// `20 Nov 2026, 14:31`, at a place `zoneMinutes` ahead of UTC.
  public static func text(_ milliseconds: Int64, zoneMinutes: Int) -> String {
    // A file may contain any number; one beyond the calendar is shown as it is.
    guard (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds) else {
      return "moment \(milliseconds)"
    }
    let local = milliseconds + Int64(min(max(zoneMinutes, -1_440), 1_440)) * 60_000
    let day = local >= 0 ? local / dayLength : (local - dayLength + 1) / dayLength
    let minute = (local - day * dayLength) / 60_000
    return "\(dayText(day)), \(two(minute / 60)):\(two(minute % 60))"
  }

  /// `14:31`, at a place `zoneMinutes` ahead of UTC.
  public static func clock(_ milliseconds: Int64, zoneMinutes: Int) -> String {
    let minutes = milliseconds / 60_000 + Int64(zoneMinutes)
    let minute = (minutes % 1_440 + 1_440) % 1_440
    return "\(two(minute / 60)):\(two(minute % 60))"
  }

  /// `20 Nov 2026`.
  public static func dayText(_ day: Int64) -> String {
    guard let text = DayText.text(of: day) else { return "day \(day)" }
    let bytes = Array(text.utf8)
    let month = Int(bytes[5] - 48) * 10 + Int(bytes[6] - 48)
    let number = Int(bytes[8] - 48) * 10 + Int(bytes[9] - 48)
    let year = String(decoding: bytes[..<4], as: UTF8.self)
    return "\(number) \(months[month - 1]) \(year)"
  }

  /// `just now`, `2 min ago`, `3 h ago`, `5 days ago`.
  public static func age(_ milliseconds: Int64) -> String {
    let seconds = max(milliseconds, 0) / 1_000
    if seconds < 60 { return "just now" }
    if seconds < 3_600 { return "\(seconds / 60) min ago" }
    if seconds < 86_400 { return "\(seconds / 3_600) h ago" }
    let days = seconds / 86_400
    return days == 1 ? "1 day ago" : "\(days) days ago"
  }

  private static func two(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static let dayLength: Int64 = 86_400_000
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
