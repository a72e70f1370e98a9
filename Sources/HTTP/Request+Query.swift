extension Request {
  /// The value of `name=` in the query, if it appears exactly once and has no escapes.
  public func queryValue(_ name: String) -> String? {
    var found: String?
    for part in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
      guard let mark = part.firstIndex(of: UInt8(ascii: "=")),
        part[..<mark].elementsEqual(name.utf8)
      else { continue }
      let value = part[part.index(after: mark)...]
      guard found == nil, value.allSatisfy(\.isUnreserved) else { return nil }
      found = String(decoding: value, as: UTF8.self)
    }
    return found
  }

  /// The whole number in `name=`: plain digits, or `fallback` if it is missing.
  public func queryNumber(
    _ name: String, in range: ClosedRange<UInt64> = 0...UInt64(Int64.max),
    fallback: UInt64? = nil
  ) throws(HTTPError) -> UInt64 {
    guard let text = queryValue(name) else {
      guard let fallback, !mentions(name) else { throw .missingNumber(name, in: range) }
      return fallback
    }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt64(text),
      range.contains(number)
    else { throw .missingNumber(name, in: range) }
    return number
  }

  /// Whether the query contains `name=` at all.
  public func mentions(_ name: String) -> Bool {
    (query ?? "").split(separator: "&").contains { $0 == name || $0.hasPrefix(name + "=") }
  }
}

extension HTTPError {
  fileprivate static func missingNumber(_ name: String, in range: ClosedRange<UInt64>) -> HTTPError
  {
    .malformed(
      "`\(name)` must appear once in the query, as a number from \(range.lowerBound) to \(range.upperBound)."
    )
  }
}

extension UInt8 {
  /// Whether it is an unreserved character (RFC 3986, section 2.3).
  fileprivate var isUnreserved: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: true
    default: false
    }
  }
}
