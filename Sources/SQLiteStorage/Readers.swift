import Ledger
import Platform
import Storage

/// Read-only connections for many threads; each read sees what was committed when it started.
final class Readers: Sendable {
  private struct Pool: Sendable {
    var idle: [Reader]
    var lent: LentByAccount
    var isOpen = true
  }

  private final class Reader: Sendable {
    let database: Lock<Database>

    init(path: String, damage: DamageLog) throws(SQLiteError) {
      var opened = try Database.open(path, for: .reading)
      opened.damage = damage
      database = Lock(opened)
    }
  }

  private let count: Int
  private let pool: Monitor<Pool>

  init(path: String, count: Int, damage: DamageLog) throws(SQLiteError) {
    var idle: [Reader] = []
    for _ in 0..<count { idle.append(try Reader(path: path, damage: damage)) }
    self.count = count
    pool = Monitor(Pool(idle: idle, lent: LentByAccount(of: count)))
  }

  /// Lends a connection to `body`, waiting for one if all are in use. No account gets more than half of them, so that
  /// others do not have to wait for it.
  func read<Value: Sendable>(
    for account: AccountID? = nil, _ body: (inout Database) throws(SQLiteError) -> Value
  ) throws(StorageError) -> Value {
    let reader: Reader? = pool.wait { pool -> Reader?? in
      guard pool.isOpen else { return .some(.none) }
      guard pool.lent.hasRoom(for: account) else { return nil }
      guard let reader = pool.idle.popLast() else { return nil }
      pool.lent.lend(to: account)
      return reader
    }
    guard let reader else { throw .unavailable }
    defer {
      pool.change { pool in
        pool.idle.append(reader)
        pool.lent.takeBack(from: account)
      }
    }
    do throws(SQLiteError) {
      return try reader.database.withLock { database throws(SQLiteError) in try body(&database) }
    } catch {
      throw StorageError(error)
    }
  }

  /// Waits for connections in use, and closes all.
  func close() {
    let isFirst = pool.change { pool in
      defer { pool.isOpen = false }
      return pool.isOpen
    }
    guard isFirst else { return }
    _ = pool.wait { pool -> Bool? in
      guard pool.idle.count == count else { return nil }
      pool.idle.removeAll()
      return true
    }
  }
}
