import Ledger
import Storage

// Spaces: their headers, and what a push reads and writes, with many rows per statement.
//
// `ORDER BY` selects the index, because connections have sorting off, and `LATERAL` makes each row be looked up
// separately. If a table has no statistics yet, the planner assumes that every space is nearly empty and would read all of
// it each time.

extension Connection {
  /// The header; `FOR UPDATE` makes other writers wait until this transaction ends.
  mutating func header(
    of place: Place, isLocked: Bool = false
  ) throws(PostgresError) -> SpaceHeader? {
    let rows =
      isLocked
      ? try run(
        """
        SELECT epoch, last_seq, min_seq, digest, sum FROM space
        WHERE account = $1 AND space = $2 FOR UPDATE
        """, place.parameters)
      : try run(
        "SELECT epoch, last_seq, min_seq, digest, sum FROM space WHERE account = $1 AND space = $2",
        place.parameters)
    guard rows.count == 1 else { return nil }
    guard let (header, sum) = try rows.header(0), sum == RowSums(place).header(header) else {
      throw damaged(place, "space")
    }
    return header
  }

  /// The header, locked; created with a random epoch if there is none.
  mutating func openHeader(of place: Place) throws(PostgresError) -> SpaceHeader {
    while true {
      if let header = try header(of: place, isLocked: true) { return header }
      let header = SpaceHeader(epoch: .random())
      try run(
        "INSERT INTO space VALUES ($1, $2, 0, $3, 0, 0, $4, $5) ON CONFLICT DO NOTHING",
        place.parameters + [
          .bits(header.epoch.bits), .bytes(header.digest.bytes),
          .int(RowSums(place).header(header)),
        ])
    }
  }

  mutating func write(_ header: SpaceHeader, of place: Place) throws(PostgresError) {
    try post(
      """
      UPDATE space SET epoch = $3, last_seq = $4, min_seq = $5, digest = $6, sum = $7
      WHERE account = $1 AND space = $2
      """,
      place.parameters + [
        .bits(header.epoch.bits), .bits(header.lastSequence), .bits(header.minSequence),
        .bytes(header.digest.bytes), .int(RowSums(place).header(header)),
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

  /// Reads what pushes still need to know; returns whether the rows are too large, so that they remain unknown.
  mutating func read(
    _ missing: PushPlanner.Needs, in place: Place, within limit: ReadingLimit,
    into batch: inout Batch
  ) throws(PostgresError) -> Bool {
    guard !missing.isEmpty else { return false }
    var missing = missing
    var findings = PushPlanner.Findings()
    var isCut = false
    if !missing.rows.isEmpty {
      let found = try cells(of: missing.rows, in: place, within: limit)
      isCut = found.reading.isCut
      if isCut { missing.rows = [] } else { findings.cells = found.cells }
    }
    if !missing.identities.isEmpty {
      findings.history = try identities(missing.identities, in: place)
    }
    if !missing.historyRows.isEmpty {
      findings.history += try identities(ofRows: missing.historyRows, in: place)
    }
    batch.learn(findings, of: missing)
    return isCut
  }

  /// The cells of some rows; if they have more than the limit, just enough of them to exceed it.
  ///
  /// Values are counted in the database, in whatever order it finds them: the rest stays there.
  mutating func cells(
    of wanted: [RowID], in place: Place, within limit: ReadingLimit
  ) throws(PostgresError) -> (cells: [StoredCell], reading: RowReading) {
    var reading = RowReading(ofRows: wanted.count, within: limit)
    let cellLimit = reading.cellLimit < .max ? Int64(reading.cellLimit) + 1 : .max
    let rows = try run(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM (
        SELECT cells.*, sum(octet_length(val)) OVER (ROWS UNBOUNDED PRECEDING)
          - octet_length(val) AS earlier
        FROM unnest($3) AS wanted (rid) CROSS JOIN LATERAL (
          SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
          WHERE account = $1 AND space = $2 AND rid = wanted.rid
          ORDER BY fld OFFSET 0
        ) AS cells LIMIT $4
      ) AS round WHERE earlier <= $5
      """,
      place.parameters + [.rows(wanted), .int(cellLimit), .int(Int64(reading.byteLimit))])
    let sums = RowSums(place)
    var cells: [StoredCell] = []
    for row in 0..<rows.count {
      _ = reading.take(byteCount: rows.byteCount(row, 5))
      // A damaged cell neither wins nor loses: it must be repaired first.
      guard let cell = try rows.cell(row, sums) else { throw damaged(place, "cell") }
      cells.append(cell)
    }
    limit.noteEnd(of: reading)
    return (cells, reading)
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

  /// Writes the result of pushes at the time `now`.
  mutating func write(_ batch: Batch, in place: Place, now: Int64) throws(PostgresError) {
    let stored = batch.stored
    if !batch.purgedRows.isEmpty {
      let gone = place.parameters + [.rows(Array(batch.purgedRows))]
      try post("DELETE FROM cell WHERE account = $1 AND space = $2 AND rid = ANY($3)", gone)
      try post("DELETE FROM hist WHERE account = $1 AND space = $2 AND rid = ANY($3)", gone)
    }
    let (cells, history) = (batch.cells, batch.history)
    if !cells.isEmpty { try write(cells, in: place) }
    if !history.isEmpty { try keep(history, in: place) }
    if !batch.stubs.isEmpty { try note(batch.stubs, in: place) }
    if batch.header != stored { try write(batch.header, of: place) }
    if batch.header.epoch != stored.epoch { try forgetMarks(of: place) }
    if batch.header.lastSequence != stored.lastSequence {
      try mark(stored.lastSequence, of: place, at: now)
    }
  }

  mutating func write(
    _ cells: [StoredCell], in place: Place
  ) throws(PostgresError) {
    let sums = RowSums(place)
    let values = cells.map(\.cell.cell.value.encoded)
    try post(
      """
      INSERT INTO cell (account, space, rid, fld, tbl, hlc, dev, seq, val, sum)
      SELECT $1, $2, new.* FROM unnest($3, $4, $5, $6, $7, $8, $9, $10) AS new
      ON CONFLICT (account, space, rid, fld) DO UPDATE SET
        tbl = excluded.tbl, hlc = excluded.hlc, dev = excluded.dev, seq = excluded.seq,
        val = excluded.val, sum = excluded.sum
      """,
      place.parameters + [
        .rows(cells.map(\.cell.row)), .bits(cells.map(\.cell.cell.field.number)),
        .bits(cells.map(\.cell.kind.number)), .bits(cells.map(\.cell.cell.stamp.time.bits)),
        .bits(cells.map(\.cell.cell.stamp.device.bits)), .bits(cells.map(\.sequence)),
        .byteStrings(values), .ints(zip(cells, values).map { sums.cell($0, $1) }),
      ])
  }

  private mutating func keep(
    _ history: [HistoryCell], in place: Place
  ) throws(PostgresError) {
    let values = history.map(\.cell.cell.value.encoded)
    try post(
      """
      INSERT INTO hist (account, space, rid, fld, hlc, dev, seq, tbl, flags, at_ms, val, sum)
      SELECT $1, $2, old.* FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS old
      ON CONFLICT DO NOTHING
      """, parameters(of: history, values, RowSums(place), in: place))
  }

  /// The columns of superseded values; `values` are the encoded values.
  func parameters(
    of history: [HistoryCell], _ values: [[UInt8]], _ sums: RowSums, in place: Place
  ) -> [Parameter] {
    place.parameters + [
      .rows(history.map(\.cell.row)), .bits(history.map(\.cell.cell.field.number)),
      .bits(history.map(\.cell.cell.stamp.time.bits)),
      .bits(history.map(\.cell.cell.stamp.device.bits)), .bits(history.map(\.sequence)),
      .bits(history.map(\.cell.kind.number)), .ints(history.map { $0.isConflict ? 1 : 0 }),
      .ints(history.map(\.keptAt)), .byteStrings(values),
      .ints(zip(history, values).map { sums.history($0, $1) }),
    ]
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

extension Rows {
  /// Reads `epoch, last_seq, min_seq, digest, sum` from the first columns.
  func header(_ row: Int) throws(PostgresError) -> (header: SpaceHeader, sum: Int64)? {
    guard let digest = SpaceDigest(bytes: bytes(row, 3)) else { return nil }
    let header = SpaceHeader(
      epoch: Epoch(try unsigned(row, 0)), lastSequence: try unsigned(row, 1),
      minSequence: try unsigned(row, 2), digest: digest)
    return (header, try int(row, 4))
  }
}
