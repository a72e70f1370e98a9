import Ledger
import Platform
import Storage

/// The pushes to one space that wait in this server: the first one runs the others, too.
///
/// The lock on the space's row allows one transaction at a time; waiting pushes share the next one and its wait for the
/// disk.
final class PushLine: Sendable {
  /// A push of the owner or a grantee, and when it arrived.
  struct Entry: Sendable {
    let push: Push
    let grantee: AccountID?
    let now: Int64
  }

  private struct State: Sendable {
    var waiting: [(ticket: UInt64, entry: Entry)] = []
    var results: [UInt64: Result<PushReply?, StorageError>] = [:]
    var nextTicket: UInt64 = 0
    var isBusy = false
  }

  private enum Turn: Sendable {
    case answered(Result<PushReply?, StorageError>)
    case leads([(ticket: UInt64, entry: Entry)])
  }

  /// How many pushes share a transaction.
  private static let limit = 64

  private let state = Monitor(State())

  /// Waits for its turn or for an answer; `carryOut` returns one for each entry, in order.
  func push(
    _ entry: Entry, carryOut: ([Entry]) -> [Result<PushReply?, StorageError>]
  ) throws(StorageError) -> PushReply? {
    let ticket = state.change { state in
      state.nextTicket += 1
      state.waiting.append((state.nextTicket, entry))
      return state.nextTicket
    }
    while true {
      let turn: Turn = state.wait { state in
        if let result = state.results.removeValue(forKey: ticket) { return .answered(result) }
        guard !state.isBusy else { return nil }
        state.isBusy = true
        let batch = Array(state.waiting.prefix(Self.limit))
        state.waiting.removeFirst(batch.count)
        return .leads(batch)
      }
      switch turn {
      case .answered(let result): return try result.get()
      case .leads(let batch):
        let results = carryOut(batch.map(\.entry))
        state.change { state in
          for (waiter, result) in zip(batch, results) { state.results[waiter.ticket] = result }
          state.isBusy = false
        }
      }
    }
  }
}

/// The lines of all spaces with pushes in progress.
final class PushLines: Sendable {
  private let linesByPlace = Lock<[Place: (line: PushLine, count: Int)]>([:])

  /// Lends the line of a place to `body`.
  func with<Value>(
    _ place: Place, _ body: (PushLine) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let line = linesByPlace.withLock { lines in
      let (line, count) = lines[place] ?? (PushLine(), 0)
      lines[place] = (line, count + 1)
      return line
    }
    defer {
      linesByPlace.withLock { lines in
        let left = (lines[place]?.count ?? 1) - 1
        lines[place] = left > 0 ? (line, left) : nil
      }
    }
    return try body(line)
  }
}

extension PushLine.Entry {
  /// The grant of its author, if it allows the push.
  func grant(among grants: [GivenGrant]) -> Grant? {
    let found = grants.first { $0.grantee == grantee }?.grant
    guard let grant = grantee == nil ? .ownership : found,
      grant.allows(push.isOffer ? .offer : .write, now: now)
    else { return nil }
    return grant
  }
}
