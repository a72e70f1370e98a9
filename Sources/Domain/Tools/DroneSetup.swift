public import Ledger
public import Sound

/// How the drone is set up.
public struct DroneSetup: ToolSetup {
  /// As it sounds, one of ``roots``.
  public var root = Note(71)
  public var sound = Sound.reed
  /// Nine drawbars of an organ, 0 to 8 each.
  public var drawbars = DroneSetup.standardDrawbars
  public var harmony = Harmony.root
  /// Whether the chord is tuned by exact ratios rather than by the temperament.
  public var isJust = false
  /// What ``Harmony/own`` stands for.
  public var ownChord = DroneSetup.lone
  /// The voices of the chord from the root up; as many as a chord can have.
  public var voices = [Voice](repeating: Voice(), count: Chord.sizes.upperBound)
  /// Of the whole, in percent.
  public var level = 100
  /// In milliseconds, one of ``fades``.
  public var attack = 300
  public var release = 400
  /// How far pairs of voices are spread, in tenths of a cent.
  public var chorus = 0
  /// Whether it takes the notes that the microphone hears.
  public var isEcho = false
  /// Whether it sounds only where the metronome has gaps.
  public var isInGaps = false
  /// Which notes follow each other with the bars of the metronome; none where the root stays.
  public var sequence = DroneSequence()

  public init() {}
}

extension DroneSetup {
  /// From C1 to C7.
  public static let roots = Note(24)...Note(96)
  public static let fades = 50...3_000
  public static let choruses = 0...30
  public static let voiceLevels = 0...10
  public static let drawbarLevels = 0...8
  /// How long the drawbars are, in the words of organs.
  public static let drawbarNames = ["16′", "5⅓′", "8′", "4′", "2⅔′", "2′", "1⅗′", "1⅓′", "1′"]
  private static let standardDrawbars = [8, 0, 8, 6, 4, 3, 0, 0, 0]
  private static let lone = Chord.named[0].chord

  /// What it sounds like.
  public enum Sound: CaseIterable, Sendable {
    case pure, triangle, organ, reed, string, shruti, own

    public var name: String {
      switch self {
      case .pure: "pure"
      case .triangle: "triangle"
      case .organ: "organ"
      case .reed: "reed"
      case .string: "string"
      case .shruti: "shruti"
      case .own: "drawbars"
      }
    }
  }

  /// Which notes sound on the root.
  public enum Harmony: CaseIterable, Sendable {
    case root, octave, fifth, major, minor, seventh, own

    public var name: String {
      switch self {
      case .root: "root"
      case .octave: "octave"
      case .fifth: "fifth"
      case .major: "major"
      case .minor: "minor"
      case .seventh: "seventh"
      case .own: "own"
      }
    }

    /// Whether its exact ratios are others than the temperament's.
    public var canBeJust: Bool {
      switch self {
      case .fifth, .major, .minor, .seventh: true
      case .root, .octave, .own: false
      }
    }
  }

  /// One note of the chord.
  public struct Voice: Hashable, Sendable {
    public var level = DroneSetup.voiceLevels.upperBound
    public var isMuted = false

    public init() {}
  }

  public var timbre: Timbre {
    switch sound {
    case .pure: .pure
    case .triangle: .triangle
    case .organ: .organ
    case .reed: .reed
    case .string: .string
    case .shruti: .shruti
    case .own: .drawbars(drawbars)
    }
  }

  public var chord: Chord {
    if harmony == .own { return ownChord }
    let name = isJust && harmony.canBeJust ? "just-\(harmony.name)" : harmony.name
    return Chord.named.first { $0.name == name }?.chord ?? Self.lone
  }

  /// What sounds on a root, or on the one that is set: voices that are muted or cannot be heard are left out.
  public func tones(_ tuning: Tuning, on root: Note? = nil) -> [Drone.Tone] {
    var tones: [Drone.Tone] = []
    for (index, frequency) in chord.frequencies(on: root ?? self.root, tuning).enumerated() {
      let voice = voices[index]
      guard !voice.isMuted, voice.level > 0, Drone.range.contains(frequency) else { continue }
      let level = Double(voice.level) / Double(Self.voiceLevels.upperBound)
      tones.append(Drone.Tone(frequency: frequency, level: level))
    }
    return tones
  }
}

// MARK: - As a row

extension DroneSetup {
  public static var kind: KindID { .drone }
  public static var names: (id: String, label: String, plural: String) {
    ("drone", "Drone", "Drones")
  }

  private static let rootKey = FieldKey(
    KindID.drone.field(3), "root", "Root", standard: 71, in: 0...127)
  private static let soundKey = FieldKey(
    KindID.drone.field(4), "sound", "Sound", standard: Sound.reed,
    choices: [
      (1, "Pure", .pure), (2, "Organ", .organ), (3, "Reed", .reed), (4, "String", .string),
      (5, "Shruti", .shruti), (6, "Triangle", .triangle), (7, "Own drawbars", .own),
    ])
  private static let drawbarsKey = FieldKey(
    KindID.drone.field(5), "drawbars", "Drawbars", standard: digits(standardDrawbars), byteLimit: 9)
  private static let harmonyKey = FieldKey(
    KindID.drone.field(6), "chord", "Chord", standard: Harmony.root,
    choices: [
      (1, "Root", .root), (2, "Octave", .octave), (3, "Fifth", .fifth), (4, "Major", .major),
      (5, "Minor", .minor), (6, "Seventh", .seventh), (7, "Own", .own),
    ])
  private static let justKey = FieldKey(
    KindID.drone.field(7), "just", "Tuned by exact ratios", standard: false)
  private static let ownChordKey = FieldKey(
    KindID.drone.field(8), "own-chord", "Own chord", standard: "0", byteLimit: 200)
  private static let voicesKey = FieldKey(
    KindID.drone.field(9), "voices", "Levels of the voices", byteLimit: 64)
  private static let levelKey = FieldKey(
    KindID.drone.field(10), "level", "Level", standard: 100, in: 0...100, unit: "%")
  private static let attackKey = FieldKey(
    KindID.drone.field(11), "attack", "Fades in within", standard: 300, in: range(of: fades),
    unit: "ms")
  private static let releaseKey = FieldKey(
    KindID.drone.field(12), "release", "Fades out within", standard: 400, in: range(of: fades),
    unit: "ms")
  private static let chorusKey = FieldKey(
    KindID.drone.field(13), "chorus", "Chorus", standardUnits: 0, places: 1,
    in: range(of: choruses), unit: "cents")
  private static let echoKey = FieldKey(
    KindID.drone.field(14), "echo", "Takes the player’s note", standard: false)
  private static let gapsKey = FieldKey(
    KindID.drone.field(15), "in-gaps", "Only in the metronome’s gaps", standard: false)
  private static let sequenceKey = FieldKey(
    KindID.drone.field(16), "sequence", "Sequence", byteLimit: 2_000)

  public static var fields: [Field] {
    [
      rootKey.field, soundKey.field, drawbarsKey.field, harmonyKey.field, justKey.field,
      ownChordKey.field, voicesKey.field, levelKey.field, attackKey.field, releaseKey.field,
      chorusKey.field, echoKey.field, gapsKey.field, sequenceKey.field,
    ]
  }

  public init(_ row: Row) {
    let number = Int(row[Self.rootKey])
    root = Note(min(max(number, Self.roots.lowerBound.number), Self.roots.upperBound.number))
    sound = row[Self.soundKey]
    drawbars = Self.drawbars(row[Self.drawbarsKey]) ?? Self.standardDrawbars
    harmony = row[Self.harmonyKey]
    isJust = row[Self.justKey]
    ownChord = (try? Chord(parsing: row[Self.ownChordKey])) ?? Self.lone
    voices = Self.voices(row[Self.voicesKey])
    level = Int(row[Self.levelKey])
    attack = Int(row[Self.attackKey])
    release = Int(row[Self.releaseKey])
    chorus = Int(row[Self.chorusKey])
    isEcho = row[Self.echoKey]
    isInGaps = row[Self.gapsKey]
    sequence = (try? DroneSequence(parsing: row[Self.sequenceKey])) ?? DroneSequence()
  }

  public func write(to edit: inout RowEdit, over old: DroneSetup?) {
    edit.set(Self.rootKey, Int64(root.number), unless: old.map { Int64($0.root.number) })
    edit.set(Self.soundKey, sound, unless: old?.sound)
    edit.set(
      Self.drawbarsKey, Self.digits(drawbars), unless: old.map { Self.digits($0.drawbars) })
    edit.set(Self.harmonyKey, harmony, unless: old?.harmony)
    edit.set(Self.justKey, isJust, unless: old?.isJust)
    edit.set(Self.ownChordKey, ownChord.text, unless: old?.ownChord.text)
    edit.set(Self.voicesKey, Self.text(voices), unless: old.map { Self.text($0.voices) })
    edit.set(Self.levelKey, Int64(level), unless: old.map { Int64($0.level) })
    edit.set(Self.attackKey, Int64(attack), unless: old.map { Int64($0.attack) })
    edit.set(Self.releaseKey, Int64(release), unless: old.map { Int64($0.release) })
    edit.set(Self.chorusKey, Int64(chorus), unless: old.map { Int64($0.chorus) })
    edit.set(Self.echoKey, isEcho, unless: old?.isEcho)
    edit.set(Self.gapsKey, isInGaps, unless: old?.isInGaps)
    edit.set(Self.sequenceKey, sequence.text(), unless: old?.sequence.text())
  }

  private static func range(of range: ClosedRange<Int>) -> ClosedRange<Int64> {
    Int64(range.lowerBound)...Int64(range.upperBound)
  }

  private static func digits(_ drawbars: [Int]) -> String {
    drawbars.reduce(into: "") { $0 += "\($1)" }
  }

  private static func drawbars(_ text: String) -> [Int]? {
    let bars = text.utf8.map { Int($0) - 48 }
    return bars.count == drawbarNames.count && bars.allSatisfy { drawbarLevels.contains($0) }
      ? bars : nil
  }

  /// A letter for each voice: `a` to `k` for the levels from 0 to 10, large where it is muted.
  private static func text(_ voices: [Voice]) -> String {
    let bytes = voices.map { UInt8(($0.isMuted ? 65 : 97) + $0.level) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func voices(_ text: String) -> [Voice] {
    var voices = DroneSetup().voices
    for (index, byte) in text.utf8.prefix(voices.count).enumerated() {
      let level = Int(byte | 0x20) - 97
      guard voiceLevels.contains(level) else { continue }
      voices[index].level = level
      voices[index].isMuted = byte < 97
    }
    return voices
  }
}
