import Platform
import Storage

/// The one thread that writes, and the one connection that it writes through.
///
/// What waits together is committed together, so that many small pushes share one wait for the disk. Each
/// is undone by itself when it fails, and each is answered only after the commit.
final class Writer: Sendable {
  private struct Queue: Sendable {
    var jobs: [any Job] = []
    var isOpen = true
  }

  /// How many pieces of work share a transaction, and for how long it takes more in.
  private static let jobLimit = 64
  private static let nanoseconds: UInt64 = 5_000_000

  private let queue = Monitor(Queue())
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

  /// Does `body` on the writing thread; `committed` runs there once it is on the disk, before the answer.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (inout Database) throws(SQLiteError) -> Value,
    committed: @escaping @Sendable (Value) -> Void = { _ in }
  ) throws(StorageError) -> Value {
    let work = Work(body, committed: committed)
    let isTaken = queue.change { queue in
      if queue.isOpen { queue.jobs.append(work) }
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
      let jobs: [any Job] = queue.wait { queue in
        queue.jobs.isEmpty && queue.isOpen ? nil : Self.take(Self.jobLimit, from: &queue)
      }
      guard !jobs.isEmpty else { return }
      database.withLock { database in
        guard var open = database.take() else { return }
        write(jobs, in: &open)
        database = consume open
      }
    }
  }

  private static func take(_ limit: Int, from queue: inout Queue) -> [any Job] {
    let jobs = Array(queue.jobs.prefix(limit))
    queue.jobs.removeFirst(jobs.count)
    return jobs
  }

  /// Carries jobs out in one transaction, with those that come meanwhile.
  private func write(_ first: [any Job], in database: inout Database) {
    let start = Instant.now
    var jobs = first
    var failure: StorageError?
    do throws(SQLiteError) {
      try database.run("BEGIN IMMEDIATE")
      var done = 0
      while done < jobs.count {
        let error = jobs[done].run(in: &database)
        // When the disk is full or failing, SQLite takes the whole transaction back.
        if let error, !database.isInTransaction { throw error }
        done += 1
        if done == jobs.count, done < Self.jobLimit,
          Instant.now.nanoseconds(since: start) < Self.nanoseconds
        {
          jobs += queue.change { Self.take(Self.jobLimit - done, from: &$0) }
        }
      }
      try database.run("COMMIT")
    } catch {
      if database.isInTransaction { try? database.run("ROLLBACK") }
      failure = StorageError(error)
    }
    for job in jobs { job.tell(failure) }
  }
}
