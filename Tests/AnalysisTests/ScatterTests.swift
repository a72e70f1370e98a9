import Domain
import Ledger
import Reports
import Sound
import Testing

@testable import Analysis

@Suite struct ScatterTests {
  private static let today: Int64 = 20_000

  private static func report(_ maker: LogMaker, _ choices: [String: String] = [:]) -> Report {
    var question = Question(.scatter, today: today)
    for (control, value) in choices { question[control] = value }
    return ScatterPage(question, maker.log).report
  }

  /// Reeds with tie lengths and ratings.
  private static func reeds(
    _ values: [(Double, Double)], input: String = "tie_length", outcome: String = "success",
    _ more: (Int) -> [String: LogMaker.Entry] = { _ in [:] }
  ) -> LogMaker {
    var maker = LogMaker()
    for (place, value) in values.enumerated() {
      let entries = [input: LogMaker.Entry.number(value.0)].merging(more(place)) { one, _ in one }
      let reed = maker.reed("R\(place)", begun: today - 1 - Int64(place * 37 % 180), entries)
      maker.test(reed, day: today, [outcome: .number(value.1)])
    }
    return maker
  }

  private static func pairs(
    _ count: Int, _ pair: (Double) -> (Double, Double)
  ) -> [(Double, Double)] {
    (0..<count).map { pair(Double($0)) }
  }

  private static func rows(_ report: Report) -> [String] {
    (report.sections.last?.table?.rows ?? []).map { $0.cells.joined(separator: " | ") }
  }

  @Test func saysThePublishedExampleToTheDigit() throws {
    let report = Self.report(
      RelationsTests.golden(), ["input": "g_a_m", "outcome": "success"])
    #expect(report.title == "A middle and success")
    #expect(
      report.answer[0]
        == "Thicker middle of half A goes with higher success: supported by your reeds.")
    #expect(
      report.answer[1].hasPrefix(
        "Spearman’s rho 0.84, 95 % 0.42 to 0.96, n = 12. If the two had nothing to do with each "
          + "other, they would go together this closely less than once in 100."))
    #expect(
      report.words.contains(
        "Along the line (Theil and Sen), 0.01 mm more goes with +0.9 in success, 95 % +0.3 to +1.3."
      ))
    let rows = Self.rows(report)
    #expect(rows.contains("Spearman’s rho | 0.84 | 0.42 to 0.96"))
    #expect(rows.contains("Theil-Sen slope per mm | +87.5 | +33.3 to +133.3"))
    let plot = try #require(report.sections[0].plot)
    guard case .band(let spans) = plot.layers[0], case .dots(let dots) = plot.layers[2] else {
      Issue.record("a band or the dots are missing")
      return
    }
    #expect(dots.count == 12 && dots.allSatisfy { $0.row != nil })
    #expect(spans.allSatisfy { $0.low <= $0.high })
    #expect(spans[1].low == spans[1].high, "it turns around the medians")
  }

  /// Of gouge, shape and hardness, what most rated reeds have, then what varies most.
  @Test func withoutAQuestionItShowsWhatTellsMost() {
    func chosen(_ change: (Int) -> [String: LogMaker.Entry]) -> String? {
      let maker = Self.reeds(
        Self.pairs(12) { (10 + $0 / 4, $0 / 2 + 1) }, input: "tube_diameter", change)
      return Self.report(maker).control("input")?.chosen
    }
    #expect(chosen { _ in [:] } == "tube_diameter", "if there is nothing else")
    #expect(chosen { ["hardness_a": .number(Double($0))] } == "hardness_a")
    #expect(
      chosen { ["hardness_a": .number(Double($0)), "shape_width": .number(Double($0 % 3))] }
        == "hardness_a", "more different values")
    #expect(
      chosen { place in
        ["shape_width": .number(Double(place % 3))].merging(
          place < 11 ? ["hardness_a": .number(Double(place))] : [:]
        ) { one, _ in one }
      } == "shape_width", "more reeds")
    #expect(chosen { _ in ["hardness_a": 12] } == "tube_diameter", "no spread")
    #expect(
      chosen { ["hardness_b": .number(Double($0)), "hardness_a": .number(Double($0))] }
        == "hardness_a", "in the order of the form")
  }

  @Test func lengthsObeyInches() {
    var question = Question(.scatter, today: Self.today)
    (question["input"], question["outcome"]) = ("g_a_m", "success")
    let log = ReedLog(RelationsTests.golden().rows, lengths: .inches)
    let report = ScatterPage(question, log).report
    #expect(
      report.words.contains("0.0001 in more goes with")
        || report.words.contains(" in more goes with"))
    #expect(Self.rows(report).contains("Theil-Sen slope per in | +2222 | +847 to +3387"))
    #expect(!report.allText.contains(" mm"))
  }

  @Test func fewReedsAreTooEarlyAndToldHowManyMore() {
    for count in 0..<8 {
      let maker = Self.reeds(Self.pairs(count) { (72 + $0, $0 + 1) })
      let report = Self.report(maker)
      #expect(report.answer[0].hasPrefix("Too early to tell"), "\(count)")
      if count > 0 {
        #expect(report.words.contains("A first word takes 8: \(8 - count) more."))
        #expect(report.words.contains("At your pace"))
      }
      #expect(!report.words.contains("goes with"))
    }
  }

  /// Nor is what luck makes more often than not a hint.
  @Test(arguments: [5.0, 6]) func whatIsShownAsZeroIsNoHint(last: Double) {
    let ratings = [5, 6, 7, 7, 6, 5, 5, 6, 7, 7, 6, last]
    let report = Self.report(Self.reeds(Self.pairs(12) { (72 + $0, ratings[Int($0)]) }))
    #expect(
      report.answer[0] == "No sign so far that “Tie length” and “Success” go together.", "\(last)")
  }

  /// All pairs of more reeds would not fit into memory, and that is said.
  @Test func tooManyReedsForALineAreTold() {
    let maker = Self.reeds(Self.pairs(2_001) { (70 + $0 / 1_000, ($0 / 201).rounded(.down) + 1) })
    let report = Self.report(maker, ["input": "tie_length"])
    #expect(
      report.answer.contains(
        "No line is drawn for more than 2000 reeds (here 2001). Filter them to see one."))
    #expect(report.sections[0].plot?.layers.count == 1)
  }

  @Test func unsettledRelationsSayHowManyReedsTheyTake() {
    // Rho is 0.37, with p 0.24.
    let maker = Self.reeds(
      Self.pairs(12) { (72 + $0, $0 > 9 ? 6 : $0.truncatingRemainder(dividingBy: 2) + 5) })
    let report = Self.report(maker)
    #expect(report.answer[0].hasPrefix("A hint at most: a longer tie length goes with "))
    #expect(
      report.words.contains(
        "You need 33 reeds for an 80 % chance of finding a true rho of 0.5, if that is the only question."
      ))
    #expect(
      report.words.contains(
        "At your pace of about 2 reeds with both a month, 21 more take until about "))
  }

  @Test func aMiddleThatReadsHigherIsSaid() throws {
    let maker = Self.reeds(Self.pairs(18) { (72 + $0 / 10, 8 - abs($0 - 8.5) / 2) })
    let report = Self.report(maker)
    let line = try #require(report.answer.first { $0.hasPrefix("The middle third") })
    #expect(line.contains("(72.60 mm to 73.10 mm) reads higher than both ends: "))
    #expect(line.contains("(6, 6 and 6 reeds). A straight line cannot show that"))
    #expect(
      Self.rows(report).contains { $0.hasPrefix("Middle third, 72.60 mm to 73.10 mm, 6 reeds | ") })
    #expect(!report.allText.lowercased().contains("best"))
    // What has a just right is always looked at in thirds.
    let target = Self.reeds(
      Self.pairs(18) { (0.5 + $0 / 100, ($0 / 2 + 1).rounded(.down)) }, input: "g_a_m")
    #expect(
      Self.report(target).words.contains(
        "In thirds, from the lowest middle of half A to the highest, success reads "))
    let plain = Self.reeds(Self.pairs(18) { (72 + $0, ($0 / 2 + 1).rounded(.down)) })
    #expect(!Self.report(plain).words.contains("third"))
    // One mean of three is always the largest or the smallest, or between: that alone says nothing.
    let noise = Self.reeds(
      Self.pairs(18) {
        (72 + $0 / 10, $0.truncatingRemainder(dividingBy: 2) * 3 + ($0 > 5 && $0 < 12 ? 5 : 4))
      })
    #expect(!Self.report(noise).words.contains("The middle third"))
  }

  @Test func aMeanAndItsPointsAreNoTwins() throws {
    let log = ReedLog([])
    let mean = try #require(log.column("gouge_mean"))
    let point = try #require(log.column("g_b_r"))
    #expect(mean.isMade(of: point) && !point.isMade(of: mean))
    #expect(!mean.isMade(of: try #require(log.column("tie_length"))))
  }

  @Test func bootstrapIsMadeOnDemandOnly() throws {
    let maker = RelationsTests.golden()
    #expect(!Self.report(maker).allText.contains("BCa"))
    let report = Self.report(maker, ["bootstrap": "on"])
    #expect(report.words.contains("(BCa bootstrap, 95 %)"))
    #expect(Self.rows(report).contains { $0.hasPrefix("The same, BCa bootstrap, ") })
    #expect(report == Self.report(maker, ["bootstrap": "on"]))
  }

  @Test func coloursShowWhatElseDiffers() throws {
    let maker = Self.reeds(Self.pairs(10) { (72 + $0, $0 + 1) }) { place in
      ["shaper": .tool(place < 5 ? "A" : "B")]
    }
    #expect(Self.report(maker).sections[0].plot?.series == [])
    let report = Self.report(maker, ["colour": "shaper"])
    #expect(report.sections[0].plot?.series == ["A", "B", "All"])
    #expect(report.sections[0].text.contains("Colours show the shaper."))
    #expect(report.sections[0].table?.heads.last == "Shaper")
  }

  @Test func inputsThatGoTogetherAndTheCalendarAreNamed() {
    var maker = LogMaker()
    for place in 0..<12 {
      let reed = maker.reed(
        "R\(place)", begun: Self.today - 100 + Int64(place * 5),
        ["g_a_m": .number(0.5 + Double(place) / 100), "strokes": .number(Double(100 - place))])
      maker.test(reed, day: Self.today, ["success": .number(Double(place % 3 + 5))])
    }
    let words = Self.report(maker, ["input": "g_a_m"]).words
    #expect(
      words.contains(
        "“A middle” and “Strokes” cannot be told apart: they go together with rho −1.00"))
    #expect(words.contains("“A middle” and “Day started” cannot be told apart"))
  }

  @Test func whatIsLeftOutIsCounted() {
    var maker = RelationsTests.golden()
    maker.reed("U1", begun: Self.today, ["g_a_m": 0.6])
    let reed = maker.reed("U2", begun: Self.today)
    maker.test(reed, day: Self.today, ["success": 5])
    let report = Self.report(maker, ["input": "g_a_m", "outcome": "success"])
    #expect(report.answer.last == "Not counted: 1 reed not rated and 1 reed without “A middle”.")
  }

  @Test func equalValuesHaveNothingToShow() {
    let maker = Self.reeds(Self.pairs(9) { (72 + $0, 6) })
    let report = Self.report(maker, ["outcome": "success"])
    #expect(report.answer[0] == "Nothing to see yet: all 9 reeds have the same “Success”.")
    let same = Self.reeds(Self.pairs(9) { (72, $0 + 1) })
    #expect(
      Self.report(same, ["input": "tie_length"]).answer[0]
        == "Nothing to see yet: all 9 reeds have the same “Tie length”.")
  }

  @Test func hostileValuesDoNotStopIt() {
    var maker = LogMaker()
    for place in 0..<20 {
      let huge = Value.int(place % 3 == 0 ? .max : place % 3 == 1 ? .min : 0)
      let reed = maker.reed("\0<b>", begun: .min / 2, ["strokes": .value(huge)])
      maker.test(reed, day: Self.today, ["success": .value(huge)])
      maker.sitting(reed, day: 1, seconds: place == 0 ? 1 : Int64(1) << 40)
    }
    for outcome in ["success", "hours", "score", "t_peep", "nothing"] {
      let report = Self.report(
        maker, ["outcome": outcome, "input": "strokes", "colour": "\0", "bootstrap": "on"])
      #expect(!report.answer.isEmpty)
    }
  }
}
