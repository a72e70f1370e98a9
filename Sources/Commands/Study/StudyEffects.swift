import Domain
import Glibc
import Reports
import Statistics

/// An effect in each player and over all of them.
struct StudyEffects {
  struct Player {
    let name: String
    let reeds: Int
    /// On the scale on which it is pooled, and its variance there.
    let effect: Double
    let variance: Double
    /// As it is shown.
    let shown: Double
    let interval: Interval?
  }

  private(set) var players: [Player] = []
  private(set) var leftOut: [(name: String, reeds: Int, reason: String)] = []
  /// The groups that are compared; without them, the effect is a correlation.
  private let groups: (String, String)?
  private let pooled: RandomEffects?

  /// Correlations.
  init(_ all: [StudyPlayer], _ input: String, _ outcome: String) {
    groups = nil
    for player in all {
      let (x, y) = player.pairs(input, outcome)
      guard x.count >= StudyAnalysis.leastReeds else {
        leftOut.append((player.name, x.count, "fewer than \(StudyAnalysis.leastReeds) reeds"))
        continue
      }
      guard let spearman = Spearman(x, y) else {
        leftOut.append((player.name, x.count, "one of the two never varies"))
        continue
      }
      guard abs(spearman.rho) < 1 else {
        leftOut.append((player.name, x.count, "a perfect order has no error to weigh it by"))
        continue
      }
      players.append(
        Player(
          name: player.name, reeds: x.count, effect: atanh(spearman.rho),
          variance: (1 + spearman.rho * spearman.rho / 2) / Double(x.count - 3),
          shown: spearman.rho, interval: spearman.interval))
    }
    pooled = RandomEffects(effects: players.map(\.effect), variances: players.map(\.variance))
  }

  /// Differences of two groups, the second less the first.
  init(
    _ all: [StudyPlayer], _ input: String, _ outcome: String, _ first: String, _ second: String
  ) {
    groups = (first, second)
    for player in all {
      let values = player.groups(input, outcome)
      let (a, b) = (values[first] ?? [], values[second] ?? [])
      guard min(a.count, b.count) >= StudyAnalysis.leastInGroup else {
        leftOut.append(
          (
            player.name, a.count + b.count,
            "fewer than \(StudyAnalysis.leastInGroup) reeds in a group (\(a.count) and \(b.count))"
          ))
        continue
      }
      guard let one = Summary(a), let other = Summary(b), let welch = Welch(a, b) else {
        leftOut.append((player.name, a.count + b.count, "the outcome never varies"))
        continue
      }
      players.append(
        Player(
          name: player.name, reeds: a.count + b.count, effect: welch.difference,
          variance: one.variance / Double(a.count) + other.variance / Double(b.count),
          shown: welch.difference, interval: welch.interval))
    }
    pooled = RandomEffects(effects: players.map(\.effect), variances: players.map(\.variance))
  }

  // MARK: - Words

  /// The pooled effect as it is shown.
  private var shown: (effect: Double, interval: Interval)? {
    guard let pooled else { return nil }
    guard groups == nil else { return (pooled.effect, pooled.interval) }
    return (
      tanh(pooled.effect),
      Interval(low: tanh(pooled.interval.low), high: tanh(pooled.interval.high))
    )
  }

  func sentence(_ input: String, _ outcome: String) -> String {
    guard let shown else {
      return "One player is too few to pool: this is about \(players[0].name) alone."
    }
    let interval =
      "95 % \(Self.words(shown.interval.low)) to \(Self.words(shown.interval.high))"
    let count = Count.words(players.count, "player")
    let isClear = !shown.interval.contains(0)
    if let (first, second) = groups {
      return "Over \(count), \(outcome) with \(input) “\(second)” differs from “\(first)” by "
        + "\(Self.words(shown.effect)), \(interval)." + (isClear ? "" : " It may be nothing.")
    }
    return
      "Over \(count), \(input) and \(outcome) go together with rho \(Self.words(shown.effect)), "
      + "\(interval)." + (isClear ? "" : " It may be nothing.")
  }

  /// A signed number with a true minus.
  private static func words(_ number: Double) -> String {
    let text = Fixed.text(abs(number), places: 2)
    return number < 0 && text != "0.00" ? "−\(text)" : "+\(text)"
  }

  var leftOutWords: String {
    leftOut.map { "\($0.name): \($0.reason)." }.joined(separator: " ")
  }

  func report(_ code: String, _ input: String, _ outcome: String) -> StatisticsReport {
    var report = StatisticsReport([
      "study": .text(code), "input": .text(input), "outcome": .text(outcome),
      "effect is": .text(groups.map { "difference, \($0.1) less \($0.0)" } ?? "Spearman's rho"),
      "players": .count(players.count),
      "reeds": .count(players.reduce(0) { $0 + $1.reeds }),
      "players left out": .count(leftOut.count),
      "effect": .number(shown?.effect), "interval": .interval(shown?.interval),
      "tau2": .number(pooled?.tau2), "q": .number(pooled?.q),
      "i squared": .number(pooled?.iSquared),
    ])
    report.add(
      "each player",
      .rows(
        players.map {
          StatisticsReport([
            "player": .text($0.name), "reeds": .count($0.reeds), "effect": .number($0.shown),
            "interval": .interval($0.interval),
          ])
        }))
    report.add(
      "left out",
      .rows(
        leftOut.map {
          StatisticsReport([
            "player": .text($0.name), "reeds": .count($0.reeds), "why": .text($0.reason),
          ])
        }))
    return report
  }

  // MARK: - Plot

  /// A forest plot: each player with an interval, and all of them below.
  func plot(_ input: String, _ outcome: String) -> Plot {
    var spans: [Plot.Span] = []
    for (place, player) in players.enumerated() {
      let interval = player.interval ?? Interval(low: player.shown, high: player.shown)
      spans.append(
        Plot.Span(
          at: Double(place), interval.low, interval.high, value: player.shown,
          name: player.name))
    }
    var names = players.map { "\($0.name) (\($0.reeds))" }
    if let shown {
      spans.append(
        Plot.Span(
          at: Double(names.count), shown.interval.low, shown.interval.high, value: shown.effect,
          series: 1, name: "All players"))
      names.append("All players")
    }
    let label = groups.map { "\(outcome): \($0.1) less \($0.0)" } ?? "\(input) and \(outcome), rho"
    return Plot(
      label, x: .init(label, .signed(places: 2, unit: "")), y: .init("Player", .names(names)),
      series: ["Each player", "All players"],
      layers: [.rule(at: 0, .upright, label: ""), .intervals(spans, .across)])
  }
}
