/// What a store does for a push to a space that others have access to.
public struct GrantedPlan: Sendable {
  public let plan: PushPlan
  /// The reply to the device: ``PushPlan/reply``, including what was refused.
  public let reply: PushReply
  /// Whose view of the space changes with this push.
  public let changedViews: Set<AccountID>
  /// Whether the rows are too large to be examined together, so that nothing is saved: smaller parts may work.
  public let isCut: Bool
}

extension Push {
  /// The header on which this push is planned.
  ///
  /// A device that has seen more than the store ever sent proves that the store is an old copy: this starts a new
  /// epoch, in which every device hands over what it has. Only an owner's device is believed.
  public func settledHeader(
    over stored: SpaceHeader, by grant: Grant, newEpoch: () -> Epoch
  ) -> SpaceHeader {
    guard grant.role == .owner, epoch == stored.epoch, cursor > stored.lastSequence else {
      return stored
    }
    var header = stored
    header.epoch = newEpoch()
    return header
  }

  /// Plans the push by the rules of ``PushPlanner``, and by what its author may do there.
  ///
  /// - Parameters:
  ///   - grants: who else has access.
  ///   - grant: what the author may do. Whatever it does not allow is left out, a whole action at a time, and
  ///     the rest is planned.
  ///   - whole: the push this is a part of, if any.
  ///   - find: looks up what the planner needs.
  public func planned<Failure: Error>(
    over header: SpaceHeader, grants: [GivenGrant], by grant: Grant = .ownership,
    of whole: PushWhole? = nil, now: Int64,
    find: (PushPlanner.Needs) throws(Failure) -> PushPlanner.Findings
  ) throws(Failure) -> GrantedPlan {
    var known = KnownRows()
    var allowed = self
    var refused = [Bool](repeating: false, count: changes.count)
    if grant.role != .owner {
      let needs = PushPlanner.Needs(rows: Array(Set(changes.map { $0.key.row })))
      let findings = try find(needs)
      // Rows that were not found may be hidden from the author.
      guard !findings.isCut else { return cut(over: header, now: now) }
      known.take(findings.cells)
      refused = refusals(by: grant, known, now: now)
      allowed.changes = changes.indices.filter { !refused[$0] }.map { changes[$0] }
    }
    var planner = PushPlanner(allowed, of: whole, header: header, now: now)
    var isCut = false
    while let needs = planner.needs {
      let findings = try find(needs)
      isCut = isCut || findings.isCut
      if !grants.isEmpty { known.take(findings.cells) }
      planner.take(findings)
    }
    let plan = planner.plan()
    var changed: Set<AccountID> = []
    if !grants.isEmpty {
      let facts = known.facts(changedBy: plan)
      for given in grants where facts.contains(where: { $0.changesView(of: given.grant) }) {
        changed.insert(given.grantee)
      }
    }
    return GrantedPlan(
      plan: plan, reply: plan.reply.telling(refused), changedViews: changed, isCut: isCut)
  }

  /// The result for a push whose rows are too large to be examined together: nothing.
  private func cut(over header: SpaceHeader, now: Int64) -> GrantedPlan {
    var refused = self
    refused.changes = []
    var planner = PushPlanner(refused, header: header, now: now)
    let plan = planner.plan()
    return GrantedPlan(
      plan: plan, reply: plan.reply.telling(changes.map { _ in true }), changedViews: [],
      isCut: true)
  }

  /// Which changes a grant does not allow: an action is refused as a whole.
  private func refusals(by grant: Grant, _ known: KnownRows, now: Int64) -> [Bool] {
    var stamps: Set<Stamp> = []
    var known = known
    for change in changes where !known.allows(change, by: grant, now: now) {
      stamps.insert(change.stamp)
    }
    return changes.map { stamps.contains($0.stamp) }
  }
}

extension PushReply {
  /// The reply to the whole push, part of which was refused before planning.
  fileprivate func telling(_ refused: [Bool]) -> PushReply {
    guard refused.contains(true) else { return self }
    var reply = self
    var next = held.makeIterator()
    reply.held = refused.map { $0 ? false : next.next() ?? false }
    if status == .ok { reply.status = .forbidden }
    return reply
  }
}

/// Rows as they were before a push.
private struct KnownRows {
  private var cellsByRow: [RowID: [FieldID: RowCell]] = [:]
  private var factsByRow: [RowID: RowFacts] = [:]
  /// The latest stamps of rows, including what this push writes to them.
  private var latestByRow: [RowID: HybridTime] = [:]

  /// A row's facts before and after a push.
  struct Facts {
    let before: RowFacts
    let after: RowFacts
    let isPurged: Bool

    /// Whether the row enters or leaves a grant's view.
    func changesView(of grant: Grant) -> Bool {
      let (was, isNow) = (grant.covers(before), grant.covers(after))
      // A purged row has one cell left, which is new to everybody.
      return was != isNow && (was || !isPurged)
    }
  }

  /// Adds rows; one that is found twice is the same both times.
  mutating func take(_ found: [StoredCell]) {
    for stored in found {
      let cell = stored.cell
      cellsByRow[cell.row, default: [:]][cell.cell.field] = cell
      factsByRow[cell.row, default: RowFacts()].take(cell)
      latestByRow[cell.row] = max(latestByRow[cell.row] ?? .zero, cell.cell.stamp.time)
    }
  }

  /// A purge cannot be undone, and only the owner decides what is private. Nobody else may write another value under
  /// a known stamp, which would push the owner's out of history, or claim to have seen a time that nobody has
  /// written: a cell with such a stamp could not be changed again.
  mutating func allows(_ change: Change, by grant: Grant, now: Int64) -> Bool {
    guard !change.cell.isPurge || grant.allows(.erase, now: now),
      change.key.field != .privacy || grant.allows(.share, now: now)
    else { return false }
    let row = change.key.row
    if let known = cellsByRow[row]?[change.key.field] {
      guard known.cell.stamp != change.stamp || known == change.cell else { return false }
    }
    let limit = HybridTime(milliseconds: now + HybridTime.tolerance)
    let latest = max(latestByRow[row] ?? .zero, limit)
    guard change.latestSeen <= latest.advanced(by: HybridTime.leeway) else { return false }
    latestByRow[row] = max(latest, change.stamp.time)
    if let facts = factsByRow[row] {
      guard grant.allows(.write, on: facts, now: now) else { return false }
    }
    // A grant that covers both the row and the cell covers them together.
    return grant.allows(.write, on: RowFacts([change.cell]), now: now)
  }

  /// The rows that existed before and are written by a plan; a new one was in nobody's view.
  func facts(changedBy plan: PushPlan) -> [Facts] {
    var rows: [RowID: [FieldID: RowCell]] = [:]
    var purged: Set<RowID> = []
    for row in plan.purgedRows { rows[row] = [:] }
    for stored in plan.cells {
      let cell = stored.cell
      rows[cell.row, default: cellsByRow[cell.row] ?? [:]][cell.cell.field] = cell
      if cell.isPurge { purged.insert(cell.row) }
    }
    return rows.compactMap { row, after in
      guard let before = factsByRow[row] else { return nil }
      return Facts(before: before, after: RowFacts(after.values), isPurged: purged.contains(row))
    }
  }
}
