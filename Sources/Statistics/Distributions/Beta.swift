/// The incomplete beta integral.
enum Beta {
  /// The share of the integral of t^(a−1) (1 − t)^(b−1) from 0 to 1 that is below `x`, for `a` and `b` above 0.
  ///
  /// `rest` is 1 − `x`, given apart so that neither loses digits near 1. A continued fraction
  /// (Didonato and Morris, 1992, equation 4.2) on the side where it is fast: about √max(a, b) steps.
  static func share(_ a: Double, _ b: Double, at x: Double, rest: Double) -> Double {
    guard x > 0 else { return 0 }
    guard rest > 0 else { return 1 }
    guard a * rest >= b * x else {
      return 1 - lowerShare(b, a, at: rest, rest: x)
    }
    return lowerShare(a, b, at: x, rest: rest)
  }

  private static func lowerShare(_ a: Double, _ b: Double, at x: Double, rest: Double) -> Double {
    min(1, factor(a, b, at: x, rest: rest) / fraction(a, b, x, rest))
  }

  /// x^a (1 − x)^b / B(a, b).
  private static func factor(_ a: Double, _ b: Double, at x: Double, rest: Double) -> Double {
    let sum = a + b
    let errors = Gamma.stirlingError(sum) - Gamma.stirlingError(a) - Gamma.stirlingError(b)
    let deviance = Gamma.deviance(a, from: sum * x) + Gamma.deviance(b, from: sum * rest)
    return (a / sum * b / (2 * .pi)).squareRoot() * Exponential.of(errors - deviance)
  }

  private static func fraction(_ a: Double, _ b: Double, _ x: Double, _ rest: Double) -> Double {
    let lead = a * rest - b * x + 1
    var fraction = ContinuedFraction(first: a / (a + 1) * lead)
    var n = 1.0
    while fraction.isMoving, n < ContinuedFraction.limit {
      let step = n * (b - n) * x / (a + 2 * n - 1)
      fraction.add(
        numerator: step * x * ((a + n - 1) / (a + 2 * n - 1)) * (a + b + n - 1),
        denominator: n + step + (a + n) / (a + 2 * n + 1) * (lead + n * (1 + rest)))
      n += 1
    }
    return fraction.value
  }
}
