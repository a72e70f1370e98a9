import Domain
import Ledger
import Reports
import Statistics
import Testing

@testable import Analysis

@Suite struct LifeTests {
  private static let today: Int64 = 20_000

  private static func report(_ maker: LogMaker, _ choices: [String: String] = [:]) -> Report {
    var question = Question(.life, today: today)
    for (name, value) in choices { question[name] = value }
    return LifePage(question, maker.log).report
  }

  /// The published example: hours, and which ended.
  private static let example: [(hours: Int64, isEnd: Bool)] = [
    (4, true), (8, true), (8, true), (11, true), (12, false), (14, true), (15, true), (9, false),
    (6, false), (13, true),
  ]

  private static func add(
    _ lives: [(hours: Int64, isEnd: Bool)], to maker: inout LogMaker,
    _ entries: [String: LogMaker.Entry] = [:]
  ) {
    for (number, life) in lives.enumerated() {
      let reed = maker.reed("R\(number)", begun: today - 100, entries) {
        $0.stage = life.isEnd ? .retired : .inUse
      }
      maker.move(reed, to: .inUse, day: today - 90)
      if life.isEnd { maker.move(reed, to: .retired, day: today - 90 + life.hours) }
      for part in 0..<2 {
        maker.test(reed, day: today - 90 + Int64(part) * 2, ["success": .number(Double(8 - part))])
        maker.sitting(
          reed, day: today - 90 + Int64(part) * 2, seconds: life.hours * 1_800)
      }
    }
  }

  @Test func saysTheMedianOfThePublishedExample() throws {
    var maker = LogMaker()
    Self.add(Self.example, to: &maker)
    let report = Self.report(maker)
    let curve = try #require(
      KaplanMeier(
        times: Self.example.map { Double($0.hours) }, ends: Self.example.map { $0.isEnd }))
    let interval = try #require(curve.medianInterval)
    let high = interval.high.isFinite ? "to \(Int(interval.high))" : "or more"
    #expect(
      report.answer == [
        "Half of your reeds last 13 hours or more; 95 % \(Int(interval.low)) \(high); 7 ended, 3 still in use."
      ])
    let cells = try #require(report.sections.first?.table?.rows.map { $0.cells })
    #expect(cells.map { $0[3] } == ["90 %", "68 %", "54 %", "36 %", "18 %", "0 %"])
    #expect(cells.map { $0[1] } == ["10", "8", "5", "3", "2", "1"])
    let plot = try #require(report.sections.first?.plot)
    var dots = 0
    for case .dots(let some) in plot.layers { dots += some.count }
    #expect(dots == 3)
    let fading = try #require(report.sections.last)
    #expect(fading.heading == "How they fade")
  }

  /// Whoever logs no sessions still knows from when to when a reed was in use.
  @Test func reedsWithoutTimePlayedLastInDays() throws {
    var maker = LogMaker()
    for days in Int64(10)..<17 {
      let reed = maker.reed("R\(days)", begun: Self.today - 100) { $0.stage = .retired }
      maker.move(reed, to: .inUse, day: Self.today - 90)
      maker.move(reed, to: .retired, day: Self.today - 90 + days)
    }
    let report = Self.report(maker)
    #expect(report.answer[0].hasPrefix("Half of your reeds last 13 days or more"))
    #expect(report.controls[0].chosen == "days")
    let box = BoxPage(Question(.boxNow, today: Self.today), maker.log).report
    #expect(box.answer.contains { $0.contains("13 days or more") })
    let hours = Self.report(maker, ["measure": "hours"])
    #expect(hours.answer[0].contains("no time played on them is recorded"))
    // From six that ended with their time on, hours are told.
    Self.add(Self.example, to: &maker)
    #expect(Self.report(maker).controls[0].chosen == "hours")
  }

  /// Eight reeds rated 3 to 10 when new, and five of them 2 when played for long.
  @Test func mediansOfRatingsHaveIntervalsFromSixReedsOn() throws {
    var maker = LogMaker()
    for place in 0..<8 {
      let reed = maker.reed("F\(place)", begun: Self.today - 100)
      maker.test(reed, day: Self.today - 90, ["success": .number(Double(3 + place))])
      maker.sitting(reed, day: Self.today - 80, seconds: 36_000)
      if place < 5 { maker.test(reed, day: Self.today - 70, ["success": 2]) }
    }
    let table = try #require(Self.report(maker).sections.last?.table)
    #expect(table.heads == ["Played", "Reeds", "Median", "95 % interval"])
    // Of eight, the smallest and the largest leave out the median one time in 128.
    #expect(table.rows.first?.cells[1...] == ["8", "6.5", "3.0 to 10.0"])
    #expect(table.rows.last?.cells[1...] == ["5", "2.0", "–"])
  }

  @Test func countsDaysAsWell() {
    var maker = LogMaker()
    Self.add(Self.example, to: &maker)
    let report = Self.report(maker, ["measure": "days"])
    // The three in use have lasted 90 days: the median is where five of ten ended.
    #expect(
      report.answer[0].hasPrefix("Half of your reeds last 13 days or more; 95 % 4 or more; 7 ended")
    )
    #expect(report.control("measure")?.chosen == "days")
  }

  @Test func aLostReedHasNotEnded() {
    var maker = LogMaker()
    Self.add(Self.example, to: &maker)
    let reed = maker.reed("Lost", begun: Self.today - 100, ["retire_reason": "Lost"]) {
      $0.stage = .retired
    }
    maker.sitting(reed, day: Self.today - 50, seconds: 36_000)
    #expect(
      Self.report(maker).answer[0].hasSuffix("7 ended, 3 still in use, 1 lost or sold."))
  }

  @Test func comparesOnlyWithTenEndsEach() throws {
    var maker = LogMaker()
    Self.add(Self.example, to: &maker, ["shaper": .tool("A")])
    Self.add(Self.example, to: &maker, ["shaper": .tool("B")])
    let early = Self.report(maker, ["group": "shaper"])
    #expect(
      early.answer[1]
        == "Too early to compare: at least two need 10 reeds that have ended; A has 7 and B has 7. "
        + "At your pace of about 5 reeds (A or B) retired or discarded a month, 6 more take until about "
        + "November 2024.")
    var more = LogMaker()
    Self.add((1...12).map { ($0, true) }, to: &more, ["shaper": .tool("A")])
    Self.add((21...32).map { ($0, true) }, to: &more, ["shaper": .tool("B")])
    let report = Self.report(more, ["group": "shaper"])
    #expect(report.answer[1].hasPrefix("Shaper: A and B do not last equally long (log-rank p "))
    #expect(report.sections.first?.plot?.series == ["A", "B"])
    for word in ["best", "cause", "significant"] {
      #expect(!report.allText.contains(word))
    }
  }

  @Test func edges() {
    let none = "How long your reeds last is not known: no time played on them is recorded."
    #expect(Self.report(LogMaker()).answer == [none])
    var maker = LogMaker()
    Self.add([(3, true)], to: &maker)
    #expect(
      Self.report(maker).answer[0].hasPrefix(
        "Too early to tell how long your reeds last: 1 reed with time recorded has ended, 6 are needed. At your pace of 1 reed retired or discarded in the last 88 days, 5 more take until about "
      ))
    var young = LogMaker()
    Self.add((0..<20).map { (20 + Int64($0), $0 < 6) }, to: &young)
    #expect(Self.report(young).answer[0].hasSuffix("6 ended, 14 still in use."))
    #expect(Self.report(maker, ["group": "nothing", "measure": "x"]).answer.count == 1)
  }
}
