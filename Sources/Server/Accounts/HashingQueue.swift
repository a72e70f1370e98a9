import Platform

/// How many passwords are hashed at once, as each takes memory and a processor for a while.
///
/// Every connection has a thread of its own, so whoever waits here holds up nobody else.
final class HashingQueue: Sendable {
  private struct State: Sendable {
    var running = 0
    var waiting = 0
  }

  private enum Entry {
    case entered, waits, refused
  }

  private let limit: Int
  private let waitingLimit: Int
  private let state = Monitor(State())

  init(limit: Int, waitingLimit: Int = 16) {
    self.limit = limit
    self.waitingLimit = waitingLimit
  }

  /// How many run or wait.
  var load: Int { state.change { $0.running + $0.waiting } }

  /// Runs `body` when its turn has come, or refuses where too many wait already.
  func run<Result>(_ body: () -> Result) throws(ServerError) -> Result {
    let entry = state.change { state -> Entry in
      if state.running < limit {
        state.running += 1
        return .entered
      }
      guard state.waiting < waitingLimit else { return .refused }
      state.waiting += 1
      return .waits
    }
    switch entry {
    case .entered: break
    case .refused: throw .hashingBusy
    case .waits:
      state.wait { state -> Void? in
        guard state.running < limit else { return nil }
        state.running += 1
        state.waiting -= 1
        return ()
      }
    }
    defer { state.change { $0.running -= 1 } }
    return body()
  }
}
