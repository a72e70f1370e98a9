/// The difference of two shares, such as of the reeds of two shapers that crack.
public struct ShareDifference: Equatable, Sendable {
  /// The share of b less that of a.
  public let difference: Double
  public let interval: Interval

  /// Compares hits among tries.
  ///
  /// The interval joins those of Wilson: pB − pA − √((pB − lowB)² + (highA − pA)²), and likewise above
  /// (Newcombe, 1998, method 10). Unlike the textbook's interval, it stays within −1 and 1 and is right for a few tries
  /// as well. O(1). `nil` without tries on a side, or unless 0 ≤ hits ≤ tries.
  public init?(
    hitsA: Int, of countA: Int, hitsB: Int, of countB: Int, level: Double = 0.95
  ) {
    guard let a = Wilson.interval(hits: hitsA, of: countA, level: level),
      let b = Wilson.interval(hits: hitsB, of: countB, level: level)
    else { return nil }
    let (shareA, shareB) = (Double(hitsA) / Double(countA), Double(hitsB) / Double(countB))
    difference = shareB - shareA
    interval = Interval(
      low: difference - Self.reach(shareB - b.low, a.high - shareA),
      high: difference + Self.reach(b.high - shareB, shareA - a.low))
  }

  private static func reach(_ one: Double, _ other: Double) -> Double {
    (one * one + other * other).squareRoot()
  }
}
