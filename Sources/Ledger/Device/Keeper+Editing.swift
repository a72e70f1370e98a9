extension Keeper {
  /// Applies edits as one action, visible at once; returns its number, or 0 if nothing changed.
  ///
  /// `draft` is a number shared by edits of one field while it has the focus. An edit that no server would
  /// accept, because its value is too large or its row has no room for another cell, is ignored. `earlier` is the number
  /// of an action that this one belongs to: unless that was undone meanwhile, both are undone together.
  @discardableResult
  public mutating func edit(
    _ label: String, _ edits: [Edit], wall: Int64, draft: UInt64? = nil, with earlier: UInt64? = nil
  ) -> UInt64 {
    guard isWritable else { return 0 }
    let first = earlier.flatMap { replica.action(renamed.ordinal($0)) }
    var group = first.flatMap { $0.isReverted ? nil : $0.group }
    let made = edit(label, edits, wall, draft, &group)
    keepNext()
    if made != 0 { edited(wall, isTyping: draft != nil) }
    return made
  }

  /// Applies edits as one action whose author saw the values with these stamps.
  mutating func edit(
    _ label: String, _ edits: [Edit], _ bases: [CellKey: Stamp?], wall: Int64
  ) {
    var group: UInt64?
    let made = edit(label, edits, wall, nil, &group, bases)
    keepNext()
    if made != 0 { edited(wall, isTyping: false) }
  }

  /// Returns the number of the first action that it makes, or 0.
  @discardableResult
  private mutating func edit(
    _ label: String, _ edits: [Edit], _ wall: Int64, _ draft: UInt64?, _ group: inout UInt64?,
    _ bases: [CellKey: Stamp?] = [:]
  ) -> UInt64 {
    var first: UInt64 = 0
    var rest = edits.filter { $0.value.encoded.count <= Value.byteLimit }[...]
    while !rest.isEmpty {
      let part = rest.prefix(Action.partCount(rest.prefix(partLimit).map { $0.value }))
      rest = rest.dropFirst(part.count)
      let intent = EditIntent(
        label: label, edits: Array(part), wall: wall, group: group, draft: draft, bases: bases)
      let made = performPart(.edit(intent)).ordinal
      group = group ?? (made == 0 ? nil : made)
      if first == 0 { first = made }
    }
    return first
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
