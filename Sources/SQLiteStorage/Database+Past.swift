import Ledger
import Storage

// What was when: which number was the last at a moment, and what stood then.

extension Database {
  /// Notes which number was the last before this minute's first change.
  mutating func mark(
    _ sequence: UInt64, of place: Place, at now: Int64
  ) throws(SQLiteError) {
    try run("INSERT INTO mark VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING") {
      statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(MinuteMark.minute(of: now), at: 3)
      try statement.bind(now, at: 4)
      try statement.bind(bits: sequence, at: 5)
    }
    // A clock that was ahead left marks that are still to come.
    try run("DELETE FROM mark WHERE account = ? AND space = ? AND minute > ?") {
      statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(MinuteMark.minute(of: now), at: 3)
    }
  }

  /// Begins to remember anew, in a store that is not the one that devices knew.
  mutating func forgetMarks(of place: Place) throws(SQLiteError) {
    try run("DELETE FROM mark WHERE account = ? AND space = ?") { statement throws(SQLiteError) in
      try statement.bind(place)
    }
  }

  /// Forgets the marks from before a moment, but for the last of them: it says what was known then.
  mutating func forgetMarks(
    of place: Place, before limit: Int64
  ) throws(SQLiteError) {
    try run(
      """
      DELETE FROM mark WHERE account = ?1 AND space = ?2 AND minute < (
        SELECT max(minute) FROM mark WHERE account = ?1 AND space = ?2 AND at_ms < ?3)
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(limit, at: 3)
    }
  }

  mutating func pastFacts(
    of moment: PastMoment, in place: Place
  ) throws(SQLiteError) -> PastFacts {
    try inTransaction("BEGIN") { database throws(SQLiteError) in
      let header = try database.header(of: place)
      var facts = PastFacts(
        lastSequence: header?.lastSequence ?? 0, first: try database.mark(of: place, from: 0))
      if let minute = moment.minute { facts.next = try database.mark(of: place, from: minute) }
      if case .cell(let key) = moment { facts.cell = try database.stored(key, in: place) }
      return facts
    }
  }

  private mutating func mark(
    of place: Place, from minute: Int64
  ) throws(SQLiteError) -> MinuteMark? {
    try withStatement(
      """
      SELECT at_ms, seq FROM mark WHERE account = ? AND space = ? AND minute >= ?
      ORDER BY minute LIMIT 1
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(minute, at: 3)
      guard try statement.step() else { return nil }
      return MinuteMark(at: statement.int(0), sequence: statement.unsigned(1))
    }
  }

  private mutating func stored(
    _ key: CellKey, in place: Place
  ) throws(SQLiteError) -> StoredCell? {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq FROM cell
      WHERE account = ? AND space = ? AND rid = ? AND fld = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(key.row.bits, at: 3)
      try statement.bind(bits: key.field.number, at: 4)
      guard try statement.step() else { return nil }
      return StoredCell(try statement.cell(), sequence: statement.unsigned(6))
    }
  }

  mutating func state(
    of place: Place, asOf sequence: UInt64, after row: RowID?, byteLimit: Int
  ) throws(SQLiteError) -> PastPage {
    // Both tables lie in this order: nothing is sorted, and no more is read than fits.
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val FROM cell
      WHERE account = ?1 AND space = ?2 AND rid > ?4 AND seq <= ?3
      UNION ALL
      SELECT rid, fld, tbl, hlc, dev, val FROM hist
      WHERE account = ?1 AND space = ?2 AND rid > ?4 AND seq <= ?3
      ORDER BY rid, fld
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(Int64(clamping: sequence), at: 3)
      // Every name has sixteen bytes, and so comes behind a single zero.
      try statement.bind(row?.bits.bytes ?? [0], at: 4)
      var builder = PastBuilder(byteLimit: byteLimit)
      while try statement.step() {
        guard builder.take(try statement.cell()) else { break }
      }
      return builder.page(asOf: sequence)
    }
  }
}
