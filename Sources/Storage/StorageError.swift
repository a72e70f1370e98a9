/// Why a store failed.
///
/// Contains no user data, so it can be logged.
public enum StorageError: Error, Hashable, Sendable {
  /// It is busy; try again soon.
  case busy
  /// There is no room left on the disk.
  case full
  /// The store cannot be reached, or is stopping.
  case unavailable
  /// The data is damaged.
  case corrupt
  /// The store was created by a newer Woodshed, with that version of the tables.
  case later(version: Int, known: Int)
  /// There was a store, but its database is empty or missing.
  case lost
  /// Another program has the store open.
  case taken
  /// The store failed with its own code.
  case failed(code: String)
}

extension StorageError: CustomStringConvertible {
  /// What happened and what to do, for the operator.
  public var description: String {
    switch self {
    case .busy: "it is busy; try again in a moment"
    case .full: "its disk is full; free some space"
    case .unavailable: "it cannot be reached; check that it is running and its address is right"
    case .corrupt: "it is damaged; run `woodshed check`, or restore the last backup"
    case .later(let version, let known):
      "it was created by a newer Woodshed (tables \(version), this one knows \(known)); install that one"
    case .lost:
      "it is empty or missing, but has held data before; stop the server and restore the last backup"
    case .taken: "another Woodshed has it open; stop that one or choose another folder with --data"
    case .failed(let code): "it failed with code \(code)"
    }
  }
}
