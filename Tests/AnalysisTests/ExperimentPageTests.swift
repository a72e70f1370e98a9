import Domain
import Ledger
import Reports
import Statistics
import Testing

@testable import Analysis

@Suite struct ExperimentPageTests {
  private static let today: Int64 = 20_600
  private static let started: Int64 = 20_500

  /// Makes an experiment on two shapers, with the answers of both arms.
  private struct Bench {
    var maker = LogMaker()
    var experiment: Experiment
    private(set) var reeds: [RowID] = []

    init(_ design: Experiment.Design = .paired, planned: Int = 10, seed: Int64 = 7) {
      experiment = Experiment(maker.newID(), made: 0)
      experiment.question = "Is RC better than Gilbert for me?"
      (experiment.field, experiment.outcome) = ("shaper", "success")
      experiment.arms = ["Gilbert", "RC"].map { maker.tool(.shaper, $0).bits.hex }
      (experiment.design, experiment.seed, experiment.planned) = (design, seed, planned)
      (experiment.difference, experiment.started) = (1_500, ExperimentPageTests.started)
    }

    /// Fills places; `nil` leaves a reed without a rating.
    mutating func fill(_ a: [Double?], _ b: [Double?]) {
      var left = [a, b]
      for place in 1...(a.count + b.count) {
        let arm = experiment.arm(ofPlace: place) ?? 0
        let rating = left[arm].removeFirst()
        let reed = maker.reed("R\(place)", begun: ExperimentPageTests.started)
        reeds.append(reed)
        put(reed, at: place)
        if let rating {
          maker.test(
            reed, day: ExperimentPageTests.started + 20, isBlind: true,
            ["success": .number(rating)])
        }
      }
    }

    mutating func put(_ reed: RowID, at place: Int) {
      maker.add(
        ExperimentReed(
          maker.newID(), reed, in: experiment.id, place: place,
          made: ExperimentPageTests.started * 86_400_000))
    }

    func report(_ choices: [String: String] = [:]) -> Report {
      var maker = maker
      maker.add(experiment)
      var question = Question(.experiment, today: ExperimentPageTests.today)
      for (control, value) in choices { question[control] = value }
      return ExperimentPage(question, maker.log, maker.rows).report
    }

    mutating func end(_ reason: String = "") {
      (experiment.ended, experiment.reason) = (ExperimentPageTests.started + 30, reason)
    }
  }

  private static let a: [Double?] = [6, 5, 7, 4, 6, 5, 6, 7, 5, 6]
  private static let b: [Double?] = [7, 7, 7, 6, 8, 5, 7, 8, 7, 6]

  private static func cells(_ report: Report) -> [[String]] {
    report.sections.flatMap { $0.table?.rows.map(\.cells) ?? [] }
  }

  private static func checked(_ name: String, in report: Report) -> String? {
    cells(report).first { $0[0] == name }?[1]
  }

  @Test func withoutAnExperimentItSaysWhatOneIsFor() {
    let report = ExperimentPage(Question(.experiment, today: Self.today), LogMaker().log, []).report
    #expect(report.answer[0] == "No experiment has been started.")
    #expect(report.controls.isEmpty && report.sections.isEmpty)
  }

  @Test func nothingIsShownBeforeTheEnd() {
    var bench = Bench()
    bench.fill(Self.a, Self.b)
    let report = bench.report()
    #expect(report.answer[0] == "Still running: 10 of 10 pairs rated.")
    #expect(report.sections.allSatisfy { $0.plot == nil })
    #expect(!Self.cells(report).contains { $0[0] == "R1" || $0[0] == "Result" })
    // A look on another day shows nothing today.
    bench.experiment.peeks = "\(Self.today - 1)"
    #expect(bench.report().answer[0].hasPrefix("Still running"))
  }

  /// SciPy: ttest_1samp gives 1.1, 0.4736 to 1.7264; of the 1,024 signs 16 are as extreme.
  @Test func tenPairsAreTested() throws {
    var bench = Bench()
    bench.fill(Self.a, Self.b)
    bench.end()
    let report = bench.report()
    #expect(report.answer[0] == "Tested: success is higher with RC than with Gilbert.")
    #expect(
      report.answer[1]
        == "RC less Gilbert, mean of the pairs: +1.1, 95 % +0.5 to +1.7, from 10 pairs.")
    #expect(report.answer[2].contains("2 times in 100 (sign-flip test, all 1024 arrangements)"))
    #expect(report.answer.count == 3)
    let plot = try #require(report.sections[0].plot)
    let lines = plot.layers.filter { if case .line = $0 { true } else { false } }
    #expect(lines.count == 10)
    #expect(Self.checked("Hidden while rating", in: report) == "20 of 20 ratings blind, by code")
    #expect(Self.checked("Early looks", in: report) == "None")
    #expect(Self.checked("Result", in: report) == "+1.1, 95 % +0.5 to +1.7, p 0.016")
    #expect(Self.checked("Dates", in: report)?.hasSuffix("by its rule") == true)
  }

  @Test func aLookOrAnEarlyEndIsSaidAndIsNeverTested() {
    var bench = Bench()
    bench.fill(Self.a, Self.b)
    bench.end()
    bench.experiment.peeks = "\(Self.started + 25)"
    let looked = bench.report()
    #expect(looked.answer[0] == "Success is higher with RC than with Gilbert.")
    #expect(looked.answer.contains { $0.contains("looked at before the end") })
    bench.experiment.peeks = ""
    bench.experiment.planned = 12
    bench.end("Out of cane")
    let early = bench.report()
    #expect(!early.answer[0].contains("Tested"))
    #expect(early.answer.contains { $0.contains("ended early") && $0.contains("Out of cane") })
  }

  @Test func aLookTodayShowsResultsWithoutAVerdict() {
    var bench = Bench()
    bench.fill(Self.a, Self.b)
    bench.experiment.peeks = "\(Self.today)"
    let report = bench.report()
    #expect(report.answer.contains { $0.contains("this is an early look, and no verdict") })
    #expect(!report.answer[0].contains("Tested"))
  }

  @Test func unratedReedsAndTheirPartnersAreCountedApart() {
    var bench = Bench()
    bench.fill([6, 5, nil, 4], [7, 7, 7, 6])
    bench.end("Enough")
    let report = bench.report()
    #expect(report.answer[0] == "Too early to tell: 3 of 10 pairs rated.")
    #expect(report.answer.contains("Not counted: 1 reed without a rating."))
    #expect(report.answer.contains("Not counted: 1 rated reed whose partner is not rated."))
  }

  @Test func aPlaceFilledTwiceCountsItsFirstReed() {
    var bench = Bench()
    bench.fill(Self.a, Self.b)
    let extra = bench.maker.reed("Extra", begun: Self.started)
    bench.put(extra, at: 1)
    bench.put(bench.reeds[0], at: 30)
    bench.end()
    let report = bench.report()
    #expect(report.answer.contains { $0.hasPrefix("One place was filled twice") })
    #expect(report.answer.contains("Not counted: 1 reed put into a second place."))
    #expect(!Self.cells(report).contains { $0[0] == "Extra" })
  }

  @Test func equalRatingsAndHostileRowsAreNoTrap() {
    var bench = Bench()
    bench.fill([5, 5, 5, 5, 5, 5], [5, 5, 5, 5, 5, 5])
    bench.end("Enough")
    #expect(bench.report().answer[0].hasPrefix("All ratings are alike"))
    bench.experiment.outcome = "nothing"
    #expect(bench.report().answer[0].hasPrefix("This experiment can’t be read"))
    bench.experiment.outcome = "success"
    bench.experiment.arms = ["", "nothing"]
    bench.experiment.peeks = "9223372036854775807 x"
    #expect(!bench.report().answer.isEmpty)
    #expect(!bench.report(["experiment": "no id"]).answer.isEmpty)
  }

  @Test func blocksAreComparedWithinThemselves() {
    var bench = Bench(.blocked, planned: 6)
    bench.fill([5, 6, 4, 6, 7, 5], [7, 6, 6, 8, 6, 9])
    bench.end()
    let report = bench.report()
    // SciPy: Welch’s interval reaches from −0.0017 to 3.0017.
    #expect(
      report.answer[1] == "RC less Gilbert, means: +1.5, 95 % 0.0 to +3.0, from 6 and 6 reeds.")
    #expect(report.answer[0].hasPrefix("Undecided"))
    #expect(report.answer[2].contains("11 times in 100 (permutation test within blocks, all 216"))
  }

  /// What the form says an experiment takes is what the exact power says.
  @Test func theTableOfThePlanIsThePowerOfTheTest() throws {
    for tenths in 3...22 {
      let effect = Double(tenths) / 10
      let pairs = try #require(Power.pairs(effect: effect, correlation: 0.5))
      let each = try #require(Power.perArm(effect: effect))
      #expect(ExperimentPlan.reeds(tenths: tenths, .paired) == max(pairs, 6))
      #expect(ExperimentPlan.reeds(tenths: tenths, .blocked) == (each > 100 ? nil : max(each, 6)))
    }
  }
}
