import Ledger
import Storage

// The past: the last number at a moment, and the state then.

extension Database {
  /// Records the last number before this minute's first change.
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
    // A clock that was ahead left marks in the future.
    try run("DELETE FROM mark WHERE account = ? AND space = ? AND minute > ?") {
      statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(MinuteMark.minute(of: now), at: 3)
    }
  }

  /// Restarts the history of moments, in a store that is not the one that devices knew.
  mutating func forgetMarks(of place: Place) throws(SQLiteError) {
    try run("DELETE FROM mark WHERE account = ? AND space = ?") { statement throws(SQLiteError) in
      try statement.bind(place)
    }
  }

  /// Deletes the marks before a moment except the last of them, which says what was known then.
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
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = ? AND space = ? AND rid = ? AND fld = ?
      """
    ) { [damage] statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(key.row.bits, at: 3)
      try statement.bind(bits: key.field.number, at: 4)
      guard try statement.step() else { return nil }
      guard let cell = statement.cell(RowSums(place)) else {
        damage.note(place, "cell")
        throw .damagedRow
      }
      return cell
    }
  }

  mutating func state(
    of place: Place, asOf sequence: UInt64, after row: RowID?, byteLimit: Int
  ) throws(SQLiteError) -> PastPage {
    // Both tables are stored in this order: nothing is sorted, and no more is read than fits. A damaged value may be the
    // one that was current then: without it, an earlier one would be mistaken for it.
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum, 0 AS flags, 0 AS at_ms, 1 AS stands FROM cell
      WHERE account = ?1 AND space = ?2 AND rid > ?4
      UNION ALL
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms, 0 FROM hist
      WHERE account = ?1 AND space = ?2 AND rid > ?4 AND seq <= ?3
      ORDER BY rid, fld
      """
    ) { [damage] statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(Int64(clamping: sequence), at: 3)
      // Every name has sixteen bytes and so comes after a single zero.
      try statement.bind(row?.bits.bytes ?? [0], at: 4)
      let sums = RowSums(place)
      var scan = PastScan(asOf: sequence, byteLimit: byteLimit)
      while try statement.step() {
        let stands = statement.int(10) == 1
        let found =
          stands
          ? statement.cell(sums)
          : statement.history(sums).map { StoredCell($0.cell, sequence: $0.sequence) }
        switch found.map({ scan.take($0, isStanding: stands) }) ?? .damaged {
        case .more: continue
        case .full: return scan.page
        case .damaged:
          damage.note(place, stands ? "cell" : "hist")
          throw .damagedRow
        }
      }
      guard scan.isWhole else {
        damage.note(place, "cell")
        throw .damagedRow
      }
      return scan.page
    }
  }
}
