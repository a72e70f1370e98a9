/// How much more often a value of one group is above one of the other than below it.
public struct CliffDelta: Equatable, Sendable {
  /// From −1, where every value of the second group is below every one of the first, to 1.
  public let value: Double
  public let interval: Interval

  /// How likely a value of the second group is above one of the first; a tie counts as half.
  public var chanceOfMore: Double { (value + 1) / 2 }

  /// Compares `b` with `a` (Cliff, 1993): the pairs with b above a less those with b below, as a share of all.
  ///
  /// The interval is Newcombe's (2006, method 5): the chances of more, θ, within z standard errors of the one found,
  /// by θ's own error: √(θ (1 − θ) (1 + m (1 − θ) / (2 − θ) + m θ / (1 + θ)) / (nₐ nᵦ)) with
  /// m = (nₐ + nᵦ) / 2 − 1. It holds for small groups, and where one is all above the other.
  /// O(n log n). `nil` unless both have two finite values.
  public init?(_ a: [Double], _ b: [Double], level: Double = 0.95) {
    guard a.count > 1, b.count > 1, let z = Normal.reach(level: level),
      a.allSatisfy({ $0.isFinite }), b.allSatisfy({ $0.isFinite })
    else { return nil }
    let pairs = Double(a.count) * Double(b.count)
    let value = Self.lead(of: b.sorted(), over: a.sorted()) / pairs
    let chance = (value + 1) / 2
    let extra = Double(a.count + b.count) / 2 - 1
    /// Whether θ is within z standard errors of the chance found; `rest` is 1 − θ to all digits.
    func isWithin(_ distance: Double, _ theta: Double, _ rest: Double) -> Bool {
      let spread = 1 + extra * rest / (1 + rest) + extra * theta / (1 + theta)
      return distance * distance <= z * z * theta * rest * spread / pairs
    }
    let rest = 1 - chance
    let down = Halving.last { $0 <= chance && isWithin($0, chance - $0, rest + $0) }
    let up = Halving.last { $0 <= rest && isWithin($0, chance + $0, rest - $0) }
    self.value = value
    interval = Interval(low: value - 2 * down, high: value + 2 * up)
  }

  /// The pairs with a value of `b` above one of `a`, less those with it below; both in order.
  private static func lead(of b: [Double], over a: [Double]) -> Double {
    var (below, notAbove) = (0, 0)
    var lead = 0.0
    for value in b {
      while below < a.count, a[below] < value { below += 1 }
      while notAbove < a.count, a[notAbove] <= value { notAbove += 1 }
      lead += Double(below - (a.count - notAbove))
    }
    return lead
  }
}
