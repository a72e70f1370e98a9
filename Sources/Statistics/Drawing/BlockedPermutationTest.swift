internal import Sound

/// How often a difference this large would turn up if arms had been dealt within each block by chance alone.
public struct BlockedPermutationTest: Equatable, Sendable {
  /// The share of arrangements that are at least as extreme as the data, in either direction.
  public let p: Double
  /// The number of arrangements, or of draws.
  public let count: Int
  /// Whether all arrangements were tried.
  public let isExact: Bool

  /// The values of the two arms in one block.
  public struct Block: Equatable, Sendable {
    public var a: [Double]
    public var b: [Double]

    public init(_ a: [Double], _ b: [Double]) { (self.a, self.b) = (a, b) }
  }

  /// Compares the means of two arms, values changing arms only within their block; `nil` if an arm is empty, values are
  /// not finite, no block has both arms, or there are no draws.
  ///
  /// Fisher (1935), stratified as Edgington and Onghena (2007). All arrangements if there are at most 200,000, in
  /// which case `draws` and `seed` do not matter; otherwise p = (hits + 1) / (draws + 1). As each block keeps the size
  /// of both arms, the sum of one arm says as much as the difference of the means. O(arrangements), or O(draws · n).
  public init?(_ blocks: [Block], draws: Int = 10_000, seed: UInt64) {
    let first = blocks.flatMap { $0.a + $0.b }
    guard let middle = first.first, draws > 0,
      blocks.contains(where: { !$0.a.isEmpty && !$0.b.isEmpty }),
      let values = EvenValues(first, around: middle)
    else { return nil }
    var (strata, next, sum, expected): ([Stratum], Int, Double, Double) = ([], 0, 0, 0)
    var ways: Int? = 1
    for block in blocks {
      let size = block.a.count + block.b.count
      let own = Array(values.scaled[next..<next + size])
      next += size
      // A block with one arm alone has a single arrangement.
      guard !block.a.isEmpty, !block.b.isEmpty else { continue }
      sum += own[block.a.count...].reduce(0, +)
      expected += own.reduce(0, +) / Double(size) * Double(block.b.count)
      strata.append(Stratum(values: own, chosen: block.b.count))
      ways = ways.flatMap { ways in
        Arrangements.choices(of: block.b.count, from: size).flatMap { more in
          let (product, overflow) = ways.multipliedReportingOverflow(by: more)
          return overflow || product > Arrangements.exactLimit ? nil : product
        }
      }
    }
    let extreme = abs(sum - expected) - values.tolerance
    let isHit = { (sum: Double) in abs(sum - expected) >= extreme }
    if let ways {
      // The sums of all arrangements of the blocks so far.
      var sums = [0.0]
      for stratum in strata {
        let more = stratum.sums
        sums = sums.flatMap { sum in more.map { sum + $0 } }
      }
      let hits = sums.reduce(0) { $0 + (isHit($1) ? 1 : 0) }
      (p, count, isExact) = (Double(hits) / Double(ways), ways, true)
    } else {
      var (chance, hits) = (Chance(seed: seed), 0)
      for _ in 0..<draws {
        var sum = 0.0
        for place in strata.indices {
          strata[place].values.mix(first: strata[place].chosen, with: &chance)
          sum += strata[place].values[..<strata[place].chosen].reduce(0, +)
        }
        hits += isHit(sum) ? 1 : 0
      }
      (p, count, isExact) = (Arrangements.p(hits: hits, draws: draws), draws, false)
    }
  }

  /// The values of a block, of which so many belong to the second arm.
  private struct Stratum {
    var values: [Double]
    let chosen: Int

    /// The sums of all choices.
    var sums: [Double] {
      var sums: [Double] = []
      choose(from: 0, left: chosen, sum: 0, &sums)
      return sums
    }

    private func choose(from first: Int, left: Int, sum: Double, _ sums: inout [Double]) {
      guard left > 0 else {
        sums.append(sum)
        return
      }
      for index in first...(values.count - left) {
        choose(from: index + 1, left: left - 1, sum: sum + values[index], &sums)
      }
    }
  }
}
