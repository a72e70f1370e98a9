/// The difference of two means in standard deviations.
public struct HedgesG: Equatable, Sendable {
  public let value: Double
  public let interval: Interval

  /// Compares `b` with `a` (Hedges, 1981): d = (b̄ − ā) / s with the pooled s, and g = d (1 − 3 / (4m − 1)) with
  /// m = nₐ + nᵦ − 2, as d is a little too large.
  ///
  /// The interval is g ± z √((nₐ + nᵦ) / (nₐ nᵦ) + g² / (2 (nₐ + nᵦ))) (Hedges and Olkin, 1985).
  /// O(n). `nil` unless both have two finite values and one of them a spread.
  public init?(_ a: [Double], _ b: [Double], level: Double = 0.95) {
    guard let a = Summary(a), let b = Summary(b), let z = Normal.reach(level: level) else {
      return nil
    }
    let (countA, countB) = (Double(a.count), Double(b.count))
    let (count, freedom) = (countA + countB, countA + countB - 2)
    let variance = (a.variance * (countA - 1) + b.variance * (countB - 1)) / freedom
    guard variance > 0 else { return nil }
    value = (b.mean - a.mean) / variance.squareRoot() * (1 - 3 / (4 * freedom - 1))
    guard value.isFinite else { return nil }
    let square = count / (countA * countB) + value * value / (2 * count)
    interval = Interval(around: value, reach: z * square.squareRoot())
  }
}
