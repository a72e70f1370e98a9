/// How many reeds a question takes.
///
/// All from the exact power of the two-sided t test: T² has the noncentral F distribution, so the test misses with
/// the sum of Poisson(j; δ²/2) · I(t² / (t² + ν); ½ + j, ν/2) over j, δ the true difference in
/// standard errors and t the limit (Johnson, Kotz and Balakrishnan, 1995).
public enum Power {
  /// How far the interval of a difference reaches to either side, in standard deviations of one thing, with
  /// `perArm` things in each of two groups: t √(2 / n). `nil` for fewer than two.
  public static func halfWidth(perArm count: Int, level: Double = 0.95) -> Double? {
    guard count > 1 else { return nil }
    let reach = StudentT.reach(level: level, freedom: 2 * (Double(count) - 1))
    return reach.map { $0 * (2 / Double(count)).squareRoot() }
  }

  /// The things needed in each of two groups to find a difference of `effect` standard deviations with a
  /// chance of `power`; `nil` above ``mostThings``.
  public static func perArm(
    effect: Double, power: Double = 0.8, level: Double = 0.95
  ) -> Int? {
    fewest(power: power, level: level) { count in
      (freedom: 2 * (count - 1), effect: abs(effect) * (count / 2).squareRoot())
    }
  }

  /// The pairs needed to find a difference of `effect` standard deviations (of a single thing) with a chance of
  /// `power`, if the two things of a pair have this `correlation`; `nil` above ``mostThings``.
  public static func pairs(
    effect: Double, correlation: Double, power: Double = 0.8, level: Double = 0.95
  ) -> Int? {
    guard correlation >= -1, correlation < 1 else { return nil }
    return fewest(power: power, level: level) { count in
      (freedom: count - 1, effect: abs(effect) * (count / (2 - 2 * correlation)).squareRoot())
    }
  }

  /// Beyond this nobody can answer the question with reeds.
  public static let mostThings = 1_000_000

  /// The fewest things that give the power, by doubling and then halving the distance.
  private static func fewest(
    power: Double, level: Double, design: (Double) -> (freedom: Double, effect: Double)
  ) -> Int? {
    guard power > 0, power < 1, level > 0, level < 1, design(2).effect > 0 else { return nil }
    func isEnough(_ count: Int) -> Bool {
      let (freedom, effect) = design(Double(count))
      return chanceOfMiss(effect: effect, freedom: freedom, level: level) <= 1 - power
    }
    var (low, high) = (1, 2)
    while !isEnough(high) {
      guard high < mostThings else { return nil }
      (low, high) = (high, min(2 * high, mostThings))
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// How likely the interval holds 0 although the difference is `effect` standard errors.
  package static func chanceOfMiss(effect: Double, freedom: Double, level: Double) -> Double {
    guard let limit = StudentT.reach(level: level, freedom: freedom) else { return .nan }
    // A larger effect than this is never missed at any level a person would ask for.
    let mean = min(effect * effect / 2, 10_000)
    let sum = limit * limit + freedom
    let reach = 10 * mean.squareRoot() + 40
    var miss = 0.0
    var j = max(0, (mean - reach).rounded(.down))
    while j <= mean + reach {
      let weight = j == 0 ? Exponential.of(-mean) : Gamma.poisson(j, mean: mean)
      miss +=
        weight
        * Beta.share(0.5 + j, freedom / 2, at: limit * limit / sum, rest: freedom / sum)
      j += 1
    }
    return miss
  }
}
