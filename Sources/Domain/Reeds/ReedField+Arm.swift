public import Ledger

extension ReedField {
  /// Whether an experiment can set two of its values against each other.
  public var canBeArm: Bool {
    switch content {
    case .tool, .choice, .flag, .number, .text(isLong: false): true
    default: false
    }
  }

  /// A value as the text by which an experiment keeps an arm: the id of a tool, the number of a choice, or what a
  /// person would type.
  public func arm(of value: Value) -> String {
    switch value {
    case .row(let tool): tool.bits.hex
    case .int(let number): "\(number)"
    default: text(of: value)
    }
  }

  /// The value of an arm; `nil` if it is none of this field's.
  public func value(ofArm arm: String) -> Value? {
    switch content {
    case .tool: return Bits128(hex: arm).map { .row(RowID($0)) }
    case .choice(let choices):
      guard let number = Int64(arm), choices.contains(where: { $0.number == number }) else {
        return nil
      }
      return .int(number)
    default:
      guard let value = try? value(of: arm), value != .null else { return nil }
      return value
    }
  }
}

extension ReedIndex {
  /// Two numbers to compare, as an experiment keeps them: about the quartiles of what was recorded for the instrument of
  /// the newest reed. If these are equal, the second is two steps higher. None for a field without recorded numbers.
  public func arms(of field: ReedField) -> [String] {
    guard case .number(let places, _, _) = field.content,
      let instrument = order.first.flatMap({ lines[$0] })?.reed.instrument
    else { return [] }
    let units = lines.values.compactMap { line in
      line.reed.instrument == instrument ? ReedField.units(of: line.value(field.id)) : nil
    }.filter { !field.isFarOut($0) }.sorted()
    guard !units.isEmpty else { return [] }
    let skipped = (units.count - 1) / 4
    let low = Value.decimal(units: units[skipped], places: places)
    let high = Value.decimal(units: units[units.count - 1 - skipped], places: places)
    guard let other = low == high ? field.stepped(high, by: 2) : high else { return [] }
    return [field.text(of: low), field.text(of: other)]
  }
}

extension ReedField {
  /// An arm in words; `tool` names tools.
  public func words(ofArm arm: String, tool: (RowID) -> String) -> String {
    switch value(ofArm: arm) {
    case .row(let id)?:
      let name = tool(id)
      return name.isEmpty ? "A deleted tool" : name
    case let value?: return words(of: value)
    case nil:
      if arm.isEmpty { return "–" }
      if case .choice = content { return "A deleted choice" }
      return arm
    }
  }
}
