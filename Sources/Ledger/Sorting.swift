// The standard library's sort is compiled anew for each element type, 2 to 5 KB each time. This one replaces it
// wherever `Ledger` is imported: it sorts indices, so there is only one copy, and it is stable.

extension Array {
  /// Sorts the elements; equal ones keep their order.
  ///
  /// - Complexity: O(*n* log *n*).
  @inline(never)
  public mutating func sort(by isBefore: (Element, Element) -> Bool) {
    self = sorted(by: isBefore)
  }

  /// The elements in order; equal ones keep theirs.
  @inline(never)
  public func sorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
    guard count > 1 else { return self }
    return sortedPlaces(count) { isBefore(self[$0], self[$1]) }.map { self[$0] }
  }
}

extension Array where Element: Comparable {
  @inline(never) public mutating func sort() { sort { $0 < $1 } }
  @inline(never) public func sorted() -> [Element] { sorted { $0 < $1 } }
}

extension Sequence {
  /// The elements in order; equal ones keep theirs.
  @inline(never)
  public func sorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
    Array(self).sorted(by: isBefore)
  }
}

extension Sequence where Element: Comparable {
  @inline(never) public func sorted() -> [Element] { Array(self).sorted { $0 < $1 } }
}

/// The numbers below `count`, ordered by `isBefore`: a merge sort whose runs grow from one to all.
@inline(never)
private func sortedPlaces(_ count: Int, _ isBefore: (Int, Int) -> Bool) -> [Int] {
  var from = Array(0..<count)
  // Most lists are in order already.
  guard from.dropFirst().contains(where: { isBefore($0, $0 - 1) }) else { return from }
  var to = from
  var width = 1
  while width < count {
    var start = 0
    while start < count {
      let middle = Swift.min(start + width, count)
      let end = Swift.min(middle + width, count)
      var left = start
      var right = middle
      for place in start..<end {
        if left < middle, right == end || !isBefore(from[right], from[left]) {
          to[place] = from[left]
          left += 1
        } else {
          to[place] = from[right]
          right += 1
        }
      }
      start = end
    }
    swap(&from, &to)
    width *= 2
  }
  return from
}
