/// The chi-square distribution.
public enum ChiSquare {
  /// Beyond this the series of the integral get too long.
  public static let mostFreedom = 1e8

  /// The probability of a value below `x`: the incomplete gamma integral P(ν/2, x/2).
  /// NaN unless `freedom` is above 0 and at most ``mostFreedom``.
  public static func below(_ x: Double, freedom: Double) -> Double {
    shares(x, freedom).below
  }

  /// The probability of a value above `x`, to all digits in the far tail too.
  public static func above(_ x: Double, freedom: Double) -> Double {
    shares(x, freedom).above
  }

  /// The value with the probability `p` below it; infinite at 1, and NaN outside 0 to 1.
  public static func quantile(_ p: Double, freedom: Double) -> Double {
    guard p >= 0, p <= 1, freedom > 0, freedom <= mostFreedom else { return .nan }
    guard p > 0, p < 1 else { return p > 0 ? .infinity : 0 }
    return Halving.last { below($0, freedom: freedom) <= p }
  }

  private static func shares(_ x: Double, _ freedom: Double) -> (below: Double, above: Double) {
    guard freedom > 0, freedom <= mostFreedom, !x.isNaN else { return (.nan, .nan) }
    return Gamma.shares(freedom / 2, at: x / 2)
  }
}
