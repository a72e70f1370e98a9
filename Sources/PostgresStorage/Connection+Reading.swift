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
  ///
  /// A damaged cell is left out. Whoever does not have it sees by the digest that it is missing, and gets it when the
  /// space begins a new epoch.
  mutating func read(
    _ place: Place, since sequence: UInt64, byteLimit: Int, through view: GrantedView? = nil,
    into builder: inout PageBuilder
  ) throws(PostgresError) {
    // All rows of a round are in memory at once, and each may have 64 KiB.
    let limit = min(max(byteLimit / 32, 128), 1_024)
    var last = Int64(clamping: sequence)
    let sums = RowSums(place)
    while true {
      let rows = try run(
        """
        SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
        WHERE account = $1 AND space = $2 AND seq > $3 ORDER BY seq LIMIT $4
        """, place.parameters + [.int(last), .int(Int64(limit))])
      for row in 0..<rows.count {
        last = try rows.int(row, 6)
        guard let cell = try rows.cell(row, sums) else {
          damage.note(place, "cell")
          continue
        }
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
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = $1 AND space = $2 AND substring(rid FROM 16 FOR 1) = $3
      """, place.parameters + [.bytes([bucket])])
    let sums = RowSums(place)
    var latest = LatestStamps()
    for row in 0..<rows.count {
      if let cell = try rows.cell(row, sums)?.cell {
        latest.take(cell.row, cell.cell.stamp)
      } else {
        damage.note(place, "cell")
      }
    }
    return latest.list
  }

  mutating func history(
    of row: RowID, in place: Place
  ) throws(PostgresError) -> [HistoryCell] {
    let rows = try run(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms FROM hist
      WHERE account = $1 AND space = $2 AND rid = $3 ORDER BY fld, hlc, dev
      """, place.parameters + [.bytes(row.bits.bytes)])
    let sums = RowSums(place)
    var history: [HistoryCell] = []
    for row in 0..<rows.count {
      if let kept = try rows.history(row, sums) {
        history.append(kept)
      } else {
        damage.note(place, "hist")
      }
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
    try renew(in: place, keptAfter: now + ClockWatch.leap, now: now)
    let end = try run(
      "SELECT max(seq) FROM stub WHERE account = $1 AND space = $2 AND at_ms < $3", parameters
    ).unsigned(0, 0)
    if end > header.minSequence {
      // No more than there ever was, whatever a stub says.
      header.minSequence = min(end, header.lastSequence)
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

  /// Notes anew what was kept after a moment, some at a time.
  private mutating func renew(
    in place: Place, keptAfter limit: Int64, now: Int64
  ) throws(PostgresError) {
    let sums = RowSums(place)
    while true {
      let rows = try run(
        """
        SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms FROM hist
        WHERE account = $1 AND space = $2 AND at_ms > $3 LIMIT 500
        """, place.parameters + [.int(limit)])
      var history: [HistoryCell] = []
      for row in 0..<rows.count {
        guard var kept = try rows.history(row, sums) else { continue }
        kept.keptAt = now
        history.append(kept)
      }
      guard !history.isEmpty else { return }
      try reseal(history, in: place)
    }
  }
}
