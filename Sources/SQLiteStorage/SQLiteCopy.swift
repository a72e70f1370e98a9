import CSQLite
import Platform
public import Storage

/// Copies a store's file while a server continues to write to it.
public enum SQLiteCopy {
  /// How much is copied at a time, and how long the disk is then left to others.
  private static let pages: Int32 = 256
  private static let pause: UInt32 = 1_000
  /// After how many pieces the copy is synced: syncing all of it at the end would delay pushes.
  private static let piecesBetweenSyncs = 8

  /// Copies the current state of the store at `path` to `target`, which must not exist yet.
  ///
  /// When this returns, the copy is on the disk; when it throws, none is left.
  public static func make(of path: String, at target: String) throws(StorageError) {
    guard !Files.exists(target) else { throw .failed(code: "EEXIST") }
    do throws(SQLiteError) {
      try copy(path, to: target)
    } catch {
      Files.removeIfThere(target)
      throw StorageError(error)
    }
    do throws(SystemError) {
      try Files.sync(target)
    } catch {
      Files.removeIfThere(target)
      throw StorageError(error)
    }
  }

  private static func copy(_ path: String, to target: String) throws(SQLiteError) {
    var source = try Database.open(path, for: .reading)
    var copy = try Database.open(target, for: .filling)
    var pieces = 0
    try source.copy(into: &copy, pagesAtATime: pages) { _ throws(SQLiteError) in
      pieces += 1
      if pieces % piecesBetweenSyncs == 0 {
        do throws(SystemError) {
          try Files.sync(target)
        } catch {
          throw SQLiteError(code: SQLITE_IOERR, message: error.message)
        }
      }
      Files.pause(microseconds: pause)
    }
  }
}

extension StorageError {
  init(_ error: SystemError) {
    self = error.isFullDisk ? .full : .failed(code: error.message)
  }
}
