import Ledger

/// What people do with rows.
extension World {
  func view(_ device: Int, _ tab: Int) -> Replica {
    devices[device].tabs[tab].keeper.replica
  }

  /// One of the rows, created anew if it was purged.
  private mutating func pickRow(_ device: Int, _ tab: Int) -> RowID {
    var slot = random.below(rows.count)
    if view(device, tab)[rows[slot]]?.life == .purged, !random.once(in: 4) {
      rows[slot] = RowID(milliseconds: now, random: &random)
      makers[slot] = nil
    }
    // The first rows are the same wherever they are created, as tags are; each of the others is created by one device,
    // and the rest edit what they see.
    if slot >= Self.sharedRows, view(device, tab)[rows[slot]] == nil {
      let maker = makers[slot] ?? device
      makers[slot] = maker
      if maker != device { slot = random.below(Self.sharedRows) }
    }
    if slot < Self.sharedRows { oracle.sharedRows.insert(rows[slot]) }
    return rows[slot]
  }

  mutating func edit(_ device: Int, _ tab: Int) {
    guard devices[device].tabs[tab].keeper.isWritable else { return }
    if random.once(in: 16) { return settleConflict(device, tab) }
    let row = pickRow(device, tab)
    var edits: [Edit] = []
    var draft: UInt64?
    switch random.below(20) {
    case 0..<3:
      let life = view(device, tab)[row]?.life == .trashed ? Life.alive : .trashed
      edits = [Edit(row, Self.kind, .life, life.value)]
      if random.once(in: 3) { edits.append(newEdit(row, device, tab)) }
    case 3 where random.once(in: 2) && view(device, tab)[row] != nil:
      edits = [Edit(row, Self.kind, .life, Life.purged.value)]
      tally.note(.purged)
    case 4..<8:
      edits = [newEdit(row, device, tab)]
      draft = drafting(device, tab)
    default:
      for _ in 0...random.below(3) { edits.append(newEdit(row, device, tab)) }
      if random.once(in: 4) { edits.append(newEdit(pickRow(device, tab), device, tab)) }
    }
    make(edits, draft, device, tab)
  }

  /// Writes a new value to a cell. A row that is not visible there is created, as tags are: the same everywhere.
  mutating func write(into key: CellKey, _ device: Int, _ tab: Int = 0) {
    if view(device, tab)[key.row] == nil { oracle.sharedRows.insert(key.row) }
    let value = oracle.newValue(at: key, seen: view(device, tab)[key.row])
    make([Edit(key.row, Self.kind, key.field, value)], nil, device, tab)
  }

  private mutating func newEdit(_ row: RowID, _ device: Int, _ tab: Int) -> Edit {
    let field = Self.fields[random.below(Self.fields.count)]
    // Occasionally a row's cells have two kinds, and somebody writes a value that was written before.
    let kind = random.once(in: 24) ? Self.otherKind : Self.kind
    let key = CellKey(row, field)
    if random.once(in: 12), let value = oracle.oldValue(at: key) {
      oracle.noteTakenBack(oracle.number(view(device, tab)[row]?.cell(field)?.value, at: key))
      return Edit(row, kind, field, value)
    }
    let value = oracle.newValue(at: key, seen: view(device, tab)[row])
    return Edit(row, kind, field, value)
  }

  /// The number of the draft in a tab; occasionally another field gets the focus.
  private mutating func drafting(_ device: Int, _ tab: Int) -> UInt64 {
    if devices[device].tabs[tab].draft == 0 || random.once(in: 3) {
      devices[device].tabs[tab].draft = random.next()
    }
    return devices[device].tabs[tab].draft
  }

  /// Settles one of the open conflicts, or one about that cell; occasionally with a new value.
  mutating func settleConflict(_ device: Int, _ tab: Int, about key: CellKey? = nil) {
    var open: [Conflict] = []
    view(device, tab).forEachRow { row in
      guard let conflict = Conflict(row), !conflict.isSettled else { return }
      if key.map({ $0 == CellKey(conflict.row, conflict.field) }) ?? true { open.append(conflict) }
    }
    open.sort { $0.id < $1.id }
    guard !open.isEmpty else { return }
    let conflict = open[random.below(open.count)]
    var edits = [Edit(conflict.id, .conflict, .conflictSettled, .bool(true))]
    let row = view(device, tab)[conflict.row]
    if Self.fields.contains(conflict.field), row?.life == .alive, random.once(in: 2) {
      let value = oracle.newValue(at: CellKey(conflict.row, conflict.field), seen: row)
      edits.insert(
        Edit(conflict.row, Self.kind, conflict.field, value), at: random.below(2))
    }
    make(edits, nil, device, tab)
  }

  /// Makes edits, if a device can save them, and checks that they are visible, with later stamps than before.
  mutating func make(_ edits: [Edit], _ draft: UInt64?, _ device: Int, _ tab: Int) {
    guard devices[device].tabs[tab].keeper.isWritable else { return }
    let before = view(device, tab)
    var keys: Set<CellKey> = []
    let edits = edits.filter { keys.insert(CellKey($0.row, $0.field)).inserted }
    // A device that has also forgotten the purge recreates the row.
    for edit in edits where before[edit.row] == nil && oracle.everPurged.contains(edit.row) {
      oracle.sharedRows.insert(edit.row)
    }
    let revision = devices[device].tabs[tab].keeper.latestRevision
    let ordinal = devices[device].tabs[tab].keeper.edit(
      "Edit", edits, wall: wall(device), draft: draft)
    let after = view(device, tab)
    if draft == nil, edits.count > devices[device].tabs[tab].keeper.partLimit {
      noteLargeChange(device, tab, from: before.head.nextOrdinal, since: revision)
    }
    // A draft that continues has the stamp of its action, whose base may be in the future.
    let isSameAction = ordinal < before.head.nextOrdinal
    if isSameAction, devices[device].tabs.count > 1 {
      // Another tab may have built on what the draft said before.
      for step in after.action(ordinal)?.steps ?? [] {
        oracle.noteRewritten(oracle.number(step.change.cell))
      }
    }
    if isSameAction {
      for step in after.action(ordinal)?.steps ?? [] {
        let key = step.change.key
        guard let old = before.action(ordinal)?.steps.first(where: { $0.change.key == key }) else {
          continue
        }
        oracle.noteTyped(
          oracle.number(step.change.cell), over: oracle.number(old.change.cell), in: ordinal)
      }
      checkTyped(into: ordinal, device, tab)
    }
    tell { world in
      "device \(device), tab \(tab): action \(ordinal)\(draft == nil ? "" : " (draft)") "
        + world.words(edits)
    }
    // Each action has a stamp of its own.
    let count = max(after.head.nextOrdinal - before.head.nextOrdinal, 1)
    let present = HybridTime(milliseconds: before.head.clock.corrected(wall(device)))
    let latest = max(before.head.clock.last.advanced(by: count), present.advanced(by: count - 1))
    oracle.check(
      after.head.clock.last <= latest,
      "a time seen in a false future entered the clock")
    for edit in edits where before[edit.row]?.life != .purged {
      let key = CellKey(edit.row, edit.field)
      let cell = after[edit.row]?.cell(edit.field)
      // A full row accepts no more cells.
      let count = (before[edit.row]?.cells.count ?? 0) + edits.count
      oracle.check(
        cell?.value == edit.value || cell == nil && count > Row.cellLimit,
        "an edit is not visible at once")
      guard let old = before[edit.row]?.cell(edit.field), old.value != edit.value else { continue }
      oracle.check(
        (cell?.stamp ?? old.stamp) > old.stamp || isSameAction,
        "a new stamp is not later than the one seen")
      guard !isSameAction,
        let change = after.action(ordinal)?.steps.first(where: { $0.change.key == key })?.change
      else { continue }
      oracle.check(change.base == old.stamp, "an edit names a different base than the one seen")
      if edit.field == .life {
        oracle.check(
          change.seen == before[edit.row]?.latest,
          "an edit of life names a different stamp than the one seen")
      }
    }
  }

  /// Remembers what a change of several actions has written; `revision` is where the store was before it.
  private mutating func noteLargeChange(
    _ device: Int, _ tab: Int, from ordinal: UInt64, since revision: UInt64
  ) {
    var values: [CellKey: Value] = [:]
    for action in view(device, tab).actions where action.ordinal >= ordinal {
      for step in action.steps { values[step.change.key] = step.change.cell.cell.value }
    }
    tally.note(.changeInParts)
    devices[device].tabs[tab].largeChanges.append(.init(values: values, since: revision))
  }

  func words(_ edits: [Edit]) -> String {
    var text = ""
    for edit in edits {
      text += "\(name(edit.row)).\(edit.field.number & 0xFF)=\(words(edit.value)) "
    }
    return text
  }

  func name(_ row: RowID) -> String { Hex.text(of: row.bits.low & 0xFFFF, digits: 4) }

  func words(_ value: Value) -> String {
    value.number.map { String($0) } ?? (value == .null ? "null" : "?")
  }

  // MARK: - Undo

  mutating func undoOrRedo(_ device: Int, _ tab: Int) {
    if random.once(in: 3) { redo(device, tab) } else { undo(device, tab) }
  }

  @discardableResult
  mutating func undo(_ device: Int, _ tab: Int) -> Int? {
    guard let action = view(device, tab).undoable, devices[device].tabs[tab].keeper.isWritable
    else { return nil }
    let before = view(device, tab)
    let typed = oracle.typedBefore(action)
    noteReversal(of: action, device, tab)
    let undone = devices[device].tabs[tab].keeper.undo(wall: wall(device))
    tell("device \(device), tab \(tab) undoes action \(action.ordinal)")
    checkUndo(of: action, before, view(device, tab))
    for step in action.steps {
      let key = step.change.key
      let left = oracle.number(view(device, tab)[key.row]?.value(key.field), at: key)
      oracle.check(!typed.contains(left), "an undo reverts only the end of what was typed")
    }
    return undone?.leftCount
  }

  /// Undoing step by step to before the action that a draft writes to leaves nothing in its cells of what was typed and
  /// done since. A copy of the tab tries it.
  private mutating func checkTyped(into ordinal: UInt64, _ device: Int, _ tab: Int) {
    var copy = devices[device].tabs[tab].keeper
    var done: Set<Int> = []
    for action in copy.replica.actions where action.ordinal >= ordinal {
      for step in action.steps { done.insert(oracle.number(step.change.cell)) }
    }
    let steps = copy.replica.action(ordinal)?.steps ?? []
    while copy.replica.action(ordinal)?.isReverted == false,
      copy.undo(wall: wall(device)) != nil
    {}
    for step in steps {
      let key = step.change.key
      let left = oracle.number(copy.replica[key.row]?.value(key.field), at: key)
      oracle.check(
        left == 0 || oracle.writings[left].isRewritten || !done.contains(left),
        "undoing step by step leaves something of what was typed or done since")
    }
  }

  /// What the action wrote is reverted, even if an undo or redo of this device restored it. Everything else is left
  /// unchanged, even if somebody wrote the same value.
  private mutating func checkUndo(of action: Action, _ before: Replica, _ after: Replica) {
    var keys: Set<CellKey> = []
    var stampsByKey: [CellKey: Set<Stamp>] = [:]
    for member in before.actions {
      for step in member.steps {
        if member.group == action.group { keys.insert(step.change.key) }
        if member.group == action.group || member.role != .edit {
          stampsByKey[step.change.key, default: []].insert(step.change.stamp)
        }
      }
    }
    for key in keys.sorted() where key.field != .life {
      guard let cell = before[key.row]?.cell(key.field),
        stampsByKey[key]?.contains(cell.stamp) != true
      else { continue }
      oracle.check(
        after[key.row]?.cell(key.field) == cell, "an undo changed what somebody else wrote")
    }
  }

  @discardableResult
  private mutating func redo(_ device: Int, _ tab: Int) -> Int? {
    guard let action = view(device, tab).redoable, devices[device].tabs[tab].keeper.isWritable
    else { return nil }
    noteReversal(of: action, device, tab)
    let redone = devices[device].tabs[tab].keeper.redo(wall: wall(device))
    tell("device \(device), tab \(tab) redoes what action \(action.ordinal) undid")
    return redone?.leftCount
  }

  private mutating func noteReversal(of action: Action, _ device: Int, _ tab: Int) {
    let view = view(device, tab)
    for member in view.actions where member.group == action.group {
      for step in member.steps {
        let key = step.change.key
        oracle.noteTakenBack(oracle.number(view[key.row]?.cell(key.field)?.value, at: key))
        oracle.noteRewritten(oracle.number(step.previous, at: key))
      }
    }
  }

  /// Undoes something and redoes it: nothing may differ.
  mutating func undoAndRedo(_ device: Int, _ tab: Int) {
    let before = view(device, tab)
    guard let action = before.undoable, undo(device, tab) == 0 else { return }
    guard let undo = view(device, tab).redoable, undo.role == .undo(of: action.ordinal) else {
      return
    }
    guard redo(device, tab) == 0 else { return }
    let after = view(device, tab)
    for step in action.steps {
      let key = step.change.key
      oracle.check(
        after[key.row]?.value(key.field) == before[key.row]?.value(key.field)
          && after[key.row]?.life == before[key.row]?.life,
        "undo and redo leave something different from before")
    }
  }

  // MARK: - Import

  /// Adopts cells with stamps of their own: from a file, or from another device's export.
  mutating func adopt(_ device: Int, _ tab: Int) {
    guard devices[device].tabs[tab].keeper.isWritable else { return }
    let seen = view(device, tab)
    var cells: [RowCell] = []
    if random.once(in: 2) {
      let other = random.below(devices.count)
      if let tab = devices[other].tabs.first {
        // Without a stamp they would be edits, which are tested elsewhere.
        let unkept = tab.keeper.unkeptCells
        tab.keeper.replica.forEachRow { row in
          for cell in row.cells where row.kind != .conflict {
            let cell = RowCell(row: row.id, kind: row.kind, cell: cell)
            if !unkept.contains(cell.key) { cells.append(cell) }
          }
        }
      }
      cells.sort { $0.key < $1.key }
      for cell in cells {
        oracle.noteRewritten(oracle.number(cell))
        oracle.exported.insert(cell.cell.stamp)
        // Whoever imports a row that was purged wants it back.
        if !cell.isPurge, oracle.purgedRows.remove(cell.row) != nil {
          oracle.unclearRows.insert(cell.row)
        }
      }
    } else {
      var time = now - Int64(random.below(100_000_000))
      if random.once(in: 8) {
        time = now + 86_400_000 * Int64(1 + random.below(500))
        tally.note(.futureImport)
      }
      let stamp = Stamp(HybridTime(milliseconds: time), DeviceID(0xF11E + random.next() & 0xFFFF))
      let row = pickRow(device, tab)
      // A device that lost everything and never heard of the purge brings the row back.
      if seen[row] == nil, oracle.everPurged.contains(row) { oracle.sharedRows.insert(row) }
      var keys: Set<CellKey> = []
      for _ in 0...random.below(3) {
        let field = Self.fields[random.below(Self.fields.count)]
        let key = CellKey(row, field)
        guard keys.insert(key).inserted else { continue }
        let value = oracle.newValue(at: key, seen: seen[row])
        oracle.offered.insert(key)
        cells.append(
          RowCell(
            row: row, kind: Self.kind, cell: Cell(field: field, stamp: stamp, value: value)))
      }
    }
    for cell in cells {
      // An import decides which value wins by its stamps alone; whoever imports accepts that.
      oracle.noteTakenBack(
        oracle.number(seen[cell.row]?.cell(cell.cell.field)?.value, at: cell.key))
    }
    let count = devices[device].tabs[tab].keeper.adopt("Import", cells, wall: wall(device))
    tell("device \(device), tab \(tab) imports \(cells.count) cells, \(count) of them new")
  }
}
