/// Identifies a child among its siblings, so that it is moved rather than rebuilt.
public enum Key: Sendable {
  case number(UInt64)
  /// Sixteen bytes, such as a row's id.
  case wide(UInt64, UInt64)
  case text(String)
}

extension Key: Hashable {
  public static func == (one: Key, other: Key) -> Bool {
    switch (one, other) {
    case (.number(let a), .number(let b)): a == b
    case (.wide(let a, let b), .wide(let c, let d)): a == c && b == d
    case (.text(let a), .text(let b)): a.hasSameBytes(as: b)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let number):
      hasher.combine(number)
    case .wide(let high, let low):
      hasher.combine(high)
      hasher.combine(low)
    case .text(let text):
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}

extension Key: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral text: String) {
    self = .text(text)
  }

  public init(integerLiteral number: UInt64) {
    self = .number(number)
  }
}

extension String {
  /// Whether both texts are the same bytes.
  ///
  /// The page keeps text unchanged, so two spellings of one letter (composed and decomposed) are
  /// different texts here, though `==` calls them equal.
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    // A loop over iterators takes ten times as long, and this runs for every text in a view.
    let answer = unsafe utf8.withContiguousStorageIfAvailable { one in
      unsafe other.utf8.withContiguousStorageIfAvailable { two in
        unsafe one.baseAddress == two.baseAddress || one.elementsEqual(two)
      }
    }
    return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
