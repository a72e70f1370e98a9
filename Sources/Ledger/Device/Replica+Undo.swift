extension Replica {
  /// The action that undo would revert.
  public var undoable: Action? {
    actions.last { action in
      if case .undo = action.role { return false }
      // What was erased for good is no longer here.
      return !action.isReverted && !action.isByItself
        && !action.steps.allSatisfy { $0.change.cell.isPurge }
    }
  }

  /// The undo that redo would revert: none once something else was done.
  public var redoable: Action? {
    for action in actions.reversed() {
      switch action.role {
      case .undo where !action.isReverted: return action
      case .edit where !action.isReverted && !action.isByItself: return nil
      default: continue
      }
    }
    return nil
  }

  /// Writes the previous value wherever the cell still holds what the action wrote.
  mutating func revert(_ ordinal: UInt64, _ role: Action.Role, _ wall: Int64) -> Outcome {
    var outcome = Outcome()
    guard let first = place(of: ordinal), !actions[first].isReverted else { return outcome }
    // Only what a person did as one thing, such as an import or a new row, is a group of several.
    let group = actions[first].group
    let members = actions.filter { $0.group == group && !$0.isReverted && isSameWay($0, as: role) }
    let label = actions[first].label
    var newGroup: UInt64?
    for member in members.reversed() {
      let edits = reversal(of: member, &outcome)
      if let place = place(of: member.ordinal) {
        actions[place].isReverted = true
        touched.actions.insert(member.ordinal)
      }
      guard !edits.isEmpty else { continue }
      var edit = EditIntent(label: label, edits: edits, wall: wall, group: newGroup, draft: nil)
      let made = perform(&edit)
      outcome.made += made.made
      guard let place = place(of: made.ordinal) else { continue }
      newGroup = newGroup ?? made.ordinal
      outcome.ordinal = made.ordinal
      if case .undo = role { actions[place].role = .undo(of: member.ordinal) }
      if role == .redo { actions[place].role = .redo }
    }
    openDraft = nil
    return outcome
  }

  /// Whether this kind of reversal applies to an action: an undo reverts what was done, a redo what was
  /// undone.
  private func isSameWay(_ action: Action, as role: Action.Role) -> Bool {
    if case .undo = action.role { return role == .redo }
    return role != .redo
  }

  private func reversal(of action: Action, _ outcome: inout Outcome) -> [Edit] {
    var edits: [Edit] = []
    var madeRows: Set<RowID> = []
    for step in action.steps {
      let change = step.change
      guard let row = self[change.key.row], row.life != .purged, isStanding(change) else {
        outcome.leftCount += 1
        continue
      }
      if let previous = step.previous {
        edits.append(Edit(row.id, row.kind, change.key.field, previous))
      } else if isMade(row, by: action) {
        // Undoing the creation of a row moves it to the trash.
        if madeRows.insert(row.id).inserted {
          edits.append(Edit(row.id, row.kind, .life, Life.trashed.value))
        }
      } else {
        let empty = change.key.field == .life ? Life.alive.value : .null
        edits.append(Edit(row.id, row.kind, change.key.field, empty))
      }
    }
    return edits
  }

  /// Whether the action created the row: it came from a file, or was marked alive for the first time.
  ///
  /// A row that always exists, such as the settings, is never marked so, and is emptied instead.
  private func isMade(_ row: Row, by action: Action) -> Bool {
    let saysSo = action.isOffer || action.steps.contains { $0.change.key == CellKey(row.id, .life) }
    return saysSo && !hadCells(row, before: action)
  }

  /// Whether a cell still holds what a change wrote: from the change itself, or because this device's
  /// own undo or redo restored it and nobody changed it since.
  private func isStanding(_ change: Change) -> Bool {
    guard let cell = self[change.key.row]?.cell(change.key.field) else { return false }
    if cell.stamp == change.stamp { return true }
    guard cell.value == change.cell.cell.value else { return false }
    return actions.contains { action in
      action.role != .edit
        && action.steps.contains { $0.change.key == change.key && $0.change.stamp == cell.stamp }
    }
  }

  /// Whether the row existed before the action: it has a cell that the action did not write first.
  private func hadCells(_ row: Row, before action: Action) -> Bool {
    action.steps.contains { $0.change.key.row == row.id && $0.previous != nil }
      || row.cells.contains { cell in
        cell.field != .life
          && !action.steps.contains { $0.change.key == CellKey(row.id, cell.field) }
          && cell.stamp.time < (action.steps.first?.change.stamp.time ?? .zero)
      }
  }
}
