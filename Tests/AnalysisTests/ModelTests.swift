import Domain
import Ledger
import Reports
import Sound
import Testing

@testable import Analysis

@Suite struct ModelTests {
  private static let today: Int64 = 20_000

  private static func report(_ maker: LogMaker, _ choices: [String: String] = [:]) -> Report {
    var question = Question(.model, today: today)
    for (control, value) in choices { question[control] = value }
    var page = ModelPage(question, maker.log)
    var last = 0.0
    repeat {
      let share = page.step()
      #expect(share >= last && share <= 1)
      last = share
    } while last < 1
    return page.report
  }

  /// Reeds of which the success follows the middle of half A, as far as `noise` lets it.
  private static func reeds(_ count: Int, noise: Double, seed: UInt64 = 1) -> LogMaker {
    var (maker, chance) = (LogMaker(), Chance(seed: seed))
    for place in 0..<count {
      let one = RelationsTests.normal(&chance)
      let entries: [String: LogMaker.Entry] = [
        "g_a_m": .number(0.59 + one / 80), "tie_length": .number(72 + chance.part()),
        "strokes": .number(Double(chance.number(through: 300))),
      ]
      let reed = maker.reed(
        "R\(place)", begun: today - 1 - Int64(chance.number(through: 170)), entries)
      let rating = 6 + 2 * one * (1 - noise) + 2 * noise * RelationsTests.normal(&chance)
      maker.test(reed, day: today, ["success": .number(min(max(rating.rounded(), 1), 10))])
    }
    return maker
  }

  @Test func aModelIsEarned() throws {
    let report = Self.report(Self.reeds(40, noise: 0.3), ["outcome": "success"])
    #expect(report.answer[0].hasPrefix("Together, 3 measurements predict "))
    #expect(
      report.answer[1].hasPrefix(
        "With the outcomes shuffled, that much would turn up less than once"))
    #expect(report.answer[2].hasPrefix("Thicker middle of half A by 0.01"))
    #expect(report.answer[2].hasSuffix(", the others being equal."))
    #expect(report.words.contains("40 reeds with “"))
    let section = try #require(report.sections.first)
    guard case .intervals(let spans, .across) = section.plot?.layers.last else {
      Issue.record("no intervals are drawn")
      return
    }
    #expect(spans.count == 3 && spans[0].name == "A middle" && spans[0].low > 0)
    #expect(section.table?.rows.count == 3)
    for word in ["causes", "best", "significant"] {
      #expect(!report.allText.lowercased().contains(word))
    }
  }

  @Test func fewerThanThirtyReedsEarnNone() {
    for count in [0, 1, 29] {
      let report = Self.report(Self.reeds(count, noise: 0), ["outcome": "success"])
      #expect(report.answer[0].hasPrefix("Too early for a model: "), "\(count)")
      #expect(report.answer[0].hasSuffix("“Success”, and it takes 30."))
      #expect(report.sections.isEmpty)
    }
    let words = Self.report(Self.reeds(29, noise: 0), ["outcome": "success"]).words
    #expect(
      words.contains(
        "At your pace of about 5 reeds with “Success” a month, 1 more takes until about "))
  }

  @Test func noiseEarnsNone() {
    var shown = 0
    for seed in 0..<40 as Range<UInt64> {
      let report = Self.report(Self.reeds(35, noise: 1, seed: seed + 60), ["outcome": "success"])
      if !report.sections.isEmpty { shown += 1 }
      if report.sections.isEmpty { #expect(report.answer[0].hasPrefix("No model yet: ")) }
    }
    print("models of noise shown: \(shown) of 40")
    #expect(shown <= 4)
  }

  /// Reeds of two shapers, some with wire: success follows the shaper by `lead`, and nothing else.
  private static func shaped(
    _ count: Int, lead: Double, rare: Int = 0, seed: UInt64 = 1
  ) -> LogMaker {
    var (maker, chance) = (LogMaker(), Chance(seed: seed))
    for place in 0..<count {
      let isMack = place % 2 == 1
      let entries: [String: LogMaker.Entry] = [
        "shaper": .tool(place < rare ? "Weber" : isMack ? "Mack" : "Gilbert"),
        "wire": .flag(chance.number(through: 1) == 1), "tie_length": .number(72 + chance.part()),
      ]
      let reed = maker.reed("R\(place)", begun: today - 1 - Int64(place), entries)
      let rating = 5 + (isMack ? lead : 0) + RelationsTests.normal(&chance)
      maker.test(reed, day: today, ["success": .number(min(max(rating.rounded(), 1), 10))])
    }
    return maker
  }

  @Test func aChoiceIsAnInput() throws {
    let report = Self.report(Self.shaped(61, lead: 3), ["outcome": "success"])
    #expect(report.answer[0].hasPrefix("Together, 1 measurement and 2 choices predict "))
    #expect(report.answer[2].hasPrefix("A Mack reed instead of a Gilbert reed goes with +"))
    #expect(report.answer[2].hasSuffix(", the others being equal."))
    let section = try #require(report.sections.first)
    guard case .intervals(let spans, .across) = section.plot?.layers.last else {
      Issue.record("no intervals are drawn")
      return
    }
    // In points of success, not in standard deviations of a choice.
    #expect(spans.count == 3 && spans[0].name == "Shaper: Mack, not Gilbert")
    #expect(spans[0].low > 1.5 && spans[0].high < 4.5)
    #expect(section.table?.rows.count == 3)
  }

  /// Three reeds of a third shaper are as if none had been recorded.
  @Test func aRareChoiceIsNoInput() {
    let report = Self.report(Self.shaped(61, lead: 3, rare: 3), ["outcome": "success"])
    #expect(!report.words.contains("Weber") && report.words.contains("“Shaper”"))
    #expect(report.words.contains("Not counted: 3 reeds without one of these."))
    // A choice that only four reeds have differs from none.
    let none = Self.report(Self.shaped(31, lead: 3, rare: 27), ["outcome": "success"])
    #expect(!none.words.contains("Shaper"))
  }

  @Test func choicesThatDoNotMatterEarnNone() {
    var shown = 0
    for seed in 0..<40 as Range<UInt64> {
      let maker = Self.shaped(35, lead: 0, seed: seed + 60)
      if !Self.report(maker, ["outcome": "success"]).sections.isEmpty { shown += 1 }
    }
    print("models of choices of noise shown: \(shown) of 40")
    #expect(shown <= 4)
  }

  @Test func reedsWithoutAMeasurementAreCountedApart() {
    var maker = Self.reeds(40, noise: 0.3)
    for place in 0..<6 {
      let reed = maker.reed("X\(place)", begun: Self.today - 3)
      maker.test(reed, day: Self.today, ["success": .number(Double(place + 2))])
    }
    maker.reed("U", begun: Self.today - 3)
    let words = Self.report(maker, ["outcome": "success"]).words
    #expect(words.contains("Not counted: 6 reeds without one of these."))
    #expect(words.contains("Not counted: 1 reed not rated."))
  }

  @Test func measurementsOfFewReedsDoNotCostTheOthers() {
    var maker = Self.reeds(60, noise: 0.3)
    for place in 0..<31 {
      let reed = maker.reed(
        "X\(place)", begun: Self.today - 3,
        [
          "opening": .number(0.5 + Double(place) / 100), "g_a_m": 0.6, "tie_length": 72,
          "strokes": 9,
        ])
      maker.test(reed, day: Self.today, ["success": .number(Double(place % 9 + 1))])
    }
    let words = Self.report(maker, ["outcome": "success"]).words
    #expect(words.contains("91 reeds with "))
    #expect(!words.contains("Tip opening"))
  }

  @Test func equalOutcomesAndHugeOnesDoNotStopIt() {
    var (same, huge) = (LogMaker(), LogMaker())
    for place in 0..<31 {
      let one = same.reed("R", begun: Self.today, ["strokes": .number(Double(place))])
      same.test(one, day: Self.today, ["success": 6])
      let value = Value.int(place % 2 == 0 ? .max : .min)
      let other = huge.reed("R", begun: .max / 2, ["strokes": .value(value)])
      huge.test(other, day: Self.today, ["success": .value(value)])
    }
    #expect(
      Self.report(same, ["outcome": "success"]).answer[0]
        == "No model yet: all 31 reeds have the same “Success”.")
    #expect(!Self.report(huge, ["outcome": "success"]).answer.isEmpty)
    let unmeasured = RelationsTests.noise(reeds: 31, inputs: 0, outcomes: 1, seed: 1)
    #expect(
      Self.report(unmeasured, ["outcome": "success"]).answer[0].hasPrefix(
        "Too early for a model: it takes a measurement that differs"))
  }
}
