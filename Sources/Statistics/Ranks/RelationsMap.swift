/// The rank correlations of every input with every outcome, tested together.
///
/// Call ``step()`` until it returns 1; each call takes some milliseconds, so that the work can be
/// shown and stopped in between.
public struct RelationsMap: Sendable {
  public struct Cell: Equatable, Sendable {
    public let input: Int
    public let outcome: Int
    public let spearman: Spearman
    /// The share of random orders that agree or disagree as well; `nil` until all are drawn.
    public fileprivate(set) var p: Double?
    /// `p` adjusted for all cells of the map (Benjamini and Hochberg 1995); `nil` until all are
    /// drawn.
    public fileprivate(set) var q: Double?

    fileprivate var hits = 0
  }

  /// The pairs that have a correlation, input by input.
  public private(set) var cells: [Cell] = []

  private let draws: Int
  /// Cells of equally many points share each random order.
  private var groups: [Group] = []
  private var current = 0

  private struct Group {
    let members: [Int]
    var orders: RandomOrders
    var drawn = 0

    /// The products of ranks that one order takes.
    var products: Double { Double(members.count) * Double(orders.order.count) }
  }

  /// The products of ranks that one step adds up, about.
  private static let productsInStep = 4_000_000.0

  /// Prepares a map of columns of equal length, in which NaN marks a value that was not recorded; a
  /// cell uses the rows that have both. `nil` for columns of different lengths, or no draws.
  ///
  /// A cell's p is that of ``Spearman/p(draws:seed:)`` with the same seed, but drawn for few points
  /// too. O(cells · draws · n).
  public init?(
    inputs: [[Double]], outcomes: [[Double]], draws: Int = 10_000, seed: UInt64,
    level: Double = 0.95
  ) {
    let count = (inputs.first ?? outcomes.first ?? []).count
    guard draws > 0, (inputs + outcomes).allSatisfy({ $0.count == count }) else { return nil }
    self.draws = draws
    for (input, x) in inputs.enumerated() {
      for (outcome, y) in outcomes.enumerated() {
        let rows = x.indices.filter { x[$0].isFinite && y[$0].isFinite }
        if let spearman = Spearman(rows.map { x[$0] }, rows.map { y[$0] }, level: level) {
          cells.append(Cell(input: input, outcome: outcome, spearman: spearman))
        }
      }
    }
    var order = cells.indices.sorted { cells[$0].spearman.count < cells[$1].spearman.count }[...]
    while let first = order.first {
      let count = cells[first].spearman.count
      let members = order.prefix { cells[$0].spearman.count == count }.sorted()
      groups.append(Group(members: members, orders: RandomOrders(count: count, seed: seed)))
      order = order.dropFirst(members.count)
    }
  }

  /// Draws some more orders; returns the share of the work that is done, 1 at the end.
  public mutating func step() -> Double {
    guard current < groups.count else { return 1 }
    let some = max(Int(Self.productsInStep / groups[current].products), 1)
    for _ in 0..<min(some, draws - groups[current].drawn) {
      groups[current].orders.draw()
      groups[current].drawn += 1
      for member in groups[current].members
      where cells[member].spearman.ranks.isHit(groups[current].orders.order) {
        cells[member].hits += 1
      }
    }
    if groups[current].drawn == draws { current += 1 }
    if current == groups.count { conclude() }
    return share
  }

  private var share: Double {
    guard current < groups.count else { return 1 }
    let done = groups.reduce(0) { $0 + $1.products * Double($1.drawn) }
    let all = groups.reduce(0) { $0 + $1.products * Double(draws) }
    return done / all
  }

  private mutating func conclude() {
    let p = cells.map { Arrangements.p(hits: $0.hits, draws: draws) }
    let q = BenjaminiHochberg.adjusted(p)
    for index in cells.indices {
      cells[index].p = p[index]
      cells[index].q = q?[index]
    }
  }
}
