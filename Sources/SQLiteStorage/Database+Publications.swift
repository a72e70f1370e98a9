import Ledger
import Storage

// What is published, and its rows.

extension Database {
  mutating func publish(
    _ row: RowID, of kind: KindID, in place: Place, as id: PublicationID, now: Int64
  ) throws(SQLiteError) -> Publishing {
    guard try account(place.account) != nil else { return .noAccount }
    let others = try publications(in: place).filter { $0.kind == kind }
    if let known = others.first(where: { $0.row == row }) { return .published(known) }
    guard others.count < Publication.countLimit else { return .full }
    // Readers need a space.
    _ = try openHeader(of: place)
    let publication = Publication(id, of: row, kind, in: place, madeAt: now)
    try run("INSERT INTO published VALUES (?3, ?1, ?2, ?4, ?5, 0, ?6)") {
      statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(id.bytes, at: 3)
      try statement.bind(row.bits, at: 4)
      try statement.bind(now, at: 5)
      try statement.bind(bits: kind.number, at: 6)
    }
    return .published(publication)
  }

  mutating func publication(
    _ id: PublicationID
  ) throws(SQLiteError) -> (publication: Publication, mark: SpaceMark)? {
    try withStatement(
      """
      SELECT published.id, published.account, published.space, catalogue, made_ms, reads, tbl,
        epoch, last_seq
      FROM published JOIN space USING (account, space) WHERE published.id = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(id.bytes, at: 1)
      guard try statement.step() else { return nil }
      let mark = SpaceMark(Epoch(statement.unsigned(7)), statement.unsigned(8))
      return (try statement.publication(), mark)
    }
  }

  mutating func publications(in place: Place) throws(SQLiteError) -> [Publication] {
    try withStatement(
      """
      SELECT id, account, space, catalogue, made_ms, reads, tbl FROM published
      WHERE account = ? AND space = ? ORDER BY made_ms, id
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      return try statement.publications()
    }
  }

  mutating func publications(of kind: KindID, limit: Int) throws(SQLiteError) -> [Publication] {
    try withStatement(
      """
      SELECT id, account, space, catalogue, made_ms, reads, tbl FROM published
      WHERE tbl = ? ORDER BY made_ms, id LIMIT ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(bits: kind.number, at: 1)
      try statement.bind(Int64(limit), at: 2)
      return try statement.publications()
    }
  }

  mutating func endPublication(
    of row: RowID, in place: Place
  ) throws(SQLiteError) -> Bool {
    let wasThere = try publications(in: place).contains { $0.row == row }
    try run("DELETE FROM published WHERE account = ? AND space = ? AND catalogue = ?") {
      statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(row.bits, at: 3)
    }
    return wasThere
  }

  mutating func add(reads: [PublicationID: Int64]) throws(SQLiteError) {
    for (id, count) in reads {
      try run("UPDATE published SET reads = reads + ? WHERE id = ?") {
        statement throws(SQLiteError) in
        try statement.bind(count, at: 1)
        try statement.bind(id.bytes, at: 2)
      }
    }
  }

  // MARK: - Rows

  mutating func read(
    _ kinds: [KindID], in place: Place, changedAfter sequence: UInt64, within limit: ReadingLimit,
    take: (StoredRow) -> Bool
  ) throws(SQLiteError) -> SpaceMark? {
    try inTransaction("BEGIN") { database throws(SQLiteError) in
      guard let header = try database.header(of: place) else { return nil }
      // The few rows that changed since the last time are found by their numbers. If there are many, they are looked for
      // in the order of rows, some at a time.
      if let few = try database.fewRows(of: kinds, in: place, changedAfter: sequence, limit) {
        _ = try database.read(few, in: place, take: take)
        return SpaceMark(header)
      }
      var last: RowID?
      repeat {
        let some = try database.rows(
          of: kinds, in: place, changedAfter: sequence, behind: last, limit)
        guard try database.read(some, in: place, take: take) else { break }
        last = some.last
      } while last != nil
      return SpaceMark(header)
    }
  }

  mutating func row(_ id: RowID, in place: Place) throws(SQLiteError) -> StoredRow? {
    var found: StoredRow?
    _ = try read([id], in: place) { row in
      found = row.cells.isEmpty ? nil : row
      return false
    }
    return found
  }

  /// All rows that changed after a number, in order; `nil` if there are more than the limit.
  private mutating func fewRows(
    of kinds: [KindID], in place: Place, changedAfter sequence: UInt64, _ limit: ReadingLimit
  ) throws(SQLiteError) -> [RowID]? {
    let rows = try withStatement(
      "SELECT rid, tbl FROM cell WHERE account = ? AND space = ? AND seq > ?"
    ) { statement throws(SQLiteError) -> Set<RowID> in
      try statement.bind(place)
      try statement.bind(Int64(clamping: sequence), at: 3)
      var rows: Set<RowID> = []
      while rows.count <= limit.cellCount, try statement.step() {
        guard kinds.contains(KindID(statement.unsigned(1))) else { continue }
        rows.insert(RowID(try statement.bits(0)))
      }
      return rows
    }
    limit.noteEnd(ofNames: rows.count)
    return rows.count > limit.cellCount ? nil : rows.sorted()
  }

  /// The next rows behind one that changed after a number, in order: as many as the limit, and none at the end.
  private mutating func rows(
    of kinds: [KindID], in place: Place, changedAfter sequence: UInt64, behind last: RowID?,
    _ limit: ReadingLimit
  ) throws(SQLiteError) -> [RowID] {
    // The sign keeps SQLite from searching by number, and so from sorting.
    let rows = try withStatement(
      """
      SELECT rid, tbl FROM cell WHERE account = ? AND space = ? AND rid > ? AND +seq > ?
      ORDER BY rid
      """
    ) { statement throws(SQLiteError) -> [RowID] in
      try statement.bind(place)
      // Every name has sixteen bytes and so comes after a single zero.
      try statement.bind(last?.bits.bytes ?? [0], at: 3)
      try statement.bind(Int64(clamping: sequence), at: 4)
      var rows: [RowID] = []
      while rows.count < limit.cellCount, try statement.step() {
        guard kinds.contains(KindID(statement.unsigned(1))) else { continue }
        let row = RowID(try statement.bits(0))
        if row != rows.last { rows.append(row) }
      }
      return rows
    }
    limit.noteEnd(ofNames: rows.count)
    return rows
  }

  /// Passes complete rows on; returns whether all of them were taken.
  private mutating func read(
    _ rows: [RowID], in place: Place, take: (StoredRow) -> Bool
  ) throws(SQLiteError) -> Bool {
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = ? AND space = ? AND rid = ?
      """
    ) { [damage] statement throws(SQLiteError) in
      try statement.bind(place)
      let sums = RowSums(place)
      for row in rows {
        try statement.bind(row.bits, at: 3)
        var cells: [StoredCell] = []
        while try statement.step() {
          guard let cell = statement.cell(sums) else {
            damage.note(place, "cell")
            throw .damagedRow
          }
          cells.append(cell)
        }
        statement.rewind()
        guard take(StoredRow(row, cells)) else { return false }
      }
      return true
    }
  }
}

extension Statement {
  fileprivate mutating func publications() throws(SQLiteError) -> [Publication] {
    var publications: [Publication] = []
    while try step() { publications.append(try publication()) }
    return publications
  }

  /// Reads `id, account, space, catalogue, made_ms, reads, tbl` from the first columns.
  func publication() throws(SQLiteError) -> Publication {
    guard let id = PublicationID(bytes: bytes(0)) else { throw .damagedRow }
    return Publication(
      id, of: RowID(try bits(3)), KindID(unsigned(6)), in: try place(1), madeAt: int(4),
      readCount: int(5))
  }
}
