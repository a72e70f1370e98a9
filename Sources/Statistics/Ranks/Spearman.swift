internal import Sound

/// How well two columns agree in order, by the correlation of their ranks (Spearman 1904).
public struct Spearman: Equatable, Sendable {
  /// The correlation of the ranks, from −1 to 1; ties share their average rank.
  public let rho: Double
  /// The interval of `rho`: tanh(artanh ρ ± z·√((1 + ρ²/2) / (n − 3))), Fisher's transformation
  /// with the error of Bonett and Wright (2000). `nil` below 4 points and for a perfect
  /// correlation, which leaves nothing to tell its error from.
  public let interval: Interval?
  /// The number of points.
  public let count: Int

  let ranks: RankPairs

  /// Compares two columns; `nil` below 3 or above a million points, for values that are not finite,
  /// or if a column is all equal. O(n log n).
  public init?(_ x: [Double], _ y: [Double], level: Double = 0.95) {
    guard let z = Normal.reach(level: level), let ranks = RankPairs(x, y) else { return nil }
    self.ranks = ranks
    count = x.count
    rho = ranks.correlation
    interval = FisherZ.interval(
      of: rho, reach: z * ((1 + rho * rho / 2) / Double(count - 3)).squareRoot())
  }

  /// How often ranks in random order agree or disagree this well; `nil` without draws.
  ///
  /// All orders up to 8 points, where `draws` and `seed` do not matter; otherwise
  /// p = (hits + 1) / (draws + 1). O(draws · n).
  public func p(draws: Int = 10_000, seed: UInt64) -> PermutationTest? {
    guard draws > 0 else { return nil }
    if count <= RankPairs.exactCount {
      let orders = (1...count).reduce(1, *)
      let hits = ranks.hitsOfAllOrders()
      return PermutationTest(p: Double(hits) / Double(orders), count: orders, isExact: true)
    }
    var (orders, hits) = (RandomOrders(count: count, seed: seed), 0)
    for _ in 0..<draws {
      orders.draw()
      hits += ranks.isHit(orders.order) ? 1 : 0
    }
    return PermutationTest(
      p: Arrangements.p(hits: hits, draws: draws), count: draws, isExact: false)
  }
}
