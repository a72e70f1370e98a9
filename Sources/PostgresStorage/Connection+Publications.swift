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
    _ kinds: [KindID], in place: Place, changedAfter sequence: UInt64, take: (StoredRow) -> Bool
  ) throws(PostgresError) -> SpaceMark? {
    try inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      connection throws(PostgresError) in
      guard let header = try connection.header(of: place) else { return nil }
      let rows = try connection.rows(of: kinds, in: place, changedAfter: sequence)
      for start in stride(from: 0, to: rows.count, by: Self.rowsAtATime) {
        let some = Array(rows[start..<min(start + Self.rowsAtATime, rows.count)])
        for row in try connection.stored(some, in: place) {
          guard take(row) else { return SpaceMark(header) }
        }
      }
      return SpaceMark(header)
    }
  }

  mutating func row(_ id: RowID, in place: Place) throws(PostgresError) -> StoredRow? {
    try stored([id], in: place).first
  }

  private static let rowsAtATime = 512

  private mutating func rows(
    of kinds: [KindID], in place: Place, changedAfter sequence: UInt64
  ) throws(PostgresError) -> [RowID] {
    let found = try run(
      """
      SELECT DISTINCT rid FROM cell
      WHERE account = $1 AND space = $2 AND seq > $3 AND tbl = ANY($4) ORDER BY rid
      """, place.parameters + [.int(Int64(clamping: sequence)), .bits(kinds.map(\.number))])
    var rows: [RowID] = []
    for row in 0..<found.count { rows.append(RowID(try found.bits(row, 0))) }
    return rows
  }

  /// These rows, complete.
  private mutating func stored(
    _ wanted: [RowID], in place: Place
  ) throws(PostgresError) -> [StoredRow] {
    var cellsByRow: [RowID: [StoredCell]] = [:]
    for cell in try cells(of: wanted, in: place) {
      cellsByRow[cell.cell.row, default: []].append(cell)
    }
    return wanted.compactMap { id in cellsByRow[id].map { StoredRow(id, $0) } }
  }
}

extension Rows {
  fileprivate func publications() throws(PostgresError) -> [Publication] {
    var publications: [Publication] = []
    for row in 0..<count { publications.append(try publication(row)) }
    return publications
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
