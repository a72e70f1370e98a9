public import Ledger
public import Sound

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
  public static var kind: KindID { .tuner }
  public static var names: (id: String, label: String, plural: String) {
    ("tuner", "Tuner", "Tuner setups")
  }

  private static let modeKey = FieldKey(
    KindID.tuner.field(3), "mode", "How calmly it shows", standard: PitchMode.normal,
    choices: [
      (1, "Fast", .fast), (2, "Normal", .normal), (3, "Slow", .slow), (4, "Precise", .precise),
    ])
  private static let toleranceKey = FieldKey(
    KindID.tuner.field(4), "tolerance", "In tune within", standard: 5, in: 1...50, unit: "cents")
  private static let lookKey = FieldKey(
    KindID.tuner.field(5), "look", "Look", standard: Look.dial,
    choices: [(0, "Dial", .dial), (1, "Strobe", .strobe)])
  private static let targetKey = FieldKey(
    KindID.tuner.field(6), "target", "Target note", standard: -1, in: -1...127)
  private static let holdingKey = FieldKey(
    KindID.tuner.field(7), "holding", "The last note stays", standard: true)
  private static let reedKey = FieldKey(
    KindID.tuner.field(8), "reed", "The reed bows", standard: true)

  public static var fields: [Field] {
    [
      modeKey.field, toleranceKey.field, lookKey.field, targetKey.field, holdingKey.field,
      reedKey.field,
    ]
  }

  public init(_ row: Row) {
    mode = row[Self.modeKey]
    tolerance = Int(row[Self.toleranceKey])
    look = row[Self.lookKey]
    target = row[Self.targetKey] < 0 ? nil : Note(Int(row[Self.targetKey]))
    isHolding = row[Self.holdingKey]
    hasReed = row[Self.reedKey]
  }

  public func write(to edit: inout RowEdit, over old: TunerSetup?) {
    edit.set(Self.modeKey, mode, unless: old?.mode)
    edit.set(Self.toleranceKey, Int64(tolerance), unless: old.map { Int64($0.tolerance) })
    edit.set(Self.lookKey, look, unless: old?.look)
    edit.set(Self.targetKey, Self.number(target), unless: old.map { Self.number($0.target) })
    edit.set(Self.holdingKey, isHolding, unless: old?.isHolding)
    edit.set(Self.reedKey, hasReed, unless: old?.hasReed)
  }

  private static func number(_ target: Note?) -> Int64 { Int64(target?.number ?? -1) }
}
