import Ledger
import Storage

// Reads.

extension Connection {
  /// A page, read together with the header as of one moment.
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

  /// Reads cells into a page; with `view`, only those that it shows.
  ///
  /// A damaged cell is left out. A device without it sees from the digest that it is missing, and gets it when the space
  /// starts a new epoch.
  mutating func read(
    _ place: Place, since sequence: UInt64, byteLimit: Int, through view: GrantedView? = nil,
    into builder: inout PageBuilder
  ) throws(PostgresError) {
    // All rows of a round are in memory at once, so it is limited to what fits into a page.
    let limit: Int64 = 1_024
    var last = Int64(clamping: sequence)
    let sums = RowSums(place)
    while true {
      let rows = try run(
        """
        SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM (
          SELECT *, sum(octet_length(val)) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING)
            - octet_length(val) AS earlier FROM cell
          WHERE account = $1 AND space = $2 AND seq > $3 ORDER BY seq LIMIT $4
        ) AS round WHERE earlier < $5
        """, place.parameters + [.int(last), .int(limit), .int(Int64(byteLimit))])
      var byteCount = 0
      for row in 0..<rows.count {
        last = try rows.int(row, 6)
        byteCount += rows.bytes(row, 5).count
        guard let cell = try rows.cell(row, sums) else {
          damage.note(place, "cell")
          continue
        }
        let hasRoom =
          if let view { builder.take(cell, through: view) } else { builder.take(cell) }
        guard hasRoom else { return }
      }
      guard rows.count == limit || byteCount >= byteLimit else { return }
    }
  }

  mutating func history(
    of row: RowID, in place: Place, behind last: HistoryPlace?, byteLimit: Int
  ) throws(PostgresError) -> HistoryPage {
    var (field, time, device) = (Int64.max, Int64.max, Int64.max)
    if let last {
      field = Int64(bitPattern: last.field.number)
      time = Int64(bitPattern: last.stamp.time.bits)
      device = Int64(bitPattern: last.stamp.device.bits)
    }
    let sums = RowSums(place)
    var builder = HistoryBuilder(byteLimit: byteLimit)
    while true {
      let rows = try run(
        """
        SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms FROM (
          SELECT *, sum(octet_length(val)) OVER (
            ORDER BY fld DESC, hlc DESC, dev DESC ROWS UNBOUNDED PRECEDING
          ) - octet_length(val) AS earlier FROM hist
          WHERE account = $1 AND space = $2 AND rid = $3 AND (fld, hlc, dev) < ($4, $5, $6)
          ORDER BY fld DESC, hlc DESC, dev DESC LIMIT 1024
        ) AS round WHERE earlier < $7
        """,
        place.parameters + [
          .bytes(row.bits.bytes), .int(field), .int(time), .int(device), .int(Int64(byteLimit)),
        ])
      guard rows.count > 0 else { return builder.finished }
      for row in 0..<rows.count {
        (field, time, device) = (try rows.int(row, 1), try rows.int(row, 3), try rows.int(row, 4))
        guard let kept = try rows.history(row, sums) else {
          damage.note(place, "hist")
          continue
        }
        guard builder.take(kept) else { return builder.finished }
      }
    }
  }

  /// Deletes outdated data.
  mutating func forget(in place: Place, now: Int64) throws(PostgresError) {
    var header = try openHeader(of: place)
    let parameters = place.parameters + [.int(now - Horizon.history)]
    // A clock that was ahead left times in the future: they are replaced by the current time.
    let future = place.parameters + [.int(now), .int(now + ClockWatch.leap)]
    try post(
      "UPDATE stub SET at_ms = $3 WHERE account = $1 AND space = $2 AND at_ms > $4", future)
    try renew(in: place, keptAfter: now + ClockWatch.leap, now: now)
    let end = try run(
      "SELECT max(seq) FROM stub WHERE account = $1 AND space = $2 AND at_ms < $3", parameters
    ).unsigned(0, 0)
    if end > header.minSequence {
      // Not beyond the last number, whatever a stub says.
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

  /// Resets the times of history entries kept after a moment, some at a time.
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
