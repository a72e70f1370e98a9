extension Replica {
  /// Applies an edit as one action; cells that already hold the value are left out.
  mutating func perform(_ edit: inout EditIntent) -> Outcome {
    var outcome = Outcome()
    let isFirst = edit.bases.isEmpty
    var edits: [Edit] = []
    var growth: [RowID: Row.Growth] = [:]
    for one in edit.edits where self[one.row]?.life != .purged {
      let cell = Cell(field: one.field, stamp: Stamp(.zero, head.device), value: one.value)
      guard hasRoom(for: cell, in: one.row, &growth) else { continue }
      if isFirst {
        edit.bases[CellKey(one.row, one.field)] = .some(self[one.row]?.cell(one.field)?.stamp)
        edit.seen[one.row] = .some(self[one.row]?.latest)
      }
      if self[one.row]?.cell(one.field)?.value != one.value { edits.append(one) }
    }
    // An edit that changed nothing when its author made it replaces nothing later.
    if isFirst { edit.edits = edits }
    guard !edits.isEmpty else { return outcome }

    var steps = isFirst ? [] : untold(edits, edit.bases)
    for one in edits + erasedConflicts(with: edits) {
      let key = CellKey(one.row, one.field)
      let seen = one.field == .life ? edit.seen[one.row] ?? nil : nil
      let cell = Cell(field: one.field, stamp: Stamp(.zero, head.device), value: one.value)
      let change = Change(
        RowCell(row: one.row, kind: one.kind, cell: cell), base: edit.bases[key] ?? nil, seen: seen)
      steps.append(Action.Step(change, previous: self[one.row]?.cell(one.field)?.value))
    }
    if let draft = edit.draft, let ordinal = continueDraft(draft, steps, edit) {
      outcome.ordinal = ordinal
      noteMade(ordinal, &outcome)
      return outcome
    }
    outcome.ordinal = head.nextOrdinal
    stamp(&steps, edit.wall)
    append(
      Action(
        ordinal: head.nextOrdinal, label: edit.label, group: edit.group, offset: head.clock.offset,
        steps: steps))
    noteMade(outcome.ordinal, &outcome)
    if let draft = edit.draft { openDraft = OpenDraft(number: draft, ordinal: outcome.ordinal) }
    return outcome
  }

  /// Whether a row has room for a cell in addition to the others coming to it.
  private func hasRoom(
    for cell: Cell, in id: RowID, _ growth: inout [RowID: Row.Growth]
  ) -> Bool {
    guard cell.field != .life else { return true }
    let row = self[id]
    var grown = growth[id] ?? Row.Growth()
    grown.take(cell, over: row?.cell(cell.field))
    let byteCount = row?.cells.reduce(0) { $0 + $1.value.encodedByteCount } ?? 0
    guard grown.fits(cells: row?.cells.count ?? 0, bytes: byteCount) else { return false }
    growth[id] = grown
    return true
  }

  /// Reports texts that an edit replaces without its author having seen them, in another tab for
  /// example.
  ///
  /// If there is a server, it reports them itself.
  private func untold(_ edits: [Edit], _ bases: [CellKey: Stamp?]) -> [Action.Step] {
    guard head.epoch == .none else { return [] }
    var steps: [Action.Step] = []
    for one in edits where one.value.isText {
      let key = CellKey(one.row, one.field)
      guard let cell = self[one.row]?.cell(one.field), cell.value.isText,
        cell.value != .text(""), cell.stamp != bases[key] ?? nil
      else { continue }
      let mine = Stamp(.zero, head.device)
      let row = Conflict.row(of: key, lostBy: cell.stamp.device)
      let lost = RowCell(row: one.row, kind: one.kind, cell: cell)
      for (field, value) in Conflict.values(lost: lost, winner: mine) {
        let told = Cell(field: field, stamp: mine, value: value)
        let old = self[row]?.cell(field)
        steps.append(
          Action.Step(
            Change(RowCell(row: row, kind: .conflict, cell: told), base: old?.stamp),
            previous: old?.value))
      }
    }
    return steps
  }

  /// Erases what conflicts say about rows that are erased for good.
  ///
  /// If there is a server, it erases that itself.
  private func erasedConflicts(with edits: [Edit]) -> [Edit] {
    let erased = edits.filter { $0.field == .life && Life($0.value) == .purged }.map { $0.row }
    guard head.epoch == .none, !erased.isEmpty else { return [] }
    var found: [Edit] = []
    forEachRow { row in
      guard edits.count + found.count < Action.cellLimit, row.life != .purged,
        let conflict = Conflict(row), erased.contains(conflict.row)
      else { return }
      found.append(Edit(row.id, .conflict, .life, Life.purged.value))
    }
    return found
  }

  private func noteMade(_ ordinal: UInt64, _ outcome: inout Outcome) {
    guard let action = action(ordinal), !action.steps.isEmpty else { return }
    outcome.made.append(Made(action))
  }

  /// Gives all steps one stamp, later than everything their author saw.
  private mutating func stamp(_ steps: inout [Action.Step], _ wall: Int64) {
    // What was seen may be in a false future, so it does not enter the clock. Nor may a draft that
    // continues keep its old stamp.
    let now = head.clock.tick(wall)
    var time = now
    for step in steps {
      time = max(time, step.change.latestSeen.next, step.change.stamp.time.next)
    }
    // Right after a false future this device may have written before, perhaps in another tab.
    if time > now {
      time = time.behind(ownTimes(at: steps.map { $0.change.key }))
    } else if now.counter > 0 {
      // A clock that keeps counting may reach such a moment itself.
      let given = ownTimes(at: steps.map { $0.change.key })
      while given.contains(time) { time = time.next }
    }
    for index in steps.indices {
      steps[index].change.cell.cell.stamp = Stamp(time, head.device)
    }
  }

  /// When this device wrote to these cells, as far as it remembers.
  func ownTimes(at keys: [CellKey]) -> [HybridTime] {
    var times = keys.compactMap { confirmedTime(of: $0) } + [head.givenUpThrough]
    for action in actions {
      for step in action.steps where step.change.stamp.device == head.device {
        if keys.contains(step.change.key) { times.append(step.change.stamp.time) }
      }
    }
    return times
  }

  /// When this device wrote the confirmed value of a cell, if it did.
  private func confirmedTime(of key: CellKey) -> HybridTime? {
    guard let stamp = shadow[key.row]?.cell(key.field)?.stamp, stamp.device == head.device else {
      return nil
    }
    return stamp.time
  }

  /// Replaces the earlier text of a field with the later one, unless the earlier is already on its way.
  private mutating func continueDraft(
    _ draft: UInt64, _ steps: [Action.Step], _ edit: EditIntent
  ) -> UInt64? {
    guard let open = openDraft, open.number == draft, open.ordinal > head.sentThrough,
      let place = place(of: open.ordinal), actions[place].isWaiting, !actions[place].isReverted
    else { return nil }
    var all = actions[place].steps
    // Later actions build on what the draft said then, so it must not change under them.
    let keys = Set((all + steps).map { $0.change.key })
    let isBuiltOn = actions[(place + 1)...].contains { later in
      later.isWaiting && later.steps.contains { keys.contains($0.change.key) }
    }
    // Nor is a draft replaced that another device's value has covered: both are reported.
    let isSeen = all.allSatisfy { step in
      self[step.change.key.row]?.cell(step.change.key.field)?.stamp == step.change.stamp
    }
    guard !isBuiltOn, isSeen else { return nil }
    for step in steps {
      if let index = all.firstIndex(where: { $0.change.key == step.change.key }) {
        all[index].change.cell.cell.value = step.change.cell.cell.value
      } else {
        all.append(step)
      }
    }
    stamp(&all, edit.wall)
    actions[place].steps = all
    touched.actions.insert(open.ordinal)
    for step in all { lay(step.change.cell) }
    return open.ordinal
  }

  /// The edits that erase for good rows that have been in the trash longer than ``Horizon/trash``.
  ///
  /// - Parameter wall: the device's clock.
  public func expiredTrash(wall: Int64) -> [Edit] {
    // Erasing cannot be undone, and either clock may be wrong: only what both the server's and the device's say counts.
    guard head.account != nil else { return [] }
    let limit = min(head.pulledAt, wall) - Horizon.trash
    var edits: [Edit] = []
    forEachRow { row in
      guard row.life == .trashed, let life = row.cell(.life),
        life.stamp.time.milliseconds < limit
      else { return }
      edits.append(Edit(row.id, row.kind, .life, Life.purged.value))
    }
    return edits
  }

  /// Whether a cell from elsewhere would replace what is here.
  private func isNews(_ cell: RowCell) -> Bool {
    guard let row = self[cell.row] else { return true }
    guard row.life != .purged else { return false }
    return row.cell(cell.cell.field).map { cell.wins(over: row.rowCell($0)) } ?? true
  }

  /// Whether a file says anything that is not here yet.
  public func isNews(_ rows: ImportedRows) -> Bool {
    rows.cells.contains { isNews($0) }
      || rows.edits.contains { edit in
        let row = self[edit.row]
        return row?.life != .purged && row?.cell(edit.field)?.value != edit.value
      }
  }

  /// Adopts cells with their own stamps, as one action of at most ``Action/cellLimit`` cells.
  mutating func adopt(_ label: String, _ cells: [RowCell], _ group: UInt64?) -> Outcome {
    var outcome = Outcome()
    var steps: [Action.Step] = []
    var growth: [RowID: Row.Growth] = [:]
    for cell in cells where isNews(cell) && hasRoom(for: cell.cell, in: cell.row, &growth) {
      let old = self[cell.row]?.cell(cell.cell.field)
      steps.append(Action.Step(Change(cell, base: nil), previous: old?.value))
    }
    guard !steps.isEmpty else { return outcome }
    outcome.ordinal = head.nextOrdinal
    append(
      Action(
        ordinal: head.nextOrdinal, label: label, group: group, isOffer: true,
        offset: head.clock.offset, steps: steps))
    noteMade(outcome.ordinal, &outcome)
    return outcome
  }
}

/// The action that a focused field is writing to.
struct OpenDraft: Hashable, Sendable {
  let number: UInt64
  let ordinal: UInt64
}
