import CSQLite

// Commits append to a log beside the file; a checkpoint copies it into the file.

extension Database {
  /// How many pages the log may have before it is copied. That holds everybody up: 32 MiB took up to 90 ms.
  private static let pageLimit: Int32 = 1_000

  /// From now on a commit copies nothing, so that its answer need not wait; ``checkpointIfDue()`` does.
  mutating func postponeCheckpoints() {
    let pages = unsafe logPages ?? .allocate(capacity: 1)
    unsafe pages.initialize(to: 0)
    unsafe logPages = pages
    // This replaces what SQLite does after a commit.
    _ = unsafe sqlite3_wal_hook(
      handle,
      { pages, _, _, count in
        unsafe pages?.storeBytes(of: count, as: Int32.self)
        return SQLITE_OK
      }, pages)
  }

  /// Copies the log into the file once it is long enough, as far as those who read allow; the rest is copied next time.
  mutating func checkpointIfDue() {
    guard let pages = unsafe logPages, unsafe pages.pointee >= Self.pageLimit else { return }
    unsafe pages.pointee = 0
    // If it fails, nothing is lost: all of it is in the log, too.
    _ = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }
}
