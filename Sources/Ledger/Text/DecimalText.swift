/// Decimal numbers as units of their last place.
public enum DecimalText {
  /// `1250` with two places as `12.50`.
  public static func text(units: Int64, places: UInt8) -> String {
    let digits = Array(String(units.magnitude).utf8)
    let places = Int(places)
    let padded = [UInt8](repeating: 0x30, count: max(places + 1 - digits.count, 0)) + digits
    var text: [UInt8] = units < 0 ? [0x2D] : []
    text += padded.dropLast(places)
    if places > 0 { text += [0x2E] + padded.suffix(places) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The units and places of a text such as `-12.50`; nothing but digits, one sign and one point.
  static func parse(_ text: [UInt8]) -> (units: Int64, places: UInt8)? {
    var rest = text[...]
    let isNegative = rest.first == 0x2D
    if isNegative { rest = rest.dropFirst() }
    var units: Int64 = 0
    var places = 0
    var hasPoint = false
    guard let first = rest.first, 0x30...0x39 ~= first, rest.last != 0x2E else { return nil }
    for byte in rest {
      if byte == 0x2E, !hasPoint {
        hasPoint = true
        continue
      }
      guard 0x30...0x39 ~= byte else { return nil }
      let (product, isOver) = units.multipliedReportingOverflow(by: 10)
      let digit = Int64(byte) - 0x30
      let (sum, isOverToo) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if isOver || isOverToo { return nil }
      units = sum
      if hasPoint { places += 1 }
    }
    guard places <= 255 else { return nil }
    return (units, UInt8(places))
  }

  /// Below, equal to or above 0 as `a` with `p` places is less than, equal to or more than `b` with
  /// `q`.
  static func order(_ a: Int64, _ p: UInt8, _ b: Int64, _ q: UInt8) -> Int {
    if p == q { return a < b ? -1 : a > b ? 1 : 0 }
    if p > q { return -order(b, q, a, p) }
    // Widened, `a` may not fit into 64 bits: then its sign decides.
    var wide = a
    for _ in p..<q {
      let (product, isOver) = wide.multipliedReportingOverflow(by: 10)
      if isOver { return a < 0 ? -1 : 1 }
      wide = product
    }
    return wide < b ? -1 : wide > b ? 1 : 0
  }
}
