extension Replica {
  /// Stamps anew what waits and lies too far ahead, as the server's clock would have, in the order in which
  /// it was done. What is not ahead is right as it is, and what the server holds cannot be called otherwise.
  mutating func stampAnew(_ offset: Int64, _ wall: Int64, _ held: Set<UInt64>) {
    head.clock.offset = offset
    let now = head.clock.corrected(wall)
    let limit = HybridTime(milliseconds: now + HybridTime.tolerance)
    let isWrong = actions.map { action in
      action.isWaiting && !action.isOffer && !held.contains(action.ordinal)
        && action.time.milliseconds >= now + HybridTime.tolerance / 2
    }
    var stamping = Stamping(
      last: min(head.acceptedThrough, limit), givenUpThrough: head.givenUpThrough)
    for action in actions {
      for step in action.steps where step.change.stamp.device == head.device {
        let key = step.change.key
        stamping.note(key, step.change.stamp.time)
        if let time = confirmedTime(of: key) { stamping.note(key, time) }
      }
    }
    for index in actions.indices where actions[index].isWaiting {
      let action = actions[index]
      guard isWrong[index] else {
        if action.time <= limit { stamping.last = max(stamping.last, action.time) }
        continue
      }
      stamping.advance(to: min(action.time.milliseconds + offset - action.offset, now))
      var changes = action.steps.map { stamping.renamed($0.change) }
      let old = action.steps[0].change.stamp
      let new = Stamp(stamping.time(for: changes, after: old.time), old.device)
      stamping.stampsByOld[old] = new
      for place in changes.indices {
        changes[place].cell.cell.stamp = new
        stamping.note(changes[place].key, new.time)
        actions[index].steps[place].change = changes[place]
      }
      actions[index].offset = offset
      head.givenUpThrough = max(head.givenUpThrough, old.time)
      touched.actions.insert(action.ordinal)
    }
    head.clock.last = max(stamping.last, min(head.clock.last, HybridTime(milliseconds: now)))
    layAll()
  }
}

extension Action {
  /// When it was done; all its steps have one stamp, but for what came from a file.
  fileprivate var time: HybridTime { steps.first?.change.stamp.time ?? .zero }
}

/// What is known while actions are stamped anew, one after another.
private struct Stamping {
  /// The last time that was given out by the clock.
  var last: HybridTime
  var stampsByOld: [Stamp: Stamp] = [:]
  /// What this device has given out for each cell, also what it takes back: an exported file may have it.
  private var timesByKey: [CellKey: [HybridTime]] = [:]
  /// All of it, which the clock gives out to nothing else.
  private var given: Set<HybridTime> = []

  private let givenUpThrough: HybridTime

  init(last: HybridTime, givenUpThrough: HybridTime) {
    self.last = last
    self.givenUpThrough = givenUpThrough
  }

  mutating func note(_ key: CellKey, _ time: HybridTime) {
    timesByKey[key, default: []].append(time)
    given.insert(time)
  }

  /// Runs to the time of the next action, or past the last where that is later.
  mutating func advance(to milliseconds: Int64) {
    last = max(HybridTime(milliseconds: milliseconds), last.next)
    while given.contains(last) { last = last.next }
  }

  /// A change that stands on what those before it are called now.
  func renamed(_ change: Change) -> Change {
    var change = change
    change.base = change.base.map { stampsByOld[$0] ?? $0 }
    change.seen = change.seen.map { stampsByOld[$0] ?? $0 }
    return change
  }

  /// The time of an action: the clock's, or where it stands on a made-up future the next after that.
  func time(for changes: [Change], after old: HybridTime) -> HybridTime {
    var time = last
    for change in changes {
      time = max(time, change.base?.time.next ?? .zero, change.seen?.time.next ?? .zero)
    }
    guard time > last else { return last }
    // Behind a made-up future an action keeps its place: its stamp may be in an exported file.
    if time <= old, time.behind([old]) > old { return old }
    return time.behind(changes.flatMap { timesByKey[$0.key] ?? [] } + [givenUpThrough])
  }
}
