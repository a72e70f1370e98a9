import Platform
public import Storage

/// What is done once a day without being asked: forgetting what is past its time.
///
/// Many servers may do it to one store; whoever comes second finds nothing left.
public final class Housekeeping: Sendable {
  private struct State: Sendable {
    var isOpen = true
  }

  private let store: any Store & AccountStore
  private let tickets: Tickets
  private let blobs: Blobs?
  private let log: EventLog
  private let state = Monitor(State())
  private let thread = Lock<Thread?>(nil)

  /// Begins, a minute after the start and then daily.
  public init(
    _ store: any Store & AccountStore, tickets: Tickets, blobs: Blobs? = nil, log: EventLog
  ) {
    self.store = store
    self.tickets = tickets
    self.blobs = blobs
    self.log = log
    thread.withLock { thread in
      thread = Thread { self.workUntilStopped() }
    }
  }

  /// Ends it, when what is under way is done.
  public func stop() {
    state.change { $0.isOpen = false }
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }

  private func workUntilStopped() {
    var pause = 60_000
    while state.wait(milliseconds: pause, until: { $0.isOpen ? nil : true }) == nil {
      let now = WallClock.milliseconds
      for error in Self.tidy(store, now: now) { note(error.logWord) }
      do throws(SystemError) { try tickets.sweep(now: now) } catch { note("links-\(error.code)") }
      for word in blobs?.tidy(now: now) ?? [] { note(word) }
      pause = 86_400_000
    }
  }

  private func note(_ failure: String) {
    var line = LogLine(.warning, "housekeeping-failed")
    line.add("failure", failure)
    log.write(line)
  }

  /// One round; a space or an account that fails keeps no other from its turn.
  static func tidy(_ store: any Store & AccountStore, now: Int64) -> [StorageError] {
    var errors: [StorageError] = []
    func attempt(_ work: () throws(StorageError) -> Void) {
      do throws(StorageError) { try work() } catch { errors.append(error) }
    }
    attempt { () throws(StorageError) in
      for place in try store.places() {
        attempt { () throws(StorageError) in try store.forget(in: place, now: now) }
      }
    }
    attempt { () throws(StorageError) in
      for account in try store.accounts() {
        attempt { () throws(StorageError) in
          try store.endSignIns(.outdated(now: now), of: account.id)
        }
      }
    }
    return errors
  }
}
