/// How many pairs of points agree in direction, and how many do not.
struct Concordance {
  /// The pairs that rise minus the pairs that fall.
  let score: Int64
  /// The sizes of the groups of equal values.
  let tiesX: [Int]
  let tiesY: [Int]

  /// Counts by merge sort (Knight 1966). O(n log n). `x` and `y` are finite and equally long.
  init(_ x: [Double], _ y: [Double]) {
    tiesX = Ranks.ties(of: x)
    tiesY = Ranks.ties(of: y)
    let (placesX, placesY) = (Ranks.centred(x), Ranks.centred(y))
    let order = x.indices.sorted {
      placesX[$0] != placesX[$1] ? placesX[$0] < placesX[$1] : placesY[$0] < placesY[$1]
    }
    var tiedInBoth = Int64(0)
    var run = Int64(0)
    for (before, after) in zip(order, order.dropFirst()) {
      let isEqual = placesX[before] == placesX[after] && placesY[before] == placesY[after]
      run = isEqual ? run + 1 : 0
      tiedInBoth += run
    }
    let untied = Self.pairs(x.count) - Self.pairs(tiesX) - Self.pairs(tiesY) + tiedInBoth
    var sorted = order.map { placesY[$0] }
    var spare = sorted
    score = untied - 2 * Self.inversions(&sorted, in: 0..<sorted.count, &spare)
  }

  /// The number of pairs among `count` things.
  static func pairs(_ count: Int) -> Int64 { Int64(count) * (Int64(count) - 1) / 2 }

  static func pairs(_ ties: [Int]) -> Int64 { ties.reduce(0) { $0 + pairs($1) } }

  /// Σ t(t − 1)(2t + 5): 18 times what groups of ties take from the variance of a score, and for
  /// one group of all values 18 times the variance itself.
  static func spread(_ ties: [Int]) -> Double {
    ties.reduce(0) { $0 + Double(2 * pairs($1)) * Double(2 * $1 + 5) }
  }

  /// The pairs of which the larger comes first; sorts `values` on the way.
  private static func inversions(
    _ values: inout [Int64], in range: Range<Int>, _ spare: inout [Int64]
  ) -> Int64 {
    guard range.count > 1 else { return 0 }
    let middle = range.lowerBound + range.count / 2
    var count = inversions(&values, in: range.lowerBound..<middle, &spare)
    count += inversions(&values, in: middle..<range.upperBound, &spare)
    var (left, right) = (range.lowerBound, middle)
    for place in range {
      if right == range.upperBound || left < middle && values[left] <= values[right] {
        spare[place] = values[left]
        left += 1
      } else {
        spare[place] = values[right]
        right += 1
        count += Int64(middle - left)
      }
    }
    for place in range { values[place] = spare[place] }
    return count
  }
}
