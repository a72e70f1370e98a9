internal import Sound

/// Counts of the ways to rearrange data.
enum Arrangements {
  /// Tests try all arrangements up to this many, and draw beyond it. It lets ten against ten and 17
  /// pairs be exact, in a few milliseconds: about as long as 10,000 draws take.
  static let exactLimit = 200_000

  /// The ways to choose some of `count` things, or `nil` above ``exactLimit``.
  static func choices(of chosen: Int, from count: Int) -> Int? {
    var ways = 1
    for taken in 0..<min(chosen, count - chosen) {
      let (product, overflow) = ways.multipliedReportingOverflow(by: count - taken)
      guard !overflow, product / (taken + 1) <= exactLimit else { return nil }
      ways = product / (taken + 1)
    }
    return ways
  }

  /// The p-value from draws: the data themselves count as one more (Phipson and Smyth 2010).
  static func p(hits: Int, draws: Int) -> Double { (Double(hits) + 1) / (Double(draws) + 1) }
}

extension Array {
  /// Puts randomly chosen elements into the first `count` places, each choice equally likely.
  mutating func mix(first count: Int, with chance: inout Chance) {
    for place in 0..<count {
      let rest = UInt64(self.count - 1 - place)
      swapAt(place, place + Int(chance.number(through: rest)))
    }
  }
}
