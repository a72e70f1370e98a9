import Domain
import JournalRoom
import Ledger
import LightRoom
import Pages
import Program
import RoomKit
import ToolsRoom

// The line with which each room explains itself the first time.
extension Shell {
  /// The storage key of the rooms whose line was read on this device.
  static let linesKey = "woodshed.lines"

  /// The kinds that say how the app and its tools are set up, and what the tuner notes of each day: nothing that a
  /// person made.
  static let setups = Schema.setups.map { $0.kind } + [.intonation]

  static func linesRead(_ text: String?) -> [Room] {
    let names = (text ?? "").utf8.split(separator: 0x20)
    return Room.allCases.filter { room in
      names.contains { $0.elementsEqual(room.name.utf8) }
    }
  }

  /// The line of the room on screen goes away for good: at once, or when the person leaves the room, so that nothing
  /// moves under the finger of somebody who does something there.
  static func readLine(stays: Bool, _ state: inout State) -> [Effect<Message>] {
    guard let room = state.route.home, state.explains(room) else { return [] }
    state.lineStays = stays
    let before = state.explained ?? []
    guard !before.contains(room) else { return [] }
    let read = before + [room]
    state.explained = read
    return [.save(read.map { $0.name }.joined(separator: " "), under: linesKey)]
  }

  /// Whether the person did something in the room on screen: changed something, or started a tool.
  static func acts(_ message: Message, _ effects: [Effect<Message>], _ state: State) -> Bool {
    guard case .room(let message) = message, let home = state.route.home,
      RoomList.room(of: message) == home
    else { return false }
    return RoomList.starts(message)
      || effects.contains { effect in
        guard case .keep(let keeping) = effect.order else { return false }
        return !keeping.label.hasSameBytes(as: Action.byItself)
      }
  }
}

extension Shell.State {
  /// Whether a room still explains itself. In a space of one's own, an empty room says the same, and one with data
  /// needs no explanation.
  func explains(_ room: Room) -> Bool {
    guard let explained, !explained.contains(room) || lineStays && room == route.home else {
      return false
    }
    return room == .tools || room == .light || safekeeping.space == .sample
  }
}
