/// Sixteen bytes that name something, in the order they are written.
public struct Bits128: Hashable, Sendable {
  public var high: UInt64
  public var low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension Bits128: Comparable {
  public static func < (one: Bits128, other: Bits128) -> Bool {
    one.high != other.high ? one.high < other.high : one.low < other.low
  }
}

extension Bits128 {
  /// The bytes, most significant first.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(self)
    return writer.bytes
  }

  /// Reads sixteen bytes; `nil` for any other count.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(high: 0, low: 0)
    for byte in bytes[..<8] { high = high << 8 | UInt64(byte) }
    for byte in bytes[8...] { low = low << 8 | UInt64(byte) }
  }

  /// 32 lowercase hexadecimal digits.
  public var hex: String {
    Hex.text(of: high, digits: 16) + Hex.text(of: low, digits: 16)
  }

  /// Reads what ``hex`` wrote, and nothing else.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 32, let high = Hex.number(digits[..<16]),
      let low = Hex.number(digits[16...])
    else { return nil }
    self.init(high: high, low: low)
  }

  /// The first sixteen bytes of the SHA-256 of a namespace and a key: the same thing gets the same name
  /// wherever it is made.
  public init(hashing namespace: String, _ key: [UInt8]) {
    var hash = SHA256()
    hash.update(Array(namespace.utf8) + [0])
    hash.update(key)
    self.init(high: 0, low: 0)
    let digest = hash.finish().bytes
    for byte in digest[..<8] { high = high << 8 | UInt64(byte) }
    for byte in digest[8..<16] { low = low << 8 | UInt64(byte) }
  }
}

/// Hexadecimal digits, lowercase.
public enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// A number with exactly `count` digits.
  public static func text(of number: UInt64, digits count: Int) -> String {
    var text: [UInt8] = []
    for place in stride(from: count - 1, through: 0, by: -1) {
      text.append(digits[Int(truncatingIfNeeded: number >> UInt64(place * 4)) & 15])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Two digits for each byte.
  public static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The number that up to sixteen digits represent.
  public static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
    guard !text.isEmpty, text.count <= 16 else { return nil }
    var number: UInt64 = 0
    for byte in text {
      guard let digit = digit(byte) else { return nil }
      number = number << 4 | UInt64(digit)
    }
    return number
  }

  /// The bytes that pairs of digits represent.
  public static func bytes(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let high = digit(text[index]), let low = digit(text[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
