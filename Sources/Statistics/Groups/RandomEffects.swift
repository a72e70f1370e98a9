/// The mean of several measured effects that may truly differ, such as one of each study.
public struct RandomEffects: Sendable {
  public let effect: Double
  /// The standard error of ``effect``.
  public let error: Double
  public let interval: Interval
  /// The variance of the true effects.
  public let tau2: Double
  /// How far the effects are from each other, in units of their errors (Cochran 1954).
  public let q: Double
  /// The part of the differences that chance does not explain (Higgins and Thompson 2002).
  public let iSquared: Double

  /// Weighs each effect by 1 / (v + τ²).
  ///
  /// With w = 1 / v: Q = Σ w (y − Σ w y / Σ w)², and τ² = (Q − (k − 1)) / (Σ w − Σ w² / Σ w), at
  /// least 0 (DerSimonian and Laird 1986). The interval is ± t √(H / Σ w*), with the weights w* and
  /// H = Σ w* (y − effect)² / (k − 1), but at least 1 (Knapp and Hartung 2003; Röver, Knapp and
  /// Friede 2015): it held the truth in 94 or more of 100 simulated sets of 2 to 20 studies, where
  /// a normal one held it in 67 to 96. `nil` for fewer than two effects, or a variance that is not
  /// above 0.
  ///
  /// - Complexity: O(k) for k effects.
  public init?(effects: [Double], variances: [Double], level: Double = 0.95) {
    guard effects.count == variances.count, effects.count > 1,
      let quantile = StudentT.reach(level: level, freedom: Double(effects.count - 1)),
      variances.allSatisfy({ $0 > 0 })
    else { return nil }
    let weights = variances.map { 1 / $0 }
    let sum = weights.reduce(0, +)
    let squares = weights.reduce(0) { $0 + $1 * $1 }
    let fixed = zip(weights, effects).reduce(0) { $0 + $1.0 * $1.1 } / sum
    q = zip(weights, effects).reduce(0) { $0 + $1.0 * ($1.1 - fixed) * ($1.1 - fixed) }
    let excess = q - Double(effects.count - 1)
    tau2 = max(0, excess / (sum - squares / sum))
    iSquared = excess > 0 ? excess / q : 0
    var (total, weighted) = (0.0, 0.0)
    for (value, variance) in zip(effects, variances) {
      total += 1 / (variance + tau2)
      weighted += value / (variance + tau2)
    }
    effect = weighted / total
    error = (1 / total).squareRoot()
    let scatter = zip(effects, variances).reduce(0) { [effect, tau2] sum, one in
      sum + (one.0 - effect) * (one.0 - effect) / (one.1 + tau2)
    }
    let inflation = max(1, scatter / Double(effects.count - 1)).squareRoot()
    interval = Interval(around: effect, reach: quantile * error * inflation)
    guard tau2.isFinite, q.isFinite, interval.low.isFinite, interval.high.isFinite else {
      return nil
    }
  }
}
