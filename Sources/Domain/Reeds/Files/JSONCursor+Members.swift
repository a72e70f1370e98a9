import Ledger

extension JSONCursor {
  /// A value that a member accepts; `nil` for anything else, a part of which may have been consumed.
  ///
  /// - Parameter list: the list whose rows the member links to.
  mutating func value(
    of member: ReedEntity.Member, idsIn list: String
  ) throws(JSONFault) -> Value? {
    let first = next
    if let text = try text() {
      switch member.content {
      case .text: return .text(text)
      case .day: return DayText.day(of: text).map { .day($0) }
      case .moment:
        return FileMoment.read(text).map {
          .instant(milliseconds: $0.milliseconds, zoneMinutes: $0.zoneMinutes)
        }
      case .colour: return ThreadColour.colour(text).map { .int($0) }
      case .named(let choices): return choices.number(named: text).map { .int($0) }
      case .row: return RowID(fileName: text, in: list).map { .row($0) }
      default: return nil
      }
    }
    if let digits = try digits() {
      guard let (units, places) = Self.number(digits) else { return nil }
      switch member.content {
      case .whole, .named, .colour: return places == 0 ? .int(units) : nil
      case .shifted(let by):
        let (number, isOver) = units.subtractingReportingOverflow(by)
        return places == 0 && !isOver ? .int(number) : nil
      case .decimal(let wanted):
        guard places <= wanted else { return nil }
        var wide = units
        for _ in places..<wanted {
          let (product, isOver) = wide.multipliedReportingOverflow(by: 10)
          if isOver { return nil }
          wide = product
        }
        return .decimal(units: wide, places: wanted)
      default: return nil
      }
    }
    switch (member.content, first) {
    case (.flag, UInt8(ascii: "t")): return .bool(true)
    case (.flag, UInt8(ascii: "f")): return .bool(false)
    default: return nil
    }
  }

  /// A cell without a member, by the number of its field.
  static func cell(
    _ name: ArraySlice<UInt8>, _ json: JSON
  ) -> (field: FieldID, value: Value)? {
    guard let (number, places) = number(name), places == 0, number > 0,
      FieldID(UInt64(number)) != .unknownMembers, let value = Value(json),
      value.encoded.count <= Value.byteLimit
    else { return nil }
    return (FieldID(UInt64(number)), value)
  }
}
