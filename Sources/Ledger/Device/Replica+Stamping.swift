extension Replica {
  /// Restamps pending actions that are too far ahead, as the server's clock would have stamped them, in the
  /// order they were done. Those that are not ahead are right already, and what the server holds cannot be
  /// renamed.
  mutating func stampAnew(_ refusal: ClockRefusal) -> Outcome {
    if !refusal.isOver { stampAnew(refusal.offset, refusal.wall, refusal.held) }
    var outcome = Outcome()
    outcome.made = refusal.waiting.map { made in action(made.ordinal).map { Made($0) } ?? made }
    return outcome
  }

  /// What is pending, under its present names.
  var waiting: [Made] { actions.filter { $0.isWaiting }.map { Made($0) } }

  private mutating func stampAnew(_ offset: Int64, _ wall: Int64, _ held: Set<UInt64>) {
    head.clock.offset = offset
    let now = head.clock.corrected(wall)
    let limit = HybridTime(milliseconds: now + HybridTime.tolerance)
    var stamping = Stamping(last: min(head.acceptedThrough, limit))
    var isWrong: [Bool] = []
    for action in actions {
      let isAhead = action.time.milliseconds >= now + HybridTime.tolerance / 2
      let isMoved =
        isAhead && action.isWaiting && !action.isOffer && !held.contains(action.ordinal)
      isWrong.append(isMoved)
      stamping.given.insert(action.time.bits)
      if isMoved { head.givenUpThrough = max(head.givenUpThrough, action.time) }
    }
    for index in actions.indices where actions[index].isWaiting {
      let action = actions[index]
      guard isWrong[index] else {
        if action.time <= limit { stamping.last = max(stamping.last, action.time) }
        continue
      }
      stamping.advance(to: min(action.time.milliseconds + offset - action.offset, now))
      let changes = action.steps.map { stamping.renamed($0.change) }
      let old = action.steps[0].change.stamp
      var time = stamping.time(for: changes, after: old.time)
      // After a false future this device may have written before.
      if time > stamping.last, time != old.time {
        time = time.behind(ownTimes(at: changes.map { $0.key }))
      }
      // What keeps its time keeps its name, too: under another name this device may have issued that time
      // since.
      let new = time == old.time ? old : Stamp(time, head.device)
      stamping.names.note(old, at: changes.map { $0.key }, became: new)
      for place in changes.indices {
        actions[index].steps[place].change = changes[place]
        actions[index].steps[place].change.cell.cell.stamp = new
      }
      actions[index].offset = offset
      touched.actions.insert(action.ordinal)
    }
    head.clock.last = max(stamping.last, min(head.clock.last, HybridTime(milliseconds: now)))
    layAll()
  }
}

extension Action {
  /// When it was done; all its steps share one stamp, except those from a file.
  fileprivate var time: HybridTime { steps.first?.change.stamp.time ?? .zero }
}

/// What is known while actions are restamped, one after another.
private struct Stamping {
  /// The last time the clock issued.
  var last: HybridTime
  /// All times this device remembers issuing, as bits: the clock issues none of them again.
  var given: Set<UInt64> = []
  var names = StampNames()

  /// Moves to the time of the next action, or past the last if that is later.
  mutating func advance(to milliseconds: Int64) {
    last = max(HybridTime(milliseconds: milliseconds), last.next)
    while given.contains(last.bits) { last = last.next }
  }

  /// A change with its bases under their new names.
  func renamed(_ change: Change) -> Change {
    var change = change
    change.base = names.base(change.base, at: change.key)
    change.seen = names.seen(change.seen, in: change.key.row)
    return change
  }

  /// The time of an action: the clock's, or if it builds on a false future the next after that.
  func time(for changes: [Change], after old: HybridTime) -> HybridTime {
    var time = last
    for change in changes {
      time = max(time, change.base?.time.next ?? .zero, change.seen?.time.next ?? .zero)
    }
    // After a false future an action keeps its place: its stamp may be in an exported file.
    let isStillBehind = time > last && time <= old && time.behind([old]) > old
    return isStillBehind ? old : time
  }
}
