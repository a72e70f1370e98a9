import Domain
import Ledger
import Reports
import Sound
import Testing

@testable import Analysis

/// However loud the data are: no rule gives a verdict from fewer values than it needs, and none counts a reed that nobody
/// rated.
///
/// Every rule gets logs whose effect is as plain as can be, drawn with fixed seeds; each shows its verdict as soon as
/// there are enough, so that none of them is silent for another reason.
@Suite struct LeastNumberTests {
  private static let today: Int64 = 20_000
  private static let seeds: ClosedRange<UInt64> = 1...8
  private static let unrated = 25

  private struct Rule: Sendable {
    let name: String
    /// Below this many there is no verdict.
    let least: Int
    /// From this many on the loud logs of the test show one.
    var shown = 0
    /// A log with so many values, and so many reeds without one.
    let log: @Sendable (Int, Int, inout Chance) -> LogMaker
    /// What the rule says of it.
    let lines: @Sendable (LogMaker) -> [String]
    let isVerdict: @Sendable ([String]) -> Bool
  }

  @Test func noVerdictBelowTheLeastNumberAndNoRatingImputed() {
    var (logs, early, figures, imputed) = (0, 0, 0, 0)
    for rule in Self.rules {
      for count in 0..<rule.least {
        for seed in Self.seeds {
          var chance = Chance(seed: seed)
          let lines = rule.lines(rule.log(count, Self.unrated, &chance))
          let isEarly = rule.isVerdict(lines)
          #expect(!isEarly, "\(rule.name), n = \(count): \(lines)")
          logs += 1
          early += isEarly ? 1 : 0
        }
      }
      let enough = max(rule.least, rule.shown)
      for seed in Self.seeds.prefix(2) {
        var (chance, same) = (Chance(seed: seed), Chance(seed: seed))
        let alone = rule.lines(rule.log(enough, 0, &chance))
        let beside = rule.lines(rule.log(enough, Self.unrated, &same))
        #expect(rule.isVerdict(alone), "\(rule.name), n = \(enough): \(alone)")
        let (one, other) = (Self.figures(alone), Self.figures(beside))
        #expect(one == other, "\(rule.name)")
        figures += one.count
        imputed += one == other ? 0 : 1
      }
    }
    print(
      "verdicts below the least n: \(early); imputed: \(imputed) "
        + "(\(Self.rules.count) rules, \(logs) logs, \(figures) figures)")
    #expect(figures > Self.rules.count)
  }

  /// What counts reeds: intervals and how many they are from.
  private static func figures(_ lines: [String]) -> [String] {
    lines.filter { $0.contains("95 %") || $0.contains("n = ") }
  }

  /// Rules of the craft look at single reeds, and estimate nothing from however many.
  @Test func rulesOfTheCraftEstimateNothing() {
    for count in 1..<12 {
      var maker = LogMaker()
      for place in 0..<count {
        let reed = maker.reed(
          "R\(place)", begun: 19_000 + Int64(place), ["hardness_a": 10, "hardness_b": 20]
        ) { $0.stage = place == 0 ? .blank : .inUse }
        maker.test(
          reed, day: 19_100, ["q_response": 2, "t_crow_kind": "One C", "altitude": 2_000])
      }
      var settings = StatsSettings()
      settings.leastInUse = 99
      maker.add(settings)
      let found = Adviser(
        Question(.suggestions, today: Self.today), maker.log, maker.rows
      ).suggestions
      #expect(found.count == 3)
      #expect(found.allSatisfy { $0.footing == .craft })
    }
  }

  // MARK: - The rules

  private static let rules = suggestions + pages + experiments

  private static var suggestions: [Rule] {
    var rules: [Rule] = []
    rules.append(
      advice("pitch", as: "pitch, as rated", 6) { count, unrated, chance in
        tested(count, unrated) { _ in ["q_pitch": .number(Double(1 + chance.number(through: 1)))] }
      })
    rules.append(
      advice("pitch", as: "pitch, as measured", 6) { count, unrated, chance in
        tested(count, unrated) { _ in ["a4": .number(443 + chance.part())] }
      })
    rules.append(
      advice("gouge", 6) { count, unrated, chance in
        made(count, unrated) { _ in gouge(left: 0.49 + chance.part() / 500) }
      })
    rules.append(
      advice("wet dry", 6) { count, unrated, chance in
        made(count, unrated) { place in
          gouge(left: 0.46 + chance.part() / 500).merging([
            "gouge_state": .text(place % 2 == 0 ? "Wet" : "Dry")
          ]) { one, _ in one }
        }
      })
    rules.append(
      advice("opening", 6) { count, unrated, _ in
        var maker = LogMaker()
        for place in 0..<count {
          let reed = maker.reed("O\(place)", begun: 19_000 + Int64(place))
          var change = Adjustment(maker.newID(), of: reed, day: 19_100, made: 0)
          change.area = .open
          maker.add(change)
        }
        leaveUnrated(unrated, &maker)
        return maker
      })
    rules.append(
      advice("tie", 6) { count, unrated, chance in
        tested(
          2 * count, unrated,
          of: { place in
            let (isFar, half) = (place % 2 == 0, Double(chance.number(through: 1)) / 2)
            return [
              "staple_model": .tool("D12"), "shaper": .tool(isFar ? "Mack" : "Gilbert"),
              "wrap_close": .number(isFar ? 2 + half : half),
              "tie_length": .number(71 + Double(place % 4) / 4),
            ]
          }, { place in ["success": .number(Double(4 + place / 2 % 3))] })
      })
    rules.append(
      advice("ageing", 8) { count, unrated, chance in
        var maker = lives(count, &chance)
        let old = maker.reed("Old", begun: 19_000)
        maker.sitting(old, day: 19_010, seconds: 360_000)
        for place in 0..<3 {
          maker.test(old, day: 19_010 + Int64(place), ["success": .number(Double(9 - 2 * place))])
        }
        leaveUnrated(unrated, &maker)
        return maker
      })
    rules.append(
      advice("together", 8) { count, unrated, chance in
        made(count, unrated) { place in
          [
            "tube_diameter": .number(10 + Double(place) / 10),
            "tie_length": .number(70 + Double(place) / 2 + chance.part() / 4),
          ]
        }
      })
    rules.append(
      advice("season", 8) { count, unrated, _ in
        var maker = LogMaker()
        for place in 0..<count {
          maker.reed("S\(place)", begun: 19_908, ["shaper": .tool("Mack")])
          maker.reed("W\(place)", begun: 19_720, ["shaper": .tool("Gilbert")])
        }
        leaveUnrated(unrated, &maker)
        return maker
      })
    rules.append(
      advice("extreme", 8) { count, unrated, chance in
        tested(count, unrated) { place in
          let usual = Double(5 + (place < 2 ? place : Int(chance.number(through: 1))))
          return ["success": .number(place == count - 1 ? 9 : usual)]
        }
      })
    return rules
  }

  private static var pages: [Rule] {
    var rules: [Rule] = []
    rules.append(
      page(.compare, as: "two shapers", 4, says: "Supported by your reeds") {
        count, unrated, chance in shapers(2, count, unrated, &chance)
      })
    rules.append(
      page(.compare, as: "three shapers", 4, 6, says: "Supported by your reeds") {
        count, unrated, chance in shapers(3, count, unrated, &chance)
      })
    rules.append(
      page(
        .compare, as: "shares of two shapers", 4, says: "Supported by your reeds",
        choosing: ["outcome": "would_repeat:Yes"]
      ) { count, unrated, _ in
        var maker = LogMaker()
        for place in 0..<(2 * count + unrated) {
          var values: [String: LogMaker.Entry] = ["shaper": .tool(place % 2 == 0 ? "A" : "B")]
          if place < 2 * count { values["would_repeat"] = place % 2 == 0 ? "Yes" : "No" }
          maker.reed("R\(place)", begun: 19_000 + Int64(place), values)
        }
        return maker
      })
    rules.append(page(.relations, 8, says: "upported by your reeds", rising))
    rules.append(page(.scatter, 8, says: "upported by your reeds", rising))
    rules.append(
      page(.trends, as: "ratings over time", 8, says: "Your reeds got", rising)
    )
    rules.append(
      page(.trends, as: "weather", 8, says: "tends to be") {
        count, unrated, chance in
        tested(count, unrated) { place in
          let humidity = 30 + 4 * place + Int(chance.number(through: 2))
          return ["success": .number(Double(2 + place)), "rh": .number(Double(humidity))]
        }
      })
    for (field, just) in [("t_crow", 8_400.0), ("t_peep", 8_400), ("a4", 440), ("q_pitch", 0)] {
      rules.append(sharp(field, from: just))
    }
    rules.append(
      page(.life, as: "how long reeds last", 6, says: "Half of your reeds last") {
        count, unrated, chance in
        var maker = lives(count, &chance)
        leaveUnrated(unrated, &maker)
        return maker
      })
    rules.append(
      page(
        .life, as: "lives side by side", 10, says: "log-rank",
        choosing: ["group": "shaper"]
      ) { count, unrated, chance in
        var maker = lives(count, &chance, shaper: "A")
        maker = lives(count, &chance, hours: 40, shaper: "B", maker)
        leaveUnrated(unrated, &maker)
        return maker
      })
    rules.append(
      page(.gouger, as: "the gouger's chart", 8, says: "is steady", choosing: ["point": "g_a_l"]) {
        count, unrated, _ in
        made(count, unrated) { place in ["g_a_l": .number(0.46 + Double(place % 3) / 1_000)] }
      })
    rules.append(
      page(.gouger, as: "left and right", 6, says: "Uneven:") {
        count, unrated, chance in
        made(count, unrated) { _ in gouge(left: 0.49 + chance.part() / 500) }
      })
    rules.append(
      page(.ratings, 8, says: "ICC(A,1)") { count, unrated, chance in
        var maker = LogMaker()
        for place in 0..<count {
          let reed = maker.reed("R\(place)", begun: 19_000 + Int64(place))
          for day: Int64 in [19_980, 19_990] {
            let rating = 2 + place % 7 + Int(chance.number(through: 1))
            maker.test(reed, day: day, isBlind: true, ["success": .number(Double(rating))])
          }
        }
        leaveUnrated(unrated, &maker)
        return maker
      })
    rules.append(
      page(.model, 30, 40, says: "Together, ", choosing: ["outcome": "success"]) {
        count, unrated, chance in
        tested(
          count, unrated,
          of: { place in
            [
              "g_a_m": .number(0.55 + Double(place % 9) / 100),
              "tie_length": .number(72 + chance.part()),
            ]
          }, { place in ["success": .number(Double(1 + place % 9))] })
      })
    return rules
  }

  private static var experiments: [Rule] {
    var rules: [Rule] = []
    rules.append(experiment(.paired, 6))
    // Two blocks of four have 36 arrangements: too few for p ≤ 0.05.
    rules.append(experiment(.blocked, 4, 6))
    return rules
  }

  // MARK: - Asking

  private typealias Make = @Sendable (Int, Int, inout Chance) -> LogMaker

  /// A suggestion is a verdict.
  private static func advice(
    _ key: String, as name: String? = nil, _ least: Int, _ log: @escaping Make
  ) -> Rule {
    Rule(
      name: name ?? key, least: least, log: log,
      lines: { maker in
        var gone: [String] = []
        while gone.count < 100 {
          let found = maker.adviser(today: today, dismissed: gone).suggestions
          if let found = found.first(where: { $0.key.hasPrefix(key) }) { return found.evidence }
          if found.isEmpty { break }
          gone += found.map { $0.key }
        }
        return []
      }, isVerdict: { !$0.isEmpty })
  }

  private static func page(
    _ subject: Question.Subject, as name: String? = nil, _ least: Int, _ shown: Int = 0,
    says phrase: String, choosing choices: [String: String] = [:], _ log: @escaping Make
  ) -> Rule {
    Rule(
      name: name ?? "\(subject)", least: least, shown: shown, log: log,
      lines: { maker in
        var question = Question(subject, today: today)
        for (control, value) in choices { question[control] = value }
        var analyst = Analyst(question, maker.rows)
        while analyst.step() < 1 {}
        let report = analyst.report
        return (report?.answer ?? []) + (report?.sections.flatMap { $0.text } ?? [])
      }, isVerdict: { $0.contains { $0.contains(phrase) } })
  }

  private static func sharp(_ field: String, from just: Double) -> Rule {
    page(.trends, as: "sharp or flat, \(field)", 6, says: "pitch run sharp:") {
      count, unrated, chance in
      tested(count, unrated) { _ in
        let above = (just == 0 ? 1 : 4) + Double(chance.number(through: 1))
        return [field: .number(just + above)]
      }
    }
  }

  private static func experiment(
    _ design: Experiment.Design, _ least: Int, _ shown: Int = 0
  ) -> Rule {
    page(.experiment, as: "experiment, \(design)", least, shown, says: "is higher with") {
      count, unrated, chance in
      var maker = LogMaker()
      var experiment = Experiment(maker.newID(), made: 0)
      (experiment.field, experiment.outcome) = ("shaper", "success")
      experiment.arms = ["A", "B"].map { maker.tool(.shaper, $0).bits.hex }
      (experiment.design, experiment.seed) = (design, 7)
      experiment.planned = max(count + unrated, 2)
      (experiment.started, experiment.ended) = (19_900, 19_950)
      for place in 1...experiment.places {
        let reed = maker.reed("E\(place)", begun: 19_900)
        maker.add(
          ExperimentReed(
            maker.newID(), reed, in: experiment.id, place: place, made: 19_900 * 86_400_000))
        guard place <= 2 * count, let arm = experiment.arm(ofPlace: place) else { continue }
        let rating = (arm == 0 ? 2 : 8) + Int(chance.number(through: 1))
        maker.test(reed, day: 19_920, isBlind: true, ["success": .number(Double(rating))])
      }
      maker.add(experiment)
      return maker
    }
  }

  // MARK: - Logs

  private static func leaveUnrated(_ count: Int, _ maker: inout LogMaker) {
    for place in 0..<count { maker.reed("U\(place)", begun: 19_300 + Int64(place)) }
  }

  /// Reeds as they were made.
  private static func made(
    _ count: Int, _ unrated: Int, _ entries: (Int) -> [String: LogMaker.Entry]
  ) -> LogMaker {
    var maker = LogMaker()
    for place in 0..<count {
      maker.reed("R\(place)", begun: 19_000 + Int64(place), entries(place))
    }
    leaveUnrated(unrated, &maker)
    return maker
  }

  /// Reeds with a test each.
  private static func tested(
    _ count: Int, _ unrated: Int, of entries: (Int) -> [String: LogMaker.Entry] = { _ in [:] },
    _ test: (Int) -> [String: LogMaker.Entry]
  ) -> LogMaker {
    var maker = LogMaker()
    for place in 0..<count {
      let reed = maker.reed("R\(place)", begun: 19_000 + Int64(place), entries(place))
      maker.test(reed, day: 19_100 + Int64(place), test(place))
    }
    leaveUnrated(unrated, &maker)
    return maker
  }

  private static func gouge(left: Double) -> [String: LogMaker.Entry] {
    [
      "gouger": .tool("Ross"), "g_a_l": .number(left), "g_a_m": 0.59, "g_a_r": 0.45,
      "g_b_l": .number(left), "g_b_m": 0.59, "g_b_r": 0.45,
    ]
  }

  /// The longer the tie, and the later, the better.
  private static let rising: Make = { count, unrated, chance in
    tested(
      count, unrated, of: { ["tie_length": .number(70 + Double($0) + chance.part() / 2)] },
      { ["success": .number(Double(2 + $0))] })
  }

  private static func shapers(
    _ groups: Int, _ count: Int, _ unrated: Int, _ chance: inout Chance
  ) -> LogMaker {
    var maker = LogMaker()
    for place in 0..<(groups * count + unrated) {
      let group = place % groups
      let reed = maker.reed(
        "R\(place)", begun: 19_000 + Int64(place), ["shaper": .tool("ABC".map { "\($0)" }[group])])
      guard place < groups * count else { continue }
      let rating = (group == 0 ? 8 : 2) + Int(chance.number(through: 1))
      maker.test(reed, day: 19_200, ["success": .number(Double(rating))])
    }
    return maker
  }

  /// Reeds that ended after about so many hours.
  private static func lives(
    _ count: Int, _ chance: inout Chance, hours: Int64 = 8, shaper: String? = nil,
    _ maker: LogMaker = LogMaker()
  ) -> LogMaker {
    var maker = maker
    for place in 0..<count {
      let reed = maker.reed(
        "L\(place)", begun: 19_500, shaper.map { ["shaper": .tool($0)] } ?? [:]
      ) { $0.stage = .retired }
      maker.sitting(
        reed, day: 19_510, seconds: hours * 3_600 + Int64(chance.number(through: 3_600)))
      maker.move(reed, to: .retired, day: 19_600 + Int64(place))
    }
    return maker
  }
}
