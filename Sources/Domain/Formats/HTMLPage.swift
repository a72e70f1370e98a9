/// HTML being built; everything a person typed is escaped.
public struct HTMLPage {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func raw(_ html: String) {
    bytes.append(contentsOf: html.utf8)
  }

  public mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      case UInt8(ascii: "'"): raw("&#39;")
      case 0: raw("\u{FFFD}")
      default: bytes.append(byte)
      }
    }
  }
}
