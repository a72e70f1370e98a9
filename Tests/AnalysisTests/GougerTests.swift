import Domain
import Ledger
import Reports
import Statistics
import Testing

@testable import Analysis

@Suite struct GougerTests {
  private static let today: Int64 = 20_000

  private static func report(_ maker: LogMaker, _ choices: [String: String] = [:]) -> Report {
    var question = Question(.gouger, today: today)
    for (name, value) in choices { question[name] = value }
    return GougerPage(question, maker.log).report
  }

  /// Pieces, one a day, whose half A is measured; the left from `left`, the right always 0.460 mm.
  private static func maker(
    _ left: [Double], state: String = "Dry", gouger: String = "Innoledy"
  ) -> LogMaker {
    var maker = LogMaker()
    for (number, value) in left.enumerated() {
      maker.reed(
        "R\(number)", begun: 19_000 + Int64(number),
        [
          "gouger": .tool(gouger), "gouge_state": .text(state), "g_a_l": .number(value),
          "g_a_r": 0.46,
        ])
    }
    return maker
  }

  private static let steady = (0..<20).map { 0.46 + Double($0 % 5 - 2) / 1_000 }

  @Test(arguments: [(0.010, 7), (0.015, 12), (0.020, 18)])
  func saysHowManyPiecesGiveAHundredth(deviation: Double, count: Int) {
    #expect(GougeWatch.pieces(forHalfWidth: 0.01, deviation: deviation) == count)
  }

  /// Two standard errors of 1,000 charts are 3 in 100.
  @Test(arguments: [8, 12, 16, 25, 40])
  func falseAlarmsAreAsOftenAsIsSaid(baseline: Int) throws {
    let trial = GougerTrial(shift: 0, baseline: baseline, runs: 1_000, seed: 6)
    let share = try #require(trial.shareSoon)
    #expect(abs(share * 100 - Double(GougeWords.falseAlarms(baseline))) <= 5, "\(share)")
  }

  @Test func halfWidthsAtTheEdges() {
    #expect(GougeWatch.pieces(forHalfWidth: 0.01, deviation: 0) == 2)
    #expect(GougeWatch.pieces(forHalfWidth: 0.01, deviation: 1e9) == nil)
    #expect(GougeWatch.pieces(forHalfWidth: 0.01, deviation: .nan) == nil)
    #expect(GougeWatch.pieces(forHalfWidth: 0, deviation: 1) == nil)
  }

  @Test func aSteadyGougerHasNoAlarm() {
    let report = Self.report(Self.maker(Self.steady), ["point": "g_a_l"])
    #expect(report.answer[0] == "A left is steady: 20 pieces around 0.460 mm and no alarm.")
    #expect(report.answer[1] == "Sides and halves are even to within 0.010 mm.")
    #expect(report.sections[0].text[0].contains("noticed after about 16 pieces"))
    #expect(
      report.sections[0].text[0].hasSuffix(
        "Even if the gouger never changes, a chart that starts from 20 pieces has a chance of about "
          + "32 % of a false alarm within the next 50 pieces."))
    guard case .open = report.sections[0].actions.last?.deed else {
      Issue.record("the gouger cannot be opened")
      return
    }
    #expect(report.sections[0].actions.last?.label == "Open Innoledy")
  }

  /// 20 pieces of 0.458 to 0.462 mm: SD 0.00145, and t of 19 degrees of freedom is 2.093.
  @Test func everyMeanHasItsInterval() throws {
    let maker = Self.maker(Self.steady)
    let table = try #require(Self.report(maker, ["point": "g_a_l"]).sections[2].table)
    #expect(table.heads == ["Point", "n", "Mean", "95 %", "SD", "Now"])
    #expect(
      table.rows.first?.cells
        == ["A left", "20", "0.460 mm", "0.459 to 0.461 mm", "0.001 mm", "Steady"])
    // Always 0.460 mm on the right.
    let right = table.rows.first { $0.cells[0] == "A right" }
    #expect(right?.cells[3] == "–")
  }

  @Test func aShiftIsSaidWithItsFirstPieceAndEndsAtTheService() throws {
    let worn = Self.steady + (0..<10).map { 0.445 + Double($0 % 5 - 2) / 1_000 }
    var maker = Self.maker(worn)
    let gouger = maker.tool(.gouger, "Innoledy")
    // What is usual comes from the pieces up to the first service.
    maker.event(gouger, .bedReset, day: 19_020)
    let report = Self.report(maker)
    #expect(
      report.answer[0]
        == "A left has gone thin since R20 (28 Jan 2022): 0.015 mm thinner than the usual 0.460 mm "
        + "(median), up to 0.017 mm. Check the blade and the bed.")
    var marked: [String] = []
    for case .dots(let dots) in try #require(report.sections[0].plot).layers {
      marked += dots.filter { $0.isMarked }.map { $0.name }
    }
    #expect(marked.count >= 8)
    maker.event(gouger, .bladeGround, day: 19_100)
    let ground = Self.report(maker)
    #expect(
      ground.answer[0].hasSuffix(
        "up to 0.017 mm. No piece has been measured since the blade was ground on 18 Apr 2022."))
    #expect(
      ground.sections[2].table?.rows.first?.cells == ["A left", "0", "–", "–", "–", "No piece yet"])
    #expect(
      ground.sections[1].plot?.series
        == ["Since blade ground, 18 Apr 2022", "From 28 Jan 2022 until 18 Apr 2022"])
    for number in 0..<5 {
      maker.reed(
        "S\(number)", begun: 19_101 + Int64(number),
        [
          "gouger": .tool("Innoledy"), "gouge_state": "Dry",
          "g_a_l": .number(0.46 + Double(number - 2) / 1_000), "g_a_r": 0.46,
        ])
    }
    let mended = Self.report(maker)
    #expect(
      mended.answer[0]
        == "A left went thin from R20 (28 Jan 2022): 0.015 mm thinner than the usual 0.460 mm (median), "
        + "up to 0.017 mm. Within the limits since the blade was ground on 18 Apr 2022 (5 pieces).")
    // What was measured before a service is not mixed with what was measured after it.
    let points = mended.sections[2...]
    #expect(
      points.map { $0.heading } == [
        "Every point since the blade was ground on 18 Apr 2022",
        "Before 18 Apr 2022, since the bed was reset on 28 Jan 2022",
      ])
    let lines = points.compactMap { $0.table?.rows.first?.cells }
    #expect(lines.map { $0[1] } == ["5", "10"] && lines.map { $0[2] } == ["0.460 mm", "0.445 mm"])
    #expect(lines[0].last == "Steady" && lines[1].count == 5)
  }

  /// Nobody serviced the gouger: the drifted pieces don’t say what is usual.
  @Test func aDriftWithinAStretchIsMeasuredFromThePiecesBeforeIt() throws {
    let worn = Self.steady + (0..<6).map { 0.436 + Double($0 % 5 - 2) / 1_000 }
    let report = Self.report(Self.maker(worn + worn.suffix(6).map { $0 - 0.024 }))
    #expect(
      report.answer[0]
        == "A left has gone thin since R20 (28 Jan 2022): 0.036 mm thinner than the usual 0.460 mm "
        + "(median), up to 0.050 mm. Check the blade and the bed.")
    #expect(
      report.sections[0].text[0].hasPrefix(
        "What is usual comes from 20 pieces from R0 (8 Jan 2022) on, up to where they changed; SD "
          + "0.001 mm. A shift of one SD is noticed after about 16 pieces. Even if the gouger never "
      ))
    let state = try #require(report.sections[2].table?.rows.first?.cells.last)
    #expect(state == "Alarm since 28 Jan 2022")
    let steady = Self.report(Self.maker(Self.steady), ["point": "g_a_l"]).sections[0].text[0]
    #expect(
      steady.contains("while the first 40 still set what is usual, it can take twice as many."))
  }

  @Test func anAlarmThatIsOverIsNoSteadyGouger() {
    let report = Self.report(
      Self.maker(Self.steady + Self.steady + [0.446, 0.446] + Self.steady), ["point": "g_a_l"])
    #expect(
      report.answer[0].hasPrefix(
        "A left went thin from R40 (17 Feb 2022): 0.014 mm thinner than the usual 0.460 mm. "))
    #expect(report.answer[0].hasSuffix(" The newest pieces are within the limits again."))
  }

  @Test(arguments: ToolEvent.What.allCases) func everythingDoneToAGougerHasAClause(
    what: ToolEvent.What
  ) {
    var maker = LogMaker()
    let gouger = maker.tool(.gouger, "Ross")
    let clause = ToolEvent(maker.newID(), of: gouger, what, day: 20_000).clause
    #expect(clause.contains(" was ") && clause.hasSuffix(" on 4 Oct 2024"))
  }

  @Test func sidesArePairedWithTheHundredthAsThreshold() {
    let uneven = Self.report(Self.maker(Self.steady.map { $0 + 0.012 }))
    #expect(
      uneven.answer[1]
        == "Uneven: half A, left minus right is +0.012 mm, 95 % +0.011 to +0.013 mm, n = 20.")
    #expect(GougeBias("x", [0.02, 0.021, 0.019, 0.02, 0.02])?.verdict == .tooEarly)
    #expect(GougeBias("x", [0.02, 0.02, 0.02, 0.02, 0.02, 0.02])?.verdict == .uneven)
    #expect(GougeBias("x", [0.05, -0.05, 0.04, -0.02, 0.02, 0.01])?.verdict == .unclear)
    #expect(GougeBias("x", [0.001, 0, 0.001, 0, 0, 0])?.verdict == .even)
    #expect(GougeBias("x", []) == nil)
  }

  @Test func wetAndDryAreNeverMixed() {
    var maker = Self.maker(Self.steady)
    for number in 0..<9 {
      maker.reed(
        "W\(number)", begun: 19_500,
        ["gouger": .tool("Innoledy"), "gouge_state": "Wet", "g_a_l": 0.49])
    }
    let report = Self.report(maker, ["point": "g_a_l"])
    #expect(report.answer[0].contains("20 pieces"))
    #expect(report.control("state")?.options.map { $0.label } == ["Dry", "Wet"])
    #expect(report.sections[0].text.contains { $0.hasPrefix("Left out: 9 pieces measured wet") })
    let wet = Self.report(maker, ["point": "g_a_l", "state": "1"])
    #expect(
      wet.answer[0]
        == "A left was 0.490 mm in all 9 pieces: there is no spread to set limits from.")
  }

  @Test func caneCountsOnceAndInItsPlace() {
    var maker = Self.maker(Self.steady)
    let gouger = maker.tool(.gouger, "Innoledy")
    func cells(_ units: Int64) -> [(FieldID, Value)] {
      [
        (KindID.cane.field(48), .row(gouger)), (KindID.cane.field(50), .int(2)),
        (KindID.cane.field(52), .decimal(units: units, places: 3)),
      ]
    }
    let tied = PieceOfCane(maker.newID(), named: "Tied", day: 18_000)
    let loose = PieceOfCane(maker.newID(), named: "Loose", day: 19_900)
    maker.add(tied, cells(461))
    maker.add(loose, cells(462))
    for _ in 0..<2 {
      maker.reed(
        "Made", begun: 19_950,
        ["gouger": .tool("Innoledy"), "gouge_state": "Dry", "g_a_l": 0.461]
      ) { $0.cane = tied.id }
    }
    #expect(maker.log.canes.map { $0.piece.name } == ["Tied", "Loose"])
    let pieces = maker.log.gougePieces(GougeFilter(Question(.gouger, today: Self.today)))
    #expect(pieces.count == 22)
    #expect(pieces.first?.name == "Made")
    #expect(pieces.first?.day == 18_000)
    #expect(pieces.last?.name == "Loose")
  }

  // MARK: - Measured twice

  /// Pieces that were measured as cane and again as reeds.
  private static func twice(
    _ errors: [[Double]], _ maker: LogMaker = maker(steady), state: Int64 = 2
  ) -> LogMaker {
    var maker = maker
    let gouger = maker.tool(.gouger, "Innoledy")
    let names = ["g_a_l", "g_a_m", "g_a_r", "g_b_l", "g_b_m", "g_b_r"]
    for (number, errors) in errors.enumerated() {
      let cane = PieceOfCane(maker.newID(), named: "C\(number)", day: 19_030 + Int64(number))
      var cells: [(FieldID, Value)] = [
        (KindID.cane.field(48), .row(gouger)), (KindID.cane.field(50), .int(state)),
      ]
      var entries: [String: LogMaker.Entry] = ["gouger": .tool("Innoledy"), "gouge_state": "Dry"]
      for (point, error) in errors.enumerated() {
        cells.append(
          (KindID.cane.field(52 + UInt64(point)), .decimal(units: 460, places: 3)))
        entries[names[point]] = .number(0.46 + error)
      }
      maker.add(cane, cells)
      maker.reed("T\(number)", begun: 19_040 + Int64(number), entries) { $0.cane = cane.id }
    }
    return maker
  }

  private static let errors = (0..<6).map { piece in
    (0..<4).map { Double((piece + $0) % 2 * 2 - 1) / 100 }
  }

  @Test func theMicrometersPartIsSaid() throws {
    // Second readings are 0.01 mm off to either side: each has a variance of 0.0001 · 24 / 23 / 2.
    let maker = Self.twice(Self.errors)
    let choice = GougeChoice(Question(.gouger, today: Self.today), maker.log)
    #expect(choice.repeats.count == 6 && choice.repeats.allSatisfy { $0.differences.count == 4 })
    let reading = try #require(GougeReading(choice.repeats))
    #expect(reading.pieces == 6 && reading.shift.count == 24)
    #expect(abs(reading.deviation - (0.000_1 * 24 / 23 / 2).squareRoot()) < 1e-9)
    // SciPy: chi2.ppf([0.025, 0.975], 23) = 11.68855, 38.07563.
    #expect(abs(reading.interval.low - reading.deviation * (23 / 38.07563).squareRoot()) < 1e-7)
    #expect(abs(reading.interval.high - reading.deviation * (23 / 11.68855).squareRoot()) < 1e-7)
    let text = Self.report(maker, ["point": "g_a_l"]).sections[0].text
    #expect(
      text.contains(
        "Six pieces were measured twice, 24 points: a reading is off by 0.007 mm (SD), 95 % 0.006 to "
          + "0.010 mm."))
    // The steady pieces differ by less than that.
    #expect(text.contains { $0.contains("the limits are the micrometer’s, not the gouger’s") })
    let fine = Self.twice(Self.errors.map { $0.map { $0 / 10 } })
    #expect(
      Self.report(fine, ["point": "g_a_l"]).sections[0].text.contains {
        $0.contains("of the variance behind the limits is the micrometer’s. A single reading")
      })
  }

  /// The figures of the design: a true SD of 0.012 and an error of 0.010.
  @Test func twoReadingsTellMoreThanOne() {
    let share = 0.010 * 0.010 / (0.012 * 0.012 + 0.010 * 0.010)
    #expect(Words.number(GougeReading.reliability(of: 1, share: share), places: 2) == "0.59")
    #expect(Words.number(GougeReading.reliability(of: 2, share: share), places: 2) == "0.74")
    #expect(GougeReading.reliability(of: 1, share: 1) == 0)
  }

  @Test func withoutRepeatsItSaysHowToGetThem() {
    func hint(_ maker: LogMaker) -> String? {
      Self.report(maker, ["point": "g_a_l"]).sections[0].text.first {
        $0.hasPrefix("To separate the micrometer’s error from the cane’s, measure ")
      }
    }
    #expect(hint(Self.maker(Self.steady))?.contains("measure six pieces twice. Log") == true)
    #expect(hint(Self.twice(Array(Self.errors.prefix(2))))?.contains("(two so far)") == true)
    // Too few pieces for limits: first things first.
    #expect(hint(Self.maker([0.46])) == nil)
  }

  @Test func copiesSlipsAndWetPiecesAreNoSecondReading() {
    func count(_ maker: LogMaker) -> Int {
      GougeChoice(Question(.gouger, today: Self.today), maker.log).repeats.count
    }
    #expect(count(Self.twice([[0, 0, 0, 0], [0.01, 0, 0, 0], [0.01, -0.01, 0, 0]])) == 1)
    #expect(count(Self.twice(Self.errors, state: 1)) == 0)
    #expect(count(LogMaker()) == 0)
    #expect(GougeReading([]) == nil)
    let same = GougeRepeat(gouger: nil, state: .dry, differences: [0.01, 0.01])
    #expect(GougeReading([GougeRepeat](repeating: same, count: 9)) == nil, "no spread at all")
    let huge = GougeRepeat(gouger: nil, state: .dry, differences: [1e300, -1e300])
    #expect(GougeReading([GougeRepeat](repeating: huge, count: 9)) == nil)
  }

  @Test func whatAllSecondReadingsHaveMoreIsNoError() {
    let swollen = Self.errors.map { $0.map { $0 / 5 + 0.02 } }
    let text = Self.report(Self.twice(swollen), ["point": "g_a_l"]).sections[0].text
    #expect(text.contains { $0.hasPrefix("Second readings are +0.020 mm from the first, 95 % ") })
    #expect(text.contains { $0.contains("a reading is off by 0.001 mm (SD)") })
  }

  @Test func gougersAreKeptApart() {
    var maker = Self.maker(Self.steady)
    maker.reed("Other", begun: 19_990, ["gouger": .tool("Ross"), "g_a_l": 0.5])
    let report = Self.report(maker)
    #expect(report.control("gouger")?.options.map { $0.label } == ["Innoledy", "Ross"])
    #expect(report.sections[0].text.contains("1 piece from other gougers is not in this chart."))
  }

  @Test func edges() {
    #expect(Self.report(LogMaker()).answer[0].hasPrefix("Nothing to watch yet: "))
    #expect(
      Self.report(Self.maker([0.46]), ["point": "g_a_l"]).answer[0]
        == "Too early to tell: limits for A left need 8 pieces between two services of the gouger; 1 measured so far. "
        + "No piece was gouged in the last six months, so there is no estimate."
    )
    var recent = LogMaker()
    for number in 0..<4 {
      recent.reed(
        "R\(number)", begun: Self.today - 27 + Int64(number), ["g_a_l": 0.47, "g_a_r": 0.46])
    }
    let few = Self.report(recent, ["point": "g_a_l"])
    #expect(
      few.answer[0].hasSuffix(
        "4 measured so far. At your pace of about 4 measured pieces a month, 4 more take until "
          + "about November 2024."))
    #expect(
      few.answer[1]
        == "Too early to tell whether sides or halves differ: 4 pieces measured at both, 6 are "
        + "needed. At your pace of about 4 measured pieces a month, 2 more take until about "
        + "October 2024.")
    #expect(few.sections[1].table?.rows.first?.cells.last == "Too early to tell, 2 more")
    #expect(few.sections[2].table?.rows.first?.cells.last == "Too early to tell, 4 more")
    var maker = Self.maker([Double](repeating: 1e5, count: 30) + [0])
    maker.event(maker.tool(.gouger, "Innoledy"), .other, day: .max)
    #expect(Self.report(maker, ["days": "\(Int64.max)", "gouger": "x"]).answer.count > 0)
  }
}
