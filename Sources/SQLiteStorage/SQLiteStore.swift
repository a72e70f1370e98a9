public import Ledger
import Platform
public import Storage

/// Spaces in one SQLite file, for a server with one process.
///
/// One thread writes and commits in groups, a few connections read. The latest state of each space is cached in memory, so
/// that a device that has everything gets its answer without reading the file.
public final class SQLiteStore: Store {
  /// What a device that has everything needs to know.
  private struct Latest: Sendable {
    let epoch: Epoch
    let sequence: UInt64
    let digest: UInt64

    init(_ header: SpaceHeader) {
      epoch = header.epoch
      sequence = header.lastSequence
      digest = header.digest.total
    }
  }

  private let lock: Lock<FileLock?>
  let writer: Writer
  let readers: Readers
  let erased = ErasedAccounts()
  let knownViews = KnownViews()
  let readingLimit: ReadingLimit
  public let damage = DamageLog()
  /// Only the writing thread replaces entries, in the order of its commits.
  private let latestByPlace = Lock<[Place: Latest]>([:])

  /// Opens or creates the file at `path`; only one process at a time may have it open.
  ///
  /// If there was a store, an empty or missing file is not treated as a new one: the lock file records that, and so does a
  /// log beside an empty file.
  ///
  /// - Parameters:
  ///   - isKnown: whether something else shows that there was a store, such as people's files beside it.
  ///   - limit: how much of the rows that a push touches is read at once.
  public init(
    path: String, readerCount: Int = 4, isKnown: Bool = false, reading limit: ReadingLimit = .push
  ) throws(StorageError) {
    readingLimit = limit
    guard let held = try Self.lock(path) else { throw .taken }
    writer = Writer(try Self.open(path, isKnown: isKnown || held.hasMark, damage))
    held.mark()
    lock = Lock(held)
    do throws(SQLiteError) {
      readers = try Readers(path: path, count: readerCount, damage: damage)
    } catch {
      writer.close()
      throw StorageError(error)
    }
  }

  private static func open(
    _ path: String, isKnown: Bool, _ damage: DamageLog
  ) throws(StorageError) -> sending Database {
    // Before SQLite opens the file: it would create it, and remove a log beside an empty one.
    let isEmpty = (Files.byteCount(of: path) ?? 0) == 0
    let hasLog = (Files.byteCount(of: path + "-wal") ?? 0) > 0
    guard !isEmpty || !isKnown && !hasLog else { throw .lost }
    var database = try Database.openStore(at: path, for: .writing)
    database.damage = damage
    let version = try database.storeVersion()
    guard version > 0 || !isKnown else { throw .lost }
    try database.migrate(Tables.migrations)
    return database
  }

  private static func lock(_ path: String) throws(StorageError) -> FileLock? {
    do throws(SystemError) {
      return try FileLock(path: path + ".lock")
    } catch {
      throw .unavailable
    }
  }

  public func close() {
    readers.close()
    writer.close()
    lock.withLock { $0 = nil }
  }
}

extension SQLiteStore {
  public func push(_ push: Push, to place: Place, now: Int64) throws(StorageError) -> PushReply {
    guard let reply = try take(push, to: place, by: nil, now: now) else { throw .unavailable }
    return reply
  }

  /// Applies a push of the owner or a grantee; `nil` if he may not push at all.
  func take(
    _ push: Push, to place: Place, by grantee: AccountID?, now: Int64
  ) throws(StorageError) -> PushReply? {
    let work = PushInSteps(push, to: place, by: grantee, now: now, reading: readingLimit)
    do throws(StorageError) {
      return try writeInSteps(for: place.account, weight: { work.weight }) {
        database throws(SQLiteError) in
        try work.step(&database)
      } committed: { progress in
        if let header = progress.header { self.note(header, of: place) }
      }.reply
    } catch {
      // Some of it may be saved.
      noteAnew(place)
      throw error
    }
  }

  public func pull(
    _ place: Place, since sequence: UInt64, byteLimit: Int, now: Int64
  ) throws(StorageError) -> PullPage {
    if let latest = latestByPlace.withLock({ $0[place] }), latest.sequence == sequence {
      return PullPage(
        epoch: latest.epoch, from: sequence, to: sequence, hasMore: false, now: now,
        digest: latest.digest, cells: [])
    }
    while true {
      let found = try readers.read(for: place.account) { database throws(SQLiteError) in
        try database.page(of: place, since: sequence, byteLimit: byteLimit, now: now)
      }
      if let found {
        latestByPlace.withLock { latest in
          if latest[place] == nil { latest[place] = Latest(found.header) }
        }
        return found.page
      }
      _ = try header(of: place)
    }
  }

  public func header(of place: Place) throws(StorageError) -> SpaceHeader {
    let found = try readers.read(for: place.account) { database throws(SQLiteError) in
      try database.header(of: place)
    }
    if let found { return found }
    return try writeFor(place.account) { database throws(SQLiteError) in
      try database.openHeader(of: place)
    } committed: { header in
      self.note(header, of: place)
    }
  }

  public func latestSequence(of place: Place) throws(StorageError) -> UInt64 {
    if let latest = latestByPlace.withLock({ $0[place] }) { return latest.sequence }
    return try header(of: place).lastSequence
  }

  public func history(
    of row: RowID, in place: Place, behind last: HistoryPlace?, byteLimit: Int
  ) throws(StorageError) -> HistoryPage {
    try readers.read(for: place.account) { database throws(SQLiteError) in
      try database.history(of: row, in: place, behind: last, byteLimit: byteLimit)
    }
  }

  public func recollection(
    of moment: PastMoment, in place: Place, now: Int64
  ) throws(StorageError) -> Recollection {
    let facts = try readers.read(for: place.account) { database throws(SQLiteError) in
      try database.pastFacts(of: moment, in: place)
    }
    return moment.recollection(from: facts, now: now)
  }

  public func state(
    of place: Place, asOf sequence: UInt64, after row: RowID?, byteLimit: Int
  ) throws(StorageError) -> PastPage {
    try readers.read(for: place.account) { database throws(SQLiteError) in
      try database.state(of: place, asOf: sequence, after: row, byteLimit: byteLimit)
    }
  }

  public func forget(in place: Place, now: Int64) throws(StorageError) {
    let work = ForgetInSteps(in: place, now: now)
    _ = try writer.performInSteps(for: place.account, weight: { Database.lookedAtOnce / 2 }) {
      database throws(SQLiteError) in
      try work.step(&database)
    } committed: { header in
      self.note(header, of: place)
    }
  }

  public func begin(_ epoch: Epoch, in place: Place) throws(StorageError) {
    _ = try writer.perform(for: place.account) { database throws(SQLiteError) in
      var header = try database.openHeader(of: place)
      header.epoch = epoch
      try database.write(header, of: place)
      try database.forgetMarks(of: place)
      return header
    } committed: { header in
      self.note(header, of: place)
    }
  }

  public func places() throws(StorageError) -> [Place] {
    try readers.read { database throws(SQLiteError) in try database.places() }
  }

  /// Writes for an account, unless it was erased meanwhile.
  func writeFor<Value: Sendable>(
    _ account: AccountID,
    _ body: @escaping @Sendable (inout Database) throws(SQLiteError) -> Value,
    committed: @escaping @Sendable (Value) -> Void = { _ in }
  ) throws(StorageError) -> Value {
    try writeInSteps(for: account, weight: { 1 }) { database throws(SQLiteError) in
      .done(try body(&database))
    } committed: { value in
      committed(value)
    }
  }

  /// Writes for an account in steps, unless it was erased meanwhile.
  func writeInSteps<Value: Sendable>(
    for account: AccountID, weight: @escaping @Sendable () -> Int,
    _ body: @escaping @Sendable (inout Database) throws(SQLiteError) -> Step<Value>,
    committed: @escaping @Sendable (Value) -> Void
  ) throws(StorageError) -> Value {
    try erased.check(account)
    let value = try writer.performInSteps(for: account, weight: weight) {
      database throws(SQLiteError) -> Step<Value?> in
      guard (try? self.erased.check(account)) != nil else { return .done(nil) }
      switch try body(&database) {
      case .done(let value): return .done(value)
      case .more(let value): return .more(value)
      }
    } committed: { value in
      if let value { committed(value) }
    }
    guard let value else { throw .unavailable }
    return value
  }

  /// Removes an erased account from the cache.
  func forgetLatest(of account: AccountID) {
    latestByPlace.withLock { latest in
      for place in latest.keys where place.account == account { latest[place] = nil }
    }
  }

  /// Updates the cache for a place after a failed write, part of which may be saved.
  private func noteAnew(_ place: Place) {
    _ = try? writer.perform(for: place.account) { database throws(SQLiteError) in
      try database.header(of: place)
    } committed: { header in
      if let header { self.note(header, of: place) }
    }
  }

  private func note(_ header: SpaceHeader, of place: Place) {
    let latest = Latest(header)
    latestByPlace.withLock { $0[place] = latest }
  }
}
