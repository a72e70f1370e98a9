import Testing

@testable import Domain
@testable import Ledger

@Suite struct ReedUnitTests {
  @Test(arguments: [
    ("mm", "in", Int64(2_540), 2, Int64(100)), ("in", "mm", 100, 2, 2_540),
    ("cm", "mm", 725, 2, 7_250), (" Inches ", "\"", 123, 2, 123), ("µm", "mm", 590, 0, 1),
    ("°C", "°F", 215, 1, 707), ("°F", "°C", 707, 1, 215), ("°C", "K", 2_000, 2, 29_315),
    ("°C", "°F", -400, 1, -400), ("g", "oz", 28_350, 3, 1_000), ("kg", "g", 5, 1, 5_000),
    ("min", "s", 15, 1, 900), ("h", "min", 72, 0, 4_320), ("hPa", "inHg", 10_132, 1, 299),
    ("g/cm³", "kg/m3", 55, 2, 55_000),
  ])
  func converts(from: String, to: String, units: Int64, places: Int, result: Int64) throws {
    let (from, to) = (try #require(ReedUnit(from)), try #require(ReedUnit(to)))
    #expect(from.canBecome(to))
    #expect(from.converted(units, to: to, places: places) == result)
  }

  @Test func onlyUnitsOfOneKindAreConverted() throws {
    #expect(ReedUnit("turns") == nil && ReedUnit("") == nil)
    #expect(!(try #require(ReedUnit("mm"))).canBecome(try #require(ReedUnit("g"))))
  }
}
