/// The hands on the instrument: turns touches and key presses into events.
///
/// Any number of fingers play at once. A finger keeps its role until it is lifted: one that started on a ribbon moves that
/// ribbon, and one that started on a selector slides from selector to selector.
public struct Hands: Sendable {
  /// What a finger can touch. The numbers are those that the page gives its elements.
  public enum Control: Hashable, Sendable {
    case selector(Int)
    case shift, back, on
    /// A strip that controls one parameter, by its place among the ribbons.
    case ribbon(Int)

    public init?(number: Int) {
      switch number {
      case 0..<Chordset.size: self = .selector(number)
      case 8: self = .shift
      case 9: self = .back
      case 10: self = .on
      case 16..<16 + Hands.ribbonLimit: self = .ribbon(number - 16)
      default: return nil
      }
    }
  }

  public enum Phase: Int, Hashable, Sendable {
    case down, move, up, cancelled
  }

  /// What the page reports of a finger, a pen or a mouse.
  public struct Touch: Hashable, Sendable {
    public var phase: Phase
    public var device: LightEvent.Device
    /// The browser's id for the finger.
    public var pointer: Int
    /// The control under it.
    public var control: Control?
    /// Where on the control, from the left and from the bottom, from 0 to 1.
    public var x: Double
    public var y: Double
    /// Whether movement counts a tenth.
    public var isFine: Bool
    /// In millionths of a second.
    public var time: Int64

    public init(
      _ phase: Phase, _ device: LightEvent.Device = .touch, pointer: Int, on control: Control?,
      x: Double = 0.5, y: Double = 0.5, isFine: Bool = false, at time: Int64
    ) {
      (self.phase, self.device, self.pointer) = (phase, device, pointer)
      (self.control, self.x, self.y) = (control, x, y)
      (self.isFine, self.time) = (isFine, time)
    }
  }

  public static let ribbonLimit = 4
  /// The most millionths of a second between the taps of a double tap.
  static let doubleTap: Int64 = 350_000
  /// More fingers than any screen tells apart; further ones are ignored.
  static let fingerLimit = 16

  /// The parameters that the ribbons control.
  public var ribbons = [Parameter.numbered(0), Parameter.numbered(1)].compactMap { $0 }
  /// Whether hues snap to the middles of their zones.
  public var snaps = false

  private var fingers: [Finger] = []
  private var keys: [Key] = []
  private var lastTap: (control: Control, x: Double, time: Int64)?

  private struct Finger {
    let pointer: Int
    let source: LightEvent.Source
    let control: Control
    var x: Double
    /// Once fine, a finger stays fine: otherwise the value would jump when another is lifted.
    var isFine = false
    /// A finger that set the middle by a double tap changes nothing until it has moved some way.
    var rests = false
  }

  private struct Key {
    let code: String
    let source: LightEvent.Source
  }

  public init() {}

  /// How many fingers and keys are down.
  public var count: Int { fingers.count + keys.count }

  // MARK: - Fingers

  /// What a touch does; `live` is the chord in the controllers.
  public mutating func take(
    _ touch: Touch, live: Chord, shift: Performance.Shift = .up
  ) -> [LightEvent] {
    switch touch.phase {
    case .down: come(touch, live, shift)
    case .move: go(touch, live)
    case .up: lift(touch, shift)
    case .cancelled: cancel(touch)
    }
  }

  private mutating func come(
    _ touch: Touch, _ live: Chord, _ shift: Performance.Shift
  ) -> [LightEvent] {
    // If the same finger comes again, its lifting was missed.
    var events = cancel(touch)
    guard let control = touch.control, fingers.count < Self.fingerLimit else { return events }
    let fingers = self.fingers
    let free = (0...UInt8(Self.fingerLimit)).first { contact in
      !fingers.contains { $0.source.contact == contact }
    }
    guard let contact = free else { return events }
    let source = LightEvent.Source(touch.device, contact)
    var finger = Finger(pointer: touch.pointer, source: source, control: control, x: touch.x)
    let isDouble = isDouble(touch, control)
    func event(_ target: LightEvent.Target, _ value: Double) -> LightEvent {
      LightEvent(at: touch.time, source, target, value)
    }
    switch control {
    case .selector(let chord): events.append(event(.selector(chord), touch.y))
    case .shift:
      // Two quick taps lock it; when it is locked or latched, one releases it.
      events.append(event(.shift, isDouble ? 2 : Self.pressed(shift)))
    case .back: events.append(event(.step, -1))
    case .on: events.append(event(.step, 1))
    case .ribbon(let place):
      guard ribbons.indices.contains(place) else { return events }
      let others = fingers.indices.filter { fingers[$0].control == control }
      for other in others { self.fingers[other].isFine = true }
      finger.isFine = touch.isFine || !others.isEmpty
      if isDouble, others.isEmpty {
        finger.rests = true
        events.append(event(.parameter(ribbons[place]), middle(of: ribbons[place], at: touch.x)))
      } else if !finger.isFine {
        events.append(event(.parameter(ribbons[place]), value(of: ribbons[place], at: touch.x)))
      }
    }
    self.fingers.append(finger)
    return events
  }

  private mutating func isDouble(_ touch: Touch, _ control: Control) -> Bool {
    defer { lastTap = (control, touch.x, touch.time) }
    guard let lastTap, lastTap.control == control, touch.time - lastTap.time < Self.doubleTap,
      abs(touch.x - lastTap.x) < 0.05 || control == .shift
    else { return false }
    return true
  }

  private mutating func go(_ touch: Touch, _ live: Chord) -> [LightEvent] {
    guard let place = fingers.firstIndex(where: { $0.pointer == touch.pointer }) else { return [] }
    let finger = fingers[place]
    switch finger.control {
    case .selector:
      guard case .selector(let chord)? = touch.control else { return [] }
      return [LightEvent(at: touch.time, finger.source, .selector(chord), touch.y)]
    case .ribbon(let ribbon):
      guard ribbons.indices.contains(ribbon) else { return [] }
      let parameter = ribbons[ribbon]
      if finger.rests, abs(touch.x - finger.x) < 0.03 { return [] }
      fingers[place].rests = false
      // Holding Alt from here on continues from the current value.
      if touch.isFine { fingers[place].isFine = true }
      let way: Double
      if fingers[place].isFine {
        let from = parameter.way(of: live[parameter])
        way = from + (touch.x - finger.x) / 10
        // A step too small for the value is not lost: it counts with the next.
        let value = value(of: parameter, at: round(way, parameter), snaps: false)
        guard value != live[parameter] else { return [] }
        fingers[place].x = touch.x
        return [LightEvent(at: touch.time, finger.source, .parameter(parameter), value)]
      }
      fingers[place].x = touch.x
      return [
        LightEvent(
          at: touch.time, finger.source, .parameter(parameter), value(of: parameter, at: touch.x))
      ]
    case .shift, .back, .on: return []
    }
  }

  /// What pressing Shift does: holds it, or releases it if it is on without being held.
  private static func pressed(_ shift: Performance.Shift) -> Double {
    shift == .locked || shift == .latched ? 3 : 1
  }

  private mutating func lift(_ touch: Touch, _ shift: Performance.Shift) -> [LightEvent] {
    guard let place = fingers.firstIndex(where: { $0.pointer == touch.pointer }) else { return [] }
    let finger = fingers.remove(at: place)
    switch finger.control {
    case .selector(let chord):
      return [LightEvent(at: touch.time, finger.source, .selector(chord), -1)]
    case .shift:
      // One tap latches it: a single finger can play it, too.
      let isTap =
        shift == .held && lastTap?.control == .shift
        && touch.time - (lastTap?.time ?? 0) < Self.doubleTap
      return [LightEvent(at: touch.time, finger.source, .shift, isTap ? 3 : 0)]
    case .back, .on, .ribbon: return []
    }
  }

  /// A finger that the system took away has no effect.
  private mutating func cancel(_ touch: Touch) -> [LightEvent] {
    guard let place = fingers.firstIndex(where: { $0.pointer == touch.pointer }) else { return [] }
    let finger = fingers.remove(at: place)
    return [LightEvent(at: touch.time, finger.source, .release, 0)]
  }

  // MARK: - Ribbons

  /// The value at a place of a ribbon.
  func value(of parameter: Parameter, at way: Double, snaps: Bool? = nil) -> Double {
    let value = parameter.value(at: way)
    guard snaps ?? self.snaps, parameter.isHue else { return value }
    return TemperedHue(value).snapped.value
  }

  /// Where a double tap leads: the middle of a ribbon, or of a hue's zone.
  private func middle(of parameter: Parameter, at way: Double) -> Double {
    value(of: parameter, at: parameter.isHue ? way : 0.5, snaps: true)
  }

  /// A ring continues at its other end.
  private func round(_ way: Double, _ parameter: Parameter) -> Double {
    guard parameter.curve == .ring else { return min(max(way, 0), 1) }
    return way < 0 ? way + 1 : way >= 1 ? way - 1 : way
  }

  // MARK: - Keys

  private enum Action {
    case chord(Int)
    case shift
    case step(Double)
    case nudge(ribbon: Int, by: Double)
    case tap, panic, freeze, black, surprise
    /// The page handles it.
    case screen
  }

  /// What keys do, by their place on the keyboard and not their label; then the buttons of a gamepad, and the arrows on a
  /// ribbon.
  private static let actions: [(code: String, action: Action)] =
    (0..<Chordset.size).map { ("Digit\($0 + 1)", .chord($0)) } + [
      ("ShiftLeft", .shift), ("ShiftRight", .shift), ("BracketLeft", .step(-1)),
      ("BracketRight", .step(1)), ("ArrowLeft", .nudge(ribbon: 0, by: -0.02)),
      ("ArrowRight", .nudge(ribbon: 0, by: 0.02)), ("ArrowUp", .nudge(ribbon: 1, by: 0.02)),
      ("ArrowDown", .nudge(ribbon: 1, by: -0.02)), ("Space", .tap), ("Escape", .panic),
      ("KeyP", .freeze), ("KeyB", .black), ("KeyR", .surprise), ("KeyF", .screen),
      ("KeyH", .screen),
    ] + (0..<Chordset.size).map { ("Pad\($0)", .chord($0)) } + [
      ("Pad8", .shift), ("Pad9", .step(1)), ("Pad10", .tap), ("Pad11", .black),
      ("Pad12", .nudge(ribbon: 1, by: 0.005)), ("Pad13", .nudge(ribbon: 1, by: -0.005)),
      ("Pad14", .nudge(ribbon: 0, by: -0.005)), ("Pad15", .nudge(ribbon: 0, by: 0.005)),
    ]
    + (0..<ribbonLimit).flatMap {
      [("More\($0)", .nudge(ribbon: $0, by: 0.005)), ("Less\($0)", .nudge(ribbon: $0, by: -0.005))]
    }

  /// The codes of the keys that play.
  public static var playing: [String] { actions.map { $0.code } }

  /// What pressing or releasing a key does. A held nudge key repeats; all others act once.
  public mutating func press(
    _ code: String, isDown: Bool, repeats: Bool = false, isFine: Bool = false, at time: Int64,
    in performance: Performance
  ) -> [LightEvent] {
    guard let number = Self.actions.firstIndex(where: { $0.code.hasSameBytes(as: code) }) else {
      return []
    }
    let device: LightEvent.Device = code.begins(with: "Pad") ? .pad : .key
    let source = LightEvent.Source(device, UInt8(number))
    let action = Self.actions[number].action
    func event(_ target: LightEvent.Target, _ value: Double) -> [LightEvent] {
      [LightEvent(at: time, source, target, value)]
    }
    let held = keys.firstIndex { $0.source == source }
    if !isDown {
      guard let held else { return [] }
      keys.remove(at: held)
      if case .chord(let chord) = action { return event(.selector(chord), -1) }
      return event(.shift, 0)
    }
    if held != nil { return [] }
    switch action {
    case .nudge(let ribbon, let part):
      return nudge(ribbon, by: keyed(isFine ? part / 10 : part, ribbon), performance.live).flatMap {
        event($0, $1)
      }
    case _ where repeats: return []
    case .chord(let chord):
      keys.append(Key(code: code, source: source))
      return event(.selector(chord), 1)
    case .shift:
      keys.append(Key(code: code, source: source))
      return event(.shift, Self.pressed(performance.shift))
    case .step(let way): return event(.step, way)
    case .tap: return event(.tap, 1)
    case .panic: return performance.isBlack ? event(.blackout, 0) : event(.panic, 1)
    case .freeze: return event(.freeze, performance.isFrozen ? 0 : 1)
    case .black: return event(.blackout, performance.isBlack ? 0 : 1)
    case .surprise: return event(.surprise, 1)
    case .screen: return []
    }
  }

  /// How far a key moves a ribbon: at least by one, where there are only whole numbers.
  private func keyed(_ part: Double, _ ribbon: Int) -> Double {
    guard ribbons.indices.contains(ribbon), ribbons[ribbon].curve == .steps else { return part }
    let range = ribbons[ribbon].range
    return (part < 0 ? -1 : 1) / (range.upperBound - range.lowerBound)
  }

  /// The change that moves a ribbon by a part of its length.
  func nudge(
    _ ribbon: Int, by part: Double, _ live: Chord
  ) -> [(target: LightEvent.Target, value: Double)] {
    guard ribbons.indices.contains(ribbon) else { return [] }
    let parameter = ribbons[ribbon]
    let way = round(parameter.way(of: live[parameter]) + part, parameter)
    return [(.parameter(parameter), value(of: parameter, at: way, snaps: false))]
  }

  /// How far a stick leans before it counts: untouched sticks are not quite centred.
  static let dead = 0.15
  /// The milliseconds in which a fully leaning stick crosses a ribbon.
  static let journey = 2_000.0

  /// What a gamepad's stick does that leans from −1 to 1 for some milliseconds: the farther, the faster, and slow at first.
  func lean(
    _ ribbon: Int, _ way: Double, _ milliseconds: Double, _ live: Chord, at time: Int64
  ) -> [LightEvent] {
    let far = (min(abs(way), 1) - Self.dead) / (1 - Self.dead)
    guard far > 0 else { return [] }
    let part = far * far * min(max(milliseconds, 0), 100) / Self.journey
    return nudge(ribbon, by: way < 0 ? -part : part, live).map {
      LightEvent(at: time, LightEvent.Source(.pad, UInt8(200 + ribbon)), $0, $1)
    }
  }

  /// Releases everything: the page has lost sight of the hands.
  public mutating func letGo(at time: Int64) -> [LightEvent] {
    let sources = fingers.map { $0.source } + keys.map { $0.source }
    (fingers, keys, lastTap) = ([], [], nil)
    return sources.map { LightEvent(at: time, $0, .release, 0) }
  }
}
