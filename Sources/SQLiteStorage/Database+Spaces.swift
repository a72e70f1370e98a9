import Ledger
import Storage

// Spaces: their headers, and what a push reads and writes.

extension Database {
  mutating func header(of place: Place) throws(SQLiteError) -> SpaceHeader? {
    try withStatement(
      "SELECT epoch, last_seq, min_seq, digest, sum FROM space WHERE account = ? AND space = ?"
    ) { [damage] statement throws(SQLiteError) in
      try statement.bind(place)
      guard try statement.step() else { return nil }
      guard let (header, sum) = statement.header(), sum == RowSums(place).header(header) else {
        damage.note(place, "space")
        throw .damagedRow
      }
      return header
    }
  }

  /// The header; created with a random epoch if there is none.
  mutating func openHeader(of place: Place) throws(SQLiteError) -> SpaceHeader {
    if let header = try header(of: place) { return header }
    let header = SpaceHeader(epoch: .random())
    try run("INSERT INTO space VALUES (?, ?, 0, ?, 0, 0, ?, ?)") { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(bits: header.epoch.bits, at: 3)
      try statement.bind(header.digest.bytes, at: 4)
      try statement.bind(RowSums(place).header(header), at: 5)
    }
    return header
  }

  mutating func write(_ header: SpaceHeader, of place: Place) throws(SQLiteError) {
    try run(
      """
      UPDATE space SET epoch = ?3, last_seq = ?4, min_seq = ?5, digest = ?6, sum = ?7
      WHERE account = ?1 AND space = ?2
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(bits: header.epoch.bits, at: 3)
      try statement.bind(bits: header.lastSequence, at: 4)
      try statement.bind(bits: header.minSequence, at: 5)
      try statement.bind(header.digest.bytes, at: 6)
      try statement.bind(RowSums(place).header(header), at: 7)
    }
  }

  mutating func places() throws(SQLiteError) -> [Place] {
    try withStatement("SELECT account, space FROM space ORDER BY account, space") {
      statement throws(SQLiteError) in
      var places: [Place] = []
      while try statement.step() {
        places.append(
          Place(AccountID(try statement.bits(0)), SpaceID(try statement.bits(1))))
      }
      return places
    }
  }

  mutating func places(of account: AccountID) throws(SQLiteError) -> [Place] {
    try withStatement("SELECT space FROM space WHERE account = ? ORDER BY space") {
      statement throws(SQLiteError) in
      try statement.bind(account.bits, at: 1)
      var places: [Place] = []
      while try statement.step() { places.append(Place(account, SpaceID(try statement.bits(0)))) }
      return places
    }
  }

  /// Reads what a push needs to know.
  mutating func find(
    _ needs: PushPlanner.Needs, in place: Place, within limit: ReadingLimit
  ) throws(SQLiteError) -> PushPlanner.Findings {
    var findings = PushPlanner.Findings()
    try readCells(of: needs.rows, in: place, within: limit, into: &findings)
    try readIdentities(needs.identities, in: place, into: &findings)
    findings.history += try history(of: needs.historyRows, in: place)
    return findings
  }

  private mutating func readCells(
    of rows: [RowID], in place: Place, within limit: ReadingLimit,
    into findings: inout PushPlanner.Findings
  ) throws(SQLiteError) {
    var reading = RowReading(ofRows: rows.count, within: limit)
    try withStatement(
      """
      SELECT rid, fld, tbl, hlc, dev, val, seq, sum FROM cell
      WHERE account = ? AND space = ? AND rid = ?
      """
    ) { [damage] statement throws(SQLiteError) in
      try statement.bind(place)
      let sums = RowSums(place)
      for row in rows where !reading.isCut {
        try statement.bind(row.bits, at: 3)
        while try statement.step() {
          // A damaged cell neither wins nor loses: it must be repaired first.
          guard let cell = statement.cell(sums) else {
            damage.note(place, "cell")
            throw .damagedRow
          }
          findings.cells.append(cell)
          guard reading.take(byteCount: cell.cell.cell.value.encodedByteCount) else { break }
        }
        statement.rewind()
      }
    }
    findings.isCut = reading.isCut
    if !rows.isEmpty { limit.noteEnd(of: reading) }
  }

  private mutating func readIdentities(
    _ identities: [PushPlanner.Identity], in place: Place,
    into findings: inout PushPlanner.Findings
  ) throws(SQLiteError) {
    try withStatement(
      """
      SELECT 1 FROM hist
      WHERE account = ? AND space = ? AND rid = ? AND fld = ? AND hlc = ? AND dev = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      for identity in identities {
        try statement.bind(identity)
        if try statement.step() { findings.history.append(identity) }
        statement.rewind()
      }
    }
  }

  /// The superseded values of rows: of each one more at most than are erased at once, so that those with more show.
  mutating func history(
    of rows: [RowID], in place: Place
  ) throws(SQLiteError) -> [PushPlanner.Identity] {
    try withStatement(
      "SELECT fld, hlc, dev FROM hist WHERE account = ? AND space = ? AND rid = ? LIMIT ?"
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(Int64(HistoryTrim.limit + 1), at: 4)
      var history: [PushPlanner.Identity] = []
      for row in rows {
        try statement.bind(row.bits, at: 3)
        while try statement.step() {
          let key = CellKey(row, FieldID(statement.unsigned(0)))
          history.append(PushPlanner.Identity(key, statement.stamp(1)))
        }
        statement.rewind()
      }
      return history
    }
  }

  /// Erases superseded values.
  mutating func erase(
    _ values: [PushPlanner.Identity], in place: Place
  ) throws(SQLiteError) {
    try withStatement(
      """
      DELETE FROM hist
      WHERE account = ? AND space = ? AND rid = ? AND fld = ? AND hlc = ? AND dev = ?
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      for value in values {
        try statement.bind(value)
        while try statement.step() {}
        statement.rewind()
      }
    }
  }

  /// Writes the result of a push at the time `now`.
  mutating func carryOut(
    _ plan: PushPlan, in place: Place, now: Int64
  ) throws(SQLiteError) {
    for row in plan.purgedRows {
      try erase("DELETE FROM cell WHERE account = ? AND space = ? AND rid = ?", row, in: place)
      try erase("DELETE FROM hist WHERE account = ? AND space = ? AND rid = ?", row, in: place)
    }
    try write(plan.cells, in: place)
    try keep(plan.history, in: place)
    try note(plan.stubs, in: place, now: now)
  }

  mutating func erase(
    _ sql: StaticString, _ row: RowID, in place: Place
  ) throws(SQLiteError) {
    try run(sql) { statement throws(SQLiteError) in
      try statement.bind(place)
      try statement.bind(row.bits, at: 3)
    }
  }

  mutating func write(_ cells: [StoredCell], in place: Place) throws(SQLiteError) {
    try withStatement(
      """
      INSERT INTO cell VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, space, rid, fld) DO UPDATE SET
        tbl = excluded.tbl, hlc = excluded.hlc, dev = excluded.dev, seq = excluded.seq,
        val = excluded.val, sum = excluded.sum
      """
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      let sums = RowSums(place)
      for stored in cells {
        let cell = stored.cell.cell
        try statement.bind(stored.cell.row.bits, at: 3)
        try statement.bind(bits: cell.field.number, at: 4)
        try statement.bind(bits: stored.cell.kind.number, at: 5)
        try statement.bind(bits: cell.stamp.time.bits, at: 6)
        try statement.bind(bits: cell.stamp.device.bits, at: 7)
        try statement.bind(bits: stored.sequence, at: 8)
        let value = cell.value.encoded
        try statement.bind(value, at: 9)
        try statement.bind(sums.cell(stored, value), at: 10)
        while try statement.step() {}
        statement.rewind()
      }
    }
  }

  private mutating func keep(_ history: [HistoryCell], in place: Place) throws(SQLiteError) {
    try withStatement(
      "INSERT INTO hist VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    ) { statement throws(SQLiteError) in
      try statement.bind(place)
      let sums = RowSums(place)
      for kept in history {
        let cell = kept.cell.cell
        try statement.bind(kept.cell.row.bits, at: 3)
        try statement.bind(bits: cell.field.number, at: 4)
        try statement.bind(bits: cell.stamp.time.bits, at: 5)
        try statement.bind(bits: cell.stamp.device.bits, at: 6)
        try statement.bind(bits: kept.sequence, at: 7)
        try statement.bind(bits: kept.cell.kind.number, at: 8)
        try statement.bind(kept.isConflict ? 1 : 0, at: 9)
        try statement.bind(kept.keptAt, at: 10)
        let value = cell.value.encoded
        try statement.bind(value, at: 11)
        try statement.bind(sums.history(kept, value), at: 12)
        while try statement.step() {}
        statement.rewind()
      }
    }
  }

  private mutating func note(
    _ stubs: [StoredCell], in place: Place, now: Int64
  ) throws(SQLiteError) {
    for stub in stubs {
      try run(
        """
        INSERT INTO stub VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (account, space, rid) DO UPDATE SET seq = excluded.seq, at_ms = excluded.at_ms
        """
      ) { statement throws(SQLiteError) in
        try statement.bind(place)
        try statement.bind(stub.cell.row.bits, at: 3)
        try statement.bind(bits: stub.sequence, at: 4)
        try statement.bind(now, at: 5)
      }
    }
  }
}

extension Statement {
  /// Binds row, field and stamp of a value after its place.
  mutating func bind(_ value: PushPlanner.Identity) throws(SQLiteError) {
    try bind(value.key.row.bits, at: 3)
    try bind(bits: value.key.field.number, at: 4)
    try bind(bits: value.stamp.time.bits, at: 5)
    try bind(bits: value.stamp.device.bits, at: 6)
  }

  /// Reads `epoch, last_seq, min_seq, digest, sum` from the first columns.
  func header() -> (header: SpaceHeader, sum: Int64)? {
    guard let digest = SpaceDigest(bytes: bytes(3)) else { return nil }
    let header = SpaceHeader(
      epoch: Epoch(unsigned(0)), lastSequence: unsigned(1), minSequence: unsigned(2),
      digest: digest)
    return (header, int(4))
  }
}
