/// What happens to a replica: done in memory at once, then kept; done again where another tab was faster.
enum Intent: Sendable {
  case edit(EditIntent)
  /// Takes back the action of that number, and those of its group.
  case revert(ordinal: UInt64, role: Action.Role, wall: Int64)
  /// Cells from a file, with the stamps that they have there.
  case adopt(label: String, cells: [RowCell], group: UInt64?)
  case setOffset(Int64)
  case link(AccountID)
  /// The account is no more: this device goes on alone.
  case unlink(AccountID)
  /// Actions up to here go to the server now.
  case send(through: UInt64)
  case stampAnew(ClockRefusal)
  /// Everything that a pull brought.
  case pulled(Pulled)
  /// Everything confirmed here, with that digest, was offered to a store in another life.
  case enterEpoch(Epoch, offered: UInt64)
  /// Cells for which the server has no room, and which go from the rows: a person may want them elsewhere.
  case setAside([RowCell])
  /// A person let go of what came too late.
  case dismissLost(UInt64)
  /// Without a server: what waits becomes what stands.
  case confirm
  /// The browser erased the store: what it had comes back from this tab's memory.
  /// The device takes a new name, as nobody remembers every stamp that it gave under the old one.
  case recover(Replica, as: DeviceID)
}

/// A person's edit, with what they saw when they made it.
struct EditIntent: Sendable {
  let label: String
  var edits: [Edit]
  let wall: Int64
  var group: UInt64?
  /// Edits of one field while it has the focus bear one number: the later takes the earlier's place.
  let draft: UInt64?
  /// The stamps that the author saw, found when the edit is first made.
  var bases: [CellKey: Stamp?] = [:]
  var seen: [RowID: Stamp?] = [:]
}

/// The server refused the stamps of what waits, except for what it holds.
struct ClockRefusal: Sendable {
  /// How far the server's clock is ahead of this device's.
  let offset: Int64
  let wall: Int64
  var held: Set<UInt64>
  /// What waited then.
  var waiting: [Replica.Made]
  /// Whether another tab has written since: it may have pushed the same, stamped anew or as it was.
  var isOver = false
}

/// What a completed pull brought.
struct Pulled: Sendable {
  /// The epoch in which this device was when it took in the last page.
  var over: Epoch
  var cells: [RowCell]
  var cursor: UInt64
  var epoch: Epoch
  var now: Int64
  var wall: Int64
  /// Whether the rows begin anew with these cells.
  var isReplacing: Bool
  /// Actions that the server has taken, so that their cells are among these or overwritten.
  var confirmed: Set<UInt64>
  /// Rows to which changes were dropped, as they are purged.
  var gone: Set<RowID>
  /// Cells for which the server has no room, by action.
  var refused: [UInt64: Set<CellKey>]
}
