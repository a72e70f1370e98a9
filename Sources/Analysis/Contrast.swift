public import Statistics

/// Two groups of reeds set against each other, in every way an answer needs.
public struct Contrast: Sendable {
  public let countA: Int
  public let countB: Int
  public let meanA: Double
  public let meanB: Double
  /// The mean of b less that of a.
  public var difference: Double { meanB - meanA }
  /// `nil` for a single reed on a side, if all reeds are equal, or for shares.
  public let welch: Welch?
  public let hedges: HedgesG?
  public let cliff: CliffDelta?
  /// If values are 1 and 0. The permutation test then is an exact test of Fisher's table; its extreme tables are those whose
  /// shares are as far apart.
  public let shares: ShareDifference?
  public let permutation: PermutationTest?
  public let strength: Strength

  /// The difference with its interval, of the means or of the shares.
  public var interval: Interval? { welch?.interval ?? shares?.interval }

  /// How likely a reed of b is above one of a; a tie counts as half. `nil` for a single reed on a side, and for shares.
  public var chanceOfMore: Double? { cliff?.chanceOfMore }

  /// - Parameters:
  ///   - isShare: whether values are 1 and 0, so that their means are shares.
  ///   - isRare: judges the p of the permutation test; as the only question, at most 0.05.
  /// - Returns: `nil` if a group is empty, or a value is not finite.
  public init?(
    _ a: [Double], _ b: [Double], isShare: Bool = false, seed: UInt64 = 1,
    isRare: (Double) -> Bool = { $0 <= 0.05 }
  ) {
    guard !a.isEmpty, !b.isEmpty, (a + b).allSatisfy({ $0.isFinite }) else { return nil }
    (countA, countB) = (a.count, b.count)
    (meanA, meanB) = (Self.mean(a), Self.mean(b))
    welch = isShare ? nil : Welch(a, b)
    hedges = isShare ? nil : HedgesG(a, b)
    cliff = isShare ? nil : CliffDelta(a, b)
    shares = isShare ? Self.shares(a, b, level: 0.95) : nil
    permutation = PermutationTest(a, b, seed: seed)
    let isMore = meanB >= meanA
    let chance = cliff.map { isMore ? $0.chanceOfMore : 1 - $0.chanceOfMore }
    strength = Strength(
      of: min(a.count, b.count), wide: welch?.interval ?? shares?.interval,
      narrow: isShare
        ? Self.shares(a, b, level: 0.8)?.interval : Welch(a, b, level: 0.8)?.interval,
      chance: chance, isRare: permutation.map { isRare($0.p) } ?? false)
  }

  private static func shares(
    _ a: [Double], _ b: [Double], level: Double
  ) -> ShareDifference? {
    ShareDifference(
      hitsA: a.count { $0 > 0 }, of: a.count, hitsB: b.count { $0 > 0 }, of: b.count, level: level)
  }

  private static func mean(_ values: [Double]) -> Double {
    // From the first one, so that equal values have their own mean.
    values[0] + values.reduce(0) { $0 + ($1 - values[0]) } / Double(values.count)
  }
}
