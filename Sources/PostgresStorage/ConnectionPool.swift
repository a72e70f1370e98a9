import Ledger
import Platform
import Storage

/// A pool of connections to one database.
final class ConnectionPool: Sendable {
  private struct Pool: Sendable {
    var idle: [Pooled] = []
    var openCount = 0
    var lent: LentByAccount
    var isOpen = true
  }

  private final class Pooled: Sendable {
    let connection: Lock<Connection>

    init(_ connection: consuming sending Connection) {
      self.connection = Lock(connection)
    }
  }

  private enum Place: Sendable {
    case idle(Pooled)
    case free
    case closed
  }

  /// How long to wait for a connection before failing as busy.
  private static let patience = 5_000

  private let url: String
  private let limit: Int
  private let damage: DamageLog
  private let pool: Monitor<Pool>

  /// Connections that count damaged rows in `damage`.
  init(url: String, limit: Int, damage: DamageLog) {
    self.url = url
    self.limit = limit
    self.damage = damage
    pool = Monitor(Pool(lent: LentByAccount(of: limit)))
  }

  /// Lends a connection to `body`; one that broke, or was left in a transaction, is not reused. No account gets more than
  /// half of them, so that others do not have to wait for it.
  func lend<Value: Sendable>(
    for account: AccountID?, _ body: (inout Connection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    let pooled = try take(for: account)
    do throws(PostgresError) {
      let value = try pooled.connection.withLock { connection throws(PostgresError) in
        try body(&connection)
      }
      giveBack(pooled, of: account)
      return value
    } catch {
      giveBack(pooled, of: account)
      throw error
    }
  }

  /// Closes idle connections; a restarted server knows none of them.
  func forgetIdle() {
    pool.change { pool in
      pool.openCount -= pool.idle.count
      pool.idle.removeAll()
    }
  }

  /// Waits for connections in use, and closes all.
  func close() {
    pool.change { $0.isOpen = false }
    forgetIdle()
    _ = pool.wait(milliseconds: 10_000) { $0.openCount == 0 ? true : nil }
  }

  private func take(for account: AccountID?) throws(PostgresError) -> Pooled {
    let place = pool.wait(milliseconds: Self.patience) { pool -> Place? in
      guard pool.isOpen else { return .closed }
      guard pool.lent.hasRoom(for: account) else { return nil }
      if let pooled = pool.idle.popLast() {
        pool.lent.lend(to: account)
        return .idle(pooled)
      }
      guard pool.openCount < limit else { return nil }
      pool.openCount += 1
      pool.lent.lend(to: account)
      return .free
    }
    switch place {
    case .idle(let pooled): return pooled
    case .free:
      do throws(PostgresError) {
        var connection = try Connection.open(url)
        connection.damage = damage
        return Pooled(connection)
      } catch {
        pool.change { pool in
          pool.openCount -= 1
          pool.lent.takeBack(from: account)
        }
        throw error
      }
    case .closed:
      throw PostgresError(state: PostgresError.connectionFailure, message: "the store is closed")
    case nil:
      throw PostgresError(state: PostgresError.allBusy, message: "all connections are in use")
    }
  }

  private func giveBack(_ pooled: Pooled, of account: AccountID?) {
    let isWell = pooled.connection.withLock { $0.isAlive && !$0.isInTransaction }
    pool.change { pool in
      pool.lent.takeBack(from: account)
      if isWell, pool.isOpen { pool.idle.append(pooled) } else { pool.openCount -= 1 }
    }
  }
}
