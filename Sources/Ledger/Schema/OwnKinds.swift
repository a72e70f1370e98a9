/// A kind that a person made.
public struct OwnType: RowRecord {
  public let id: RowID
  public var label = ""

  public init(blank id: RowID) { self.id = id }

  public static let kind = KindID.type
  public static let names = KindNames("type", "Custom list", "Custom lists", title: labelField)
  public static let saysLife = false
  public static let labelField = kind.field(1)

  public static func visit(_ fields: inout RowFields, _ type: inout OwnType) {
    fields.text(labelField, "label", "Name", &type.label, always: true)
  }
}

/// A field that a person made, or their changes to a built-in one.
public struct OwnField: RowRecord {
  public let id: RowID
  /// The number of the kind that it belongs to.
  public var kind: Int64 = 0
  /// The number of the built-in field that this changes; 0 for a custom field.
  public var number: Int64 = 0
  public var label = ""
  public var format = Format.text
  public var unit = ""
  public var least = Int64.min
  public var most = Int64.max
  public var places = 0
  public var order: Int64 = 0
  /// Whether it is no longer used.
  public var isRetired = false
  /// The size of one step, in units of the last place; 0 if unspecified.
  public var step: Int64 = 0
  /// Numbers whose meaning the room that uses the field decides: the part of a form, which end of its numbers is
  /// good, the instruments it is for, how short a form asks for it, and what it links to; −1 if unspecified.
  public var group = -1
  public var better = -1
  public var family = -1
  public var asked = -1
  public var linked = -1
  /// What the ends and the middle of a scale mean.
  public var low = ""
  public var middle = ""
  public var high = ""
  /// The stages in which a form asks for it, one bit each; 0 for all.
  public var stages: Int64 = 0

  /// What it holds.
  public enum Format: Int, CaseIterable, Equatable, Sendable {
    case text, flag, whole, decimal, choice, day, instant, scale, colour, pitch, link

    public static let choices: Choices<Format> = [
      (0, "Text", .text), (1, "Yes or no", .flag), (2, "Whole number", .whole),
      (3, "Number", .decimal), (4, "Choice", .choice), (5, "Day", .day), (6, "Moment", .instant),
      (7, "Scale", .scale), (8, "Colour", .colour), (9, "Pitch", .pitch), (10, "Tool", .link),
    ]
  }

  public init(blank id: RowID) { self.id = id }

  public static let kind = KindID.field
  public static let names = KindNames("field", "Custom field", "Custom fields", title: field(3))
  public static let saysLife = false

  public static func visit(_ fields: inout RowFields, _ own: inout OwnField) {
    fields.whole(field(1), "kind", "Kind", &own.kind, in: Int64.min...Int64.max)
    fields.whole(field(2), "number", "Built-in field", &own.number, in: 0...Int64.max)
    fields.text(field(3), "label", "Label", &own.label)
    fields.choice(field(4), "format", "Type", &own.format, Format.choices)
    fields.text(field(5), "unit", "Unit", &own.unit)
    fields.whole(field(6), "least", "Minimum", &own.least, in: Int64.min...Int64.max)
    fields.whole(field(7), "most", "Maximum", &own.most, in: Int64.min...Int64.max)
    fields.whole(field(8), "places", "Decimal places", &own.places, in: 0...9)
    fields.whole(field(9), "order", "Order", &own.order, in: Int64.min...Int64.max)
    fields.flag(field(10), "retired", "No longer used", &own.isRetired)
    fields.whole(field(11), "step", "Step", &own.step, in: 0...Int64.max)
    fields.whole(field(12), "group", "Group", &own.group, in: -1...1_000)
    fields.whole(field(13), "better", "Direction", &own.better, in: -1...1_000)
    fields.whole(field(14), "family", "Instruments", &own.family, in: -1...1_000)
    fields.whole(field(15), "asked", "Form", &own.asked, in: -1...1_000)
    fields.whole(field(16), "linked", "Links to", &own.linked, in: -1...1_000)
    fields.text(field(17), "low", "Word for the lowest", &own.low)
    fields.text(field(18), "middle", "Word for the middle", &own.middle)
    fields.text(field(19), "high", "Word for the highest", &own.high)
    fields.whole(field(20), "stages", "Stages", &own.stages, in: 0...0xFFFF)
  }

  func format(_ choices: [OwnChoice]) -> Field.Format {
    let range = least...max(least, most)
    switch format {
    case .text: return .text(byteLimit: Field.textLimit)
    case .flag: return .flag
    case .whole: return .whole(range, unit: unit)
    case .decimal: return .decimal(range, places: UInt8(places), unit: unit)
    case .choice:
      return .choice(
        choices.map { Field.Choice($0.number, $0.label) }.sorted { $0.number < $1.number })
    case .day: return .day
    case .instant: return .instant
    case .scale: return .whole(range, unit: unit)
    case .colour: return .whole(0...0xFF_FFFF, unit: "")
    case .pitch: return .decimal(0...127_999, places: 1, unit: "cents")
    case .link: return .row
    }
  }
}

/// One of the values of a custom choice field.
public struct OwnChoice: RowRecord {
  public let id: RowID
  public var field: RowID?
  public var number: Int64 = 0
  public var label = ""
  /// Its place among the choices; 0 if that is its number.
  public var order: Int64 = 0
  /// Whether it is no longer offered. What was written with it keeps its label.
  public var isRetired = false

  public init(blank id: RowID) { self.id = id }

  public static let kind = KindID.choice
  public static let names = KindNames("choice", "Custom choice", "Custom choices", title: field(3))
  public static let saysLife = false

  public static func visit(_ fields: inout RowFields, _ choice: inout OwnChoice) {
    fields.link(field(1), "field", "Field", &choice.field)
    fields.whole(field(2), "number", "Number", &choice.number, in: 0...Int64.max)
    fields.text(field(3), "label", "Label", &choice.label)
    fields.whole(field(4), "order", "Order", &choice.order, in: 0...Int64.max)
    fields.flag(field(5), "retired", "No longer used", &choice.isRetired)
  }
}

extension [OwnChoice] {
  /// The choices of a field in the order of its owner.
  public func of(_ field: RowID) -> [OwnChoice] {
    filter { $0.field == field }.sorted { one, other in
      let (a, b) = (
        one.order == 0 ? one.number : one.order, other.order == 0 ? other.number : other.order
      )
      return a == b ? one.number < other.number : a < b
    }
  }
}
