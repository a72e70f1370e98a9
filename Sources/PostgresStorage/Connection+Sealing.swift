import Ledger
import Storage

/// Adds checksums to rows without any, trusting their content.
extension Connection {
  /// Gives every row its checksum, some rows at a time.
  mutating func seal() throws(PostgresError) {
    for place in try places() {
      try sealCells(of: place)
      try sealHistory(of: place)
      let rows = try run(
        "SELECT epoch, last_seq, min_seq, digest, 0::bigint FROM space WHERE account = $1 AND space = $2",
        place.parameters)
      guard let header = try rows.header(0)?.header else { throw .damagedRow }
      try write(header, of: place)
      try sealGrants(in: place)
    }
  }

  private mutating func sealCells(of place: Place) throws(PostgresError) {
    try eachPage(
      of: place,
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = $1 AND space = $2 AND (rid, fld) > ($3, $4) ORDER BY rid, fld LIMIT $5
      """
    ) { connection, rows throws(PostgresError) in
      var cells: [StoredCell] = []
      for row in 0..<rows.count {
        if let cell = try rows.cell(row, nil) { cells.append(cell) }
      }
      // Written unchanged: with ON CONFLICT, a row is always looked up by its index.
      if !cells.isEmpty { try connection.write(cells, in: place) }
    }
  }

  private mutating func sealHistory(of place: Place) throws(PostgresError) {
    var last = (
      row: [UInt8](repeating: 0, count: 16), field: Int64.min, time: Int64(0), dev: Int64(0)
    )
    while true {
      let rows = try run(
        """
        SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms FROM hist
        WHERE account = $1 AND space = $2 AND (rid, fld, hlc, dev) > ($3, $4, $5, $6)
        ORDER BY rid, fld, hlc, dev LIMIT 1000
        """,
        place.parameters + [
          .bytes(last.row), .int(last.field), .int(last.time), .int(last.dev),
        ])
      var history: [HistoryCell] = []
      for row in 0..<rows.count {
        if let kept = try rows.history(row, nil) { history.append(kept) }
      }
      try reseal(history, in: place)
      guard rows.count == 1_000 else { return }
      last = (rows.bytes(999, 0), try rows.int(999, 1), try rows.int(999, 3), try rows.int(999, 4))
    }
  }

  private mutating func sealGrants(in place: Place) throws(PostgresError) {
    let rows = try run(
      """
      SELECT grantee, role, tables, since, expires, view_epoch, label, sum FROM grant_out
      WHERE account = $1 AND space = $2
      """, place.parameters)
    for row in 0..<rows.count {
      if let given = try rows.grant(row, nil) { try write(given, in: place) }
    }
  }

  /// Writes when superseded values were kept, with their new checksums.
  mutating func reseal(_ history: [HistoryCell], in place: Place) throws(PostgresError) {
    guard !history.isEmpty else { return }
    let sums = RowSums(place)
    let values = history.map(\.cell.cell.value.encoded)
    try post(
      """
      INSERT INTO hist (account, space, rid, fld, hlc, dev, seq, tbl, flags, at_ms, val, sum)
      SELECT $1, $2, old.* FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS old
      ON CONFLICT (account, space, rid, fld, hlc, dev) DO UPDATE SET
        at_ms = excluded.at_ms, sum = excluded.sum
      """, parameters(of: history, values, sums, in: place))
  }

  /// Reads cells a page at a time, in the order of their keys.
  mutating func eachPage(
    of place: Place, _ select: StaticString,
    _ body: (inout Connection, borrowing Rows) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    var last = (row: [UInt8](repeating: 0, count: 16), field: Int64.min)
    let limit = 1_000
    while true {
      let rows = try run(
        select,
        place.parameters + [.bytes(last.row), .int(last.field), .int(Int64(limit))])
      try body(&self, rows)
      guard rows.count == limit else { return }
      last = (rows.bytes(limit - 1, 0), try rows.int(limit - 1, 1))
    }
  }
}
