import CSQLite

/// What SQLite said no with.
public struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code.
  public let code: Int32
  public let message: String

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// The error that `database` met last; a null handle means that there was no memory for one.
  @unsafe init(code: Int32, database: OpaquePointer?) {
    guard let database = unsafe database, let text = unsafe sqlite3_errmsg(database) else {
      self.init(code: code, message: unsafe String(cString: sqlite3_errstr(code)))
      return
    }
    self.init(code: code, message: unsafe String(cString: text))
  }

  /// The code without what makes it more precise: `SQLITE_BUSY`, `SQLITE_FULL` and so on.
  public var primaryCode: Int32 { code & 0xff }
}
