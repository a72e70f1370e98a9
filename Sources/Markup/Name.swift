/// A tag, attribute or style name written in the source.
///
/// It cannot be made from data, so no input can name an element or an attribute.
@safe public struct Name: Sendable, ExpressibleByStringLiteral {
  // Views are full of names, and each is a constant in the program: its address is all they need to hold.
  private nonisolated(unsafe) let start: UnsafePointer<UInt8>

  public init(stringLiteral text: StaticString) {
    unsafe start = text.utf8Start
  }

  /// The name's text.
  public var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The memory address of the text.
  var address: UInt {
    unsafe UInt(bitPattern: start)
  }

  /// The name's bytes, up to the terminating zero.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    while unsafe start[bytes.count] != 0 { unsafe bytes.append(start[bytes.count]) }
    return bytes
  }
}

extension Name: Equatable {
  public static func == (one: Name, other: Name) -> Bool {
    if one.address == other.address { return true }
    var index = 0
    while unsafe one.start[index] == other.start[index] {
      if unsafe one.start[index] == 0 { return true }
      index += 1
    }
    return false
  }
}
