import Ledger
import Storage

// The past: the last number at a moment, and the state then.

extension Connection {
  /// Records the last number before this minute's first change.
  mutating func mark(
    _ sequence: UInt64, of place: Place, at now: Int64
  ) throws(PostgresError) {
    try post(
      """
      INSERT INTO mark (account, space, minute, at_ms, seq) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING
      """,
      place.parameters + [.int(MinuteMark.minute(of: now)), .int(now), .bits(sequence)])
    // A clock that was ahead left marks in the future.
    try post(
      "DELETE FROM mark WHERE account = $1 AND space = $2 AND minute > $3",
      place.parameters + [.int(MinuteMark.minute(of: now))])
  }

  /// Restarts the history of moments, in a store that is not the one that devices knew.
  mutating func forgetMarks(of place: Place) throws(PostgresError) {
    try post("DELETE FROM mark WHERE account = $1 AND space = $2", place.parameters)
  }

  /// Deletes the marks before a moment except the last of them, which says what was known then.
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
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = $1 AND space = $2 AND rid = $3 AND fld = $4
      """, place.parameters + [.bytes(key.row.bits.bytes), .bits(key.field.number)])
    guard rows.count == 1 else { return nil }
    guard let cell = try rows.cell(0, RowSums(place)) else { throw damaged(place, "cell") }
    return cell
  }

  /// The state as of a past number does not change, so it is read in rounds without a transaction.
  mutating func state(
    of place: Place, asOf sequence: UInt64, after row: RowID?, byteLimit: Int
  ) throws(PostgresError) -> PastPage {
    var scan = PastScan(asOf: sequence, byteLimit: byteLimit)
    // Every name has sixteen bytes and so comes after a single zero.
    var last: [UInt8] = row?.bits.bytes ?? [0]
    while true {
      // Every row with a past has a current cell, so the round ends after a complete row.
      let bounds = try run(
        """
        SELECT rid FROM (
          SELECT rid, row_number() OVER entry AS number, sum(octet_length(val)) OVER entry AS total
          FROM cell WHERE account = $1 AND space = $2 AND rid > $3
          WINDOW entry AS (ORDER BY rid, fld ROWS UNBOUNDED PRECEDING) ORDER BY rid, fld
        ) AS round WHERE number > 1024 OR total > $4 LIMIT 1
        """, place.parameters + [.bytes(last), .int(Int64(byteLimit))])
      let end = bounds.count == 1 ? bounds.bytes(0, 0) : [UInt8](repeating: 0xFF, count: 17)
      switch try read(of: place, from: last, to: end, asOf: sequence, into: &scan) {
      case .more: break
      case .full: return scan.page
      case .damaged: throw damaged(place, "cell")
      }
      guard bounds.count == 1 else {
        guard scan.isWhole else { throw damaged(place, "cell") }
        return scan.page
      }
      last = end
    }
  }

  /// Reads the current values of some rows, merged with those superseded by then, about a page at a time.
  private mutating func read(
    of place: Place, from first: [UInt8], to end: [UInt8], asOf sequence: UInt64,
    into scan: inout PastScan
  ) throws(PostgresError) -> PastScan.Taking {
    let standing = try standing(of: place, from: first, to: end)
    var next = 0
    var last = (row: first, field: Int64.max, time: Int64.max, device: Int64.max)
    let sums = RowSums(place)
    while true {
      let rows = try superseded(of: place, behind: last, to: end, asOf: sequence)
      for row in 0..<rows.count {
        last = (
          rows.bytes(row, 0), try rows.int(row, 1), try rows.int(row, 3), try rows.int(row, 4)
        )
        // A damaged value may be the one that was current then: without it, an earlier one would be mistaken for it.
        guard let kept = try rows.history(row, sums) else { throw damaged(place, "hist") }
        while next < standing.count, standing[next].cell.key <= kept.cell.key {
          let taking = scan.take(standing[next], isStanding: true)
          guard taking == .more else { return taking }
          next += 1
        }
        let taking = scan.take(StoredCell(kept.cell, sequence: kept.sequence), isStanding: false)
        guard taking == .more else { return taking }
      }
      if rows.count == 0 { break }
    }
    for cell in standing[next...] {
      let taking = scan.take(cell, isStanding: true)
      guard taking == .more else { return taking }
    }
    return .more
  }

  private mutating func standing(
    of place: Place, from first: [UInt8], to end: [UInt8]
  ) throws(PostgresError) -> [StoredCell] {
    let rows = try run(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = $1 AND space = $2 AND rid > $3 AND rid <= $4 ORDER BY rid, fld
      """, place.parameters + [.bytes(first), .bytes(end)])
    let sums = RowSums(place)
    var cells: [StoredCell] = []
    for row in 0..<rows.count {
      guard let cell = try rows.cell(row, sums) else { throw damaged(place, "cell") }
      cells.append(cell)
    }
    return cells
  }

  /// The next superseded values, about a megabyte in total.
  private mutating func superseded(
    of place: Place, behind last: (row: [UInt8], field: Int64, time: Int64, device: Int64),
    to end: [UInt8], asOf sequence: UInt64
  ) throws(PostgresError) -> Rows {
    try run(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms FROM (
        SELECT *, sum(octet_length(val)) OVER (
          ORDER BY rid, fld, hlc, dev ROWS UNBOUNDED PRECEDING
        ) - octet_length(val) AS earlier FROM hist
        WHERE account = $1 AND space = $2 AND (rid, fld, hlc, dev) > ($3, $4, $5, $6)
          AND rid <= $7 AND seq <= $8
        ORDER BY rid, fld, hlc, dev LIMIT 1024
      ) AS round WHERE earlier < 1048576
      """,
      place.parameters + [
        .bytes(last.row), .int(last.field), .int(last.time), .int(last.device), .bytes(end),
        .int(Int64(clamping: sequence)),
      ])
  }
}
