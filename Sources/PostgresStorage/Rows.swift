import CPostgres

/// The result rows of a statement, in PostgreSQL's binary format; columns count from 0.
@safe public struct Rows: ~Copyable {
  private let result: OpaquePointer

  @unsafe init(_ result: OpaquePointer) {
    unsafe self.result = result
  }

  deinit { unsafe PQclear(result) }

  public var count: Int { Int(unsafe PQntuples(result)) }

  /// A `bigint`; null reads as 0.
  public func int(_ row: Int, _ column: Int32) throws(PostgresError) -> Int64 {
    let bytes = unsafe buffer(row, column)
    guard bytes.count > 0 else { return 0 }
    guard bytes.count == 8 else { throw .damagedRow }
    return Int64(bigEndian: unsafe bytes.loadUnaligned(as: Int64.self))
  }

  /// A `bytea`; null reads as no bytes.
  public func bytes(_ row: Int, _ column: Int32) -> [UInt8] {
    unsafe Array(buffer(row, column))
  }

  /// How long a `bytea` is.
  public func byteCount(_ row: Int, _ column: Int32) -> Int {
    Int(unsafe PQgetlength(result, Int32(row), column))
  }

  /// A `bytea` of sixteen bytes, as two numbers, the most significant of the first one first.
  public func words(
    _ row: Int, _ column: Int32
  ) throws(PostgresError) -> (high: UInt64, low: UInt64) {
    let bytes = unsafe buffer(row, column)
    guard bytes.count == 16 else { throw .damagedRow }
    let words = unsafe bytes.loadUnaligned(as: (UInt64, UInt64).self)
    return (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1))
  }

  @unsafe private func buffer(_ row: Int, _ column: Int32) -> UnsafeRawBufferPointer {
    let start = unsafe PQgetvalue(result, Int32(row), column)
    let count = Int(unsafe PQgetlength(result, Int32(row), column))
    return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
  }
}
