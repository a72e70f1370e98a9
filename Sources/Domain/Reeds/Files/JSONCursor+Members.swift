import Ledger

// Shared by all readers of documents.

extension JSONCursor {
  /// The members of a whole document, and where their values are; names are unique.
  ///
  /// - Parameter words: the error if it has none.
  mutating func document(
    _ words: StaticString
  ) throws(JSONFault) -> [(name: String, range: Range<Int>)] {
    var parts: [(name: String, range: Range<Int>)] = []
    var names = MemberNames()
    guard try enterObject() else { throw fault(words) }
    repeat {
      let start = position
      let name = try name()
      guard names.insert(name) else { throw fault("this member appears twice", at: start) }
      parts.append((String(decoding: name, as: UTF8.self), try skip()))
    } while try hasAnother(before: UInt8(ascii: "}"))
    guard next == 0 else { throw fault("there is text after the last brace") }
    return parts
  }

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

  /// A number in units of its last place, without trailing zeros.
  static func number(
    _ digits: ArraySlice<UInt8>
  ) -> (units: Int64, places: UInt8)? {
    var (units, places, zeros, hasPoint) = (Int64(0), UInt8(0), UInt8(0), false)
    let isNegative = digits.first == UInt8(ascii: "-")
    guard !digits.isEmpty, digits.count <= 40 else { return nil }
    for byte in isNegative ? digits.dropFirst() : digits {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
        continue
      }
      guard 0x30...0x39 ~= byte else { return nil }
      if hasPoint, byte == 0x30 {
        zeros += 1
        continue
      }
      for _ in 0...(hasPoint ? zeros : 0) {
        let (product, isOver) = units.multipliedReportingOverflow(by: 10)
        if isOver { return nil }
        units = product
      }
      if hasPoint { (places, zeros) = (places + zeros + 1, 0) }
      let (sum, isOver) = units.subtractingReportingOverflow(Int64(byte - 0x30))
      if isOver { return nil }
      units = sum
    }
    if isNegative { return (units, places) }
    return units == .min ? nil : (-units, places)
  }
}

/// The unique names of the members of one object: searched linearly while there are few.
struct MemberNames {
  private static let fewest = 32
  private var few: [ArraySlice<UInt8>] = []
  private var many: Set<[UInt8]> = []

  /// Inserts a name; returns whether it is new.
  mutating func insert(_ name: ArraySlice<UInt8>) -> Bool {
    if few.count < Self.fewest {
      guard !few.contains(where: { $0 == name }) else { return false }
      few.append(name)
      return true
    }
    if many.isEmpty { for name in few { many.insert(Array(name)) } }
    return many.insert(Array(name)).inserted
  }
}
