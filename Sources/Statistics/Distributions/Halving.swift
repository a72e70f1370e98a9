/// Finds where a condition on a number changes.
enum Halving {
  /// The largest number from 0 on for which `holds`, if it holds up to somewhere and no further.
  ///
  /// It halves the distance in representable numbers, so 63 tries find the last bit at any size.
  static func last(where holds: (Double) -> Bool) -> Double {
    var (low, high) = (UInt64(0), Double.infinity.bitPattern)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if holds(Double(bitPattern: middle)) { low = middle } else { high = middle }
    }
    return Double(bitPattern: low)
  }
}
