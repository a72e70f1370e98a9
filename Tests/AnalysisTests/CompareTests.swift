import Domain
import Ledger
import Reports
import Sound
import Statistics
import Testing

@testable import Analysis

@Suite struct CompareTests {
  private static let shapers = "ABABAABBABBA".map { String($0) }
  private static let ratings = [6, 7, 6, 7, 5, 8, 8, 4, 7, 6, 9, 5]
  /// In which month of 2026 each was begun: four of six B reeds in July, and no A reed.
  private static let months = [3, 7, 4, 7, 5, 6, 7, 7, 8, 9, 10, 9]
  private static let today = CalendarMonth(year: 2026, number: 11).firstDay

  /// The twelve reeds of the published example.
  private static func golden(
    outcome: String = "success", rating: (Int) -> LogMaker.Entry = { .number(Double($0)) }
  ) -> LogMaker {
    var maker = LogMaker()
    for (place, shaper) in shapers.enumerated() {
      let day = CalendarMonth(year: 2026, number: months[place]).firstDay + 5
      let reed = maker.reed("R\(place)", begun: day, ["shaper": .tool(shaper)])
      maker.test(reed, day: day + 10, [outcome: rating(ratings[place])])
    }
    return maker
  }

  private static func report(
    _ maker: LogMaker, _ choices: [String: String] = [:], today: Int64 = today
  ) -> Report {
    var question = Question(.compare, today: today)
    for (control, value) in choices { question[control] = value }
    return ComparePage(question, maker.log).report
  }

  @Test func whoBuysReedsIsAskedAboutTheBrandAndNoShaper() {
    var maker = LogMaker()
    for place in 0..<6 {
      let reed = maker.reed("R\(place)", begun: Self.today - 20, ["reed_brand": "Vandoren"]) {
        $0.instrument = .clarinet
      }
      maker.test(reed, day: Self.today - 10, ["success": .number(Double(place + 3))])
    }
    let comparison = Comparison(Question(.compare, today: Self.today), maker.log)
    #expect(comparison.input.name == "reed_brand")
    #expect(!comparison.inputs.contains { $0.name == "shaper" })
  }

  @Test func aSlipIsLeftOutAndNamed() throws {
    var maker = Self.golden()
    maker.hasSlips = true
    let question = Question(.compare, today: Self.today)
    let before = try #require(Analyst(question, maker.rows).report?.answer)
    #expect(!before.contains { $0.contains("Left out") })
    maker.reed("R12", begun: Self.today - 20, ["tie_length": 458, "shaper": .tool("A")])
    maker.reed("R13", begun: Self.today - 20, ["tie_length": 78, "shaper": .tool("A")])
    let log = maker.log
    let tie = try #require(log.column("tie_length"))
    let lengths = log.entries.compactMap { log.number(tie, of: $0) }
    #expect(lengths == [78], "What is only unusual counts.")
    let last = try #require(Analyst(question, maker.rows).report?.answer.last)
    #expect(last.contains("Left out, far out of range: Tie length 458") && last.contains("(R12)."))
  }

  @Test func saysThePublishedExampleToTheDigit() {
    let report = Self.report(Self.golden())
    #expect(report.title == "Which shaper works best for me?")
    let wanted =
      "Too early to tell; B is ahead so far. B 6.8 (6 reeds), A 6.2 (6 reeds): +0.7, "
      + "95 % −1.3 to +2.6. A B reed beats an A reed about 65 times in 100. If the shapers did not "
      + "differ at all, a gap this big or bigger would still turn up 57 times in 100. Four of six "
      + "B reeds were made in July: the season may play a part. To settle a difference of one SD: 17 reeds "
      + "each, or 10 pairs from the same tubes."
    #expect(report.words.hasPrefix(wanted))
    #expect(report.answer.contains("A smaller one, such as this, takes more."))
    #expect(
      report.answer.last
        == "At your pace of about 2 rated A or B reeds a month, 22 more take until about "
        + "December 2027.")
    let action = report.sections.first?.actions.first
    #expect(action?.label == "Test B against A")
    guard case .experiment("shaper", "success", let arms) = action?.deed else {
      Issue.record("no experiment is offered")
      return
    }
    let shaper = ReedField.reed.first { $0.name == "shaper" }
    let log = Self.golden().log
    #expect(
      arms.map { arm in shaper?.words(ofArm: arm) { log.name(ofTool: $0) } } == ["B", "A"])
  }

  @Test func showsTheNumbersBehindTheAnswer() throws {
    let report = Self.report(Self.golden())
    let groups = try #require(report.sections[0].table)
    #expect(groups.rows.map { $0.cells[0] } == ["A", "B"])
    #expect(groups.rows[1].cells[1...2] == ["6", "6.8"])
    let numbers = try #require(report.sections[1].table)
    let cells = numbers.rows.map { $0.cells.joined(separator: " | ") }
    #expect(cells.contains("Hedges’ g | +0.42 | −0.73 to +1.56"))
    #expect(cells.contains { $0.hasPrefix("Cliff’s delta | +0.31 | ") })
    #expect(cells.contains("Permutation p, all 924 arrangements | 0.57 | –"))
    #expect(cells.contains("Difference of the means (Welch) | +0.7 | −1.3 to +2.6"))
  }

  @Test func drawsEveryReedColouredByWhatIsMixedIn() throws {
    let report = Self.report(Self.golden())
    let plot = try #require(report.sections[0].plot)
    guard case .dots(let dots) = plot.layers[0], case .intervals(let spans, _) = plot.layers[1]
    else {
      Issue.record("dots and intervals are missing")
      return
    }
    #expect(dots.count == 12)
    #expect(spans.count == 2)
    #expect(plot.series.last == "Mean and 95 % interval")
    #expect(spans.allSatisfy { $0.series == plot.series.count - 1 })
    let july = try #require(plot.series.firstIndex(of: "July"))
    #expect(dots.filter { $0.series == july }.count == 4)
    #expect(dots.allSatisfy { $0.row != nil && abs($0.x - $0.x.rounded()) <= 0.25 })
    #expect(report == Self.report(Self.golden()), "the same log gives the same picture")
    let plain = Self.report(Self.golden(), ["colour": "none"])
    #expect(plain.sections[0].plot?.series == ["Reed", "Mean and 95 % interval"])
  }

  @Test func takesLuckOutOfThreeOrMore() throws {
    var maker = Self.golden()
    for (place, rating) in [9, 7].enumerated() {
      let reed = maker.reed("C\(place)", begun: Self.today - 20, ["shaper": .tool("C")])
      maker.test(reed, day: Self.today - 10, ["success": .number(Double(rating))])
    }
    let report = Self.report(maker)
    #expect(report.answer[0] == "Too early to tell; C is ahead so far.")
    #expect(
      report.answer[1]
        == "Whichever leads has usually been lucky too. Allowing for that: C at 6.9 "
        + "(95 % 4.1 to 9.6, 2 reeds), B at 6.8 (95 % 5.8 to 7.8, 6 reeds) and A at 6.6 (95 % 5.2 to 8.0, "
        + "6 reeds).")
    #expect(report.answer[2].hasPrefix("The chance that C really is ahead of the others: "))
    #expect(
      report.answer[3]
        == "Without allowing for luck, B against A: 6.8 (6 reeds) and 6.2 (6 reeds), +0.7, "
        + "95 % −1.3 to +2.6.")
    #expect(report.answer[5].hasPrefix("If these two did not differ at all, "))
    let pair = try #require(report.control("pair"))
    #expect(pair.options.map { $0.value } == ["A | B", "A | C", "B | C"])
    #expect(pair.chosen == "A | B")
    let table = try #require(report.sections[0].table)
    #expect(table.rows.map { $0.cells[5] } == ["6.6", "6.8", "6.9"])
    #expect(table.rows.map { $0.cells[6] } == ["5.2 to 8.0", "5.8 to 7.8", "4.1 to 9.6"])
    let other = Self.report(maker, ["pair": "B | C"])
    #expect(
      other.answer[3].hasPrefix(
        "Without allowing for luck, C against B: 8.0 (2 reeds) and 6.8 (6 reeds), +1.2, 95 % "))
    #expect(other.control("pair")?.chosen == "B | C")
  }

  /// Groups of these ratings, all alike in everything else.
  private static func groups(
    _ groups: [(name: String, ratings: [Int])], outcome: String = "success"
  ) -> LogMaker {
    var maker = LogMaker()
    for (name, ratings) in groups {
      for (place, rating) in ratings.enumerated() {
        let reed = maker.reed("\(name)\(place)", begun: today - 30, ["shaper": .tool(name)])
        maker.test(reed, day: today - 10, [outcome: .number(Double(rating))])
      }
    }
    return maker
  }

  @Test func givesNoVerdictBelowTheLeastNumber() {
    let report = Self.report(Self.groups([("A", [1, 1, 2]), ("B", [9, 10, 10])]))
    #expect(report.answer[0] == "Too early to tell; B is ahead so far.")
    #expect(report.words.contains("would still turn up 10 times in 100."))
    #expect(
      report.words.contains("Every one of the B reeds beats every one of the A reeds so far."))
  }

  @Test func strengthComesFromTheData() {
    let none = Self.groups([("A", [5, 6, 7, 5, 6, 7, 5, 6]), ("B", [5, 6, 7, 5, 6, 7, 6, 6])])
    #expect(Self.report(none).answer[0] == "No sign so far that B and A differ.")
    let hint = Self.groups([("A", [5, 6, 7, 5, 6, 7, 5, 6]), ("B", [5, 6, 7, 6, 7, 7, 7, 6])])
    #expect(Self.report(hint).answer[0].hasPrefix("A hint at most: B is ahead so far, and luck"))
    let leaning = Self.groups([("A", [4, 5, 6, 5, 6]), ("B", [6, 7, 7, 5, 6])])
    #expect(Self.report(leaning).answer[0] == "Leaning, not settled: B is ahead of A so far.")
    let supported = Self.groups([("A", [4, 5, 4, 5, 3]), ("B", [7, 8, 8, 7, 9])])
    #expect(
      Self.report(supported).answer[0]
        == "Supported by your reeds: B is ahead of A, and luck alone would rarely do that.")
    #expect(!Self.report(supported).words.contains("To settle"))
    let level = Self.groups([("A", [5, 6]), ("B", [6, 5])])
    #expect(Self.report(level).answer[0] == "Too early to tell; A and B are level so far.")
  }

  @Test func judgesTheOneAheadOfSeveral() {
    let clear = [
      ("A", [4, 5, 4, 5, 3, 4]), ("B", [8, 9, 8, 9, 9, 8]), ("C", [5, 4, 5, 6, 5, 4]),
    ].map { (name: $0.0, ratings: $0.1) }
    #expect(
      Self.report(Self.groups(clear)).answer[0]
        == "Supported by your reeds: B is ahead of each of the others, and luck alone would rarely "
        + "do that.")
    #expect(
      Self.report(Self.groups(clear + [(name: "D", ratings: [5])])).answer[0].contains(
        "each of the others with at least four reeds"))
    let close = clear + [(name: "D", ratings: [8, 9, 8, 8, 9, 8])]
    #expect(
      Self.report(Self.groups(close)).answer[0]
        == "B and D are too close to call; both are ahead of C and A so far.")
    // D is told apart from neither.
    let between = clear + [(name: "D", ratings: [3, 9, 9, 4, 9, 9])]
    #expect(
      Self.report(Self.groups(between)).answer[0]
        == "B and D are too close to call; B is ahead of C and A so far.")
    let same = (0..<3).map { (name: "S\($0)", ratings: [5, 6, 7, 5, 6, 7, 5, 6]) }
    #expect(
      Self.report(Self.groups(same)).answer[0]
        == "None of them is ahead by more than luck so far.")
  }

  /// The two that lead are compared first, not the two with the most reeds.
  @Test func theLeadersAreTheUsualPair() throws {
    let log = Self.groups([
      ("A", [5, 6, 4, 5, 6, 5, 4, 5]), ("B", [5, 4, 6, 5, 4, 5, 5, 4]), ("C", [9, 8, 9, 8]),
      ("D", [10]),
    ])
    let pair = try #require(Self.report(log).control("pair"))
    #expect(pair.chosen == "A | C" && pair.options[0].value == "A | C")
    #expect(pair.options.count == 6)
  }

  /// A choice is no name, and a number needs what it is the number of.
  @Test func choicesAndNumbersAreNamedWithTheirField() throws {
    var maker = LogMaker()
    for place in 0..<8 {
      let isOdd = place % 2 == 1
      let reed = maker.reed(
        "R\(place)", begun: Self.today - 30,
        ["leak": isOdd ? "None" : "Slight", "staple_no": .tool(isOdd ? "28" : "16")])
      maker.test(reed, day: Self.today, ["success": .number(isOdd ? 8 : 4 + Double(place % 3))])
    }
    let leak = Self.report(maker, ["input": "leak"])
    #expect(
      leak.answer[0].hasPrefix("Supported by your reeds: leak “None” is ahead of leak “Slight”"))
    #expect(leak.words.contains("Leak “None” 8.0 (4 reeds), leak “Slight” "))
    #expect(leak.words.contains("Every one of the reeds with leak “None” beats every one of the "))
    #expect(leak.sections[0].table?.rows.map { $0.cells[0] } == ["None", "Slight"])
    let staple = Self.report(maker, ["input": "staple_no"])
    #expect(staple.answer[0].hasPrefix("Supported by your reeds: staple 28 is ahead of staple 16"))
    #expect(staple.words.contains("the reeds with staple 28"))
    #expect(staple.sections[0].table?.rows.map { $0.cells[0] } == ["16", "28"])
  }

  /// If only one group lacks reeds, only its own bring the answer nearer.
  @Test func thePaceIsThatOfTheGroupThatLacks() {
    var maker = LogMaker()
    for place in 0..<22 {
      let isB = place >= 20
      let reed = maker.reed(
        "R\(place)", begun: Self.today - 200 + Int64(place) * 9, ["shaper": .tool(isB ? "B" : "A")])
      maker.test(reed, day: Self.today, ["success": .number(Double(5 + place % 3))])
    }
    #expect(
      Self.report(maker).answer.last?.hasPrefix(
        "At your pace of about 2 rated B reeds a month, 15 more take until about ") == true)
  }

  /// A scale has ends, and no reed is played for less than no time.
  @Test func intervalsEndWhereValuesDo() throws {
    var maker = Self.groups([("A", [2, 9]), ("B", [5, 6])])
    let plot = try #require(Self.report(maker).sections[0].plot)
    #expect(plot.y.isWhole && plot.y.least == 1...10)
    for (place, reed) in maker.rows.filter({ $0.kind == .reed }).enumerated() {
      maker.sitting(reed.id, day: Self.today, seconds: place % 2 == 0 ? 3_600 : 72_000)
    }
    let hours = Self.report(maker, ["outcome": "hours"])
    let lines = try #require(hours.sections[0].table).rows.map { $0.cells[3] }
    #expect(lines.count == 2 && lines.allSatisfy { !$0.contains("−") }, "\(lines)")
  }

  @Test func neverSaysMoreThanItMay() {
    let logs = [
      Self.golden(), Self.groups([("A", [1, 1, 1, 1]), ("B", [9, 9, 9, 9])]),
      Self.groups([("A", [4, 5, 4, 5, 3]), ("B", [7, 8, 8, 7, 9]), ("C", [1, 2, 1, 2, 3])]),
    ]
    for log in logs {
      for word in ["best", "significant", "cause", "prove"] {
        let report = Self.report(log)
        #expect(!report.words.contains(word))
        let rest = report.sections.flatMap { $0.text + [$0.heading] }.joined()
        #expect(!rest.contains(word))
      }
    }
  }

  @Test func equalReedsHaveNoInterval() {
    let report = Self.report(Self.groups([("A", [6, 6, 6, 6]), ("B", [6, 6, 6, 6])]))
    #expect(report.answer[0] == "Too early to tell; A and B are level so far.")
    #expect(!report.words.contains("95 %"))
    let apart = Self.report(Self.groups([("A", [6, 6, 6, 6]), ("B", [8, 8, 8, 8])]))
    #expect(apart.answer[0] == "Leaning, not settled: B is ahead of A so far.")
  }

  @Test func countsUnratedReedsApart() {
    var maker = Self.golden()
    maker.reed("X", begun: 100, ["shaper": .tool("B")])
    maker.reed("Y", begun: 100, ["shaper": .tool("B")])
    maker.reed("Z", begun: 100, ["shaper": .tool("A")])
    let bare = maker.reed("W", begun: 100)
    maker.test(bare, day: 110, ["success": 10])
    let report = Self.report(maker)
    #expect(
      report.words.contains(
        "Not counted: 1 A reed not rated, 2 B reeds not rated and 1 reed without a recorded shaper."
      ))
    #expect(report.words.contains("B 6.8 (6 reeds), A 6.2 (6 reeds): +0.7"))
    #expect(report.sections[0].table?.rows.map { $0.cells.last } == ["1", "2"])
  }

  @Test func comparesTheDistanceFromJustRight() {
    // Too flat and too sharp are both bad, though their mean is just right.
    let maker = Self.groups(
      [("A", [-3, 3, -3, 3, -2, 2]), ("B", [0, 0, 1, 0, -1, 0])], outcome: "q_pitch")
    let report = Self.report(maker, ["outcome": "q_pitch"])
    #expect(report.answer[0].hasPrefix("Supported by your reeds: B is ahead of A"))
    #expect(report.answer[1].contains("how far from it each reed is: less is better"))
    #expect(report.words.contains("B 0.3 (6 reeds), A 2.7 (6 reeds): −2.3"))
    #expect(report.sections[0].plot?.y.label == "Pitch, distance from just right")
    var both = LogMaker()
    for name in ["A", "B"] {
      for place in 0..<2 {
        let reed = both.reed("\(name)\(place)", begun: 100, ["shaper": .tool(name)])
        both.test(reed, day: 110, ["q_pitch": .number(name == "A" ? -2 : 0)])
        both.test(reed, day: 120, ["q_pitch": .number(name == "A" ? 2 : 0)])
      }
    }
    #expect(
      Self.report(both, ["outcome": "q_pitch"]).words.contains("B 0.0 (2 reeds), A 2.0 (2 reeds)"),
      "each test counts by its own distance")
  }

  @Test func saysHigherWhereNobodyKnowsWhatIsGood() {
    let maker = Self.golden(outcome: "a4") { .number(440 + Double($0)) }
    let report = Self.report(maker, ["outcome": "a4"])
    #expect(report.title == "Which shaper goes with which A4 on the instrument?")
    #expect(report.answer[0] == "Too early to tell; B is higher so far.")
    #expect(report.words.contains("B 446.8 Hz (6 reeds), A 446.2 Hz (6 reeds): +0.7 Hz"))
    #expect(report.words.contains("A B reed is higher than an A reed about 65 times in 100."))
  }

  @Test func comparesByEverythingThatDivides() throws {
    var maker = LogMaker()
    let box = maker.box("Blue box")
    for place in 0..<8 {
      let isOdd = place % 2 == 1
      let reed = maker.reed(
        "R\(place)", begun: CalendarMonth(year: 2026, number: isOdd ? 1 : 7).firstDay,
        [
          "cane_lot": isOdd ? "2023" : "2024", "wire": .flag(isOdd),
          "gouge_state": isOdd ? "Wet" : "Dry",
        ]
      ) { if isOdd { $0.box = box } }
      maker.test(reed, day: Self.today, ["success": .number(isOdd ? 7 : 5 + Double(place % 3))])
    }
    let report = Self.report(maker)
    let input = try #require(report.control("input"))
    for name in ["cane_lot", "wire", "gouge_state", "season", "month"] {
      #expect(input.options.contains { $0.value == name })
      let other = Self.report(maker, ["input": name])
      #expect(other.words.contains("4 reeds"), "\(name)")
      #expect(other.control("input")?.chosen == name)
    }
    #expect(input.chosen == "cane_lot", "the first that divides the reeds")
    let wire = Self.report(maker, ["input": "wire"])
    #expect(wire.words.contains("A reed with wire beats a reed without wire about"))
    #expect(wire.sections[0].actions.isEmpty)
    #expect(
      wire.words.contains("All four reeds with wire have the lot 2023: the lot may play a part.")
    )
    let boxes = Self.report(maker, ["input": "box"])
    #expect(
      boxes.answer[0] == "Nothing to compare yet: every reed with a recorded box has Blue box.")
    let season = Self.report(maker, ["input": "season"])
    #expect(season.answer.last == "To settle a difference of one SD: 17 reeds each.")
    #expect(season.words.contains("A winter reed beats a summer reed about"))
  }

  @Test func saysWhatIsMissing() {
    #expect(
      Self.report(LogMaker()).answer
        == ["Nothing to compare yet: none of the counted reeds has a recorded shaper."])
    var maker = LogMaker()
    let one = maker.reed("R1", begun: 100, ["shaper": .tool("A")])
    maker.test(one, day: 110, ["success": 5])
    #expect(
      Self.report(maker).answer[0]
        == "Nothing to compare yet: every reed with a recorded shaper has A.")
    maker.reed("R2", begun: 100, ["shaper": .tool("B")])
    #expect(
      Self.report(maker).answer[0] == "Too early to tell: only A reeds have a value for success.")
    let two = maker.reed("R3", begun: 100, ["shaper": .tool("B")])
    maker.test(two, day: 110, ["success": 7])
    let report = Self.report(maker)
    #expect(report.answer[0] == "Too early to tell; B is ahead so far.")
    #expect(report.answer[1] == "B 7.0 (1 reed), A 5.0 (1 reed): +2.0.")
  }

  @Test func obeysTheFiltersAndTheMoment() {
    var maker = Self.golden()
    let reed = maker.reed("Old", begun: 100, ["shaper": .tool("A")]) { $0.instrument = .bassoon }
    maker.test(reed, day: 110, ["success": 10])
    maker.test(reed, day: 120, ["success": 4])
    #expect(Self.report(maker).words.contains("A 6.3 (7 reeds)"))
    #expect(Self.report(maker, ["instrument": "0"]).words.contains("A 6.2 (6 reeds)"))
    #expect(Self.report(maker, ["moment": "first"]).words.contains("A 6.7 (7 reeds)"))
  }

  @Test func ignoresWhatNoControlOffers() {
    let plain = Self.report(Self.golden())
    #expect(Self.report(Self.golden(), ["input": "no such field", "outcome": "neither"]) == plain)
    #expect(Self.report(Self.golden(), ["pair": "B | Z"]) == plain)
  }

  @Test func survivesManyGroupsAndHostileNames() {
    var maker = LogMaker()
    for place in 0..<60 {
      let reed = maker.reed(
        "R\(place)", begun: Int64(place) * 1_000_000_000_000,
        [
          "cane_lot": .text("\u{202E}<b>\(place % 20)"),
          "shaper": .tool(place % 3 == 0 ? " " : "|"),
        ])
      maker.test(reed, day: .max / 86_400_001, ["success": .number(Double(place % 10 + 1))])
    }
    let report = Self.report(maker, ["input": "cane_lot"], today: .max / 2)
    #expect(report.sections[0].table?.rows.count == 20)
    #expect(
      report.sections[0].text.contains(
        "The 12 largest groups are drawn and counted; the table has all 20."))
    #expect(report.control("pair")?.options.count == 66)
    _ = Self.report(maker)
  }

  /// Ten reeds, A and B in turn, of which B is better. The B reeds among the first have a gouger of their own.
  private static func reeds(withRidderAmongFirst count: Int) -> LogMaker {
    var maker = LogMaker()
    for place in 0..<10 {
      let isB = place % 2 == 1
      let reed = maker.reed(
        "R\(place)", begun: today - 30,
        [
          "shaper": .tool(isB ? "B" : "A"),
          "gouger": .tool(place < count && isB ? "Ridder" : "Ross"),
        ])
      maker.test(reed, day: today, ["success": .number(isB ? 8 : 4 + Double(place % 3))])
    }
    return maker
  }

  @Test func namesWhatMayBeBehindASupportedDifference() {
    let report = Self.report(Self.reeds(withRidderAmongFirst: 9))
    #expect(report.answer[0].hasPrefix("Supported by your reeds: B is ahead of A"))
    #expect(
      report.words.contains(
        "Four of five B reeds have the gouger Ridder: the gouger may play a part."))
    #expect(report.control("colour")?.chosen == "")
    #expect(report.sections[0].plot?.series == ["Ridder", "Ross", "Mean and 95 % interval"])
    // Two of five is less than a warning takes, and that is said.
    let said = Self.report(Self.reeds(withRidderAmongFirst: 5))
    #expect(!said.words.contains("may play a part"))
    #expect(
      said.sections[0].text == [
        "Colours show the gouger.",
        "Of all choices it differs most between B and A, but not enough for a warning: 40 % of the "
          + "reeds would need another for both groups to be alike, and a warning takes 50 %.",
      ])
  }

  @Test(arguments: [(2, 5), (2, 6), (3, 5), (4, 4)])
  func luckAloneSeldomGetsAVerdict(groups: Int, count: Int) {
    var chance = Chance(seed: 7)
    var (supported, leaning) = (0, 0)
    let logs = 200
    for _ in 0..<logs {
      let ratings = (0..<groups).map { group in
        (
          name: "S\(group)",
          ratings: (0..<count).map { _ in
            Int(min(max(6 + 1.8 * Normal.quantile(chance.part()), 1), 10).rounded())
          }
        )
      }
      let headline = Self.report(Self.groups(ratings)).answer[0]
      supported += headline.hasPrefix("Supported") ? 1 : 0
      leaning += headline.hasPrefix("Leaning") ? 1 : 0
    }
    print(
      "Without a difference, \(groups) groups of \(count): supported in \(supported), leaning in "
        + "\(leaning) of \(logs) logs")
    // Two groups are asked about at p ≤ 0.05, and an 80 % interval leaves out 0 one time in five; two standard errors of
    // 200 logs are 3 and 6 %. Of more groups, the one ahead must lead each of the others.
    let (most, mostWords) = groups == 2 ? (0.08, 0.28) : (0.03, 0.1)
    #expect(Double(supported) / Double(logs) <= most)
    #expect(Double(supported + leaning) / Double(logs) <= mostWords)
  }

  @Test func theSmallestPossibleResultIsNeverAVerdict() {
    for count in 1...3 {
      let contrast = Contrast(
        (0..<count).map { Double($0) / 100 }, (0..<count).map { 9 + Double($0) / 100 })
      #expect(contrast?.strength == .tooEarly)
    }
    #expect(Contrast([0, 0.1, 0.2, 0.1], [9, 9.1, 9.2, 9.1])?.strength == .supported)
    #expect(Contrast([], [1]) == nil)
    #expect(Contrast([1, .nan], [1, 2]) == nil)
    #expect(Contrast([1, .infinity], [1, 2]) == nil)
  }
}

@Suite struct PaceTests {
  @Test func saysUntilWhenAtThePlayersPace() {
    let today = CalendarMonth(year: 2026, number: 11).firstDay
    let pace = Pace(
      (0..<13).map { today - 7 * $0 }, of: "rated reed", "rated reeds", today: today)
    #expect(pace.day(ofMore: 4) == today + 27)
    #expect(
      pace.words(ofMore: 22)
        == "At your pace of about 5 rated reeds a month, 22 more take until about March 2027.")
  }

  @Test func knowsNothingWithoutReeds() {
    func pace(_ days: [Int64]) -> Pace { Pace(days, of: "reed", "reeds", today: 20_000) }
    #expect(pace([]).day(ofMore: 1) == nil)
    #expect(
      pace([0, 19_000]).words(ofMore: 5)
        == "No reed was started in the last six months, so there is no estimate.")
    #expect(
      pace([]).words(ofMore: 5, no: "piece was gouged")
        == "No piece was gouged in the last six months, so there is no estimate.")
    #expect(
      pace([1, 19_990]).words(ofMore: 500)
        == "At your pace of 1 reed in the last six months, 500 more take over ten years.")
    #expect(
      pace([19_973]).words(ofMore: 1)
        .hasPrefix("At your pace of about 1 reed a month, 1 more takes until about "))
  }
}
