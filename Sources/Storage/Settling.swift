public import Ledger

extension Push {
  /// What a store is to write for this push, inside the transaction that holds the space's header.
  ///
  /// A device that has seen more than the store ever gave shows that the store is an old copy: it begins
  /// a new epoch, in which every device hands over what it has.
  public func settled<Failure: Error>(
    over stored: SpaceHeader, now: Int64,
    find: (PushPlanner.Needs) throws(Failure) -> PushPlanner.Findings
  ) throws(Failure) -> PushPlan {
    var header = stored
    if epoch == header.epoch, cursor > header.lastSequence { header.epoch = .random() }
    var planner = PushPlanner(self, header: header, now: now)
    while let needs = planner.needs { planner.take(try find(needs)) }
    return planner.plan()
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
