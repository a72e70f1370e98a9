import Ledger
import Storage

// What was when: which number was the last at a moment, and what stood then.

extension Connection {
  /// Notes which number was the last before this minute's first change.
  mutating func mark(
    _ sequence: UInt64, of place: Place, at now: Int64
  ) throws(PostgresError) {
    try post(
      """
      INSERT INTO mark (account, space, minute, at_ms, seq) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING
      """,
      place.parameters + [.int(MinuteMark.minute(of: now)), .int(now), .bits(sequence)])
    // A clock that was ahead left marks that are still to come.
    try post(
      "DELETE FROM mark WHERE account = $1 AND space = $2 AND minute > $3",
      place.parameters + [.int(MinuteMark.minute(of: now))])
  }

  /// Begins to remember anew, in a store that is not the one that devices knew.
  mutating func forgetMarks(of place: Place) throws(PostgresError) {
    try post("DELETE FROM mark WHERE account = $1 AND space = $2", place.parameters)
  }

  /// Forgets the marks from before a moment, but for the last of them: it says what was known then.
  mutating func forgetMarks(before placedLimit: [Parameter]) throws(PostgresError) {
    try post(
      """
      DELETE FROM mark WHERE account = $1 AND space = $2 AND minute < (
        SELECT max(minute) FROM mark WHERE account = $1 AND space = $2 AND at_ms < $3)
      """, placedLimit)
  }

  mutating func pastFacts(
    of moment: PastMoment, in place: Place
  ) throws(PostgresError) -> PastFacts {
    try inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      connection throws(PostgresError) in
      let header = try connection.header(of: place)
      var facts = PastFacts(
        lastSequence: header?.lastSequence ?? 0, first: try connection.mark(of: place, from: 0))
      if let minute = moment.minute { facts.next = try connection.mark(of: place, from: minute) }
      if case .cell(let key) = moment { facts.cell = try connection.stored(key, in: place) }
      return facts
    }
  }

  private mutating func mark(
    of place: Place, from minute: Int64
  ) throws(PostgresError) -> MinuteMark? {
    let rows = try run(
      """
      SELECT at_ms, seq FROM mark WHERE account = $1 AND space = $2 AND minute >= $3
      ORDER BY minute LIMIT 1
      """, place.parameters + [.int(minute)])
    guard rows.count == 1 else { return nil }
    return MinuteMark(at: try rows.int(0, 0), sequence: try rows.unsigned(0, 1))
  }

  private mutating func stored(
    _ key: CellKey, in place: Place
  ) throws(PostgresError) -> StoredCell? {
    let rows = try run(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq FROM cell
      WHERE account = $1 AND space = $2 AND rid = $3 AND fld = $4
      """, place.parameters + [.bytes(key.row.bits.bytes), .bits(key.field.number)])
    guard rows.count == 1 else { return nil }
    return StoredCell(try rows.cell(0), sequence: try rows.unsigned(0, 6))
  }

  /// What stood when a number was the last does not change: it is read in rounds, without a transaction.
  mutating func state(
    of place: Place, asOf sequence: UInt64, after row: RowID?, byteLimit: Int
  ) throws(PostgresError) -> PastPage {
    // All rows of a round are in memory at once, and each may have 64 KiB.
    let limit = min(max(byteLimit / 32, 128), 1_024)
    var builder = PastBuilder(byteLimit: byteLimit)
    // Every name has sixteen bytes, and so comes behind a single zero.
    var last: [UInt8] = row?.bits.bytes ?? [0]
    while true {
      // Whoever has a past has a cell now: the round ends behind a whole row.
      let bounds = try run(
        """
        SELECT rid FROM cell WHERE account = $1 AND space = $2 AND rid > $3
        ORDER BY rid, fld OFFSET $4 LIMIT 1
        """, place.parameters + [.bytes(last), .int(Int64(limit))])
      let end = bounds.count == 1 ? bounds.bytes(0, 0) : [UInt8](repeating: 0xFF, count: 17)
      let round =
        place.parameters + [.bytes(last), .bytes(end), .int(Int64(clamping: sequence))]
      // Each as it lies: the two together would be sorted, which this connection is told to avoid at any cost.
      var cells = try self.cells(
        in: run(
          """
          SELECT rid, fld, tbl, hlc, dev, val FROM cell
          WHERE account = $1 AND space = $2 AND rid > $3 AND rid <= $4 AND seq <= $5
          ORDER BY rid, fld
          """, round))
      cells += try self.cells(
        in: run(
          """
          SELECT rid, fld, tbl, hlc, dev, val FROM hist
          WHERE account = $1 AND space = $2 AND rid > $3 AND rid <= $4 AND seq <= $5
          ORDER BY rid, fld, hlc, dev
          """, round))
      for cell in cells.sorted(by: { $0.key < $1.key }) {
        guard builder.take(cell) else { return builder.page(asOf: sequence) }
      }
      guard bounds.count == 1 else { return builder.page(asOf: sequence) }
      last = end
    }
  }

  private func cells(in rows: borrowing Rows) throws(PostgresError) -> [RowCell] {
    var cells: [RowCell] = []
    for row in 0..<rows.count { cells.append(try rows.cell(row)) }
    return cells
  }
}
