import Ledger
import Platform
public import Storage

/// Repairs what follows from the cells, and removes damaged cells, so that devices send what they have.
public enum SQLiteRepair {
  /// A completed repair.
  public enum Deed: Hashable, Sendable {
    case indexesRebuilt
    /// The header was recalculated and a new epoch started, so that devices send all they have.
    case headerReckoned(Place)
    case signInsRemoved
    case grantsRemoved
    case publicationsRemoved
    /// The file was copied before anything was removed from it.
    case copied(path: String)
    case rowsRemoved(Place, table: String, count: Int)
  }

  /// Repairs the file at `path`, which no other program may use.
  public static func repair(_ path: String) throws(StorageError) -> [Deed] {
    let held: FileLock?
    do throws(SystemError) {
      held = try FileLock(path: path + ".lock")
    } catch {
      throw .unavailable
    }
    guard held != nil else { throw .taken }
    guard Files.byteCount(of: path) != 0 else { throw .lost }
    var database = try Database.openStore(at: path, for: .writing)
    // If even that cannot be read, the check reports it.
    if let version = try? database.storeVersion() {
      _ = try Tables.migrations.after(version: version)
    }
    var deeds: [Deed] = []
    if try SQLiteCheck.report(on: path).problems.contains(where: { $0.isOfRows }) {
      let copy = Self.freeName(beside: path)
      try SQLiteCopy.make(of: path, at: copy)
      deeds.append(.copied(path: copy))
    }
    do throws(SQLiteError) {
      return deeds + (try database.repair())
    } catch {
      throw StorageError(error)
    }
  }

  private static func freeName(beside path: String) -> String {
    var number = 1
    while Files.exists("\(path).damaged-\(number)") { number += 1 }
    return "\(path).damaged-\(number)"
  }
}

extension SQLiteRepair.Deed: CustomStringConvertible {
  public var description: String {
    switch self {
    case .indexesRebuilt: "rebuilt the file's indexes from its rows"
    case .headerReckoned(let place):
      "recalculated the totals of space \(place.words); its devices will send all they have"
    case .signInsRemoved: "deleted sign-ins without an account"
    case .grantsRemoved: "deleted grants without an account"
    case .publicationsRemoved: "deleted publications without a space"
    case .copied(let path): "saved a copy of the damaged file as \(path)"
    case .rowsRemoved(let place, "grant_out", let count):
      "deleted damaged grants of space \(place.words): \(count); its owner must share again"
    case .rowsRemoved(let place, "hist", let count):
      "deleted damaged earlier values of space \(place.words): \(count)"
    case .rowsRemoved(let place, _, let count):
      "deleted damaged values of space \(place.words): \(count); devices that have them will send them"
    }
  }
}

extension Database {
  fileprivate mutating func repair() throws(SQLiteError) -> [SQLiteRepair.Deed] {
    var deeds: [SQLiteRepair.Deed] = []
    var report = StoreReport()
    try inspect(into: &report)
    if report.problems.contains(where: { $0.isStructural }) {
      try inTransaction("BEGIN IMMEDIATE") { database throws(SQLiteError) in
        try database.run("REINDEX")
      }
      report = StoreReport()
      try inspect(into: &report)
      if !report.problems.contains(where: { $0.isStructural }) { deeds.append(.indexesRebuilt) }
    }
    // If some rows cannot be read, the totals mean nothing.
    guard !report.problems.contains(where: { $0.isStructural }) else { return deeds }
    if report.problems.contains(where: { $0.isOfRows }) {
      try inTransaction("BEGIN IMMEDIATE") { database throws(SQLiteError) in
        try database.removeDamaged(report)
      }
      for case .damaged(let place, let table, let count) in report.problems where table != "space" {
        deeds.append(.rowsRemoved(place, table: table, count: count))
      }
    }
    try inTransaction("BEGIN IMMEDIATE") { database throws(SQLiteError) in
      for space in report.spaces where report.problems.contains(where: { $0.place == space.place })
      {
        var header = space.header
        header.digest = space.digest
        let highest = max(space.highest, try database.highestOfHistory(in: space.place))
        header.lastSequence =
          space.hasSoundHeader ? max(header.lastSequence, highest) : highest
        header.minSequence = min(header.minSequence, header.lastSequence)
        header.epoch = .random()
        try database.write(header, of: space.place)
        if report.version ?? 0 >= 5 { try database.forgetMarks(of: space.place) }
        deeds.append(.headerReckoned(space.place))
      }
      for case .orphans(table: "signin", count: _) in report.problems {
        try database.run("DELETE FROM signin WHERE account NOT IN (SELECT account FROM account)")
        deeds.append(.signInsRemoved)
      }
      if report.problems.contains(where: { $0.isOfGrants }) {
        try database.run("DELETE FROM grant_out WHERE account NOT IN (SELECT account FROM account)")
        try database.run("DELETE FROM grant_in WHERE account NOT IN (SELECT account FROM account)")
        deeds.append(.grantsRemoved)
      }
      for case .orphans(table: "published", count: _) in report.problems {
        try database.run(
          """
          DELETE FROM published WHERE account NOT IN (SELECT account FROM account)
            OR NOT EXISTS (SELECT 1 FROM space
              WHERE space.account = published.account AND space.space = published.space)
          """)
        deeds.append(.publicationsRemoved)
      }
    }
    return deeds
  }

  private mutating func highestOfHistory(in place: Place) throws(SQLiteError) -> UInt64 {
    try withStatement("SELECT max(seq) FROM hist WHERE account = ? AND space = ?") {
      statement throws(SQLiteError) in
      try statement.bind(place)
      return try statement.step() ? statement.unsigned(0) : 0
    }
  }

  /// Removes the damaged rows of all tables.
  ///
  /// A row with a damaged key cannot be found by it: the table is emptied and refilled from a copy in which rows have
  /// numbers.
  private mutating func removeDamaged(_ report: StoreReport) throws(SQLiteError) {
    let tables = Set(
      report.problems.compactMap { problem -> String? in
        if case .damaged(_, let table, _) = problem { table } else { nil }
      })
    if tables.contains("cell") {
      try run("CREATE TABLE whole AS SELECT * FROM cell")
      try removeDamagedOfCopy(
        "SELECT rid, fld, tbl, hlc, dev, val, seq, sum, 0, 0, account, space, rowid FROM whole"
      ) { statement, sums in statement.cell(sums) != nil }
      try run("DELETE FROM cell")
      try run("INSERT OR IGNORE INTO cell SELECT * FROM whole")
      try run("DROP TABLE whole")
      try purgeAgain()
    }
    if tables.contains("hist") {
      try run("CREATE TABLE whole AS SELECT * FROM hist")
      try removeDamagedOfCopy(
        "SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms, account, space, rowid FROM whole"
      ) { statement, sums in statement.history(sums) != nil }
      try run("DELETE FROM hist")
      try run("INSERT OR IGNORE INTO hist SELECT * FROM whole")
      try run("DROP TABLE whole")
    }
    if tables.contains("grant_out") {
      try run("CREATE TABLE whole AS SELECT * FROM grant_out")
      try removeDamagedOfCopy(
        """
        SELECT grantee, role, tables, since, expires, view_epoch, label, sum, 0, 0, account, space, rowid
        FROM whole
        """
      ) { statement, sums in statement.grant(sums) != nil }
      try run("DELETE FROM grant_out")
      try run("INSERT OR IGNORE INTO grant_out SELECT * FROM whole")
      try run("DROP TABLE whole")
    }
  }

  /// Purges rows again whose purge was damaged but is known from a stub: deleted rows must not come back from a device
  /// that was offline.
  private mutating func purgeAgain() throws(SQLiteError) {
    let ends = try withStatement(
      """
      SELECT stub.account, stub.space, stub.rid, stub.seq, stub.at_ms FROM stub
      LEFT JOIN cell ON cell.account = stub.account AND cell.space = stub.space
        AND cell.rid = stub.rid AND cell.fld = 0
      WHERE cell.seq IS NULL
      """
    ) { statement throws(SQLiteError) in
      var ends: [(place: Place, cell: StoredCell)] = []
      while try statement.step() {
        let stamp = Stamp(HybridTime(milliseconds: statement.int(4)), DeviceID(0))
        let life = Cell(field: .life, stamp: stamp, value: Life.purged.value)
        let cell = RowCell(row: RowID(try statement.bits(2)), kind: .settings, cell: life)
        ends.append((try statement.place(0), StoredCell(cell, sequence: statement.unsigned(3))))
      }
      return ends
    }
    for (place, cell) in ends { try write([cell], in: place) }
  }

  private mutating func removeDamagedOfCopy(
    _ select: StaticString, isSound: (borrowing Statement, RowSums) -> Bool
  ) throws(SQLiteError) {
    let damaged = try withStatement(select) { statement throws(SQLiteError) in
      var rows: [Int64] = []
      while try statement.step() {
        guard let place = try? statement.place(10), isSound(statement, RowSums(place)) else {
          rows.append(statement.int(12))
          continue
        }
      }
      return rows
    }
    for row in damaged {
      try run("DELETE FROM whole WHERE rowid = ?") { statement throws(SQLiteError) in
        try statement.bind(row, at: 1)
      }
    }
  }
}

extension StoreProblem {
  /// Whether it requires removing rows.
  fileprivate var isOfRows: Bool {
    if case .damaged(_, let table, _) = self { table != "space" } else { false }
  }

  fileprivate var isStructural: Bool {
    switch self {
    case .unreadable, .structure, .malformed: true
    case .digest, .sequence, .minimum, .orphans, .damaged: false
    }
  }

  fileprivate var isOfGrants: Bool {
    if case .orphans(let table, _) = self { table.hasPrefix("grant_") } else { false }
  }

  fileprivate var place: Place? {
    switch self {
    case .digest(let place), .sequence(let place), .minimum(let place): place
    case .damaged(let place, let table, _): table == "hist" || table == "grant_out" ? nil : place
    case .unreadable, .structure, .malformed, .orphans: nil
    }
  }
}
