public import Ledger
public import Sound

extension KindID {
  public static let drone = KindID(7)
}

/// How the drone is set up.
public struct DroneSetup: ToolSetup {
  /// As it sounds, one of ``roots``.
  public var root = Note.a4
  public var sound = Sound.reed
  /// Nine drawbars of an organ, 0 to 8 each.
  public var drawbars = DroneSetup.standardDrawbars
  public var harmony = Harmony.root
  /// Whether the chord is tuned by exact ratios rather than by the temperament.
  public var isJust = false
  /// The chord of ``Harmony/own``.
  public var ownChord = DroneSetup.lone
  /// The voices of the chord from the root up; as many as a chord can have.
  public var voices = [Voice](repeating: Voice(), count: Chord.sizes.upperBound)
  /// The overall level, in percent.
  public var level = 100
  /// In milliseconds, one of ``fades``.
  public var attack = 300
  public var release = 400
  /// How far pairs of voices are spread, in tenths of a cent.
  public var chorus = 0
  /// Whether it follows the notes that the microphone hears.
  public var isEcho = false
  /// Whether it sounds only in the metronome's silent bars.
  public var isInGaps = false
  /// The notes that change with the bars of the metronome; empty if the root stays.
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
  /// The footages of the drawbars.
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

  /// The chord on the root.
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

    /// Whether just intonation differs from the temperament.
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

  /// The tones on a root, or on the one that is set; muted and inaudible voices are left out.
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
  public static let kind = KindID.drone
  public static let names = KindNames("drone", "Drone", "Drones")

  private static let sounds: Choices<Sound> = [
    (1, "Pure", .pure), (2, "Organ", .organ), (3, "Reed", .reed), (4, "String", .string),
    (5, "Shruti", .shruti), (6, "Triangle", .triangle), (7, "Own drawbars", .own),
  ]
  private static let harmonies: Choices<Harmony> = [
    (1, "Root", .root), (2, "Octave", .octave), (3, "Fifth", .fifth), (4, "Major", .major),
    (5, "Minor", .minor), (6, "Seventh", .seventh), (7, "Own", .own),
  ]

  public static func visit(_ fields: inout RowFields, _ setup: inout DroneSetup) {
    fields.whole(field(3), "root", "Root", setup.root.number, in: 0...127) {
      setup.root = min(max(Note($0), roots.lowerBound), roots.upperBound)
    }
    fields.choice(field(4), "sound", "Sound", &setup.sound, sounds)
    fields.text(field(5), "drawbars", "Drawbars", digits(setup.drawbars), upTo: 9) {
      setup.drawbars = drawbars($0) ?? standardDrawbars
    }
    fields.choice(field(6), "chord", "Chord", &setup.harmony, harmonies)
    fields.flag(field(7), "just", "Just intonation", &setup.isJust)
    fields.text(field(8), "own-chord", "Custom chord", setup.ownChord.text, upTo: 200) {
      setup.ownChord = (try? Chord(parsing: $0)) ?? lone
    }
    fields.text(field(9), "voices", "Voice levels", text(setup.voices), upTo: 64) {
      setup.voices = voices($0)
    }
    fields.whole(field(10), "level", "Level", &setup.level, in: 0...100, unit: "%")
    fields.whole(field(11), "attack", "Fade-in", &setup.attack, in: fades, unit: "ms")
    fields.whole(field(12), "release", "Fade-out", &setup.release, in: fades, unit: "ms")
    fields.decimal(
      field(13), "chorus", "Chorus", &setup.chorus, places: 1, in: choruses, unit: "cents")
    fields.flag(field(14), "echo", "Follows your note", &setup.isEcho)
    fields.flag(field(15), "in-gaps", "Only in silent bars", &setup.isInGaps)
    fields.text(field(16), "sequence", "Sequence", setup.sequence.text(), upTo: 2_000) {
      setup.sequence = (try? DroneSequence(parsing: $0)) ?? DroneSequence()
    }
  }

  private static func digits(_ drawbars: [Int]) -> String {
    drawbars.reduce(into: "") { $0 += "\($1)" }
  }

  private static func drawbars(_ text: String) -> [Int]? {
    let bars = text.utf8.map { Int($0) - 48 }
    return bars.count == drawbarNames.count && bars.allSatisfy { drawbarLevels.contains($0) }
      ? bars : nil
  }

  /// A letter for each voice: `a` to `k` for the levels from 0 to 10, upper case if it is muted.
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
