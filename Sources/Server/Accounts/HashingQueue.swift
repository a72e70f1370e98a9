import Platform

/// Limits how many passwords are hashed at once, because each takes memory and a processor for a while.
///
/// Every connection has its own thread, so waiting here does not block others.
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

  /// How many are running or waiting.
  var load: Int { state.change { $0.running + $0.waiting } }

  /// Runs `body` when it is its turn, or refuses if too many are waiting.
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
