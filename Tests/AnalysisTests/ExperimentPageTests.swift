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
    /// Rows that are not made here, such as those in the trash.
    var others: [Row] = []
    /// Cells of the experiment that hold nothing any more.
    var emptied: [FieldID] = []

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
      maker.add(experiment, emptied.map { ($0, .null) })
      let rows = maker.rows + others
      var question = Question(.experiment, today: ExperimentPageTests.today)
      for (control, value) in choices { question[control] = value }
      return ExperimentPage(question, ReedLog(rows), rows).report
    }

    /// A row in the trash, since that moment.
    mutating func trash(_ record: some RowRecord, at milliseconds: Int64 = 1) {
      let stamp = Stamp(HybridTime(milliseconds: milliseconds), DeviceID(1))
      let kept = record.edits(from: nil).filter { $0.field != .life } + record.trashing
      others.append(
        Row(
          id: record.id, kind: type(of: record).kind,
          cells: kept.map { Cell(field: $0.field, stamp: stamp, value: $0.value) }))
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
    #expect(report.answer[2].contains("2 times in 100 (sign-flip test, all 1,024 arrangements)"))
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

  @Test func aLookCountsWhateverBecameOfIt() {
    var bench = Bench()
    bench.fill(Self.a, Self.b)
    bench.end()
    let plain = bench
    #expect(plain.report().answer[0].hasPrefix("Tested"))
    // Two devices looked on different days, and one of the looks is in the trash.
    let days = [Self.started + 20, Self.started + 25]
    bench.maker.add(
      ExperimentLook(bench.maker.newID(), at: bench.experiment.id, day: days[0]))
    bench.trash(ExperimentLook(bench.maker.newID(), at: bench.experiment.id, day: days[1]))
    let looked = bench.report()
    #expect(looked.answer[0] == "Success is higher with RC than with Gilbert.")
    let words = "\(Words.day(days[0])) and \(Words.day(days[1]))"
    #expect(Self.checked("Early looks", in: looked) == words)
    #expect(looked.words.contains("finds one where there is none 11 times in 100 instead of 5."))
    // The row was erased for good, and the day is gone from the experiment, too.
    bench = plain
    bench.emptied = [Experiment.peeksField]
    let erased = bench.report()
    #expect(erased.answer[0] == "Success is higher with RC than with Gilbert.")
    #expect(
      Self.checked("Early looks", in: erased) == "Yes, on a day that is no longer known")
    // A look at another experiment is none at this one.
    bench = plain
    bench.maker.add(ExperimentLook(bench.maker.newID(), at: bench.reeds[0], day: days[0]))
    #expect(bench.report().answer[0].hasPrefix("Tested"))
  }

  @Test func whatWasEndedAndGoesOnSaysSo() {
    var bench = Bench()
    bench.fill(Self.a, Self.b)
    bench.emptied = [Experiment.endedField]
    bench.experiment.peeks = "\(Self.today)"
    #expect(bench.report().words.contains("It was ended once, which showed its results"))
  }

  @Test func aRatedReedThatIsTakenOutIsSaid() {
    var bench = Bench()
    bench.fill(Self.a, Self.b)
    bench.end()
    let plain = bench
    func member(_ bench: inout Bench, _ reed: RowID) -> ExperimentReed {
      ExperimentReed(
        bench.maker.newID(), reed, in: bench.experiment.id, place: 1,
        made: Self.started * 86_400_000)
    }
    let other = bench.maker.reed("Other", begun: Self.started)
    bench.maker.test(other, day: Self.started + 10, ["success": 1])
    let rated = bench
    var out = member(&bench, other)
    out.takenOut = (Self.started + 12) * 86_400_000
    bench.maker.add(out)
    let report = bench.report()
    #expect(report.answer[0] == "Success is higher with RC than with Gilbert.")
    #expect(report.words.contains("Taken out after being rated: 1 reed."))
    #expect(Self.checked("Changes after the start", in: report) == "1 rated reed taken out")
    #expect(!Self.cells(report).contains { $0[0] == "Other" })
    // Before its rating it may go.
    bench = rated
    out.takenOut = (Self.started + 9) * 86_400_000
    bench.maker.add(out)
    #expect(bench.report().answer[0].hasPrefix("Tested"))
    // What went to the trash is told as well.
    bench = rated
    bench.trash(
      member(&bench, other), at: (Self.started + 12) * 86_400_000)
    #expect(bench.report().words.contains("Taken out after being rated: 1 reed."))
    // A deleted reed may have been rated.
    bench = plain
    bench.put(bench.maker.newID(), at: 25)
    #expect(!bench.report().answer[0].hasPrefix("Tested"))
  }

  @Test func aMergedToolKeepsItsArm() {
    var bench = Bench()
    bench.fill(Self.a, Self.b)
    bench.end()
    let other = bench.maker.tool(.shaper, "RC 10.5")
    bench.experiment.merged[1] = other.bits.hex
    let report = bench.report()
    #expect(report.answer[0] == "Tested: success is higher with RC 10.5 than with Gilbert.")
    #expect(report.words.contains("The second of the two was merged into RC 10.5"))
    bench.experiment.merged[1] = bench.experiment.arms[0]
    let one = bench.report()
    #expect(one.answer[0].hasSuffix("so it can no longer tell them apart."))
    #expect(one.sections.allSatisfy { $0.plot == nil })
    bench.experiment.merged = ["", ""]
    #expect(bench.report().answer[0] == "Tested: success is higher with RC than with Gilbert.")
  }

  @Test func deletedChoicesAreToldApart() {
    var bench = Bench()
    bench.experiment.field = "cane_form"
    bench.experiment.arms = ["98", "99"]
    bench.fill(Self.a, Self.b)
    bench.end()
    let report = bench.report()
    #expect(
      report.answer[0]
        == "Tested: success is higher with A deleted choice (second) than with A deleted choice (first)."
    )
    #expect(!report.words.contains("than drawn"))
  }

  /// Elsewhere, nobody reads which reed got what before the end.
  @Test func otherPagesDoNotKnowTheArms() {
    var bench = Bench()
    bench.fill(Self.a, Self.b)
    let shaper = bench.maker.tool(.shaper, "RC")
    let reed = bench.maker.reed("Mine", begun: Self.started, ["shaper": .value(.row(shaper))])
    bench.put(reed, at: 30)
    func log(isCovered: Bool) -> ReedLog {
      var maker = bench.maker
      maker.add(bench.experiment)
      return ReedLog(maker.rows, isCovered: isCovered)
    }
    #expect(log(isCovered: false)[reed]?.row.value(ReedField.shaper) == .row(shaper))
    #expect(log(isCovered: true)[reed]?.row.value(ReedField.shaper) == .null)
    #expect(log(isCovered: true).coveredCount == 21 && log(isCovered: false).coveredCount == 0)
    var maker = bench.maker
    maker.add(bench.experiment)
    let report = Analyst(Question(.compare, today: Self.today), maker.rows).report
    #expect(report?.words.hasSuffix("which variant 21 reeds got.") == true)
    bench.end()
    #expect(log(isCovered: true).coveredCount == 0)
  }

  @Test func unratedReedsAndTheirPartnersAreCountedApart() {
    var bench = Bench()
    bench.fill([6, 5, nil, 4], [7, 7, 7, 6])
    bench.end("Enough")
    let report = bench.report()
    #expect(
      report.answer[0]
        == "Too early to tell: 3 of 10 pairs rated. A verdict takes at least 6 pairs.")
    #expect(report.answer.contains("Not counted: 1 reed without a rating."))
    #expect(report.answer.contains("Not counted: 1 rated reed whose partner is not rated."))
  }

  @Test func whatIsMissingIsToldAtThePlayersPace() {
    var bench = Bench()
    bench.fill([6, 5, 7], [7, 7, 8])
    // Three pairs in the 81 days since they were rated.
    let pace = "At your pace of about 1 rated pair a month, 7 more take until about "
    #expect(bench.report().answer[0].hasPrefix("Still running: 3 of 10 pairs rated. \(pace)"))
    bench.experiment.peeks = "\(Self.today)"
    #expect(
      bench.report().answer[0].hasPrefix(
        "Too early to tell: 3 of 10 pairs rated. A verdict takes at least 6 pairs. \(pace)"))
    var blocked = Bench(.blocked, planned: 4)
    blocked.fill([6, 5, 7, 6], [7, nil, nil, 8])
    #expect(
      blocked.report().answer[0].contains("2 of 4 reeds of each kind rated. At your pace of "))
    #expect(blocked.report().answer[0].contains(", 2 more take until about "))
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
