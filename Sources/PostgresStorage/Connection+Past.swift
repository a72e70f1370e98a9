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
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = $1 AND space = $2 AND rid = $3 AND fld = $4
      """, place.parameters + [.bytes(key.row.bits.bytes), .bits(key.field.number)])
    guard rows.count == 1 else { return nil }
    guard let cell = try rows.cell(0, RowSums(place)) else { throw damaged(place, "cell") }
    return cell
  }

  /// What stood when a number was the last does not change: it is read in rounds, without a transaction.
  mutating func state(
    of place: Place, asOf sequence: UInt64, after row: RowID?, byteLimit: Int
  ) throws(PostgresError) -> PastPage {
    // All rows of a round are in memory at once, and each may have 64 KiB.
    let limit = min(max(byteLimit / 32, 128), 1_024)
    var scan = PastScan(asOf: sequence, byteLimit: byteLimit)
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
      let values = try past(of: place, from: last, to: end, asOf: sequence)
      for (cell, stands) in values.sorted(by: { $0.cell.cell.key < $1.cell.cell.key }) {
        switch scan.take(cell, isStanding: stands) {
        case .more: continue
        case .full: return scan.page
        case .damaged: throw damaged(place, "cell")
        }
      }
      guard bounds.count == 1 else {
        guard scan.isWhole else { throw damaged(place, "cell") }
        return scan.page
      }
      last = end
    }
  }

  /// The values that stand in some rows, and those that were superseded by then. A damaged one may be the one that
  /// stood: without it, an earlier one would be given for it.
  private mutating func past(
    of place: Place, from first: [UInt8], to end: [UInt8], asOf sequence: UInt64
  ) throws(PostgresError) -> [(cell: StoredCell, stands: Bool)] {
    // Each as it lies: the two together would be sorted, which this connection is told to avoid at any cost.
    let sums = RowSums(place)
    let round = place.parameters + [.bytes(first), .bytes(end)]
    let standing = try run(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = $1 AND space = $2 AND rid > $3 AND rid <= $4 ORDER BY rid, fld
      """, round)
    var values: [(StoredCell, Bool)] = []
    for row in 0..<standing.count {
      guard let cell = try standing.cell(row, sums) else { throw damaged(place, "cell") }
      values.append((cell, true))
    }
    let superseded = try run(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms FROM hist
      WHERE account = $1 AND space = $2 AND rid > $3 AND rid <= $4 AND seq <= $5
      ORDER BY rid, fld, hlc, dev
      """, round + [.int(Int64(clamping: sequence))])
    for row in 0..<superseded.count {
      guard let kept = try superseded.history(row, sums) else { throw damaged(place, "hist") }
      values.append((StoredCell(kept.cell, sequence: kept.sequence), false))
    }
    return values
  }
}
