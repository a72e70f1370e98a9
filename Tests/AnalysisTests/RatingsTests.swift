import Domain
import Ledger
import Reports
import Statistics
import Testing

@testable import Analysis

@Suite struct RatingsTests {
  private static let today: Int64 = 20_600

  private static func report(
    _ maker: LogMaker, _ choices: [String: String] = [:], today: Int64 = today
  ) -> Report {
    var question = Question(.ratings, today: today)
    for (control, value) in choices { question[control] = value }
    return RatingsPage(question, maker.log).report
  }

  /// Reeds rated blind twice, a week apart.
  private static func maker(_ ratings: [(Int, Int)]) -> LogMaker {
    var maker = LogMaker()
    for (place, pair) in ratings.enumerated() {
      let reed = maker.reed("R\(place)", begun: today - 60)
      maker.test(reed, day: today - 30, isBlind: true, ["success": .number(Double(pair.0))])
      maker.test(reed, day: today - 23, isBlind: true, ["success": .number(Double(pair.1))])
    }
    return maker
  }

  private static let ten = [
    (3, 4), (5, 5), (7, 6), (8, 9), (4, 4), (6, 7), (9, 8), (2, 3), (7, 7), (5, 6),
  ]

  @Test func saysHowFarRatingsAgree() throws {
    let report = Self.report(Self.maker(Self.ten))
    let agreement = try #require(Agreement(Self.ten.map { [Double($0.0), Double($0.1)] }))
    // By hand: mean squares of reeds 8.25, of days 0.45, of error 0.3389.
    #expect(abs(agreement.value - 0.91871) < 1e-5)
    #expect(report.answer[0] == "You rate success mostly alike on two days.")
    #expect(report.words.contains("About 92 % of what differs between your ratings is the reeds"))
    #expect(report.words.contains("ICC(A,1) 0.92, 95 % "))
    #expect(report.words.contains(", from 10 reeds."))
    let least = Words.number(agreement.smallestDifference, places: 1)
    #expect(report.words.contains("differ by less than \(least) may mean no change"))
    #expect(report.words.contains("Spearman’s rho +0.9"))
    #expect(
      report.words.contains(
        "A true relation of 0.50 with this rating shows as about 0.48, and as 0.46 if"))
  }

  @Test func theCeilingIsThePublishedOne() {
    // Two reliabilities of 0.7 show a true 0.5 as 0.35.
    #expect(Words.number(0.5 * 0.7, places: 2) == "0.35")
    let random = Self.report(
      Self.maker([(1, 9), (9, 1), (2, 8), (8, 2), (5, 5), (3, 7), (7, 3), (4, 6)]))
    #expect(random.answer[0].hasPrefix("Two days give you two opinions of success"))
    #expect(random.words.contains("this rating can’t reveal any relation"))
  }

  @Test func drawsFirstAgainstSecondWithTheLineOfEquality() throws {
    let report = Self.report(Self.maker(Self.ten + [(5, 5)]))
    let plot = try #require(report.sections[0].plot)
    guard case .line(let line, .dashed, _) = plot.layers[0], case .dots(let dots) = plot.layers[1]
    else {
      Issue.record("the line or the dots are missing")
      return
    }
    #expect(line.map { $0.x } == [1, 10])
    #expect(line.map { $0.y } == [1, 10])
    #expect(dots.count == 11)
    #expect(dots[1].x != dots[10].x, "equal ones are drawn beside each other")
    #expect(report.sections[0].table?.rows[0].cells.suffix(2) == ["+1.0", "7"])
  }

  @Test func saysHowToAndHowManyAreMissing() {
    let none = Self.report(LogMaker())
    #expect(none.answer[0] == "Too early to tell: no reed has been rated blind on two days.")
    #expect(none.answer[1].hasPrefix("Choose 8 to 10 reeds, good and bad."))
    #expect(
      none.answer[2]
        == "No reed was rated blind a second time in the last six months, so there is no estimate.")
    #expect(none.sections.isEmpty)
    let one = Self.report(Self.maker([(5, 6)]))
    #expect(
      one.answer[0]
        == "Too early to tell: 1 reed has been rated blind on two days, 7 more to go.")
    let seven = Self.report(Self.maker(Array(Self.ten.prefix(7))))
    #expect(seven.answer[0].contains("7 reeds have been rated blind on two days, 1 more to go"))
    #expect(!seven.words.contains("ICC"))
    #expect(
      seven.answer[2]
        == "At your pace of about 8 reeds rated blind a second time a month, 1 more takes until about \(CalendarMonth(of: Self.today + 4).name)."
    )
    #expect(seven.sections[0].plot != nil)
    #expect(Self.report(Self.maker(Array(Self.ten.prefix(8)))).words.contains("ICC(A,1)"))
  }

  @Test func countsOnlyBlindRatingsOnTwoNearDays() {
    var maker = LogMaker()
    func test(_ reed: RowID, _ day: Int64, _ isBlind: Bool = true) {
      maker.test(reed, day: Self.today + day, isBlind: isBlind, ["success": 5])
    }
    let seeing = maker.reed("Seeing", begun: 1)
    test(seeing, -40, false)
    test(seeing, -35)
    let sameDay = maker.reed("Same day", begun: 1)
    test(sameDay, -40)
    test(sameDay, -40)
    let late = maker.reed("Late", begun: 1)
    test(late, -40)
    test(late, -25)
    #expect(Self.report(maker).answer[0].contains("no reed has been rated"))
    let near = maker.reed("Near", begun: 1)
    test(near, -40)
    test(near, -26)
    #expect(Self.report(maker).answer[0].contains("1 reed has been rated"))
  }

  @Test func leavesOutReedsThatWereAdjusted() {
    var maker = Self.maker(Array(Self.ten.prefix(8)))
    let reed = maker.reed("Scraped", begun: 1)
    maker.test(reed, day: Self.today - 30, isBlind: true, ["success": 2])
    maker.add(
      Adjustment(
        maker.newID(), of: reed, day: Self.today - 28, made: (Self.today - 28) * 86_400_000))
    maker.test(reed, day: Self.today - 26, isBlind: true, ["success": 9])
    let report = Self.report(maker)
    #expect(report.words.contains(", from 8 reeds."))
    #expect(
      report.answer.last == "Not counted: 1 reed adjusted between the two ratings.")
    maker.test(reed, day: Self.today - 20, isBlind: true, ["success": 9])
    #expect(Self.report(maker).words.contains(", from 9 reeds."), "the latest two are alike")
  }

  @Test func namesReedsThatWaitWithoutTheirRating() throws {
    var maker = LogMaker()
    for (place, day) in [3, 13, 15].enumerated() {
      let reed = maker.reed("R\(place)", begun: 1)
      maker.test(reed, day: Self.today - Int64(day), isBlind: true, ["success": 7])
    }
    let section = try #require(Self.report(maker).sections.last)
    #expect(section.heading == "Waiting for the second rating")
    let rows = try #require(section.table?.rows)
    #expect(rows.map { $0.cells[0] } == ["R0", "R1"])
    #expect(rows[0].cells[2] == Words.day(Self.today + 11))
    #expect(rows.allSatisfy { $0.cells.count == 3 && $0.row != nil })
  }

  @Test func survivesRatingsThatAllAgree() {
    let equal = Self.report(Self.maker(Array(repeating: (7, 7), count: 9)))
    #expect(equal.answer[0].hasPrefix("All 9 reeds got the same rating both times"))
    let twice = Self.report(Self.maker((1...9).map { ($0, $0) }))
    #expect(twice.answer[0] == "You rate success alike on two days.")
    #expect(twice.words.contains("Every reed got the same rating both times."))
    let shifted = Self.report(Self.maker((1...9).map { ($0, $0 + ($0 % 2)) }))
    #expect(shifted.words.contains("higher on average, 95 % +"))
  }

  /// Reeds judged blind twice: good for a concert, or not.
  private static func answers(_ answers: [(Bool, Bool)]) -> Report {
    var maker = LogMaker()
    for (place, pair) in answers.enumerated() {
      let reed = maker.reed("R\(place)", begun: today - 60)
      for (day, isYes) in [(30, pair.0), (23, pair.1)] {
        maker.test(
          reed, day: today - Int64(day), isBlind: true,
          ["verdict": .text(isYes ? "Concert" : "Practice")])
      }
    }
    return report(maker, ["outcome": "verdict:Concert"])
  }

  @Test func saysHowFarAnswersOfYesOrNoAgree() throws {
    let ten = (0..<10).map { ($0 < 5, $0 < 4 || $0 == 9) }
    let report = Self.answers(ten)
    #expect(
      report.answer[0]
        == "You rate “Good for: Concert” roughly alike on two days, as far as 10 reeds can tell.")
    // By hand: half are yes both times, so that chance alone makes 50 % agree, and 0.3 of 0.5 is left.
    #expect(
      report.answer[1]
        == "8 of 10 reeds got the same answer both times: 80 %, 95 % 49 % to 94 %. Chance alone would "
        + "make 50 % agree.")
    #expect(
      report.answer[2]
        == "Cohen’s kappa 0.60, 95 % −0.02 to 0.89: 0 is no better than chance, 1 is full agreement."
    )
    #expect(
      report.answer[3].hasPrefix("A true relation of 0.50 with this rating shows as about 0.39"))
    #expect(report.answer.count == 4)
    let section = report.sections[0]
    #expect(section.plot == nil)
    let cells = try #require(section.table?.rows[4].cells)
    #expect(cells[1].hasPrefix("Yes, ") && cells[2].hasPrefix("No, ") && cells[3] == "Changed")
    #expect(section.table?.rows[0].cells[3] == "Same")
    let options = report.control("outcome")?.options.map { $0.value }
    #expect(options == ["success", "verdict:Concert", "verdict:Practice"])
    #expect(Self.answers([]).answer[0].contains("no reed has been rated"))
    #expect(
      Self.answers(Array(ten.prefix(7))).answer[0].contains("rated blind on two days, 1 more to go")
    )
  }

  @Test func oneAnswerAloneSaysNothingOfAgreement() {
    let report = Self.answers(Array(repeating: (true, true), count: 9))
    #expect(
      report.answer[0]
        == "All 9 reeds got the same answer both times, so nothing tells them apart.")
    #expect(
      report.answer[1]
        == "Cohen’s kappa can’t say how well you agree: chance alone would do as well."
    )
    #expect(report.answer[2].hasPrefix("Choose good and bad reeds"))
    let random = Self.answers((0..<8).map { ($0 < 4, $0 % 2 == 0) })
    #expect(random.answer[0].hasPrefix("Two days give you two opinions of “Good for: Concert”"))
    #expect(random.words.contains("this rating can’t reveal any relation"))
  }

  @Test func offersTheRatingsThatWereGivenBlind() throws {
    var maker = Self.maker(Self.ten)
    let reed = maker.reed("X", begun: 1)
    maker.test(reed, day: 10, isBlind: true, ["q_ring": 4])
    maker.test(reed, day: 10, ["q_depth": 4])
    let outcome = try #require(Self.report(maker).control("outcome"))
    #expect(outcome.options.map { $0.value } == ["success", "score", "q_ring"])
    #expect(Self.report(maker).control("moment") == nil)
    #expect(Self.report(maker, ["outcome": "q_ring"]).answer[0].contains("no reed has been rated"))
  }

  @Test func neverTrapsOnHostileDays() {
    var maker = LogMaker()
    let reed = maker.reed("X", begun: .max)
    for day: Int64 in [-100_000_000_000, -1, 0, 1, 100_000_000_000] {
      maker.test(reed, day: day, isBlind: true, ["success": 5])
    }
    for today: Int64 in [.min, 0, .max] { _ = Self.report(maker, today: today) }
    for today: Int64 in [.min, 0, .max] {
      #expect(Pace([.min, 0, .max], of: "reed", "reeds", today: today).perDay >= 0)
    }
  }
}
