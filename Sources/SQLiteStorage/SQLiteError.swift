import CSQLite
import Platform

/// An error of SQLite.
public struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code.
  public let code: Int32
  public let message: String

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// The last error of `database`; a null handle means that there was not enough memory.
  @unsafe init(code: Int32, database: OpaquePointer?) {
    guard let database = unsafe database, let text = unsafe sqlite3_errmsg(database) else {
      self.init(code: code, message: unsafe String(cString: sqlite3_errstr(code)))
      return
    }
    // A quota or a file size limit counts as a full disk, although SQLite reports an I/O error.
    let reason = unsafe SystemError(
      code: code == Self.failedWrite
        ? woodshed_sqlite_write_errno(database) : sqlite3_system_errno(database))
    let isFull = code & 0xff == SQLITE_IOERR && reason.isFullDisk
    self.init(code: isFull ? SQLITE_FULL : code, message: unsafe String(cString: text))
  }

  /// `SQLITE_IOERR_WRITE`, a macro that does not import.
  private static let failedWrite = SQLITE_IOERR | 3 << 8

  /// The code without its extension: `SQLITE_BUSY`, `SQLITE_FULL` and so on.
  public var primaryCode: Int32 { code & 0xff }
}
