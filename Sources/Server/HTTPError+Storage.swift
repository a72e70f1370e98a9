import HTTP
import Storage

extension HTTPError {
  /// The message for a failed store: what is safe, and what to do.
  init(_ error: StorageError) {
    let (code, words): (String, String) =
      switch error {
      case .busy: ("storage_busy", "The server is busy. The app will try again soon.")
      case .full:
        ("storage_full", "The server's disk is full. Whoever runs it must free some space.")
      case .unavailable, .taken:
        ("storage_unavailable", "The server cannot reach its data. The app will try again soon.")
      case .corrupt, .later, .lost, .failed:
        ("storage_failed", "The server cannot use its data. Whoever runs it should check its log.")
      }
    self.init(
      .unavailable, code: code,
      message: "\(words) Nothing is lost: your work is safe on this device.",
      headers: ["Retry-After": error == .busy ? "1" : "10"])
  }
}

extension StorageError {
  /// A word for the log, without user data.
  var logWord: String {
    switch self {
    case .busy: "busy"
    case .full: "full"
    case .unavailable: "unavailable"
    case .corrupt: "corrupt"
    case .later(let version, _): "later-version-\(version)"
    case .lost: "lost"
    case .taken: "taken"
    case .failed(let code): "code-\(code)"
    }
  }
}
