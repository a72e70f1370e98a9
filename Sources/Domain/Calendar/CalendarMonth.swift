/// A month of the Gregorian calendar, and the days that a sheet for it shows.
///
/// Days are counted from 1 January 1970, weekdays from 0 for Monday.
public struct CalendarMonth: Hashable, Sendable {
  public let year: Int
  /// From 1 to 12.
  public let number: Int

  /// The years that can be browsed.
  public static let years = 1583...2400
  /// A sheet always has six weeks, so that nothing on the page moves from month to month.
  public static let shownDays = 42

  /// The month `number - 1` months after January of a year, within ``years``.
  public init(year: Int, number: Int) {
    let all = Self.years.lowerBound * 12...Self.years.upperBound * 12 + 11
    let count = year.multipliedReportingOverflow(by: 12)
    let wanted = count.partialValue.addingReportingOverflow(number - 1)
    let isTooMuch = count.overflow || wanted.overflow
    let months =
      isTooMuch
      ? (year < 0 ? all.lowerBound : all.upperBound)
      : min(max(wanted.partialValue, all.lowerBound), all.upperBound)
    self.year = months / 12
    self.number = months % 12 + 1
  }

  /// The month of a day.
  public init(of day: Int64) {
    let date = CivilDate(day)
    self.init(year: date.year, number: date.month)
  }

  /// The month a number of months later.
  public func advanced(by months: Int) -> CalendarMonth {
    CalendarMonth(year: year, number: min(max(number + months, -12_000), 12_000))
  }

  public var firstDay: Int64 { CivilDate(year: year, month: number, day: 1).dayNumber }

  /// From 28 to 31.
  public var dayCount: Int {
    switch number {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days of the sheet, week by week, with those of the neighbouring months.
  public func days(firstWeekday: Int) -> ClosedRange<Int64> {
    let before = (Self.weekday(of: firstDay) - firstWeekday % 7 + 7) % 7
    let start = firstDay - Int64(before)
    return start...start + Int64(Self.shownDays - 1)
  }

  public func contains(_ day: Int64) -> Bool {
    day >= firstDay && day < firstDay + Int64(dayCount)
  }

  /// 0 for Monday.
  public static func weekday(of day: Int64) -> Int {
    // The first day of 1970 was a Thursday.
    let rest = Int((day % 7 + 3) % 7)
    return rest < 0 ? rest + 7 : rest
  }

  /// The ISO 8601 week of a day: a week belongs to the year of its Thursday.
  public static func week(of day: Int64) -> (year: Int, week: Int) {
    let thursday = day - Int64(weekday(of: day)) + 3
    let year = CivilDate(thursday).year
    let start = CivilDate(year: year, month: 1, day: 1).dayNumber
    return (year, Int((thursday - start) / 7) + 1)
  }
}

/// A date to calculate with.
struct CivilDate {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  // Years start in March here, so that the leap day comes last; 400 of them have 146,097 days.

  init(_ number: Int64) {
    // Days beyond the calendar are clamped.
    let shifted = min(max(number, -1_000_000_000), 1_000_000_000) + 719_468
    let era = shifted >= 0 ? shifted / 146_097 : (shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let place = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * place + 2) / 5) + 1
    month = Int(place < 10 ? place + 3 : place - 9)
    year = Int(clamping: yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  var dayNumber: Int64 {
    let year = Int64(month <= 2 ? self.year - 1 : self.year)
    let era = year >= 0 ? year / 400 : (year - 399) / 400
    let yearOfEra = year - era * 400
    let place = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * place + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
