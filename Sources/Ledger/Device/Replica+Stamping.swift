extension Replica {
  /// Stamps anew what waits and lies too far ahead, as the server's clock would have, in the order in which
  /// it was done. What another tab has stamped anew meanwhile is left as it is.
  mutating func stampAnew(_ offset: Int64, _ wall: Int64, _ held: Set<UInt64>) {
    head.clock.offset = offset
    let now = head.clock.corrected(wall)
    let limit = HybridTime(milliseconds: now + HybridTime.tolerance)
    var stamping = Stamping(last: min(head.acceptedThrough, limit))
    for index in actions.indices where actions[index].isWaiting {
      let action = actions[index]
      guard !held.contains(action.ordinal), !action.isOffer,
        let old = action.steps.first?.change.stamp
      else {
        stamping.keep(action, of: head.device)
        continue
      }
      let meant = old.time.milliseconds + offset - action.offset
      let isFine = old.time.milliseconds < now + HybridTime.tolerance / 2
      let time = isFine ? old.time : HybridTime(milliseconds: min(meant, now))
      stamping.last = max(time, stamping.last.next)
      var changes = action.steps.map { stamping.renamed($0.change) }
      let new = Stamp(
        stamping.time(for: changes, after: old.time) { key in confirmedTime(of: key) }, old.device)
      for place in changes.indices { changes[place].cell.cell.stamp = new }
      for place in changes.indices { actions[index].steps[place].change = changes[place] }
      actions[index].offset = offset
      stamping.note(changes, old: old, new: new)
      touched.actions.insert(action.ordinal)
    }
    head.clock.last = max(stamping.last, min(head.clock.last, HybridTime(milliseconds: now)))
    layAll()
  }

  /// When this device wrote what stands in a cell, if it did.
  private func confirmedTime(of key: CellKey) -> HybridTime? {
    guard let stamp = shadow[key.row]?.cell(key.field)?.stamp, stamp.device == head.device else {
      return nil
    }
    return stamp.time
  }
}

/// What is known while actions are stamped anew, one after another.
private struct Stamping {
  /// The last time that was given out by the clock.
  var last: HybridTime
  private var stampsByOld: [Stamp: Stamp] = [:]
  /// What this device wrote into each cell last, so that none of its stamps comes twice.
  private var timesByKey: [CellKey: HybridTime] = [:]

  init(last: HybridTime) {
    self.last = last
  }

  /// Takes note of an action that keeps its stamps.
  mutating func keep(_ action: Action, of device: DeviceID) {
    for step in action.steps where step.change.stamp.device == device {
      timesByKey[step.change.key] = step.change.stamp.time
    }
  }

  mutating func note(_ changes: [Change], old: Stamp, new: Stamp) {
    stampsByOld[old] = new
    for change in changes { timesByKey[change.key] = new.time }
  }

  /// A change that stands on what those before it are called now.
  func renamed(_ change: Change) -> Change {
    var change = change
    change.base = change.base.map { stampsByOld[$0] ?? $0 }
    change.seen = change.seen.map { stampsByOld[$0] ?? $0 }
    return change
  }

  /// The time of an action: the clock's, or where it stands on a made-up future the next after that.
  func time(
    for changes: [Change], after old: HybridTime, confirmed: (CellKey) -> HybridTime?
  ) -> HybridTime {
    var time = last
    for change in changes {
      time = max(time, change.base?.time.next ?? .zero, change.seen?.time.next ?? .zero)
      if let last = timesByKey[change.key] ?? confirmed(change.key) { time = time.behind(last) }
    }
    // Behind a made-up future an action keeps its place: its stamp may be in an exported file.
    let isStillBehind = time > last && time <= old && time.behind(old) > old
    return isStillBehind ? old : time
  }
}
