import JournalRoom
public import Markup
import Pages
import RoomKit
import ToolsRoom

/// What a single key does, anywhere outside of fields.
public enum Shortcut: Equatable, Sendable {
  case help
  case place(Route)
  case undo
  case redo
  /// Begins a take, or ends it.
  case record
  /// What the tool that shows is for.
  case startOrStop
  /// What is open closes; dialogs do so by themselves.
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

  /// Undo and redo as every program has them.
  private static func editing(_ press: KeyPress) -> Shortcut? {
    if press.key == "Escape", !press.isCommand { return .leave }
    guard press.control != press.meta, !press.alt else { return nil }
    switch press.key {
    case "z" where !press.shift: return .undo
    case "z", "Z", "y": return .redo
    default: return nil
    }
  }

  /// Every shortcut: its key and what the help sheet says of it.
  static let all: [(key: String, shortcut: Shortcut, text: String)] = [
    ("1", .place(.journal(.days)), "Journal"),
    ("2", .place(.promised(.reeds)), "Reeds"),
    ("3", .place(.tools(.last)), "Tools"),
    ("4", .place(.promised(.light)), "Light"),
    ("5", .place(.promised(.sessions)), "Sessions"),
    ("r", .record, "Record, stop recording"),
    (" ", .startOrStop, "In Tools: start, stop"),
    (",", .place(.page(.settings)), "Settings"),
    ("?", .help, "This list"),
  ]
}
