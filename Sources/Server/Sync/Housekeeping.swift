import Platform
public import Storage

/// What is done once a day without being asked: forgetting what is past its time.
///
/// Many servers may do it to one store; whoever comes second finds nothing left.
public final class Housekeeping: Sendable {
  private struct State: Sendable {
    var isOpen = true
  }

  private let store: any Store
  private let log: EventLog
  private let state = Monitor(State())
  private let thread = Lock<Thread?>(nil)

  /// Begins, a minute after the start and then daily.
  public init(_ store: any Store, log: EventLog) {
    self.store = store
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
      for error in Self.tidy(store, now: WallClock.milliseconds) {
        var line = LogLine(.warning, "housekeeping-failed")
        line.add("failure", error.logWord)
        log.write(line)
      }
      pause = 86_400_000
    }
  }

  /// One round; a space that fails keeps no other from its turn.
  static func tidy(_ store: any Store, now: Int64) -> [StorageError] {
    var errors: [StorageError] = []
    do throws(StorageError) {
      for place in try store.places() {
        do throws(StorageError) { try store.forget(in: place, now: now) } catch {
          errors.append(error)
        }
      }
    } catch {
      errors.append(error)
    }
    return errors
  }
}
