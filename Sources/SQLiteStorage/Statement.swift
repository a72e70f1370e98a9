import CSQLite

/// A prepared statement while it is lent: values in, rows out.
///
/// As in SQLite, places of values count from 1 and columns from 0.
@safe public struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let database: OpaquePointer

  @unsafe init(_ handle: OpaquePointer, in database: OpaquePointer) {
    unsafe self.handle = handle
    unsafe self.database = database
  }

  deinit {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  public mutating func bind(_ number: Int64, at place: Int32) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(handle, place, number))
  }

  public mutating func bind(_ bytes: [UInt8], at place: Int32) throws(SQLiteError) {
    let code = unsafe bytes.withUnsafeBytes {
      unsafe woodshed_sqlite_bind(handle, place, $0.baseAddress, UInt64($0.count))
    }
    try check(code)
  }

  /// Binds sixteen bytes, the most significant of `high` first.
  public mutating func bind(high: UInt64, low: UInt64, at place: Int32) throws(SQLiteError) {
    let words = (high.bigEndian, low.bigEndian)
    let code = unsafe withUnsafeBytes(of: words) {
      unsafe woodshed_sqlite_bind(handle, place, $0.baseAddress, 16)
    }
    try check(code)
  }

  public mutating func bindNull(at place: Int32) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_null(handle, place))
  }

  /// Goes to the next row; returns whether there is one.
  public mutating func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw unsafe SQLiteError(code: code, database: database)
    }
  }

  /// Resets the statement, to be run with other values; bound values stay.
  public mutating func rewind() {
    unsafe sqlite3_reset(handle)
  }

  public func int(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  public func bytes(_ column: Int32) -> [UInt8] {
    // The bytes first, then their number: SQLite may convert in the first call.
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Sixteen bytes as two numbers, the most significant of the first one first; `nil` for other bytes.
  public func words(_ column: Int32) -> (high: UInt64, low: UInt64)? {
    let start = unsafe sqlite3_column_blob(handle, column)
    guard unsafe sqlite3_column_bytes(handle, column) == 16, let start = unsafe start else {
      return nil
    }
    let words = unsafe start.loadUnaligned(as: (UInt64, UInt64).self)
    return (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1))
  }

  public func byteCount(_ column: Int32) -> Int {
    Int(unsafe sqlite3_column_bytes(handle, column))
  }

  public func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, database: database) }
  }
}
