public import Platform
public import Storage

/// The server's clock, and whether it can be trusted for deleting old data.
public final class ServerClock: Sendable {
  private struct State: Sendable {
    var watch: ClockWatch
    var kind = ClockWatch.Verdict.Kind.steady
  }

  private let store: any ClockStore
  private let log: EventLog
  private let wall: @Sendable () -> Int64
  private let elapsed: @Sendable () -> Int64
  private let state: Lock<State>

  /// Checks `wall` against the times recorded in `store` and against `elapsed`; `isTrusted` if an operator vouches for it.
  public init(
    _ store: any ClockStore, log: EventLog, isTrusted: Bool = false,
    wall: @escaping @Sendable () -> Int64 = { WallClock.milliseconds },
    elapsed: @escaping @Sendable () -> Int64 = { SteadyClock.milliseconds }
  ) throws(StorageError) {
    self.store = store
    self.log = log
    self.wall = wall
    self.elapsed = elapsed
    let watch = ClockWatch(
      seen: try store.seenTime(), isTrusted: isTrusted, wall: wall(), elapsed: elapsed())
    state = Lock(State(watch: watch))
    if isTrusted { try store.note(SeenTime(trusted: wall()), isReplacing: true) }
  }

  /// The current time, in milliseconds since 1970.
  public var now: Int64 { look().time }

  /// Whether old data may be deleted for good: the clock agrees with everything known about the time.
  public var isSteady: Bool { look().isSteady }

  /// Whether the clock jumped.
  public var isSuspect: Bool {
    switch look().verdict {
    case .steady, .unproven: false
    case .ahead, .behind: true
    }
  }

  /// The time and the verdict at one moment. A change of the verdict is logged.
  public func look() -> ClockWatch.Reading {
    let (wall, elapsed) = (wall(), elapsed())
    let (reading, hasChanged) = state.withLock { state in
      let reading = state.watch.look(wall: wall, elapsed: elapsed)
      defer { state.kind = reading.verdict.kind }
      return (reading, reading.verdict.kind != state.kind)
    }
    if hasChanged { tell(reading.verdict) }
    return reading
  }

  /// Records the time in the store when that is due; called every hour.
  public func keep() throws(StorageError) {
    _ = look()
    let (wall, elapsed) = (wall(), elapsed())
    let noting = state.withLock { $0.watch.noting(wall: wall, elapsed: elapsed) }
    if let noting { try store.note(noting.seen, isReplacing: noting.isReplacing) }
    _ = look()
  }

  /// Logs a warning while the clock is not trusted; called every day.
  public func warn() {
    if isSuspect { tell(look().verdict) }
  }

  private func tell(_ verdict: ClockWatch.Verdict) {
    switch verdict {
    case .unproven: return
    case .steady: log.write(LogLine(.info, "clock-steady"))
    case .ahead(let milliseconds):
      log.write(Self.line("ahead-days", milliseconds))
    case .behind(let milliseconds):
      log.write(Self.line("behind-days", milliseconds))
    }
  }

  private static func line(_ key: String, _ milliseconds: Int64) -> LogLine {
    var line = LogLine(.warning, "clock-suspect")
    line.add(key, Int(milliseconds / 86_400_000))
    line.add("effect", "old data is kept")
    line.add("do", "set the clock, or start with --trust-clock if it is right")
    return line
  }
}

extension ClockWatch.Verdict {
  fileprivate enum Kind: Sendable {
    case steady, unproven, ahead, behind
  }

  fileprivate var kind: Kind {
    switch self {
    case .steady: .steady
    case .unproven: .unproven
    case .ahead: .ahead
    case .behind: .behind
    }
  }
}
