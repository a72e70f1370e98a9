public import Ledger
public import Sound

/// Which timed score is in the hand, and how it is played.
public struct ScoreSetup: ToolSetup {
  /// The score as a text; the grid of Sequenza VII where it is empty.
  public var text = ""
  /// In percent of the written speed.
  public var speed = 100
  /// The bar that playing begins with.
  public var startLine = 1
  public var startBar = 1
  /// What is played, counted from 1; 0 is the last there is.
  public var firstLine = 1
  public var lastLine = 0
  public var firstBar = 1
  public var lastBar = 0
  public var loop = Loop.off
  /// How often it is looped; 0 is without end.
  public var repeats = 0

  public var countIn = 3
  /// Whether a count is as long as the first bar instead of a second.
  public var countsBars = false
  public var sounds = ScoreSounds()
  public var flashes = false
  public var flashColour = FlashColour.blue
  /// Whether it flashes also where the device asks for less motion.
  public var flashesAnyway = false
  public var counter = Counter.down

  public var hasDrone = false
  /// How many octaves above the note of the score.
  public var droneOctave = 0
  public var wave = Wave.sine
  /// In percent.
  public var droneVolume = 50
  /// By how many decibels the drone comes and goes.
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
  /// Draws the brackets that are free.
  public var seed = 0

  /// What is played again and again.
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
  public static var kind: KindID { .score }
  public static var names: (id: String, label: String, plural: String) {
    ("score", "Score", "Scores")
  }

  private static func key(_ number: UInt64) -> FieldID { KindID.score.field(number) }

  private static let textKey = FieldKey(key(3), "text", "Text")
  private static let loopKey = FieldKey(
    key(4), "loop", "Loop", standard: Loop.off,
    choices: [(0, "Off", .off), (1, "Bar", .bar), (2, "Line", .line), (3, "Range", .range)])
  private static let colourKey = FieldKey(
    key(5), "flash-colour", "Colour of the flash", standard: FlashColour.blue,
    choices: [
      (0, "Blue", .blue), (1, "White", .white), (2, "Yellow", .yellow), (3, "Red", .red),
      (4, "Green", .green),
    ])
  private static let counterKey = FieldKey(
    key(6), "counter", "Counter", standard: Counter.down,
    choices: [(0, "Down", .down), (1, "Up", .up), (2, "Both", .both)])
  private static let waveKey = FieldKey(
    key(7), "wave", "Wave of the drone", standard: Wave.sine,
    choices: [(0, "Sine", .sine), (1, "Triangle", .triangle), (2, "Soft reed", .reed)])

  private static func soundKey(
    _ number: UInt64, _ name: String, _ label: String, _ standard: ClickSound
  ) -> FieldKey<ClickSound> {
    FieldKey(
      key(number), name, label, standard: standard,
      choices: ClickSound.allCases.map { (Int64($0.rawValue), $0.name, $0) })
  }
  private static let countSoundKey = soundKey(8, "count-sound", "Sound of the count-in", .tick)
  private static let firstSoundKey = soundKey(9, "first-sound", "Sound of a first bar", .tock)
  private static let otherSoundKey = soundKey(10, "other-sound", "Sound of other bars", .tick)

  private static func flagKey(
    _ number: UInt64, _ name: String, _ label: String
  ) -> FieldKey<Bool> {
    FieldKey(key(number), name, label, standard: false)
  }
  private static let countsBarsKey = flagKey(11, "counts-bars", "Counts as long as bars")
  private static let flashesKey = flagKey(12, "flashes", "Flash at each bar")
  private static let flashesAnywayKey = flagKey(
    13, "flashes-anyway", "Flash also with less motion")
  private static let droneKey = flagKey(14, "drone", "Drone")
  private static let ladderKey = flagKey(15, "ladder", "Speed ladder")

  private static func numberKey(
    _ number: UInt64, _ name: String, _ label: String, _ standard: Int64,
    _ range: ClosedRange<Int64>, unit: String = ""
  ) -> FieldKey<Int64> {
    FieldKey(key(number), name, label, standard: standard, in: range, unit: unit)
  }
  private static let speedKey = numberKey(16, "speed", "Speed", 100, 20...300, unit: "%")
  private static let startLineKey = numberKey(17, "start-line", "First played line", 1, 1...1_000)
  private static let startBarKey = numberKey(18, "start-bar", "First played bar", 1, 1...1_000)
  private static let firstLineKey = numberKey(19, "first-line", "From line", 1, 1...1_000)
  private static let lastLineKey = numberKey(20, "last-line", "To line", 0, 0...1_000)
  private static let firstBarKey = numberKey(21, "first-bar", "From bar", 1, 1...1_000)
  private static let lastBarKey = numberKey(22, "last-bar", "To bar", 0, 0...1_000)
  private static let repeatsKey = numberKey(23, "repeats", "How often", 0, 0...1_000)
  private static let countInKey = numberKey(24, "count-in", "Count-in", 3, 0...10)
  private static let octaveKey = numberKey(25, "drone-octave", "Octave of the drone", 0, -5...5)
  private static let volumeKey = numberKey(
    26, "drone-volume", "Volume of the drone", 50, 0...100, unit: "%")
  private static let swayKey = numberKey(
    27, "drone-sway", "The drone comes and goes by", 0, 0...2, unit: "dB")
  private static let ladderStartKey = numberKey(
    28, "ladder-start", "The ladder begins at", 60, 20...300, unit: "%")
  private static let ladderStepKey = numberKey(
    29, "ladder-step", "Step of the ladder", 5, 1...100, unit: "%")
  private static let ladderPassesKey = numberKey(
    30, "ladder-passes", "Passes to a step", 2, 1...1_000)
  private static let ladderLimitKey = numberKey(
    31, "ladder-limit", "The ladder ends at", 100, 20...300, unit: "%")
  private static let warningKey = numberKey(
    32, "warning", "Warning before a bracket ends", 0, 0...60, unit: "s")
  private static let silentKey = numberKey(
    33, "silent-every", "Silent pass, one in", 0, 0...1_000)
  private static let seedKey = numberKey(34, "seed", "Seed of the brackets", 0, 0...999_999)

  /// The numbers among the fields, each with how it is read and set.
  private static let numbers: [Number] = [
    Number(speedKey, { $0.speed }, { $0.speed = $1 }),
    Number(startLineKey, { $0.startLine }, { $0.startLine = $1 }),
    Number(startBarKey, { $0.startBar }, { $0.startBar = $1 }),
    Number(firstLineKey, { $0.firstLine }, { $0.firstLine = $1 }),
    Number(lastLineKey, { $0.lastLine }, { $0.lastLine = $1 }),
    Number(firstBarKey, { $0.firstBar }, { $0.firstBar = $1 }),
    Number(lastBarKey, { $0.lastBar }, { $0.lastBar = $1 }),
    Number(repeatsKey, { $0.repeats }, { $0.repeats = $1 }),
    Number(countInKey, { $0.countIn }, { $0.countIn = $1 }),
    Number(octaveKey, { $0.droneOctave }, { $0.droneOctave = $1 }),
    Number(volumeKey, { $0.droneVolume }, { $0.droneVolume = $1 }),
    Number(swayKey, { $0.droneSway }, { $0.droneSway = $1 }),
    Number(ladderStartKey, { $0.ladderStart }, { $0.ladderStart = $1 }),
    Number(ladderStepKey, { $0.ladderStep }, { $0.ladderStep = $1 }),
    Number(ladderPassesKey, { $0.ladderPasses }, { $0.ladderPasses = $1 }),
    Number(ladderLimitKey, { $0.ladderLimit }, { $0.ladderLimit = $1 }),
    Number(warningKey, { $0.warning }, { $0.warning = $1 }),
    Number(silentKey, { $0.silentEvery }, { $0.silentEvery = $1 }),
    Number(seedKey, { $0.seed }, { $0.seed = $1 }),
  ]

  private struct Number: Sendable {
    let key: FieldKey<Int64>
    let read: @Sendable (ScoreSetup) -> Int
    let set: @Sendable (inout ScoreSetup, Int) -> Void

    init(
      _ key: FieldKey<Int64>, _ read: @escaping @Sendable (ScoreSetup) -> Int,
      _ set: @escaping @Sendable (inout ScoreSetup, Int) -> Void
    ) {
      self.key = key
      self.read = read
      self.set = set
    }
  }

  public static var fields: [Field] {
    [
      textKey.field, loopKey.field, colourKey.field, counterKey.field, waveKey.field,
      countSoundKey.field, firstSoundKey.field, otherSoundKey.field, countsBarsKey.field,
      flashesKey.field, flashesAnywayKey.field, droneKey.field, ladderKey.field,
    ] + numbers.map { $0.key.field }
  }

  public init(_ row: Row) {
    text = row[Self.textKey]
    loop = row[Self.loopKey]
    flashColour = row[Self.colourKey]
    counter = row[Self.counterKey]
    wave = row[Self.waveKey]
    sounds.count = row[Self.countSoundKey]
    sounds.first = row[Self.firstSoundKey]
    sounds.other = row[Self.otherSoundKey]
    countsBars = row[Self.countsBarsKey]
    flashes = row[Self.flashesKey]
    flashesAnyway = row[Self.flashesAnywayKey]
    hasDrone = row[Self.droneKey]
    hasLadder = row[Self.ladderKey]
    for number in Self.numbers { number.set(&self, Int(row[number.key])) }
  }

  public func write(to edit: inout RowEdit, over old: ScoreSetup?) {
    edit.set(Self.textKey, text, unless: old?.text)
    edit.set(Self.loopKey, loop, unless: old?.loop)
    edit.set(Self.colourKey, flashColour, unless: old?.flashColour)
    edit.set(Self.counterKey, counter, unless: old?.counter)
    edit.set(Self.waveKey, wave, unless: old?.wave)
    edit.set(Self.countSoundKey, sounds.count, unless: old?.sounds.count)
    edit.set(Self.firstSoundKey, sounds.first, unless: old?.sounds.first)
    edit.set(Self.otherSoundKey, sounds.other, unless: old?.sounds.other)
    edit.set(Self.countsBarsKey, countsBars, unless: old?.countsBars)
    edit.set(Self.flashesKey, flashes, unless: old?.flashes)
    edit.set(Self.flashesAnywayKey, flashesAnyway, unless: old?.flashesAnyway)
    edit.set(Self.droneKey, hasDrone, unless: old?.hasDrone)
    edit.set(Self.ladderKey, hasLadder, unless: old?.hasLadder)
    for number in Self.numbers {
      edit.set(number.key, Int64(number.read(self)), unless: old.map { Int64(number.read($0)) })
    }
  }
}

// MARK: - What is set back at once

extension ScoreSetup {
  /// Everything but the score, the sounds and the flash as it is found at first.
  public mutating func revertSettings() {
    var standard = ScoreSetup()
    standard.text = text
    (standard.sounds, standard.countIn, standard.countsBars) = (sounds, countIn, countsBars)
    (standard.flashes, standard.flashColour) = (flashes, flashColour)
    standard.flashesAnyway = flashesAnyway
    self = standard
  }

  /// The count-in, the sounds and the flash as they are found at first.
  public mutating func revertSounds() {
    let standard = ScoreSetup()
    (sounds, countIn, countsBars) = (standard.sounds, standard.countIn, standard.countsBars)
    (flashes, flashColour) = (standard.flashes, standard.flashColour)
    flashesAnyway = standard.flashesAnyway
  }
}
