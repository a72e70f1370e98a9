import CSQLite
import Storage

extension StorageError {
  init(_ error: SQLiteError) {
    self =
      switch error.primaryCode {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_FULL: .full
      case SQLITE_EMPTY: .lost
      case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
      case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_IOERR: .unavailable
      default: .failed(code: "SQLITE_\(error.code)")
      }
  }
}

extension SQLiteError {
  /// A row does not contain what was written.
  static let damagedRow = SQLiteError(
    code: SQLITE_CORRUPT, message: "a row is damaged")
}
