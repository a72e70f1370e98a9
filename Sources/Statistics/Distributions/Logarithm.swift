internal import Sound

/// The natural logarithm, the same to the last bit wherever it runs.
package enum Logarithm {
  /// The natural logarithm of `x`; minus infinity at 0, and NaN below.
  package static func of(_ x: Double) -> Double {
    Functions.log2(x) * 0x1.62e42fefa39efp-1
  }

  /// The natural logarithm of 1 + `x`, accurate for a small `x` too (Kahan).
  package static func ofOnePlus(_ x: Double) -> Double {
    let sum = 1 + x
    guard sum != 1 else { return x }
    guard sum > 0, sum < .infinity else { return of(sum) }
    return of(sum) * (x / (sum - 1))
  }
}
