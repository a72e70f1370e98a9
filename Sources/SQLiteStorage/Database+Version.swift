import CSQLite
import Platform
import Storage

extension Database {
  /// Opens a store for reading, if this program knows its tables.
  static func look(at path: String) throws(StorageError) -> Database {
    var database = try openStore(at: path, for: .reading)
    let version = try database.storeVersion()
    guard version > 0 else { throw .lost }
    _ = try Tables.migrations.after(version: version)
    return database
  }

  static func openStore(at path: String, for access: Access) throws(StorageError) -> Database {
    do throws(SQLiteError) {
      return try open(path, for: access)
    } catch {
      throw StorageError(error)
    }
  }

  /// The version of the tables; 0 if there are none yet.
  mutating func storeVersion() throws(StorageError) -> Int {
    do throws(SQLiteError) {
      return try version()
    } catch {
      throw StorageError(error)
    }
  }

  mutating func version() throws(SQLiteError) -> Int {
    let hasTables = try withStatement(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'version'"
    ) { statement throws(SQLiteError) in try statement.step() }
    guard hasTables else { return 0 }
    return try withStatement("SELECT version FROM version") { statement throws(SQLiteError) in
      try statement.step() ? Int(clamping: statement.int(0)) : 0
    }
  }

  /// Refuses an existing empty file: opening it, even for reading, would remove the log beside it.
  static func refuseEmpty(_ path: String) throws(SQLiteError) {
    guard Files.byteCount(of: path) == 0 else { return }
    throw SQLiteError(code: SQLITE_EMPTY, message: "the file is empty")
  }
}
