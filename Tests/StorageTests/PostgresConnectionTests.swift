import Ledger
import Platform
import Storage
import TestSupport
import Testing

@testable import PostgresStorage

@Suite struct PostgresConnectionTests {
  private let address: String

  init() throws { address = try PostgresServer.shared().makeDatabase() }

  @Test func carriesValuesInBinary() throws {
    var connection = try Connection.open(address)
    let rows = try connection.run(
      """
      SELECT $1, $2, words.*, NULL::bytea FROM unnest($3, $4) AS words (number, bytes)
      """,
      [
        .int(.min), .bytes([]), .ints([1, .max]),
        .byteStrings([[], [UInt8](repeating: 255, count: 16)]),
      ])
    let count = rows.count
    #expect(count == 2)
    let numbers = try [rows.int(0, 0), rows.int(1, 2)]
    #expect(numbers == [.min, .max])
    let empty = [rows.bytes(0, 1), rows.bytes(0, 3), rows.bytes(0, 4)]
    #expect(empty == [[], [], []])
    let word = try rows.words(1, 3).low
    #expect(word == .max)
    let isRefused = (try? rows.words(0, 3)) == nil
    #expect(isRefused)
  }

  @Test func carriesEmptyLists() throws {
    var connection = try Connection.open(address)
    let count = try connection.run(
      "SELECT 1::bigint FROM unnest($1, $2)", [.ints([]), .byteStrings([])]
    ).count
    #expect(count == 0)
  }

  @Test func tellsWhatFailedByItsState() throws {
    var connection = try Connection.open(address)
    let error = #expect(throws: PostgresError.self) { try connection.run("SELECT 1 / 0") }
    #expect(error?.state == "22012")
    let isAlive = connection.isAlive
    #expect(isAlive)
  }

  @Test func takesAFailedTransactionBack() throws {
    var connection = try Connection.open(address)
    try connection.run("CREATE TABLE t (a bigint PRIMARY KEY)")
    #expect(throws: PostgresError.self) {
      try connection.inTransaction("BEGIN") { connection throws(PostgresError) in
        try connection.run("INSERT INTO t VALUES (1)")
        try connection.run("INSERT INTO t VALUES (1)")
      }
    }
    let isInTransaction = connection.isInTransaction
    #expect(!isInTransaction)
    let count = try connection.run("SELECT a FROM t").count
    #expect(count == 0)
  }

  @Test func keepsThePasswordOutOfItsErrors() throws {
    let error = #expect(throws: PostgresError.self) {
      _ = try Connection.open("postgres://nobody:sesame@localhost:1/none")
    }
    #expect(error?.isDisconnection == true)
    #expect(error?.message.contains("sesame") == false)
    #expect(throws: StorageError.unavailable) {
      try PostgresStore(url: "postgres://nobody:sesame@localhost:1/none")
    }
  }

  @Test(arguments: [
    ("postgres://u:p@host:5432/name", true), ("postgresql:///name?host=/tmp", true),
    ("mysql://host/name", false), ("woodshed.db", false), ("postgres://[::1", false), ("", false),
  ])
  func knowsAnAddress(text: String, isOne: Bool) {
    #expect(Connection.isAddress(text) == isOne)
  }

  @Test func refusesTheTablesOfALaterProgram() throws {
    try PostgresStore(url: address).close()
    var connection = try Connection.open(address)
    try connection.run("UPDATE version SET version = 99")
    #expect(throws: StorageError.later(version: 99, known: 9)) { try PostgresStore(url: address) }
  }

  @Test func comesBackAfterTheServerLetGo() throws {
    let store = try PostgresStore(url: address)
    defer { store.close() }
    #expect(try store.places().isEmpty)
    try PostgresServer.shared().disconnectAll(from: address)
    #expect(try store.places().isEmpty)
  }

  /// While an account uses two of four connections, it waits for a third, and another account does not.
  @Test func anAccountWaitsForAThirdConnection() throws {
    let pool = ConnectionPool(url: address, limit: 4, damage: DamageLog())
    defer { pool.close() }
    let (one, other) = (AccountID(Bits128(high: 0, low: 1)), AccountID(Bits128(high: 0, low: 2)))
    let (inside, gate) = (Monitor(0), Monitor(false))
    let threads = (0..<2).map { _ in
      Platform.Thread {
        try? pool.lend(for: one) { _ throws(PostgresError) in
          inside.change { $0 += 1 }
          gate.wait { $0 ? () : nil }
        }
      }
    }
    inside.wait { $0 == 2 ? () : nil }
    try pool.lend(for: other) { _ throws(PostgresError) in }
    let (asks, hasWaited) = (Bell(), Lock(false))
    let third = Platform.Thread {
      asks.ring()
      let isOpen = try? pool.lend(for: one) { _ throws(PostgresError) in gate.change { $0 } }
      hasWaited.withLock { $0 = isOpen == true }
    }
    asks.wait(milliseconds: 60_000)
    let never = Bell()
    for _ in 0..<20 {
      try pool.lend(for: other) { _ throws(PostgresError) in }
      // Time for the third, which could open a connection.
      never.wait(milliseconds: 5)
    }
    gate.change { $0 = true }
    for thread in threads + [third] { thread?.join() }
    #expect(hasWaited.withLock { $0 })
  }
}
