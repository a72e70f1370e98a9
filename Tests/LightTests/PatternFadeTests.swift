import Testing

@testable import Light

/// How panes that make too many stripes are faded while they move.
@Suite struct PatternFadeTests {
  /// What a second of a glide shows of the panes, step by step: of each picture for itself, and in a row.
  private struct Glide {
    var alone: [Double] = []
    var shown: [Double] = []
    var isStriped = false

    init(_ chord: Chord, _ move: (inout Chord, Double) -> Void) {
      var performance = Performance(sets: [Chordset(title: "", chords: [chord])], live: chord)
      var fade = PatternFade()
      for step in 1...Int(Performance.rate) {
        move(&performance.live, Double(step) / Double(Performance.rate))
        performance.advance(to: Int64(step) * 1_000_000 / Performance.rate + 1)
        let scene = fade.scene(of: performance, aspect: 16 / 9)
        alone.append(scene.allowed)
        shown.append(scene.part)
        isStriped = isStriped || Stripes(scene).areTooMany
      }
    }

    /// The largest step from one picture to the next.
    static func largest(_ parts: [Double], up: Bool) -> Double {
      zip(parts, parts.dropFirst()).reduce(0) { max($0, up ? $1.1 - $1.0 : $1.0 - $1.1) }
    }

    /// How often the panes go or come at once.
    static func jumps(_ parts: [Double]) -> Int {
      zip(parts, parts.dropFirst()).count { abs($0 - $1) > 0.25 }
    }
  }

  /// The most that comes back in a step.
  private static let most = 1.01 / Double(Performance.rate)
  private static let rings = LimiterTests.many[0].chord
  private static let crossed = LimiterTests.many[5].chord

  static let colours: [(name: String, move: @Sendable (inout Chord, Double) -> Void)] = [
    (
      "purity of the background",
      { $0.background = LightColour(hue: TemperedHue(1), purity: 2 * $1 - 1) }
    ),
    (
      "hue of the background",
      { $0.background = LightColour(hue: TemperedHue(12 * $1), purity: 0) }
    ),
    (
      "purity of the panes",
      { chord, way in
        for pane in 0..<4 {
          (chord[pane, .purity], chord[pane, .purity2]) = (2 * way - 1, 2 * way - 1)
        }
      }
    ),
    ("edges", { chord, way in for pane in 0..<4 { chord[pane, .edge] = way / 2 } }),
  ]

  /// Colours lead in and out of a pattern without a jump.
  @Test(arguments: colours.indices)
  func aGlideOfColoursFadesEvenly(index: Int) {
    let (name, move) = Self.colours[index]
    let glide = Glide(Self.rings, move)
    #expect(glide.alone.contains { $0 < 0.5 }, "\(name) is no pattern")
    #expect(Glide.jumps(glide.alone) == 0, "\(name)")
    #expect(Glide.largest(glide.shown, up: true) < Self.most, "\(name)")
    #expect(!glide.isStriped, "\(name)")
  }

  static let places: [(name: String, chord: Chord, move: @Sendable (inout Chord, Double) -> Void)] =
    [
      (
        "turn of the panes", rings,
        { chord, way in for pane in 0..<4 { chord[pane, .turn] = way } }
      ),
      ("turn of one bar", crossed, { $0[0, .turn] = $1 }),
      ("width of one ring", rings, { $0[0, .width] = 0.02 + $1 }),
      ("place of one ring", rings, { $0[0, .left] = 1.5 * $1 - 0.5 }),
    ]

  /// A moving pane makes patterns and ends them from one step to the next: its light goes at once, as it must, but comes back
  /// within a second, not in a moment.
  @Test(arguments: places.indices)
  func aGlideOfPlacesDoesNotFlicker(index: Int) {
    let (name, chord, move) = Self.places[index]
    let glide = Glide(chord, move)
    #expect(Glide.largest(glide.alone, up: true) > 0.5, "without the slow return, \(name) jumps")
    #expect(Glide.largest(glide.shown, up: true) < Self.most, "\(name)")
    #expect(Glide.jumps(glide.shown) <= Glide.jumps(glide.alone) / 2, "\(name)")
    #expect(!glide.isStriped, "\(name)")
  }

  @Test func panesComeBackWithinASecondAndARecalledChordAtOnce() {
    var bars = Self.rings
    for pane in 0..<4 { bars[pane, .mask] = Double(Pane.Mask.rectangle.rawValue) }
    bars.time = 0
    var performance = Performance(
      sets: [Chordset(title: "", chords: [bars])], live: Self.rings)
    var fade = PatternFade()
    var time: Int64 = 0
    func part(after seconds: Double) -> Double {
      time += Int64(seconds * 1_000_000)
      performance.advance(to: time)
      return fade.scene(of: performance, aspect: 16 / 9).part
    }
    let faded = part(after: 0)
    #expect(faded < 0.5 && !fade.isRecovering)
    #expect(part(after: 1) == faded && !fade.isRecovering, "a picture at rest needs no other")
    performance.live = bars
    let half = part(after: 0.5)
    #expect(half > faded && half < 1 && fade.isRecovering)
    // A frozen picture does not change.
    performance.take(LightEvent(at: time, .init(.key), .freeze, 1))
    #expect(part(after: 0.5) == half && !fade.isRecovering)
    performance.take(LightEvent(at: time, .init(.key), .freeze, 0))
    #expect(part(after: 1) == 1 && !fade.isRecovering)

    performance.live = Self.rings
    #expect(part(after: 0.1) == faded)
    performance.take(LightEvent(at: time, .init(.key), .selector(0), 1))
    #expect(part(after: 0) == 1)
    performance.live = Self.rings
    #expect(part(after: 0.1) == faded)
    performance.take(LightEvent(at: time, .init(.program), .limit, 2))
    #expect(part(after: 0) == 1)
  }
}
