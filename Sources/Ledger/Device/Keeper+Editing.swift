extension Keeper {
  /// Applies edits as one action, visible at once; returns its number, or 0 if nothing changed.
  ///
  /// `draft` is a number shared by edits of one field while it has the focus. An edit that no server would
  /// accept, because its value is too large or its row has no room for another cell, is ignored.
  @discardableResult
  public mutating func edit(
    _ label: String, _ edits: [Edit], wall: Int64, draft: UInt64? = nil
  ) -> UInt64 {
    guard isWritable else { return 0 }
    var group: UInt64?
    edit(label, edits, wall, draft, &group)
    keepNext()
    if group != nil { edited(wall, isTyping: draft != nil) }
    return group ?? 0
  }

  /// Applies edits as one action whose author saw the values with these stamps.
  mutating func edit(
    _ label: String, _ edits: [Edit], _ bases: [CellKey: Stamp?], wall: Int64
  ) {
    var group: UInt64?
    edit(label, edits, wall, nil, &group, bases)
    keepNext()
    if group != nil { edited(wall, isTyping: false) }
  }

  private mutating func edit(
    _ label: String, _ edits: [Edit], _ wall: Int64, _ draft: UInt64?, _ group: inout UInt64?,
    _ bases: [CellKey: Stamp?] = [:]
  ) {
    var rest = edits.filter { $0.value.encoded.count <= Value.byteLimit }[...]
    while !rest.isEmpty {
      let part = rest.prefix(Action.partCount(rest.prefix(partLimit).map { $0.value }))
      rest = rest.dropFirst(part.count)
      let intent = EditIntent(
        label: label, edits: Array(part), wall: wall, group: group, draft: draft, bases: bases)
      let made = performPart(.edit(intent)).ordinal
      group = group ?? (made == 0 ? nil : made)
    }
  }

  /// Reverts the last action; returns its label and the number of cells it left alone.
  public mutating func undo(wall: Int64) -> (label: String, leftCount: Int)? {
    guard let action = replica.undoable else { return nil }
    return revert(action, as: .undo(of: action.ordinal), wall)
  }

  /// Reverts the action with that number.
  public mutating func undo(_ ordinal: UInt64, wall: Int64) -> (label: String, leftCount: Int)? {
    guard let action = replica.action(renamed.ordinal(ordinal)), !action.isReverted else {
      return nil
    }
    return revert(action, as: .undo(of: action.ordinal), wall)
  }

  /// Redoes what was undone last.
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

  /// Dismisses what came too late to an erased row.
  public mutating func dismissLost(_ ordinal: UInt64) {
    guard isWritable else { return }
    perform(.dismissLost(ordinal))
  }

  /// Imports what a file says as one undo step; returns that step's number, or 0 if everything was already
  /// here.
  public mutating func takeIn(_ label: String, _ rows: ImportedRows, wall: Int64) -> UInt64 {
    guard isWritable else { return 0 }
    var group: UInt64?
    adopt(label, rows.cells, &group)
    edit(label, rows.edits, wall, nil, &group)
    keepNext()
    if group != nil { edited(wall, isTyping: false) }
    return group ?? 0
  }

  /// Adopts cells with their own stamps; returns the number of the first action, or 0.
  @discardableResult
  public mutating func adopt(_ label: String, _ cells: [RowCell], wall: Int64) -> UInt64 {
    var rows = ImportedRows()
    rows.cells = cells
    return takeIn(label, rows, wall: wall)
  }

  private mutating func adopt(_ label: String, _ cells: [RowCell], _ group: inout UInt64?) {
    var rest = cells[...]
    while !rest.isEmpty {
      let part = rest.prefix(Action.partCount(rest.prefix(partLimit).map { $0.cell.value }))
      rest = rest.dropFirst(part.count)
      let made = performPart(.adopt(label: label, cells: Array(part), group: group)).ordinal
      group = group ?? (made == 0 ? nil : made)
    }
  }
}
