import Domain
import Ledger
import Reports
import Testing

@testable import Analysis

@Suite struct BoxTests {
  private static let today: Int64 = 20_000

  private static func report(_ maker: LogMaker, _ choices: [String: String] = [:]) -> Report {
    var question = Question(.boxNow, today: today)
    for (name, value) in choices { question[name] = value }
    return BoxPage(question, maker.log).report
  }

  /// Reeds in some stages, each with so many hours played.
  private static func maker(
    _ stages: [(stage: ReedStage, count: Int)], hours: (Int) -> Int64 = { _ in 0 }
  ) -> LogMaker {
    var maker = LogMaker()
    var number = 0
    for (stage, count) in stages {
      for _ in 0..<count {
        let reed = maker.reed("R\(number)", begun: today - 40) { $0.stage = stage }
        if hours(number) > 0 {
          maker.sitting(reed, day: today - 5, seconds: hours(number) * 3_600)
        }
        number += 1
      }
    }
    return maker
  }

  @Test func yieldHasWilsonsInterval() {
    let twelve = Self.report(
      Self.maker([(.inUse, 4), (.retired, 3), (.discarded, 5), (.blank, 5)]))
    #expect(
      twelve.answer[1]
        == "Of the reeds you tied, 7 of 12 = 58 % came into use, 95 % 32 to 81 %. 5 more are not decided yet."
    )
    let four = Self.report(Self.maker([(.declining, 3), (.discarded, 1), (.scraped, 1)]))
    #expect(
      four.answer[1]
        == "Of the reeds you tied, 3 of 4 = 75 % came into use, 95 % 30 to 95 %. 1 more is not decided yet."
    )
  }

  @Test func aReedThatWasInUseOnceCounts() {
    var maker = LogMaker()
    let reed = maker.reed("A", begun: 19_900) { $0.stage = .discarded }
    maker.move(reed, to: .inUse, day: 19_910)
    maker.move(reed, to: .discarded, day: 19_920)
    maker.reed("Bought", begun: 19_900) { $0.origin = .boughtReed }
    maker.reed("Plan", begun: 19_900) { $0.stage = .planned }
    #expect(Self.report(maker).answer[1].contains("1 of 1 = 100 %"))
  }

  /// A bought single reed was never a blank, and nobody tied it, also beside others in a box.
  @Test func newSingleReedsAreNoNewBlanks() throws {
    var maker = LogMaker()
    for number in 0..<10 {
      maker.reed("C\(number)", begun: Self.today - 1) { $0.begin(for: .clarinet) }
    }
    let alone = Self.report(maker)
    #expect(!alone.answer.contains { $0.contains("tied") } && alone.sections.count == 2)
    maker.reed("O", begun: Self.today - 1) { $0.stage = .blank }
    let both = Self.report(maker)
    let table = try #require(both.sections.first?.table)
    #expect(table.rows.first { $0.cells[0] == "Blank" }?.cells == ["Blank", "1", "1"])
    #expect(both.sections.count == 3)
  }

  @Test func saysWhatIsInTheBoxAndHowMuchIsLeft() {
    // Ends at 4, 8, 8, 11, 13, 14, 15; in use after 12, 9 and 6 hours: half last 13.
    let hours: [Int64] = [12, 9, 6, 4, 8, 8, 11, 13, 14, 15]
    let maker = Self.maker(
      [(.inUse, 3), (.retired, 7), (.blank, 2)], hours: { $0 < 10 ? hours[$0] : 0 })
    let report = Self.report(maker)
    #expect(report.answer[0] == "In the box: 2 blanks and 3 in use.")
    #expect(report.answer[2].hasPrefix("Half of your reeds last 13 hours or more; 95 % "))
    let table = report.sections[2].table
    #expect(table?.heads.last == "Left of your median")
    #expect(table?.rows.map { $0.cells[2] } == ["12 hours", "9 hours", "6 hours"])
    #expect(table?.rows.map { $0.cells[5] } == ["1 hour", "4 hours", "7 hours"])
    #expect(table?.rows.allSatisfy { $0.row != nil && $0.cells[3] == "not rated" } == true)
    // Filters of the box do not hide the reeds that have left it.
    let inUse = Self.report(maker, ["stage": "4"])
    #expect(inUse.answer[0] == "In the box: 3 in use.")
    #expect(Array(inUse.answer[1...]) == Array(report.answer[1...]))
  }

  @Test func needsSixEnds() {
    let report = Self.report(
      Self.maker([(.inUse, 2), (.retired, 5)], hours: { Int64($0 + 2) }))
    #expect(
      report.answer[2]
        == "Too early to tell how long your reeds last: 5 reeds with time recorded have ended, 6 are needed. "
        + "No reed with time recorded was retired or discarded in the last six months, so there is no estimate."
    )
    #expect(report.sections[2].table?.heads.last == "Left")
    let silent = Self.report(Self.maker([(.retired, 9)]))
    #expect(silent.answer[0] == "Nothing in the box: 9 reeds are retired or discarded.")
    #expect(
      silent.answer[2]
        == "How long your reeds last is not known: no time played on them is recorded.")
  }

  /// A single box or tag is a choice if some reeds have it and others do not.
  @Test func filtersShowWhatDividesTheReeds() {
    func names(_ tags: [String], inBox: (Int) -> Bool) -> [String] {
      var maker = LogMaker()
      let box = maker.box("Concerts")
      for (place, tag) in tags.enumerated() {
        maker.reed("R\(place)", begun: Self.today - 40) {
          $0.tags = tag
          if inBox(place) { $0.box = box }
        }
      }
      return Self.report(maker).controls.map { $0.name }
    }
    #expect(names(["dark", "", ""]) { $0 == 1 } == ["moment", "days", "box", "tag"])
    #expect(names(["dark", "dark"]) { _ in true } == ["moment", "days"])
    #expect(names(["", ""]) { _ in false } == ["moment", "days"])
    #expect(names(["dark", "bright"]) { _ in true } == ["moment", "days", "tag"])
  }

  @Test func edges() {
    #expect(Self.report(LogMaker()).answer == ["No reeds yet."])
    #expect(
      Self.report(Self.maker([(.inUse, 1)]), ["stage": "1"]).answer
        == ["No reed matches these filters."])
    var huge = Self.maker([(.inUse, 2)])
    let reed = huge.reed("Far", begun: .max) { $0.stage = .retired }
    for day in [Int64.min, .max] {
      var block = PractisedBlock(huge.newID(), in: reed, day: day, began: 0)
      (block.reed, block.seconds) = (reed, .max)
      huge.add(block)
      huge.add(StageMove(huge.newID(), of: reed, to: .retired, day: day, made: 0))
    }
    #expect(Self.report(huge).sections.count == 3)
  }
}
