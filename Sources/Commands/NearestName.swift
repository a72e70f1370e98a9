/// Finds the name that somebody mistyped.
enum NearestName {
  /// A sentence that suggests the nearest of `names`, or nothing if none is near.
  static func hint(
    for mistyped: String, among names: [String], shown: (String) -> String
  ) -> String {
    nearest(to: mistyped, among: names).map { " Did you mean \(shown($0))?" } ?? ""
  }

  /// The name with the fewest edits from `mistyped`, if they are few for its length.
  static func nearest(to mistyped: String, among names: [String]) -> String? {
    let ranked = names.map { (name: $0, distance: distance(mistyped, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }),
      best.distance <= max(2, best.name.utf8.count / 3)
    else { return nil }
    return best.name
  }

  /// How many bytes must be inserted, deleted, replaced or swapped with their neighbour.
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8.prefix(64)), Array(right.utf8))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        next.append(best)
      }
      (beforeLast, last) = (last, next)
    }
    return last[right.count]
  }
}
