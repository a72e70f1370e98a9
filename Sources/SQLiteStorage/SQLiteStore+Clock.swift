public import Storage

extension SQLiteStore: ClockStore {
  public func seenTime() throws(StorageError) -> SeenTime? {
    try readers.read { database throws(SQLiteError) in try database.seenTime() }
  }

  public func note(_ seen: SeenTime, isReplacing: Bool) throws(StorageError) {
    try writer.perform(for: nil) { database throws(SQLiteError) in
      try database.note(seen, isReplacing: isReplacing)
    }
  }
}
