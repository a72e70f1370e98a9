/// Whether values rise or fall in the order in which they were taken.
public struct MannKendall: Equatable, Sendable {
  /// The pairs that rise minus the pairs that fall.
  public let s: Double
  /// The variance of `s` if there is no trend, corrected for ties.
  public let variance: Double
  /// `s`, one step closer to 0, in standard deviations.
  public let z: Double
  /// The two-sided p-value of the normal approximation.
  public let p: Double

  /// Tests for a trend; `nil` below 3 values, for values that are not finite, or if all are equal.
  ///
  /// Mann (1945), Kendall (1970): variance (n(n−1)(2n+5) − Σ t(t−1)(2t+5)) / 18. O(n log n).
  public init?(_ values: [Double]) {
    guard values.count >= 3, values.allSatisfy({ $0.isFinite }) else { return nil }
    let pairs = Concordance(values.indices.map { Double($0) }, values)
    s = Double(pairs.score)
    variance =
      (Concordance.spread([values.count]) - Concordance.spread(pairs.tiesY)) / 18
    guard variance > 0 else { return nil }
    z = (s == 0 ? 0 : s > 0 ? s - 1 : s + 1) / variance.squareRoot()
    p = min(2 * Normal.below(-abs(z)), 1)
  }
}
