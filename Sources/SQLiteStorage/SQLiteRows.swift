public import Ledger
public import Storage

/// Reads the rows of a space, even while a server has the file open.
public enum SQLiteRows {
  /// Passes on all rows that are not purged, by id, some at a time, as of one moment.
  ///
  /// - Parameters:
  ///   - schema: called first, with the rows for kinds and fields that a person has created.
  ///   - take: called with the rest; returns whether to continue.
  public static func read(
    _ place: Place, of path: String, rowsAtATime: Int = 1_000,
    schema: ([Row]) -> Void, take: ([Row]) -> Bool
  ) throws(StorageError) {
    var database = try Database.look(at: path)
    do throws(SQLiteError) {
      try database.inTransaction("BEGIN") { database throws(SQLiteError) in
        let isSummed = try database.version() >= Tables.sumsVersion
        schema(try database.schemaRows(of: place, isSummed))
        try database.readRows(of: place, isSummed, rowsAtATime, take)
      }
    } catch {
      throw StorageError(error)
    }
  }
}

extension Database {
  fileprivate mutating func schemaRows(
    of place: Place, _ isSummed: Bool
  ) throws(SQLiteError) -> [Row] {
    try withStatement(
      isSummed
        ? """
        SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
        WHERE account = ? AND space = ? AND tbl IN (?, ?, ?)
        """
        : """
        SELECT rid, fld, tbl, hlc, dev, val, seq FROM cell
        WHERE account = ? AND space = ? AND tbl IN (?, ?, ?)
        """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      for (index, kind) in Schema.ownKinds.enumerated() {
        try statement.bind(bits: kind.number, at: Int32(3 + index))
      }
      let sums = isSummed ? RowSums(place) : nil
      var table = Table()
      while try statement.step() {
        guard let cell = statement.cell(sums)?.cell else { throw .damagedRow }
        table.merge(cell)
      }
      return table.rows
    }
  }

  fileprivate mutating func readRows(
    of place: Place, _ isSummed: Bool, _ count: Int, _ take: ([Row]) -> Bool
  ) throws(SQLiteError) {
    try withStatement(
      isSummed
        ? """
        SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
        WHERE account = ? AND space = ? ORDER BY rid, fld
        """
        : """
        SELECT rid, fld, tbl, hlc, dev, val, seq FROM cell
        WHERE account = ? AND space = ? ORDER BY rid, fld
        """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      let sums = isSummed ? RowSums(place) : nil
      var table = Table()
      while try statement.step() {
        guard let cell = statement.cell(sums)?.cell else { throw .damagedRow }
        if table.rows.count == count, cell.row != table.rows.last?.id {
          guard take(table.rows.filter { $0.life != .purged }) else { return }
          table = Table()
        }
        table.merge(cell)
      }
      _ = take(table.rows.filter { $0.life != .purged })
    }
  }
}
