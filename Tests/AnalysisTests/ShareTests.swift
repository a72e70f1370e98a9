import Domain
import Ledger
import Reports
import Testing

@testable import Analysis

/// Outcomes that are choices: the share of reeds with each.
@Suite struct ShareTests {
  private static let today: Int64 = 20_000

  /// So many reeds of each shaper would be made again, of so many that were asked about.
  private static func again(_ groups: [(name: String, hits: Int, count: Int)]) -> LogMaker {
    var maker = LogMaker()
    for group in groups {
      for place in 0..<group.count {
        maker.reed(
          "\(group.name)\(place)", begun: today - 30,
          ["shaper": .tool(group.name), "would_repeat": place < group.hits ? "Yes" : "No"])
      }
    }
    return maker
  }

  private static func report(
    _ maker: LogMaker, _ outcome: String = "would_repeat:Yes", _ more: [String: String] = [:]
  ) -> Report {
    var question = Question(.compare, today: today)
    question["outcome"] = outcome
    for (control, value) in more { question[control] = value }
    return ComparePage(question, maker.log).report
  }

  /// The interval is Newcombe's, and p that of all 12,870 arrangements: 130 of them.
  @Test func sharesAreComparedWithTheirIntervals() throws {
    let report = Self.report(Self.again([("A", 1, 8), ("B", 7, 8)]))
    #expect(report.title == "Which shaper works best for me?")
    #expect(
      report.answer == [
        "Supported by your reeds: B is ahead of A, and luck alone would rarely do that.",
        "This compares the share of reeds with “Make it again? Yes”.",
        "B 88 % (7 of 8 reeds), A 13 % (1 of 8 reeds): +75 points, 95 % +26 to +90 points.",
        "If the shapers did not differ at all, a gap this big or bigger would turn up once in 100.",
      ])
    let groups = try #require(report.sections[0].table)
    #expect(
      groups.heads == [
        "Shaper", "Reeds", "Share", "95 % interval", "Make it again? Yes", "Not recorded",
      ])
    #expect(
      groups.rows.map { $0.cells.joined(separator: " | ") } == [
        "A | 8 | 13 % | 2 to 47 % | 1 | 0", "B | 8 | 88 % | 53 to 98 % | 7 | 0",
      ])
    let numbers = try #require(report.sections[1].table)
    #expect(
      numbers.rows.map { $0.cells.joined(separator: " | ") } == [
        "Difference of the shares (Newcombe) | +75 points | +26 to +90 points",
        "Permutation p, all 12,870 arrangements | 0.010 | –",
      ])
    #expect(report.sections[0].actions.isEmpty, "no experiment has such an outcome")
  }

  @Test func sharesAreDrawnFromNoneToAll() throws {
    let report = Self.report(Self.again([("A", 1, 8), ("B", 8, 8)]), "would_repeat:Yes")
    let plot = try #require(report.sections[0].plot)
    guard case .dots(let dots) = plot.layers[0], case .intervals(let spans, _) = plot.layers[1]
    else {
      Issue.record("dots and intervals are missing")
      return
    }
    guard case .share = plot.y.scale else {
      Issue.record("the axis is not one of shares")
      return
    }
    #expect(plot.series.last == "Share and 95 % interval")
    #expect(dots.count == 16 && dots.allSatisfy { $0.y == 0 || $0.y == 1 })
    #expect(spans.map { $0.value } == [0.125, 1])
    #expect(spans.allSatisfy { $0.low >= 0 && $0.high <= 1 && $0.low < $0.high })
  }

  @Test func aFewReedsAreTooEarlyAndTheAnswerSaysHowManyMore() {
    let early = Self.report(Self.again([("A", 0, 3), ("B", 3, 3)]))
    #expect(early.answer[0] == "Too early to tell; B is ahead so far.")
    let report = Self.report(Self.again([("A", 2, 6), ("B", 4, 6)]))
    #expect(report.answer[0] == "Too early to tell; B is ahead so far.")
    #expect(report.words.contains("+33 points, 95 % −19 to +67 points."))
    #expect(report.words.contains("To tell 50 % from 90 %: 23 reeds each. At your pace of "))
    #expect(!report.words.contains("pairs"))
    let level = Self.report(Self.again([("A", 4, 4), ("B", 4, 4)]))
    #expect(level.answer[0] == "Too early to tell; A and B are level so far.")
    let many = Self.report(Self.again([("A", 12, 30), ("B", 13, 30)]))
    #expect(
      many.words.contains("With 23 reeds each you have an 80 % chance of telling 50 % from 90 %."))
  }

  @Test func eachChoiceIsAnOutcomeAndTheLatestTestCounts() throws {
    var maker = LogMaker()
    for place in 0..<8 {
      let name = place % 2 == 0 ? "A" : "B"
      let reed = maker.reed("R\(place)", begun: Self.today - 30, ["shaper": .tool(name)])
      maker.test(reed, day: Self.today - 20, ["verdict": "Practice", "t_hairpin_low": "Failed"])
      if name == "B" { maker.test(reed, day: Self.today - 10, ["verdict": "Concert"]) }
    }
    let blank = maker.reed("blank", begun: Self.today - 30, ["shaper": .tool("B")])
    maker.test(blank, day: Self.today - 10, ["success": 7])
    let report = Self.report(maker, "verdict:Concert")
    #expect(report.title == "“Shaper” and “Good for: Concert”")
    #expect(
      report.answer[0]
        == "Supported by your reeds: B is higher than A, and luck alone would rarely do that.")
    #expect(report.answer[1].hasSuffix(" Of several tests, the latest counts."))
    #expect(report.words.contains("B 100 % (4 of 4 reeds), A 0 % (0 of 4 reeds): +100 points"))
    #expect(report.words.contains("Not counted: 1 B reed not recorded."))
    // Only what a reed has can be asked about; of passed and failed, failed is the rest.
    let options = try #require(report.control("outcome")).options
    #expect(
      options.map { $0.value } == ["success", "verdict:Concert", "verdict:Practice"])
    #expect(options.last?.label == "Good for: Practice")
    let first = Self.report(maker, "verdict:Concert", ["moment": "first"])
    #expect(first.control("outcome")?.options.contains { $0.value == "verdict:Concert" } == false)
  }

  @Test func ofSeveralGroupsEachPairIsAQuestion() {
    // Alone, p is 0.029; as one of three, 0.086.
    let two = Self.again([("A", 0, 4), ("B", 4, 4)])
    #expect(Self.report(two).answer[0].hasPrefix("Supported by your reeds"))
    let three = Self.report(
      Self.again([("A", 0, 4), ("B", 4, 4), ("C", 2, 4)]), "would_repeat:Yes", ["pair": "A | B"])
    #expect(three.answer[0] == "Leaning, not settled: B is ahead of A so far.")
    #expect(three.words.contains("Shares are compared two groups at a time. B against A: "))
    #expect(!three.words.contains("luck taken out"))
  }

  // MARK: - Beside a measurement

  /// Reeds with a tie length, of which some would be made again.
  private static func tied(_ again: [Bool]) -> LogMaker {
    var maker = LogMaker()
    for (place, isAgain) in again.enumerated() {
      maker.reed(
        "R\(place)", begun: today - 1 - Int64(place * 37 % 180),
        ["tie_length": .number(72 + Double(place) / 10), "would_repeat": isAgain ? "Yes" : "No"])
    }
    return maker
  }

  private static func scatter(_ maker: LogMaker, _ outcome: String = "would_repeat:Yes") -> Report {
    var question = Question(.scatter, today: today)
    (question["input"], question["outcome"]) = ("tie_length", outcome)
    return ScatterPage(question, maker.log).report
  }

  /// Six of the shorter ones no, six of the longer ones yes: of the 924 arrangements two are as extreme.
  @Test func aChoiceBesideAMeasurementIsRankedWithoutALine() throws {
    let report = Self.scatter(Self.tied((0..<12).map { $0 >= 6 }))
    #expect(report.title == "Tie length and “Make it again? Yes”")
    #expect(
      report.answer[0]
        == "A longer tie length goes with more reeds with “Make it again? Yes”: supported by your reeds."
    )
    // The ranks of the answers are 3.5 and 9.5, so that ρ is 9 ÷ √(143 ÷ 12 · 9).
    #expect(report.answer[1].hasPrefix("Spearman’s rho 0.87, 95 % "))
    #expect(report.words.contains("less than once in 100."))
    #expect(
      report.words.contains("rho is the point-biserial correlation of ranks. There is no line"))
    #expect(!report.allText.contains("Theil"))
    #expect(
      report.words.contains(
        "In thirds, from the lowest tie length to the highest, “Make it again? Yes” is 0 %, 50 % and 100 % "
          + "(4, 4 and 4 reeds)."))
    let plot = try #require(report.sections[0].plot)
    guard case .dots(let dots) = plot.layers[0], case .intervals(let spans, _) = plot.layers[1]
    else {
      Issue.record("dots and intervals are missing")
      return
    }
    #expect(dots.count == 12 && dots.allSatisfy { $0.y == 0 || $0.y == 1 })
    #expect(plot.y.least == 0...1)
    // Wilson’s intervals of 0, 2 and 4 of 4.
    #expect(spans.map { ($0.low * 1_000).rounded() } == [0, 150, 510])
    #expect(spans.map { ($0.high * 1_000).rounded() } == [490, 850, 1_000])
    #expect(
      report.sections[0].text.contains(
        "The marks are the shares of the thirds, with 95 % intervals."))
    #expect(report.sections[0].table?.rows.map { $0.cells[2] }.prefix(1) == ["No"])
    #expect(report.sections[0].table?.rows.map { $0.cells[2] }.suffix(1) == ["Yes"])
    #expect(
      report.control("outcome")?.options.contains { $0.value == "would_repeat:Yes" } == true)
  }

  @Test func aMiddleThatIsMoreFrequentIsSaid() {
    let report = Self.scatter(Self.tied((0..<18).map { (6..<12).contains($0) }))
    #expect(
      report.words.contains(
        " reads higher than both ends: 100 %, against 0 % and 0 % (6, 6 and 6 reeds). Rho cannot show that"
      ))
  }

  /// One choice is the map’s only outcome; all of them together would count one relation several times.
  @Test func aChoiceIsAskedAboutAloneInTheMap() {
    var maker = Self.tied((0..<12).map { $0 >= 6 })
    for place in 0..<12 {
      maker.test(
        maker.rows[place].id, day: Self.today, ["success": .number(Double(place * 5 % 12 % 10 + 1))]
      )
    }
    let all = RelationsTests.report(maker)
    #expect(
      all.sections[0].text.contains(
        "Choices, such as “Make it again? Yes”, are asked about one at a time: choose one as the outcome."
      ))
    #expect(all.sections[0].table?.rows.allSatisfy { $0.cells[1] != "Make it again? Yes" } == true)
    let one = RelationsTests.report(maker, ["outcome": "would_repeat:Yes"])
    #expect(
      one.words.contains(
        "A longer tie length goes with more reeds with “Make it again? Yes”: rho 0.87")
    )
    #expect(one.words.contains("Only “Make it again? Yes” was asked about"))
    #expect(one.sections[0].table?.rows.count == 1)
    #expect(
      one.sections[0].text.contains(
        "Yes counts as 1 and no as 0: rho is the point-biserial correlation of ranks."))
  }

  // MARK: - Over time

  private static let november = CalendarMonth(year: 2026, number: 11).firstDay

  private static func trends(_ maker: LogMaker, _ outcome: String) -> Report {
    var question = Question(.trends, today: november)
    question["outcome"] = outcome
    return TrendsPage(question, maker.log).report
  }

  /// Reeds every twenty days, of which some would be made again.
  private static func monthly(_ again: [Bool]) -> LogMaker {
    var maker = LogMaker()
    for (place, isAgain) in again.enumerated() {
      maker.reed(
        "R\(place)", begun: november - Int64(again.count - place) * 20,
        ["would_repeat": isAgain ? "Yes" : "No"])
    }
    return maker
  }

  /// 130 of all 12,870 arrangements are as far apart.
  @Test func theNewerHalfIsSetAgainstTheOlderOne() throws {
    var maker = Self.monthly((0..<16).map { $0 == 0 || $0 > 8 })
    maker.reed("Unasked", begun: Self.november - 5)
    let report = Self.trends(maker, "would_repeat:Yes")
    #expect(
      report.answer[0]
        == "“Make it again? Yes” got more frequent: older half 13 % (1 of 8 reeds), newer half 88 % (7 of 8): "
        + "+75 points, 95 % +26 to +90 points, p = 0.010.")
    #expect(report.answer.last == "1 reed without a record is not counted.")
    // What is said of a reed itself has no weather.
    #expect(report.sections.map { $0.heading } == ["Over the months"])
    let plot = try #require(report.sections[0].plot)
    guard case .share = plot.y.scale, case .dots(let dots) = plot.layers[0],
      case .intervals(let spans, _) = plot.layers[1]
    else {
      Issue.record("dots and intervals of shares are missing")
      return
    }
    #expect(plot.layers.count == 2 && dots.count == 16)
    let table = try #require(report.sections[0].table)
    #expect(table.heads == ["Month", "Reeds", "Make it again? Yes", "Share", "95 %"])
    #expect(table.rows.count == spans.count)
    #expect(spans.allSatisfy { $0.low <= $0.value ?? -1 && $0.value ?? 2 <= $0.high })
    #expect(report.control("outcome")?.options.map { $0.value } == ["success", "would_repeat:Yes"])
    // The usual question stays the usual one.
    #expect(
      TrendsPage(Question(.trends, today: Self.november), maker.log).report.control("outcome")?
        .chosen == "success")
  }

  @Test func aShareThatStaysAndAShareOfFewReedsAreSaid() {
    let steady = Self.trends(Self.monthly((0..<20).map { $0 % 2 == 0 }), "would_repeat:Yes")
    #expect(
      steady.answer[0].hasPrefix(
        "Nothing shows that “Make it again? Yes” got more frequent or rarer: older half 50 % (5 of 10 reeds), "
          + "newer half 50 % (5 of 10): 0 points, 95 % −"))
    let early = Self.trends(Self.monthly([false, true, false, true]), "would_repeat:Yes")
    #expect(
      early.answer[0].hasPrefix(
        "Too early to tell whether “Make it again? Yes” gets more frequent or rarer: 4 recorded reeds, 16 are "
          + "needed. At your pace of "))
    var maker = LogMaker()
    for place in 0..<16 {
      maker.reed(
        "R\(place)", begun: Self.november - 40, ["would_repeat": place < 8 ? "Yes" : "No"])
    }
    #expect(
      Self.trends(maker, "would_repeat:Yes").answer[0]
        == "All recorded reeds were started on one day.")
  }

  /// The answer and the weather of one test belong together.
  @Test func aChoiceOfTestsIsSetAgainstTheirWeather() throws {
    var maker = LogMaker()
    for place in 0..<12 {
      let day = Self.november - Int64(12 - place) * 20
      let reed = maker.reed("R\(place)", begun: day)
      maker.test(reed, day: day + 2, ["verdict": "Practice", "rh": .number(Double(90 - place))])
      maker.test(
        reed, day: day + 9,
        ["verdict": place < 6 ? "Practice" : "Concert", "rh": .number(Double(30 + place))])
    }
    let report = Self.trends(maker, "verdict:Concert")
    let weather = try #require(
      report.sections.first { $0.heading == "“Good for: Concert” and humidity" })
    #expect(
      weather.text[0].hasPrefix(
        "“Good for: Concert” tends to be more frequent when humidity is higher: rank correlation +0.87"
      ))
    #expect(weather.table?.rows.first?.cells == ["R0", "30.0 %", "No"])
  }
}
