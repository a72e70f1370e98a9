/// The decoding of a request's path into segments, and of what no server should follow.
enum Path {
  /// The decoded segments of `/a/b%20c`; a trailing slash yields an empty last one, `/` none.
  ///
  /// `nil` for a path that does not begin with a slash, holds a broken escape, text that is not UTF-8,
  /// a control character, a backslash, an escaped slash, or `.` or `..` as a segment.
  static func segments(of path: some StringProtocol) -> [String]? {
    let bytes = path.utf8
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    guard bytes.count > 1 else { return [] }
    var segments: [String] = []
    for part in bytes.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let segment = decoded(part) else { return nil }
      segments.append(segment)
    }
    return segments
  }

  private static func decoded(_ part: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count)
    var rest = part.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        guard byte != UInt8(ascii: "\\"), byte > 0x20, byte != 0x7f else { return nil }
        bytes.append(byte)
        continue
      }
      guard let high = rest.next()?.hexValue, let low = rest.next()?.hexValue else { return nil }
      let value = high << 4 | low
      let isSeparator = value == UInt8(ascii: "/") || value == UInt8(ascii: "\\")
      guard !isSeparator, value >= 0x20, value != 0x7f else { return nil }
      bytes.append(value)
    }
    guard let text = String(validating: bytes, as: UTF8.self), text != ".", text != ".." else {
      return nil
    }
    return text
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
