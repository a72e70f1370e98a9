public import Ledger
public import Sound

extension KindID {
  public static let score = KindID(9)
}

/// The current timed score, and how it is played.
public struct ScoreSetup: ToolSetup {
  /// The score as text; the grid of Sequenza VII if it is empty.
  public var text = ""
  /// In percent of the written speed.
  public var speed = 100
  /// The bar that playback starts at.
  public var startLine = 1
  public var startBar = 1
  /// What is played, counted from 1; 0 is the last one.
  public var firstLine = 1
  public var lastLine = 0
  public var firstBar = 1
  public var lastBar = 0
  public var loop = Loop.off
  /// The number of repeats; 0 is endless.
  public var repeats = 0

  public var countIn = 3
  /// Whether a count is as long as the first bar instead of a second.
  public var countsBars = false
  /// Whether a voice says the counts.
  public var countsAloud = false
  public var sounds = ScoreSounds()
  public var flashes = false
  public var flashColour = FlashColour.blue
  /// Whether it flashes even on a device set to reduce motion.
  public var flashesAnyway = false
  public var counter = Counter.down

  public var hasDrone = false
  /// How many octaves above the note of the score.
  public var droneOctave = 0
  public var wave = Wave.sine
  /// In percent.
  public var droneVolume = 50
  /// The swell of the drone, in decibels.
  public var droneSway = 0

  /// Whether the speed changes from pass to pass.
  public var hasLadder = false
  public var ladderStart = 60
  public var ladderStep = 5
  public var ladderPasses = 2
  public var ladderLimit = 100
  /// Seconds of the score before a bracket ends.
  public var warning = 0
  /// Each pass of this number is silent; 0 for none.
  public var silentEvery = 0
  /// The random seed for free brackets.
  public var seed = 0

  /// What is looped.
  public enum Loop: CaseIterable, Sendable {
    case off, bar, line, range
  }

  public enum FlashColour: CaseIterable, Sendable {
    case blue, white, yellow, red, green
  }

  /// Which way the counter of a bar goes.
  public enum Counter: CaseIterable, Sendable {
    case down, up, both
  }

  /// What the drone sounds like.
  public enum Wave: CaseIterable, Sendable {
    case sine, triangle, reed

    public var timbre: Timbre {
      switch self {
      case .sine: .pure
      case .triangle: .triangle
      case .reed: .reed
      }
    }
  }

  public static let seeds = 0...999_999
  /// The longest score that can be kept, in bytes.
  public static let textLimit = 60_000

  public init() {}
}

extension ScoreSetup {
  public static let kind = KindID.score
  public static let names = KindNames("score", "Score", "Scores")

  private static let loops: Choices<Loop> = [
    (0, "Off", .off), (1, "Bar", .bar), (2, "Line", .line), (3, "Range", .range),
  ]
  private static let colours: Choices<FlashColour> = [
    (0, "Blue", .blue), (1, "White", .white), (2, "Yellow", .yellow), (3, "Red", .red),
    (4, "Green", .green),
  ]
  private static let counters: Choices<Counter> = [
    (0, "Down", .down), (1, "Up", .up), (2, "Both", .both),
  ]
  private static let waves: Choices<Wave> = [
    (0, "Sine", .sine), (1, "Triangle", .triangle), (2, "Soft reed", .reed),
  ]
  private static let clicks: Choices<ClickSound> = ClickSound.allCases.map {
    (Int64($0.rawValue), $0.name, $0)
  }

  public static func visit(_ fields: inout RowFields, _ setup: inout ScoreSetup) {
    fields.text(field(3), "text", "Text", &setup.text)
    fields.choice(field(4), "loop", "Loop", &setup.loop, loops)
    fields.choice(field(5), "flash-colour", "Flash colour", &setup.flashColour, colours)
    fields.choice(field(6), "counter", "Counter", &setup.counter, counters)
    fields.choice(field(7), "wave", "Drone sound", &setup.wave, waves)
    fields.choice(field(8), "count-sound", "Count-in sound", &setup.sounds.count, clicks)
    fields.choice(field(9), "first-sound", "First-bar sound", &setup.sounds.first, clicks)
    fields.choice(field(10), "other-sound", "Sound of other bars", &setup.sounds.other, clicks)
    fields.flag(field(11), "counts-bars", "Counts last a bar", &setup.countsBars)
    fields.flag(field(12), "flashes", "Flash at each bar", &setup.flashes)
    fields.flag(field(13), "flashes-anyway", "Flash despite reduced motion", &setup.flashesAnyway)
    fields.flag(field(14), "drone", "Drone", &setup.hasDrone)
    fields.flag(field(15), "ladder", "Speed ladder", &setup.hasLadder)
    let bars = 1...1_000
    fields.whole(field(16), "speed", "Speed", &setup.speed, in: 20...300, unit: "%")
    fields.whole(field(17), "start-line", "Start line", &setup.startLine, in: bars)
    fields.whole(field(18), "start-bar", "Start bar", &setup.startBar, in: bars)
    fields.whole(field(19), "first-line", "From line", &setup.firstLine, in: bars)
    fields.whole(field(20), "last-line", "To line", &setup.lastLine, in: 0...1_000)
    fields.whole(field(21), "first-bar", "From bar", &setup.firstBar, in: bars)
    fields.whole(field(22), "last-bar", "To bar", &setup.lastBar, in: 0...1_000)
    fields.whole(field(23), "repeats", "Repeats", &setup.repeats, in: 0...1_000)
    fields.whole(field(24), "count-in", "Count-in", &setup.countIn, in: 0...10)
    fields.whole(field(25), "drone-octave", "Drone octave", &setup.droneOctave, in: -5...5)
    fields.whole(
      field(26), "drone-volume", "Drone volume", &setup.droneVolume, in: 0...100, unit: "%")
    fields.whole(
      field(27), "drone-sway", "Drone swell", &setup.droneSway, in: 0...2,
      unit: "dB")
    fields.whole(
      field(28), "ladder-start", "Ladder start", &setup.ladderStart, in: 20...300,
      unit: "%")
    fields.whole(
      field(29), "ladder-step", "Ladder step", &setup.ladderStep, in: 1...100, unit: "%")
    fields.whole(
      field(30), "ladder-passes", "Passes per step", &setup.ladderPasses, in: 1...1_000)
    fields.whole(
      field(31), "ladder-limit", "Ladder end", &setup.ladderLimit, in: 20...300, unit: "%")
    fields.whole(
      field(32), "warning", "Warning before a bracket ends", &setup.warning, in: 0...60, unit: "s")
    fields.whole(
      field(33), "silent-every", "Silent pass every", &setup.silentEvery, in: 0...1_000)
    fields.whole(field(34), "seed", "Bracket seed", &setup.seed, in: seeds)
    fields.flag(field(35), "count-aloud", "Count in with a voice", &setup.countsAloud)
  }
}

// MARK: - Resetting

extension ScoreSetup {
  /// Resets everything but the score, the sounds and the flash.
  public mutating func revertSettings() {
    var standard = ScoreSetup()
    standard.text = text
    (standard.sounds, standard.countIn, standard.countsBars) = (sounds, countIn, countsBars)
    standard.countsAloud = countsAloud
    (standard.flashes, standard.flashColour) = (flashes, flashColour)
    standard.flashesAnyway = flashesAnyway
    self = standard
  }

  /// Resets the count-in, the sounds and the flash.
  public mutating func revertSounds() {
    let standard = ScoreSetup()
    (sounds, countIn, countsBars) = (standard.sounds, standard.countIn, standard.countsBars)
    countsAloud = standard.countsAloud
    (flashes, flashColour) = (standard.flashes, standard.flashColour)
    flashesAnyway = standard.flashesAnyway
  }
}
