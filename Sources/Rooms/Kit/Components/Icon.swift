public import Markup

/// Our own line drawings, on a square of 24 with round ends.
public enum Icon: CaseIterable, Sendable {
  case journal, reeds, tools, light, sessions
  case account, add, back, bolt, bulb, check, close, copy, down, download, drone, ear, edit, file
  case flag, forward, full, grip, keyboard, lesson, lock, metronome, minus, mute, offline, pause
  case picture, play, record, redo
  case reload, score, search, share, sliders, stop, trash, tuner, undo, up, volume, warning

  /// The icon's name on the components page.
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
    case .bolt: "bolt"
    case .bulb: "bulb"
    case .check: "check"
    case .close: "close"
    case .copy: "copy"
    case .down: "down"
    case .download: "download"
    case .drone: "drone"
    case .ear: "ear"
    case .edit: "edit"
    case .file: "file"
    case .flag: "flag"
    case .forward: "forward"
    case .full: "full"
    case .grip: "grip"
    case .keyboard: "keyboard"
    case .lesson: "lesson"
    case .lock: "lock"
    case .metronome: "metronome"
    case .minus: "minus"
    case .mute: "mute"
    case .offline:
      "offline"
    case .pause: "pause"
    case .picture: "picture"
    case .play: "play"
    case .record: "record"
    case .redo: "redo"
    case .reload: "reload"
    case .score: "score"
    case .search: "search"
    case .share: "share"
    case .sliders: "sliders"
    case .stop: "stop"
    case .trash: "trash"
    case .tuner: "tuner"
    case .undo: "undo"
    case .up: "up"
    case .volume: "volume"
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
    case .bolt: "M13 3L5 14h6l-1 7 8-11h-6z"
    case .bulb:
      "M9 17h6M10 20.5h4M8.5 14.5a5.5 5.5 0 1 1 7 0c-.7.6-.9 1.4-1 2.5h-5c-.1-1.1-.3-1.9-1-2.5"
    case .check: "M5 12.5l4.5 4.5L19 7"
    case .close: "M6 6l12 12M18 6L6 18"
    case .copy: "M9 9h10v11H9zM15 9V4H5v11h4"
    case .down: "M5 9l7 7 7-7"
    case .drone: "M3 12h3M18 12h3M6 12c1.5-9 3-9 4.5 0s3 9 4.5 0 2-7 3 0"
    case .ear:
      "M7 9.5a5 5 0 0 1 10 0c0 4-3.5 4.5-3.5 8a2.5 2.5 0 0 1-4.8 1M10 10a2.2 2.2 0 0 1 4.2-.6"
    case .edit: "M4 20l4-1L20 7l-3-3L5 16zM14.5 6.5l3 3"
    case .download: "M12 4v11M7.5 11l4.5 4.5L16.5 11M5 20h14"
    case .file: "M6 3h8l4 4v14H6zM14 3v4h4"
    case .flag: "M6 21V4M6 5h11l-2.5 4 2.5 4H6"
    case .full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"
    case .forward: "M9 5l7 7-7 7"
    case .grip: "M9 6h0M15 6h0M9 12h0M15 12h0M9 18h0M15 18h0"
    case .keyboard:
      "M3 7h18v11H3zM6.5 10.5h0M10 10.5h0M14 10.5h0M17.5 10.5h0M8 14.5h8"
    case .lesson: "M2.5 9.5L12 5l9.5 4.5L12 14zM6.5 11.5v4.5c3 2.6 8 2.6 11 0v-4.5M21.5 9.5v5.5"
    case .lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"
    case .metronome: "M8 20h8l3-16H9zM12 14l5-9"
    case .minus: "M5 12h14"
    case .mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5"
    case .offline:
      "M4 4l16 16M9 7.5A6 6 0 0 1 17.5 11a4 4 0 0 1 2 6.5M15 19H7a4.5 4.5 0 0 1-.5-9"
    case .pause: "M9 5v14M15 5v14"
    case .picture: "M3 5h18v14H3zM3.5 16.5l5-5 4.5 4.5 3-3 4.5 4.5M16 9h0"
    case .play: "M8 5l11 7-11 7z"
    case .record: "M18 12a6 6 0 1 1-12 0a6 6 0 0 1 12 0"
    case .redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3"
    case .reload: "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5"
    case .score: "M4 5h16v14H4zM4 9.7h16M4 14.3h16M9.3 5v14M14.7 5v14"
    case .search: "M16 10.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 0 1 11 0M14.5 14.5L20 20"
    case .share: "M12 15V4M8 7.5L12 4l4 3.5M6 11H5v9h14v-9h-1"
    case .sliders: "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h10M18 17h2M16 15v4"
    case .stop: "M7 7h10v10H7z"
    case .trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5"
    case .tuner: "M4 17a8.5 8.5 0 0 1 16 0M12 17l3-7M12 17h0"
    case .undo: "M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3"
    case .up: "M5 15l7-7 7 7"
    case .volume: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"
    case .warning: "M12 4l9 16H3zM12 10v5M12 17.5h0"
    }
  }

  /// The drawing. It is hidden from screen readers, so it needs text beside it or a label.
  public func view<Message>() -> Node<Message> {
    SVG.svg(.className("icon"), .viewBox("0 0 24 24"), .hidden(fromReaders: true)) {
      SVG.path(.pathData(path))
    }
  }
}
