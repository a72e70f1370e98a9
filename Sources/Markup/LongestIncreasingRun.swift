/// The indices of a longest strictly increasing subsequence of `numbers`, ignoring `nil`.
///
/// Children at these indices stay in place; all others move. That makes the fewest moves.
/// - Complexity: O(*n* log *n*)
func longestIncreasingRun(of numbers: [Int?]) -> [Int] {
  // tails[n] is the index of the smallest number that ends a subsequence of n + 1 numbers.
  var tails: [Int] = []
  var tailNumbers: [Int] = []
  var previous = [Int](repeating: -1, count: numbers.count)
  for (place, number) in numbers.enumerated() {
    guard let number else { continue }
    var low = 0
    var high = tailNumbers.count
    while low < high {
      let middle = (low + high) / 2
      if tailNumbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[place] = tails[low - 1] }
    if low == tails.count {
      tails.append(place)
      tailNumbers.append(number)
    } else {
      tails[low] = place
      tailNumbers[low] = number
    }
  }
  guard var place = tails.last else { return [] }
  var run = [Int](repeating: 0, count: tails.count)
  for index in tails.indices.reversed() {
    run[index] = place
    place = previous[place]
  }
  return run
}
