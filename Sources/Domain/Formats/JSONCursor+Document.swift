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
