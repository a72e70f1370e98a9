import Statistics

/// An effect that a rule looked at, whether the rule applies or not: all of them are judged together, as
/// many looks find something by luck.
struct Effect: Sendable {
  /// The reeds, or those on the smaller side.
  let count: Int
  let mean: Double
  let wide: Interval
  let narrow: Interval
  let p: Double
  /// Whether the suggestion rests on it.
  var isBehind = false

  /// How far the mean of some values is from 0; `nil` for fewer than ``Strength/fewestPairs``.
  init?(mean values: [Double]) {
    guard values.count >= Strength.fewestPairs, let first = values.first,
      let summary = Summary(values), let flips = SignFlipTest(values, seed: 1)
    else { return nil }
    (count, mean, p) = (values.count, summary.mean, flips.p)
    let level = Interval(low: first, high: first)
    wide = PairedMean(values)?.interval ?? level
    narrow = PairedMean(values, level: 0.8)?.interval ?? level
  }

  /// `95 % +2 to +10, n = 14`. Values that are all equal, but for rounding, have no interval, and that is said instead.
  func figures(_ words: (Interval) -> String) -> String {
    "\(wide.high - wide.low > 1e-9 ? "95 % \(words(wide))" : "all equal"), n = \(count)."
  }

  /// How far the mean of b is above that of a; `nil` for fewer than ``Strength/fewest`` on a side, or if all
  /// are equal.
  init?(_ a: [Double], _ b: [Double]) {
    guard min(a.count, b.count) >= Strength.fewest, let welch = Welch(a, b),
      let narrow = Welch(a, b, level: 0.8)?.interval,
      let permutation = PermutationTest(a, b, seed: 1)
    else { return nil }
    (count, mean, p) = (min(a.count, b.count), welch.difference, permutation.p)
    (wide, self.narrow) = (welch.interval, narrow)
  }

  /// What it supports, beside the others that were looked at.
  func strength(q: Double) -> Strength {
    Strength(of: count, wide: wide, narrow: narrow, isRare: q <= 0.1)
  }
}
