/// A number with a fixed count of decimal places, kept exactly.
///
/// People write `442,5` or `442.5`; both are understood everywhere, and shown with a point.
public struct Decimal: Hashable, Sendable {
  /// The number in units of its last place: `4425` for 442.5.
  public let units: Int64
  /// How many decimal places it has: 0 to 9.
  public let places: Int

  public init(units: Int64, places: Int) {
    self.units = units
    self.places = min(max(places, 0), 9)
  }

  /// The number as text, such as `-0.5` or `442.0`.
  public var text: String {
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    let sign = units < 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    let bytes = Array(padded.utf8)
    let whole = String(decoding: bytes.dropLast(places), as: UTF8.self)
    return "\(sign)\(whole).\(String(decoding: bytes.suffix(places), as: UTF8.self))"
  }
}

extension Decimal: Comparable {
  public static func < (one: Decimal, other: Decimal) -> Bool {
    let places = max(one.places, other.places)
    // Compared at double width, so that nothing overflows.
    return one.units.multipliedFullWidth(by: powerOfTen(places - one.places))
      < other.units.multipliedFullWidth(by: powerOfTen(places - other.places))
  }

  fileprivate static func powerOfTen(_ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

// MARK: - Reading

extension Decimal {
  /// Why a text is not a number.
  public enum ParseError: Error, Hashable, Sendable {
    case empty
    /// There is something other than a digit at this byte.
    case unexpected(at: Int)
    case tooManyPlaces(allowed: Int)
    case tooLarge
  }

  /// Reads a number with at most `places` decimal places, after a comma or a point.
  public init(parsing text: String, places: Int) throws(ParseError) {
    let bytes = Array(text.utf8).trimmed
    var index = 0
    var isNegative = false
    if bytes.starts(with: "-".utf8) || bytes.starts(with: "+".utf8) {
      isNegative = bytes[0] == UInt8(ascii: "-")
      index = 1
    } else if bytes.starts(with: "\u{2212}".utf8) {
      isNegative = true
      index = 3
    }
    var magnitude: Int64 = 0
    var digitCount = 0
    var placesRead: Int?
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
        guard placesRead == nil else { throw .unexpected(at: index) }
        placesRead = 0
      } else {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
          throw .unexpected(at: index)
        }
        let digit = Int64(byte - UInt8(ascii: "0"))
        digitCount += 1
        if let read = placesRead {
          if read == places {
            // Zeros after the last place change nothing.
            guard digit == 0 else { throw .tooManyPlaces(allowed: places) }
            index += 1
            continue
          }
          placesRead = read + 1
        }
        magnitude = try magnitude.timesTenPlus(digit)
      }
      index += 1
    }
    guard digitCount > 0 else { throw .empty }
    for _ in (placesRead ?? 0)..<max(places, placesRead ?? 0) {
      magnitude = try magnitude.timesTenPlus(0)
    }
    self.init(units: isNegative ? -magnitude : magnitude, places: places)
  }
}

extension Int64 {
  fileprivate func timesTenPlus(_ digit: Int64) throws(Decimal.ParseError) -> Int64 {
    let (product, isOver) = multipliedReportingOverflow(by: 10)
    let (sum, isOverToo) = product.addingReportingOverflow(digit)
    if isOver || isOverToo { throw .tooLarge }
    return sum
  }
}

extension [UInt8] {
  /// The bytes without spaces at either end.
  var trimmed: [UInt8] {
    guard let first = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 })
    else { return [] }
    return Array(self[first...last])
  }
}
