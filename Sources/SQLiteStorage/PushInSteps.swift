import Ledger
import Platform
import Storage

/// A push that the writing thread applies in parts, so that it can do other work in between.
///
/// Whether the whole push is refused because of its epoch, its past or its clock is known before anything is written.
final class PushInSteps: Sendable {
  /// Its progress on the disk.
  struct Progress: Sendable {
    /// The reply to the device; `nil` if its author may not push at all.
    var reply: PushReply?
    var header: SpaceHeader?
  }

  private struct State: Sendable {
    var whole: PushWhole?
    /// The remaining parts, the next one last.
    var parts: [PushPart] = []
    var progress = Progress()
  }

  /// The size of a part, which takes some milliseconds.
  private static let changeLimit = 64
  private static let rowLimit = 16

  private let push: Push
  private let place: Place
  private let grantee: AccountID?
  private let now: Int64
  private let state: Lock<State>

  init(_ push: Push, to place: Place, by grantee: AccountID?, now: Int64) {
    self.push = push
    self.place = place
    self.grantee = grantee
    self.now = now
    var state = State()
    state.parts = push.parts(changeLimit: Self.changeLimit, rowLimit: Self.rowLimit).reversed()
    self.state = Lock(state)
  }

  /// About how many rows the next step writes.
  var weight: Int { state.withLock { $0.parts.last?.push.changes.count ?? 1 } }

  /// Applies the next part.
  func step(_ database: inout Database) throws(SQLiteError) -> Step<Progress> {
    try state.withLock { state throws(SQLiteError) in try step(&state, &database) }
  }

  private func step(
    _ state: inout State, _ database: inout Database
  ) throws(SQLiteError) -> Step<Progress> {
    let grants = try database.grants(in: place)
    let found = grants.first { $0.grantee == grantee }?.grant
    guard let grant = grantee == nil ? .ownership : found,
      grant.allows(push.isOffer ? .offer : .write, now: now), let part = state.parts.popLast()
    else { return .done(Progress(reply: nil, header: state.progress.header)) }
    let stored = try database.openHeader(of: place)
    let whole: PushWhole
    if let known = state.whole {
      whole = known
    } else {
      whole = try self.whole(over: stored, grants, grant, &database)
      state.whole = whole
    }
    let granted = try part.push.settled(
      over: stored, grants: grants, by: grant, of: whole, now: now
    ) { needs throws(SQLiteError) in
      try database.find(needs, in: place)
    }
    if granted.isCut, let (first, second) = part.halves {
      state.parts += [second, first]
      return .more(state.progress)
    }
    let plan = granted.plan
    if let header = try trim(plan.purgedRows, over: stored, &database) {
      state.parts.append(part)
      state.progress.header = header
      return .more(state.progress)
    }
    try carryOut(plan, over: stored, &database)
    try database.renewViews(of: granted.changedViews, in: place)
    var reply = state.progress.reply ?? PushReply(to: push, header: plan.header, now: now)
    let isGoingOn = reply.take(granted.reply, of: part)
    state.progress = Progress(reply: reply, header: plan.header)
    return isGoingOn && !state.parts.isEmpty ? .more(state.progress) : .done(state.progress)
  }

  private func carryOut(
    _ plan: PushPlan, over stored: SpaceHeader, _ database: inout Database
  ) throws(SQLiteError) {
    if !plan.isEmpty { try database.carryOut(plan, in: place, now: now) }
    if plan.header != stored { try database.write(plan.header, of: place) }
    if plan.header.epoch != stored.epoch { try database.forgetMarks(of: place) }
    if plan.header.lastSequence != stored.lastSequence {
      try database.mark(stored.lastSequence, of: place, at: now)
    }
  }

  /// Erases a part of the history of the first of the rows that has too much of it to be purged in one step; returns the
  /// header after it, or `nil` if no row has.
  private func trim(
    _ rows: [RowID], over stored: SpaceHeader, _ database: inout Database
  ) throws(SQLiteError) -> SpaceHeader? {
    guard var values = try long(rows, database: &database) else { return nil }
    while true {
      let trim = HistoryTrim(values)
      let findings = try database.find(PushPlanner.Needs(rows: trim.conflicts), in: place)
      if findings.isCut, values.count > 1 {
        values.removeLast(values.count / 2)
        continue
      }
      let plan = trim.plan(over: stored, cells: findings.cells, now: now)
      // A conflict may have a long past, too, but there are no conflicts about it.
      if let ofConflict = try long(plan.purgedRows, database: &database) {
        try database.erase(ofConflict, in: place)
        return stored
      }
      try database.erase(values, in: place)
      try carryOut(plan, over: stored, &database)
      return plan.header
    }
  }

  /// As many values as are erased at once of the first of the rows that has more.
  private func long(
    _ rows: [RowID], database: inout Database
  ) throws(SQLiteError) -> [PushPlanner.Identity]? {
    for row in rows {
      let values = try database.history(of: [row], in: place)
      if values.count > HistoryTrim.limit { return values.dropLast() }
    }
    return nil
  }

  /// Checks the whole push: whether it is in time, by what the store has for its early changes.
  private func whole(
    over stored: SpaceHeader, _ grants: [GivenGrant], _ grant: Grant, _ database: inout Database
  ) throws(SQLiteError) -> PushWhole {
    guard let early = push.early(now: now) else {
      return PushWhole(push, isInTime: true, by: grant)
    }
    let granted = try early.push.settled(over: stored, grants: grants, by: grant, now: now) {
      needs throws(SQLiteError) in
      try database.find(needs, in: place)
    }
    return PushWhole(push, isInTime: granted.reply.status != .clock, by: grant)
  }
}
