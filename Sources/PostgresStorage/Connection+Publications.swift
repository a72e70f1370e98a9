import Ledger
import Storage

// What is published, and its rows.

extension Connection {
  /// Publishes a row; the account's row must be locked, so that it is published only once.
  mutating func publish(
    _ row: RowID, of kind: KindID, in place: Place, as id: PublicationID, now: Int64
  ) throws(PostgresError) -> Publishing {
    let others = try publications(in: place).filter { $0.kind == kind }
    if let known = others.first(where: { $0.row == row }) { return .published(known) }
    guard others.count < Publication.countLimit else { return .full }
    let publication = Publication(id, of: row, kind, in: place, madeAt: now)
    try run(
      """
      INSERT INTO published (account, space, id, catalogue, made_ms, reads, tbl)
      VALUES ($1, $2, $3, $4, $5, 0, $6)
      """,
      place.parameters + [
        .bytes(id.bytes), .bytes(row.bits.bytes), .int(now), .bits(kind.number),
      ])
    return .published(publication)
  }

  /// The two queries run at different moments: readers see the state at the second one.
  mutating func publication(
    _ id: PublicationID
  ) throws(PostgresError) -> (publication: Publication, mark: SpaceMark)? {
    let rows = try run(
      "SELECT id, account, space, catalogue, made_ms, reads, tbl FROM published WHERE id = $1",
      [.bytes(id.bytes)])
    guard rows.count == 1 else { return nil }
    let publication = try rows.publication(0)
    let spaces = try run(
      "SELECT epoch, last_seq FROM space WHERE account = $1 AND space = $2",
      publication.place.parameters)
    guard spaces.count == 1 else { return nil }
    let mark = SpaceMark(Epoch(try spaces.unsigned(0, 0)), try spaces.unsigned(0, 1))
    return (publication, mark)
  }

  mutating func publications(in place: Place) throws(PostgresError) -> [Publication] {
    try run(
      """
      SELECT id, account, space, catalogue, made_ms, reads, tbl FROM published
      WHERE account = $1 AND space = $2 ORDER BY made_ms, id
      """, place.parameters
    ).publications()
  }

  mutating func publications(
    of kind: KindID, limit: Int
  ) throws(PostgresError) -> [Publication] {
    try run(
      """
      SELECT id, account, space, catalogue, made_ms, reads, tbl FROM published
      WHERE tbl = $1 ORDER BY made_ms, id LIMIT $2
      """, [.bits(kind.number), .int(Int64(limit))]
    ).publications()
  }

  mutating func endPublication(
    of row: RowID, in place: Place
  ) throws(PostgresError) -> Bool {
    try run(
      "DELETE FROM published WHERE account = $1 AND space = $2 AND catalogue = $3 RETURNING id",
      place.parameters + [.bytes(row.bits.bytes)]
    ).count > 0
  }

  /// Updates in the order of ids, so that two servers do not deadlock.
  mutating func add(reads: [PublicationID: Int64]) throws(PostgresError) {
    for (id, count) in reads.sorted(by: { $0.key.text < $1.key.text }) {
      try run(
        "UPDATE published SET reads = reads + $1 WHERE id = $2", [.int(count), .bytes(id.bytes)])
    }
  }

  // MARK: - Rows

  mutating func read(
    _ kinds: [KindID], in place: Place, changedAfter sequence: UInt64, within limit: ReadingLimit,
    take: (StoredRow) -> Bool
  ) throws(PostgresError) -> SpaceMark? {
    try inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      connection throws(PostgresError) in
      guard let header = try connection.header(of: place) else { return nil }
      // The few rows that changed since the last time are found by their numbers. If there are many, they are looked for
      // in the order of rows, some at a time.
      if let few = try connection.fewRows(of: kinds, in: place, changedAfter: sequence, limit) {
        _ = try connection.read(few, in: place, within: limit, take: take)
        return SpaceMark(header)
      }
      var last: RowID?
      repeat {
        let some = try connection.rows(
          of: kinds, in: place, changedAfter: sequence, behind: last, limit)
        guard try connection.read(some, in: place, within: limit, take: take) else { break }
        last = some.last
      } while last != nil
      return SpaceMark(header)
    }
  }

  mutating func row(
    _ id: RowID, in place: Place, within limit: ReadingLimit
  ) throws(PostgresError) -> StoredRow? {
    var found: StoredRow?
    _ = try read([id], in: place, within: limit) { row in
      found = row
      return false
    }
    return found
  }

  /// All rows that changed after a number, in order; `nil` if more cells than the limit changed.
  private mutating func fewRows(
    of kinds: [KindID], in place: Place, changedAfter sequence: UInt64, _ limit: ReadingLimit
  ) throws(PostgresError) -> [RowID]? {
    let found = try run(
      """
      SELECT rid FROM cell
      WHERE account = $1 AND space = $2 AND seq > $3 AND tbl = ANY($4) ORDER BY seq LIMIT $5
      """,
      place.parameters + [
        .int(Int64(clamping: sequence)), .bits(kinds.map(\.number)),
        .int(Int64(limit.cellCount) + 1),
      ])
    limit.noteEnd(ofNames: found.count)
    guard found.count <= limit.cellCount else { return nil }
    return Array(Set(try found.rowIDs())).sorted()
  }

  /// The next rows behind one that changed after a number, in order: as many as the limit, and none at the end.
  private mutating func rows(
    of kinds: [KindID], in place: Place, changedAfter sequence: UInt64, behind last: RowID?,
    _ limit: ReadingLimit
  ) throws(PostgresError) -> [RowID] {
    // Every name has sixteen bytes and so comes after a single zero.
    let found = try run(
      """
      SELECT DISTINCT rid FROM cell
      WHERE account = $1 AND space = $2 AND rid > $3 AND seq > $4 AND tbl = ANY($5)
      ORDER BY rid LIMIT $6
      """,
      place.parameters + [
        .bytes(last?.bits.bytes ?? [0]), .int(Int64(clamping: sequence)),
        .bits(kinds.map(\.number)), .int(Int64(limit.cellCount)),
      ])
    limit.noteEnd(ofNames: found.count)
    return try found.rowIDs()
  }

  private static let rowsAtATime = 512

  /// Passes complete rows on; returns whether all of them were taken.
  ///
  /// If some are too large to be read at once, fewer are read.
  private mutating func read(
    _ wanted: [RowID], in place: Place, within limit: ReadingLimit, take: (StoredRow) -> Bool
  ) throws(PostgresError) -> Bool {
    var left = wanted[...]
    var count = Self.rowsAtATime
    while !left.isEmpty {
      let some = Array(left.prefix(count))
      let (cells, reading) = try cells(of: some, in: place, within: limit)
      guard !reading.isCut else {
        count = some.count / 2
        continue
      }
      left.removeFirst(some.count)
      if reading.isHalfEmpty { count = min(2 * count, Self.rowsAtATime) }
      let cellsByRow = Dictionary(grouping: cells) { $0.cell.row }
      for id in some {
        guard let cells = cellsByRow[id] else { continue }
        guard take(StoredRow(id, cells)) else { return false }
      }
    }
    return true
  }
}

extension Rows {
  fileprivate func publications() throws(PostgresError) -> [Publication] {
    var publications: [Publication] = []
    for row in 0..<count { publications.append(try publication(row)) }
    return publications
  }

  /// Reads the names of rows from the first column.
  fileprivate func rowIDs() throws(PostgresError) -> [RowID] {
    var rows: [RowID] = []
    for row in 0..<count { rows.append(RowID(try bits(row, 0))) }
    return rows
  }

  /// Reads `id, account, space, catalogue, made_ms, reads, tbl`.
  func publication(_ row: Int) throws(PostgresError) -> Publication {
    guard let id = PublicationID(bytes: bytes(row, 0)) else { throw .damagedRow }
    return Publication(
      id, of: RowID(try bits(row, 3)), KindID(try unsigned(row, 6)),
      in: Place(AccountID(try bits(row, 1)), SpaceID(try bits(row, 2))), madeAt: try int(row, 4),
      readCount: try int(row, 5))
  }
}
