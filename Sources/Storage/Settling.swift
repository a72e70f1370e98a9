public import Ledger

extension Push {
  /// What a store is to write for this push, inside the transaction that holds the space's header; `grants`
  /// are those in force there, and `grant` is what the author was let do.
  public func settled<Failure: Error>(
    over stored: SpaceHeader, grants: [GivenGrant] = [], by grant: Grant = .ownership,
    of whole: PushWhole? = nil, now: Int64,
    find: (PushPlanner.Needs) throws(Failure) -> PushPlanner.Findings
  ) throws(Failure) -> GrantedPlan {
    let header = settledHeader(over: stored, by: grant) { .random() }
    return try planned(
      over: header, grants: grants, by: grant, of: whole, now: now, find: find)
  }
}

extension PushPlan {
  /// The stubs of rows that are purged, which are forgotten in time.
  public var stubs: [StoredCell] { cells.filter { $0.cell.isPurge } }
}

extension Epoch {
  /// An epoch that no other store has.
  public static func random() -> Epoch {
    Epoch(.random(in: 1 ... .max))
  }
}

/// How much a store looks at together for a push: the cells of a few hundred rows, whatever those hold.
public struct PushReading: Sendable {
  private var cellCount = 0
  private var byteCount = 0

  public init() {}

  public mutating func take(_ cell: StoredCell) {
    cellCount += 1
    byteCount += cell.cell.cell.value.encodedByteCount
  }

  /// Whether no other row is to be read.
  public var isFull: Bool { cellCount >= Self.cellLimit || byteCount >= Self.byteLimit }

  public static let cellLimit = 100_000
  public static let byteLimit = 32 << 20
}
