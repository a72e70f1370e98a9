/// Fisher's transformation (1915), on which the error of a correlation hardly depends on its size.
enum FisherZ {
  /// The interval of a correlation whose transformed value may be off by `reach`; `nil` if anything
  /// may be.
  static func interval(of correlation: Double, reach: Double) -> Interval? {
    guard abs(correlation) < 1, reach.isFinite else { return nil }
    let middle = Logarithm.of((1 + correlation) / (1 - correlation)) / 2
    return Interval(low: inverse(middle - reach), high: inverse(middle + reach))
  }

  private static func inverse(_ z: Double) -> Double { 1 - 2 / (Exponential.of(2 * z) + 1) }
}
