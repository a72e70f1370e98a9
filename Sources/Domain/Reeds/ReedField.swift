public import Ledger

/// A fact that can be recorded about a reed, a piece of cane or a test: its name, its content, and where the
/// forms ask for it.
///
/// Forms, lists, search, export and import use these; no field has its own code. What a person changes about one
/// (its label, unit, range, place, or whether it is shown) is applied by ``ReedFieldList``.
public struct ReedField: Equatable, Sendable {
  public let id: FieldID
  /// Its name in exports; it never changes.
  public let name: String
  public var label: String
  public var content: Content
  public var group: Group
  /// The usual values, in units of the last place: a value outside is kept, with a hint.
  public var usual: ClosedRange<Int64>?
  public var direction = Direction.neutral
  public var family = Family.all
  /// The shortest form that asks for it.
  public var form = Form.full
  /// Whether it is left out of forms and lists; its values are kept.
  public var isHidden = false
  /// Where a person moved it within its group; 0 if they did not.
  public var place: Int64 = 0
  /// The stages of a reed in which forms ask for it, one bit each; 0 for all.
  public var stages: Int64 = 0
  /// How many of its choices, the last ones, are no longer offered. A count costs less than a list in each copy of a field.
  public var retiredCount = 0

  /// What a field contains, and how it is typed.
  public enum Content: Equatable, Sendable {
    /// One line, or several.
    case text(isLong: Bool)
    case flag
    case day
    /// A decimal number; `step` is in units of the last place.
    case number(places: UInt8, step: Int64, unit: String)
    case choice([Field.Choice])
    /// Whole numbers with words for the ends and sometimes the middle.
    case scale(ClosedRange<Int64>, low: String, middle: String, high: String)
    /// A note and a deviation, kept as tenths of a cent above MIDI note 0.
    case pitch
    /// Red, green and blue as one number.
    case colour
    /// A tool of this sort.
    case tool(ReedTool.Sort)
  }

  /// A part of the forms.
  public enum Group: Int, CaseIterable, Sendable {
    case cane = 0
    case gouge, shape, tying, scrape, bassoon
    case single = 12
    case outcome = 6
    case tests, quality, conditions, verdict, own

    public var label: String {
      switch self {
      case .cane: "Cane"
      case .gouge: "Gouge"
      case .shape: "Shape"
      case .tying: "Tying"
      case .scrape: "Scrape"
      case .bassoon: "Bassoon"
      case .single: "Brand and strength"
      case .outcome: "Outcome"
      case .tests: "Tests"
      case .quality: "How it plays"
      case .conditions: "Conditions"
      case .verdict: "Verdict"
      case .own: "Your fields"
      }
    }

    /// Whether fields of a kind can be in it.
    public func isFor(_ kind: KindID) -> Bool {
      if self == .own { return true }
      return kind == .cane
        ? rawValue <= Group.shape.rawValue
        : (kind == .reedTest) == (self != .single && rawValue >= Group.tests.rawValue)
    }
  }

  /// Which of a field's numbers are good.
  public enum Direction: Int, CaseIterable, Sendable {
    case neutral, higher, target
  }

  /// The instruments that a field is for.
  public enum Family: Int, CaseIterable, Sendable {
    case all, oboes, bassoons, doubles, singles

    /// Whether fields for this are asked of a reed for that.
    public func includes(_ other: Family) -> Bool {
      self == .all || self == other || self == .doubles && other != .singles
    }
  }

  /// How much a form asks for.
  public enum Form: Int, CaseIterable, Comparable, Sendable {
    case quick, standard, full

    public var label: String {
      switch self {
      case .quick: "Quick"
      case .standard: "Standard"
      case .full: "Full"
      }
    }

    public static func < (one: Form, other: Form) -> Bool { one.rawValue < other.rawValue }
  }
}

extension ReedField.Content {
  /// What the ledger accepts in such a field. Ranges are wide: an unusual value gets a hint, but is never refused.
  public var format: Field.Format {
    switch self {
    case .text(let isLong): .text(byteLimit: isLong ? 20_000 : 400)
    case .flag: .flag
    case .day: .day
    case .number(let places, _, let unit):
      places == 0
        ? .whole(-1_000_000...1_000_000, unit: unit)
        : .decimal(-1_000_000_000...1_000_000_000, places: places, unit: unit)
    case .choice(let choices): .choice(choices)
    case .scale(let range, _, _, _): .whole(range, unit: "")
    case .pitch: .decimal(0...127_999, places: 1, unit: "cents")
    case .colour: .whole(0...0xFF_FFFF, unit: "")
    case .tool: .row
    }
  }

  /// The number of places of its numbers.
  public var places: UInt8 {
    switch self {
    case .number(let places, _, _): places
    case .pitch: 1
    default: 0
    }
  }

  public var unit: String {
    if case .number(_, _, let unit) = self { unit } else { "" }
  }

  /// Whether it is a length that can be shown in inches.
  public var isLength: Bool { unit.hasSameBytes(as: "mm") }
}

extension ReedField {
  /// The field for a schema.
  public var field: Field { Field(id, name, label, content.format) }

  /// A value in units of its last place; `nil` if it is not a number.
  public static func units(of value: Value) -> Int64? {
    switch value {
    case .int(let number), .decimal(let number, _): number
    default: nil
    }
  }

  /// Whether forms ask for it in a stage; `nil` for no stage.
  public func isAsked(in stage: ReedStage?) -> Bool {
    guard let stage, stages != 0 else { return true }
    return stages >> Int64(stage.rawValue) & 1 == 1
  }

  /// The choices to offer: those still in use, and the one that was chosen.
  public func offered(besides value: Value = .null) -> [Field.Choice] {
    guard case .choice(let choices) = content else { return [] }
    let chosen = choices.suffix(retiredCount).filter { value == .int($0.number) }
    return choices.dropLast(retiredCount) + chosen
  }

  /// A number one or more steps away: nothing is rounded. An empty field stays empty.
  public func stepped(_ value: Value, by steps: Int64) -> Value? {
    guard case .number(let places, let step, _) = content, let from = Self.units(of: value) else {
      return nil
    }
    let (change, isOver) = steps.multipliedReportingOverflow(by: step)
    let (units, isOverToo) = from.addingReportingOverflow(change)
    if isOver || isOverToo { return nil }
    let stepped = places == 0 ? Value.int(units) : .decimal(units: units, places: places)
    return content.format.accepts(stepped) ? stepped : nil
  }

  /// Whether a value is outside the usual range.
  public func isUnusual(_ value: Value) -> Bool {
    guard let usual, let units = Self.units(of: value) else { return false }
    return !usual.contains(units)
  }

  /// Whether a number, in units of the last place, is so far outside the usual range that it must be a slip, such as
  /// 458 mm where 69 to 77 are usual. Statistics leave it out.
  ///
  /// The usual ranges are an oboe's; what a bassoon's reeds measure is far nearer than this. A range that begins at 0 is one of
  /// times, and some reeds rest for a month.
  public func isFarOut(_ units: Int64) -> Bool {
    guard let usual, usual.lowerBound > 0, !usual.contains(units) else { return false }
    let (low, high) = (Double(usual.lowerBound), Double(usual.upperBound))
    let number = Double(units)
    return number > 4 * high || number < min(2 * low - high, low / 4)
  }
}
