import Domain
import Ledger
import Reports
import Testing

@testable import Analysis

/// Each rule speaks with its trigger, and is silent just below it.
@Suite struct SuggestionTests {
  private let today: Int64 = 20_000

  private func adviser(_ maker: LogMaker, dismissed: [String] = []) -> Adviser {
    maker.adviser(today: today, dismissed: dismissed)
  }

  private func suggestion(
    _ key: String, in maker: LogMaker, dismissed: [String] = []
  ) -> Suggestion? {
    adviser(maker, dismissed: dismissed).suggestions.first { $0.key.hasPrefix(key) }
  }

  /// A log where a suggestion appears, and stays away once dismissed.
  private func expect(
    _ key: String, _ maker: LogMaker, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Suggestion {
    let found = try #require(suggestion(key, in: maker), sourceLocation: sourceLocation)
    let rest = suggestion(key, in: maker, dismissed: [found.key])
    #expect(rest == nil, sourceLocation: sourceLocation)
    #expect(!found.items.isEmpty && !found.evidence.isEmpty, sourceLocation: sourceLocation)
    #expect(
      !found.elsewhere.isEmpty && !found.proposal.isEmpty && !found.reason.isEmpty,
      sourceLocation: sourceLocation)
    return found
  }

  private func rated(_ name: String, _ values: [Double], unrated: Int = 0) -> LogMaker {
    var maker = LogMaker()
    for (place, value) in values.enumerated() {
      let reed = maker.reed("B\(place + 1)", begun: 19_000 + Int64(place))
      maker.test(reed, day: 19_100 + Int64(place), [name: .number(value)])
    }
    for place in 0..<unrated { maker.reed("U\(place + 1)", begun: 19_200 + Int64(place)) }
    return maker
  }

  // MARK: - Pitch to staple

  @Test func sharpReedsAskForALongerStaple() throws {
    let found = try expect("pitch 0 sharp", rated("q_pitch", [1, 2, 1, 1, 2, 1, 2], unrated: 3))
    #expect(found.title == "A staple 1 mm longer")
    #expect(found.footing == .data(.supported))
    #expect(
      found.evidence[0].hasPrefix(
        "Pitch +1.4 on a scale from −3, flat, to +3, sharp (mean of all tests of each reed), 95 % ")
    )
    #expect(found.evidence[0].hasSuffix("n = 7."))
    #expect(found.proposal.hasPrefix("A staple 1 mm longer for your next oboe reeds, and leave"))
    #expect(found.evidence.contains { $0.contains("3 reeds have no value") })
    #expect(found.items.count == 7 && found.items[0].name == "B1" && found.items[0].day == 19_000)
  }

  @Test func fewOrScatteredPitchesAskForNothing() {
    #expect(suggestion("pitch", in: rated("q_pitch", [1, 2, 1, 1], unrated: 30)) == nil)
    #expect(suggestion("pitch", in: rated("q_pitch", [2, -1, 1, -2, 2, -1, 0])) == nil)
    // The interval begins at 0.04, which is shown as 0.0.
    #expect(suggestion("pitch", in: rated("q_pitch", [0, 0, 0, 0, 1, 1, 1, 1, 0, 0])) == nil)
    let few = adviser(rated("q_pitch", [1, 2, 1, 1]))
    #expect(few.lacks.contains { $0.question.contains("rate the pitch of 2 more to see") })
  }

  /// Of five signs, one arrangement in 16 is as extreme; of six, one in 32.
  @Test func fiveEqualSignsAreTooFew() {
    #expect(suggestion("pitch", in: rated("q_pitch", [-1, -1, -1, -1, -1])) == nil)
    let found = suggestion("pitch 0 flat", in: rated("q_pitch", [-1, -1, -1, -1, -1, -1]))
    #expect(found?.footing == .data(.supported) && found?.title == "A staple 1 mm shorter")
  }

  /// The verdict comes from the signs; an interval of no width would claim that the mean is known exactly.
  @Test func equalValuesHaveNoInterval() throws {
    let flat = try expect("pitch", rated("q_pitch", [-1, -1, -1, -1, -1, -1]))
    #expect(
      flat.evidence[0]
        == "Pitch −1.0 on a scale from −3, flat, to +3, sharp (mean of all tests of each reed), all "
        + "equal, n = 6.")
    let measured = try expect(
      "pitch", rated("a4", [442, 442, 442, 442, 442, 442]))
    #expect(
      measured.evidence[0]
        == "A4 +8 cents from your 440 Hz (mean of all tests of each reed), all equal, n = 6.")
    // 0.020 mm each time, from other lefts and rights: the last bits differ.
    var maker = LogMaker()
    for place in 0..<6 {
      let right = 0.44 + Double(place) / 100
      maker.reed(
        "G\(place)", begun: 19_000 + Int64(place),
        ["gouger": .tool("Ross"), "g_a_l": .number(right + 0.02), "g_a_r": .number(right)])
    }
    let gouge = try expect("gouge", maker)
    #expect(gouge.evidence[0] == "Half A, left minus right: +0.020 mm, all equal, n = 6.")
    #expect(gouge.footing == .data(.supported))
    let page = GougerPage(Question(.gouger, today: today), maker.log).report
    #expect(
      page.answer.contains("Uneven: half A, left minus right is +0.020 mm, all equal, n = 6."))
  }

  @Test func aMeasuredA4SaysMoreThanARating() throws {
    var maker = rated("a4", [442, 442, 443, 442, 443, 442])
    let found = try expect("pitch 0 sharp", maker)
    // 1200 log₂ of 442 and 443 to 440: 7.9 and 11.8 cents.
    #expect(
      found.evidence[0].hasPrefix(
        "A4 +9 cents from your 440 Hz (mean of all tests of each reed), 95 % +7 to +11, n = 6."))
    #expect(found.items[0].value == "442.0 Hz" && found.head == "A4 on the instrument")
    guard case .experiment("staple_length", "a4", _)? = found.actions.first?.deed else {
      Issue.record("no experiment on A4 is offered")
      return
    }
    // Ratings that say otherwise do not count beside it; a player who tunes to 443 has flat reeds.
    for place in 0..<8 {
      let reed = maker.reed("Q\(place)", begun: 19_300)
      maker.test(reed, day: 19_400, ["q_pitch": -2])
    }
    #expect(suggestion("pitch 0 sharp", in: maker) != nil)
    var question = Question(.suggestions, today: today)
    question.a4 = try #require(ReferencePitch(tenthsOfHertz: 4_440))
    let flat = Adviser(question, maker.log, maker.rows).suggestions.first {
      $0.key.hasPrefix("pitch")
    }
    #expect(flat?.title == "A staple 1 mm shorter")
    #expect(flat?.evidence[0].hasPrefix("A4 −7 cents from your 444 Hz") == true)
    // Below six measurements, the ratings speak.
    let few = rated("a4", [442, 442, 443, 442, 443])
    #expect(suggestion("pitch", in: few) == nil)
    #expect(adviser(few).lacks.contains { $0.question.contains("rate the pitch of 1 more to see") })
  }

  /// Another staple would mend new reeds and spoil old ones, or the other way round.
  @Test func reedsThatTurnFlatWithAgeAskForNoStaple() throws {
    var maker = rated("q_pitch", [3, 2, 3, 3, 2, 3, 3, 2])
    for row in maker.rows where row.kind == .reed {
      maker.test(row.id, day: 19_500, ["q_pitch": -1])
    }
    let found = try expect("pitch 0 drift sharp", maker)
    #expect(found.title == "Sharp when new, flat when last tested")
    #expect(found.proposal.hasPrefix("Keep your staples as they are: a longer one would help"))
    #expect(found.evidence[0].contains("+2.6 ") && found.evidence[1].contains("−1.0 "))
    #expect(found.evidence[1].contains("(latest test of each reed)"))
    #expect(!found.actions.contains { $0.label == "Try as an experiment" })
    guard case .ask(.trends, let choices)? = found.actions.first?.deed else {
      Issue.record("nothing leads to the latest tests")
      return
    }
    #expect(choices.map { "\($0.control)=\($0.value)" } == ["moment=latest"])
    // The same whichever tests count.
    var question = Question(.suggestions, today: today)
    question["moment"] = "latest"
    let latest = Adviser(question, maker.log, maker.rows).suggestions
    #expect(latest.contains { $0.title == found.title })
    #expect(!latest.contains { $0.title.hasPrefix("A staple") })
  }

  /// The form opens with both sides chosen: the usual staple and one a millimetre longer, or two tools that were compared.
  @Test func anOfferedExperimentNamesItsArms() throws {
    func arms(_ found: Suggestion?) -> [String] {
      for action in found?.actions ?? [] {
        if case .experiment(_, _, let arms) = action.deed { return arms }
      }
      return []
    }
    var maker = LogMaker()
    for place in 0..<7 {
      let reed = maker.reed(
        "B\(place)", begun: 19_000 + Int64(place),
        ["staple_length": .number(place < 2 ? 46 : 47)])
      maker.test(reed, day: 19_100, ["q_pitch": .number(Double(1 + place % 2))])
    }
    #expect(arms(suggestion("pitch 0 sharp", in: maker)) == ["47", "48"])
    #expect(arms(suggestion("pitch", in: rated("q_pitch", [1, 2, 1, 1, 2, 1, 2]))) == [])
    var two = shapers(6, 6)
    let tools = ["A", "B"].map { two.tool(.shaper, $0).bits.hex }
    #expect(Set(arms(suggestion("early", in: two))) == Set(tools))
    #expect(Set(arms(suggestion("season", in: seasons))).count == 2)
    // The ends of the range that suits, and a tube that is larger or smaller than the usual one.
    let tie = try expect("tie", paired([2, 2, 1.5, 2, 2.5, 2], [0, 0.5, 0, -0.5, 0, 0.5]))
    #expect(arms(tie).count == 2 && arms(tie)[1] == "71.75")
    for arm in arms(tie) { #expect(tie.proposal.contains(arm), "\(arm)") }
    for area in [Adjustment.Area.open, .close] {
      let tubes = opened(Array(repeating: area, count: 7), ["tube_diameter": 10.5])
      #expect(
        arms(suggestion("opening", in: tubes)) == ["10.5", area == .open ? "10" : "11"])
    }
  }

  // MARK: - Gouge

  /// Pieces that are so much thicker on the left, or, with `both`, on both sides.
  private func gouged(_ sides: [Double], state: [String] = [], both: Bool = false) -> LogMaker {
    var maker = LogMaker()
    for (place, side) in sides.enumerated() {
      var values: [String: LogMaker.Entry] = [
        "gouger": .tool("Ross"), "g_a_l": .number(0.45 + side), "g_a_m": 0.59, "g_a_r": 0.45,
        "g_b_l": .number(0.45 + side), "g_b_m": 0.59, "g_b_r": 0.45,
      ]
      if both { for point in ["g_a_r", "g_b_r"] { values[point] = .number(0.45 + side) } }
      if place < state.count { values["gouge_state"] = .text(state[place]) }
      maker.reed("G\(place + 1)", begun: 19_000 + Int64(place), values)
    }
    return maker
  }

  @Test func anUnevenGougeIsNamedWithItsPieces() throws {
    let found = try expect("gouge", gouged([0.02, 0.03, 0.02, 0.01, 0.02, 0.03, 0.02]))
    #expect(found.title == "Check the blade and bed of Ross" && found.footing == .data(.supported))
    #expect(found.items.count == 7)
    #expect(suggestion("gouge", in: gouged([0.01, 0.01, 0.01, 0.01, 0.01, 0.01])) == nil)
    #expect(suggestion("gouge", in: gouged([0.03, -0.02, 0.02, -0.03, 0.02, 0.06])) == nil)
    #expect(suggestion("gouge", in: gouged([0.02, 0.03, 0.02, 0.02, 0.02])) == nil)
    // Two gougers can be set against each other; one cannot.
    func offers(_ found: Suggestion?) -> Bool {
      found?.actions.contains { $0.label == "Try as an experiment" } == true
    }
    #expect(!offers(found))
    var two = gouged([0.02, 0.03, 0.02, 0.01, 0.02, 0.03, 0.02])
    _ = two.tool(.gouger, "Innoledy")
    #expect(offers(suggestion("gouge", in: two)))
  }

  @Test func aServiceStartsTheGougeAnew() {
    var maker = gouged([0.02, 0.03, 0.02, 0.01, 0.02, 0.03, 0.02])
    maker.event(maker.tool(.gouger, "Ross"), .bladeGround, day: 19_006)
    #expect(suggestion("gouge", in: maker) == nil)
  }

  @Test func aShiftOfTheGougerIsNoticed() throws {
    let even = [0.001, -0.001, 0.002, -0.002, 0.0, 0.001, -0.001, 0.002, -0.002, 0.0]
    #expect(suggestion("gouge", in: gouged(even + even)) == nil)
    let found = try expect("gouge", gouged(even + even + even + even + even.map { $0 + 0.006 }))
    #expect(found.footing >= .data(.leaning))
    #expect(found.evidence.contains { $0.contains("has gone thick since ") })
  }

  /// Water moves every point, and is no wear.
  @Test func wetPiecesAfterDryOnesRaiseNothing() throws {
    let even = [0.001, -0.001, 0.002, -0.002, 0.0]
    let states = { (place: Int) in place < 30 ? "Dry" : "Wet" }
    let wet = gouged(
      (0..<38).map { even[$0 % 5] + ($0 < 30 ? 0 : 0.03) }, state: (0..<38).map(states),
      both: true)
    #expect(suggestion("gouge", in: wet) == nil)
    // The same pieces without a word on water look like wear.
    let unsaid = gouged((0..<38).map { even[$0 % 5] + ($0 < 30 ? 0 : 0.03) }, both: true)
    let found = try expect("gouge", unsaid)
    #expect(found.evidence[0].contains(" has gone thick since G31 ("))
    #expect(!found.evidence.contains { $0.contains("“Mean”") })
  }

  /// Pieces that were gouged on one day and tied on another belong to the day on which they were gouged; two reeds of
  /// one piece are one piece, and what is not tied counts as well.
  @Test func caneCountsOnTheDayItWasGouged() throws {
    func maker(serviced day: Int64, tied: Int) -> LogMaker {
      var maker = LogMaker()
      let gouger = maker.tool(.gouger, "Ross")
      maker.event(gouger, .bladeGround, day: day)
      for place in 0..<7 {
        let side = [0.02, 0.03, 0.02, 0.01, 0.02, 0.03, 0.02][place]
        let piece = PieceOfCane(maker.newID(), named: "C\(place)", day: 19_000 + Int64(place))
        let left = 450 + Int64((side * 1_000).rounded())
        maker.add(
          piece,
          [(52, left), (54, 450), (55, left), (57, 450)].map { number, units in
            (KindID.cane.field(number), .decimal(units: units, places: 3))
          } + [(KindID.cane.field(48), .row(gouger))])
        for _ in 0..<(place < tied ? 2 : 0) {
          maker.reed(
            "R\(place)", begun: 19_200,
            [
              "gouger": .tool("Ross"), "g_a_l": .number(0.45 + side), "g_a_r": 0.45,
              "g_b_l": .number(0.45 + side), "g_b_r": 0.45,
            ]
          ) { $0.cane = piece.id }
        }
      }
      return maker
    }
    #expect(suggestion("gouge", in: maker(serviced: 19_100, tied: 7)) == nil)
    let found = try expect("gouge", maker(serviced: 18_900, tied: 7))
    #expect(found.items.map { $0.day } == (0..<7).map { 19_000 + $0 })
    #expect(found.evidence[0].hasSuffix("n = 7."))
    let untied = try expect("gouge", maker(serviced: 18_900, tied: 0))
    #expect(untied.items.map { $0.name }.contains("C6") && untied.items.count == 7)
  }

  /// A gouger may be serviced before its chart can begin.
  @Test func aShortFirstStretchDoesNotEndTheWatch() throws {
    let even = [0.001, -0.001, 0.002, -0.002, 0.0]
    var maker = gouged((0..<60).map { even[$0 % 5] + ($0 < 50 ? 0 : 0.006) })
    maker.event(maker.tool(.gouger, "Ross"), .bedReset, day: 19_005)
    #expect(try expect("gouge", maker).evidence.contains { $0.contains("has gone thick since ") })
  }

  /// The link opens what the suggestion is about, though another gouger has more pieces, and this one more wet ones.
  @Test func itsLinkOpensTheGougerThatIsNamed() throws {
    let sides = [0.02, 0.03, 0.02, 0.01, 0.02, 0.03, 0.02]
    var maker = gouged(
      sides + [Double](repeating: 0, count: 9),
      state: [String](repeating: "Dry", count: 7) + [String](repeating: "Wet", count: 9))
    for place in 0..<20 {
      maker.reed(
        "I\(place)", begun: 19_100, ["gouger": .tool("Innoledy"), "g_a_l": 0.46, "g_a_r": 0.46])
    }
    let found = try expect("gouge", maker)
    #expect(found.title == "Check the blade and bed of Ross")
    #expect(found.evidence[0].hasPrefix("Half A, left minus right (dry): +0.021 mm, 95 % "))
    guard case .ask(.gouger, let choices)? = found.actions.first?.deed else {
      Issue.record("the chart cannot be seen")
      return
    }
    var question = Question(.gouger, today: today)
    for choice in choices { question[choice.control] = choice.value }
    let page = GougerPage(question, maker.log).report
    #expect(page.control("gouger")?.chosen == maker.tool(.gouger, "Ross").bits.hex)
    #expect(page.control("state")?.chosen == "2")
    #expect(page.answer.contains { $0.hasPrefix("Uneven: half A, left minus right is +0.021 mm") })
  }

  @Test func wetAndDryAreSplit() throws {
    let states = ["Wet", "Wet", "Dry", "Wet", "Wet", "Wet"]
    let found = try expect("wet dry", gouged([0, 0, 0, 0, 0, 0], state: states))
    #expect(found.evidence[0] == "Measured wet: 5. Measured dry: 1. Not said: 0.")
    #expect(found.footing == .craft)
    let wet = [String](repeating: "Wet", count: 6)
    #expect(suggestion("wet dry", in: gouged([0, 0, 0, 0, 0, 0], state: wet)) == nil)
    #expect(suggestion("wet dry", in: gouged([0, 0, 0, 0, 0], state: states)) == nil)
  }

  @Test func caneWithDifferingEndsIsSetAside() throws {
    var maker = LogMaker()
    maker.reed("C1", begun: 19_000, ["hardness_a": 10, "hardness_b": 14.5]) { $0.stage = .blank }
    let found = try expect("cane ends", maker)
    #expect(found.items[0].value == "10.0 and 14.5")
    // A newer piece is said after an older one was dismissed, without the older one.
    maker.reed("C2", begun: 19_001, ["hardness_a": 20, "hardness_b": 10]) { $0.stage = .blank }
    #expect(suggestion("cane ends", in: maker)?.items.count == 2)
    #expect(suggestion("cane ends", in: maker, dismissed: [found.key])?.items.count == 1)
    var even = LogMaker()
    even.reed("C1", begun: 19_000, ["hardness_a": 10, "hardness_b": 14]) { $0.stage = .blank }
    even.reed("C2", begun: 19_000, ["hardness_a": 10, "hardness_b": 20])
    even.reed("C3", begun: 19_000, ["hardness_a": 10]) { $0.stage = .blank }
    #expect(suggestion("cane ends", in: even) == nil)
  }

  @Test func untiedCaneIsLookedAtToo() throws {
    var maker = LogMaker()
    let piece = PieceOfCane(maker.newID(), named: "Tube 3", day: 19_000)
    maker.add(
      piece,
      [
        (KindID.cane.field(40), .decimal(units: 100, places: 1)),
        (KindID.cane.field(41), .decimal(units: 160, places: 1)),
      ])
    #expect(try expect("cane ends", maker).items.map { $0.name } == ["Tube 3"])
    maker.reed("C1", begun: 19_000) { $0.cane = piece.id }
    #expect(suggestion("cane ends", in: maker) == nil)
  }

  // MARK: - Playing

  @Test func highPlacesAskForOtherReeds() throws {
    let found = try expect("altitude", rated("altitude", [1_600]))
    #expect(found.title == "Reeds for 1600 m" && found.footing == .craft)
    #expect(suggestion("altitude", in: rated("altitude", [1_500])) == nil)
    // Back home.
    #expect(suggestion("altitude", in: rated("altitude", [1_600, 100])) == nil)
    let thin = adviser(rated("pressure", [820]))
    #expect(thin.lacks.contains { $0.question.contains("820 hPa for B1") })
  }

  private func opened(
    _ areas: [Adjustment.Area], _ entries: [String: LogMaker.Entry] = [:], unrated: Int = 0
  ) -> LogMaker {
    var maker = LogMaker()
    for (place, area) in areas.enumerated() {
      let reed = maker.reed("O\(place + 1)", begun: 19_000 + Int64(place), entries)
      var change = Adjustment(maker.newID(), of: reed, day: 19_010, made: 0)
      change.area = area
      maker.add(change)
    }
    for place in 0..<unrated { maker.reed("U\(place + 1)", begun: 19_200) }
    return maker
  }

  @Test func openingsThatAreOffAskForAnotherTube() throws {
    let closed = try expect("opening closed", opened([.open, .open, .open, .open, .open, .open]))
    #expect(closed.title == "A smaller tube diameter" && closed.footing == .data(.supported))
    #expect(closed.evidence[0].hasPrefix("6 of 6 were too closed, 95 % 61 % to 100 %"))
    let open = suggestion(
      "opening", in: opened([.close, .close, .close, .close, .close, .close, .close]))
    #expect(open?.title == "A larger tube diameter")
    let some = try expect(
      "opening closed", opened([.open, .open, .open, .open, .open, .open], unrated: 3))
    #expect(
      some.evidence.last == "Not counted: 3 reeds that you neither opened nor closed, or both.")
    // A reed may be retired as closed, and none as open.
    var retired = opened([], unrated: 9)
    for place in 0..<9 { retired.reed("C\(place)", begun: 19_300, ["retire_reason": "Closed"]) }
    #expect(suggestion("opening", in: retired) == nil)
    let five: [Adjustment.Area] = [.open, .open, .open, .open, .open]
    #expect(suggestion("opening", in: opened(five, unrated: 9)) == nil)
    #expect(suggestion("opening", in: opened(five + [.close, .close, .close, .open])) == nil)
  }

  private func crowing(_ response: Int, _ kind: String, pitch: Double? = nil) -> LogMaker {
    var maker = LogMaker()
    let reed = maker.reed("L1", begun: 19_000)
    var values: [String: LogMaker.Entry] = [
      "q_response": .number(Double(response)), "t_crow_kind": .text(kind),
    ]
    if let pitch { values["t_crow"] = .number(pitch) }
    maker.test(reed, day: 19_010, values)
    return maker
  }

  @Test func aLateReedWithASingleCrowGetsTheCraftList() throws {
    let found = try expect("late", crowing(4, "One C"))
    #expect(found.footing == .craft && found.proposal.contains("Tip: thin the corners"))
    #expect(found.actions.map { $0.label } == ["Try as an experiment", "Open L1"])
    #expect(suggestion("late", in: crowing(3, "Two Cs", pitch: 8_440)) != nil)
    #expect(suggestion("late", in: crowing(3, "Two Cs", pitch: 8_420)) == nil)
    #expect(suggestion("late", in: crowing(5, "One C")) == nil)
    #expect(
      adviser(rated("q_response", [3])).lacks.contains { $0.question.contains("crow of B1") })
  }

  @Test func aListOfOnesOwnTakesThePlaceOfWhatMakersTeach() throws {
    var (maker, settings) = (crowing(4, "One C"), StatsSettings())
    settings.leastInUse = 0
    settings.changes = "Corners first\n\n  Windows, both alike!  \n"
    maker.add(settings)
    let adviser = Adviser(
      Question(.suggestions, today: today), maker.log, maker.rows)
    let found = try #require(adviser.suggestions.first { $0.key.hasPrefix("late") })
    #expect(
      found.proposal
        == "One change at a time, a few strokes, and a test after each. Corners first. Windows, both alike!"
    )
    #expect(found.elsewhere == "Your own list; we know of no study that counted.")
  }

  /// Wilson’s intervals: 3 of 5 are 23 to 88 %, 0 of 1 are 0 to 79 %.
  @Test func whatChangesDidHasItsIntervals() throws {
    var maker = crowing(4, "One C")
    let reed = try #require(maker.log.entries.first?.id)
    for (area, effect) in [
      (Adjustment.Area.tip, 1), (.tip, 2), (.tip, 1), (.tip, 0), (.tip, -1), (.heart, 0),
    ] {
      var change = Adjustment(maker.newID(), of: reed, day: 19_020, made: 0)
      (change.area, change.effect) = (area, effect)
      maker.add(change)
    }
    #expect(
      try expect("late", maker).evidence.last
        == "Your own changes that made a reed better, by area: Tip 3 of 5 (95 % 23 % to 88 %), "
        + "Heart 0 of 1 (95 % 0 % to 79 %).")
  }

  private func paired(_ own: [Double], _ other: [Double], isRated: Bool = true) -> LogMaker {
    var maker = LogMaker()
    for (place, value) in (own + other).enumerated() {
      let reed = maker.reed(
        "P\(place + 1)", begun: 19_000 + Int64(place),
        [
          "staple_model": .tool("D12"), "shaper": .tool(place < own.count ? "Mack" : "Gilbert"),
          "wrap_close": .number(value), "tie_length": .number(71 + Double(place % 4) / 4),
        ])
      if isRated {
        maker.test(reed, day: 19_100, ["success": .number(Double(4 + place % 4))])
      }
    }
    return maker
  }

  @Test func aPairWithItsOwnTieLength() throws {
    let (far, near) = ([2, 2, 1.5, 2, 2.5, 2], [0, 0.5, 0, -0.5, 0, 0.5])
    let found = try expect("tie", paired(far, near))
    #expect(found.footing == .data(.supported))
    #expect(found.title == "A tie length for D12 and Mack" || found.title.contains("Gilbert"))
    #expect(found.proposal.contains(" mm to "))
    #expect(suggestion("tie", in: paired(near, near)) == nil)
    #expect(suggestion("tie", in: paired(far, near, isRated: false)) == nil)
    #expect(
      adviser(paired(far, near, isRated: false)).lacks.contains {
        $0.question.hasPrefix("Which tie length suits D12")
      })
  }

  private func aged(
    ended: Int, hours: Int64, success: [Int], _ instrument: Reed.Instrument = .oboe
  ) -> LogMaker {
    var maker = LogMaker()
    for place in 0..<ended {
      let reed = maker.reed("E\(place + 1)", begun: 18_000) {
        ($0.stage, $0.instrument) = (.retired, instrument)
      }
      maker.sitting(reed, day: 18_010, seconds: 3_600 * Int64(8 + place))
      maker.move(reed, to: .retired, day: 18_020)
    }
    let reed = maker.reed("Old", begun: 19_000) { $0.instrument = instrument }
    maker.sitting(reed, day: 19_010, seconds: 3_600 * hours)
    for (place, value) in success.enumerated() {
      maker.test(reed, day: 19_010 + Int64(place), ["success": .number(Double(value))])
    }
    maker.reed("Next", begun: 19_050) { $0.stage = .blank }
    return maker
  }

  @Test func anAgeingReedNeedsASuccessor() throws {
    let found = try expect("ageing", aged(ended: 8, hours: 20, success: [8, 7, 5]))
    #expect(found.title == "Begin a successor for Old" && found.footing == .data(.hint))
    #expect(found.proposal.contains("1 blank is ready"))
    let clarinet = try expect(
      "ageing", aged(ended: 8, hours: 20, success: [8, 7, 5], .clarinet))
    #expect(clarinet.proposal == "Break in a successor now.")
    #expect(found.items[0].value == "20 h, success 8, 7, 5")
    #expect(suggestion("ageing", in: aged(ended: 8, hours: 20, success: [7, 7, 8])) == nil)
    #expect(suggestion("ageing", in: aged(ended: 8, hours: 6, success: [8, 7, 5])) == nil)
    // What fewer ends say is neither a craft rule nor a hint.
    for ended in 5...7 {
      let few = aged(ended: ended, hours: 20, success: [8, 7, 5])
      #expect(suggestion("ageing", in: few) == nil)
      #expect(
        adviser(few).lacks.contains {
          $0.question
            == "When does a reed need a successor? Advice takes 8 retired reeds with time recorded: "
            + "\(8 - ended) more. How long your reeds last is shown from 6."
        })
    }
    #expect(
      adviser(aged(ended: 8, hours: 20, success: [8, 7])).lacks.contains {
        $0.question.hasPrefix("Is Old fading?")
      })
  }

  @Test func tooFewReedsInUse() throws {
    func rows(_ inUse: Int, blanks: Int, dismissed: String? = nil) -> Adviser {
      var maker = LogMaker()
      for place in 0..<inUse { maker.reed("I\(place)", begun: 19_000) }
      for place in 0..<blanks { maker.reed("B\(place)", begun: 19_000) { $0.stage = .blank } }
      if let dismissed {
        var settings = StatsSettings()
        settings.dismiss(dismissed)
        maker.add(settings)
      }
      return Adviser(Question(.suggestions, today: today), maker.log, maker.rows)
    }
    #expect(rows(2, blanks: 5).suggestions.map { $0.title } == ["Scrape 1 reed today"])
    #expect(rows(1, blanks: 0).suggestions.map { $0.title } == ["Tie 2 reeds today"])
    #expect(rows(3, blanks: 5).suggestions.isEmpty)
    #expect(rows(0, blanks: 0).suggestions.isEmpty)
    let dismissed = rows(2, blanks: 5, dismissed: "pipeline 3")
    #expect(dismissed.suggestions.isEmpty && dismissed.dismissed == 1)
  }

  /// Whoever buys reeds ties and scrapes none.
  @Test func aClarinettistIsToldToBreakInOrBuyReeds() {
    func advice(new: Int, oboe: Int = 0, over: Int = 0) -> Adviser {
      var maker = LogMaker()
      maker.reed("C", begun: 19_900) { ($0.instrument, $0.stage) = (.clarinet, .inUse) }
      for place in 0..<new {
        maker.reed("N\(place)", begun: 19_950) { $0.begin(for: .clarinet) }
      }
      for place in 0..<oboe {
        maker.reed("O\(place)", begun: 19_950) { $0.stage = .inUse }
      }
      for place in 0..<over {
        maker.reed("D\(place)", begun: 19_000) { $0.stage = .retired }
      }
      return Adviser(Question(.suggestions, today: 20_000), maker.log, maker.rows)
    }
    func titles(new: Int, oboe: Int = 0, over: Int = 0) -> [String] {
      advice(new: new, oboe: oboe, over: over).suggestions.map { $0.title }
    }
    #expect(
      [1, 3].map { advice(new: $0).suggestions.first?.proposal } == [
        "Break in 1 reed; one is not in use yet.", "Break in 2 reeds; three are not in use yet.",
      ])
    #expect(titles(new: 5) == ["Break in 2 reeds"])
    #expect(titles(new: 1) == ["Break in 1 reed"])
    #expect(titles(new: 0) == ["Buy 2 reeds"])
    #expect(titles(new: 5, oboe: 3).isEmpty, "only the oboe's reeds count")
    #expect(titles(new: 5, over: 2) == ["Break in 2 reeds"], "the oboe was given up")
  }

  // MARK: - Data

  private func tied(_ ties: [Double]) -> LogMaker {
    var maker = LogMaker()
    for (place, tie) in ties.enumerated() {
      maker.reed(
        "T\(place)", begun: 19_000 + Int64(place),
        ["tube_diameter": .number(10 + Double(place) / 10), "tie_length": .number(tie)])
    }
    return maker
  }

  private var together: LogMaker { tied([70, 71, 71.5, 72, 72.25, 72.5, 73, 74]) }

  @Test func inputsThatWentTogetherCannotBeToldApart() throws {
    let found = try expect("together", together)
    #expect(found.title == "Take “Tube diameter” and “Tie length” apart")
    #expect(found.footing == .data(.hint) && found.evidence[0].contains("+1.00"))
    #expect(suggestion("together", in: tied([70, 71, 71.5, 72, 72.25, 72.5, 73])) == nil)
    #expect(suggestion("together", in: tied([74, 70, 73, 71, 72, 70.5, 75, 71.5])) == nil)
  }

  private func inSeasons(_ count: Int, from day: Int64) -> LogMaker {
    var maker = LogMaker()
    for place in 0..<8 { maker.reed("S\(place)", begun: 19_908, ["shaper": .tool("Mack")]) }
    for place in 0..<count { maker.reed("W\(place)", begun: day, ["shaper": .tool("Gilbert")]) }
    return maker
  }

  /// From 4 July and from 4 December 2024.
  private var seasons: LogMaker { inSeasons(8, from: 20_061) }

  @Test func aToolOfOneSeasonIsNamed() throws {
    let found = try expect("season", seasons)
    #expect(found.title == "Use Mack in another season, too")
    #expect(suggestion("season", in: inSeasons(7, from: 20_061)) == nil)
    #expect(suggestion("season", in: inSeasons(8, from: 19_909)) == nil)
  }

  private func shapers(_ a: Int, _ b: Int) -> LogMaker {
    var maker = LogMaker()
    for place in 0..<(a + b) {
      let reed = maker.reed(
        "R\(place)", begun: 19_900 + Int64(place), ["shaper": .tool(place < a ? "A" : "B")])
      maker.test(reed, day: 19_950, ["success": .number(Double(4 + place % 3))])
    }
    return maker
  }

  @Test func tooEarlySaysHowManyMore() throws {
    let found = try expect("early", shapers(6, 6))
    #expect(found.title == "Too early to tell: A or B" && found.footing == .data(.tooEarly))
    #expect(found.proposal.contains("your A reeds and B reeds: 17 of each"))
    #expect(found.proposal.contains("10 pairs"))
    #expect(
      found.evidence[1].contains(" rated A or B reeds a month, 22 more take until about"),
      "\(found.evidence)")
    // A choice is no name.
    var leaks = LogMaker()
    for place in 0..<12 {
      let reed = leaks.reed(
        "L\(place)", begun: 19_900 + Int64(place), ["leak": place < 6 ? "None" : "Slight"])
      leaks.test(reed, day: 19_950, ["success": .number(Double(4 + place % 3))])
    }
    #expect(
      suggestion("early", in: leaks)?.title
        == "Too early to tell: leak “None” or leak “Slight”")
    #expect(suggestion("early", in: shapers(6, 1)) == nil)
    #expect(suggestion("early", in: shapers(17, 17)) == nil)
  }

  @Test func anExtremeReedIsNoReasonToChange() throws {
    let found = try expect("extreme", rated("success", [5, 6, 5, 7, 6, 5, 6, 9]))
    #expect(found.title == "Nothing to change after B8")
    #expect(suggestion("extreme", in: rated("success", [5, 6, 5, 7, 6, 5, 9])) == nil)
    #expect(suggestion("extreme", in: rated("success", [5, 6, 5, 7, 6, 5, 6, 7])) == nil)
  }

  // MARK: - All together

  /// Everything that a rule could say at once.
  private var everything: LogMaker {
    var maker = gouged([0.02, 0.03, 0.02, 0.01, 0.02, 0.03, 0.02], state: ["Wet", "Dry"])
    for place in 0..<8 {
      let reed = maker.reed(
        "X\(place)", begun: 19_500 + Int64(place), ["hardness_a": 10, "hardness_b": 18]
      ) { $0.stage = place == 0 ? .blank : .inUse }
      maker.test(
        reed, day: 19_600,
        [
          "q_pitch": 2, "q_response": 2, "t_crow_kind": "One C", "altitude": 2_000,
          "success": .number(Double(5 + place)),
        ])
    }
    return maker
  }

  @Test func atMostThreeTheStrongestFirstAndTheSameTwice() {
    let one = adviser(everything)
    #expect(one.suggestions.count == 3 && one.waiting > 0)
    let footings = one.suggestions.map { $0.footing }
    #expect(footings == footings.sorted(by: >))
    let question = Question(.suggestions, today: today)
    var maker = everything
    var settings = StatsSettings()
    settings.suggests = true
    maker.add(settings)
    let (rows, log) = (maker.rows, maker.log)
    #expect(
      SuggestionsPage(question, log, rows).report == SuggestionsPage(question, log, rows).report)
    #expect(
      SuggestionsPage(question, ReedLog(rows.reversed()), rows.reversed()).report
        == SuggestionsPage(question, log, rows).report)
  }

  @Test func aLongListSaysHowMuchOfItIsShown() throws {
    var question = Question(.suggestions, today: today)
    question["on"] = "1"
    func section(_ count: Int) throws -> Report.Section {
      let maker = rated("q_pitch", (0..<count).map { Double(1 + $0 % 2) })
      return try #require(
        SuggestionsPage(question, maker.log, maker.rows).report.sections.first {
          $0.heading.hasPrefix("A staple")
        })
    }
    #expect(try section(20).text.last?.hasPrefix("Strength: ") == true)
    let long = try section(31)
    #expect(long.text.last == "The list shows the newest 20 of 31.")
    #expect(long.table?.rows.count == 20)
  }

  @Test func unratedReedsChangeNoEstimate() {
    func evidence(_ unrated: Int) -> [String] {
      adviser(rated("q_pitch", [1, 2, 1, 1, 2, 1, 2], unrated: unrated)).suggestions
        .filter { $0.key.hasPrefix("pitch") }.map { $0.evidence[0] }
    }
    #expect(evidence(0).count == 1 && evidence(0) == evidence(50))
  }

  @Test func theyAreOffUntilAsked() {
    let question = Question(.suggestions, today: today)
    let off = SuggestionsPage(question, everything.log, everything.rows).report
    #expect(off.words.hasPrefix("Suggestions are off.") && off.controls.isEmpty)
    #expect(off.sections.count == 1 && off.sections[0].actions.count == 1)
    guard case .ask(.suggestions, let choices)? = off.sections.first?.actions.first?.deed else {
      Issue.record("nothing turns them on")
      return
    }
    var asked = question
    for choice in choices { asked[choice.control] = choice.value }
    let on = SuggestionsPage(asked, everything.log, everything.rows).report
    #expect(on.words.hasPrefix("Three things you could try, from 15 reeds."))
    let basis =
      "Figures elsewhere can differ: Stats shows each reed’s latest test, and Trends judges pitch by "
      + "the newest 20 reeds."
    #expect(on.words.contains(basis))
    var latest = asked
    latest["moment"] = "latest"
    #expect(
      !SuggestionsPage(latest, everything.log, everything.rows).report.words.contains(basis))
    #expect(
      on.sections[0].text.map { $0.prefix { $0 != ":" } } == [
        "Try", "Why", "Your reeds", "Elsewhere", "Strength",
      ])
    #expect(on.sections[0].actions.last?.label == "Don’t show again")
    var empty = asked
    empty["days"] = "92"
    #expect(
      SuggestionsPage(empty, everything.log, everything.rows).report.words.contains(
        "No reeds match")
    )
    #expect(SuggestionsPage(asked, LogMaker().log, []).report.words.hasPrefix("No reeds yet"))
  }

  @Test func noTextSaysMoreThanTheDataDo() {
    let logs = [
      everything, rated("q_pitch", [1, 2, 1, 1, 2, 1, 2], unrated: 3), rated("pressure", [820]),
      rated("success", [5, 6, 5, 7, 6, 5, 6, 9]), crowing(4, "One C"), shapers(6, 6),
      aged(ended: 8, hours: 20, success: [8, 7, 5]), opened([.open, .open, .open]),
      opened([.open, .open, .open, .open, .open, .open]),
      paired([2, 2, 1.5, 2, 2.5, 2], [0, 0.5, 0, -0.5, 0, 0.5]), LogMaker(), together, seasons,
      gouged([0, 0, 0, 0, 0, 0], state: ["Wet", "Wet", "Dry", "Wet", "Wet", "Wet"]),
      gouged([0.02, 0.03, 0.02, 0.01, 0.02, 0.03, 0.02]),
    ]
    var question = Question(.suggestions, today: today)
    var texts = [SuggestionsPage(question, everything.log, everything.rows).report.allText]
    question["on"] = "1"
    var keys: Set<String> = []
    for maker in logs {
      // Dismissing the shown ones shows the others, until none is left.
      var gone: [String] = []
      while true {
        var maker = maker
        var settings = StatsSettings()
        for key in gone { settings.dismiss(key) }
        maker.add(settings)
        texts.append(SuggestionsPage(question, maker.log, maker.rows).report.allText)
        let shown = Adviser(question, maker.log, maker.rows).suggestions.map { $0.key }
        guard !shown.isEmpty, gone.count < 100 else { break }
        gone += shown
      }
      keys.formUnion(gone.map { String($0.prefix { $0 != " " }) })
    }
    #expect(
      keys.isSuperset(of: [
        "pitch", "gouge", "wet", "cane", "altitude", "opening", "late", "tie", "ageing", "pipeline",
        "together", "season", "early", "extreme",
      ]), "\(keys.sorted())")
    for text in texts {
      let words = text.lowercased()
      for banned in ["best", "cause", "significan", "prove", "optimal", "nan", "inf "] {
        #expect(!words.contains(banned), "\(banned) in \(text)")
      }
    }
  }

  // MARK: - Noise

  /// Logs where nothing goes with anything.
  @Test func noiseIsHardlyEverSupported() {
    var random = SplitMix(state: 22)
    var (supported, leaning) = (0, 0)
    let runs = 300
    for run in 0..<runs {
      let maker = noise(count: [10, 20, 40][run % 3], &random)
      let found = adviser(maker).suggestions
      supported += found.contains { $0.footing >= .data(.supported) } ? 1 : 0
      leaning += found.contains { $0.footing == .data(.leaning) } ? 1 : 0
    }
    print("suggestions in noise: supported \(supported), leaning \(leaning) of \(runs)")
    #expect(supported * 10 <= runs)
  }

  private func noise(count: Int, _ random: inout SplitMix) -> LogMaker {
    var maker = LogMaker()
    func number(_ middle: Double, _ spread: Double) -> LogMaker.Entry {
      .number(middle + spread * random.normal())
    }
    for place in 0..<count {
      let day = 19_000 + Int64(place) * 7
      let reed = maker.reed(
        "N\(place)", begun: day,
        [
          "gouger": .tool("Ross"), "shaper": .tool(random.flag() ? "A" : "B"),
          "staple_model": .tool(random.flag() ? "D11" : "D12"),
          "g_a_l": number(0.45, 0.02), "g_a_m": number(0.59, 0.02), "g_a_r": number(0.45, 0.02),
          "g_b_l": number(0.45, 0.02), "g_b_m": number(0.59, 0.02), "g_b_r": number(0.45, 0.02),
          "wrap_close": number(1, 0.6), "tie_length": number(72, 0.5),
          "tube_diameter": number(10.5, 0.2), "opening": number(0.8, 0.2),
        ])
      let pitch = min(max(random.normal().rounded(), -3), 3)
      let success = min(max((6 + 2 * random.normal()).rounded(), 1), 10)
      maker.test(
        reed, day: day + 3, ["q_pitch": .number(pitch), "success": .number(success)])
      var change = Adjustment(maker.newID(), of: reed, day: day + 1, made: 0)
      change.area = random.flag() ? .open : .close
      maker.add(change)
    }
    return maker
  }
}

/// Numbers by chance that are the same on every machine.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func flag() -> Bool { next() & 1 == 1 }

  /// Nearly normal: the sum of twelve even ones.
  mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double(next() >> 11) * 0x1p-53 }
  }
}
