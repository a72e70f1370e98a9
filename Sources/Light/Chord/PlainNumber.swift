/// Decimal numbers in texts, as whole units of their last place.
enum PlainNumber {
  /// The units of a number with a sign, digits and at most `places` decimal places; `nil` for anything else.
  static func units(_ text: [UInt8], places: Int) -> Int64? {
    var digits = text[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    var (units, count, placesLeft, hasPoint) = (Int64(0), 0, places, false)
    for byte in digits {
      if byte == UInt8(ascii: "."), !hasPoint, count > 0 {
        hasPoint = true
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), count < 15 else { return nil }
      if hasPoint {
        guard placesLeft > 0 else { return nil }
        placesLeft -= 1
      }
      units = units * 10 + Int64(byte - UInt8(ascii: "0"))
      count += 1
    }
    guard count > 0, digits.last != UInt8(ascii: ".") else { return nil }
    for _ in 0..<placesLeft {
      let (product, isTooLarge) = units.multipliedReportingOverflow(by: 10)
      guard !isTooLarge else { return nil }
      units = product
    }
    return isNegative ? -units : units
  }

  /// The number with these units of its last place, without trailing zeros.
  static func text(_ units: Int64, places: Int) -> String {
    var one: UInt64 = 1
    for _ in 0..<places { one *= 10 }
    var text = (units < 0 ? "-" : "") + "\(units.magnitude / one)"
    var rest = units.magnitude % one
    guard rest > 0 else { return text }
    text += "."
    while rest > 0 {
      text += "\(rest / (one / 10))"
      rest = rest % (one / 10) * 10
    }
    return text
  }
}
