public import Markup
import Pages
import RoomKit

/// What a single key does, anywhere outside of fields.
public enum Shortcut: Equatable, Sendable {
  case help
  case place(Route)
  case undo
  case redo
  /// A key that acts on a room.
  case room(key: String)
  /// Closes what is open; dialogs handle this key themselves.
  case leave

  /// What `press` does, or `nil` when it does nothing.
  public init?(_ press: KeyPress) {
    if let shortcut = Self.editing(press) {
      self = shortcut
      return
    }
    guard !press.isCommand, !press.repeats,
      let entry = Self.all.first(where: { $0.key == press.key })
    else { return nil }
    self = entry.shortcut
  }

  /// Undo and redo, as in every program.
  private static func editing(_ press: KeyPress) -> Shortcut? {
    if press.key == "Escape", !press.isCommand { return .leave }
    guard press.control != press.meta, !press.alt else { return nil }
    switch press.key {
    case "z" where !press.shift: return .undo
    case "z", "Z", "y": return .redo
    default: return nil
    }
  }

  /// The rooms are numbered in their order.
  private static var rooms: [(key: String, shortcut: Shortcut, text: String)] {
    Room.allCases.enumerated().map { index, room in
      ("\(index + 1)", .place(Route(path: room.path)), room.name)
    }
  }

  private static var ofRooms: [(key: String, shortcut: Shortcut, text: String)] {
    RoomList.keys.map { _, key in (key.key, .room(key: key.key), key.text) }
  }

  /// Every shortcut: its key and its description in the help sheet.
  static let all: [(key: String, shortcut: Shortcut, text: String)] =
    rooms + ofRooms + [
      (",", .place(.page(.settings)), "Settings"),
      ("?", .help, "This list"),
    ]
}
