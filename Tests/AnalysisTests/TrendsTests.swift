import Domain
import Ledger
import Reports
import Statistics
import Testing

@testable import Analysis

@Suite struct TrendsTests {
  private static let today = CalendarMonth(year: 2026, number: 11).firstDay

  private static func report(_ maker: LogMaker, _ choices: [String: String] = [:]) -> Report {
    var question = Question(.trends, today: today)
    for (name, value) in choices { question[name] = value }
    return TrendsPage(question, maker.log).report
  }

  /// A reed a month, newest last, each with one test.
  private static func maker(
    _ count: Int, _ test: (Int) -> [String: LogMaker.Entry]
  ) -> LogMaker {
    var maker = LogMaker()
    for number in 0..<count {
      let day = today - Int64(count - number) * 30
      let reed = maker.reed("R\(number)", begun: day)
      maker.test(reed, day: day + 10, test(number))
    }
    return maker
  }

  @Test func risingRatingsAreSaidWithTheirSlope() {
    let rising = Self.report(Self.maker(16) { ["success": .number(Double(2 + $0 / 2))] })
    #expect(rising.answer[0].hasPrefix("Your reeds got better: success +6.1 a year, 95 % +"))
    #expect(rising.answer[0].hasSuffix("n = 16."))
    let flat = Self.report(Self.maker(16) { ["success": .number(Double(5 + $0 % 2))] })
    #expect(
      flat.answer[0].hasPrefix("Nothing shows that your reeds got better or worse: success 0.0"))
  }

  @Test func tooFewReedsAreTooEarly() {
    let report = Self.report(Self.maker(5) { _ in ["success": 6] })
    #expect(
      report.answer[0].hasPrefix(
        "Too early to tell whether your reeds get better: 5 rated reeds, 8 are needed. At your pace of "
          + "about 1 rated reed a month, "
      ))
    var maker = LogMaker()
    for number in 0..<9 {
      let reed = maker.reed("R\(number)", begun: Self.today - 40)
      maker.test(reed, day: Self.today - 30, ["success": .number(Double(number + 1))])
    }
    maker.reed("Unrated", begun: Self.today - 40)
    let sameDay = Self.report(maker)
    #expect(sameDay.answer[0] == "All rated reeds were started on one day.")
    #expect(sameDay.answer.last == "1 reed without a rating is not counted.")
  }

  @Test func medianOfAMonthHasAnIntervalFromSixReedsOn() {
    #expect(Interval(medianOf: [1, 2, 3, 4, 5]) == nil)
    #expect(Interval(medianOf: [6, 1, 2, 3, 4, 5]) == Interval(low: 1, high: 6))
    // By the binomial distribution of ½: the 3rd and the 9th of 11, 6th and 15th of 20, 40th and 61st of 100.
    #expect(Interval(medianOf: (1...11).map { Double($0) }) == Interval(low: 2, high: 10))
    #expect(Interval(medianOf: (1...20).map { Double($0) }) == Interval(low: 6, high: 15))
    #expect(Interval(medianOf: (1...100).map { Double($0) }) == Interval(low: 40, high: 61))
    #expect(Interval(medianOf: (1...2_000).map { Double($0) }) != nil)
    #expect(Interval(medianOf: []) == nil)
  }

  @Test func recentReedsRunSharp() {
    // Crows 2 to 10 cents above C6.
    let maker = Self.maker(14) {
      ["success": 6, "t_crow": .number(8_400 + Double(2 + $0 % 5 * 2))]
    }
    let report = Self.report(maker)
    #expect(
      report.answer[1].hasPrefix(
        "Your newest 14 reeds with a measured pitch run sharp: crow +6 cents, 95 % +4 to +7, "
          + "n = 14"))
  }

  /// What one measurement says is said beside what the others do, and by what it was measured.
  @Test func sharpIsSaidWithItsBasisAndTheOthers() {
    let maker = Self.maker(10) {
      [
        "success": 6, "q_pitch": .number(Double($0 % 2)),
        "t_crow": .number(8_400 + Double($0 % 5 - 2)),
      ]
    }
    #expect(
      Self.report(maker).answer[1]
        == "Your newest 10 reeds with a rated pitch run sharp: rated pitch +0.5, 95 % +0.1 to +0.9, "
        + "n = 10 (mean of all tests of each reed). Their crow shows neither.")
    let latest = Self.report(maker, ["moment": "latest"])
    #expect(latest.answer[1].contains("(latest test of each reed)"))
    let opposite = Self.maker(10) {
      [
        "q_pitch": .number(Double($0 % 2)), "t_crow": .number(8_390 + Double($0 % 5 - 2)),
      ]
    }
    #expect(
      Self.report(opposite).answer[1].hasPrefix(
        "Your newest 10 reeds with a measured pitch run flat: crow −10 cents"))
    #expect(
      Self.report(opposite).answer[1].contains("Their rated pitch says the opposite: +0.5, 95 % "))
  }

  /// What the newest tests alone say is said beside the mean of all of them.
  @Test func latestTestsThatSayOtherwiseAreNamed() {
    var maker = Self.maker(8) { _ in ["q_pitch": 2] }
    for row in maker.rows where row.kind == .reed {
      maker.test(row.id, day: Self.today, ["q_pitch": -1])
    }
    let answer = Self.report(maker).answer[1]
    #expect(
      answer
        == "Your newest 8 reeds with a rated pitch run sharp: rated pitch +0.5, n = 8 (mean of all "
        + "tests of each reed). By their latest tests alone they are flat: −1.0, n = 8.")
    #expect(!Self.report(maker, ["moment": "latest"]).answer[1].contains("alone"))
    // Another measurement may say so, too: the crow shows neither, and the rating has changed since.
    var other = Self.maker(8) {
      ["q_pitch": 1, "t_crow": .number(8_400 + Double($0 % 5 - 2))]
    }
    for row in other.rows where row.kind == .reed {
      other.test(row.id, day: Self.today, ["q_pitch": -1])
    }
    let said = Self.report(other).answer[1]
    #expect(said.hasPrefix("Nothing shows that your newest 8 reeds with a measured pitch run"))
    #expect(
      said.hasSuffix("By their latest tests alone they are flat: rated pitch −1.0, n = 8."))
  }

  /// An interval from 0.04 is shown as from 0.0: nobody would believe “sharp” beside it.
  @Test func aBoundShownAsZeroIsNoTendency() {
    let report = Self.report(
      Self.maker(10) { ["q_pitch": .number([0, 0, 0, 0, 1, 1, 1, 1, 0, 0][$0])] })
    #expect(
      report.answer[1].hasPrefix(
        "Nothing shows that your newest 10 reeds with a rated pitch run sharp or flat: rated pitch "
          + "+0.4, 95 % 0.0 to +0.8"
      ))
    #expect(Words.excludesZero(Interval(low: 0.05, high: 1), places: 1))
    #expect(!Words.excludesZero(Interval(low: -1, high: -0.4), places: 0))
    #expect(Words.excludesZero(Interval(low: -1, high: -0.5), places: 0))
  }

  @Test func theRunningMedianHasOnePointADay() throws {
    var maker = LogMaker()
    for number in 0..<18 {
      let day = Self.today - 100 + Int64(number / 6) * 30
      let reed = maker.reed("R\(number)", begun: day)
      maker.test(reed, day: day + 10, ["success": .number(Double(number % 6 + 3))])
    }
    var line: [Plot.Point] = []
    let plot = try #require(Self.report(maker).sections[0].plot)
    for case .line(let points, .solid, _) in plot.layers { line = points }
    let first = Double(Self.today - 100)
    let wanted: [Double] = [first, first + 30, first + 60]
    #expect(line.map { $0.x } == wanted)
  }

  /// Five reeds of one day are enough for a median, whatever their neighbours were.
  @Test func aDayOfFiveHasItsOwnMedian() throws {
    var maker = LogMaker()
    for (number, value) in [3, 3, 3, 3, 7, 3, 8, 3, 7, 3, 3, 3, 3].enumerated() {
      let day = Self.today - 100 + Int64(number < 4 ? number : number < 9 ? 10 : number + 10)
      let reed = maker.reed("R\(number)", begun: day)
      maker.test(reed, day: day + 1, ["success": .number(Double(value))])
    }
    let section = Self.report(maker).sections[0]
    var line: [Plot.Point] = []
    for case .line(let points, .solid, _) in try #require(section.plot).layers { line = points }
    #expect(line.first { $0.x == Double(Self.today - 90) }?.y == 7)
    #expect(section.text[0].hasPrefix("A dot is one or more reeds: equal ratings of one day"))
  }

  @Test func a4IsSetAgainstTheReference() throws {
    let maker = Self.maker(6) { ["a4": .number(442 + Double($0 % 2) / 10)] }
    let sharp = Self.report(maker)
    // 1200 log₂(442.05 / 440) = 8.05.
    #expect(
      sharp.answer[1].hasPrefix(
        "Your newest 6 reeds with a measured pitch run sharp: A4 +8 cents"))
    #expect(sharp.control("reference")?.chosen == "440")
    let even = Self.report(maker, ["reference": "442"])
    #expect(even.answer[1].contains("0 cents"))
    #expect(Self.report(maker, ["reference": "-1"]).sections.count > 0)
    // Without a choice, what the player tunes to counts.
    var question = Question(.trends, today: Self.today)
    question.a4 = try #require(ReferencePitch(tenthsOfHertz: 4_425))
    let own = TrendsPage(question, maker.log).report
    #expect(own.control("reference")?.chosen == "442.5")
    #expect(
      own.control("reference")?.options.map { $0.label } == [
        "440 Hz", "441 Hz", "442 Hz", "442.5 Hz", "443 Hz", "444 Hz", "445 Hz",
      ])
    #expect(
      own.answer[1].hasPrefix("Your newest 6 reeds with a measured pitch run flat: A4 −2 cents"))
  }

  @Test func fivePitchesAreTooEarlyAndToldHowManyMore() {
    let report = Self.report(Self.maker(5) { _ in ["a4": 443] })
    #expect(
      report.answer[1]
        == "Too early to tell whether your reeds run sharp or flat: 5 of 6 reeds have a measured "
        + "pitch. At your pace of about 1 reed with a measured pitch a month, 1 more takes until about "
        + "December 2026.")
    let section = report.sections.first { $0.heading == "Sharp or flat" }
    #expect(section?.table?.rows.first?.cells.last == "Too early to tell, 1 more")
  }

  @Test func weatherIsTestedAndNamed() {
    let maker = Self.maker(20) {
      [
        "success": .number(Double(1 + $0 % 10)), "rh": .number(Double(80 - $0 % 10 * 3)),
        "altitude": 300,
      ]
    }
    let report = Self.report(maker)
    let humidity = report.sections.first { $0.heading == "Success and humidity" }
    #expect(
      humidity?.text.first?.hasPrefix(
        "Success tends to be lower when humidity is higher: rank correlation −1.00") == true)
    let altitude = report.sections.first { $0.heading == "Success and altitude" }
    #expect(altitude?.text == ["Altitude or success was the same for all reeds."])
    let early = Self.report(Self.maker(3) { _ in ["success": 5, "rh": 40] })
    #expect(
      early.sections.contains {
        $0.text == [
          "Too early to tell: 3 reeds with humidity and success, 8 are needed. At your pace of about "
            + "1 reed with both a month, 5 more take until about April 2027."
        ]
      })
  }

  @Test func edges() {
    let none = Self.report(LogMaker())
    #expect(
      none.answer[0].hasPrefix("Too early to tell whether your reeds get better: 0 rated reeds"))
    #expect(none.sections.map { $0.heading } == ["Weather"])
    let huge = Self.maker(10) { _ in
      ["t_crow": .value(.decimal(units: .max, places: 1)), "success": 3]
    }
    #expect(Self.report(huge).answer.count >= 1)
    for word in ["best", "cause", "significant"] { #expect(!none.allText.contains(word)) }
  }
}
