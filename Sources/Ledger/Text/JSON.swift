/// A JSON value as it was written: numbers keep their digits, members their order.
public indirect enum JSON: Sendable {
  /// A name in an object, and its value.
  public struct Member: Sendable {
    public let name: String
    public let value: JSON

    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  case null
  case bool(Bool)
  case number([UInt8])
  case string(String)
  case array([JSON])
  case object([Member])

  /// The member of an object.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.hasSameBytes(as: name) }?.value
  }

  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  public var array: [JSON]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// An integer without fraction or exponent.
  public var int: Int64? {
    guard case .number(let digits) = self, let number = DecimalText.parse(digits),
      number.places == 0
    else { return nil }
    return number.units
  }

  /// How deeply values may be nested.
  static let depthLimit = 16
}

/// Why a text is not JSON, and at which byte.
public struct JSONError: Error, Hashable, Sendable {
  public let offset: Int
}

extension JSON {
  public static func int(_ number: Int64) -> JSON { .number(Array("\(number)".utf8)) }

  /// The value as text, on one line.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  public init(parsing bytes: ArraySlice<UInt8>) throws(JSONError) {
    var parser = JSONParser(bytes)
    self = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.isAtEnd else { throw parser.error }
  }
}

private struct JSONParser {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }
  var error: JSONError { JSONError(offset: position - bytes.startIndex) }

  mutating func skipSpace() {
    while position < bytes.endIndex {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  mutating func value(depth: Int) throws(JSONError) -> JSON {
    skipSpace()
    guard depth < JSON.depthLimit, position < bytes.endIndex else { throw error }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let length = text.utf8CodeUnitCount
    let end = position + length
    let isThere = text.withUTF8Buffer { word in
      unsafe end <= bytes.endIndex && bytes[position..<end].elementsEqual(word)
    }
    guard isThere else { throw error }
    position = end
    return value
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.endIndex, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func object(_ depth: Int) throws(JSONError) -> JSON {
    position += 1
    var members: [JSON.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else { throw error }
      let name = try string()
      guard !members.contains(where: { $0.name.hasSameBytes(as: name) }) else { throw error }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error }
      members.append(JSON.Member(name, try value(depth: depth + 1)))
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw error }
    }
  }

  private mutating func array(_ depth: Int) throws(JSONError) -> JSON {
    position += 1
    var elements: [JSON] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw error }
    }
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return .number(Array(bytes[start..<position]))
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while position < bytes.endIndex, 0x30...0x39 ~= bytes[position] { position += 1 }
    guard position > start else { throw error }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    while true {
      guard position < bytes.endIndex else { throw error }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validUTF8: text[...]) else { throw error }
        position += 1
        return string
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &text)
      case 0..<0x20:
        throw error
      default:
        text.append(byte)
        position += 1
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard position < bytes.endIndex else { throw error }
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      position += 1
      text.appendUTF8(try scalar())
      return
    default: throw error
    }
    position += 1
  }

  /// The scalar of `\uXXXX`, or of two that form a surrogate pair.
  private mutating func scalar() throws(JSONError) -> UInt32 {
    let first = try unit()
    guard 0xD800...0xDFFF ~= first else { return first }
    guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw error }
    let second = try unit()
    guard 0xDC00...0xDFFF ~= second else { throw error }
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }

  private mutating func unit() throws(JSONError) -> UInt32 {
    guard position + 4 <= bytes.endIndex else { throw error }
    var unit: UInt32 = 0
    for byte in bytes[position..<(position + 4)] {
      switch byte {
      case 0x30...0x39: unit = unit << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: unit = unit << 4 | UInt32(byte - 0x37)
      case 0x61...0x66: unit = unit << 4 | UInt32(byte - 0x57)
      default: throw error
      }
    }
    position += 4
    return unit
  }
}

extension JSON {
  /// Appends a byte of a text as JSON writes it, with the fewest escapes.
  public static func escape(_ byte: UInt8, into bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x0A: bytes += Array("\\n".utf8)
    case 0x09: bytes += Array("\\t".utf8)
    case 0x0D: bytes += Array("\\r".utf8)
    case 0..<0x20: bytes += Array("\\u\(Hex.text(of: UInt64(byte), digits: 4))".utf8)
    default: bytes.append(byte)
    }
  }
}

/// Writes JSON in one canonical way: no blanks, the fewest escapes.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { JSON.escape(byte, into: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func write(_ json: JSON) {
    switch json {
    case .null: raw("null")
    case .bool(let value): raw(value ? "true" : "false")
    case .number(let digits): bytes.append(contentsOf: digits)
    case .string(let text): string(text)
    case .array(let values):
      raw("[")
      for index in values.indices {
        if index > 0 { raw(",") }
        write(values[index])
      }
      raw("]")
    case .object(let members):
      raw("{")
      for member in members {
        name(member.name)
        write(member.value)
      }
      raw("}")
    }
  }

  /// `"name":`, after a comma unless it is the first.
  mutating func name(_ name: String) {
    if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") { raw(",") }
    string(name)
    raw(":")
  }
}
