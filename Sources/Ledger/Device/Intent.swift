/// What happens to a replica: applied in memory at once, then saved; applied again if another tab was
/// faster.
enum Intent: Sendable {
  case edit(EditIntent)
  /// Reverts the action with that number, and the rest of its group.
  case revert(ordinal: UInt64, role: Action.Role, wall: Int64)
  /// Cells from a file, with the stamps they have there.
  case adopt(label: String, cells: [RowCell], group: UInt64?)
  case setOffset(Int64)
  case link(AccountID)
  /// The account no longer exists: this device continues alone.
  case unlink(AccountID)
  /// Actions up to here go to the server now.
  case send(through: UInt64)
  case stampAnew(ClockRefusal)
  /// Everything that a pull brought.
  case pulled(Pulled)
  /// Everything confirmed here, with that digest, was offered to a store in another epoch.
  case enterEpoch(Epoch, offered: UInt64)
  /// Cells that the server has no room for and that leave the rows: a person may want them elsewhere.
  case setAside([RowCell])
  /// A person dismissed what came too late.
  case dismissLost(UInt64)
  /// Without a server: pending changes become confirmed.
  case confirm
  /// The browser erased the store: what it had is restored from this tab's memory. The device takes a new
  /// name, as nobody remembers every stamp it issued under the old one.
  case recover(Replica, as: DeviceID)
}

/// A person's edit, with what they saw when they made it.
struct EditIntent: Sendable {
  let label: String
  var edits: [Edit]
  let wall: Int64
  var group: UInt64?
  /// Edits of one field while it has the focus share a number: a later one replaces the earlier.
  let draft: UInt64?
  /// The stamps that the author saw, found when the edit is first made.
  var bases: [CellKey: Stamp?] = [:]
  var seen: [RowID: Stamp?] = [:]
}

/// The server refused the stamps of pending actions, except for what it already holds.
struct ClockRefusal: Sendable {
  /// How far the server's clock is ahead of this device's.
  let offset: Int64
  let wall: Int64
  var held: Set<UInt64>
  /// What was pending then.
  var waiting: [Replica.Made]
  /// Whether another tab has written since: it may have pushed the same actions, restamped or unchanged.
  var isOver = false
}

/// What a completed pull brought.
struct Pulled: Sendable {
  /// The epoch this device was in when it received the last page.
  var over: Epoch
  var cells: [RowCell]
  var cursor: UInt64
  var epoch: Epoch
  var now: Int64
  var wall: Int64
  /// Whether these cells replace all rows.
  var isReplacing: Bool
  /// Actions the server has accepted, so their cells are among these or overwritten.
  var confirmed: Set<UInt64>
  /// Rows whose changes were dropped because they are purged.
  var gone: Set<RowID>
  /// Cells the server has no room for, by action.
  var refused: [UInt64: Set<CellKey>]
}
