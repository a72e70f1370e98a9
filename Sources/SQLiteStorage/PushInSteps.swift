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
  var weight: Int { state.withLock { $0.parts.weight } }

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
    let granted = try state.parts.plan(over: stored, grants: grants, by: grant) {
      needs throws(SQLiteError) in
      try database.find(needs, in: place, within: limit)
    }
    guard let granted else { return .more(state.progress) }
    let plan = granted.plan
    if !plan.isEmpty { try database.carryOut(plan, in: place, now: now) }
    if plan.header != stored { try database.write(plan.header, of: place) }
    if plan.header.epoch != stored.epoch { try database.forgetMarks(of: place) }
    if plan.header.lastSequence != stored.lastSequence {
      try database.mark(stored.lastSequence, of: place, at: now)
    }
    try database.renewViews(of: granted.changedViews, in: place)
    state.progress = Progress(reply: state.parts.reply, header: plan.header)
    return state.parts.isDone ? .done(state.progress) : .more(state.progress)
  }
}
