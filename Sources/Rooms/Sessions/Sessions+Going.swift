import Domain
import Ledger
import Program
import RoomKit
import Training

// The running session. Its length follows from timestamps, never from ticks. Until its first try it is stored on this
// device only, so a cancelled session leaves nothing.
extension Sessions {
  struct Clock: Sendable {
    /// A session that has no try yet.
    var begun: PractisedSession?
    var isTicking = false
    /// Whether a session was found still running after a long time, and its end is not confirmed yet.
    var isAsking = false
    /// When somebody confirmed that it continues.
    var answered: Int64 = 0
    /// The time at the last tick, to notice a clock that is set back.
    var ticked: Int64 = 0

    static let key = "woodshed.sessions.begun"
    static let tick = "training"
    /// Nobody is assumed to be training this long after the last try.
    static let away: Int64 = 2 * 3_600_000

    /// An unsaved session, as stored on the device.
    static func text(of session: PractisedSession) -> String {
      let words = CatalogueWords.choices.first { $0.content == session.training }?.number ?? 0
      let catalogue = session.catalogue?.bits.hex ?? "-"
      return "\(session.id.bits.hex) \(catalogue) \(session.plan?.bits.hex ?? "-") \(session.day) "
        + "\(session.began) \(session.pausedSince) \(session.pausedSeconds) \(words)"
    }

    static func begun(_ text: String?) -> PractisedSession? {
      let parts = (text ?? "").utf8.split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 8, let id = Bits128(hex: parts[0]), let day = Int64(parts[3]),
        let began = Int64(parts[4]), let since = Int64(parts[5]), let seconds = Int64(parts[6])
      else { return nil }
      var session = PractisedSession(RowID(id), day: day, began: began)
      session.training =
        CatalogueWords.choices.first { Int64(parts[7]) == $0.number }?.content ?? .climbs
      session.catalogue = Bits128(hex: parts[1]).map { RowID($0) }
      session.plan = Bits128(hex: parts[2]).map { RowID($0) }
      (session.pausedSince, session.pausedSeconds) = (since, seconds)
      return session
    }
  }

  /// Ticks during a session or rest, and asks about a session that seems abandoned.
  static func followClock(_ state: inout State) -> [Effect<Message>] {
    let running = state.running
    if let running, running.pausedSince == 0 {
      let last = max(
        state.index.tries(in: running.id).last?.at ?? running.began, state.clock.answered)
      state.clock.isAsking = state.now - last > Clock.away
    } else {
      state.clock.isAsking = false
    }
    let isWanted = running != nil || state.rest != nil
    guard state.clock.isTicking != isWanted else { return [] }
    state.clock.isTicking = isWanted
    return isWanted
      ? [.tick(everyMilliseconds: 1_000, as: Clock.tick, .ticked)] : [.stop(Clock.tick)]
  }

  static func tick(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    let back = state.clock.ticked - state.now
    state.clock.ticked = state.now
    // If the clock was set back, earlier times move with it, so no minute is lost.
    if back > 5_000, let running = state.running {
      if state.rest != nil { state.rest?.move(by: -back) }
      var session = running
      session.began -= back
      if session.pausedSince != 0 { session.pausedSince -= back }
      return keep(session, from: running, "Adjust to the clock", &state, room)
    }
    return followClock(&state) + followPublished(&state)
  }

  // MARK: - Starting and ending

  static func begin(
    _ plan: RowID?, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    if state.running == nil, let catalogue = state.catalogue {
      var session = PractisedSession(room.newRow(), day: room.day, began: room.milliseconds)
      (session.training, session.catalogue, session.plan) = (catalogue.words, catalogue.id, plan)
      state.clock.begun = session
      state.clock.ticked = session.began
      (state.sheet, state.finder, state.rested) = (nil, Finder(), 0)
      if plan == nil, let standing = state.standing {
        state.finder.first = standing.suggestions?.next.flatMap { standing.item($0)?.id }
      }
      find(&state)
    }
    guard let begun = state.clock.begun else { return [.navigate(to: Place.now.path)] }
    return [.save(Clock.text(of: begun), under: Clock.key), .navigate(to: Place.now.path)]
      + followClock(&state)
  }

  /// Ends a session without tries and saves nothing of it.
  static func cancel(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    var effects: [Effect<Message>] = []
    if let running = state.index.running {
      guard state.index.tries(in: running.id).isEmpty else { return [] }
      effects.append(.keep("Cancel a session", running.trashing))
    }
    state.clock.begun = nil
    return effects + endRest(&state) + [.erase(Clock.key), .navigate(to: Place.front.path)]
      + followClock(&state)
  }

  static func pauseOrGoOn(_ state: inout State, _ room: RoomContext) -> [Effect<Message>] {
    guard let running = state.running else { return [] }
    var session = running
    if running.pausedSince == 0 {
      session.pause(at: room.milliseconds)
    } else {
      session.resume(at: room.milliseconds)
    }
    let label = running.pausedSince == 0 ? "Pause the session" : "Resume the session"
    return keep(session, from: running, label, &state, room)
  }

  static func end(
    at moment: Int64, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard let running = state.index.running else { return cancel(&state, room) }
    var session = running
    session.end(at: moment)
    var edits = session.edits(from: running, zoneMinutes: room.zoneMinutes)
    if session.training?.isPractice == true {
      // The session also counts as practice, where no practice session counts the same time already.
      var block = PractisedBlock(
        room.newRow(), in: session.id, day: session.day, began: session.began)
      block.seconds = max(
        session.seconds(at: moment) - secondsPractised(during: session, room.data), 0)
      edits += block.edits(from: nil, zoneMinutes: room.zoneMinutes)
    }
    return [.keep("End the session", edits), .erase(Clock.key)] + endRest(&state)
      + [.navigate(to: Place.log(session.id).path)]
  }

  /// The seconds that practice sessions ran at the same time. Pauses are assumed to be within, because counting
  /// a pause twice is better than losing practice.
  private static func secondsPractised(
    during session: PractisedSession, _ data: Replica
  ) -> Int64 {
    var seconds = -session.pausedSeconds
    data.forEachRow { row in
      guard row.kind == .session, row.life == .alive else { return }
      let practice = PractisedSession(row)
      let end =
        practice.ended != 0
        ? practice.ended : practice.pausedSince != 0 ? practice.pausedSince : session.ended
      guard practice.training == nil, practice.began < session.ended, end > session.began else {
        return
      }
      let shared = min(end, session.ended) - max(practice.began, session.began)
      seconds += max(shared / 1_000 - practice.pausedSeconds, 0)
    }
    return max(seconds, 0)
  }

  /// Saves the running session: in its row, or on this device if it has none yet.
  private static func keep(
    _ session: PractisedSession, from old: PractisedSession, _ label: String, _ state: inout State,
    _ room: RoomContext
  ) -> [Effect<Message>] {
    if state.index.running == nil {
      state.clock.begun = session
      return [.save(Clock.text(of: session), under: Clock.key)]
    }
    return [.keep(label, session.edits(from: old, zoneMinutes: room.zoneMinutes))]
  }

  // MARK: - Logging

  /// Logs a try of an item: further attempts raise the count, and a send completes them.
  static func log(
    _ id: RowID, _ outcome: Try.Outcome, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    guard let item = state.index.items[id], let running = state.running else { return [] }
    let last = state.index.tries(in: running.id).last { $0.item == id }
    var edits: [Edit] = []
    if state.index.running == nil {
      edits += running.edits(from: nil, zoneMinutes: room.zoneMinutes)
    }
    let rested = takeRested(&state)
    if let last, last.outcome == .attempt {
      var attempt = last
      attempt.rested = min(last.rested + rested, Try.rests.upperBound)
      attempt.count = min(last.count + 1, Try.counts.upperBound)
      (attempt.outcome, attempt.at) = (outcome == .flash ? .send : outcome, room.milliseconds)
      edits += attempt.edits(from: last, zoneMinutes: room.zoneMinutes)
      state.details = attempt.id
    } else {
      let isFirst = !state.index.isTried(id)
      var attempt = state.index.attempt(
        room.newRow(), of: item, in: running.id, at: room.milliseconds,
        outcome == .flash && !isFirst ? .send : outcome)
      attempt.rested = min(rested, Try.rests.upperBound)
      edits += attempt.edits(from: nil, zoneMinutes: room.zoneMinutes)
      state.details = attempt.id
    }
    if state.index.project(id) == .active, outcome.isSent {
      var project = Project(of: id)
      let old = project
      project.state = .done
      edits += project.edits(from: old)
    }
    let words = (running.training ?? .climbs).outcome(outcome)
    // A toast would cover the list; the dock offers Undo instead.
    state.logged = "\(item.name): \(words.inLowerCase)"
    var effects: [Effect<Message>] = [.keep("Log “\(item.name)”", edits)]
    let done = state.index.tries(in: running.id).count + (last?.outcome == .attempt ? 0 : 1)
    let rest = rest(after: done, state.index.plan(running.plan), state.index.settings)
    if rest > 0 { effects += beginRest(rest, &state) }
    return effects + [.vibrate(milliseconds: [20])]
  }

  /// How long to rest after a number of tries, by the plan or else the settings.
  private static func rest(
    after count: Int, _ plan: TrainingPlan?, _ settings: TrainingSettings
  ) -> Int64 {
    guard let plan, plan.restSeconds > 0 || plan.roundRestSeconds > 0 else {
      return settings.restsItself ? settings.restSeconds : 0
    }
    let isRoundOver = count % max(Int(clamping: plan.items), 1) == 0
    return isRoundOver && plan.roundRestSeconds > 0 ? plan.roundRestSeconds : plan.restSeconds
  }

  static func change(
    _ id: RowID, _ label: String, _ state: State, _ room: RoomContext, _ body: (inout Try) -> Void
  ) -> [Effect<Message>] {
    guard let old = state.index.tries[id] else { return [] }
    var attempt = old
    body(&attempt)
    let edits = attempt.edits(from: old, zoneMinutes: room.zoneMinutes)
    return edits.isEmpty ? [] : [.keep(label, edits)]
  }

  static func remove(_ id: RowID, _ state: inout State) -> [Effect<Message>] {
    guard let attempt = state.index.tries[id] else { return [] }
    state.details = nil
    return [
      .keep("Delete a try", attempt.trashing, saying: "The try is in the trash."),
      .focus("heading"),
    ]
  }

  static func setProject(
    _ item: RowID, _ isOn: Bool, _ state: State, _ room: RoomContext
  ) -> [Effect<Message>] {
    var project = Project(of: item)
    project.state = isOn ? .active : .left
    let isNew = state.index.project(item) == nil
    let edits = isNew ? project.edits(from: nil) : project.edits(only: [Project.stateField])
    return [.keep(isOn ? "Make it a project" : "Drop the project", edits)]
  }
}
