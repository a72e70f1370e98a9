import CSQLite

extension Database {
  /// Copies the file as it is at one moment into an empty one, while others go on writing.
  ///
  /// A transaction that reads holds the moment. Without it SQLite would begin anew after every commit of
  /// another connection, and never end beside a busy server. Nothing is written to the file that is copied
  /// and nothing checkpointed, so that all of that stays with the server's one connection: Debian's SQLite
  /// damages files where two do it at once.
  ///
  /// - Parameter step: called between pieces of so many pages, with how many there are.
  mutating func copy(
    into target: inout Database, pagesAtATime: Int32,
    step: (_ pages: Int) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try inTransaction("BEGIN") { source throws(SQLiteError) in
      try source.run("SELECT count(*) FROM sqlite_schema")
      guard let backup = unsafe sqlite3_backup_init(target.handle, "main", source.handle, "main")
      else { throw unsafe SQLiteError(code: SQLITE_ERROR, database: target.handle) }
      var code = SQLITE_OK
      var failure: SQLiteError?
      repeat {
        code = unsafe sqlite3_backup_step(backup, pagesAtATime)
        do throws(SQLiteError) {
          if code == SQLITE_OK { try step(Int(unsafe sqlite3_backup_pagecount(backup))) }
        } catch {
          failure = error
        }
      } while code == SQLITE_OK && failure == nil
      let end = unsafe sqlite3_backup_finish(backup)
      if let failure { throw failure }
      guard code == SQLITE_DONE, end == SQLITE_OK else {
        throw unsafe SQLiteError(
          code: code == SQLITE_DONE ? end : code, database: target.handle)
      }
    }
  }
}
