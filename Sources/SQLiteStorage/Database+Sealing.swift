import Ledger
import Storage

/// Adds checksums to rows without any, trusting their content.
extension Database {
  /// Gives every row its checksum, some rows at a time.
  mutating func seal() throws(SQLiteError) {
    try sealCells()
    try sealHistory()
    for place in try places() {
      try sealHeader(of: place)
      try sealGrants(in: place)
    }
  }

  private static let rowsAtATime = 1_000

  private mutating func sealCells() throws(SQLiteError) {
    var last: (place: Place, key: CellKey)?
    while true {
      let cells = try unsealedCells(after: last)
      guard let end = cells.last else { return }
      try withStatement(
        """
        UPDATE cell SET sum = ?5 WHERE account = ?1 AND space = ?2 AND rid = ?3 AND fld = ?4
        """
      ) { statement throws(SQLiteError) in
        for (place, stored) in cells {
          try statement.bind(place)
          try statement.bind(stored.cell.row.bits, at: 3)
          try statement.bind(bits: stored.cell.cell.field.number, at: 4)
          let value = stored.cell.cell.value.encoded
          try statement.bind(RowSums(place).cell(stored, value), at: 5)
          while try statement.step() {}
          statement.rewind()
        }
      }
      last = (end.place, end.cell.cell.key)
    }
  }

  private mutating func unsealedCells(
    after last: (place: Place, key: CellKey)?
  ) throws(SQLiteError) -> [(place: Place, cell: StoredCell)] {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, 0, account, space FROM cell
      WHERE (account, space, rid, fld) > (?1, ?2, ?3, ?4) ORDER BY account, space, rid, fld LIMIT ?5
      """
    ) { statement throws(SQLiteError) in
      try statement.bindStart(last)
      try statement.bind(Int64(Self.rowsAtATime), at: 5)
      var cells: [(Place, StoredCell)] = []
      while try statement.step() {
        guard let cell = statement.cell(nil) else { throw .damagedRow }
        cells.append((try statement.place(8), cell))
      }
      return cells
    }
  }

  private mutating func sealHistory() throws(SQLiteError) {
    var last: (place: Place, key: CellKey, stamp: Stamp)?
    while true {
      let history = try unsealedHistory(after: last)
      guard let end = history.last else { return }
      for (place, kept) in history { try reseal(kept, in: place) }
      last = (end.place, end.kept.cell.key, end.kept.cell.cell.stamp)
    }
  }

  private mutating func unsealedHistory(
    after last: (place: Place, key: CellKey, stamp: Stamp)?
  ) throws(SQLiteError) -> [(place: Place, kept: HistoryCell)] {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, 0, flags, at_ms, account, space FROM hist
      WHERE (account, space, rid, fld, hlc, dev) > (?1, ?2, ?3, ?4, ?6, ?7)
      ORDER BY account, space, rid, fld, hlc, dev LIMIT ?5
      """
    ) { statement throws(SQLiteError) in
      try statement.bindStart(last.map { ($0.place, $0.key) })
      try statement.bind(Int64(Self.rowsAtATime), at: 5)
      try statement.bind(bits: last?.stamp.time.bits ?? 0, at: 6)
      try statement.bind(bits: last?.stamp.device.bits ?? 0, at: 7)
      var history: [(Place, HistoryCell)] = []
      while try statement.step() {
        guard let kept = statement.history(nil) else { throw .damagedRow }
        history.append((try statement.place(10), kept))
      }
      return history
    }
  }

  /// Writes when a superseded value was kept, with its new checksum.
  mutating func reseal(_ kept: HistoryCell, in place: Place) throws(SQLiteError) {
    try run(
      """
      UPDATE hist SET at_ms = ?7, sum = ?8, flags = ?9
      WHERE account = ?1 AND space = ?2 AND rid = ?3 AND fld = ?4 AND hlc = ?5 AND dev = ?6
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(kept.cell.row.bits, at: 3)
      try statement.bind(bits: kept.cell.cell.field.number, at: 4)
      try statement.bind(bits: kept.cell.cell.stamp.time.bits, at: 5)
      try statement.bind(bits: kept.cell.cell.stamp.device.bits, at: 6)
      try statement.bind(kept.keptAt, at: 7)
      try statement.bind(RowSums(place).history(kept, kept.cell.cell.value.encoded), at: 8)
      try statement.bind(kept.isConflict ? 1 : 0, at: 9)
    }
  }

  private mutating func sealHeader(of place: Place) throws(SQLiteError) {
    let header = try withStatement(
      "SELECT epoch, last_seq, min_seq, digest, 0 FROM space WHERE account = ? AND space = ?"
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      return try statement.step() ? statement.header()?.header : nil
    }
    guard let header else { throw .damagedRow }
    try write(header, of: place)
  }

  private mutating func sealGrants(in place: Place) throws(SQLiteError) {
    let grants = try withStatement(
      """
      SELECT grantee, role, tables, since, expires, view_epoch, label, 0 FROM grant_out
      WHERE account = ? AND space = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      var grants: [GivenGrant] = []
      while try statement.step() {
        if let grant = statement.grant(nil) { grants.append(grant) }
      }
      return grants
    }
    for grant in grants { try write(grant, in: place) }
  }
}

extension Statement {
  /// Reads an account and a space.
  func place(_ column: Int32) throws(SQLiteError) -> Place {
    Place(AccountID(try bits(column)), SpaceID(try bits(column + 1)))
  }

  /// Binds where a page starts: after a cell, or before all.
  fileprivate mutating func bindStart(
    _ last: (place: Place, key: CellKey)?
  ) throws(SQLiteError) {
    guard let last else {
      for place: Int32 in 1...3 { try bind([], at: place) }
      return try bind(0, at: 4)
    }
    try bind(last.place)
    try bind(last.key.row.bits, at: 3)
    try bind(bits: last.key.field.number, at: 4)
  }
}
