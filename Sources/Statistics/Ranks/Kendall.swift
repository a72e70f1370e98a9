/// How well two columns agree in order, by counting pairs of points (Kendall's τ-b).
public struct Kendall: Equatable, Sendable {
  /// (rising − falling pairs) / √((pairs untied in x) · (pairs untied in y)), from −1 to 1.
  public let tau: Double
  /// The two-sided p-value of the normal approximation.
  public let p: Double

  /// Compares two columns; `nil` below 3 points, for values that are not finite, or if a column is
  /// all equal.
  ///
  /// The variance under ties is that of Kendall (1970), *Rank Correlation Methods*. O(n log n).
  public init?(_ x: [Double], _ y: [Double]) {
    guard x.count == y.count, x.count >= 3, (x + y).allSatisfy({ $0.isFinite }) else { return nil }
    let pairs = Concordance(x, y)
    let all = Concordance.pairs(x.count)
    let (tiedX, tiedY) = (Concordance.pairs(pairs.tiesX), Concordance.pairs(pairs.tiesY))
    guard tiedX < all, tiedY < all else { return nil }
    let score = Double(pairs.score)
    let tau = score / (Double(all - tiedX) * Double(all - tiedY)).squareRoot()
    self.tau = min(max(tau, -1), 1)

    let count = Double(x.count)
    let (ordered, triples) = (2 * Double(all), 2 * Double(all) * (count - 2))
    let variance =
      (ordered * (2 * count + 5) - Concordance.spread(pairs.tiesX)
        - Concordance.spread(pairs.tiesY)) / 18
      + 2 * Double(tiedX) * Double(tiedY) / ordered
      + Self.triples(pairs.tiesX) * Self.triples(pairs.tiesY) / (9 * triples)
    p = 2 * Normal.below(-abs(score) / variance.squareRoot())
  }

  private static func triples(_ ties: [Int]) -> Double {
    ties.reduce(0) { $0 + Double(2 * Concordance.pairs($1)) * Double($1 - 2) }
  }
}
