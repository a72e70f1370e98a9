import Ledger

/// A place in a text, as an editor counts: both numbers from 1, columns in characters.
public struct TextPlace: Hashable, Sendable {
  public let line: Int
  public let column: Int

  init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}

/// Finds places in a text, fastest in ascending order.
struct PlaceFinder {
  private var offset = 0
  private var place = TextPlace(line: 1, column: 1)

  /// The place of a byte.
  mutating func place(of wanted: Int, in bytes: [UInt8]) -> TextPlace {
    if wanted < offset { self = PlaceFinder() }
    var (line, column) = (place.line, place.column)
    let end = min(wanted, bytes.count)
    while offset < end {
      if bytes[offset] == 0x0A {
        (line, column) = (line + 1, 1)
      } else if bytes[offset] & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    place = TextPlace(line: line, column: column)
    return place
  }
}

/// Why a text is not JSON.
struct JSONFault: Error {
  let offset: Int
  let words: StaticString
}

/// Reads JSON value by value and knows where each starts, so that errors have a place.
struct JSONCursor {
  /// How deep values may be nested.
  private static let depthLimit = 15

  let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    (position, end) = (range?.lowerBound ?? 0, range?.upperBound ?? bytes.count)
  }

  /// The next byte that is not white space; 0 at the end.
  var next: UInt8 {
    mutating get {
      while position < end {
        switch bytes[position] {
        case 0x20, 0x09, 0x0A, 0x0D: position += 1
        default: return bytes[position]
        }
      }
      return 0
    }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  func fault(_ words: StaticString, at offset: Int? = nil) -> JSONFault {
    JSONFault(offset: offset ?? position, words: words)
  }

  // MARK: - Objects and arrays

  /// Enters an object; returns whether it has members.
  mutating func enterObject() throws(JSONFault) -> Bool {
    guard take(UInt8(ascii: "{")) else { throw fault("this should be an object in braces") }
    return !take(UInt8(ascii: "}"))
  }

  /// The name of the next member.
  mutating func name() throws(JSONFault) -> ArraySlice<UInt8> {
    guard next == UInt8(ascii: "\"") else {
      throw fault("this should be a member name in double quotes")
    }
    let raw = try rawString()
    guard take(UInt8(ascii: ":")) else { throw fault("a colon is missing") }
    guard raw.contains(UInt8(ascii: "\\")) else { return raw }
    return Array(try text(of: raw).utf8)[...]
  }

  /// Returns whether another member follows; leaves the object at its end.
  mutating func hasAnother(before close: UInt8) throws(JSONFault) -> Bool {
    if take(UInt8(ascii: ",")) { return true }
    guard take(close) else {
      throw fault(
        close == UInt8(ascii: "}") ? "a comma or } is missing" : "a comma or ] is missing")
    }
    return false
  }

  /// Enters an array; returns whether it has elements.
  mutating func enterArray() throws(JSONFault) -> Bool {
    guard take(UInt8(ascii: "[")) else { throw fault("this should be a list in brackets") }
    return !take(UInt8(ascii: "]"))
  }

  // MARK: - Values

  /// Skips a value, checking that it is JSON; returns its range.
  @discardableResult
  mutating func skip(depth: Int = 0) throws(JSONFault) -> Range<Int> {
    let first = next
    let start = position
    guard depth <= Self.depthLimit else { throw fault("this is nested too deeply") }
    switch first {
    case UInt8(ascii: "{"):
      guard try enterObject() else { break }
      var names = MemberNames()
      repeat {
        let place = position
        let name = try name()
        // Two members of one name are ambiguous.
        guard names.insert(name) else { throw fault("this member appears twice", at: place) }
        try skip(depth: depth + 1)
      } while try hasAnother(before: UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      guard try enterArray() else { break }
      repeat { try skip(depth: depth + 1) } while try hasAnother(before: UInt8(ascii: "]"))
    case UInt8(ascii: "\""): try check(try rawString())
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: _ = try number()
    }
    return start..<position
  }

  private mutating func word(_ text: StaticString) throws(JSONFault) {
    let length = text.utf8CodeUnitCount
    let isThere = text.withUTF8Buffer { word in
      unsafe position + length <= end && bytes[position..<(position + length)].elementsEqual(word)
    }
    guard isThere else { throw fault("a value is missing") }
    position += length
  }

  /// The digits of a number, with sign, point and exponent.
  private mutating func number() throws(JSONFault) -> ArraySlice<UInt8> {
    let start = position
    func isDigit(_ place: Int) -> Bool { place < end && 0x30...0x39 ~= bytes[place] }
    if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
    guard isDigit(position) else { throw fault("a value is missing", at: start) }
    if bytes[position] == 0x30, isDigit(position + 1) {
      throw fault("a number cannot start with 0", at: start)
    }
    while isDigit(position) { position += 1 }
    if position < end, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard isDigit(position) else { throw fault("a digit is missing after the point") }
      while isDigit(position) { position += 1 }
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < end, bytes[position] == UInt8(ascii: "-") || bytes[position] == 0x2B {
        position += 1
      }
      guard isDigit(position) else { throw fault("a digit is missing in the exponent") }
      while isDigit(position) { position += 1 }
    }
    return bytes[start..<position]
  }

  /// What is between the quotes, with escapes.
  private mutating func rawString() throws(JSONFault) -> ArraySlice<UInt8> {
    let start = position
    position += 1
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return bytes[(start + 1)..<(position - 1)]
      }
      guard byte >= 0x20 else { throw fault("a text cannot contain a line break") }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    throw fault("a text is not closed", at: start)
  }

  private func check(_ raw: ArraySlice<UInt8>) throws(JSONFault) {
    guard !raw.allSatisfy({ 0x20..<0x80 ~= $0 && $0 != UInt8(ascii: "\\") }) else { return }
    _ = try text(of: raw)
  }

  private func text(of raw: ArraySlice<UInt8>) throws(JSONFault) -> String {
    if raw.allSatisfy({ 0x20..<0x80 ~= $0 && $0 != UInt8(ascii: "\\") }) {
      return String(decoding: raw, as: UTF8.self)
    }
    do throws(JSONError) {
      let quoted = bytes[(raw.startIndex - 1)..<(raw.endIndex + 1)]
      return try JSON(parsing: quoted).string ?? ""
    } catch {
      throw fault("this text cannot be read", at: raw.startIndex - 1 + error.offset)
    }
  }

  /// A text, if one is next.
  mutating func text() throws(JSONFault) -> String? {
    guard next == UInt8(ascii: "\"") else { return nil }
    return try text(of: try rawString())
  }

  /// The bytes of a number, if one is next.
  mutating func digits() throws(JSONFault) -> ArraySlice<UInt8>? {
    let first = next
    guard first == UInt8(ascii: "-") || 0x30...0x39 ~= first else { return nil }
    return try number()
  }

  /// A value as a tree.
  mutating func value() throws(JSONFault) -> JSON {
    let range = try skip()
    do throws(JSONError) {
      return try JSON(parsing: bytes[range])
    } catch {
      throw fault("this value cannot be read", at: range.lowerBound + error.offset)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether these are the bytes of a text.
  func reads(_ text: String) -> Bool {
    count == text.utf8.count && elementsEqual(text.utf8)
  }
}
