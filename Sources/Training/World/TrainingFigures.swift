/// A rule that chooses what to try next.
public enum TrainingRule: String, Hashable, Sendable, CaseIterable {
  case appAsShown, appWalkedDown, nearestUnsent, ours, oursWithRepeats, oursAlone, oracle

  public var label: String {
    switch self {
    case .appAsShown: "the app as shown"
    case .appWalkedDown: "the app, active list walked down"
    case .nearestUnsent: "nearest, active, unsent"
    case .ours: "ours, aim 70 %"
    case .oursWithRepeats: "ours, with repeats when short"
    case .oursAlone: "ours, each with their own log alone"
    case .oracle: "oracle (knows the truth)"
    }
  }

  var isOurs: Bool { self == .ours || self == .oursWithRepeats || self == .oursAlone }
}

/// A rule's results over all seasons of a shape.
public struct TrainingFigures: Hashable, Sendable {
  public let rule: TrainingRule
  public internal(set) var suggestions = 0
  /// How many of them had a true chance from 0.5 to 0.85.
  public internal(set) var inZone = 0
  /// How many had been sent by the person, and how many of those said "again".
  public internal(set) var sent = 0
  public internal(set) var again = 0
  public internal(set) var notLive = 0
  /// How often nothing was suggested.
  public internal(set) var missing = 0
  var abilityErrors = 0.0
  var abilities = 0
  var itemErrors = 0.0
  /// How many items with ten tries or more there were.
  public internal(set) var items = 0
  /// Predictions for tries that the fit never saw, and their outcomes.
  public internal(set) var heldOut = HeldOut()

  init(_ rule: TrainingRule) { self.rule = rule }

  public var inZoneShare: Double { share(inZone) }
  /// Not counting those that said "again".
  public var sentShare: Double { share(sent - again) }
  public var againShare: Double { share(again) }
  public var notLiveShare: Double { share(notLive) }
  /// How far the last estimate of an ability, or the typed level, is from the truth on average.
  public var abilityError: Double? { abilities == 0 ? nil : abilityErrors / Double(abilities) }
  /// The same for items with ten tries or more.
  public var itemError: Double? { items == 0 ? nil : itemErrors / Double(items) }

  private func share(_ count: Int) -> Double {
    suggestions == 0 ? 0 : Double(count) / Double(suggestions)
  }
}

/// Predictions beside what happened.
public struct HeldOut: Hashable, Sendable {
  /// Predictions from one tenth to the next.
  public struct Tenth: Hashable, Sendable {
    public internal(set) var count = 0
    var predicted = 0.0
    var successes = 0

    public var meanPrediction: Double { count == 0 ? 0 : predicted / Double(count) }
    public var successShare: Double { count == 0 ? 0 : Double(successes) / Double(count) }
    public var gap: Double { abs(meanPrediction - successShare) }
  }

  /// One way to predict.
  public struct Score: Hashable, Sendable {
    var squares = 0.0
    var right = 0

    mutating func add(_ prediction: Double, _ isSuccess: Bool) {
      let miss = prediction - (isSuccess ? 1 : 0)
      squares += miss * miss
      if (prediction >= 0.5) == isSuccess { right += 1 }
    }
  }

  public internal(set) var count = 0
  public internal(set) var tenths = [Tenth](repeating: Tenth(), count: 10)
  var (ours, level, base) = (Score(), Score(), Score())

  /// The mean squared error of a way to predict: 0 is perfect, 0.25 is no better than guessing.
  public var ourBrier: Double { mean(ours.squares) }
  public var levelBrier: Double { mean(level.squares) }
  public var baseBrier: Double { mean(base.squares) }
  /// How often the likelier outcome occurred.
  public var ourRight: Double { mean(Double(ours.right)) }
  public var levelRight: Double { mean(Double(level.right)) }
  public var baseRight: Double { mean(Double(base.right)) }
  /// The worst gap of a tenth with at least 100 predictions.
  public var worstGap: Double { tenths.reduce(0) { $1.count < 100 ? $0 : max($0, $1.gap) } }

  private func mean(_ sum: Double) -> Double { count == 0 ? 0 : sum / Double(count) }

  mutating func add(ours: Double, level: Double, base: Double, isSuccess: Bool) {
    count += 1
    self.ours.add(ours, isSuccess)
    self.level.add(level, isSuccess)
    self.base.add(base, isSuccess)
    let tenth = min(max(Int(ours * 10), 0), 9)
    tenths[tenth].count += 1
    tenths[tenth].predicted += ours
    tenths[tenth].successes += isSuccess ? 1 : 0
  }
}
