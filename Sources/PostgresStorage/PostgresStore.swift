import Glibc
public import Ledger
public import Storage

/// Spaces in a PostgreSQL database, which several servers may share; no data is cached in memory.
///
/// A push locks its space's row, so that numbers are assigned in the order of commits. Pushes to one space that wait in
/// this process share a transaction, in which as much is read at once as one may need: a push that needs more is planned
/// and written in parts.
public final class PostgresStore: Store {
  private let pool: ConnectionPool
  private let lines = PushLines()
  let erased = ErasedAccounts()
  let knownViews = KnownViews()
  let readingLimit: ReadingLimit
  public let damage = DamageLog()

  /// Connects to `url` and migrates the tables to the current version.
  ///
  /// - Parameter limit: how much of the rows that pushes touch is read at once.
  public init(
    url: String, connectionLimit: Int = 16, reading limit: ReadingLimit = .push
  ) throws(StorageError) {
    readingLimit = limit
    pool = ConnectionPool(url: url, limit: connectionLimit, damage: damage)
    do throws(StorageError) {
      try migrate()
    } catch {
      pool.close()
      throw error
    }
  }

  public func close() {
    pool.close()
  }

  private func migrate() throws(StorageError) {
    while true {
      let version = try perform { connection throws(PostgresError) in
        try connection.inTransaction("BEGIN") { connection throws(PostgresError) in
          try connection.tablesVersion()
        }
      }
      let steps = try Tables.migrations.after(version: version)
      guard !steps.isEmpty else { return }
      try perform { connection throws(PostgresError) in
        try connection.inTransaction("BEGIN") { connection throws(PostgresError) in
          // Another server may have done this meanwhile.
          guard try connection.tablesVersion() == version else { return }
          for step in steps { try connection.take(step) }
        }
      }
    }
  }

  /// Runs `body`, and retries if the server rolled it back or the connection was lost.
  ///
  /// A push whose commit was lost may run twice, with the same result.
  func perform<Value: Sendable>(
    for account: AccountID? = nil, _ body: (inout Connection) throws(PostgresError) -> Value
  ) throws(StorageError) -> Value {
    var failures: UInt32 = 0
    while true {
      do throws(PostgresError) {
        return try pool.lend(for: account, body)
      } catch {
        failures += 1
        let limit = error.isDisconnection ? 2 : error.isRetryable ? 8 : 1
        guard failures < limit else { throw StorageError(error) }
        if error.isDisconnection { pool.forgetIdle() }
        usleep(.random(in: 1_000...(4_000 << failures)))
      }
    }
  }
}

extension PostgresStore {
  public func push(_ push: Push, to place: Place, now: Int64) throws(StorageError) -> PushReply {
    guard let reply = try take(push, to: place, by: nil, now: now) else { throw .unavailable }
    return reply
  }

  /// Applies a push of the owner or a grantee; `nil` if he may not push at all.
  func take(
    _ push: Push, to place: Place, by grantee: AccountID?, now: Int64
  ) throws(StorageError) -> PushReply? {
    try lines.with(place) { line throws(StorageError) in
      try line.push(PushLine.Entry(push: push, grantee: grantee, now: now)) { entries in
        carryOut(entries, in: place)
      }
    }
  }

  /// Applies pushes together in one transaction; if that fails, each alone, so that none makes another fail.
  func carryOut(
    _ entries: [PushLine.Entry], in place: Place
  ) -> [Result<PushReply?, StorageError>] {
    do throws(StorageError) {
      return try pushTogether(entries, to: place).map { .success($0) }
    } catch {
      guard entries.count > 1, case .failed = error else {
        return entries.map { _ in .failure(error) }
      }
      return entries.flatMap { carryOut([$0], in: place) }
    }
  }

  private func pushTogether(
    _ entries: [PushLine.Entry], to place: Place
  ) throws(StorageError) -> [PushReply?] {
    try perform(for: place.account) { connection throws(PostgresError) in
      try connection.inTransaction("BEGIN") { connection throws(PostgresError) in
        var batch = Batch(header: try openHeader(of: place, on: &connection))
        let grants = try connection.grants(in: place)
        let now = entries.first?.now ?? 0
        if entries.count > 1 {
          // If all rows together are too large, each push reads its own.
          let rows = Set(entries.flatMap { $0.push.changes.map(\.key.row) })
          let wanted = PushPlanner.Needs(rows: Array(rows))
          _ = try connection.read(wanted, in: place, within: readingLimit, into: &batch)
        }
        var replies: [PushReply?] = []
        var changedViews: Set<AccountID> = []
        for entry in entries {
          guard let grant = entry.grant(among: grants) else {
            replies.append(nil)
            continue
          }
          var push = PushInParts(entry.push, isWhole: true, now: entry.now)
          while !push.isDone {
            if batch.isFull(readingLimit) {
              try connection.write(batch, in: place, now: now)
              batch = Batch(header: batch.header)
            }
            let granted = try push.plan(over: batch.header, grants: grants, by: grant) {
              needs throws(PostgresError) in
              let isCut = try connection.read(
                batch.missing(of: needs), in: place, within: readingLimit, into: &batch)
              var findings = batch.findings(for: needs)
              findings.isCut = isCut
              return findings
            }
            guard let granted else { continue }
            batch.take(granted.plan, now: entry.now)
            changedViews.formUnion(granted.changedViews)
          }
          replies.append(push.reply)
        }
        try connection.write(batch, in: place, now: now)
        try connection.renewViews(of: changedViews, in: place)
        return replies
      }
    }
  }

  public func pull(
    _ place: Place, since sequence: UInt64, byteLimit: Int, now: Int64
  ) throws(StorageError) -> PullPage {
    let header = try header(of: place)
    guard header.lastSequence != sequence else {
      return PageBuilder(byteLimit: 0).page(after: sequence, header: header, now: now)
    }
    let page = try perform(for: place.account) { connection throws(PostgresError) in
      try connection.page(of: place, since: sequence, byteLimit: byteLimit, now: now)
    }
    guard let page else { throw .corrupt }
    return page
  }

  public func header(of place: Place) throws(StorageError) -> SpaceHeader {
    try perform(for: place.account) { connection throws(PostgresError) in
      if let header = try connection.header(of: place) { return header }
      return try connection.inTransaction("BEGIN") { connection throws(PostgresError) in
        try openHeader(of: place, on: &connection)
      }
    }
  }

  /// The header, locked; fails for an erased account.
  func openHeader(
    of place: Place, on connection: inout Connection
  ) throws(PostgresError) -> SpaceHeader {
    let header = try connection.openHeader(of: place)
    guard (try? erased.check(place.account)) != nil else { throw .erased }
    return header
  }

  public func latestSequence(of place: Place) throws(StorageError) -> UInt64 {
    try header(of: place).lastSequence
  }

  public func history(
    of row: RowID, in place: Place, behind last: HistoryPlace?, byteLimit: Int
  ) throws(StorageError) -> HistoryPage {
    try perform(for: place.account) { connection throws(PostgresError) in
      try connection.history(of: row, in: place, behind: last, byteLimit: byteLimit)
    }
  }

  public func recollection(
    of moment: PastMoment, in place: Place, now: Int64
  ) throws(StorageError) -> Recollection {
    let facts = try perform(for: place.account) { connection throws(PostgresError) in
      try connection.pastFacts(of: moment, in: place)
    }
    return moment.recollection(from: facts, now: now)
  }

  public func state(
    of place: Place, asOf sequence: UInt64, after row: RowID?, byteLimit: Int
  ) throws(StorageError) -> PastPage {
    try perform(for: place.account) { connection throws(PostgresError) in
      try connection.state(of: place, asOf: sequence, after: row, byteLimit: byteLimit)
    }
  }

  public func forget(in place: Place, now: Int64) throws(StorageError) {
    try perform { connection throws(PostgresError) in
      try connection.inTransaction("BEGIN") { connection throws(PostgresError) in
        try connection.forget(in: place, now: now)
      }
    }
  }

  public func begin(_ epoch: Epoch, in place: Place) throws(StorageError) {
    try perform { connection throws(PostgresError) in
      try connection.inTransaction("BEGIN") { connection throws(PostgresError) in
        var header = try connection.openHeader(of: place)
        header.epoch = epoch
        try connection.write(header, of: place)
        try connection.forgetMarks(of: place)
      }
    }
  }

  public func places() throws(StorageError) -> [Place] {
    try perform { connection throws(PostgresError) in try connection.places() }
  }
}
