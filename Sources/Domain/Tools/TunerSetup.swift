public import Ledger
public import Sound

extension KindID {
  /// How a tool is set up: the current setup is one row of each kind, and each preset is another.
  public static let tuner = KindID(6)
}

/// How the tuner is set up.
public struct TunerSetup: ToolSetup {
  public var mode = PitchMode.normal
  /// A note within this many cents counts as in tune.
  public var tolerance = 5
  public var look = Look.dial
  /// The only written note that is listened for, if set.
  public var target: Note?
  /// Whether the last note stays when the sound ends.
  public var isHolding = true
  /// Whether the reed is animated with the pitch.
  public var hasReed = true

  /// The display below the note.
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
    fields.choice(field(3), "mode", "Response", &setup.mode, modes)
    fields.whole(
      field(4), "tolerance", "Tolerance", &setup.tolerance, in: 1...50, unit: "cents")
    fields.choice(field(5), "look", "Display", &setup.look, looks)
    let target = setup.target?.number ?? -1
    fields.whole(field(6), "target", "Target note", target, in: -1...127) {
      setup.target = $0 < 0 ? nil : Note($0)
    }
    fields.flag(field(7), "holding", "Keep the last note", &setup.isHolding)
    fields.flag(field(8), "reed", "Animate the reed", &setup.hasReed)
  }
}
