import Domain
import Ledger
import Program
import RoomKit
import Sound

// The session logs the tools in use automatically: which tool, its tempo, and the intonation heard.
extension Practice {
  /// What is known about the tools in use.
  struct Noticed: Sendable {
    /// A pending change of a block: its tool and tempo, and since when.
    fileprivate var block: RowID?
    fileprivate var tool = PractisedBlock.Tool.none
    fileprivate var tempo: Int64 = 0
    fileprivate var since: Int64 = 0
    /// When sound was last heard, and whether silence paused the session.
    fileprivate var sounded: Int64 = 0
    var wasHushed = false
    fileprivate var wasListening = false
    /// The part of the tuner's sitting that is saved already, and when it was saved.
    fileprivate var kept: [IntonationDay.Note] = []
    fileprivate var keptAt: Int64 = 0

    /// A block with its pending change.
    func noted(_ block: PractisedBlock) -> PractisedBlock {
      guard self.block == block.id else { return block }
      var noted = block
      (noted.tool, noted.tempo) = (tool, tempo)
      return noted
    }

    /// Restarts the count of silence.
    mutating func listen(from moment: Int64) { sounded = moment }

    /// Follows a clock that was changed.
    mutating func move(by milliseconds: Int64) {
      since += milliseconds
      keptAt += milliseconds
      if sounded != 0 { sounded += milliseconds }
    }
  }

  /// Logs the tools in use to the running session.
  static func notice(
    _ tools: ToolsAtWork, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    take(room, &state)
    guard room.isWritable else { return [] }
    let intonation = keepIntonation(tools, &state, room)
    guard let running = state.running, !state.clock.isAsking else { return intonation }
    let hush = hush(running, tools, &state, room)
    guard running.pausedSince == 0 else { return intonation + hush }
    return intonation + hush + note(tools, &state, room)
  }

  /// Saves what has not changed for three seconds, so that tempos passed through do not count.
  private static func note(
    _ tools: ToolsAtWork, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let tool = tools.tools.max { $0.rank < $1.rank } ?? .none
    // Without a tool there is nothing to log, and no need to look up the blocks.
    guard tool != .none, let last = state.runningBlocks.last else {
      return []
    }
    let wanted = (
      tool: tool.rank > last.tool.rank ? tool : last.tool,
      tempo: tools.tempo > 0 ? tools.tempo : last.tempo
    )
    guard wanted.tool != last.tool || wanted.tempo != last.tempo else {
      state.tools.block = nil
      return []
    }
    if state.tools.block != last.id || state.tools.tool != wanted.tool
      || state.tools.tempo != wanted.tempo
    {
      (state.tools.block, state.tools.since) = (last.id, room.milliseconds)
      (state.tools.tool, state.tools.tempo) = wanted
    }
    guard room.milliseconds - state.tools.since >= 3_000 else { return [] }
    let edits = state.tools.noted(last).edits(from: last, zoneMinutes: room.zoneMinutes)
    state.tools.block = nil
    return [.keep(Action.byItself, edits, isVital: false)]
  }

  // MARK: - Silence

  /// Louder than a quiet room.
  private static let heard = Decibels(-50)
  private static let silence: Int64 = 120_000

  /// If switched on: pauses after two silent minutes, as of their start, and resumes when there is sound.
  private static func hush(
    _ running: PractisedSession, _ tools: ToolsAtWork, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    guard state.options.pausesInSilence, tools.isListening, let level = tools.level
    else {
      state.tools.sounded = 0
      return []
    }
    if level > heard || state.tools.sounded == 0 {
      state.tools.sounded = room.milliseconds
      let isBack = level > heard && state.tools.wasHushed && running.pausedSince != 0
      return isBack ? goOn(running, &state, room) : []
    }
    guard running.pausedSince == 0, room.milliseconds - state.tools.sounded >= silence else {
      return []
    }
    state.tools.wasHushed = true
    return pause(running, at: state.tools.sounded, &state, room) + [
      .toast("Paused after two silent minutes, which don’t count.")
    ]
  }

  // MARK: - Intonation

  /// Saves the intonation heard when listening ends, and every minute while it lasts.
  private static func keepIntonation(
    _ tools: ToolsAtWork, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let isListening = tools.isListening
    defer { state.tools.wasListening = isListening }
    if isListening, !state.tools.wasListening { state.tools.keptAt = room.milliseconds }
    let isMinute = isListening && room.milliseconds - state.tools.keptAt >= 60_000
    guard isMinute || (state.tools.wasListening && !isListening) else { return [] }
    state.tools.keptAt = room.milliseconds
    let sitting = tools.notes()
    // A map that was cleared starts over.
    let isCleared = state.tools.kept.contains { old in
      !sitting.contains { $0.number == old.number && $0.count >= old.count }
    }
    let new = isCleared ? sitting : IntonationDay.heard(sitting, since: state.tools.kept)
    guard new.reduce(0, { $0 + $1.count }) >= IntonationDay.leastCount else { return [] }
    state.tools.kept = sitting
    let device = room.data.head.device
    let fresh = IntonationDay(room.day, tools.instrument, on: device)
    let old = state.book.intonation.first { $0.id == fresh.id }
    var day = old ?? fresh
    day.add(new)
    return [.keep(Action.byItself, day.edits(from: old), isVital: false)]
  }
}

extension PractisedBlock.Tool {
  /// The tool with the highest rank is logged: it says most about what was practised.
  fileprivate var rank: Int {
    switch self {
    case .none: 0
    case .recorder: 1
    case .tuner: 2
    case .drone: 3
    case .score: 4
    case .metronome: 5
    }
  }
}
