import Ledger
import Platform
import Storage

/// A job for the writing thread. A long job takes several steps.
protocol Job: AnyObject, Sendable {
  /// The account that it is for; `nil` for the server's own work.
  var account: AccountID? { get }

  /// About how many rows the next step writes.
  var weight: Int { get }

  /// Does the next step inside the shared transaction, undoing it alone when it fails.
  func run(in database: inout Database) -> JobOutcome

  /// Answers if the job is done, once the transaction is over; a shared failure ends the job.
  func tell(_ shared: StorageError?)
}

/// The result of a step.
enum JobOutcome {
  case done, more
  case failed(SQLiteError)
}

/// The value of a step: the final answer, or an intermediate one.
enum Step<Value: Sendable>: Sendable {
  case done(Value)
  case more(Value)

  var value: Value {
    switch self {
    case .done(let value), .more(let value): value
    }
  }
}

/// A job that returns a value to the waiting thread.
final class Work<Value: Sendable>: Job {
  let account: AccountID?
  private let weigh: @Sendable () -> Int
  private let body: @Sendable (inout Database) throws(SQLiteError) -> Step<Value>
  private let committed: @Sendable (Value) -> Void
  private let result = Lock<Result<Step<Value>, SQLiteError>?>(nil)
  private let answer = Monitor<Result<Value, StorageError>?>(nil)

  init(
    for account: AccountID?, weight: @escaping @Sendable () -> Int,
    _ body: @escaping @Sendable (inout Database) throws(SQLiteError) -> Step<Value>,
    committed: @escaping @Sendable (Value) -> Void
  ) {
    self.account = account
    weigh = weight
    self.body = body
    self.committed = committed
  }

  var weight: Int { weigh() }

  func run(in database: inout Database) -> JobOutcome {
    do throws(SQLiteError) {
      try database.run("SAVEPOINT work")
      let step = try body(&database)
      try database.run("RELEASE work")
      result.withLock { $0 = .success(step) }
      if case .more = step { return .more }
      return .done
    } catch {
      if database.isInTransaction {
        try? database.run("ROLLBACK TO work")
        try? database.run("RELEASE work")
      }
      result.withLock { $0 = .failure(error) }
      return .failed(error)
    }
  }

  func tell(_ shared: StorageError?) {
    let final: Result<Value, StorageError>
    switch result.withLock({ $0 }) {
    case .failure(let error): final = .failure(StorageError(error))
    case .success(let step):
      if shared == nil { committed(step.value) }
      if shared == nil, case .more = step { return }
      final = shared.map { .failure($0) } ?? .success(step.value)
    case nil: final = .failure(shared ?? .unavailable)
    }
    answer.change { $0 = final }
  }

  func wait() throws(StorageError) -> Value {
    try answer.wait { $0 }.get()
  }
}
