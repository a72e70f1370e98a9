import Ledger
import Storage

// What readers ask for.

extension Connection {
  /// The page, read with the header in one moment.
  mutating func page(
    of place: Place, since sequence: UInt64, byteLimit: Int, now: Int64
  ) throws(PostgresError) -> PullPage? {
    try inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      connection throws(PostgresError) in
      guard let header = try connection.header(of: place) else { return nil }
      var builder = PageBuilder(byteLimit: byteLimit)
      try connection.read(place, since: sequence, byteLimit: byteLimit, into: &builder)
      return builder.page(after: sequence, header: header, now: now)
    }
  }

  /// Reads cells into a page, only those that `view` shows where there is one.
  mutating func read(
    _ place: Place, since sequence: UInt64, byteLimit: Int, through view: GrantedView? = nil,
    into builder: inout PageBuilder
  ) throws(PostgresError) {
    // All rows of a round are in memory at once, and each may have 64 KiB.
    let limit = min(max(byteLimit / 32, 128), 1_024)
    var last = Int64(clamping: sequence)
    while true {
      let rows = try run(
        """
        SELECT rid, fld, tbl, hlc, dev, val, seq FROM cell
        WHERE account = $1 AND space = $2 AND seq > $3 ORDER BY seq LIMIT $4
        """, place.parameters + [.int(last), .int(Int64(limit))])
      for row in 0..<rows.count {
        last = try rows.int(row, 6)
        let cell = StoredCell(try rows.cell(row), sequence: UInt64(last))
        if let view, !view.shows(cell.cell.row) { continue }
        guard builder.take(cell) else { return }
      }
      guard rows.count == limit else { return }
    }
  }

  mutating func latestStamps(
    in bucket: UInt8, of place: Place
  ) throws(PostgresError) -> [RowStamp] {
    let rows = try run(
      """
      SELECT rid, hlc, dev FROM cell
      WHERE account = $1 AND space = $2 AND substring(rid FROM 16 FOR 1) = $3
      """, place.parameters + [.bytes([bucket])])
    var latest = LatestStamps()
    for row in 0..<rows.count {
      latest.take(RowID(try rows.bits(row, 0)), try rows.stamp(row, 1))
    }
    return latest.list
  }

  mutating func history(
    of row: RowID, in place: Place
  ) throws(PostgresError) -> [HistoryCell] {
    let rows = try run(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, flags, at_ms FROM hist
      WHERE account = $1 AND space = $2 AND rid = $3 ORDER BY fld, hlc, dev
      """, place.parameters + [.bytes(row.bits.bytes)])
    var history: [HistoryCell] = []
    for row in 0..<rows.count {
      history.append(
        HistoryCell(
          try rows.cell(row), sequence: try rows.unsigned(row, 6),
          isConflict: try rows.int(row, 7) & 1 == 1, keptAt: try rows.int(row, 8)))
    }
    return history.inOrder
  }

  /// Forgets what is past its time.
  mutating func forget(in place: Place, now: Int64) throws(PostgresError) {
    var header = try openHeader(of: place)
    let parameters = place.parameters + [.int(now - Horizon.history)]
    // A clock that was ahead left times that are still to come: those are kept as long as what comes now.
    let future = place.parameters + [.int(now), .int(now + ClockWatch.leap)]
    try post(
      "UPDATE stub SET at_ms = $3 WHERE account = $1 AND space = $2 AND at_ms > $4", future)
    try post(
      "UPDATE hist SET at_ms = $3 WHERE account = $1 AND space = $2 AND at_ms > $4", future)
    let end = try run(
      "SELECT max(seq) FROM stub WHERE account = $1 AND space = $2 AND at_ms < $3", parameters
    ).unsigned(0, 0)
    if end > header.minSequence {
      header.minSequence = end
      try write(header, of: place)
    }
    try post(
      """
      DELETE FROM cell WHERE account = $1 AND space = $2 AND rid IN (
        SELECT rid FROM stub WHERE account = $1 AND space = $2 AND at_ms < $3)
      """, parameters)
    try post("DELETE FROM stub WHERE account = $1 AND space = $2 AND at_ms < $3", parameters)
    try post("DELETE FROM hist WHERE account = $1 AND space = $2 AND at_ms < $3", parameters)
    try forgetMarks(before: parameters)
  }
}
