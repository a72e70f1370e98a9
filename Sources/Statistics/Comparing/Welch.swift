/// The difference of two means, each group with a spread of its own.
public struct Welch: Equatable, Sendable {
  /// The second mean less the first.
  public let difference: Double
  public let interval: Interval
  /// The difference in standard errors.
  public let t: Double
  public let freedom: Double
  /// How often a difference at least as large would appear by luck alone.
  public let p: Double

  /// Compares `b` with `a` (Welch, 1947): difference ± t √(s²ₐ/nₐ + s²ᵦ/nᵦ), with the degrees of freedom
  /// of Satterthwaite (1946). O(n). `nil` unless both have two finite values and one of them a spread.
  public init?(_ a: [Double], _ b: [Double], level: Double = 0.95) {
    guard let a = Summary(a), let b = Summary(b) else { return nil }
    let (partA, partB) = (a.variance / Double(a.count), b.variance / Double(b.count))
    let (square, difference) = (partA + partB, b.mean - a.mean)
    guard square > 0, square < .infinity, difference.isFinite else { return nil }
    let (shareA, shareB) = (partA / square, partB / square)
    let freedom =
      1 / (shareA * shareA / Double(a.count - 1) + shareB * shareB / Double(b.count - 1))
    guard let reach = StudentT.reach(level: level, freedom: freedom) else { return nil }
    self.difference = difference
    self.freedom = freedom
    interval = Interval(around: difference, reach: reach * square.squareRoot())
    t = difference / square.squareRoot()
    p = StudentT.twoSided(t, freedom: freedom)
  }
}
