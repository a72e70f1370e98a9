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

  private static let dayLength: Int64 = 86_400_000
}
