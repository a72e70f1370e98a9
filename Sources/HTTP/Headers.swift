/// The header fields of a request or response, in order; names are case-insensitive.
public struct Headers: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var fields: [Field]

  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The first value under `name`; setting replaces all of them, or removes them with `nil`.
  public subscript(name: String) -> String? {
    get { fields.first { $0.isNamed(name) }?.value }
    set {
      fields.removeAll { $0.isNamed(name) }
      if let newValue { fields.append(Field(name, newValue)) }
    }
  }

  /// Every value under `name`, in order.
  public func all(_ name: String) -> [String] {
    var values: [String] = []
    for field in fields where field.isNamed(name) { values.append(field.value) }
    return values
  }

  /// Adds a field, keeping those of the same name.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name, value))
  }

  /// Adds the fields whose names are missing.
  public mutating func addMissing(from others: Headers) {
    for field in others.fields where self[field.name] == nil { fields.append(field) }
  }
}

extension Headers: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field($0, $1) })
  }
}

extension Headers.Field {
  /// Whether this field has that name, ignoring case.
  public func isNamed(_ other: String) -> Bool {
    guard name.utf8.count == other.utf8.count else { return false }
    var others = other.utf8.makeIterator()
    for byte in name.utf8 where byte.lowercased != others.next()?.lowercased { return false }
    return true
  }

  /// Whether it is valid: a name of token characters, a value without control characters.
  public var isWellFormed: Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
      && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7f) }
  }
}

extension UInt8 {
  var lowercased: UInt8 { 0x41...0x5a ~= self ? self | 0x20 : self }

  /// Whether it is a `tchar` of RFC 9110, section 5.6.2.
  var isTokenCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x5e...0x7a, 0x7c, 0x7e: true
    case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e: true
    default: false
    }
  }
}
