import Ledger
import Storage

// Reads; each in its own transaction, so that everything is as of one moment.

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

  /// Reads cells into a page; with `view`, only those that it shows.
  ///
  /// A damaged cell is left out. A device without it sees from the digest that it is missing, and gets it when the space
  /// starts a new epoch.
  mutating func read(
    _ place: Place, since sequence: UInt64, through view: GrantedView? = nil,
    into builder: inout PageBuilder
  ) throws(SQLiteError) {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = ? AND space = ? AND seq > ? ORDER BY seq
      """
    ) { [damage] statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(Int64(clamping: sequence), at: 3)
      let sums = RowSums(place)
      while try statement.step() {
        guard let cell = statement.cell(sums) else {
          damage.note(place, "cell")
          continue
        }
        let hasRoom =
          if let view { builder.take(cell, through: view) } else { builder.take(cell) }
        guard hasRoom else { return }
      }
    }
  }

  mutating func history(
    of row: RowID, in place: Place, behind last: HistoryPlace?, byteLimit: Int
  ) throws(SQLiteError) -> HistoryPage {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms FROM hist
      WHERE account = ? AND space = ? AND rid = ? AND (fld, hlc, dev) < (?, ?, ?)
      ORDER BY fld DESC, hlc DESC, dev DESC
      """
    ) { [damage] statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(row.bits, at: 3)
      try statement.bind(last.map { Int64(bitPattern: $0.field.number) } ?? .max, at: 4)
      try statement.bind(last.map { Int64(bitPattern: $0.stamp.time.bits) } ?? .max, at: 5)
      try statement.bind(last.map { Int64(bitPattern: $0.stamp.device.bits) } ?? .max, at: 6)
      let sums = RowSums(place)
      var builder = HistoryBuilder(byteLimit: byteLimit)
      while try statement.step() {
        guard let kept = statement.history(sums) else {
          damage.note(place, "hist")
          continue
        }
        guard builder.take(kept) else { break }
      }
      return builder.finished
    }
  }
}
