/// The incomplete gamma integrals, and what the other distributions share with them.
///
/// Large factors that nearly cancel are never formed: all follow from the error of Stirling's formula and
/// from ``deviance(_:from:)`` (Loader, 2000, "Fast and accurate computation of binomial probabilities").
enum Gamma {
  /// ln Γ(`x`) less Stirling's (x − ½) ln x − x + ½ ln 2π, for `x` above 0.
  static func stirlingError(_ x: Double) -> Double {
    guard x >= 15 else {
      // Γ(x) = Γ(end) / (x (x + 1) … (end − 1)).
      var (product, end) = (1.0, x)
      while end < 15 {
        product *= end
        end += 1
      }
      let logarithms = (end - 0.5) * Logarithm.of(end) - (x - 0.5) * Logarithm.of(x)
      return stirlingError(end) + (logarithms - Logarithm.of(product)) - (end - x)
    }
    let y = 1 / (x * x)
    var series = 1.0 / 1188
    for divisor in [-1680.0, 1260, -360, 12] { series = series * y + 1 / divisor }
    return series / x
  }

  /// x ln(x / mean) + mean − x, accurate where the two are close.
  static func deviance(_ x: Double, from mean: Double) -> Double {
    let difference = x - mean
    guard abs(difference) < 0.1 * (x + mean) else {
      return x * Logarithm.of(x / mean) - difference
    }
    let ratio = difference / (x + mean)
    var (power, divisor) = (2 * x * ratio, 1.0)
    var (sum, term) = (difference * ratio, 0.0)
    repeat {
      power *= ratio * ratio
      divisor += 2
      term = power / divisor
      sum += term
    } while abs(term) > abs(sum) * 0x1p-54
    return sum
  }

  /// x^a e^−x / Γ(a + 1), for both above 0: with a whole `a` Poisson's probability of `a` at the mean `x`.
  static func poisson(_ a: Double, mean x: Double) -> Double {
    Exponential.of(-stirlingError(a) - deviance(a, from: x)) / (2 * .pi * a).squareRoot()
  }

  /// The shares P and Q of the integral of t^(a−1) e^−t that are below and above `x`.
  ///
  /// A series below a + 1, else a continued fraction (DLMF 8.11.4, 8.9.2); about √a steps,
  /// enough of them for an `a` of up to 10⁸.
  static func shares(_ a: Double, at x: Double) -> (below: Double, above: Double) {
    guard x > 0 else { return (0, 1) }
    guard x < .infinity else { return (1, 0) }
    let factor = poisson(a, mean: x)
    if x < a + 1 {
      let below = min(1, factor * series(a, x))
      return (below, 1 - below)
    }
    let above = min(1, factor * a * fraction(a, x))
    return (1 - above, above)
  }

  private static func series(_ a: Double, _ x: Double) -> Double {
    var (term, sum, n) = (1.0, 1.0, 0.0)
    repeat {
      n += 1
      term *= x / (a + n)
      sum += term
    } while term > sum * 0x1p-54 && n < ContinuedFraction.limit
    return sum
  }

  private static func fraction(_ a: Double, _ x: Double) -> Double {
    var fraction = ContinuedFraction(first: x + 1 - a)
    var n = 1.0
    while fraction.isMoving, n < ContinuedFraction.limit {
      fraction.add(numerator: n * (a - n), denominator: x + 2 * n + 1 - a)
      n += 1
    }
    return 1 / fraction.value
  }
}
