import CSQLite
import Ledger
public import Storage

/// Checks everything in a store's file, as of one moment; nothing is changed.
public enum SQLiteCheck {
  /// Checks the file at `path`; damage is reported and never thrown.
  ///
  /// - Parameter isStill: whether nobody else uses the file, as with a backup; then no file is created beside it.
  public static func report(on path: String, isStill: Bool = false) throws(StorageError)
    -> StoreReport
  {
    var report = StoreReport()
    do throws(SQLiteError) {
      var database = try Database.open(path, for: isStill ? .still : .reading)
      try database.inTransaction("BEGIN") { database throws(SQLiteError) in
        try database.inspect(into: &report)
      }
    } catch {
      let failure = StorageError(error)
      switch failure {
      case .busy, .full, .unavailable, .taken, .later, .lost: throw failure
      case .corrupt, .failed:
        report.problems.append(.unreadable(while: "the file", words: error.message))
      }
    }
    if let later = report.later { throw later }
    return report
  }
}

extension StoreReport {
  /// The error for a store of a newer program, which cannot be checked.
  fileprivate var later: StorageError? {
    guard isSound, let version, version > Tables.version else { return nil }
    return .later(version: version, known: Tables.version)
  }
}

extension Database {
  mutating func inspect(into report: inout StoreReport) throws(SQLiteError) {
    // The file first: damage there explains the rest.
    attempt("the file's structure", &report) { database, report throws(SQLiteError) in
      try database.inspectStructure(&report)
    }
    inspectRows(into: &report)
  }

  /// Checks every row, but not the structure of the file.
  mutating func inspectRows(into report: inout StoreReport) {
    attempt("the version", &report) { database, report throws(SQLiteError) in
      report.version = try database.version()
    }
    guard let version = report.version, version <= Tables.version else { return }
    attempt("the spaces", &report) { database, report throws(SQLiteError) in
      try database.inspectSpaces(&report)
    }
    attempt("the cells", &report) { database, report throws(SQLiteError) in
      try database.inspectCells(&report)
    }
    attempt("the history", &report) { database, report throws(SQLiteError) in
      try database.inspectHistory(&report)
    }
    guard version >= 2 else { return }
    attempt("the accounts", &report) { database, report throws(SQLiteError) in
      try database.inspectAccounts(&report)
    }
    guard version >= 4 else { return }
    attempt("the grants", &report) { database, report throws(SQLiteError) in
      try database.inspectGrants(&report)
    }
    guard version >= 6 else { return }
    attempt("the time", &report) { database, report throws(SQLiteError) in
      report.seenTime = try database.seenTime()
    }
    guard version >= 8 else { return }
    attempt("the publications", &report) { database, report throws(SQLiteError) in
      try database.inspectPublications(&report)
    }
  }

  /// Does a part of the check; if SQLite cannot continue, that is reported and the next part starts.
  private mutating func attempt(
    _ what: String, _ report: inout StoreReport,
    _ body: (inout Database, inout StoreReport) throws(SQLiteError) -> Void
  ) {
    do throws(SQLiteError) {
      try body(&self, &report)
    } catch {
      report.problems.append(.unreadable(while: what, words: error.message))
    }
  }

  private mutating func inspectStructure(_ report: inout StoreReport) throws(SQLiteError) {
    try withStatement("PRAGMA integrity_check(20)") { statement throws(SQLiteError) in
      while try statement.step() {
        let words = String(decoding: statement.bytes(0), as: UTF8.self)
        if words != "ok" { report.problems.append(.structure(words)) }
      }
    }
    try withStatement("PRAGMA foreign_key_check") { statement throws(SQLiteError) in
      var count = 0
      while try statement.step() { count += 1 }
      if count > 0 { report.problems.append(.orphans(table: "foreign keys", count: count)) }
    }
  }

  private mutating func inspectSpaces(_ report: inout StoreReport) throws(SQLiteError) {
    try withStatement(
      report.isSummed
        ? "SELECT epoch, last_seq, min_seq, digest, sum, account, space FROM space"
        : "SELECT epoch, last_seq, min_seq, digest, 0, account, space FROM space"
    ) { statement throws(SQLiteError) in
      var malformed = 0
      while try statement.step() {
        guard let account = statement.words(5), let space = statement.words(6),
          let (header, sum) = statement.header()
        else {
          malformed += 1
          continue
        }
        let place = Place(
          AccountID(Bits128(high: account.high, low: account.low)),
          SpaceID(Bits128(high: space.high, low: space.low)))
        report.spaces.append(StoreReport.Space(place, header))
        if report.isSummed, sum != RowSums(place).header(header) {
          report.spaces[report.spaces.count - 1].hasSoundHeader = false
          report.problems.append(.damaged(place, table: "space", count: 1))
        }
        if header.minSequence > header.lastSequence { report.problems.append(.minimum(place)) }
      }
      if malformed > 0 { report.problems.append(.malformed(table: "space", count: malformed)) }
    }
  }

  private mutating func inspectCells(_ report: inout StoreReport) throws(SQLiteError) {
    var scan = CellScan(report.spaces)
    // In the stored order, so that no damaged key hides what follows.
    try withStatement(
      report.isSummed
        ? "SELECT rid, fld, tbl, hlc, dev, val, seq, sum, account, space FROM cell"
        : "SELECT rid, fld, tbl, hlc, dev, val, seq, 0, account, space FROM cell"
    ) { statement throws(SQLiteError) in
      var sums = PlaceSums(isSummed: report.isSummed)
      while try statement.step() {
        guard let place = try? statement.place(8), let cell = statement.cell(nil) else {
          scan.malformed += 1
          continue
        }
        let isSound = statement.cell(sums.of(place)) != nil
        if !isSound { scan.damage.note(place, "cell") }
        scan.take(cell, isSound: isSound, byteCount: statement.byteCount(5), in: place)
      }
    }
    scan.finish(&report)
  }

  private mutating func inspectHistory(_ report: inout StoreReport) throws(SQLiteError) {
    try withStatement(
      report.isSummed
        ? "SELECT rid, fld, tbl, hlc, dev, val, seq, sum, flags, at_ms, account, space FROM hist"
        : "SELECT rid, fld, tbl, hlc, dev, val, seq, 0, flags, at_ms, account, space FROM hist"
    ) { statement throws(SQLiteError) in
      var sums = PlaceSums(isSummed: report.isSummed)
      var damage = DamageReport()
      var malformed = 0
      while try statement.step() {
        report.historyCount += 1
        if let place = try? statement.place(10) {
          if statement.history(sums.of(place)) == nil { damage.note(place, "hist") }
        } else {
          malformed += 1
        }
      }
      report.note(damage)
      if malformed > 0 { report.problems.append(.malformed(table: "hist", count: malformed)) }
    }
    try count(
      "hist",
      """
      SELECT count(*) FROM hist LEFT JOIN space USING (account, space)
      WHERE space.epoch IS NULL OR hist.seq > space.last_seq
      """, &report)
    try count(
      "stub",
      """
      SELECT count(*) FROM stub
      LEFT JOIN cell ON cell.account = stub.account AND cell.space = stub.space
        AND cell.rid = stub.rid AND cell.fld = 0
      WHERE cell.seq IS NULL
      """, &report)
  }

  private mutating func inspectAccounts(_ report: inout StoreReport) throws(SQLiteError) {
    let accounts = try accounts()
    report.accountCount = accounts.count
    var malformed = 0
    for account in accounts {
      guard let login = account.login else { continue }
      if try owner(of: login.key) != account.id { malformed += 1 }
    }
    if malformed > 0 { report.problems.append(.malformed(table: "account", count: malformed)) }
    try count(
      "login",
      """
      SELECT count(*) FROM login LEFT JOIN account ON account.account = login.account
      WHERE account.login IS NOT login.login
      """, &report)
    try count(
      "signin",
      """
      SELECT count(*) FROM signin LEFT JOIN account USING (account) WHERE account.made_ms IS NULL
      """, &report)
  }

  private mutating func inspectGrants(_ report: inout StoreReport) throws(SQLiteError) {
    try withStatement(
      report.isSummed
        ? """
        SELECT grantee, role, tables, since, expires, view_epoch, label, sum, account, space
        FROM grant_out
        """
        : """
        SELECT grantee, role, tables, since, expires, view_epoch, label, 0, account, space
        FROM grant_out
        """
    ) { statement throws(SQLiteError) in
      var sums = PlaceSums(isSummed: report.isSummed)
      var damage = DamageReport()
      var malformed = 0
      while try statement.step() {
        report.grantCount += 1
        guard let place = try? statement.place(8), statement.grant(nil) != nil else {
          malformed += 1
          continue
        }
        if statement.grant(sums.of(place)) == nil { damage.note(place, "grant_out") }
      }
      report.note(damage)
      if malformed > 0 { report.problems.append(.malformed(table: "grant_out", count: malformed)) }
    }
    try count(
      "grant_out",
      """
      SELECT count(*) FROM grant_out LEFT JOIN account USING (account)
      WHERE account.made_ms IS NULL
      """, &report)
    try count(
      "grant_in",
      """
      SELECT count(*) FROM grant_in LEFT JOIN account USING (account)
      WHERE account.made_ms IS NULL
      """, &report)
  }

  private mutating func inspectPublications(_ report: inout StoreReport) throws(SQLiteError) {
    // The kind is missing before version 9, and any is right.
    try withStatement("SELECT id, account, space, catalogue, made_ms, reads, 0 FROM published") {
      statement throws(SQLiteError) in
      var malformed = 0
      while try statement.step() {
        guard let publication = try? statement.publication(), publication.readCount >= 0 else {
          malformed += 1
          continue
        }
      }
      if malformed > 0 { report.problems.append(.malformed(table: "published", count: malformed)) }
    }
    try count(
      "published",
      """
      SELECT count(*) FROM published LEFT JOIN account USING (account)
        LEFT JOIN space USING (account, space)
      WHERE account.made_ms IS NULL OR space.epoch IS NULL
      """, &report)
  }

  /// Counts orphaned rows.
  private mutating func count(
    _ table: String, _ sql: StaticString, _ report: inout StoreReport
  ) throws(SQLiteError) {
    let count = try withStatement(sql) { statement throws(SQLiteError) in
      try statement.step() ? Int(clamping: statement.int(0)) : 0
    }
    if count > 0 { report.problems.append(.orphans(table: table, count: count)) }
  }
}

/// The cells of a store, one after another in the order of their keys.
private struct CellScan {
  var malformed = 0
  var damage = DamageReport()
  private var spaces: [StoreReport.Space]
  private var indicesByPlace: [Place: Int] = [:]
  private var numberless: Set<Int> = []
  private var beyond: Set<Int> = []
  private var orphans = 0
  private var foreign = 0
  private var mixed = 0
  private var blobs: Set<[UInt8]> = []
  /// The row that was seen last, its kind, and whether it was found mixed.
  private var latest: (place: Place, row: RowID, kind: KindID, isMixed: Bool)?

  init(_ spaces: [StoreReport.Space]) {
    self.spaces = spaces
    for (index, space) in spaces.enumerated() { indicesByPlace[space.place] = index }
  }

  mutating func take(
    _ stored: StoredCell, isSound: Bool, byteCount: Int, in place: Place
  ) {
    let (cell, sequence) = (stored.cell, stored.sequence)
    if byteCount > Value.byteLimit || byteCount == 0 { malformed += 1 }
    noteKind(of: cell, in: place)
    switch cell.cell.value {
    case .blob(let blob): blobs.insert(blob.sha256)
    case .unknown(let tag, _) where tag <= Self.lastTag: foreign += 1
    default: break
    }
    guard let index = indicesByPlace[place] else {
      orphans += 1
      return
    }
    spaces[index].cellCount += 1
    if isSound {
      spaces[index].digest.add(cell)
      spaces[index].highest = max(spaces[index].highest, sequence)
    }
    if sequence > spaces[index].header.lastSequence { beyond.insert(index) }
    if sequence == 0 { numberless.insert(index) }
  }

  private mutating func noteKind(of cell: RowCell, in place: Place) {
    if var latest, latest.row == cell.row, latest.place == place {
      if latest.kind != cell.kind, !latest.isMixed {
        mixed += 1
        latest.isMixed = true
        self.latest = latest
      }
    } else {
      latest = (place, cell.row, cell.kind, false)
    }
  }

  func finish(_ report: inout StoreReport) {
    report.spaces = spaces
    report.blobs = blobs
    report.note(damage)
    for (index, space) in spaces.enumerated() {
      if space.digest != space.header.digest { report.problems.append(.digest(space.place)) }
      if beyond.contains(index) || numberless.contains(index) {
        report.problems.append(.sequence(space.place))
      }
    }
    if orphans > 0 { report.problems.append(.orphans(table: "cell", count: orphans)) }
    if malformed > 0 { report.problems.append(.malformed(table: "cell", count: malformed)) }
    if mixed > 0 { report.remarks.append(.mixedKinds(rows: mixed)) }
    if foreign > 0 { report.remarks.append(.foreignValues(cells: foreign)) }
  }

  /// The largest tag of a known value.
  private static let lastTag = Value.sealed([]).tag
}

/// The checksums of spaces whose rows come one after another; none if the file has none.
private struct PlaceSums {
  let isSummed: Bool
  private var latest: (place: Place, sums: RowSums)?

  init(isSummed: Bool) {
    self.isSummed = isSummed
  }

  mutating func of(_ place: Place) -> RowSums? {
    guard isSummed else { return nil }
    if let latest, latest.place == place { return latest.sums }
    let sums = RowSums(place)
    latest = (place, sums)
    return sums
  }
}

extension StoreReport {
  fileprivate var isSummed: Bool { (version ?? 0) >= Tables.sumsVersion }

  fileprivate mutating func note(_ damage: DamageReport) {
    let counts = damage.counts.sorted { one, other in
      (one.key.place.words, one.key.table) < (other.key.place.words, other.key.table)
    }
    for (rows, count) in counts {
      problems.append(.damaged(rows.place, table: rows.table, count: count))
    }
  }
}
