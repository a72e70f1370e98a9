import CSQLite
import Platform
public import Storage

/// A copy of a store's file, made while a server goes on writing to it.
public enum SQLiteCopy {
  /// How much is copied at a time, and for how long the disk is then left to others.
  private static let pages: Int32 = 256
  private static let pause: UInt32 = 1_000
  /// After so many pieces what is written is brought to the disk: all of it at the end would hold up pushes.
  private static let piecesBetweenSyncs = 8

  /// Copies the store at `path` as it is at this moment to `target`, where nothing may lie yet.
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
