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
        "Permutation p, all 12870 arrangements | 0.010 | –",
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
}
