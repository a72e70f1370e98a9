import Ledger

/// Writes JSON sequentially, for answers too long to be built as values first.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  mutating func object(_ body: (inout JSONText) -> Void) {
    enclose("{", "}", body)
  }

  mutating func array(_ body: (inout JSONText) -> Void) {
    enclose("[", "]", body)
  }

  /// A member of an object, whose value follows.
  mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// A member whose value is a text.
  mutating func member(_ name: StaticString, _ text: String) {
    self.name(name)
    string(text)
  }

  mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { JSON.escape(byte, into: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A number, `true`, `false`, `null` or finished JSON.
  mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  mutating func number(_ number: Int64) { raw(String(number)) }

  private mutating func enclose(
    _ start: StaticString, _ end: StaticString, _ body: (inout JSONText) -> Void
  ) {
    separate()
    start.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    body(&self)
    end.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// A comma, unless this is the first of its array or object, or the value of a member.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): return
    default: bytes.append(UInt8(ascii: ","))
    }
  }
}
