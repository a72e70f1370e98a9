public import Ledger
public import Storage

/// A look at the rows of a space, also while a server has the file open.
public enum SQLiteRows {
  /// Hands on all rows that are not purged, by name, a few at a time and all of one moment.
  ///
  /// - Parameters:
  ///   - schema: called first, with the rows that say what kinds and fields a person has made.
  ///   - take: called with the rest; says whether to go on.
  public static func read(
    _ place: Place, of path: String, rowsAtATime: Int = 1_000,
    schema: ([Row]) -> Void, take: ([Row]) -> Bool
  ) throws(StorageError) {
    var database = try Database.look(at: path)
    do throws(SQLiteError) {
      try database.inTransaction("BEGIN") { database throws(SQLiteError) in
        schema(try database.schemaRows(of: place))
        try database.readRows(of: place, rowsAtATime, take)
      }
    } catch {
      throw StorageError(error)
    }
  }
}

extension Database {
  fileprivate mutating func schemaRows(of place: Place) throws(SQLiteError) -> [Row] {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val FROM cell
      WHERE account = ? AND space = ? AND tbl IN (?, ?, ?)
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      for (index, kind) in Schema.ownKinds.enumerated() {
        try statement.bind(bits: kind.number, at: Int32(3 + index))
      }
      var table = Table()
      while try statement.step() { table.merge(try statement.cell()) }
      return table.rows
    }
  }

  fileprivate mutating func readRows(
    of place: Place, _ count: Int, _ take: ([Row]) -> Bool
  ) throws(SQLiteError) {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val FROM cell
      WHERE account = ? AND space = ? ORDER BY rid, fld
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      var table = Table()
      while try statement.step() {
        let cell = try statement.cell()
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
