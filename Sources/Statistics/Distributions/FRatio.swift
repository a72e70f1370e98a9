/// Fisher's and Snedecor's F distribution: of the ratio of two variances.
package enum FRatio {
  /// The probability of a ratio below `f`: the incomplete beta integral I(af / (af + b); a/2, b/2)
  /// with the degrees of freedom `a` above and `b` below the line.
  package static func below(_ f: Double, _ a: Double, _ b: Double) -> Double {
    let ratio = a / b * f
    guard ratio < .infinity else { return 1 }
    return Beta.share(a / 2, b / 2, at: ratio / (1 + ratio), rest: 1 / (1 + ratio))
  }

  /// The ratio with the probability `p` below it, for `p` between 0 and 1.
  package static func quantile(_ p: Double, _ a: Double, _ b: Double) -> Double {
    Halving.last { below($0, a, b) <= p }
  }
}
