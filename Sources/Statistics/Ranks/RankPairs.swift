internal import Sound

/// The ranks of two columns as whole numbers: sums of products are exact, and so are comparisons of
/// them.
struct RankPairs: Equatable, Sendable {
  private let x: [Int64]
  private let y: [Int64]
  /// The size of the sum of products of the data.
  private let extreme: Int64
  /// The correlation of the ranks.
  let correlation: Double

  /// More points than this would overflow the sums.
  private static let largestCount = 1_000_000
  /// The most points of which all orders are tried: 8! is 40,320.
  static let exactCount = 8

  /// Ranks two columns; `nil` where ``Spearman`` has no answer.
  init?(_ x: [Double], _ y: [Double]) {
    guard x.count == y.count, 3...Self.largestCount ~= x.count,
      x.allSatisfy({ $0.isFinite }), y.allSatisfy({ $0.isFinite })
    else { return nil }
    (self.x, self.y) = (Ranks.centred(x), Ranks.centred(y))
    let (spreadX, spreadY) = (Self.product(self.x, self.x), Self.product(self.y, self.y))
    guard spreadX > 0, spreadY > 0 else { return nil }
    let product = Self.product(self.x, self.y)
    extreme = abs(product)
    let rho = Double(product) / (Double(spreadX) * Double(spreadY)).squareRoot()
    correlation = min(max(rho, -1), 1)
  }

  /// Whether the ranks agree or disagree at least as well if those of y are in another order.
  @inline(__always)
  func isHit(_ order: [Int]) -> Bool {
    var sum = Int64(0)
    for place in order.indices { sum &+= x[place] &* y[order[place]] }
    return abs(sum) >= extreme
  }

  /// The number of all orders of y that are hits.
  func hitsOfAllOrders() -> Int { hits(from: 0, used: 0, sum: 0) }

  private func hits(from place: Int, used: UInt32, sum: Int64) -> Int {
    guard place < x.count else { return abs(sum) >= extreme ? 1 : 0 }
    var hits = 0
    for index in y.indices where used & 1 << index == 0 {
      hits += self.hits(
        from: place + 1, used: used | 1 << index, sum: sum + x[place] * y[index])
    }
    return hits
  }

  private static func product(_ a: [Int64], _ b: [Int64]) -> Int64 {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

/// Random orders of a number of points, each from the one before.
struct RandomOrders: Sendable {
  private(set) var order: [Int]
  private var chance: Chance

  init(count: Int, seed: UInt64) {
    order = [Int](0..<count)
    chance = Chance(seed: seed, at: Int64(count))
  }

  mutating func draw() { order.mix(first: order.count, with: &chance) }
}
