import Platform
import Synchronization

/// Warns the operator about a proxy that does not give the clients' addresses in a readable way.
final class UntoldClients: Sendable {
  private struct State {
    var count = 0
    var next: UInt64 = 0
  }

  /// One line per request would hide the rest of the log.
  private static let pause: UInt64 = 60_000_000_000

  private let state = Lock(State())

  /// Counts a request; logs the number at most once a minute.
  func note(_ reason: Client.Reason, _ metrics: Metrics, _ log: EventLog) {
    metrics.untoldClients.add(1, ordering: .relaxed)
    let now = Instant.now.nanoseconds
    let count = state.withLock { state -> Int? in
      state.count += 1
      guard now >= state.next else { return nil }
      defer { state = State(next: now + Self.pause) }
      return state.count
    }
    guard let count else { return }
    var line = LogLine(.warning, "proxy-hides-clients")
    line.add("address", reason.rawValue)
    line.add("requests", count)
    log.write(line)
  }
}
