internal import Sound

/// Which group is best, with each mean drawn towards the mean of all, the more the less is known
/// about it.
///
/// The best of several means is mostly also the luckiest. Shrinking takes that luck out (Efron and
/// Morris 1975).
public struct Shrinkage: Sendable {
  /// The variance inside the groups, pooled.
  public let within: Double
  /// The variance of the groups' true means.
  public let between: Double
  /// The mean of the groups' true means.
  public let mean: Double
  public let groups: [Group]

  public struct Group: Sendable {
    public let count: Int
    public let mean: Double
    /// The mean after shrinking.
    public let shrunk: Double
    /// The standard deviation of the true mean around ``shrunk``.
    public let error: Double
    /// Where the true mean is at 95 %: wider than ``error`` says, as τ² is not known either.
    public let interval: Interval
    /// How likely it is that this group's true mean is the highest.
    public let chanceBest: Double
  }

  /// Fits the groups: s² = Σ (x − group mean)² / (N − k), v = s² / n, τ² of ``RandomEffects``.
  ///
  /// A shrunk mean is μ + B (mean − μ) with B = τ² / (τ² + v), and its variance B v + (1 − B)²
  /// var(μ). The chances to be best count `draws` draws from these, with τ² as known. If τ² is 0
  /// nothing tells the groups apart, and all have the same chance.
  ///
  /// The interval is ± t, with N − k degrees of freedom, times the root of that variance plus
  /// 2 (1 − B)² (mean − μ)² / (k − 1), for what is not known of B (after Morris 1983). In simulated
  /// logs of 3 to 6 groups with 2 to 20 values each, it held the true mean of the group ahead in 94
  /// to 99 of 100, where ±1.96 ``Group/error`` held it in 84 to 94. `nil` for fewer than two groups,
  /// an empty one, a value that is not finite, or no spread inside any group.
  ///
  /// - Complexity: O(N + draws · k) for N values in k groups.
  public init?(_ groups: [[Double]], draws: Int = 10_000, seed: UInt64) {
    let means = groups.compactMap { Summary.mean(of: $0) }
    guard means.count == groups.count, draws > 0 else { return nil }
    var squares = 0.0
    for (group, mean) in zip(groups, means) {
      for value in group { squares += (value - mean) * (value - mean) }
    }
    let freedom = Double(groups.reduce(0) { $0 + $1.count } - groups.count)
    within = squares / freedom
    let variances = groups.map { [within] in within / Double($0.count) }
    guard let pooled = RandomEffects(effects: means, variances: variances),
      let reach = StudentT.reach(level: 0.95, freedom: freedom)
    else { return nil }
    (between, mean) = (pooled.tau2, pooled.effect)
    let kept = variances.map { pooled.tau2 / (pooled.tau2 + $0) }
    let chances = Self.chancesBest(means, variances, kept, pooled, draws: draws, seed: seed)
    self.groups = groups.indices.map { index in
      let (kept, variance) = (kept[index], variances[index])
      let lent = (1 - kept) * pooled.error
      let known = kept * variance + lent * lent
      let moved = (1 - kept) * (means[index] - pooled.effect)
      let unsure = known + 2 * moved * moved / Double(means.count - 1)
      let shrunk = pooled.effect + kept * (means[index] - pooled.effect)
      return Group(
        count: groups[index].count,
        mean: means[index],
        shrunk: shrunk,
        error: known.squareRoot(),
        interval: Interval(around: shrunk, reach: reach * unsure.squareRoot()),
        chanceBest: chances[index])
    }
  }

  private static func chancesBest(
    _ means: [Double], _ variances: [Double], _ kept: [Double], _ pooled: RandomEffects,
    draws: Int, seed: UInt64
  ) -> [Double] {
    guard pooled.tau2 > 0 else { return means.map { _ in 1 / Double(means.count) } }
    var chance = Chance(seed: seed)
    let spreads = zip(kept, variances).map { ($0 * $1).squareRoot() }
    var wins = means.map { _ in 0 }
    for _ in 0..<draws {
      let mean = pooled.effect + pooled.error * chance.normal()
      var best = (index: 0, value: -Double.infinity)
      for index in means.indices {
        let value = mean + kept[index] * (means[index] - mean) + spreads[index] * chance.normal()
        if value > best.value { best = (index, value) }
      }
      wins[best.index] += 1
    }
    return wins.map { Double($0) / Double(draws) }
  }
}
