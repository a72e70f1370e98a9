/// A field that code knows by name, with the type of its content.
///
///     enum Piece {
///       static let title = FieldKey(KindID.piece.field(1), "title", "Title", standard: "")
///     }
///     let name = row[Piece.title]
public struct FieldKey<Content: Sendable>: Sendable {
  public let field: Field
  /// What an empty field, or one that cannot be understood, counts as.
  public let standard: Content
  private let read: @Sendable (Value) -> Content?
  private let write: @Sendable (Content) -> Value

  public init(
    _ field: Field, standard: Content, read: @escaping @Sendable (Value) -> Content?,
    write: @escaping @Sendable (Content) -> Value
  ) {
    self.field = field
    self.standard = standard
    self.read = read
    self.write = write
  }

  public var id: FieldID { field.id }

  /// The content of a value; one that breaks the field's rule counts as empty.
  public func content(of value: Value) -> Content {
    guard field.problem(with: value) == nil else { return standard }
    return read(value) ?? standard
  }

  /// The value that holds a content.
  public func value(of content: Content) -> Value {
    write(content)
  }
}

extension Row {
  /// What a field holds, or its standard.
  public subscript<Content>(key: FieldKey<Content>) -> Content {
    key.content(of: value(key.id))
  }
}

extension FieldKey<String> {
  /// Text of at most so many bytes.
  public init(
    _ id: FieldID, _ name: String, _ label: String, standard: String = "",
    byteLimit: Int = Value.byteLimit - 16
  ) {
    self.init(
      Field(id, name, label, .text(byteLimit: byteLimit)), standard: standard,
      read: { if case .text(let text) = $0 { text } else { nil } }, write: { .text($0) })
  }
}

extension FieldKey<Bool> {
  public init(_ id: FieldID, _ name: String, _ label: String, standard: Bool) {
    self.init(
      Field(id, name, label, .flag), standard: standard,
      read: { if case .bool(let flag) = $0 { flag } else { nil } }, write: { .bool($0) })
  }
}

extension FieldKey<Int64> {
  /// A whole number in a range, of a unit.
  public init(
    _ id: FieldID, _ name: String, _ label: String, standard: Int64, in range: ClosedRange<Int64>,
    unit: String = ""
  ) {
    self.init(
      Field(id, name, label, .whole(range, unit: unit)), standard: standard,
      read: { if case .int(let number) = $0 { number } else { nil } }, write: { .int($0) })
  }

  /// A number of so many places, as units of the last.
  public init(
    _ id: FieldID, _ name: String, _ label: String, standardUnits: Int64, places: UInt8,
    in range: ClosedRange<Int64>, unit: String = ""
  ) {
    self.init(
      Field(id, name, label, .decimal(range, places: places, unit: unit)), standard: standardUnits,
      read: { if case .decimal(let units, _) = $0 { units } else { nil } },
      write: { .decimal(units: $0, places: places) })
  }
}

extension FieldKey {
  /// One of several cases, each kept under a number that is never used for another.
  public init(
    _ id: FieldID, _ name: String, _ label: String, standard: Content,
    choices: [(number: Int64, label: String, content: Content)]
  ) where Content: Equatable {
    self.init(
      Field(id, name, label, .choice(choices.map { Field.Choice($0.number, $0.label) })),
      standard: standard,
      read: { value in
        guard case .int(let number) = value else { return nil }
        return choices.first { $0.number == number }?.content
      },
      write: { content in
        choices.first { $0.content == content }.map { .int($0.number) } ?? .null
      })
  }
}

/// What a person changes in one row, field by field.
public struct RowEdit: Sendable {
  public let row: RowID
  public let kind: KindID
  public private(set) var edits: [Edit] = []

  public init(_ row: RowID, _ kind: KindID) {
    self.row = row
    self.kind = kind
  }

  /// Sets a field.
  public mutating func set<Content>(_ key: FieldKey<Content>, _ content: Content) {
    edits.append(Edit(row, kind, key.id, key.value(of: content)))
  }

  /// Sets a field, unless it holds that already.
  public mutating func set<Content: Equatable>(
    _ key: FieldKey<Content>, _ content: Content, unless old: Content?
  ) {
    if content != old { set(key, content) }
  }

  /// Sets whether the row is there, in the trash or gone.
  public mutating func set(_ life: Life) {
    edits.append(Edit(row, kind, .life, life.value))
  }
}
