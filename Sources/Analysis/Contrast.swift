public import Statistics

/// Two groups of reeds set against each other, in every way an answer needs.
public struct Contrast: Sendable {
  public let countA: Int
  public let countB: Int
  public let meanA: Double
  public let meanB: Double
  /// The mean of b less that of a.
  public var difference: Double { meanB - meanA }
  /// `nil` for a single reed on a side, or if all reeds are equal.
  public let welch: Welch?
  public let hedges: HedgesG?
  public let cliff: CliffDelta?
  public let permutation: PermutationTest?
  public let strength: Strength

  /// How likely a reed of b is above one of a; a tie counts as half. `nil` for a single reed on a side.
  public var chanceOfMore: Double? { cliff?.chanceOfMore }

  /// - Parameter isRare: judges the p of the permutation test; as the only question, at most 0.05.
  /// - Returns: `nil` if a group is empty, or a value is not finite.
  public init?(
    _ a: [Double], _ b: [Double], seed: UInt64 = 1,
    isRare: (Double) -> Bool = { $0 <= 0.05 }
  ) {
    guard !a.isEmpty, !b.isEmpty, (a + b).allSatisfy({ $0.isFinite }) else { return nil }
    (countA, countB) = (a.count, b.count)
    (meanA, meanB) = (Self.mean(a), Self.mean(b))
    welch = Welch(a, b)
    hedges = HedgesG(a, b)
    cliff = CliffDelta(a, b)
    permutation = PermutationTest(a, b, seed: seed)
    let isMore = meanB >= meanA
    let chance = cliff.map { isMore ? $0.chanceOfMore : 1 - $0.chanceOfMore }
    strength = Strength(
      of: min(a.count, b.count), wide: welch?.interval,
      narrow: Welch(a, b, level: 0.8)?.interval, chance: chance,
      isRare: permutation.map { isRare($0.p) } ?? false)
  }

  private static func mean(_ values: [Double]) -> Double {
    // From the first one, so that equal values have their own mean.
    values[0] + values.reduce(0) { $0 + ($1 - values[0]) } / Double(values.count)
  }
}
