extension Replica {
  /// Restores what a tab had saved before the browser erased the store, beside what the store has by now, and has all
  /// of it written.
  ///
  /// Pending work keeps its stamps, so that a server that already has it recognises it. Confirmed rows of both sides
  /// are merged, as either may have gaps. If both belong to one epoch of the server, everything the less advanced side
  /// has not seen is pulled again; otherwise the next server is offered everything. But what one side confirmed alone,
  /// while the other met a server, stays pending until that server has it.
  mutating func recover(_ lost: Replica, as name: DeviceID) -> Outcome {
    let unsent = recoverRows(lost)
    head.device = name
    head.clock.last = max(head.clock.last, lost.head.clock.last)
    head.acceptedThrough = max(head.acceptedThrough, lost.head.acceptedThrough)
    head.givenUpThrough = max(head.givenUpThrough, lost.head.givenUpThrough)
    var outcome = Outcome()
    var ordinals: [UInt64: UInt64] = [:]
    for action in lost.actions {
      let ordinal = recover(action, ordinals)
      if ordinal != 0 { ordinals[action.ordinal] = ordinal }
      var made = Made(action)
      made.ordinal = ordinal
      outcome.made.append(made)
    }
    offer(unsent)
    touched.pages = Set(0..<Self.pageCount)
    touched.actions = Set(actions.map { $0.ordinal })
    openDraft = nil
    layAll()
    return outcome
  }

  /// Whether this device confirmed its rows alone: no server ever had them.
  private var isAlone: Bool { head.epoch == .none && head.pulledAt == 0 }

  /// Restores the confirmed rows; returns the cells that no server has had, if the rest is a server's.
  private mutating func recoverRows(_ lost: Replica) -> [RowCell] {
    guard hasHead else {
      // Rows without a head belong to no known epoch.
      let next = (actions.last?.ordinal ?? 0) + 1
      head = lost.head
      head.nextOrdinal = max(head.nextOrdinal, next)
      shadow = lost.shadow
      return []
    }
    head.account = head.account ?? lost.head.account
    guard isAlone == lost.isAlone else {
      // When a server makes a device start over, confirmed rows are dropped: the server must have had all of them.
      let unsent = isAlone ? shadow : lost.shadow
      if isAlone {
        shadow = lost.shadow
        (head.epoch, head.cursor, head.pulledAt) =
          (lost.head.epoch, lost.head.cursor, lost.head.pulledAt)
      }
      return unsent.cells
    }
    let isSameLife =
      head.epoch != .none && head.epoch == lost.head.epoch && head.account == lost.head.account
    for cell in lost.shadow.cells { shadow.merge(cell) }
    let times = [head.pulledAt, lost.head.pulledAt].filter { $0 > 0 }
    head.pulledAt = times.min() ?? 0
    head.cursor = isSameLife ? min(head.cursor, lost.head.cursor) : 0
    if !isSameLife { head.epoch = .none }
    return []
  }

  /// Makes cells pending with the stamps they have, unless they are already here.
  private mutating func offer(_ cells: [RowCell]) {
    let waiting = Set(
      actions.filter { $0.isWaiting }.flatMap { $0.steps.map { $0.change.cell } })
    var rest = cells.filter { cell in
      !waiting.contains(cell) && shadow[cell.row]?.cell(cell.cell.field) != cell.cell
    }[...]
    let group = head.nextOrdinal
    while !rest.isEmpty {
      let part = rest.prefix(
        Action.partCount(rest.prefix(Action.cellLimit).map { $0.cell.value }))
      rest = rest.dropFirst(part.count)
      append(
        Action(
          ordinal: head.nextOrdinal, label: Action.byItself, group: group, isOffer: true,
          offset: head.clock.offset,
          steps: part.map { Action.Step(Change($0, base: nil), previous: nil) }))
    }
  }

  /// Restores an action; returns its present number, or 0 if it is no longer needed.
  private mutating func recover(_ action: Action, _ ordinals: [UInt64: UInt64]) -> UInt64 {
    if let known = actions.firstIndex(where: { $0.covers(action) }) {
      // Whichever side reverted it, the result is in the rows by now.
      actions[known].isReverted = actions[known].isReverted || action.isReverted
      // Nobody has looked yet at what only the tab set aside.
      setAside(actions[known].notShown(action.lost))
      return actions[known].ordinal
    }
    var action = action
    if action.ordinal > head.prunedThrough, action.ordinal < head.nextOrdinal,
      place(of: action.ordinal) == nil
    {
      take(action)
      return action.ordinal
    }
    // What a server or this device confirmed is in the rows; only its undo is lost.
    guard action.isWaiting || !action.lost.isEmpty else { return 0 }
    action.group = ordinals[action.group] ?? head.nextOrdinal
    if case .undo(let undone) = action.role {
      action.role = ordinals[undone].map { .undo(of: $0) } ?? .edit
    }
    let renumbered = action.renumbered(head.nextOrdinal)
    actions.append(renumbered)
    head.nextOrdinal += 1
    return renumbered.ordinal
  }
}

extension Replica.Made {
  init(_ action: Action) {
    ordinal = action.ordinal
    stamp = action.steps.first?.change.stamp ?? Stamp(.zero, DeviceID(0))
    cells = action.isOffer ? [] : action.steps.map { $0.change.key }
  }
}

extension Action {
  /// Whether it holds recovered rows, and nothing that was done at that moment.
  private var isOfRows: Bool { isOffer && isByItself }

  /// Whether it is the other action, or contains all of it: several from files may start with the same stamp.
  fileprivate func covers(_ other: Action) -> Bool {
    // Rows that are pending as such are not an action that a person could undo.
    guard !isOfRows || other.isOfRows else { return false }
    let own = steps + lost
    guard let first = (other.steps + other.lost).first?.change.stamp,
      own.contains(where: { $0.change.stamp == first })
    else { return false }
    let cells = Set(own.map { PushPlanner.Identity($0.change.key, $0.change.stamp) })
    // Under the same number, a person may have seen what was set aside.
    let wanted = other.ordinal == ordinal ? other.steps : other.steps + other.lost
    return wanted.allSatisfy {
      cells.contains(PushPlanner.Identity($0.change.key, $0.change.stamp))
    }
  }

  /// The cells that another action set aside and that this one neither shows nor still wants.
  fileprivate func notShown(_ others: [Step]) -> [RowCell] {
    let own = Set(
      (isWaiting ? steps + lost : lost).map { PushPlanner.Identity($0.change.key, $0.change.stamp) }
    )
    return others.filter {
      !own.contains(PushPlanner.Identity($0.change.key, $0.change.stamp))
    }.map { $0.change.cell }
  }

  /// The same with another number.
  fileprivate func renumbered(_ ordinal: UInt64) -> Action {
    var action = Action(
      ordinal: ordinal, label: label, group: group, role: role, isOffer: isOffer, offset: offset,
      steps: steps)
    action.isWaiting = isWaiting
    action.isReverted = isReverted
    action.lost = lost
    return action
  }
}
