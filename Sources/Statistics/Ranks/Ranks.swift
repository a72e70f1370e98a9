/// The places of values in order of size.
public enum Ranks {
  /// The place of each value, from 1; equal values share the average of their places.
  ///
  /// A value that is not a number has no place (NaN) and takes none. O(n log n).
  public static func of(_ values: [Double]) -> [Double] {
    var ranks = [Double](repeating: .nan, count: values.count)
    eachTie(of: values) { members, first in
      let rank = Double(first) + Double(members.count + 1) / 2
      for index in members { ranks[index] = rank }
    }
    return ranks
  }

  /// Twice the distance of each rank from the average rank: whole numbers, so that sums are exact.
  static func centred(_ values: [Double]) -> [Int64] {
    var ranks = [Int64](repeating: 0, count: values.count)
    eachTie(of: values) { members, first in
      let rank = Int64(2 * first + members.count - values.count)
      for index in members { ranks[index] = rank }
    }
    return ranks
  }

  /// The sizes of all groups of equal values, in order of size of the value; 1 for a value without
  /// equals.
  static func ties(of values: [Double]) -> [Int] {
    var sizes: [Int] = []
    eachTie(of: values) { members, _ in sizes.append(members.count) }
    return sizes
  }

  /// Calls `body` with the indices of equal values and the number of smaller ones, smallest values
  /// first.
  private static func eachTie(of values: [Double], _ body: (ArraySlice<Int>, Int) -> Void) {
    let order = values.indices.filter { !values[$0].isNaN }
      .sorted { values[$0] != values[$1] ? values[$0] < values[$1] : $0 < $1 }
    var first = 0
    while first < order.count {
      var end = first + 1
      while end < order.count, values[order[end]] == values[order[first]] { end += 1 }
      body(order[first..<end], first)
      first = end
    }
  }
}
