import Domain
import Ledger
public import Markup
import Program
import RoomKit

// The rest between two tries. It ends at a fixed time, even if the device sleeps meanwhile.
extension Sessions {
  struct Rest: Equatable, Sendable {
    /// In milliseconds since 1970 UTC.
    var until: Int64
    var seconds: Int64
    /// Since when it counts towards the rest before the next try.
    var began: Int64
    /// Whether its end was announced.
    var isOver = false

    static let key = "woodshed.sessions.rest"
    static let timer = "training rest"

    init(_ seconds: Int64, from now: Int64) {
      (until, self.seconds, began) = (now + seconds * 1_000, seconds, now)
    }

    /// A rest stored on the device; `nil` if it is over or invalid.
    init?(_ text: String?, now: Int64) {
      let parts = (text ?? "").utf8.split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 3, let until = Int64(parts[0]), let seconds = Int64(parts[1]),
        let began = Int64(parts[2]), (1...7_200).contains(seconds), until > now,
        until - now <= seconds * 1_000, began <= now
      else { return nil }
      (self.until, self.seconds, self.began) = (until, seconds, began)
    }

    var text: String { "\(until) \(seconds) \(began)" }

    func left(at now: Int64) -> Int64 { max((until - now + 999) / 1_000, 0) }

    /// How long it lasted so far, in milliseconds.
    func lasted(at now: Int64) -> Int64 { max(min(now, until) - began, 0) }

    mutating func move(by milliseconds: Int64) {
      until += milliseconds
      began += milliseconds
    }
  }

  public enum RestMessage: Sendable {
    case started(Int64)
    case lengthened(Int64)
    case ended
    /// Its time is over.
    case over
  }

  static func update(_ state: inout State, _ message: RestMessage) -> [Effect<Message>] {
    switch message {
    case .started(let seconds): return beginRest(seconds, &state)
    case .lengthened(let seconds):
      guard let rest = state.rest, !rest.isOver else { return beginRest(seconds, &state) }
      let effects = beginRest(min(rest.left(at: state.now) + seconds, 7_200), &state)
      state.rest?.began = rest.began
      return effects + rememberRest(state)
    case .ended: return endRest(&state) + followClock(&state)
    case .over:
      guard let rest = state.rest, !rest.isOver else { return [] }
      guard rest.until <= state.now + 50 else { return followRest(state) }
      state.rest?.isOver = true
      return [.ask(.ring), .vibrate(milliseconds: [200, 100, 200]), .erase(Rest.key)]
    }
  }

  /// Prepares sound on this tap, so the bell can ring later without one.
  static func beginRest(_ seconds: Int64, _ state: inout State) -> [Effect<Message>] {
    noteRest(&state)
    state.rest = Rest(seconds, from: state.now)
    return rememberRest(state) + [.ask(.readySound)] + followRest(state) + followClock(&state)
  }

  private static func rememberRest(_ state: State) -> [Effect<Message>] {
    state.rest.map { [.save($0.text, under: Rest.key)] } ?? []
  }

  /// Adds the rest so far to what the next try records.
  private static func noteRest(_ state: inout State) {
    state.rested += state.rest?.lasted(at: state.now) ?? 0
  }

  /// The rest since the last try, in seconds. No second is returned twice.
  static func takeRested(_ state: inout State) -> Int64 {
    noteRest(&state)
    state.rest?.began = state.now
    defer { state.rested = 0 }
    return state.rested / 1_000
  }

  static func followRest(_ state: State) -> [Effect<Message>] {
    guard let rest = state.rest, !rest.isOver else { return [] }
    return [
      .wait(
        milliseconds: Int(clamping: max(rest.until - state.now, 0)), as: Rest.timer, .rest(.over))
    ]
  }

  static func endRest(_ state: inout State) -> [Effect<Message>] {
    guard state.rest != nil else { return [] }
    noteRest(&state)
    state.rest = nil
    return [.stop(Rest.timer), .erase(Rest.key)]
  }

  // MARK: - In the dock

  /// The rest and the session in every room, and the last logged try beside a session's list.
  @export(interface)
  public static func dockRows(_ state: State, at place: Place?) -> [Node<Message>] {
    var rows: [Node<Message>] = []
    if place == .now, !state.logged.isEmpty { rows.append(loggedRow(state.logged).keyed("logged")) }
    if let rest = state.rest { rows.append(restRow(rest, state).keyed("rest")) }
    if place != .now, let running = state.running {
      rows.append(sessionRow(of: running, state).keyed("training"))
    }
    return rows
  }

  private static func loggedRow(_ words: String) -> Node<Message> {
    dockRow("logged", label: "Last try") {
      span(.className("small"), .live("polite")) { "\(words)." }
      action("Undo", label: "Undo: \(words)", icon: .undo, style: .quiet, .undoTapped)
    }
  }

  private static func restRow(_ rest: Rest, _ state: State) -> Node<Message> {
    let length = ClockText.text(rest.seconds)
    return dockRow(rest.isOver ? "rest over" : "rest", label: "Rest") {
      a(.href(Place.now.path)) {
        strong(.className("figure"), .role("timer")) {
          rest.isOver ? "Go" : ClockText.text(rest.left(at: state.now))
        }
        span { rest.isOver ? "\(length) rest is over" : "of \(length) rest" }
      }
      iconButton(.add, label: "Add 30 seconds", .rest(.lengthened(30)))
      iconButton(.close, label: "End the rest", .rest(.ended))
    }
  }

  private static func sessionRow(
    of running: PractisedSession, _ state: State
  ) -> Node<Message> {
    let words = running.training ?? .climbs
    let isPaused = running.pausedSince != 0
    return dockRow("running", label: "Current \(words.session)") {
      a(.href(Place.now.path)) {
        strong(.className("figure")) {
          state.clock.isAsking ? "Still training?" : ClockText.text(running.seconds(at: state.now))
        }
        span { words.sessionTitle }
      }
      if !state.clock.isAsking {
        iconButton(
          isPaused ? .play : .pause, label: isPaused ? "Resume the session" : "Pause the session",
          .pauseTapped)
      }
    }
  }
}
