import Domain
import Ledger
import Reports
import Testing

@testable import Analysis

/// Suggestions say what the player's own experiments found.
@Suite struct AnsweredTests {
  private static let today: Int64 = 20_600
  private static let started: Int64 = 20_500

  private static func advise(_ maker: LogMaker, dismissed: [String] = []) -> Adviser {
    maker.adviser(today: today, dismissed: dismissed)
  }

  /// Ten pairs of reeds whose second arm is so much higher.
  @discardableResult
  private static func experiment(
    _ field: String, _ arms: [String], by gap: Double, _ maker: inout LogMaker,
    outcome: String = "success", difference: Int64 = 1_500, ended: Int64 = 30,
    change: (inout Experiment) -> Void = { _ in }
  ) -> RowID {
    var experiment = Experiment(maker.newID(), made: 0)
    experiment.question = "Which of the two?"
    (experiment.field, experiment.outcome, experiment.arms) = (field, outcome, arms)
    (experiment.seed, experiment.planned, experiment.difference) = (7, 10, difference)
    (experiment.started, experiment.ended) = (started, started + ended)
    change(&experiment)
    for place in 1...20 {
      let isSecond = experiment.arm(ofPlace: place) == 1
      let reed = maker.reed("E\(place)", begun: started)
      maker.add(
        ExperimentReed(
          maker.newID(), reed, in: experiment.id, place: place, made: started * 86_400_000))
      let noise = Double((place - 1) / 2 % 3) - 1
      let base = outcome == "success" ? 5.0 : 2
      maker.test(
        reed, day: started + 20, isBlind: true,
        [
          outcome: .number(
            base + (isSecond ? gap : 0) + (isSecond && place % 5 == 0 ? 1 : 0) * noise)
        ])
    }
    return maker.add(experiment)
  }

  /// Rated reeds on two shapers, of which the log likes the first better.
  private static func log() -> LogMaker {
    var maker = LogMaker()
    for place in 0..<10 {
      let reed = maker.reed(
        "L\(place)", begun: started - 100 + Int64(place),
        ["shaper": .tool(place % 2 == 0 ? "Gilbert" : "RC")])
      maker.test(
        reed, day: started - 50,
        ["success": .number((place % 2 == 0 ? 6 : 5) + Double(place / 2 % 3))])
    }
    return maker
  }

  private static func shapers(_ maker: inout LogMaker) -> [String] {
    ["Gilbert", "RC"].map { maker.tool(.shaper, $0).bits.hex }
  }

  @Test func theExperimentSpeaksInsteadOfTheLog() throws {
    var maker = Self.log()
    #expect(Self.advise(maker).suggestions.contains { $0.key == "early shaper" })
    let arms = Self.shapers(&maker)
    let id = Self.experiment("shaper", arms, by: 2, &maker)
    let adviser = Self.advise(maker)
    let found = try #require(adviser.suggestions.first)
    #expect(found.key == "tested \(id.bits.hex)")
    #expect(found.title == "Shaper: RC rather than Gilbert")
    #expect(found.footing == .data(.tested))
    #expect(
      found.reason.hasSuffix(
        "before it began: success is higher with RC than with Gilbert."))
    #expect(
      found.evidence[0].hasPrefix(
        "Your experiment “Which of the two?” ended on \(Words.day(Self.started + 30)): RC less "
          + "Gilbert +"))
    #expect(found.evidence[0].hasSuffix("from 10 pairs."))
    #expect(found.items.count == 20)
    #expect(!adviser.suggestions.contains { $0.key == "early shaper" })
    guard case .ask(.experiment, let choices)? = found.actions.first?.deed else {
      Issue.record("the experiment cannot be opened")
      return
    }
    #expect(choices.first?.value == id.bits.hex)
    #expect(found.section.text.last { $0.hasPrefix("Strength: ") }?.contains("Tested") == true)
    let gone = Self.advise(maker, dismissed: [found.key])
    #expect(!gone.suggestions.contains { $0.key == found.key } && gone.dismissed == 1)
  }

  @Test func noDifferenceThatMattersIsNoSuggestion() {
    var maker = Self.log()
    let arms = Self.shapers(&maker)
    Self.experiment("shaper", arms, by: 0, &maker)
    let adviser = Self.advise(maker)
    #expect(!adviser.suggestions.contains { $0.title.contains("Gilbert") })
  }

  @Test func onlyWhatMetItsRuleAndAsksTheSameCounts() {
    func isTested(_ prepare: (inout LogMaker) -> Void) -> Bool {
      var maker = Self.log()
      prepare(&maker)
      return Self.advise(maker).suggestions.contains { $0.footing == .data(.tested) }
    }
    #expect(isTested { Self.experiment("shaper", Self.shapers(&$0), by: 2, &$0) })
    #expect(
      !isTested {
        Self.experiment("shaper", Self.shapers(&$0), by: 2, &$0) { $0.reason = "Enough" }
      }, "ended early")
    #expect(
      !isTested { Self.experiment("shaper", Self.shapers(&$0), by: 2, &$0) { $0.ended = 0 } },
      "still running")
    #expect(
      !isTested {
        let arms = [$0.tool(.shaper, "Mack"), $0.tool(.shaper, "RC")].map { $0.bits.hex }
        Self.experiment("shaper", arms, by: 2, &$0)
      }, "other shapers")
    #expect(
      !isTested {
        Self.experiment("shaper", Self.shapers(&$0), by: 2, &$0, outcome: "q_ring")
      }, "another outcome")
    #expect(!isTested { Self.experiment("shaper", ["", "nothing"], by: 2, &$0) })
  }

  /// A shaper that was merged into another goes by that name; if both became one, nothing is told apart any more.
  @Test func mergedToolsAreFollowed() throws {
    func advised(merged: (inout LogMaker) -> [String]) throws -> Suggestion {
      var maker = Self.log()
      let arms = [maker.newID().bits.hex, maker.tool(.shaper, "RC").bits.hex]
      let merged = merged(&maker)
      Self.experiment("shaper", arms, by: 2, &maker) { $0.merged = merged }
      return try #require(Self.advise(maker).suggestions.first)
    }
    let followed = try advised { [$0.tool(.shaper, "Gilbert").bits.hex, ""] }
    #expect(followed.title == "Shaper: RC rather than Gilbert")
    #expect(followed.footing == .data(.tested))
    #expect(try advised { [$0.tool(.shaper, "RC").bits.hex, ""] }.footing != .data(.tested))
  }

  @Test func theLastOfSeveralCounts() throws {
    var maker = Self.log()
    let arms = Self.shapers(&maker)
    Self.experiment("shaper", arms, by: -2, &maker, ended: 60)
    Self.experiment("shaper", arms, by: 2, &maker)
    let found = try #require(Self.advise(maker).suggestions.first)
    #expect(found.title == "Shaper: Gilbert rather than RC")
    #expect(found.evidence[0].contains("Gilbert less RC +"))
  }

  /// The reeds run sharp, so the staple that made them flatter is the one to take.
  @Test func whatIsWantedDecidesWhichArmIsAhead() throws {
    var maker = LogMaker()
    for (place, pitch) in [1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 2, 2].enumerated() {
      let reed = maker.reed("S\(place)", begun: Self.started - 60)
      maker.test(reed, day: Self.started - 50, ["q_pitch": .number(Double(pitch))])
    }
    #expect(Self.advise(maker).suggestions.contains { $0.title == "A staple 1 mm longer" })
    Self.experiment("staple_length", ["46", "47"], by: -1, &maker, outcome: "q_pitch")
    let adviser = Self.advise(maker)
    #expect(!adviser.suggestions.contains { $0.title.contains("1 mm longer") })
    if let found = adviser.suggestions.first(where: { $0.key.hasPrefix("tested") }) {
      #expect(found.title == "Staple length: 47 mm rather than 46 mm")
      #expect(found.reason.contains("pitch is lower with 47 mm than with 46 mm"))
    } else {
      Issue.record("the experiment says nothing")
    }
  }

  // MARK: - Beside a suggestion on something else

  /// Whether to look at a blade, or to take resistance out of a reed, is another question than the experiment’s: it is
  /// cited, and no second one is offered.
  private static func expectCited(
    _ key: String, _ maker: LogMaker, field: String, arms: [String], outcome: String
  ) throws {
    func found(_ maker: LogMaker) throws -> Suggestion {
      try #require(advise(maker).suggestions.first { $0.key.hasPrefix(key) })
    }
    func labels(_ found: Suggestion) -> [String] { found.actions.map { $0.label } }
    #expect(try labels(found(maker)).contains("Try as an experiment"))
    for gap in [0.0, 2] {
      var maker = maker
      experiment(field, arms, by: gap, &maker, outcome: outcome)
      let cited = try found(maker)
      let line =
        gap == 0
        ? "Your own experiment found no difference that matters between "
        : "Your experiment “Which of the two?” ended on "
      #expect(cited.evidence.last?.hasPrefix(line) == true, "\(cited.evidence)")
      #expect(labels(cited).contains("See the experiment"))
      #expect(!labels(cited).contains("Try as an experiment"))
    }
  }

  @Test func anExperimentWithGougersIsCited() throws {
    var maker = LogMaker()
    let arms = ["Ross", "Innoledy"].map { maker.tool(.gouger, $0).bits.hex }
    for place in 0..<7 {
      maker.reed(
        "G\(place)", begun: Self.started - 60 + Int64(place),
        [
          "gouger": .tool("Ross"), "g_a_l": .number(0.47 + Double(place % 3) / 100), "g_a_r": 0.45,
        ])
    }
    try Self.expectCited("gouge", maker, field: "gouger", arms: arms, outcome: "success")
  }

  @Test func anExperimentWithTipsIsCited() throws {
    var maker = LogMaker()
    let reed = maker.reed("L1", begun: Self.started - 60)
    maker.test(reed, day: Self.started - 50, ["q_response": 4, "t_crow_kind": "One C"])
    try Self.expectCited(
      "late", maker, field: "tip_thick", arms: ["0.05", "0.06"], outcome: "q_response")
  }
}
