/// The interval of a proportion.
public enum Wilson {
  /// Which rates of success go with `hits` of `count` tries.
  ///
  /// (h + z²/2 ± z √(h (n − h) / n + z²/4)) / (n + z²) (Wilson, 1927). Unlike the textbook's interval it is
  /// right for a few tries too, and for none or all of them successful. O(1). `nil` without tries, or unless 0 ≤ `hits` ≤ `count`.
  public static func interval(
    hits: Int, of count: Int, level: Double = 0.95
  ) -> Interval? {
    guard count > 0, hits >= 0, hits <= count, let z = Normal.reach(level: level) else {
      return nil
    }
    let (hits, count) = (Double(hits), Double(count))
    let middle = hits + z * z / 2
    let reach = z * (hits * (count - hits) / count + z * z / 4).squareRoot()
    return Interval(
      low: hits == 0 ? 0 : (middle - reach) / (count + z * z),
      high: hits == count ? 1 : (middle + reach) / (count + z * z))
  }
}
