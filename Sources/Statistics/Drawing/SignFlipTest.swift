internal import Sound

/// How often an average difference this large would turn up if the sign of each were up to chance.
public struct SignFlipTest: Equatable, Sendable {
  /// The share of arrangements that are at least as extreme as the data, in either direction.
  public let p: Double
  /// The number of arrangements, or of draws.
  public let count: Int
  /// Whether all arrangements were tried.
  public let isExact: Bool

  /// Tests the mean of paired differences against 0; `nil` for none, values that are not finite, or
  /// no draws.
  ///
  /// Fisher (1935). All 2ⁿ signs up to 17 pairs, where `draws` and `seed` do not matter; otherwise
  /// p = (hits + 1) / (draws + 1). O(draws · n).
  public init?(_ differences: [Double], draws: Int = 10_000, seed: UInt64) {
    guard !differences.isEmpty, draws > 0, let values = EvenValues(differences, around: 0)
    else { return nil }
    let extreme = abs(values.sum) - values.tolerance
    let size = differences.count
    isExact = size < Int.bitWidth - 1 && 1 << size <= Arrangements.exactLimit
    count = isExact ? 1 << size : draws
    var (chance, hits) = (Chance(seed: seed), 0)
    for signs in 0..<UInt64(count) {
      let sum =
        isExact
        ? Self.sum(values.scaled) { signs } : Self.sum(values.scaled) { chance.next() }
      hits += abs(sum) >= extreme ? 1 : 0
    }
    p = isExact ? Double(hits) / Double(count) : Arrangements.p(hits: hits, draws: count)
  }

  /// The sum of values of which those whose bit is set are negative; `signs` gives the bits of 64
  /// values.
  private static func sum(_ values: [Double], signs: () -> UInt64) -> Double {
    var (sum, rest) = (0.0, UInt64(0))
    for (index, value) in values.enumerated() {
      if index & 63 == 0 { rest = signs() }
      sum += rest & 1 == 0 ? value : -value
      rest >>= 1
    }
    return sum
  }
}
