/// Decodes a request's path into segments and rejects paths that no server should follow.
enum Path {
  /// The decoded segments of `/a/b%20c`; a trailing slash yields an empty last one, `/` none.
  ///
  /// `nil` for a path that does not start with a slash, or contains a broken escape, text that is not UTF-8, a control
  /// character, a backslash, an escaped slash, or `.` or `..` as a segment.
  static func segments(of path: String) -> [String]? {
    let bytes = path.utf8
    guard bytes.first == slash else { return nil }
    guard bytes.count > 1 else { return [] }
    var segments: [String] = []
    var segment: [UInt8] = []
    var rest = bytes.dropFirst().makeIterator()
    while let byte = rest.next() {
      guard byte != slash else {
        guard let text = text(of: segment) else { return nil }
        segments.append(text)
        segment.removeAll(keepingCapacity: true)
        continue
      }
      var value = byte
      if byte == UInt8(ascii: "%") {
        guard let high = rest.next()?.hexValue, let low = rest.next()?.hexValue else { return nil }
        value = high << 4 | low
        guard value != slash else { return nil }
      } else if byte == 0x20 {
        return nil
      }
      guard value >= 0x20, value != 0x7f, value != UInt8(ascii: "\\") else { return nil }
      segment.append(value)
    }
    guard let text = text(of: segment) else { return nil }
    segments.append(text)
    return segments
  }

  private static let slash = UInt8(ascii: "/")

  private static func text(of segment: [UInt8]) -> String? {
    let dot = UInt8(ascii: ".")
    guard segment != [dot], segment != [dot, dot] else { return nil }
    return String(validating: segment, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
