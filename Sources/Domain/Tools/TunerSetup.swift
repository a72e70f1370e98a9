public import Ledger
public import Sound

extension KindID {
  /// How a tool is set up: what is in the hand is one row of each, and each preset is another.
  public static let tuner = KindID(6)
}

/// How the tuner is set up.
public struct TunerSetup: ToolSetup {
  public var mode = PitchMode.normal
  /// Within so many cents a note counts as in tune.
  public var tolerance = 5
  public var look = Look.dial
  /// The written note that alone is listened for, if one is.
  public var target: Note?
  /// Whether the last note stays when the sound is over.
  public var isHolding = true
  /// Whether the reed bows to the pitch.
  public var hasReed = true

  /// What stands below the note.
  public enum Look: CaseIterable, Sendable {
    case dial, strobe
  }

  /// In cents.
  public static let tolerances = [2, 3, 5, 8]

  public init() {}
}

extension TunerSetup {
  public static let kind = KindID.tuner
  public static let names = KindNames("tuner", "Tuner", "Tuner setups")

  private static let modes: Choices<PitchMode> = [
    (1, "Fast", .fast), (2, "Normal", .normal), (3, "Slow", .slow), (4, "Precise", .precise),
  ]
  private static let looks: Choices<Look> = [(0, "Dial", .dial), (1, "Strobe", .strobe)]

  public static func visit(_ fields: inout RowFields, _ setup: inout TunerSetup) {
    fields.choice(field(3), "mode", "How calmly it shows", &setup.mode, modes)
    fields.whole(
      field(4), "tolerance", "In tune within", &setup.tolerance, in: 1...50, unit: "cents")
    fields.choice(field(5), "look", "Look", &setup.look, looks)
    let target = setup.target?.number ?? -1
    fields.whole(field(6), "target", "Target note", target, in: -1...127) {
      setup.target = $0 < 0 ? nil : Note($0)
    }
    fields.flag(field(7), "holding", "The last note stays", &setup.isHolding)
    fields.flag(field(8), "reed", "The reed bows", &setup.hasReed)
  }
}
