import Ledger
import Platform
import Storage

/// The one thread that writes, and the one connection that it writes through.
///
/// What waits together is committed together, so that many small pushes share one wait for the disk. Each
/// is undone by itself when it fails, and each is answered only after the commit. ``WriterQueue`` says whose
/// work is next, and nobody holds a transaction for long: large work is done in steps.
final class Writer: Sendable {
  /// How many pieces of work share a transaction, and about how many rows they write.
  private static let jobLimit = 64
  private static let weightLimit = 256
  /// For how long a transaction takes more in: while others wait, and while nobody does.
  private static let nanoseconds: (busy: UInt64, alone: UInt64) = (5_000_000, 20_000_000)

  private let queue = Monitor(WriterQueue())
  private let database: Lock<Database?>
  private let thread = Lock<Thread?>(nil)

  init(_ database: consuming sending Database) {
    self.database = Lock(database)
    let isWorking = thread.withLock { thread in
      thread = Thread { self.workUntilClosed() }
      return thread != nil
    }
    // Without a thread nothing would ever be answered.
    if !isWorking { queue.change { $0.isOpen = false } }
  }

  /// Does `body` on the writing thread, for an account or for the server itself; `committed` runs there once it is on
  /// the disk, before the answer.
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

  /// Does `body` again and again until it is done, others in between; `weight` is about how many rows it writes next.
  ///
  /// Each step is kept, whatever comes of those behind it. `committed` hears of each.
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

  /// Finishes what waits, takes no more, and closes the file.
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

  /// Carries a job's next step out in one transaction, with those of others that wait or come meanwhile.
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
        // When the disk is full or failing, SQLite takes the whole transaction back.
        case .failed(let error): if !database.isInTransaction { throw error }
        }
        next =
          done.count < Self.jobLimit
          ? takeNext(weight: Self.weightLimit - weight, Instant.now.nanoseconds(since: start))
          : nil
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
  }

  /// What shares the transaction that has taken so long, if anything does.
  private func takeNext(weight: Int, _ elapsed: UInt64) -> (any Job)? {
    queue.change { queue in
      let limit = queue.isShared ? Self.nanoseconds.busy : Self.nanoseconds.alone
      return elapsed < limit ? queue.takeNext(weight: weight) : nil
    }
  }
}
