import Ledger
public import Storage

extension PostgresStore: SoundStore {
  public func inspect() throws(StorageError) -> DamageReport {
    var report = DamageReport()
    for place in try places() {
      let found = try perform { connection throws(PostgresError) in
        try connection.inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
          connection throws(PostgresError) in try connection.inspect(place)
        }
      }
      report.counts.merge(found.counts) { $0 + $1 }
      report.mismatches.formUnion(found.mismatches)
      report.cellCount += found.cellCount
    }
    return report
  }
}

extension Connection {
  /// Reads every row of a space, some at a time.
  fileprivate mutating func inspect(_ place: Place) throws(PostgresError) -> DamageReport {
    var report = DamageReport()
    let sums = RowSums(place)
    var digest = SpaceDigest()
    var isComplete = true
    try eachPage(
      of: place,
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = $1 AND space = $2 AND (rid, fld) > ($3, $4) ORDER BY rid, fld LIMIT $5
      """
    ) { _, rows throws(PostgresError) in
      report.cellCount += rows.count
      for row in 0..<rows.count {
        if let cell = try rows.cell(row, sums)?.cell {
          digest.add(cell)
        } else {
          report.note(place, "cell")
          isComplete = false
        }
      }
    }
    let rows = try run(
      "SELECT epoch, last_seq, min_seq, digest, sum FROM space WHERE account = $1 AND space = $2",
      place.parameters)
    if rows.count == 1 {
      if let (header, sum) = try rows.header(0), sum == sums.header(header) {
        if isComplete, header.digest != digest { report.mismatches.insert(place) }
      } else {
        report.note(place, "space")
      }
    }
    try inspectHistory(of: place, sums, &report)
    let grants = try run(
      """
      SELECT grantee, role, tables, since, expires, view_epoch, label, sum FROM grant_out
      WHERE account = $1 AND space = $2 ORDER BY grantee
      """, place.parameters)
    for row in 0..<grants.count where try grants.grant(row, sums) == nil {
      report.note(place, "grant_out")
    }
    let published = try run(
      """
      SELECT id, account, space, catalogue, made_ms, reads, tbl FROM published
      WHERE account = $1 AND space = $2 ORDER BY id
      """, place.parameters)
    for row in 0..<published.count where (try? published.publication(row)) == nil {
      report.note(place, "published")
    }
    return report
  }

  private mutating func inspectHistory(
    of place: Place, _ sums: RowSums, _ report: inout DamageReport
  ) throws(PostgresError) {
    var last = (
      row: [UInt8](repeating: 0, count: 16), field: Int64.min, time: Int64(0), dev: Int64.min
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
      for row in 0..<rows.count where try rows.history(row, sums) == nil {
        report.note(place, "hist")
      }
      guard rows.count == 1_000 else { return }
      last = (rows.bytes(999, 0), try rows.int(999, 1), try rows.int(999, 3), try rows.int(999, 4))
    }
  }
}
