import Ledger
import Platform
import Storage

/// The only writing thread, with the only writing connection.
///
/// Waiting jobs are committed together, so that many small pushes share one wait for the disk. Each is rolled back alone
/// if it fails, and answered only after the commit. ``WriterQueue`` decides whose job is next, and no job keeps a
/// transaction open for long: large jobs run in steps.
final class Writer: Sendable {
  /// How many jobs share a transaction.
  private static let jobLimit = 64
  /// How long a transaction accepts more jobs, and about how many rows they write: while several accounts have jobs in it
  /// or wait, and while one does.
  private static let busy = (nanoseconds: UInt64(5_000_000), weight: 256)
  private static let alone = (nanoseconds: UInt64(20_000_000), weight: 8_192)

  private let queue = Monitor(WriterQueue())
  private let database: Lock<Database?>
  private let thread = Lock<Thread?>(nil)

  init(_ database: consuming sending Database) {
    database.postponeCheckpoints()
    self.database = Lock(database)
    let isWorking = thread.withLock { thread in
      thread = Thread { self.workUntilClosed() }
      return thread != nil
    }
    // Without a thread nothing would ever be answered.
    if !isWorking { queue.change { $0.isOpen = false } }
  }

  /// Runs `body` on the writing thread, for an account or for the server itself; `committed` runs there after the commit,
  /// before the answer.
  func perform<Value: Sendable>(
    for account: AccountID?,
    _ body: @escaping @Sendable (inout Database) throws(SQLiteError) -> Value,
    committed: @escaping @Sendable (Value) -> Void = { _ in }
  ) throws(StorageError) -> Value {
    try performInSteps(for: account, weight: { 1 }) { database throws(SQLiteError) in
      .done(try body(&database))
    } committed: { value in
      committed(value)
    }
  }

  /// Runs `body` repeatedly until it is done, with other jobs in between; `weight` is about how many rows it writes next.
  ///
  /// Each step is committed, even if later ones fail. `committed` is called for each.
  func performInSteps<Value: Sendable>(
    for account: AccountID?, weight: @escaping @Sendable () -> Int,
    _ body: @escaping @Sendable (inout Database) throws(SQLiteError) -> Step<Value>,
    committed: @escaping @Sendable (Value) -> Void = { _ in }
  ) throws(StorageError) -> Value {
    let work = Work(for: account, weight: weight, body, committed: committed)
    let isTaken = queue.change { queue in
      if queue.isOpen { queue.append(work) }
      return queue.isOpen
    }
    guard isTaken else { throw .unavailable }
    return try work.wait()
  }

  /// Finishes waiting jobs, accepts no more, and closes the file.
  func close() {
    queue.change { $0.isOpen = false }
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
    database.withLock { $0 = nil }
  }

  private func workUntilClosed() {
    while true {
      let job: (any Job)?? = queue.wait { queue in
        queue.isEmpty && queue.isOpen ? nil : .some(queue.takeNext())
      }
      guard let job = job.flatMap({ $0 }) else { return }
      database.withLock { database in
        guard var open = database.take() else { return }
        write(job, in: &open)
        database = consume open
      }
    }
  }

  /// Runs a job's next step in one transaction, with the steps of other jobs that are waiting or arrive meanwhile.
  private func write(_ first: any Job, in database: inout Database) {
    let start = Instant.now
    var weight = 0
    var done: [any Job] = []
    var next: (any Job)? = first
    var failure: StorageError?
    do throws(SQLiteError) {
      try database.run("BEGIN IMMEDIATE")
      while let job = next {
        weight += job.weight
        let outcome = job.run(in: &database)
        if !done.contains(where: { $0 === job }) { done.append(job) }
        switch outcome {
        case .done: break
        case .more: queue.change { $0.putBack(job) }
        // When the disk is full or failing, SQLite rolls back the whole transaction.
        case .failed(let error): if !database.isInTransaction { throw error }
        }
        next =
          done.count < Self.jobLimit
          ? takeNext(behind: weight, Instant.now.nanoseconds(since: start), beside: done) : nil
      }
      try database.run("COMMIT")
    } catch {
      if database.isInTransaction { try? database.run("ROLLBACK") }
      failure = StorageError(error)
      if let next, !done.contains(where: { $0 === next }) { done.append(next) }
      queue.change { queue in
        for job in done { queue.remove(job) }
      }
    }
    for job in done { job.tell(failure) }
    database.checkpointIfDue()
  }

  /// The next job for a transaction that writes about `weight` rows for the jobs in it, and has taken `elapsed` nanoseconds,
  /// if any.
  ///
  /// Whoever's job is in the transaction waits for its end, too.
  private func takeNext(
    behind weight: Int, _ elapsed: UInt64, beside jobs: [any Job]
  ) -> (any Job)? {
    queue.change { queue in
      let account = jobs[0].account
      let isShared = jobs.contains { $0.account != account } || queue.hasOthers(than: account)
      let limit = isShared ? Self.busy : Self.alone
      return elapsed < limit.nanoseconds ? queue.takeNext(weight: limit.weight - weight) : nil
    }
  }
}
