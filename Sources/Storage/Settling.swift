public import Ledger

extension Push {
  /// What a store is to write for this push, inside the transaction that holds the space's header; `grants`
  /// are those in force there, and `grant` is what the author was let do.
  public func settled<Failure: Error>(
    over stored: SpaceHeader, grants: [GivenGrant] = [], by grant: Grant = .ownership, now: Int64,
    find: (PushPlanner.Needs) throws(Failure) -> PushPlanner.Findings
  ) throws(Failure) -> GrantedPlan {
    let header = settledHeader(over: stored, by: grant) { .random() }
    return try planned(over: header, grants: grants, by: grant, now: now, find: find)
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
