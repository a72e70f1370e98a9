extension String {
  /// The text up to its first line break, cut to 80 bytes.
  public var firstLine: String {
    let line = utf8.prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.count > 80 else { return String(decoding: Array(line), as: UTF8.self) }
    var end = Array(line.prefix(80))
    // Do not cut a character in two.
    while let last = end.last, last & 0xC0 == 0x80 { end.removeLast() }
    if let last = end.last, last >= 0xC0 { end.removeLast() }
    return String(decoding: end, as: UTF8.self) + " …"
  }

  public func utf8Prefix(_ count: Int) -> String {
    String(decoding: Array(utf8.prefix(count)), as: UTF8.self)
  }
}
