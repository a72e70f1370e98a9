/// Why a store could not do what it was asked.
///
/// Nothing that a person wrote is in it: it may be logged as it is.
public enum StorageError: Error, Hashable, Sendable {
  /// Too much is going on; trying again soon will do.
  case busy
  /// There is no room left on the disk.
  case full
  /// The store cannot be reached, or is stopping.
  case unavailable
  /// What is kept is damaged.
  case corrupt
  /// The store was made by a later Woodshed, of that version of the tables.
  case later(version: Int, known: Int)
  /// There was a store, and its database is empty or gone.
  case lost
  /// Another program has the store open.
  case taken
  /// The store said no with this code of its own.
  case failed(code: String)
}

extension StorageError: CustomStringConvertible {
  /// What happened and what to do, for whoever keeps the server.
  public var description: String {
    switch self {
    case .busy: "it is busy; try again in a moment"
    case .full: "its disk is full; make room, and everything goes on by itself"
    case .unavailable: "it cannot be reached; see that it runs and that its address is right"
    case .corrupt: "it is damaged; run `woodshed check`, or restore the last backup"
    case .later(let version, let known):
      "it was made by a later Woodshed (tables \(version), this one knows \(known)); install that one"
    case .lost:
      "it is empty or gone, though there was one; stop the server and restore the last backup"
    case .taken: "another Woodshed has it open; stop that one, or choose another folder with --data"
    case .failed(let code): "it failed with code \(code)"
    }
  }
}
