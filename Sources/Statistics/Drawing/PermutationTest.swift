internal import Sound

/// How often a difference this large, or a relation this close, would turn up if there were none.
public struct PermutationTest: Equatable, Sendable {
  /// The share of arrangements that are at least as extreme as the data, in either direction.
  public let p: Double
  /// The number of arrangements, or of draws.
  public let count: Int
  /// Whether all arrangements were tried.
  public let isExact: Bool

  /// Compares the means of two groups; `nil` for an empty group, values that are not finite, or no
  /// draws.
  ///
  /// Fisher (1935), Pitman (1937). All arrangements if there are at most 200,000, in which case
  /// `draws` and `seed` do not matter; otherwise p = (hits + 1) / (draws + 1). O(draws · smaller
  /// group).
  public init?(_ a: [Double], _ b: [Double], draws: Int = 10_000, seed: UInt64) {
    guard !a.isEmpty, !b.isEmpty, draws > 0, let values = EvenValues(a + b, around: a[0])
    else { return nil }
    let size = min(a.count, b.count)
    let start = a.count <= b.count ? 0 : a.count
    let sum = values.sum / Double(values.scaled.count) * Double(size)
    let extreme = abs(values.scaled[start..<start + size].reduce(0, +) - sum) - values.tolerance
    let isHit = { (chosen: Double) in abs(chosen - sum) >= extreme }
    if let count = Arrangements.choices(of: size, from: values.scaled.count) {
      let hits = Self.hits(values.scaled, from: 0, choosing: size, sum: 0, isHit)
      self.init(p: Double(hits) / Double(count), count: count, isExact: true)
    } else {
      var (mixed, chance, hits) = (values.scaled, Chance(seed: seed), 0)
      for _ in 0..<draws {
        mixed.mix(first: size, with: &chance)
        hits += isHit(mixed[..<size].reduce(0, +)) ? 1 : 0
      }
      self.init(p: Arrangements.p(hits: hits, draws: draws), count: draws, isExact: false)
    }
  }

  init(p: Double, count: Int, isExact: Bool) {
    (self.p, self.count, self.isExact) = (p, count, isExact)
  }

  /// The choices of `left` more values from index `from` on that are hits.
  private static func hits(
    _ values: [Double], from first: Int, choosing left: Int, sum: Double,
    _ isHit: (Double) -> Bool
  ) -> Int {
    guard left > 0 else { return isHit(sum) ? 1 : 0 }
    var hits = 0
    for index in first...(values.count - left) {
      hits += Self.hits(
        values, from: index + 1, choosing: left - 1, sum: sum + values[index], isHit)
    }
    return hits
  }
}
