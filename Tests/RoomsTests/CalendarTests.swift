import Domain
import Foundation
import Ledger
import Testing

/// The calendar beside Python's, and days beside Foundation's, in places that change their clocks.
@Suite struct CalendarTests {
  /// Prints the 42 days of each sheet, each as the number Python counts it by.
  private static let python = """
    import calendar, sys
    from datetime import date, timedelta
    out = []
    for first in range(7):
        sheet = calendar.Calendar(first)
        for year in range(1583, 2401):
            for month in range(1, 13):
                days = [d for week in sheet.monthdatescalendar(year, month) for d in week]
                day = days[0]
                out.append(f"{first} {year} {month} {day.toordinal() - 719163} {len(days)} " +
                           f"{sum(d.month == month for d in days)} {day.isocalendar()[0]} " +
                           f"{day.isocalendar()[1]} {day.day}")
    sys.stdout.write("\\n".join(out))
    """

  @Test func everySheetIsThatOfPython() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.python]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    var differing = 0
    var place = 0
    for first in 0..<7 {
      for year in CalendarMonth.years {
        for number in 1...12 {
          defer { place += 1 }
          let month = CalendarMonth(year: year, number: number)
          let days = month.days(firstWeekday: first)
          let week = CalendarMonth.week(of: days.lowerBound)
          let facts = lines[place].split(separator: " ").map { Int64($0) ?? -1 }
          // Python leaves out a week that is all of the next month; ours is always there.
          let isAlike =
            facts[0] == Int64(first) && facts[1] == Int64(year) && facts[2] == Int64(number)
            && facts[3] == days.lowerBound && facts[4] <= Int64(days.count)
            && facts[5] == Int64(month.dayCount)
            && facts[5] == Int64(days.count { month.contains($0) })
            && facts[6] == Int64(week.year) && facts[7] == Int64(week.week)
            && facts[8] == Int64(DayWords.number(days.lowerBound))
          if !isAlike { differing += 1 }
          if days.count != CalendarMonth.shownDays { differing += 1 }
        }
      }
    }
    print("J1: \(place) sheets compared with Python's calendar, \(differing) differ")
    #expect(place == lines.count && place == 818 * 12 * 7)
    #expect(differing == 0)
  }

  @Test func aMonthStaysWithinItsYears() {
    #expect(CalendarMonth(year: 1583, number: 1).advanced(by: -1).name == "January 1583")
    #expect(CalendarMonth(year: 2400, number: 12).advanced(by: 1).name == "December 2400")
    #expect(CalendarMonth(year: 2026, number: 11).advanced(by: 14).name == "January 2028")
    #expect(CalendarMonth(of: .max).year == 2400 && CalendarMonth(of: .min).year == 1583)
  }

  @Test(
    arguments: [
      (0, "0 s"), (59, "59 s"), (60, "1 min"), (89, "1 min"), (90, "2 min"), (3_569, "59 min"),
      (3_570, "1 h"), (3_600, "1 h"), (4_320, "1 h 12 min"), (7_199, "2 h"), (-5, "0 s"),
    ] as [(Int64, String)])
  func lengthsInWords(seconds: Int64, text: String) {
    #expect(DayWords.length(seconds) == text)
  }

  @Test func daysInWords() {
    #expect(DayWords.whole(20_773) == "Monday 16 November 2026")
    #expect(DayWords.short(20_773, in: CalendarMonth(of: 20_773)) == "Monday 16")
    #expect(DayWords.short(20_773, in: CalendarMonth(of: 0)) == "Monday 16 November 2026")
    #expect(ClockText.text(580) == "9:40" && ClockText.text(3_725) == "1:02:05")
  }

  private static let zones = [
    "Europe/Berlin", "Europe/London", "Europe/Lisbon", "Europe/Istanbul", "America/New_York",
    "America/Los_Angeles", "America/St_Johns", "America/Sao_Paulo", "America/Santiago",
    "America/Havana", "America/Phoenix", "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu",
    "Asia/Tehran", "Asia/Beirut", "Asia/Gaza", "Australia/Sydney", "Australia/Lord_Howe",
    "Pacific/Auckland", "Pacific/Chatham", "Pacific/Apia", "Pacific/Kiritimati",
    "Africa/Casablanca",
  ]

  @Test func noSessionIsLostOrCountedTwiceWhereClocksChange() throws {
    var (sessions, changes, wrong) = (0, 0, 0)
    for name in Self.zones {
      let zone = try #require(TimeZone(identifier: name), "\(name)")
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      for start in [0, 4] {
        var totals: [Int64: Int64] = [:]
        var seconds: Int64 = 0
        var offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: 1_735_689_600))
        // Every 97 minutes of 2025.
        for step in 0..<5_419 {
          let moment = 1_735_689_600 + Int64(step) * 5_820
          let date = Date(timeIntervalSince1970: Double(moment))
          let now = zone.secondsFromGMT(for: date)
          if now != offset { changes += 1 }
          offset = now
          let day = JournalDay.day(of: moment * 1_000, zoneMinutes: now / 60, start: start)
          let length = Int64(step % 50 + 1)
          totals[day, default: 0] += length
          seconds += length
          sessions += 1
          // Foundation's clock on the wall: before the hour it is still the day before.
          let wall = calendar.dateComponents([.year, .month, .day, .hour], from: date)
          let isNight = (wall.hour ?? 0) < start
          let text = String(
            format: "%04d-%02d-%02d", wall.year ?? 0, wall.month ?? 0, wall.day ?? 0)
          if DayText.day(of: text).map({ $0 - (isNight ? 1 : 0) }) != day { wrong += 1 }
        }
        #expect(totals.values.reduce(0, +) == seconds, "\(name)")
        #expect((365...367).contains(totals.count), "\(name): \(totals.count) days")
      }
    }
    print(
      "J2: \(sessions) sessions in \(Self.zones.count) zones, \(changes) changes of the clock, "
        + "\(wrong) on another day than Foundation says")
    #expect(wrong == 0 && changes >= 2 * 2 * 15)
  }

  @Test func momentsThatNoCalendarHasAreSomeDay() {
    for moment in [Int64.min, .max, 0, -1] {
      for zone in [-1_440, 0, 1_440] {
        _ = DayWords.whole(JournalDay.day(of: moment, zoneMinutes: zone, start: 6))
      }
    }
    #expect(JournalDay.day(of: -1, zoneMinutes: 0) == -1)
    #expect(JournalDay.day(of: 0, zoneMinutes: 0, start: 1) == -1)
    #expect(JournalDay.day(of: 86_400_000 + 3_599_000, zoneMinutes: 0, start: 1) == 0)
  }
}
