/// What a field of a kind is: its number, its names, and what it may hold.
public struct Field: Hashable, Sendable {
  public let id: FieldID
  /// Its name in exports; it never changes.
  public let name: String
  /// The label that a person reads.
  public var label: String
  public var format: Format

  public init(_ id: FieldID, _ name: String, _ label: String, _ format: Format) {
    self.id = id
    self.name = name
    self.label = label
    self.format = format
  }

  /// What a field may hold.
  public enum Format: Hashable, Sendable {
    case text(byteLimit: Int)
    case flag
    case whole(ClosedRange<Int64>, unit: String)
    /// A number with `places` decimals; the range counts units of the last place.
    case decimal(ClosedRange<Int64>, places: UInt8, unit: String)
    /// One of a few options, stored as a number.
    case choice([Choice])
    case day
    case instant
    case row
    case blob
    case any
  }

  /// One of the values of a choice.
  public struct Choice: Hashable, Sendable {
    public let number: Int64
    public let label: String

    public init(_ number: Int64, _ label: String) {
      self.number = number
      self.label = label
    }
  }
}

extension Field.Format {
  /// Whether a field may hold a value.
  ///
  /// Null is always right: every field can be empty.
  public func accepts(_ value: Value) -> Bool {
    switch (self, value) {
    case (_, .null), (.any, _), (.flag, .bool), (.day, .day), (.instant, .instant), (.row, .row),
      (.blob, .blob):
      true
    case (.text(let limit), .text(let text)): text.utf8.count <= limit
    case (.whole(let range, _), .int(let number)): range.contains(number)
    case (.decimal(let range, let places, _), .decimal(let units, let given)):
      given == places && range.contains(units)
    case (.choice(let choices), .int(let number)): choices.contains { $0.number == number }
    default: false
    }
  }
}

extension Field {
  /// What is wrong with a value, in words for the person who entered it; `nil` when all is well.
  public func problem(with value: Value) -> String? {
    if format.accepts(value) { return nil }
    switch (format, value) {
    case (.text(let limit), .text): return "This is too long. Keep it under \(limit) bytes."
    case (.whole(let range, let unit), .int):
      return "Enter a whole number from \(range.lowerBound) to \(range.upperBound)"
        + (unit.isEmpty ? "." : " \(unit).")
    case (.decimal(let range, let places, let unit), .decimal):
      let low = DecimalText.text(units: range.lowerBound, places: places)
      let high = DecimalText.text(units: range.upperBound, places: places)
      return "Enter a number from \(low) to \(high)" + (unit.isEmpty ? "." : " \(unit).")
    case (.choice, .int): return "Choose from the list."
    default: return "This value doesn’t fit here."
    }
  }
}

/// A kind of row: its number, its names and its fields.
public struct Kind: Hashable, Sendable {
  public let id: KindID
  /// The name of its rows in exports; it never changes.
  public let name: String
  /// What a person calls one such row, and several.
  public let label: String
  public let plural: String
  public let fields: [Field]
  /// The field that tells its rows apart.
  public let title: FieldID?

  public init(
    _ id: KindID, _ name: String, _ label: String, plural: String, title: FieldID? = nil,
    fields: [Field]
  ) {
    self.id = id
    self.name = name
    self.label = label
    self.plural = plural
    self.title = title
    self.fields = fields
  }

  public func field(_ id: FieldID) -> Field? {
    fields.first { $0.id == id }
  }
}
