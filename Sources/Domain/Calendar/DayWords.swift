/// Days, months and durations in words.
public enum DayWords {
  /// From Monday.
  public static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  public static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `Monday 16 November 2026`.
  public static func whole(_ day: Int64) -> String {
    let date = CivilDate(day)
    return "\(weekday(day)) \(date.day) \(months[date.month - 1]) \(date.year)"
  }

  /// `Monday 16`, or with the month if it is not `month`: `Monday 16 November`.
  public static func short(_ day: Int64, in month: CalendarMonth) -> String {
    let date = CivilDate(day)
    if month.contains(day) { return "\(weekday(day)) \(date.day)" }
    let name = "\(weekday(day)) \(date.day) \(months[date.month - 1])"
    return date.year == month.year ? name : "\(name) \(date.year)"
  }

  public static func weekday(_ day: Int64) -> String { weekdays[CalendarMonth.weekday(of: day)] }

  /// From 1 to 31.
  public static func number(_ day: Int64) -> Int { CivilDate(day).day }

  /// To the nearest minute, so that the lengths of a list add up to their sum as nearly as whole minutes can.
  public static func minutes(_ seconds: Int64) -> Int64 {
    seconds / 60 + (seconds % 60 >= 30 ? 1 : 0)
  }

  /// `1 h 12 min`, `9 min`, `40 s`: to the nearest minute from one minute on.
  public static func length(_ seconds: Int64) -> String {
    let seconds = max(seconds, 0)
    if seconds < 60 { return "\(seconds) s" }
    let minutes = minutes(seconds)
    if minutes < 60 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// `2 notes`, `1 note`.
  public static func count(_ number: Int, _ one: String, _ several: String) -> String {
    "\(number) \(number == 1 ? one : several)"
  }

  static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension CalendarMonth {
  /// `November 2026`.
  public var name: String { "\(DayWords.months[number - 1]) \(year)" }
}
