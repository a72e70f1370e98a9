extension Replica {
  /// Applies everything a pull brought, and drops what it confirms.
  mutating func take(_ pulled: Pulled) {
    // If another tab has entered a restored server's epoch meanwhile, what the old store had and accepted says nothing
    // about the new one.
    guard head.epoch == pulled.over || head.epoch == pulled.epoch else { return }
    // If another tab has restored rows of an erased store since this pull started, they must be offered first.
    guard head.epoch == pulled.epoch || pulled.isReplacing || shadow.isEmpty else { return }
    // If another tab has pulled further, all of this is here already or gone again: a row missing from these pages may
    // have arrived since.
    let isBehind = head.epoch == pulled.epoch && head.cursor > pulled.cursor
    let before = pulled.isReplacing && !isBehind ? shadow : Table()
    if !isBehind { takeRows(of: pulled) }
    let gone = pulled.gone.union(vanishedRows(of: pulled.confirmed))
    for index in actions.indices where actions[index].isWaiting {
      let rows = Set(actions[index].steps.map { $0.change.key.row })
      let lost = rows.filter { row in
        gone.contains(row) || shadow[row]?.life == .purged
          || (before[row] != nil && shadow[row] == nil)
      }
      if !lost.isEmpty { loseSteps(of: index) { lost.contains($0.row) } }
      if let refused = pulled.refused[actions[index].ordinal] {
        loseSteps(of: index) { refused.contains($0) }
      }
      let isConfirmed = pulled.confirmed.contains(actions[index].ordinal)
      if isConfirmed && isAmongRows(actions[index]) || actions[index].steps.isEmpty {
        confirm(index)
      }
    }
    layAll()
    if pulled.isReplacing || pulled.cells.contains(where: { $0.isPurge }) { eraseTraces() }
    prune()
  }

  private mutating func takeRows(of pulled: Pulled) {
    if pulled.isReplacing {
      for row in shadow.rows { touched.pages.insert(Self.page(of: row.id)) }
      shadow = Table()
      shadow.reserve(pulled.cells.count / 4)
    }
    for cell in pulled.cells {
      if shadow.merge(cell) { touched.pages.insert(Self.page(of: cell.row)) }
      head.clock.observe(cell.cell.stamp.time, at: pulled.wall)
    }
    head.cursor = pulled.cursor
    head.epoch = pulled.epoch
    head.pulledAt = pulled.now
  }

  /// Whether the rows have what an action wrote, or something later. A server that accepted it does, unless an old file
  /// of it was restored since: then it gets the action again.
  ///
  /// Whether a conflict is deleted with the row it is about is for the server alone to say.
  private func isAmongRows(_ action: Action) -> Bool {
    action.steps.allSatisfy { step in
      if step.change.cell.kind == .conflict, step.change.cell.isPurge { return true }
      let cell = shadow[step.change.key.row]?.cell(step.change.key.field)
      return cell.map { $0.stamp >= step.change.stamp } ?? false
    }
  }

  /// Rows that the server accepted from these actions and no longer has: they were purged, and that was forgotten,
  /// before this device had pulled to the end for the first time.
  private func vanishedRows(of confirmed: Set<UInt64>) -> Set<RowID> {
    var rows: Set<RowID> = []
    for action in actions where action.isWaiting && confirmed.contains(action.ordinal) {
      for step in action.steps where shadow[step.change.key.row] == nil {
        rows.insert(step.change.key.row)
      }
    }
    return rows
  }

  /// Removes purged rows from the memory of recent actions, so that their values are gone from this device, too.
  private mutating func eraseTraces() {
    for index in actions.indices where !actions[index].isWaiting {
      let count = actions[index].steps.count
      actions[index].steps.removeAll { step in
        !step.change.cell.isPurge && shadow[step.change.key.row]?.life ?? .purged == .purged
      }
      if actions[index].steps.count < count { touched.actions.insert(actions[index].ordinal) }
    }
  }

  /// Sets aside what a pending action wrote to rows that are purged or have no room for it: a person may want it as a
  /// copy.
  private mutating func loseSteps(of index: Int, where isLost: (CellKey) -> Bool) {
    let lost = actions[index].steps.filter { isLost($0.change.key) }
    actions[index].steps.removeAll { isLost($0.change.key) }
    // Whoever purges a row loses nothing.
    actions[index].lost += lost.filter { !$0.change.cell.isPurge }
    touched.actions.insert(actions[index].ordinal)
  }

  /// Keeps cells that leave the rows, once, as something a person may want as a copy.
  mutating func setAside(_ cells: [RowCell]) {
    let known = Set(actions.flatMap { action in action.lost.map { $0.change.cell } })
    let news = cells.filter { !known.contains($0) }
    guard !news.isEmpty else { return }
    var action = Action(
      ordinal: head.nextOrdinal, label: Action.byItself, offset: head.clock.offset, steps: [])
    action.isWaiting = false
    action.lost = news.map { Action.Step(Change($0, base: nil), previous: nil) }
    append(action)
  }

  private mutating func confirm(_ index: Int) {
    actions[index].isWaiting = false
    touched.actions.insert(actions[index].ordinal)
    guard !actions[index].isOffer, let stamp = actions[index].steps.first?.change.stamp else {
      return
    }
    // A stamp that follows a false future says nothing about the clock: a new stamp only has to follow the
    // others, or two tabs would push each other's stamps ahead.
    if stamp.time <= head.clock.last {
      head.acceptedThrough = max(head.acceptedThrough, stamp.time)
    }
  }

  /// Without a server: pending changes become confirmed.
  mutating func confirmAlone() {
    // Another tab may have found a server since this was requested.
    guard head.account == nil, head.epoch == .none else { return }
    var hasPurged = false
    for index in actions.indices where actions[index].isWaiting {
      for step in actions[index].steps where shadow.merge(step.change.cell) {
        touched.pages.insert(Self.page(of: step.change.key.row))
        hasPurged = hasPurged || step.change.cell.isPurge
      }
      confirm(index)
    }
    overlay.removeAll(keepingCapacity: true)
    if hasPurged { eraseTraces() }
    prune()
  }

  /// Forgets confirmed actions that can no longer be undone or kept, oldest first.
  private mutating func prune() {
    var count = 0
    var undoable = actions.count { !$0.isByItself }
    while undoable > Action.undoLimit || actions.count - count > Action.keptLimit,
      !actions[count].isWaiting,
      // What came too late is kept until the person has seen it.
      actions[count].lost.isEmpty,
      // What was just confirmed is written once as such, so that other tabs learn of it.
      !touched.actions.contains(actions[count].ordinal)
    {
      if !actions[count].isByItself { undoable -= 1 }
      count += 1
    }
    // Actions of one group are dropped together, or they could not be undone together.
    while count > 0, count < actions.count, actions[count].group == actions[count - 1].group {
      count -= 1
    }
    for action in actions[..<count] {
      touched.forgotten.insert(action.ordinal)
      head.prunedThrough = action.ordinal
    }
    actions.removeFirst(count)
  }
}
