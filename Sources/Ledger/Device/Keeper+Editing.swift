extension Keeper {
  /// Makes edits one action, seen at once; says its number, or 0 where nothing changed.
  ///
  /// `draft` is a number that edits of one field share while it has the focus. An edit that no server would
  /// take, as its value is too large or its row has no room for another cell, is none.
  @discardableResult
  public mutating func edit(
    _ label: String, _ edits: [Edit], wall: Int64, draft: UInt64? = nil
  ) -> UInt64 {
    guard isWritable else { return 0 }
    var group: UInt64?
    edit(label, edits, wall, draft, &group)
    if group != nil { edited(wall, isTyping: draft != nil) }
    return group ?? 0
  }

  /// Makes edits one action, whose author saw the values that have these stamps.
  mutating func edit(
    _ label: String, _ edits: [Edit], _ bases: [CellKey: Stamp?], wall: Int64
  ) {
    var group: UInt64?
    edit(label, edits, wall, nil, &group, bases)
    if group != nil { edited(wall, isTyping: false) }
  }

  private mutating func edit(
    _ label: String, _ edits: [Edit], _ wall: Int64, _ draft: UInt64?, _ group: inout UInt64?,
    _ bases: [CellKey: Stamp?] = [:]
  ) {
    var rest = edits.filter { $0.value.encoded.count <= Value.byteLimit }[...]
    while !rest.isEmpty {
      let part = rest.prefix(Action.partCount(rest.prefix(Action.cellLimit).map { $0.value }))
      rest = rest.dropFirst(part.count)
      let intent = EditIntent(
        label: label, edits: Array(part), wall: wall, group: group, draft: draft, bases: bases)
      let made = perform(.edit(intent)).ordinal
      group = group ?? (made == 0 ? nil : made)
    }
  }

  /// Takes back the last action; says what it was called and how many cells it left alone.
  public mutating func undo(wall: Int64) -> (label: String, leftCount: Int)? {
    guard let action = replica.undoable else { return nil }
    return revert(action, as: .undo(of: action.ordinal), wall)
  }

  /// Takes back an action of that number.
  public mutating func undo(_ ordinal: UInt64, wall: Int64) -> (label: String, leftCount: Int)? {
    guard let action = replica.action(renamed.ordinal(ordinal)), !action.isReverted else {
      return nil
    }
    return revert(action, as: .undo(of: action.ordinal), wall)
  }

  /// Does again what was taken back last.
  public mutating func redo(wall: Int64) -> (label: String, leftCount: Int)? {
    guard let action = replica.redoable else { return nil }
    return revert(action, as: .redo, wall)
  }

  private mutating func revert(
    _ action: Action, as role: Action.Role, _ wall: Int64
  ) -> (label: String, leftCount: Int)? {
    guard isWritable else { return nil }
    let outcome = perform(.revert(ordinal: action.ordinal, role: role, wall: wall))
    edited(wall, isTyping: false)
    return (action.label, outcome.leftCount)
  }

  /// Lets go of what came too late to an erased row.
  public mutating func dismissLost(_ ordinal: UInt64) {
    guard isWritable else { return }
    perform(.dismissLost(ordinal))
  }

  /// Takes in what a file says, as one step of undo; says that step's number, or 0 where all was here.
  public mutating func takeIn(_ label: String, _ rows: ImportedRows, wall: Int64) -> UInt64 {
    guard isWritable else { return 0 }
    var group: UInt64?
    adopt(label, rows.cells, &group)
    edit(label, rows.edits, wall, nil, &group)
    if group != nil { edited(wall, isTyping: false) }
    return group ?? 0
  }

  /// Takes cells in with the stamps that they have; says the number of the first action, or 0.
  @discardableResult
  public mutating func adopt(_ label: String, _ cells: [RowCell], wall: Int64) -> UInt64 {
    var rows = ImportedRows()
    rows.cells = cells
    return takeIn(label, rows, wall: wall)
  }

  private mutating func adopt(_ label: String, _ cells: [RowCell], _ group: inout UInt64?) {
    var rest = cells[...]
    while !rest.isEmpty {
      let part = rest.prefix(Action.partCount(rest.prefix(Action.cellLimit).map { $0.cell.value }))
      rest = rest.dropFirst(part.count)
      let made = perform(.adopt(label: label, cells: Array(part), group: group)).ordinal
      group = group ?? (made == 0 ? nil : made)
    }
  }
}
