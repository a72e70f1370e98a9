import Ledger
import Platform
import Simulation
import Storage

/// A real store as the server of a simulated schedule, in a space of its own.
///
/// What a space holds follows from what it was told. So a backup is the list of that, and a restored
/// server is another space that was told the same.
final class StoreServer {
  /// The first thing that the store could not do.
  private(set) var failure: StorageError?

  private enum Deed {
    case push(Push, now: Int64)
    case forget(now: Int64)
    case begin(Epoch)
  }

  private let store: any Store
  private var place = StoreServer.newPlace()
  private var deeds: [Deed] = []
  private var backup: [Deed] = []

  /// A server whose first life has that epoch.
  init(_ store: any Store, epoch: Epoch) {
    self.store = store
    carryOut(.begin(epoch))
  }

  /// What a schedule is given.
  var simulated: SimulatedServer {
    SimulatedServer(
      push: { self.push($0, now: $1) },
      pull: { self.pull(since: $0, byteLimit: $1, now: $2) },
      header: { self.header },
      history: { row in
        self.attempt([]) { store, place throws(StorageError) in
          try store.history(of: row, in: place)
        }
      },
      forget: { self.carryOut(.forget(now: $0)) },
      backUp: { self.backup = self.deeds },
      restore: { epoch in
        self.place = Self.newPlace()
        self.deeds = []
        for deed in self.backup { self.carryOut(deed) }
        self.carryOut(.begin(epoch))
      })
  }

  private func push(_ push: Push, now: Int64) -> PushReply {
    let refusal = PushReply(status: .forbidden, epoch: push.epoch, sequence: 0, now: now)
    let reply = attempt(refusal) { store, place throws(StorageError) in
      try store.push(push, to: place, now: now)
    }
    if reply.status == .ok { deeds.append(.push(push, now: now)) }
    return reply
  }

  private func pull(since sequence: UInt64, byteLimit: Int, now: Int64) -> PullPage {
    let nothing = PullPage(
      epoch: .none, from: sequence, to: sequence, hasMore: false, now: now, digest: 0, cells: [])
    return attempt(nothing) { store, place throws(StorageError) in
      try store.pull(place, since: sequence, byteLimit: byteLimit, now: now)
    }
  }

  private var header: SpaceHeader {
    attempt(SpaceHeader(epoch: .none)) { store, place throws(StorageError) in
      try store.header(of: place)
    }
  }

  private func carryOut(_ deed: Deed) {
    switch deed {
    case .push(let push, let now):
      _ = self.push(push, now: now)
      return
    case .forget(let now):
      attempt(()) { store, place throws(StorageError) in try store.forget(in: place, now: now) }
    case .begin(let epoch):
      attempt(()) { store, place throws(StorageError) in try store.begin(epoch, in: place) }
    }
    deeds.append(deed)
  }

  /// Does something with the space; `otherwise` stands for what a failing store did not give.
  private func attempt<Value>(
    _ otherwise: Value, _ body: (any Store, Place) throws(StorageError) -> Value
  ) -> Value {
    do throws(StorageError) {
      return try body(store, place)
    } catch {
      if failure == nil { failure = error }
      return otherwise
    }
  }

  private static func newPlace() -> Place {
    let account = AccountID(Bits128(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)))
    return Place(account, .own(of: account))
  }
}
