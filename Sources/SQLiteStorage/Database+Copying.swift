import CSQLite

extension Database {
  /// Copies the file as of one moment into an empty one, while others continue to write.
  ///
  /// A read transaction fixes the moment. Without it, SQLite would start again after every commit of another
  /// connection and never finish beside a busy server. Nothing is written to the source or checkpointed, so that only
  /// the server's one connection does that: Debian's SQLite damages files if two do it at once.
  ///
  /// - Parameter step: called between pieces of `pagesAtATime` pages, with the total number of pages.
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
