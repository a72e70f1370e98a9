import Domain
import Markup
import Program
import RoomKit
import Sound

// Everything that moves the tempo: buttons, wheel, a finger, keys, taps.
extension MetronomePanel {
  /// How far a finger moves for 1 bpm, in CSS pixels.
  private static let dragStep = 4.0
  /// How far a wheel turns for 1 bpm.
  private static let wheelStep = 40.0

  static func moveTempo(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard !state.played.isPlanned || message.endsSomething else { return [] }
    switch message {
    case .tempoStepped(let steps): return step(&state, by: steps, 1, &room)
    case .tempoPressed(let direction):
      state.heldCount = 0
      return [.repeatWhileHeld(.metronome(.tempoHeld(direction: direction)))]
    case .tempoHeld(let direction):
      state.heldCount += 1
      // The longer it is held, the larger the steps.
      let held = state.heldCount
      return step(&state, by: direction, held <= 12 ? 1 : held <= 30 ? 5 : 10, &room)
    case .wheelTurned(let turn):
      if abs(turn) < wheelStep {
        state.wheelRest += turn
        guard abs(state.wheelRest) >= wheelStep else { return [] }
      }
      // Away from the person is faster.
      let direction = (abs(turn) < wheelStep ? state.wheelRest : turn) < 0 ? 1 : -1
      state.wheelRest = 0
      return step(&state, by: direction, 1, &room)
    case .dragBegan:
      state.drag = State.Drag(tempo: state.hand.setup.tempo)
    case .dragged(let y): return drag(&state, to: y, &room)
    case .dragEnded:
      guard state.drag?.hasMoved == true else {
        state.drag = nil
        return []
      }
      // Remembered until a click that may follow is over.
      state.drag?.y = nil
      return [.wait(milliseconds: 60, as: "metronome drag", .metronome(.dragForgotten))]
    case .dragForgotten:
      if state.drag?.y == nil, state.drag?.hasMoved == true {
        state.drag = nil
      }
    case .tempoTapped:
      // The click that ends a drag does nothing.
      let hasMoved = state.drag?.hasMoved == true
      state.drag = nil
      return hasMoved ? [] : openEntry("", &state, &room)
    case .tempoTyped(let digit): return openEntry(digit, &state, &room)
    case .tempoEntered, .tempoLeft, .tempoAbandoned: return leaveEntry(&state, message, &room)
    case .tempoScaled(let factor):
      let tempo = Double(state.hand.setup.tempo.centiBeatsPerMinute) * factor
      guard let tempo = Tempo(centiBeatsPerMinute: Int(tempo)) else { return [] }
      return set(tempo, &state, &room)
    case .tapped(let time):
      // Fewer than three taps are too few.
      guard let found = state.taps.tap(at: time), found.taps > 2 else { return [] }
      return set(Tempo(tenthsOf: found.beatsPerMinute), &state, &room)
    default: break
    }
    return []
  }

  private static func openEntry(
    _ text: String, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    state.isTypingTempo = true
    return enter(.tempo, .typed(text), &state, &room) + [.focus("metro-entry")]
  }

  private static func step(
    _ state: inout State, by steps: Int, _ size: Int, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    set(state.hand.setup.tempo.stepped(by: steps, size), &state, &room)
  }

  private static func drag(
    _ state: inout State, to y: Double, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard let drag = state.drag else { return [] }
    guard let start = drag.y else {
      if !drag.hasMoved { state.drag?.y = y }
      return []
    }
    let steps = (start - y) / dragStep
    guard drag.hasMoved || abs(steps) >= 1 else { return [] }
    state.drag?.hasMoved = true
    let moved = drag.tempo.beatsPerMinute + Double(Int(min(max(steps, -600), 600)))
    return set(Tempo(clamping: moved), &state, &room)
  }

  /// Takes the typed tempo. An invalid one stays to be corrected; an empty field changes nothing.
  private static func leaveEntry(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard state.isTypingTempo else { return [] }
    var effects: [Effect<Tools.Message>] = []
    let isEmpty = state.numbers[.tempo].draft?.utf8.isEmpty ?? true
    var isAbandoned = isEmpty
    if case .tempoAbandoned = message { isAbandoned = true }
    effects = enter(.tempo, isAbandoned ? .abandoned : .left, &state, &room)
    if state.numbers[.tempo].problem != nil { return effects }
    state.isTypingTempo = false
    // The focus has already moved elsewhere.
    if case .tempoLeft = message { return effects }
    return effects + [.focus("metro-tempo")]
  }

  static func set(
    _ tempo: Tempo, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    state.hand.change("Change the tempo", &room) { $0.tempo = tempo }
  }

  /// The result of the taps: `132.4 ± 0.6, 8 taps`.
  static func tapWords(_ taps: TapTempo) -> String? {
    guard let found = taps.estimate else { return nil }
    let tempo = Tempo(tenthsOf: found.beatsPerMinute).text
    guard let deviation = found.deviation, found.taps > 2 else { return "\(tempo)? Keep tapping." }
    let tenths = Int64(min(deviation * 10 + 0.5, 10_000))
    return "\(tempo) ± \(Decimal(units: tenths, places: 1).text), \(found.taps) taps"
  }

  /// A tempo in a word, as metronomes are marked.
  static func tempoName(_ tempo: Tempo) -> String {
    let bounds: [(below: Int, name: String)] = [
      (40, "Grave"), (60, "Largo"), (66, "Larghetto"), (76, "Adagio"), (108, "Andante"),
      (120, "Moderato"), (168, "Allegro"), (200, "Presto"),
    ]
    var lower = 10
    for bound in bounds {
      if tempo.centiBeatsPerMinute < bound.below * 100 {
        return "\(bound.name), \(lower)–\(bound.below)"
      }
      lower = bound.below
    }
    return "Prestissimo, from \(lower)"
  }
}

extension MetronomePanel.Message {
  /// Whether it ends a gesture, which is allowed even during a plan.
  fileprivate var endsSomething: Bool {
    switch self {
    case .dragEnded, .dragForgotten, .tempoEntered, .tempoLeft, .tempoAbandoned: true
    default: false
    }
  }
}

extension Tempo {
  /// The nearest tempo with one decimal place.
  fileprivate init(tenthsOf beatsPerMinute: Double) {
    let tenths = Int(min(max(beatsPerMinute, 1), 1_000) * 10 + 0.5)
    self.init(clamping: Double(tenths) / 10)
  }

  /// This many steps further on a grid of 1, 5 or 10 bpm.
  func stepped(by steps: Int, _ size: Int) -> Tempo {
    let grid = size * 100
    var hundredths = centiBeatsPerMinute + steps * grid
    let rest = centiBeatsPerMinute % grid
    if rest != 0 { hundredths -= steps > 0 ? rest : rest - grid }
    let bounded = min(max(hundredths, Self.range.lowerBound), Self.range.upperBound)
    return Tempo(centiBeatsPerMinute: bounded) ?? self
  }
}
