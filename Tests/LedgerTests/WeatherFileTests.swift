import Ledger
import Testing

@testable import Domain

/// The table of a weather station, and what it fills in.
@Suite struct WeatherFileTests {
  private static let day: Int64 = 20_089
  private static let noon = day * 86_400_000 + 12 * 3_600_000

  private func test(
    made: Int64 = noon, zone: Int64 = 0, day: Int64 = day, _ cells: [(UInt64, Value)] = []
  ) -> ReedRows {
    let id = RowID(Bits128(high: 0, low: 1))
    let test = ReedTest(id, of: RowID(Bits128(high: 0, low: 2)), day: day, made: made)
    let edits = test.edits(from: nil, zoneMinutes: Int(zone)).map { ($0.field, $0.value) }
    let all = edits + cells.map { (KindID.reedTest.field($0.0), $0.1) }
    let stamp = Stamp(HybridTime(1), DeviceID(1))
    return ReedRows([
      Row(
        id: id, kind: .reedTest,
        cells: all.map { Cell(field: $0.0, stamp: stamp, value: $0.1) })
    ])
  }

  /// The values of humidity, temperature and pressure that would be filled in.
  private func filled(_ text: String, _ rows: ReedRows) throws -> [Value?] {
    let plan = try WeatherFile(Array(text.utf8)).plan(rows)
    return [64, 65, 66].map { number in
      plan.edits.first { $0.field == KindID.reedTest.field(number) }?.value
    }
  }

  private func degrees(_ tenths: Int64) -> Value { .decimal(units: tenths, places: 1) }

  @Test func takesTheNearestWithinThreeHours() throws {
    let table = """
      Date,Time,Temp (C),Humidity,Pressure (hPa)
      2025-01-01,08:00,10,30,1000
      2025-01-01,11:00,20.5,40,1010
      2025-01-01,12:30,21.4,44,1012.6

      """
    #expect(try filled(table, test()) == [.int(44), degrees(214), .int(1_013)])
    // Three hours and a minute after the last: the mean of the day.
    let late = test(made: Self.noon + 211 * 60_000)
    #expect(try filled(table, late) == [.int(38), degrees(173), .int(1_008)])
    let edge = test(made: Self.noon + 210 * 60_000)
    #expect(try filled(table, edge)[0] == .int(44))
    // Written down on another day: its hour is unknown.
    #expect(try filled(table, test(made: Self.noon + 86_400_000))[0] == .int(38))
    #expect(try filled(table, test(made: 0, day: Self.day + 1)) == [nil, nil, nil])
  }

  @Test func neverChangesWhatWasEntered() throws {
    let table = "time;humidity;temperature\n2025-01-01 12:00;40;20,5\n"
    #expect(try filled(table, test([(64, .int(77))])) == [nil, degrees(205), nil])
    let full = test([(64, .int(1)), (65, degrees(2)), (66, .int(3))])
    let plan = try WeatherFile(Array(table.utf8)).plan(full)
    #expect(plan.edits.isEmpty && plan.complete == 1 && plan.tests == 0)
  }

  @Test func knowsUnitsHeadingsAndClocks() throws {
    let american =
      "Simple Date\tOutdoor Temperature (°F)\tBarometer (inHg)\n"
      + "2025/01/01 12:10 PM\t68.9\t29.92\n"
    #expect(try filled(american, test()) == [nil, degrees(205), .int(1_013)])
    let german =
      "Datum;Uhrzeit;Lufttemperatur °C;Luftfeuchte %;Luftdruck hPa\n"
      + "01.01.2025;12:05;20,5 °C;40 %;1013,2\n"
    #expect(try filled(german, test()) == [.int(40), degrees(205), .int(1_013)])
    #expect(try filled("date,temp_f\n2025-01-01,50\n", test())[1] == degrees(100))
    #expect(try filled("date,temp\n2025-01-01,−3.5\n", test())[1] == degrees(-35))
  }

  @Test func localTimesAreThoseOfTheTest() throws {
    // Noon in Berlin is eleven in London.
    let rows = test(made: Self.noon - 3_600_000, zone: 60)
    let local = "time,rh\n2025-01-01 12:00,40\n2025-01-01 11:00,50\n"
    #expect(try filled(local, rows)[0] == .int(40))
    let zoned = "time,rh\n2025-01-01T12:00:00Z,40\n2025-01-01T11:00:00Z,50\n"
    #expect(try filled(zoned, rows)[0] == .int(50))
  }

  @Test func whatCannotBeTrueIsLeftOut() throws {
    let table =
      "date,time,rh\n2025-01-01,12:00,140\nyesterday,12:00,40\n2025-01-01,25:00,41\n"
      + "2025-01-01,12:00,\n"
    let file = try WeatherFile(Array(table.utf8))
    #expect(file.readingCount == 0 && file.leftOut == 4)
    #expect(file.plan(test()).unknown == 1)
    for text in ["", "Name,Wind\nB1,3\n", "date,wind\n2025-01-01,3\n", "rh\n40\n"] {
      #expect(throws: ReedProblem.self) { try WeatherFile(Array(text.utf8)) }
    }
    // Nothing of this ends the program.
    for text in [
      "time,rh\n999999999-01-01 12:00,1e400\n", "time,rh\n2025-01-01 12:00,99999999999\n",
    ] {
      #expect(try WeatherFile(Array(text.utf8)).readingCount == 0)
    }
    let huge = test(made: .max, zone: 1_000_000, day: .max)
    #expect(try filled("date,rh\n2025-01-01,40\n", huge) == [nil, nil, nil])
  }
}
