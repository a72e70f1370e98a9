import Ledger
import Platform
import Storage

/// A push that the writing thread applies in parts, so that it can do other work in between.
final class PushInSteps: Sendable {
  /// Its progress on the disk.
  struct Progress: Sendable {
    /// The reply to the device; `nil` if its author may not push at all.
    var reply: PushReply?
    var header: SpaceHeader?
  }

  private struct State: Sendable {
    var parts: PushInParts
    var progress = Progress()
    /// Whether the next part purges a row whose long past is erased before.
    var isTrimming = false
  }

  private let isOffer: Bool
  private let place: Place
  private let grantee: AccountID?
  private let now: Int64
  private let limit: ReadingLimit
  private let state: Lock<State>

  init(
    _ push: Push, to place: Place, by grantee: AccountID?, now: Int64,
    reading limit: ReadingLimit = .push
  ) {
    isOffer = push.isOffer
    self.place = place
    self.grantee = grantee
    self.now = now
    self.limit = limit
    state = Lock(State(parts: PushInParts(push, isWhole: false, now: now)))
  }

  /// About how many rows the next step writes.
  var weight: Int {
    state.withLock { $0.isTrimming ? HistoryTrim.limit : $0.parts.weight }
  }

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
      grant.allows(isOffer ? .offer : .write, now: now), !state.parts.isDone
    else { return .done(Progress(reply: nil, header: state.progress.header)) }
    let stored = try database.openHeader(of: place)
    var parts = state.parts
    let granted = try parts.plan(over: stored, grants: grants, by: grant) {
      needs throws(SQLiteError) in
      try database.find(needs, in: place, within: limit)
    }
    if let rows = granted?.plan.purgedRows, let header = try trim(rows, over: stored, &database) {
      // The same part is planned again, over a shorter past.
      state.progress.header = header
      state.isTrimming = true
      return .more(state.progress)
    }
    state.isTrimming = false
    state.parts = parts
    guard let granted else { return .more(state.progress) }
    let plan = granted.plan
    try carryOut(plan, over: stored, &database)
    try database.renewViews(of: granted.changedViews, in: place)
    state.progress = Progress(reply: parts.reply, header: plan.header)
    return parts.isDone ? .done(state.progress) : .more(state.progress)
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
      let findings = try database.find(
        PushPlanner.Needs(rows: trim.conflicts), in: place, within: limit)
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
}
