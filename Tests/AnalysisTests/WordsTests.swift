import Domain
import Ledger
import Reports
import Statistics
import Testing

@testable import Analysis

@Suite struct WordsTests {
  @Test(arguments: [
    (6.25, 1, "6.3"), (-0.4, 1, "−0.4"), (-0.04, 1, "0.0"), (0.5, 0, "1"), (-12.0, 0, "−12"),
    (1234567.891, 2, "1234567.89"), (0.000_4, 3, "0.000"),
  ])
  func saysNumbersWithATrueMinus(value: Double, places: Int, text: String) {
    #expect(Words.number(value, places: places) == text)
  }

  @Test func saysOnlyTheSizeOfWhatHasNoRoom() {
    #expect(Words.number(1e300, places: 2) == "1.0e300")
    #expect(Words.signed(9.3e18, places: 2) == "+9.3e18")
    #expect(Words.signed(-9.3e18, places: 2) == "−9.3e18")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func saysADashForWhatIsNoNumber(value: Double) {
    #expect(Words.number(value, places: 2) == "–")
    #expect(Words.signed(value, places: 2) == "–")
    #expect(!Words.duration(value).isEmpty)
  }

  @Test func signsOnlyWhatIsNotZero() {
    #expect(Words.signed(0.66, places: 1) == "+0.7")
    #expect(Words.signed(0.04, places: 1) == "0.0")
    #expect(Words.signed(-0.04, places: 1) == "0.0")
    #expect(
      Words.signedInterval(Interval(low: -1.26247, high: 2.595803), places: 1) == "−1.3 to +2.6")
    #expect(Words.interval(Interval(low: 4, high: 6.84), places: 1) == "4.0 to 6.8")
  }

  @Test func saysSharesAndChances() {
    #expect(Words.percent(0.319) == "32 %")
    #expect(Words.timesInHundred(0.569264) == "57 times in 100")
    #expect(Words.timesInHundred(0.012) == "once in 100")
    #expect(Words.timesInHundred(0.004) == "less than once in 100")
    #expect(Words.timesInHundred(0.996) == "more than 99 times in 100")
    #expect(Words.p(0.569264) == "0.57")
    #expect(Words.p(0.0123) == "0.012")
    #expect(Words.p(0.00001) == "< 0.001")
  }

  @Test func listsNames() {
    #expect(Words.list([]).isEmpty)
    #expect(Words.list(["A"]) == "A")
    #expect(Words.list(["A", "B"]) == "A and B")
    #expect(Words.list(["A", "B", "C"]) == "A, B and C")
    #expect(Words.count(1, "reed", "reeds") == "1 reed")
    #expect(Words.small(4) == "four")
    #expect(Words.small(13) == "13")
    #expect(Words.sentence("four of six") == "Four of six")
    #expect(Words.sentence("") == "")
  }

  @Test(arguments: [
    ("A", "an A"), ("B", "a B"), ("F2", "an F2"), ("RDG", "an RDG"), ("Gilbert", "a Gilbert"),
    ("Innoledy", "an Innoledy"), ("8", "an 8"), ("18", "an 18"), ("1", "a 1"), ("2023", "a 2023"),
    ("summer", "a summer"), ("autumn", "an autumn"), ("", "a "), ("É", "a É"), ("Ulm", "a Ulm"),
  ])
  func choosesTheArticle(name: String, text: String) { #expect(Words.article(name) == text) }

  @Test func saysValuesOfColumns() throws {
    let log = ReedLog([])
    let success = try #require(log.column("success"))
    #expect(Words.value(6, in: success, log) == "6")
    #expect(Words.mean(6.1666, in: success, log) == "6.2")
    #expect(Words.difference(0.6667, in: success, log) == "+0.7")
    #expect(Words.means(Interval(low: 4, high: 8.27), in: success, log) == "4.0 to 8.3")
    let gouge = try #require(log.column("g_a_m"))
    #expect(Words.value(0.59, in: gouge, log) == "0.590 mm")
    #expect(
      Words.differences(Interval(low: -0.01, high: 0.002), in: gouge, log)
        == "−0.010 to +0.002 mm")
    let crow = try #require(log.column("t_crow"))
    #expect(Words.mean(8_414, in: crow, log) == "C6 +14")
    #expect(Words.difference(-6.23, in: crow, log) == "−6.2 cents")
    let hours = try #require(log.column("hours"))
    #expect(Words.value(4_320, in: hours, log) == "1 h 12 min")
    #expect(Words.difference(-600, in: hours, log) == "−10 min")
    #expect(Words.difference(600, in: hours, log) == "+10 min")
  }

  @Test func saysLengthsInTheUnitChosen() throws {
    let log = ReedLog([], lengths: .inches)
    let tie = try #require(log.column("tie_length"))
    #expect(Words.value(72, in: tie, log) == "2.8346 in")
    #expect(Words.difference(-0.5, in: tie, log) == "−0.0197 in")
    #expect(abs(Words.shown(25.4, in: tie, log) - 1) < 1e-12)
    guard case .number(4, let unit) = Words.scale(of: tie, log) else {
      Issue.record("the plot is not in inches")
      return
    }
    #expect(unit == "in")
    let success = try #require(log.column("success"))
    #expect(Words.shown(7, in: success, log) == 7)
  }

  @Test func groupsTheDigitsOfCounts() {
    let counts = [0, 7, 924, 1_000, 40_320, 100_000, 2_000_000]
    #expect(
      counts.map { Words.count($0) } == [
        "0", "7", "924", "1,000", "40,320", "100,000", "2,000,000",
      ])
    #expect(Words.ways(40_320, isExact: true, "orders") == "all 40,320 orders")
    #expect(Words.ways(10_000, isExact: false, "orders") == "10,000 draws")
  }

  @Test func neverTrapsOnHostileValues() throws {
    let log = ReedLog([], lengths: .inches)
    for column in log.outcomes() + log.inputs {
      for value in [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0, -0.0, 9.3e18] {
        _ = Words.value(value, in: column, log)
        _ = Words.mean(value, in: column, log)
        _ = Words.difference(value, in: column, log)
        _ = Words.means(Interval(low: -value, high: value), in: column, log)
        _ = Words.differences(Interval(low: -value, high: value), in: column, log)
      }
    }
  }
}
