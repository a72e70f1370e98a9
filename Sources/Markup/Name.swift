/// A tag, attribute or style name that is written in the source.
///
/// It cannot be made from data, so no input can name an element or an attribute.
public struct Name: Sendable, ExpressibleByStringLiteral {
  /// The name's text.
  public let text: StaticString

  public init(stringLiteral text: StaticString) {
    self.text = text
  }

  /// Where the text lies in memory.
  var address: UInt {
    unsafe UInt(bitPattern: text.utf8Start)
  }

  /// The name's bytes.
  var bytes: [UInt8] {
    text.withUTF8Buffer { buffer in unsafe Array(buffer) }
  }
}

extension Name: Equatable {
  public static func == (one: Name, other: Name) -> Bool {
    if one.address == other.address { return true }
    let count = one.text.utf8CodeUnitCount
    guard count == other.text.utf8CodeUnitCount else { return false }
    for index in 0..<count
    where unsafe one.text.utf8Start[index] != other.text.utf8Start[index] {
      return false
    }
    return true
  }
}
