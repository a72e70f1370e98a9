import Ledger
import Storage

// What is kept of spaces: their headers, and what a push reads and writes, many rows to a statement.
//
// A statement says by `ORDER BY` which index it means, as connections have sorting off, and by `LATERAL` that
// each wanted row is looked up by itself. Where a table has no statistics yet, the planner holds every space
// to be nearly empty, and would rather read all of it each time.

extension Connection {
  /// The header; `FOR UPDATE` makes whoever else wants to write wait for this transaction's end.
  mutating func header(
    of place: Place, isLocked: Bool = false
  ) throws(PostgresError) -> SpaceHeader? {
    let rows =
      isLocked
      ? try run(
        """
        SELECT epoch, last_seq, min_seq, digest FROM space
        WHERE account = $1 AND space = $2 FOR UPDATE
        """, place.parameters)
      : try run(
        "SELECT epoch, last_seq, min_seq, digest FROM space WHERE account = $1 AND space = $2",
        place.parameters)
    guard rows.count == 1 else { return nil }
    guard let digest = SpaceDigest(bytes: rows.bytes(0, 3)) else { throw .damagedRow }
    return SpaceHeader(
      epoch: Epoch(try rows.unsigned(0, 0)), lastSequence: try rows.unsigned(0, 1),
      minSequence: try rows.unsigned(0, 2), digest: digest)
  }

  /// The header, locked, and made with a random epoch where there is none.
  mutating func openHeader(of place: Place) throws(PostgresError) -> SpaceHeader {
    while true {
      if let header = try header(of: place, isLocked: true) { return header }
      try run(
        "INSERT INTO space VALUES ($1, $2, 0, $3, 0, 0, $4) ON CONFLICT DO NOTHING",
        place.parameters + [.bits(Epoch.random().bits), .bytes(SpaceDigest().bytes)])
    }
  }

  mutating func write(_ header: SpaceHeader, of place: Place) throws(PostgresError) {
    try post(
      """
      UPDATE space SET epoch = $3, last_seq = $4, min_seq = $5, digest = $6
      WHERE account = $1 AND space = $2
      """,
      place.parameters + [
        .bits(header.epoch.bits), .bits(header.lastSequence), .bits(header.minSequence),
        .bytes(header.digest.bytes),
      ])
  }

  mutating func places() throws(PostgresError) -> [Place] {
    let rows = try run("SELECT account, space FROM space ORDER BY account, space")
    var places: [Place] = []
    for row in 0..<rows.count {
      places.append(Place(AccountID(try rows.bits(row, 0)), SpaceID(try rows.bits(row, 1))))
    }
    return places
  }

  /// Reads what pushes need to know and do not know yet.
  mutating func read(
    _ missing: PushPlanner.Needs, in place: Place, into batch: inout Batch
  ) throws(PostgresError) {
    guard !missing.isEmpty else { return }
    var findings = PushPlanner.Findings()
    if !missing.rows.isEmpty { findings.cells = try cells(of: missing.rows, in: place) }
    if !missing.identities.isEmpty {
      findings.history = try identities(missing.identities, in: place)
    }
    if !missing.historyRows.isEmpty {
      findings.history += try identities(ofRows: missing.historyRows, in: place)
    }
    batch.learn(findings, of: missing)
  }

  private mutating func cells(
    of wanted: [RowID], in place: Place
  ) throws(PostgresError) -> [StoredCell] {
    let rows = try run(
      """
      SELECT cells.* FROM unnest($3) AS wanted (rid) CROSS JOIN LATERAL (
        SELECT rid, fld, tbl, hlc, dev, val, seq FROM cell
        WHERE account = $1 AND space = $2 AND rid = wanted.rid
        ORDER BY fld OFFSET 0
      ) AS cells
      """, place.parameters + [.rows(wanted)])
    var cells: [StoredCell] = []
    for row in 0..<rows.count {
      cells.append(StoredCell(try rows.cell(row), sequence: try rows.unsigned(row, 6)))
    }
    return cells
  }

  private mutating func identities(
    _ wanted: [PushPlanner.Identity], in place: Place
  ) throws(PostgresError) -> [PushPlanner.Identity] {
    let rows = try run(
      """
      SELECT wanted.* FROM unnest($3, $4, $5, $6) AS wanted (rid, fld, hlc, dev)
      CROSS JOIN LATERAL (
        SELECT dev FROM hist
        WHERE account = $1 AND space = $2 AND rid = wanted.rid AND fld = wanted.fld
          AND hlc BETWEEN wanted.hlc AND wanted.hlc
        ORDER BY hlc, dev OFFSET 0
      ) AS found
      WHERE found.dev = wanted.dev
      """,
      place.parameters + [
        .rows(wanted.map(\.key.row)), .bits(wanted.map(\.key.field.number)),
        .bits(wanted.map(\.stamp.time.bits)), .bits(wanted.map(\.stamp.device.bits)),
      ])
    return try Self.identities(in: rows)
  }

  private mutating func identities(
    ofRows wanted: [RowID], in place: Place
  ) throws(PostgresError) -> [PushPlanner.Identity] {
    let rows = try run(
      """
      SELECT known.* FROM unnest($3) AS wanted (rid) CROSS JOIN LATERAL (
        SELECT rid, fld, hlc, dev FROM hist
        WHERE account = $1 AND space = $2 AND rid = wanted.rid
        ORDER BY fld, hlc, dev OFFSET 0
      ) AS known
      """, place.parameters + [.rows(wanted)])
    return try Self.identities(in: rows)
  }

  private static func identities(
    in rows: borrowing Rows
  ) throws(PostgresError) -> [PushPlanner.Identity] {
    var identities: [PushPlanner.Identity] = []
    for row in 0..<rows.count {
      let key = CellKey(RowID(try rows.bits(row, 0)), FieldID(try rows.unsigned(row, 1)))
      identities.append(PushPlanner.Identity(key, try rows.stamp(row, 2)))
    }
    return identities
  }

  /// Writes what pushes came to; `now` is when.
  mutating func write(
    _ batch: Batch, over stored: SpaceHeader, in place: Place, now: Int64
  ) throws(PostgresError) {
    if !batch.purgedRows.isEmpty {
      let gone = place.parameters + [.rows(Array(batch.purgedRows))]
      try post("DELETE FROM cell WHERE account = $1 AND space = $2 AND rid = ANY($3)", gone)
      try post("DELETE FROM hist WHERE account = $1 AND space = $2 AND rid = ANY($3)", gone)
    }
    let cells = batch.cells
    if !cells.isEmpty { try write(cells, in: place) }
    if !batch.history.isEmpty { try keep(batch.history, in: place) }
    if !batch.stubs.isEmpty { try note(batch.stubs, in: place) }
    if batch.header != stored { try write(batch.header, of: place) }
    if batch.header.epoch != stored.epoch { try forgetMarks(of: place) }
    if batch.header.lastSequence != stored.lastSequence {
      try mark(stored.lastSequence, of: place, at: now)
    }
  }

  private mutating func write(
    _ cells: [StoredCell], in place: Place
  ) throws(PostgresError) {
    try post(
      """
      INSERT INTO cell (account, space, rid, fld, tbl, hlc, dev, seq, val)
      SELECT $1, $2, new.* FROM unnest($3, $4, $5, $6, $7, $8, $9) AS new
      ON CONFLICT (account, space, rid, fld) DO UPDATE SET
        tbl = excluded.tbl, hlc = excluded.hlc, dev = excluded.dev, seq = excluded.seq,
        val = excluded.val
      """,
      place.parameters + [
        .rows(cells.map(\.cell.row)), .bits(cells.map(\.cell.cell.field.number)),
        .bits(cells.map(\.cell.kind.number)), .bits(cells.map(\.cell.cell.stamp.time.bits)),
        .bits(cells.map(\.cell.cell.stamp.device.bits)), .bits(cells.map(\.sequence)),
        .byteStrings(cells.map(\.cell.cell.value.encoded)),
      ])
  }

  private mutating func keep(
    _ history: [HistoryCell], in place: Place
  ) throws(PostgresError) {
    try post(
      """
      INSERT INTO hist (account, space, rid, fld, hlc, dev, seq, tbl, flags, at_ms, val)
      SELECT $1, $2, old.* FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11) AS old
      ON CONFLICT DO NOTHING
      """,
      place.parameters + [
        .rows(history.map(\.cell.row)), .bits(history.map(\.cell.cell.field.number)),
        .bits(history.map(\.cell.cell.stamp.time.bits)),
        .bits(history.map(\.cell.cell.stamp.device.bits)), .bits(history.map(\.sequence)),
        .bits(history.map(\.cell.kind.number)), .ints(history.map { $0.isConflict ? 1 : 0 }),
        .ints(history.map(\.keptAt)), .byteStrings(history.map(\.cell.cell.value.encoded)),
      ])
  }

  private mutating func note(
    _ stubs: [RowID: (sequence: UInt64, at: Int64)], in place: Place
  ) throws(PostgresError) {
    let rows = stubs.keys.sorted()
    try post(
      """
      INSERT INTO stub (account, space, rid, seq, at_ms)
      SELECT $1, $2, new.* FROM unnest($3, $4, $5) AS new
      ON CONFLICT (account, space, rid) DO UPDATE SET seq = excluded.seq, at_ms = excluded.at_ms
      """,
      place.parameters + [
        .rows(rows), .bits(rows.compactMap { stubs[$0]?.sequence }),
        .ints(rows.compactMap { stubs[$0]?.at }),
      ])
  }
}
