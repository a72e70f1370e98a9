extension Replica {
  /// Takes in everything that a pull brought, and lets go of what it confirms.
  mutating func take(_ pulled: Pulled) {
    let before = pulled.isReplacing ? shadow : Table()
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
    for index in actions.indices where actions[index].isWaiting {
      let rows = Set(actions[index].steps.map { $0.change.key.row })
      let lost = rows.filter { row in
        pulled.gone.contains(row) || shadow[row]?.life == .purged
          || (before[row] != nil && shadow[row] == nil)
      }
      if !lost.isEmpty { loseSteps(of: index, lost) }
      let isConfirmed = pulled.confirmed.contains(actions[index].ordinal)
      if isConfirmed || actions[index].steps.isEmpty { confirm(index) }
    }
    layAll()
    prune()
  }

  /// Sets aside what a waiting action wanted of rows that are purged: a person may want it as a copy.
  private mutating func loseSteps(of index: Int, _ rows: Set<RowID>) {
    let lost = actions[index].steps.filter { rows.contains($0.change.key.row) }
    actions[index].steps.removeAll { rows.contains($0.change.key.row) }
    // Whoever purges a row has lost nothing.
    actions[index].lost += lost.filter { !$0.change.cell.isPurge }
    touched.actions.insert(actions[index].ordinal)
  }

  private mutating func confirm(_ index: Int) {
    actions[index].isWaiting = false
    touched.actions.insert(actions[index].ordinal)
    guard !actions[index].isOffer, let stamp = actions[index].steps.first?.change.stamp else {
      return
    }
    head.acceptedThrough = max(head.acceptedThrough, stamp.time)
  }

  /// Without a server: what waits becomes what stands.
  mutating func confirmAlone() {
    // Another tab may have found a server since this was meant.
    guard head.account == nil, head.epoch == .none else { return }
    for index in actions.indices where actions[index].isWaiting {
      for step in actions[index].steps where shadow.merge(step.change.cell) {
        touched.pages.insert(Self.page(of: step.change.key.row))
      }
      confirm(index)
    }
    overlay.removeAll(keepingCapacity: true)
    prune()
  }

  /// Forgets actions that are confirmed and beyond what can be undone, from the first on.
  private mutating func prune() {
    var count = 0
    while actions.count - count > Action.undoLimit, !actions[count].isWaiting,
      // What came too late is kept until the person has seen it.
      actions[count].lost.isEmpty,
      // What was confirmed just now is written once as such, so that other tabs hear of it.
      !touched.actions.contains(actions[count].ordinal)
    {
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

  /// Stamps anew what waits, as the server's clock would have, in the order in which it was done.
  mutating func stampAnew(_ offset: Int64, _ wall: Int64, _ held: Set<UInt64>) {
    head.clock.offset = offset
    let now = head.clock.corrected(wall)
    let limit = HybridTime(milliseconds: now + HybridTime.tolerance)
    var last = min(head.acceptedThrough, limit)
    var stampsByOld: [Stamp: Stamp] = [:]
    for index in actions.indices where actions[index].isWaiting {
      guard !held.contains(actions[index].ordinal), !actions[index].isOffer,
        let old = actions[index].steps.first?.change.stamp
      else { continue }
      let meant = old.time.milliseconds + offset - actions[index].offset
      last = max(HybridTime(milliseconds: min(meant, now)), last.next)
      var time = last
      for step in actions[index].steps {
        let change = step.change
        let base = change.base.map { stampsByOld[$0] ?? $0 }
        let seen = change.seen.map { stampsByOld[$0] ?? $0 }
        time = max(time, base?.time.next ?? .zero, seen?.time.next ?? .zero)
      }
      let new = Stamp(time, old.device)
      for place in actions[index].steps.indices {
        var change = actions[index].steps[place].change
        change.base = change.base.map { stampsByOld[$0] ?? $0 }
        change.seen = change.seen.map { stampsByOld[$0] ?? $0 }
        change.cell.cell.stamp = new
        actions[index].steps[place].change = change
      }
      actions[index].offset = offset
      stampsByOld[old] = new
      touched.actions.insert(actions[index].ordinal)
    }
    head.clock.last = max(last, min(head.clock.last, HybridTime(milliseconds: now)))
    layAll()
  }
}
