import CSQLite
import Ledger
import Storage

/// A connection to an SQLite file, closed when it is destroyed; only one thread at a time may use it.
///
/// SQL is a `StaticString`, so that user input can never become part of it. Statements are prepared once and cached.
@safe public struct Database: ~Copyable {
  public enum Access: Sendable {
    case reading, writing
    /// A file that nobody changes, such as a backup: no lock is taken and no file created beside it.
    case still
    /// A new file into which another is copied; nobody else uses it yet.
    case filling
  }

  let handle: OpaquePointer
  /// Where damaged rows are counted.
  var damage = DamageLog()
  private var statementsByText: [UInt: OpaquePointer] = unsafe [:]
  /// Where SQLite notes how many pages the log has, once checkpoints are postponed.
  var logPages: UnsafeMutablePointer<Int32>?

  /// Done by whoever opens a file first. If it is refused, SQLite works all the same, more slowly.
  private static let prepared = woodshed_sqlite_prepare()

  private init(opening path: String, flags: Int32) throws(SQLiteError) {
    _ = Self.prepared
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe handle else {
      // SQLite returns a handle even on failure; it contains the message.
      let error = unsafe SQLiteError(code: code, database: handle)
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    unsafe self.handle = opened
  }

  /// Opens the file at `path`; writing creates it if needed.
  public static func open(_ path: String, for access: Access) throws(SQLiteError) -> Database {
    let mode =
      switch access {
      case .writing, .filling: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .reading: SQLITE_OPEN_READONLY
      case .still: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    if access == .reading || access == .still { try refuseEmpty(path) }
    let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW
    var database = try Database(
      opening: access == .still ? stillAddress(of: path) : path, flags: flags)
    try database.prepare(for: access)
    return database
  }

  deinit {
    unsafe statementsByText.values.forEach { unsafe sqlite3_finalize($0) }
    unsafe sqlite3_close_v2(handle)
    unsafe logPages?.deallocate()
  }

  /// Lends the statement `sql`, unbound and reset, and takes it back in every case.
  public mutating func withStatement<Result>(
    _ sql: StaticString, _ body: (inout Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    var statement = unsafe Statement(try prepared(sql), in: handle)
    return try body(&statement)
  }

  /// Runs a statement without results.
  public mutating func run(
    _ sql: StaticString, _ bind: (inout Statement) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) {
    try withStatement(sql) { statement throws(SQLiteError) in
      try bind(&statement)
      while try statement.step() {}
    }
  }

  /// Whether a transaction is open; SQLite ends it automatically when the disk is full or failing.
  public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` in a transaction.
  public mutating func inTransaction<Result>(
    _ begin: StaticString, _ body: (inout Database) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try run(begin)
    do throws(SQLiteError) {
      let result = try body(&self)
      try run("COMMIT")
      return result
    } catch {
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }

  private mutating func prepared(_ sql: StaticString) throws(SQLiteError) -> OpaquePointer {
    let key = unsafe UInt(bitPattern: sql.utf8Start)
    if let statement = unsafe statementsByText[key] { return unsafe statement }
    var statement: OpaquePointer?
    let code = sql.withUTF8Buffer { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
          &statement, nil)
      }
    }
    guard code == SQLITE_OK, let statement = unsafe statement else {
      throw unsafe SQLiteError(code: code, database: handle)
    }
    unsafe statementsByText[key] = statement
    return unsafe statement
  }
}

extension Database {
  /// Makes the connection safe: commits reach the disk, and the file is not trusted.
  private mutating func prepare(for access: Access) throws(SQLiteError) {
    try check(unsafe woodshed_sqlite_defend(handle))
    for (limit, value) in Self.limits { _ = unsafe sqlite3_limit(handle, limit, value) }
    try check(unsafe sqlite3_busy_timeout(handle, 5_000))
    try run("PRAGMA foreign_keys = ON")
    try run("PRAGMA cell_size_check = ON")
    switch access {
    case .writing:
      try run("PRAGMA journal_mode = WAL")
      try run("PRAGMA synchronous = FULL")
      // Purged data is also overwritten in the file.
      try run("PRAGMA secure_delete = ON")
      // Pages that are written repeatedly stay in memory.
      try run("PRAGMA cache_size = -65536")
      // A commit that checkpoints holds everybody up while it copies: 32 MiB took up to 90 ms.
      try run("PRAGMA wal_autocheckpoint = 1000")
    case .filling:
      // The caller syncs it to the disk, and removes it if something goes wrong.
      try run("PRAGMA journal_mode = OFF")
      try run("PRAGMA synchronous = OFF")
    case .still: break
    case .reading:
      // With Debian's SQLite, two connections must not checkpoint: only the writing one does.
      try run("PRAGMA wal_autocheckpoint = 0")
      try check(unsafe woodshed_sqlite_close_without_checkpoint(handle))
    }
  }

  /// The URI of the file at `path`, which tells SQLite that nobody changes it.
  private static func stillAddress(of path: String) -> String {
    let plain = Array("/-._~".utf8)
    var address = "file:"
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: address += String(UnicodeScalar(byte))
      case _ where plain.contains(byte): address += String(UnicodeScalar(byte))
      default: address += "%" + Hex.text(of: UInt64(byte), digits: 2)
      }
    }
    return address + "?immutable=1"
  }

  func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, database: handle) }
  }

  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_LENGTH, 1_048_576), (SQLITE_LIMIT_SQL_LENGTH, 8_192), (SQLITE_LIMIT_COLUMN, 64),
    (SQLITE_LIMIT_EXPR_DEPTH, 32), (SQLITE_LIMIT_COMPOUND_SELECT, 4),
    (SQLITE_LIMIT_FUNCTION_ARG, 8), (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64), (SQLITE_LIMIT_VARIABLE_NUMBER, 32),
    (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]
}
