extension Request {
  /// The value of a cookie that was sent exactly once.
  ///
  /// If there are two, one may come from another page on the same machine, so neither is trusted.
  public func cookie(_ name: String) -> String? {
    var found: String?
    for header in headers.all("Cookie") {
      for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
        let pair = pair.drop { $0 == 0x20 || $0 == 0x09 }
        guard let mark = pair.firstIndex(of: UInt8(ascii: "=")),
          pair[..<mark].elementsEqual(name.utf8)
        else { continue }
        guard found == nil else { return nil }
        found = String(pair[pair.index(after: mark)...])
      }
    }
    return found
  }
}
