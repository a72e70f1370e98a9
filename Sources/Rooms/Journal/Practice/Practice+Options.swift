import Domain
import Ledger
import Program
import RoomKit

// Session options: turns, rest reminders and pauses in silence. Stored on the device.
extension Practice {
  struct Options: Equatable, Sendable {
    /// Whether to rotate, after how many minutes, and through which pieces and sections.
    var isTurning = false
    var turnMinutes = 3
    var spots: [Spot] = []
    /// Whether to remind of a rest of 5 minutes after 25.
    var reminds = false
    var pausesInSilence = false
    var hasStreak = false

    static let key = "woodshed.practice"
    static let turnRange = 1...60

    init() {}

    /// Reads what ``text`` wrote; anything unreadable keeps its default.
    init(_ text: String) {
      for part in text.utf8.split(separator: UInt8(ascii: ";")) {
        let words = part.split(separator: UInt8(ascii: "="), maxSplits: 1)
        guard words.count == 2 else { continue }
        let value = String(decoding: words[1], as: UTF8.self)
        switch words[0].first {
        case UInt8(ascii: "t"): isTurning = value.hasSameBytes(as: "1")
        case UInt8(ascii: "m"):
          turnMinutes = Int(value).flatMap { Self.turnRange.contains($0) ? $0 : nil } ?? 3
        case UInt8(ascii: "r"): reminds = value.hasSameBytes(as: "1")
        case UInt8(ascii: "p"): pausesInSilence = value.hasSameBytes(as: "1")
        case UInt8(ascii: "k"): hasStreak = value.hasSameBytes(as: "1")
        case UInt8(ascii: "s"):
          let ids = words[1].split(separator: UInt8(ascii: "/")).map {
            Bits128(hex: String(decoding: $0, as: UTF8.self)).map { RowID($0) }
          }
          if let piece = ids.first ?? nil {
            spots.append(Spot(piece, ids.count > 1 ? ids[1] : nil))
          }
        default: break
        }
      }
    }

    var text: String {
      var text = "t=\(isTurning ? 1 : 0);m=\(turnMinutes);r=\(reminds ? 1 : 0)"
      text += ";p=\(pausesInSilence ? 1 : 0);k=\(hasStreak ? 1 : 0)"
      for spot in spots {
        guard let piece = spot.piece else { continue }
        text += ";s=\(piece.bits.hex)" + (spot.section.map { "/\($0.bits.hex)" } ?? "")
      }
      return text
    }
  }

  public enum OptionMessage: Sendable {
    case turning(Bool)
    case minutesStepped(by: Int)
    case spotAdded(Spot)
    case spotRemoved(Int)
    case reminding(Bool)
    case pausing(Bool)
    case streak(Bool)
  }

  static func update(_ state: inout State, _ message: OptionMessage) -> [Effect<Message>] {
    switch message {
    case .turning(let isOn): state.options.isTurning = isOn
    case .minutesStepped(let step):
      let range = Options.turnRange
      state.options.turnMinutes = min(
        max(state.options.turnMinutes + step, range.lowerBound), range.upperBound)
    case .spotAdded(let spot):
      if spot.piece != nil, !state.options.spots.contains(spot) { state.options.spots.append(spot) }
    case .spotRemoved(let place):
      if state.options.spots.indices.contains(place) { state.options.spots.remove(at: place) }
    case .reminding(let isOn): state.options.reminds = isOn
    case .pausing(let isOn): state.options.pausesInSilence = isOn
    case .streak(let isOn): state.options.hasStreak = isOn
    }
    return [.save(state.options.text, under: Options.key)]
  }

  /// The next turn, and rest reminders.
  static func remind(
    _ running: PractisedSession, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    if running.pausedSince != 0 {
      guard state.options.reminds, !state.clock.hasToldRest,
        room.milliseconds - running.pausedSince >= 5 * 60_000
      else { return [] }
      state.clock.hasToldRest = true
      return say("Your five-minute rest is over.", &state)
    }
    var effects: [Effect<Message>] = []
    let total = running.seconds(at: room.milliseconds)
    if state.options.reminds, total - state.clock.stretch >= 25 * 60 {
      state.clock.stretch = total
      effects += say("25 minutes without a rest. Take five.", &state)
    }
    if let part = part(state) { return effects + follow(part, running, &state, &room) }
    let blocks = state.runningBlocks
    // Several pages may show the session: only the visible one on its own device rotates.
    guard state.isShown, isOurs(running, room), let spot = nextSpot(state), let last = blocks.last,
      blocks.lastSeconds(of: total) >= Int64(state.options.turnMinutes) * 60,
      spot != Spot(last.piece, last.section)
    else { return effects }
    return effects + turn(to: spot, byItself: true, &state, &room)
      + say("Now: \(name(of: spot, state.book)).", &state)
  }

  /// The next turn, if rotating; a plan goes first.
  static func nextSpot(_ state: State) -> Spot? {
    let spots = state.options.spots.filter { state.book.piece($0.piece) != nil }
    guard state.options.isTurning, spots.count > 1, part(state) == nil,
      let last = state.runningBlocks.last
    else { return nil }
    guard let place = spots.firstIndex(of: Spot(last.piece, last.section)) else { return spots[0] }
    return spots[(place + 1) % spots.count]
  }

  static func say(_ text: String, _ state: inout State) -> [Effect<Message>] {
    state.news = text
    state.version += 1
    return [.toast(text)]
  }
}
