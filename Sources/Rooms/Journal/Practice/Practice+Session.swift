import Domain
import Ledger
import Program
import RoomKit

// A session is a row from its first second, so losing the page does not lose it. Its length is computed from
// instants, never from ticks.
extension Practice {
  /// What this page knows of the running session beside its row.
  struct Clock: Sendable {
    /// The session that was started or found here.
    var known: RowID?
    /// Whether it was found running after the app was away, and the question about that is open.
    var isAsking = false
    /// When a running session was last seen on this device.
    var seen: Int64 = 0
    var isTicking = false
    /// The session's seconds at the end of the last rest, and whether the end of the current rest was announced.
    var stretch: Int64 = 0
    var hasToldRest = false
    /// The clock at the last tick, and when the session had started according to it.
    var ticked: Int64 = 0
    var began: Int64 = 0

    static let key = "woodshed.practice.seen"
    static let tick = "practice"
    /// How long a page may be away before it asks.
    static let away: Int64 = 5 * 60_000
    /// How long a device may sleep, as on a music stand, before the page asks.
    static let sleep: Int64 = 60 * 60_000

    /// Takes over what the device remembers; a session found before that is checked again.
    mutating func remember(_ text: String?) {
      seen = max(text.flatMap { Int64($0) } ?? 0, 0)
      (known, isAsking) = (nil, false)
    }
  }

  /// Ticks while there is a session, and asks about one that ran on without the app.
  static func followClock(_ state: inout State) -> [Effect<Message>] {
    if let running = state.running, running.id != state.clock.known {
      let total = running.seconds(at: state.now)
      (state.clock.known, state.clock.ticked) = (running.id, 0)
      state.clock.stretch = total - total % (25 * 60)
      let last = max(state.clock.seen, running.began)
      state.clock.isAsking = running.pausedSince == 0 && state.now - last > Clock.away
    }
    if state.running == nil { (state.clock.known, state.clock.isAsking) = (nil, false) }
    guard state.clock.isTicking != (state.running != nil) else { return [] }
    state.clock.isTicking.toggle()
    return state.clock.isTicking
      ? [.tick(everyMilliseconds: 1_000, as: Clock.tick, .ticked)] : [.stop(Clock.tick)]
  }

  static func tick(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    guard let running = state.running, !state.clock.isAsking else { return [] }
    if running.pausedSince == 0, state.now - max(state.clock.seen, running.began) > Clock.sleep {
      state.clock.isAsking = true
      state.version += 1
      return []
    }
    var effects = followBack(running, &state, room)
    guard effects.isEmpty else { return effects }
    if state.now - state.clock.seen >= 20_000 {
      state.clock.seen = state.now
      effects.append(.save("\(state.now)", under: Clock.key))
    }
    return effects + remind(running, &state, &room)
  }

  /// If the clock was set back by more than a few seconds, the session moves with it, so no minute is lost.
  private static func followBack(
    _ running: PractisedSession, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let back = state.clock.ticked - room.milliseconds
    // Another page of this device may have moved it already.
    let isSame = state.clock.began == running.began
    (state.clock.ticked, state.clock.began) = (room.milliseconds, running.began)
    guard back > 5_000, isSame, isOurs(running, room) else { return [] }
    var session = running
    session.began -= back
    if session.pausedSince != 0 { session.pausedSince -= back }
    var edits = session.edits(from: running, zoneMinutes: room.zoneMinutes)
    for block in state.runningBlocks {
      var moved = block
      moved.began -= back
      edits += moved.edits(from: block, zoneMinutes: room.zoneMinutes)
    }
    state.clock.began = session.began
    state.clock.seen = min(state.clock.seen, room.milliseconds)
    state.tools.move(by: -back)
    return [.keep(Action.byItself, edits, isVital: false)]
  }

  /// Whether this device changed the session last: only that one changes it automatically.
  static func isOurs(_ running: PractisedSession, _ room: RoomContext) -> Bool {
    room.isWritable && room.data[running.id]?.latest?.device == room.data.head.device
  }

  // MARK: - Starting, pausing, ending

  static func begin(
    _ spot: Spot, item: PracticePlan.Item? = nil, _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard state.running == nil else { return turn(to: spot, item: item, &state, &room) }
    var session = PractisedSession(room.newRow(), day: room.day, began: room.milliseconds)
    let question = state.question.trimmingBlanks
    session.question = question.utf8.isEmpty ? state.book.nextStep(for: spot.piece) : question
    session.sign = state.sign.trimmingBlanks
    session.plan = item?.plan
    var block = PractisedBlock(
      room.newRow(), in: session.id, day: session.day, began: session.began)
    (block.piece, block.section, block.item) = (spot.piece, spot.section, item?.id)
    block.reed = reed(of: session.day, state.book, room.data)
    (state.clock.known, state.clock.stretch) = (session.id, 0)
    (state.clock.ticked, state.clock.began) = (session.began, session.began)
    state.tools.listen(from: session.began)
    (state.next, state.question, state.sign, state.after) = (Spot(), "", "", nil)
    state.news = "Session started."
    return [
      .keep(
        "Start a session",
        session.edits(from: nil, zoneMinutes: room.zoneMinutes)
          + block.edits(from: nil, zoneMinutes: room.zoneMinutes)),
      .focus("practice-pause"),
    ]
  }

  static func pauseOrGoOn(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard let running = state.running else { return [] }
    return running.pausedSince == 0
      ? pause(running, at: room.milliseconds, &state, room) : goOn(running, &state, room)
  }

  static func pause(
    _ running: PractisedSession, at moment: Int64, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    var session = running
    session.pause(at: moment)
    state.clock.hasToldRest = false
    state.news = "Paused."
    return [
      .keep("Pause the session", session.edits(from: running, zoneMinutes: room.zoneMinutes))
    ]
  }

  static func goOn(
    _ running: PractisedSession, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    var session = running
    session.resume(at: room.milliseconds)
    if room.milliseconds - running.pausedSince >= 5 * 60_000 {
      state.clock.stretch = session.seconds(at: room.milliseconds)
    }
    state.tools.wasHushed = false
    state.tools.listen(from: room.milliseconds)
    state.news = "Resumed."
    return [
      .keep("Resume the session", session.edits(from: running, zoneMinutes: room.zoneMinutes))
    ]
  }

  /// Switches to another piece with a new block. A block younger than 10 seconds, or without a piece for less than
  /// a minute, is corrected instead.
  static func turn(
    to spot: Spot, item: PracticePlan.Item? = nil, byItself: Bool = false, _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Message>] {
    // How much of the time was practice is still an open question.
    guard !state.clock.isAsking else {
      let question = "First say when your last session ended."
      state.news = question
      return [.toast(question), .focus("practice-asking")]
    }
    let blocks = state.runningBlocks
    guard let running = state.running, let last = blocks.last,
      last.piece != spot.piece || last.section != spot.section
        || (item != nil && last.item != item?.id)
    else { return [] }
    let seconds = blocks.lastSeconds(of: running.seconds(at: room.milliseconds))
    var session = running
    if session.question.utf8.isEmpty { session.question = state.book.nextStep(for: spot.piece) }
    if let item { session.plan = item.plan }
    var edits = session.edits(from: running, zoneMinutes: room.zoneMinutes)
    if seconds < 10 || (last.piece == nil && last.item == nil && seconds < 60) {
      var block = last
      (block.piece, block.section, block.item) = (spot.piece, spot.section, item?.id)
      edits += block.edits(from: last, zoneMinutes: room.zoneMinutes)
    } else {
      var done = state.tools.noted(last)
      done.seconds = seconds
      let moment = running.pausedSince != 0 ? running.pausedSince : room.milliseconds
      var block = PractisedBlock(room.newRow(), in: session.id, day: session.day, began: moment)
      (block.piece, block.section, block.reed) = (spot.piece, spot.section, last.reed)
      block.item = item?.id
      edits += done.edits(from: last, zoneMinutes: room.zoneMinutes)
      edits += block.edits(from: nil, zoneMinutes: room.zoneMinutes)
      let after = state.book.with(session, blocks.dropLast() + [done, block])
      edits += after.reviewEdits(of: [done.section])
    }
    let name = name(of: spot, state.book)
    state.news = "Now: \(name)."
    return [.keep(byItself ? Action.byItself : "Practise “\(name)”", edits, isVital: !byItself)]
  }

  static func end(
    _ running: PractisedSession?, at moment: Int64, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard let running, running.ended == 0 else { return [] }
    let blocks = state.book.blocks(of: running.id)
    var session = running
    session.end(at: moment)
    var edits = session.edits(from: running, zoneMinutes: room.zoneMinutes)
    let done = blocks.map { state.tools.noted($0) }.filling(session.seconds(at: moment))
    for (block, old) in zip(done, blocks) {
      edits += block.edits(from: old, zoneMinutes: room.zoneMinutes)
    }
    let after = state.book.with(session, done)
    edits += after.reviewEdits(of: done.map { $0.section })
    if running.id == state.running?.id {
      state.after = session.id
      let chosen = done.compactMap { $0.reed }.last
      let all = LikelyReeds.all(in: room.data, upTo: .max, with: chosen)
      state.reeds = Array(all.prefix(4)) + all.dropFirst(4).filter { $0.id == chosen }
      state.hasMoreReeds = all.count > state.reeds.count
      (state.reedTest, state.reedRating) = (nil, 0)
    }
    let text = "\(DayWords.length(session.seconds(at: moment))) practised."
    state.news = text
    return [.keep("End the session", edits, saying: text), .focus("heading")]
  }

  // MARK: - Ratings and changes

  static func rate(
    _ id: RowID, _ rating: Int, _ state: State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard let old = state.book.session(id) else { return [] }
    var session = old
    session.rating = old.rating == rating ? 0 : rating
    let blocks = state.book.blocks(of: id)
    let edits =
      session.edits(from: old, zoneMinutes: room.zoneMinutes)
      + state.book.with(session, blocks).reviewEdits(of: blocks.map { $0.section })
    return [.keep("Rate the session", edits)]
  }

  static func rate(
    block id: RowID, _ rating: Int, _ state: State, _ room: RoomContext
  ) -> [Effect<Message>] {
    change(block: id, "Rate a part", state, room) { $0.rating = $0.rating == rating ? 0 : rating }
  }

  /// Changes a block of a finished session, and the reviews that follow from it.
  static func change(
    block id: RowID, _ label: String, _ state: State, _ room: RoomContext,
    _ body: (inout PractisedBlock) -> Void
  ) -> [Effect<Message>] {
    guard let old = state.book.block(id), let session = state.book.session(old.session) else {
      return []
    }
    var block = old
    body(&block)
    var blocks = state.book.blocks(of: session.id)
    if let place = blocks.firstIndex(where: { $0.id == id }) { blocks[place] = block }
    let edits =
      block.edits(from: old, zoneMinutes: room.zoneMinutes)
      + state.book.with(session, blocks).reviewEdits(of: [old.section, block.section])
    return edits.isEmpty ? [] : [.keep(label, edits)]
  }

  static func lengthen(
    _ id: RowID, _ text: String, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard let minutes = Self.minutes(text) else {
      state.form.refuse(text, in: .init(id, PractisedBlock.secondsField), minutesProblem)
      return []
    }
    state.form.forget(.init(id, PractisedBlock.secondsField))
    return change(block: id, "Change the minutes", state, room) { $0.seconds = minutes * 60 }
  }

  static let minutesProblem = "Enter whole minutes, 1–1440."

  static func minutes(_ text: String) -> Int64? {
    guard let minutes = (try? Decimal(parsing: text, places: 0))?.units else { return nil }
    return (1...1_440).contains(minutes) ? minutes : nil
  }

  /// Moves a session to another day.
  static func move(
    _ id: RowID, to text: String, _ state: State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard let day = DayText.day(of: text), let old = state.book.session(id), day != old.day else {
      return []
    }
    var session = old
    session.day = day
    var edits = session.edits(from: old, zoneMinutes: room.zoneMinutes)
    var moved: [PractisedBlock] = []
    for block in state.book.blocks(of: id) {
      var copy = block
      copy.day = day
      edits += copy.edits(from: block, zoneMinutes: room.zoneMinutes)
      moved.append(copy)
    }
    edits += state.book.with(session, moved).reviewEdits(of: moved.map { $0.section })
    return [.keep("Move the session to another day", edits)]
  }

  static func remove(session id: RowID, _ state: inout State) -> [Effect<Message>] {
    let blocks = state.book.blocks(of: id)
    var edits: [Edit] = []
    for (row, kind) in [(id, KindID.session)] + blocks.map({ ($0.id, KindID.block) }) {
      edits += Edit.trashing(row, kind)
    }
    edits += state.book.without(id).reviewEdits(of: blocks.map { $0.section })
    state.sheet = nil
    if state.after == id { state.after = nil }
    return [.keep("Delete a session", edits, saying: "The session is in the trash.")]
  }

  /// Logs practice that was not timed.
  static func addByHand(_ state: inout State, _ room: inout RoomContext) -> [Effect<Message>] {
    guard let day = DayText.day(of: state.byHand.day), day <= state.today else {
      state.byHand.problem = "Choose today or an earlier day."
      return []
    }
    guard let minutes = Self.minutes(state.byHand.minutes) else {
      state.byHand.problem = minutesProblem
      return []
    }
    // Ends now, or at noon of an earlier day.
    let noon = day * 86_400_000 + 43_200_000 - Int64(room.zoneMinutes) * 60_000
    let ended = day == state.today ? room.milliseconds : noon
    var session = PractisedSession(room.newRow(), day: day, began: ended - minutes * 60_000)
    session.ended = ended
    var block = PractisedBlock(room.newRow(), in: session.id, day: day, began: session.began)
    (block.piece, block.section) = (state.byHand.spot.piece, state.byHand.spot.section)
    block.seconds = minutes * 60
    let edits =
      session.edits(from: nil, zoneMinutes: room.zoneMinutes)
      + block.edits(from: nil, zoneMinutes: room.zoneMinutes)
      + state.book.with(session, [block]).reviewEdits(of: [block.section])
    state.sheet = nil
    return [
      .keep("Log a session", edits, saying: "\(DayWords.length(block.seconds)) added."),
      .focus("practice-log"),
    ]
  }
}
