import Ledger

/// A built-in field as a study sees it. What its owner changed about it (its label, unit or range) is not used.
struct StudyField {
  private let field: ReedField

  var id: FieldID { field.id }
  /// Its name in the file: a year of harvest becomes an age.
  var name: String { isHarvest ? "cane_age" : field.name }
  var label: String { field.label }
  var unit: String { isHarvest ? "years" : field.content.unit }

  private var isHarvest: Bool { field.name.hasSameBytes(as: "harvest_year") }

  init(_ field: ReedField) { self.field = field }

  /// The fields of a kind that a player shares, in the order of their ids.
  ///
  /// - Parameters:
  ///   - own: the fields as their owner configured them.
  ///   - warnings: receives what is left out.
  static func shared(
    _ fields: [ReedField], _ consent: StudyConsent, _ own: ReedFieldList,
    _ warnings: inout [String]
  ) -> [StudyField] {
    var shared: [StudyField] = []
    for field in fields {
      guard let item = StudyItem.item(of: field), consent[item] else { continue }
      // In another unit, the numbers mean something else.
      if let changed = own[field.id], !changed.content.unit.hasSameBytes(as: field.content.unit) {
        let words = "\(field.label) is left out, as you changed its unit."
        if !warnings.contains(where: { $0.hasSameBytes(as: words) }) { warnings.append(words) }
        continue
      }
      shared.append(StudyField(field))
    }
    return shared.sorted { $0.id < $1.id }
  }

  /// Every field that a file can have, by the name of what it is of.
  static func all(of kind: String) -> [StudyField] {
    let fields =
      kind.hasSameBytes(as: "reed")
      ? ReedField.reed : kind.hasSameBytes(as: "cane") ? ReedField.pieceOfCane : ReedField.test
    return fields.filter { StudyItem.item(of: $0) != nil }.map { StudyField($0) }
  }

  /// What it is shared as.
  var item: StudyItem? { StudyItem.item(of: field) }

  var content: ReedField.Content { field.content }

  /// The value of a row, rounded as the study sees it; `nil` if there is none.
  ///
  /// - Parameter day: the civil day of the row.
  func value(in row: Row, _ day: Int64) -> Value? {
    let value = row.value(id)
    guard value != .null, field.content.format.accepts(value) else { return nil }
    switch value {
    case .int(let number):
      if isHarvest {
        let age = Int64(CivilDate(day).year) - number
        return day != 0 && (0...60).contains(age) ? .int(age) : nil
      }
      return .int(rounded(number))
    case .decimal, .bool, .row: return value
    default: return nil
    }
  }

  /// Conditions are rounded, as the weather of a day says where a player was.
  private func rounded(_ number: Int64) -> Int64 {
    guard field.group == .conditions else { return number }
    let step: Int64
    switch field.content.unit {
    case let unit where unit.hasSameBytes(as: "%"): step = 5
    case let unit where unit.hasSameBytes(as: "hPa"): step = 5
    case let unit where unit.hasSameBytes(as: "m"): step = 100
    default: return number
    }
    let half = number < 0 ? -step / 2 : step / 2
    return (number + half) / step * step
  }

  /// The name of a choice.
  func choice(_ number: Int64) -> String? {
    guard case .choice(let choices) = field.content else { return nil }
    return choices.onlyName(of: number)
  }

  /// Whether a number is further from the usual range than that is wide.
  func isFarOut(_ value: Value) -> Bool {
    guard !isHarvest, let usual = field.usual, let units = ReedField.units(of: value) else {
      return false
    }
    let width = usual.upperBound - usual.lowerBound
    return !(usual.lowerBound - width...usual.upperBound + width).contains(units)
  }

  /// A value as a person reads it.
  func words(of value: Value) -> String { field.words(of: value) }

  /// The type in Frictionless Table Schema, with ours where it has none.
  var typeName: String {
    switch field.content {
    case .flag: "boolean"
    case .number(let places, _, _): places == 0 ? "integer" : "number"
    case .scale: "integer"
    case .pitch: "number"
    case .tool: "object"
    case .text, .day, .choice, .colour: "string"
    }
  }
}
