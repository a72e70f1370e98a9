extension Replica {
  /// Takes in everything that a pull brought, and lets go of what it confirms.
  mutating func take(_ pulled: Pulled) {
    // Where another tab has entered a restored server's epoch meanwhile, what the old store had and took
    // says nothing of the new one.
    guard head.epoch == pulled.over || head.epoch == pulled.epoch else { return }
    // If another tab has restored rows of an erased store since this pull began, they must be offered first.
    guard head.epoch == pulled.epoch || pulled.isReplacing || shadow.isEmpty else { return }
    // Where another tab has pulled further, all of this is here, or has gone again: a row that these pages lack may have
    // come since.
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

  /// Whether the rows have what an action wrote, or something later. A server that took it has; one whose old
  /// file was put back since does not, and gets it again.
  ///
  /// Whether a conflict goes with the row that it tells of is for the server alone to say.
  private func isAmongRows(_ action: Action) -> Bool {
    action.steps.allSatisfy { step in
      if step.change.cell.kind == .conflict, step.change.cell.isPurge { return true }
      let cell = shadow[step.change.key.row]?.cell(step.change.key.field)
      return cell.map { $0.stamp >= step.change.stamp } ?? false
    }
  }

  /// Rows that the server took from these actions and has no more: they were purged, and that was forgotten,
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

  /// Erases what the last actions remember of rows that are purged: what is erased is erased here, too.
  private mutating func eraseTraces() {
    for index in actions.indices where !actions[index].isWaiting {
      let count = actions[index].steps.count
      actions[index].steps.removeAll { step in
        !step.change.cell.isPurge && shadow[step.change.key.row]?.life ?? .purged == .purged
      }
      if actions[index].steps.count < count { touched.actions.insert(actions[index].ordinal) }
    }
  }

  /// Sets aside what a waiting action wanted of rows that are purged, or have no room for it: a person may want it as a
  /// copy.
  private mutating func loseSteps(of index: Int, where isLost: (CellKey) -> Bool) {
    let lost = actions[index].steps.filter { isLost($0.change.key) }
    actions[index].steps.removeAll { isLost($0.change.key) }
    // Whoever purges a row has lost nothing.
    actions[index].lost += lost.filter { !$0.change.cell.isPurge }
    touched.actions.insert(actions[index].ordinal)
  }

  /// Keeps cells that go from the rows, once, as something that a person may want as a copy.
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
    // A stamp that follows a made-up future says nothing of the clock: what is stamped anew comes after
    // the others alone, or two tabs would push each other's stamps ahead.
    if stamp.time <= head.clock.last {
      head.acceptedThrough = max(head.acceptedThrough, stamp.time)
    }
  }

  /// Without a server: what waits becomes what stands.
  mutating func confirmAlone() {
    // Another tab may have found a server since this was meant.
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

  /// Forgets actions that are confirmed and beyond what can be undone or kept, from the first on.
  private mutating func prune() {
    var count = 0
    var undoable = actions.count { !$0.isByItself }
    while undoable > Action.undoLimit || actions.count - count > Action.keptLimit,
      !actions[count].isWaiting,
      // What came too late is kept until the person has seen it.
      actions[count].lost.isEmpty,
      // What was confirmed just now is written once as such, so that other tabs hear of it.
      !touched.actions.contains(actions[count].ordinal)
    {
      if !actions[count].isByItself { undoable -= 1 }
      count += 1
    }
    // Actions of one group go together, or could not be undone together.
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
