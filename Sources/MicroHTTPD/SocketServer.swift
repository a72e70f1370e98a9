public import HTTP
public import Platform
import Synchronization

/// Serves an application on the network, with a thread for each connection, so that a waiting handler does not block
/// others.
///
///     let server = SocketServer(application, SocketSettings())
///     try server.open(try ListeningSocket(.loopbackV4, port: 8080))
///     …
///     server.stop(patience: .seconds(10))
public final class SocketServer: Sendable {
  let application: any Application
  let settings: SocketSettings
  let registry: ConnectionRegistry
  private let daemons = Lock<[Daemon]>([])
  private let reaper = Lock<Thread?>(nil)
  private let underWay = Atomic(0)
  private let isStopping = Atomic(false)
  private let calm = Bell()

  public init(_ application: any Application, _ settings: SocketSettings) {
    self.application = application
    self.settings = settings
    registry = ConnectionRegistry(settings: settings)
  }

  /// How many connections are open.
  public var connectionCount: Int { registry.count }

  /// Starts to serve on `socket`, which the server owns from now on.
  public func open(_ socket: ListeningSocket) throws(SystemError) {
    let registry = registry
    reaper.withLock { $0 = $0 ?? Thread { registry.reap() } }
    let daemon = try Daemon(for: self, on: socket)
    daemons.withLock { $0.append(daemon) }
  }

  /// Accepts nothing new, waits for requests in progress, and closes; returns whether all of them finished.
  ///
  /// If not, threads are still working: stop again, or end the process.
  @discardableResult
  public func stop(patience: Duration) -> Bool {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    let daemons = daemons.withLock { daemons in
      defer { daemons = [] }
      return daemons
    }
    for daemon in daemons { daemon.takeNoMore() }
    registry.takeNoMore()
    let end = Instant.now.nanoseconds + patience.wholeNanoseconds
    while underWay.load(ordering: .sequentiallyConsistent) > 0 {
      let now = Instant.now.nanoseconds
      guard now < end else {
        // The threads still use a raw pointer to the server, so keep the daemons, which retain it.
        self.daemons.withLock { $0 = daemons }
        return false
      }
      calm.wait(milliseconds: Int((end - now) / 1_000_000) + 1)
    }
    for daemon in daemons { daemon.stop() }
    registry.stop()
    reaper.withLock { reaper in
      reaper?.join()
      reaper = nil
    }
    return true
  }

  func requestBegan() {
    underWay.add(1, ordering: .sequentiallyConsistent)
  }

  func requestEnded() {
    let (_, left) = underWay.subtract(1, ordering: .sequentiallyConsistent)
    if left == 0, isStopping.load(ordering: .sequentiallyConsistent) { calm.ring() }
  }
}
