import Foundation
import SQLiteStorage
import Storage
import TestSupport
import Testing

@Suite struct SQLiteDatabaseTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/x.db" }

  @Test func keepsWhatIsBound() throws {
    var database = try Database.open(path, for: .writing)
    try database.run("CREATE TABLE t (a INTEGER, b BLOB, c BLOB) STRICT")
    try database.run("INSERT INTO t VALUES (?, ?, ?)") { statement throws(SQLiteError) in
      try statement.bind(.min, at: 1)
      try statement.bind([], at: 2)
      try statement.bind(high: 1, low: .max, at: 3)
    }
    try database.run("INSERT INTO t VALUES (?, ?, NULL)") { statement throws(SQLiteError) in
      try statement.bind(.max, at: 1)
      try statement.bindNull(at: 2)
    }
    let rows = try database.withStatement("SELECT a, b, c FROM t ORDER BY a") {
      statement throws(SQLiteError) in
      var rows: [[String]] = []
      while try statement.step() {
        let words = statement.words(2).map { "\($0.high) \($0.low)" } ?? "none"
        let bytes = statement.isNull(1) ? "null" : "\(statement.bytes(1))"
        rows.append(["\(statement.int(0))", bytes, words])
      }
      return rows
    }
    #expect(
      rows == [["\(Int64.min)", "[]", "1 \(UInt64.max)"], ["\(Int64.max)", "null", "none"]])
  }

  @Test func lendsAStatementFreshEachTime() throws {
    var database = try Database.open(path, for: .writing)
    for number in 0..<3 {
      let found = try database.withStatement("SELECT ?1 UNION ALL SELECT 7") {
        statement throws(SQLiteError) in
        if number == 0 { try statement.bind(5, at: 1) }
        return try statement.step() ? statement.isNull(0) : false
      }
      #expect(found == (number != 0))
    }
  }

  @Test func takesAFailedTransactionBack() throws {
    var database = try Database.open(path, for: .writing)
    try database.run("CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT")
    #expect(throws: SQLiteError.self) {
      try database.inTransaction("BEGIN IMMEDIATE") { database throws(SQLiteError) in
        try database.run("INSERT INTO t VALUES (1)")
        try database.run("INSERT INTO t VALUES (1)")
      }
    }
    let isInTransaction = database.isInTransaction
    #expect(!isInTransaction)
    let count = try database.withStatement("SELECT count(*) FROM t") {
      statement throws(SQLiteError) in try statement.step() ? statement.int(0) : -1
    }
    #expect(count == 0)
  }

  @Test func readersDoNotWrite() throws {
    var writer = try Database.open(path, for: .writing)
    try writer.run("CREATE TABLE t (a INTEGER) STRICT")
    var reader = try Database.open(path, for: .reading)
    let error = #expect(throws: SQLiteError.self) { try reader.run("INSERT INTO t VALUES (1)") }
    #expect(error?.primaryCode == 8)
  }

  @Test func isSetToKeepWhatItAcknowledges() throws {
    var database = try Database.open(path, for: .writing)
    func setting(_ sql: StaticString) throws -> Int64 {
      try database.withStatement(sql) { statement throws(SQLiteError) in
        try statement.step() ? statement.int(0) : -1
      }
    }
    #expect(try setting("PRAGMA synchronous") == 2)
    #expect(try setting("PRAGMA foreign_keys") == 1)
    #expect(try setting("PRAGMA trusted_schema") == 0)
    #expect(try setting("PRAGMA cell_size_check") == 1)
    #expect(try setting("PRAGMA busy_timeout") == 5_000)
    let mode = try database.withStatement("PRAGMA journal_mode") { statement throws(SQLiteError) in
      try statement.step() ? statement.bytes(0) : []
    }
    #expect(mode == Array("wal".utf8))
  }

  @Test func saysWhyItCannotOpen() throws {
    #expect(throws: StorageError.unavailable) { try SQLiteStore(path: folder.path + "/no/x.db") }
    try Data("this is no database, whatever its name says".utf8).write(
      to: URL(fileURLWithPath: path))
    #expect(throws: StorageError.corrupt) { try SQLiteStore(path: path) }
  }

  @Test func isOpenInOneProgramAtATime() throws {
    let store = try SQLiteStore(path: path)
    #expect(throws: StorageError.taken) { try SQLiteStore(path: path) }
    store.close()
    try SQLiteStore(path: path).close()
  }

  @Test func refusesTheTablesOfALaterProgram() throws {
    try SQLiteStore(path: path).close()
    do {
      var database = try Database.open(path, for: .writing)
      try database.run("UPDATE version SET version = 99")
    }
    #expect(throws: StorageError.later(version: 99, known: 9)) { try SQLiteStore(path: path) }
  }

  @Test func aStoreOfVersionOneGetsAccountsAndKeepsItsRows() throws {
    var device = Device(1)
    let changes = device.set(device.newRow(), 9, "from before")
    do {
      let store = try SQLiteStore(path: path)
      try store.push(changes)
      store.close()
      var database = try Database.open(path, for: .writing)
      for sql: StaticString in [
        "DROP TABLE account", "DROP TABLE login", "DROP TABLE signin", "DROP TABLE blob",
        "DROP TABLE grant_out", "DROP TABLE grant_in", "DROP TABLE mark",
        "DROP TABLE clock", "DROP TABLE published", "ALTER TABLE cell DROP COLUMN sum",
        "ALTER TABLE hist DROP COLUMN sum",
        "ALTER TABLE space DROP COLUMN sum", "UPDATE version SET version = 1",
      ] { try database.run(sql) }
    }
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    #expect(try store.cells() == changes.map(\.cell))
    #expect(try store.accounts().isEmpty)
    #expect(try store.add(Account(id: .onlyOwner, login: nil, madeAt: start)))
  }

  @Test func leavesOneFileWhenItCloses() throws {
    try SQLiteStore(path: path).close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["x.db", "x.db.lock"])
  }
}
