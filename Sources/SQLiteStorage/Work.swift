import Platform
import Storage

/// A piece of work that waits for the writing thread.
protocol Job: AnyObject, Sendable {
  /// Does the work inside the shared transaction, undoing it alone when it fails.
  func run(in database: inout Database) -> SQLiteError?

  /// Answers, once the transaction is over; what failed for all comes in.
  func tell(_ shared: StorageError?)
}

/// Work that gives a value to the thread that waits for it.
final class Work<Value: Sendable>: Job {
  private let body: @Sendable (inout Database) throws(SQLiteError) -> Value
  private let committed: @Sendable (Value) -> Void
  private let result = Lock<Result<Value, SQLiteError>?>(nil)
  private let answer = Monitor<Result<Value, StorageError>?>(nil)

  init(
    _ body: @escaping @Sendable (inout Database) throws(SQLiteError) -> Value,
    committed: @escaping @Sendable (Value) -> Void
  ) {
    self.body = body
    self.committed = committed
  }

  func run(in database: inout Database) -> SQLiteError? {
    do throws(SQLiteError) {
      try database.run("SAVEPOINT work")
      let value = try body(&database)
      try database.run("RELEASE work")
      result.withLock { $0 = .success(value) }
      return nil
    } catch {
      if database.isInTransaction {
        try? database.run("ROLLBACK TO work")
        try? database.run("RELEASE work")
      }
      result.withLock { $0 = .failure(error) }
      return error
    }
  }

  func tell(_ shared: StorageError?) {
    let final: Result<Value, StorageError>
    switch result.withLock({ $0 }) {
    case .failure(let error): final = .failure(StorageError(error))
    case .success(let value): final = shared.map { .failure($0) } ?? .success(value)
    case nil: final = .failure(shared ?? .unavailable)
    }
    if case .success(let value) = final { committed(value) }
    answer.change { $0 = final }
  }

  func wait() throws(StorageError) -> Value {
    try answer.wait { $0 }.get()
  }
}
