public import Ledger

extension Push {
  /// What a store has to write for this push, inside the transaction that locks the space's header; `grants` are the
  /// grants of the space, and `grant` is that of the author.
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
  /// The stubs of purged rows, which are deleted after a while.
  public var stubs: [StoredCell] { cells.filter { $0.cell.isPurge } }
}

extension Epoch {
  /// An epoch that no other store has.
  public static func random() -> Epoch {
    Epoch(.random(in: 1 ... .max))
  }
}
