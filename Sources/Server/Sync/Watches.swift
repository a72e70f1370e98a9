import Ledger
import Platform
import Storage

/// Requests that are held open until something in their place is new, so that a device that somebody looks at need not
/// ask again and again.
///
/// Each holds its connection's thread, which would wait for the next request anyway.
public final class Watches: Sendable {
  /// How long a request is held; proxies usually end one after a minute.
  static let limit = 50_000
  /// How many are held for a place at once; beyond that, the oldest is answered.
  static let placeLimit = 64

  /// Who asks: a copy of a browser's profile has the sign-in of its original.
  struct Watcher: Hashable {
    let signIn: UInt64
    /// What the device calls itself.
    var device: UInt64 = 0
  }

  /// A request that is held.
  final class Watch: Sendable {
    fileprivate let place: Place
    fileprivate let watcher: Watcher
    private let isOver = Monitor(false)

    fileprivate init(_ place: Place, _ watcher: Watcher) {
      (self.place, self.watcher) = (place, watcher)
    }

    fileprivate func end() { isOver.change { $0 = true } }

    /// Waits until something is new, at most for `milliseconds`.
    func wait(milliseconds: Int = Watches.limit) {
      _ = isOver.wait(milliseconds: milliseconds) { $0 ? true : nil }
    }
  }

  private struct State {
    var isOpen = true
    var watchesByPlace: [Place: [Watch]] = [:]
  }

  private let state = Lock(State())

  public init() {}

  /// How many requests are held.
  public var count: Int {
    state.withLock { $0.watchesByPlace.values.reduce(0) { $0 + $1.count } }
  }

  /// Begins to watch a place; looking at it comes after this, so that nothing is missed in between. A device watches a
  /// place once: its former request is answered.
  func begin(at place: Place, by watcher: Watcher) -> Watch {
    let watch = Watch(place, watcher)
    let former = state.withLock { state -> [Watch] in
      guard state.isOpen else { return [watch] }
      var watches = state.watchesByPlace[place] ?? []
      var former = watches.filter { $0.watcher == watcher }
      watches.removeAll { $0.watcher == watcher }
      if watches.count >= Self.placeLimit { former.append(watches.removeFirst()) }
      state.watchesByPlace[place] = watches + [watch]
      return former
    }
    for watch in former { watch.end() }
    return watch
  }

  /// Forgets a watch that was answered.
  func end(_ watch: Watch) {
    state.withLock { state in
      guard var watches = state.watchesByPlace[watch.place] else { return }
      watches.removeAll { $0 === watch }
      state.watchesByPlace[watch.place] = watches.isEmpty ? nil : watches
    }
  }

  /// Something in a place is new.
  func changed(_ place: Place) {
    let watches = state.withLock { $0.watchesByPlace.removeValue(forKey: place) } ?? []
    for watch in watches { watch.end() }
  }

  /// Answers all requests and holds no more, so that the server can stop.
  public func close() {
    let watches = state.withLock { state in
      state.isOpen = false
      defer { state.watchesByPlace = [:] }
      return state.watchesByPlace.values.flatMap { $0 }
    }
    for watch in watches { watch.end() }
  }
}
