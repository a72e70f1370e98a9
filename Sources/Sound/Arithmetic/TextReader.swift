/// Reads a text byte by byte and keeps track of its position.
struct TextReader {
  private let bytes: [UInt8]
  /// The next byte's position, counted from 0.
  private(set) var place = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { place == bytes.count }

  /// The next byte.
  var next: UInt8? { isAtEnd ? nil : bytes[place] }

  mutating func advance() {
    if !isAtEnd { place += 1 }
  }

  /// Consumes `text` if it comes next.
  mutating func take(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  /// Skips blanks and tabs; returns whether there were any.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = place
    while let byte = next, byte == 0x20 || byte == 0x09 { advance() }
    return place > start
  }

  /// The text before the next blank or the end.
  mutating func word() -> String {
    let start = place
    while let byte = next, byte > 0x20 { advance() }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// The remaining text, without trailing blanks.
  mutating func rest() -> String {
    var end = bytes.count
    while end > place, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    defer { place = bytes.count }
    return String(decoding: bytes[place..<end], as: UTF8.self)
  }

  /// The text before `end`, which is consumed; `nil` if there is none.
  mutating func text(before end: UInt8) -> String? {
    guard let last = bytes[place...].firstIndex(of: end) else { return nil }
    defer { place = last + 1 }
    return String(decoding: bytes[place..<last], as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// A whole number of at most 18 digits, without a sign.
  mutating func digits() -> Int64? {
    let start = place
    var number: Int64 = 0
    while let byte = next, Self.isDigit(byte) {
      guard place - start < 18 else {
        place = start
        return nil
      }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
      advance()
    }
    return place > start ? number : nil
  }

  /// A number with at most `limit` decimals after a point or comma, in units of the last of them.
  mutating func decimal(places limit: Int) -> Int64? {
    let start = place
    let whole = digits()
    var units = whole ?? 0
    var places = 0
    // A point without a digit after it is not part of a number.
    if next == UInt8(ascii: ".") || next == UInt8(ascii: ","), place + 1 < bytes.count,
      Self.isDigit(bytes[place + 1])
    {
      advance()
      while let byte = next, Self.isDigit(byte) {
        places += 1
        // Zeros after the last place are ignored.
        guard places <= limit || byte == UInt8(ascii: "0") else {
          place = start
          return nil
        }
        if places <= limit {
          let (product, isOver) = units.multipliedReportingOverflow(by: 10)
          let (sum, isBeyond) = product.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
          guard !isOver, !isBeyond else {
            place = start
            return nil
          }
          units = sum
        }
        advance()
      }
    }
    guard whole != nil || places > 0 else {
      place = start
      return nil
    }
    for _ in min(places, limit)..<limit {
      let (product, isOver) = units.multipliedReportingOverflow(by: 10)
      guard !isOver else {
        place = start
        return nil
      }
      units = product
    }
    return units
  }
}
