import Domain
import Ledger
import Reports
import Sound
import Statistics
import Testing

@testable import Analysis

/// What is measured and differs between the groups of a comparison.
@Suite struct ImbalanceTests {
  private static let today = CalendarMonth(year: 2026, number: 11).firstDay

  /// Reeds on two shapers in turn, all of one day.
  private static func log(
    _ ratings: [Int], _ values: [[String: LogMaker.Entry]], begun: (Int) -> Int64 = { _ in today }
  ) -> LogMaker {
    var maker = LogMaker()
    for (place, rating) in ratings.enumerated() {
      let shaper: [String: LogMaker.Entry] = ["shaper": .tool(place % 2 == 0 ? "A" : "B")]
      let entries = place < values.count ? values[place] : [:]
      let reed = maker.reed(
        "R\(place)", begun: begun(place), shaper.merging(entries) { one, _ in one })
      maker.test(reed, day: today + 10, ["success": .number(Double(rating))])
    }
    return maker
  }

  private static func gouge(_ middle: Double) -> [String: LogMaker.Entry] {
    [
      "g_a_l": 0.45, "g_a_m": .number(middle), "g_a_r": 0.45, "g_b_l": 0.45,
      "g_b_m": .number(middle), "g_b_r": 0.45,
    ]
  }

  private static func report(
    _ maker: LogMaker, _ choices: [String: String] = [:]
  ) -> Report {
    var question = Question(.compare, today: today)
    for (control, value) in choices { question[control] = value }
    return ComparePage(question, maker.log).report
  }

  private static let ratings = [4, 8, 5, 8, 4, 7, 5, 9, 3, 8, 4, 7, 5, 8, 4, 9]
  private static let mixed = "cannot be told apart"

  @Test func namesAThickerGougeWithItsFigures() throws {
    let maker = Self.log(
      Self.ratings,
      (0..<16).map { Self.gouge(($0 % 2 == 0 ? 0.55 : 0.61) + Double($0 / 2 % 3) / 100) })
    let report = Self.report(maker)
    #expect(report.answer[0].hasPrefix("Supported by your reeds: B is ahead of A"))
    #expect(
      report.words.contains(
        "B reeds also have a thicker gouge: 0.506 mm on average against 0.486 mm, so that “Shaper” "
          + "and “Gouge, mean” cannot be told apart. The difference may come from that."))
    // The six points say it once.
    #expect(report.words.ranges(of: Self.mixed).count == 1)
    #expect(report.sections[0].plot?.series.prefix(2) == ["Up to 0.496 mm", "Above 0.496 mm"])
    let colour = try #require(report.control("colour"))
    #expect(colour.options.contains { $0.value == "gouge_mean" && $0.label == "Gouge, mean" })
    #expect(
      Self.report(maker, ["colour": "gouge_mean"]).sections[0].plot == report.sections[0].plot)
    #expect(Self.report(maker, ["colour": "none"]).sections[0].plot?.series.count == 2)
    let table = try #require(report.sections.last)
    #expect(table.heading == "What else differs")
    #expect(
      table.table?.rows.map { $0.cells[0] } == ["Gouge, mean", "Day started"],
      "what is looked at does not depend on its values")
    #expect(table.table?.rows[0].cells.last == "Possible explanation")
    #expect(table.table?.rows[1].cells.last == "")
  }

  @Test func theStrengthIsWhatItIsWithoutIt() {
    let plain = Self.report(Self.log(Self.ratings, []))
    let mixed = Self.report(
      Self.log(Self.ratings, (0..<16).map { Self.gouge($0 % 2 == 0 ? 0.55 : 0.61) }))
    #expect(mixed.answer[0] == plain.answer[0])
    #expect(mixed.words.contains(Self.mixed) && !plain.words.contains(Self.mixed))
  }

  @Test func groupsWithoutAnySpreadAreFarthestApart() throws {
    let report = Self.report(
      Self.log(
        Self.ratings,
        (0..<16).map {
          ["tube_diameter": $0 % 2 == 0 ? 10.5 : 10, "hardness_a": $0 % 2 == 0 ? 12 : 20]
        }))
    #expect(
      report.words.contains(
        "A reeds also have a larger tube diameter: 10.50 mm on average against 10.00 mm"))
    #expect(report.words.contains("B reeds also have a harder first end of the cane: 20.0 on"))
    #expect(report.words.contains("The difference may come from any of these."))
    let line = try #require(report.sections.last?.table?.rows.first)
    #expect(line.cells[3] == "–" && line.cells.last == "Possible explanation")
  }

  @Test func aLaterStartIsSaidAsOne() {
    // Within one month, so that no season says it.
    let report = Self.report(
      Self.log(Self.ratings, []) { Self.today + ($0 % 2 == 0 ? 0 : 20) + Int64($0 / 4) })
    #expect(
      report.words.contains(
        "B reeds were also begun later: on 23 Nov 2026 on average against 3 Nov 2026, so that "
          + "“Shaper” and “Day started” cannot be told apart."))
  }

  @Test func smallDifferencesAreNoMatter() {
    // 0.5 SD.
    let few = Self.log(
      Self.ratings, (0..<16).map { Self.gouge(0.55 + Double($0 / 2 % 4 * 2 + $0 % 2) / 100) })
    #expect(!Self.report(few).words.contains(Self.mixed))
    // Far apart, but a gouge of which the outcome takes no notice.
    let level = Self.log(
      (0..<16).map { [5, 5, 6, 6, 7, 7, 8, 8][$0 % 8] },
      (0..<16).map { Self.gouge($0 % 2 == 0 ? 0.55 : 0.61) })
    #expect(!Self.report(level).words.contains(Self.mixed))
  }

  /// A gouge that works against the shaper hides it.
  @Test func whatHidesADifferenceIsNamed() {
    let maker = Self.log(
      (0..<16).map { [5, 5, 6, 6, 7, 7, 8, 8][$0 % 8] },
      (0..<16).map { Self.gouge(($0 % 2 == 0 ? 0.55 : 0.61) + Double($0 / 2 % 4) / 100) })
    #expect(Self.report(maker).words.contains(Self.mixed))
  }

  @Test func whatAToolDoesItselfIsNoOtherCause() {
    var maker = LogMaker()
    for place in 0..<16 {
      let reed = maker.reed(
        "R\(place)", begun: Self.today,
        Self.gouge(place % 2 == 0 ? 0.55 : 0.61).merging([
          "gouger": .tool(place % 2 == 0 ? "Ross" : "Ridder"),
          "staple_model": .tool(place % 2 == 0 ? "D11" : "D12"),
          "staple_length": place % 2 == 0 ? 46 : 47,
        ]) { one, _ in one })
      maker.test(reed, day: Self.today, ["success": .number(Double(Self.ratings[place]))])
    }
    let gouger = Self.report(maker, ["input": "gouger"])
    #expect(!gouger.words.contains("thicker gouge") && gouger.words.contains("a longer staple"))
    let staple = Self.report(maker, ["input": "staple_model"])
    #expect(staple.words.contains("thicker gouge") && !staple.words.contains("a longer staple"))
  }

  @Test func edges() {
    // Too few, mostly unmeasured, all alike, or beyond any number.
    for count in 0...7 {
      let maker = Self.log(
        Array(Self.ratings.prefix(count)), (0..<count).map { Self.gouge(Double($0 % 2)) })
      #expect(!Self.report(maker).words.contains(Self.mixed))
    }
    let sparse = Self.log(
      Self.ratings, (0..<16).map { $0 < 7 ? Self.gouge($0 % 2 == 0 ? 0.55 : 0.61) : [:] })
    #expect(!Self.report(sparse).words.contains(Self.mixed))
    let alike = Self.log(Self.ratings, (0..<16).map { _ in Self.gouge(0.6) })
    #expect(!Self.report(alike).words.contains(Self.mixed))
    let huge = Self.log(
      Self.ratings, (0..<16).map { ["strokes": .number($0 % 2 == 0 ? -1e6 : 1e6)] }
    ) { $0 % 3 == 0 ? 0 : Int64($0) * 100_000_000 }
    #expect(!Self.report(huge, ["colour": "strokes", "outcome": "hours"]).answer.isEmpty)
    #expect(Self.report(huge).words.contains(Self.mixed))
  }

  /// Shapers taken in any order, with nine measurements that have nothing to do with anything.
  @Test(arguments: [6, 12, 24])
  func noiseSeldomNamesAnything(count: Int) {
    var chance = Chance(seed: UInt64(count))
    let names = [
      "tube_diameter", "hardness_a", "density", "tie_length", "overall_length", "shape_width",
      "opening", "strokes",
    ]
    let logs = 200
    var named = 0
    for _ in 0..<logs {
      var shapers = (0..<2 * count).map { $0 % 2 == 0 ? "A" : "B" }
      for place in shapers.indices.dropLast() {
        shapers.swapAt(
          place, place + Int(chance.number(through: UInt64(shapers.count - 1 - place))))
      }
      var maker = LogMaker()
      for (place, shaper) in shapers.enumerated() {
        var entries = Self.gouge(0.6 + 0.012 * Normal.quantile(chance.part()))
        for name in names {
          entries[name] = .number((10 + Normal.quantile(chance.part())).rounded(.down))
        }
        entries["shaper"] = .tool(shaper)
        let reed = maker.reed("R\(place)", begun: Self.today - 500 + Int64(place * 7), entries)
        let rating = min(max(6 + 1.8 * Normal.quantile(chance.part()), 1), 10).rounded()
        maker.test(reed, day: Self.today, ["success": .number(rating)])
      }
      named += Self.report(maker).words.contains(Self.mixed) ? 1 : 0
    }
    print(
      "Noise, \(count) reeds a side, ten measurements: one is named in \(named) of \(logs) logs")
    #expect(named <= logs / 20)
  }
}
