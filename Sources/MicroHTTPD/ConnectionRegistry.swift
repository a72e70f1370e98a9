import HTTP
import Platform

/// The open connections: counts them for each client and cuts those that take too long.
///
/// The library's own timeout only detects silence; one byte a minute would keep a connection open for ever.
final class ConnectionRegistry: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    var countsByCustomer: [IPAddress: Int] = [:]
    var isStopping = false
  }

  private let state = Lock(State())
  private let settings: SocketSettings
  private let stopped = Bell()

  init(settings: SocketSettings) {
    self.settings = settings
  }

  var count: Int { state.withLock { $0.connections.count } }

  /// Whether one more connection from `address` is within the limits.
  func hasRoom(for address: IPAddress) -> Bool {
    state.withLock { state in
      guard !state.isStopping, state.connections.count < settings.connectionLimit else {
        return false
      }
      return settings.isExempt(address)
        || state.countsByCustomer[address.customer, default: 0] < settings.connectionsPerCustomer
    }
  }

  func add(_ connection: Connection) {
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      state.countsByCustomer[connection.peer.customer, default: 0] += 1
    }
  }

  /// Removes a connection; call it before its socket's number can be reused.
  func remove(_ connection: Connection) {
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = nil
      let customer = connection.peer.customer
      let left = state.countsByCustomer[customer, default: 1] - 1
      state.countsByCustomer[customer] = left > 0 ? left : nil
    }
  }

  /// Cuts connections that are late, until ``stop()``; runs on its own thread.
  func reap() {
    let shortest = min(settings.headDuration, settings.bodyDuration, settings.answerDuration)
    let pause = min(max(Int(shortest.wholeNanoseconds / 8_000_000), 10), 1_000)
    while !stopped.wait(milliseconds: pause) {
      let now = Instant.now
      // Under the lock, so that none of these sockets can be closed and its number reused.
      state.withLock { state in
        for connection in state.connections.values where connection.isLate(at: now) {
          connection.cut()
        }
      }
    }
  }

  /// Accepts no further connections, and no further requests on open ones.
  func takeNoMore() {
    state.withLock { state in
      state.isStopping = true
      for connection in state.connections.values { connection.takeNoMore() }
    }
  }

  func stop() {
    stopped.ring()
  }
}
