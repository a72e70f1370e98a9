// What a person typed, ready to be kept.
extension String {
  /// The text without spaces at either end.
  public var trimmingBlanks: String {
    let bytes = Array(utf8)
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }

  /// As much of the text as fits in `limit` bytes; no character is split.
  public func shortened(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var bytes = Array(utf8.prefix(limit + 1))
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with ASCII capitals in lower case.
  public var inLowerCase: String {
    String(decoding: utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
  }

  /// The text with its first letter as a capital, if that is ASCII.
  public var withCapital: String {
    var bytes = Array(utf8)
    if let first = bytes.first, 0x61...0x7A ~= first { bytes[0] = first - 0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
