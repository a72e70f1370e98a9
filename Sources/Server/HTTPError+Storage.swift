import HTTP
import Storage

extension HTTPError {
  /// What a device is told of a store that failed: what is safe, and what to do.
  init(_ error: StorageError) {
    let (code, words): (String, String) =
      switch error {
      case .busy: ("storage_busy", "The server is busy. It is tried again by itself.")
      case .full:
        ("storage_full", "The server's disk is full. Whoever keeps it must make room.")
      case .unavailable, .taken:
        ("storage_unavailable", "The server cannot reach its data. It is tried again by itself.")
      case .corrupt, .later, .lost, .failed:
        ("storage_failed", "The server cannot use its data. Whoever keeps it finds why in its log.")
      }
    self.init(
      .unavailable, code: code,
      message: "\(words) Nothing is lost: your work is safe on this device.",
      headers: ["Retry-After": error == .busy ? "1" : "10"])
  }
}

extension StorageError {
  /// A word for the log, which holds nothing that anybody wrote.
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
