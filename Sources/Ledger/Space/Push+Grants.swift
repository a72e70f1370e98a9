/// What a store does for a push to a space into which others were let.
public struct GrantedPlan: Sendable {
  public let plan: PushPlan
  /// What the device is told: ``PushPlan/reply``, with what was refused.
  public let reply: PushReply
  /// Whose view of the space is another from now on.
  public let changedViews: Set<AccountID>
}

extension Push {
  /// The header over which this push is planned.
  ///
  /// A device that has seen more than the store ever gave shows that the store is an old copy: it begins
  /// a new epoch, in which every device hands over what it has. Only an owner's device is believed.
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
  ///   - grants: who else was let in.
  ///   - grant: what the author was let do. What he may not do is left out, whole actions at a time, and
  ///     the rest is planned.
  ///   - find: looks up what the planner needs.
  public func planned<Failure: Error>(
    over header: SpaceHeader, grants: [GivenGrant], by grant: Grant = .ownership, now: Int64,
    find: (PushPlanner.Needs) throws(Failure) -> PushPlanner.Findings
  ) throws(Failure) -> GrantedPlan {
    var known = KnownRows()
    var allowed = self
    var refused = [Bool](repeating: false, count: changes.count)
    if grant.role != .owner {
      let needs = PushPlanner.Needs(rows: Array(Set(changes.map { $0.key.row })))
      known.take(try find(needs).cells)
      refused = refusals(by: grant, known, now: now)
      allowed.changes = changes.indices.filter { !refused[$0] }.map { changes[$0] }
    }
    var planner = PushPlanner(allowed, header: header, now: now)
    while let needs = planner.needs {
      let findings = try find(needs)
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
      plan: plan, reply: plan.reply.telling(refused), changedViews: changed)
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
  /// The reply to the whole push, of which some was refused before it was planned.
  fileprivate func telling(_ refused: [Bool]) -> PushReply {
    guard refused.contains(true) else { return self }
    var reply = self
    var next = held.makeIterator()
    reply.held = refused.map { $0 ? false : next.next() ?? false }
    if status == .ok { reply.status = .forbidden }
    return reply
  }
}

/// Rows as they stood before a push.
private struct KnownRows {
  private var cellsByRow: [RowID: [RowCell]] = [:]
  /// The latest stamps of what this push writes into rows.
  private var latestByRow: [RowID: HybridTime] = [:]

  /// A row's facts before and after a push.
  struct Facts {
    let before: RowFacts
    let after: RowFacts
    let isPurged: Bool

    /// Whether the row comes into a grant's view, or leaves it.
    func changesView(of grant: Grant) -> Bool {
      let (was, isNow) = (grant.covers(before), grant.covers(after))
      // Of a purged row one cell is left, which is new to everybody.
      return was != isNow && (was || !isPurged)
    }
  }

  /// Takes rows in; one that is found twice is the same both times.
  mutating func take(_ found: [StoredCell]) {
    var cells: [RowID: [RowCell]] = [:]
    for cell in found { cells[cell.cell.row, default: []].append(cell.cell) }
    for (row, list) in cells { cellsByRow[row] = list }
  }

  /// A purge cannot be taken back, and what is private the owner says alone. Nobody else writes another value
  /// under a stamp that is known, which would push the owner's out of history, or claims to have seen a time
  /// that nobody has written: what bears it could not be changed again.
  mutating func allows(_ change: Change, by grant: Grant, now: Int64) -> Bool {
    guard !change.cell.isPurge || grant.allows(.erase, now: now),
      change.key.field != .privacy || grant.allows(.share, now: now)
    else { return false }
    let row = change.key.row
    var latest = latestByRow[row] ?? HybridTime(milliseconds: now + HybridTime.tolerance)
    for cell in cellsByRow[row] ?? [] {
      latest = max(latest, cell.cell.stamp.time)
      guard cell.key != change.key || cell.cell.stamp != change.stamp || cell == change.cell else {
        return false
      }
    }
    guard change.latestSeen <= latest.advanced(by: HybridTime.leeway) else { return false }
    latestByRow[row] = max(latest, change.stamp.time)
    var facts = RowFacts()
    if let cells = cellsByRow[change.key.row] {
      facts = RowFacts(cells)
      guard grant.allows(.write, on: facts, now: now) else { return false }
    }
    facts.take(change.cell)
    return grant.allows(.write, on: facts, now: now)
  }

  /// The rows that were there before and are written by a plan; one that is new was in nobody's view.
  func facts(changedBy plan: PushPlan) -> [Facts] {
    var rows = cellsByRow
    var touched: Set<RowID> = []
    var purged: Set<RowID> = []
    for row in plan.purgedRows {
      rows[row] = []
      touched.insert(row)
    }
    for stored in plan.cells {
      let cell = stored.cell
      rows[cell.row]?.removeAll { $0.key == cell.key }
      rows[cell.row]?.append(cell)
      touched.insert(cell.row)
      if cell.isPurge { purged.insert(cell.row) }
    }
    return touched.compactMap { row in
      guard let before = cellsByRow[row], let after = rows[row] else { return nil }
      return Facts(
        before: RowFacts(before), after: RowFacts(after), isPurged: purged.contains(row))
    }
  }
}
