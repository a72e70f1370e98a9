import Ledger
import Storage

// What readers ask for; each in a transaction of its own, so that all they see is of one moment.

extension Database {
  mutating func page(
    of place: Place, since sequence: UInt64, byteLimit: Int, now: Int64
  ) throws(SQLiteError) -> (page: PullPage, header: SpaceHeader)? {
    try inTransaction("BEGIN") { database throws(SQLiteError) in
      guard let header = try database.header(of: place) else { return nil }
      var builder = PageBuilder(byteLimit: byteLimit)
      try database.read(place, since: sequence, into: &builder)
      return (builder.page(after: sequence, header: header, now: now), header)
    }
  }

  /// Reads cells into a page, only those that `view` shows where there is one.
  mutating func read(
    _ place: Place, since sequence: UInt64, through view: GrantedView? = nil,
    into builder: inout PageBuilder
  ) throws(SQLiteError) {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq FROM cell
      WHERE account = ? AND space = ? AND seq > ? ORDER BY seq
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(Int64(clamping: sequence), at: 3)
      while try statement.step() {
        let cell = StoredCell(try statement.cell(), sequence: statement.unsigned(6))
        if let view, !view.shows(cell.cell.row) { continue }
        guard builder.take(cell) else { return }
      }
    }
  }

  mutating func latestStamps(
    in bucket: UInt8, of place: Place
  ) throws(SQLiteError) -> [RowStamp] {
    try withStatement(
      """
      SELECT rid, hlc, dev FROM cell
      WHERE account = ? AND space = ? AND substr(rid, 16, 1) = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind([bucket], at: 3)
      var latest = LatestStamps()
      while try statement.step() { latest.take(RowID(try statement.bits(0)), statement.stamp(1)) }
      return latest.list
    }
  }

  mutating func history(
    of row: RowID, in place: Place
  ) throws(SQLiteError) -> [HistoryCell] {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, flags, at_ms FROM hist
      WHERE account = ? AND space = ? AND rid = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(row.bits, at: 3)
      var history: [HistoryCell] = []
      while try statement.step() {
        history.append(
          HistoryCell(
            try statement.cell(), sequence: statement.unsigned(6),
            isConflict: statement.int(7) & 1 == 1, keptAt: statement.int(8)))
      }
      return history.inOrder
    }
  }
}
