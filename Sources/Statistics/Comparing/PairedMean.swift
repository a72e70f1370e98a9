/// The mean of differences within pairs.
public struct PairedMean: Equatable, Sendable {
  /// The mean difference.
  public let difference: Double
  public let interval: Interval
  /// The difference in standard errors.
  public let t: Double
  public let freedom: Double
  /// How often a mean at least as far from 0 would appear by luck alone.
  public let p: Double

  /// Compares the mean with 0 (Student, 1908): mean ± t s / √n with n − 1 degrees of freedom.
  /// O(n). `nil` for fewer than two differences, where one is not finite, or if all are equal.
  public init?(_ differences: [Double], level: Double = 0.95) {
    guard let summary = Summary(differences), summary.error > 0,
      let interval = summary.meanInterval(level: level)
    else { return nil }
    difference = summary.mean
    self.interval = interval
    freedom = Double(summary.count - 1)
    t = summary.mean / summary.error
    p = StudentT.twoSided(t, freedom: freedom)
  }
}
