public import Ledger

extension Push {
  /// What a store is to write for this push, inside the transaction that holds the space's header; `grants`
  /// are those in force there, and `grant` is what the author was let do.
  ///
  /// A device that has seen more than the store ever gave shows that the store is an old copy: it begins
  /// a new epoch, in which every device hands over what it has. Only an owner's device is believed.
  public func settled<Failure: Error>(
    over stored: SpaceHeader, grants: [GivenGrant] = [], by grant: Grant = .ownership, now: Int64,
    find: (PushPlanner.Needs) throws(Failure) -> PushPlanner.Findings
  ) throws(Failure) -> GrantedPlan {
    var header = stored
    if grant.role == .owner, epoch == header.epoch, cursor > header.lastSequence {
      header.epoch = .random()
    }
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
