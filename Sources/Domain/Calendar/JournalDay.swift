import Ledger

/// Which civil day a moment belongs to.
///
/// Rows keep the day computed when they were made, so neither another time zone nor another setting moves what a
/// person wrote or played.
public enum JournalDay {
  /// The hours at which a day may start.
  public static let starts = 0...6

  /// The day of a moment, in a place `zoneMinutes` ahead of UTC.
  ///
  /// Before `start`, an hour of ``starts``, it is still the day before: playing past midnight stays in one day.
  public static func day(of milliseconds: Int64, zoneMinutes: Int, start: Int = 0) -> Int64 {
    let shift = Int64(zoneMinutes) * 60_000 - Int64(start) * 3_600_000
    let (sum, isOver) = milliseconds.addingReportingOverflow(shift)
    let local = isOver ? milliseconds : sum
    return local >= 0 ? local / dayLength : (local + 1) / dayLength - 1
  }

  /// The day that a text such as `2026-11-25` names, if there is one and the calendar shows it.
  public static func day(named text: String) -> Int64? {
    guard let day = DayText.day(of: text), shown.contains(day) else { return nil }
    return day
  }

  /// The days of ``CalendarMonth/years``.
  public static var shown: Range<Int64> {
    let years = CalendarMonth.years
    let first = CivilDate(year: years.lowerBound, month: 1, day: 1)
    let end = CivilDate(year: years.upperBound + 1, month: 1, day: 1)
    return first.dayNumber..<end.dayNumber
  }

  private static let dayLength: Int64 = 86_400_000
}
