public import Markup

/// Our own line drawings, on a square of 24 with round ends.
public enum Icon: CaseIterable, Sendable {
  case journal, reeds, tools, light, sessions
  case account, add, back, check, close, copy, download, file, forward, keyboard, minus, offline
  case play, record, redo, reload, search, share, stop, trash, undo, warning

  /// What the drawing shows, for those who look for it.
  public var name: String {
    switch self {
    case .journal: "journal"
    case .reeds: "reeds"
    case .tools: "tools"
    case .light: "light"
    case .sessions: "sessions"
    case .account: "account"
    case .add: "add"
    case .back: "back"
    case .check: "check"
    case .close: "close"
    case .copy: "copy"
    case .download: "download"
    case .file: "file"
    case .forward: "forward"
    case .keyboard: "keyboard"
    case .minus: "minus"
    case .offline:
      "offline"
    case .play: "play"
    case .record: "record"
    case .redo: "redo"
    case .reload: "reload"
    case .search: "search"
    case .share: "share"
    case .stop: "stop"
    case .trash: "trash"
    case .undo: "undo"
    case .warning: "warning"
    }
  }

  private var path: String {
    switch self {
    case .journal:
      "M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12M9 8h6M9 11h4"
    case .reeds: "M9 21v-7l-2-3 2-8h6l2 8-2 3v7zM9 14h6M9 17h6"
    case .tools: "M8 20h8l3-16H9zM12 14l5-9"
    case .light:
      "M14 10a5 5 0 1 1-10 0a5 5 0 0 1 10 0M20 10a5 5 0 1 1-10 0a5 5 0 0 1 10 0"
        + "M17 15a5 5 0 1 1-10 0a5 5 0 0 1 10 0"
    case .sessions: "M4 20l5-9 4 5 3-6 4 10zM16 4v4M14 6h4"
    case .account: "M16 8.5a4 4 0 1 1-8 0a4 4 0 0 1 8 0M4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6"
    case .add: "M12 5v14M5 12h14"
    case .back: "M15 5l-7 7 7 7"
    case .check: "M5 12.5l4.5 4.5L19 7"
    case .close: "M6 6l12 12M18 6L6 18"
    case .copy: "M9 9h10v11H9zM15 9V4H5v11h4"
    case .download: "M12 4v11M7.5 11l4.5 4.5L16.5 11M5 20h14"
    case .file: "M6 3h8l4 4v14H6zM14 3v4h4"
    case .forward: "M9 5l7 7-7 7"
    case .keyboard:
      "M3 7h18v11H3zM6.5 10.5h0M10 10.5h0M14 10.5h0M17.5 10.5h0M8 14.5h8"
    case .minus: "M5 12h14"
    case .offline:
      "M4 4l16 16M9 7.5A6 6 0 0 1 17.5 11a4 4 0 0 1 2 6.5M15 19H7a4.5 4.5 0 0 1-.5-9"
    case .play: "M8 5l11 7-11 7z"
    case .record: "M18 12a6 6 0 1 1-12 0a6 6 0 0 1 12 0"
    case .redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3"
    case .reload: "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5"
    case .search: "M16 10.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 0 1 11 0M14.5 14.5L20 20"
    case .share: "M12 15V4M8 7.5L12 4l4 3.5M6 11H5v9h14v-9h-1"
    case .stop: "M7 7h10v10H7z"
    case .trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5"
    case .undo: "M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3"
    case .warning: "M12 4l9 16H3zM12 10v5M12 17.5h0"
    }
  }

  /// The drawing; it says nothing to those who listen, so words stand beside it or in a label.
  public func view<Message>() -> Node<Message> {
    SVG.svg(.className("icon"), .viewBox("0 0 24 24"), .hidden(fromReaders: true)) {
      SVG.path(.pathData(path))
    }
  }
}
