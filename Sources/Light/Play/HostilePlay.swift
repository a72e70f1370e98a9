internal import Sound

/// A player who does everything at once that could make a picture flash: chords hammered thirty times a second, ribbons
/// scrubbed, fingers that slide and mix, steps, blackouts, and hands that are cut off.
///
/// The same seed plays the same. It tests the limiter.
public struct HostilePlay: Sendable {
  private var chance: Chance
  private var time: Int64 = 0
  private var manner = Manner.hammer
  private var until: Int64 = 0
  private var first = 0
  private var second = 1
  private var isOdd = false
  private let setCount: Int

  private enum Manner: UInt64 {
    case hammer, scrub, mix, slide, steps, blackouts, anything, rest
  }

  public init(seed: UInt64, sets: Int) {
    chance = Chance(seed: seed)
    setCount = max(sets, 1)
  }

  /// The events until a time in millionths of a second.
  public mutating func events(until end: Int64) -> [LightEvent] {
    var events: [LightEvent] = []
    while time < end {
      if time >= until { change() }
      act(&events)
      // From 20 to 60 times a second.
      time += 16_667 + Int64(chance.number(through: 33_000))
    }
    return events
  }

  private mutating func change() {
    manner = Manner(rawValue: chance.number(through: 7)) ?? .hammer
    until = time + 300_000 + Int64(chance.number(through: 3_000_000))
    first = selector()
    second = selector()
  }

  private mutating func act(_ events: inout [LightEvent]) {
    isOdd.toggle()
    switch manner {
    case .hammer:
      let chord = isOdd ? first : second
      add(&events, 0, .selector(chord), chance.part())
      add(&events, 0, .selector(chord), -1)
    case .scrub:
      let parameters = Parameter.all
      let some = parameters[Int(chance.number(through: UInt64(parameters.count - 1)))]
      add(&events, 1, .parameter(parameters[0]), 12 * chance.part())
      add(&events, 1, .parameter(parameters[1]), isOdd ? 1 : -1)
      add(&events, 1, .parameter(some), some.value(at: chance.part()))
    case .mix:
      add(&events, 2, .selector(first), isOdd ? 1 : 0)
      add(&events, 3, .selector(second), isOdd ? 0 : 1)
    case .slide: add(&events, 2, .selector(selector()), chance.part())
    case .steps:
      if setCount > 1 { add(&events, 4, .step, isOdd ? 1 : -1) }
      add(&events, 0, .selector(first), 0.5)
      add(&events, 0, .selector(first), -1)
    case .blackouts:
      add(&events, 5, isOdd ? .blackout : .panic, isOdd ? 0 : 1)
      if chance.number(through: 3) == 0 { add(&events, 5, .brightness, chance.part()) }
    case .anything:
      let targets: [LightEvent.Target] = [
        .shift, .freeze, .glide, .tap, .release, .blackout, .brightness, .surprise,
      ]
      let target = targets[Int(chance.number(through: UInt64(targets.count - 1)))]
      add(&events, UInt8(chance.number(through: 5)), target, isOdd ? 1 : 0)
      add(&events, 0, .selector(selector()), isOdd ? 0.5 : -1)
    case .rest:
      for contact in 0..<6 as Range<UInt8> { add(&events, contact, .release, 0) }
      add(&events, 0, .blackout, 0)
      add(&events, 0, .brightness, 1)
      add(&events, 0, .freeze, 0)
    }
  }

  private mutating func selector() -> Int {
    Int(chance.number(through: UInt64(Chordset.size - 1)))
  }

  private func add(
    _ events: inout [LightEvent], _ contact: UInt8, _ target: LightEvent.Target, _ value: Double
  ) {
    events.append(
      LightEvent(at: time, LightEvent.Source(.program, contact), target, value))
  }
}
