/// Goes through the fields of a ``RowRecord``: describes them for a schema, reads a row into them, or writes them.
///
/// A field is given its number, its name in exports, its label, the property that holds it and its rule. The work is
/// done here, once for all kinds: a kind compiles to no more than one call per field.
public struct RowFields {
  enum Work {
    case describing
    case reading(Row)
    case writing(zoneMinutes: Int64)
  }

  /// A field of a record as it would be saved.
  struct Written {
    let field: FieldID
    let value: Value
    /// Whether a new row includes it even if it equals the blank value.
    let isAlways: Bool
  }

  private let work: Work
  private(set) var described: [Field] = []
  private(set) var written: [Written] = []
  /// Whether a new row gets every field from here on.
  public var writesAll = false

  init(_ work: Work) { self.work = work }

  /// The value of a field that is read, if it follows its rule.
  private mutating func meet(
    _ field: FieldID, _ name: String, _ label: String, _ format: Field.Format, _ value: Value,
    _ always: Bool
  ) -> Value? {
    switch work {
    case .describing:
      described.append(Field(field, name, label, format))
    case .reading(let row):
      let value = row.value(field)
      return format.accepts(value) ? value : nil
    case .writing:
      written.append(Written(field: field, value: value, isAlways: always || writesAll))
    }
    return nil
  }

  /// The kind of rows with the fields that were described. Not inlined, as every record has its copy of what calls it.
  @inline(never)
  func kind(_ id: KindID, _ names: KindNames) -> Kind {
    Kind(id, names.name, names.label, plural: names.plural, title: names.title, fields: described)
  }

  /// Adds fields that are not properties of the record: whoever needs them reads and writes their cells.
  public mutating func describe(_ fields: [Field]) {
    if case .describing = work { described += fields }
  }

  /// Whether a row is being read: only then can a field's value change.
  private var isReading: Bool {
    if case .reading = work { true } else { false }
  }

  /// How far ahead of UTC to write a moment.
  private var zoneMinutes: Int64 {
    if case .writing(let zoneMinutes) = work { zoneMinutes } else { 0 }
  }
}

// MARK: - Texts, flags and numbers

extension RowFields {
  /// Text of at most `limit` bytes.
  @export(interface)
  public mutating func text(
    _ field: FieldID, _ name: String, _ label: String, _ text: inout String,
    upTo byteLimit: Int = Field.textLimit, always: Bool = false
  ) {
    let format = Field.Format.text(byteLimit: byteLimit)
    if case .text(let read)? = meet(field, name, label, format, .text(text), always) { text = read }
  }

  /// Something stored as text; `read` receives the value.
  @inline(__always)
  public mutating func text(
    _ field: FieldID, _ name: String, _ label: String, _ text: String,
    upTo byteLimit: Int = Field.textLimit, always: Bool = false, read: (String) -> Void
  ) {
    var text = text
    self.text(field, name, label, &text, upTo: byteLimit, always: always)
    if isReading { read(text) }
  }

  @export(interface)
  public mutating func flag(
    _ field: FieldID, _ name: String, _ label: String, _ flag: inout Bool, always: Bool = false
  ) {
    if case .bool(let read)? = meet(field, name, label, .flag, .bool(flag), always) { flag = read }
  }

  /// A whole number in a range, with a unit.
  @export(interface)
  public mutating func whole(
    _ field: FieldID, _ name: String, _ label: String, _ number: inout Int64,
    in range: ClosedRange<Int64>, unit: String = "", always: Bool = false
  ) {
    let format = Field.Format.whole(range, unit: unit)
    if case .int(let read)? = meet(field, name, label, format, .int(number), always) {
      number = read
    }
  }

  @export(interface)
  public mutating func whole(
    _ field: FieldID, _ name: String, _ label: String, _ number: inout Int,
    in range: ClosedRange<Int>, unit: String = "", always: Bool = false
  ) {
    var wide = Int64(number)
    whole(
      field, name, label, &wide, in: Int64(range.lowerBound)...Int64(range.upperBound), unit: unit,
      always: always)
    number = Int(clamping: wide)
  }

  /// Something stored as a whole number; `read` receives the value.
  @inline(__always)
  public mutating func whole(
    _ field: FieldID, _ name: String, _ label: String, _ number: Int, in range: ClosedRange<Int>,
    unit: String = "", always: Bool = false, read: (Int) -> Void
  ) {
    var number = number
    whole(field, name, label, &number, in: range, unit: unit, always: always)
    if isReading { read(number) }
  }

  /// A number with fixed decimals, in units of the last place.
  @export(interface)
  public mutating func decimal(
    _ field: FieldID, _ name: String, _ label: String, _ units: inout Int64, places: UInt8,
    in range: ClosedRange<Int64>, unit: String = "", always: Bool = false
  ) {
    let format = Field.Format.decimal(range, places: places, unit: unit)
    let value = Value.decimal(units: units, places: places)
    if case .decimal(let read, _)? = meet(field, name, label, format, value, always) {
      units = read
    }
  }

  @export(interface)
  public mutating func decimal(
    _ field: FieldID, _ name: String, _ label: String, _ units: inout Int, places: UInt8,
    in range: ClosedRange<Int>, unit: String = "", always: Bool = false
  ) {
    var wide = Int64(units)
    decimal(
      field, name, label, &wide, places: places,
      in: Int64(range.lowerBound)...Int64(range.upperBound), unit: unit, always: always)
    units = Int(clamping: wide)
  }

  /// Something stored as a number with fixed decimals; `read` receives the value.
  @inline(__always)
  public mutating func decimal(
    _ field: FieldID, _ name: String, _ label: String, _ units: Int, places: UInt8,
    in range: ClosedRange<Int>, unit: String = "", always: Bool = false, read: (Int) -> Void
  ) {
    var units = units
    decimal(field, name, label, &units, places: places, in: range, unit: unit, always: always)
    if isReading { read(units) }
  }
}

// MARK: - Choices

/// The cases of an enum that are stored: each under a number that is never reused for another.
public typealias Choices<Content> = [(number: Int64, label: String, content: Content)]

extension RowFields {
  /// One of several cases; one without a number is stored as empty.
  public mutating func choice<Content: Equatable>(
    _ field: FieldID, _ name: String, _ label: String, _ content: inout Content,
    _ choices: Choices<Content>, always: Bool = false
  ) {
    switch work {
    case .describing:
      let choices = choices.map { Field.Choice($0.number, $0.label) }
      described.append(Field(field, name, label, .choice(choices)))
    case .reading(let row):
      guard case .int(let number) = row.value(field) else { return }
      for choice in choices where choice.number == number { content = choice.content }
    case .writing:
      var value = Value.null
      for choice in choices where choice.content == content { value = .int(choice.number) }
      _ = meet(field, name, label, .any, value, always)
    }
  }
}

// MARK: - Times

extension RowFields {
  /// A civil day; 0 where there is none.
  @export(interface)
  public mutating func day(
    _ field: FieldID, _ name: String, _ label: String, _ day: inout Int64, always: Bool = false
  ) {
    if case .day(let read)? = meet(field, name, label, .day, .day(day), always) { day = read }
  }

  /// A moment in milliseconds since 1970 UTC, written with the writer's time zone; 0 if there is none.
  ///
  /// A file may bring any number: moments beyond the calendar count as its first or last, so that arithmetic on them
  /// is safe.
  @export(interface)
  public mutating func moment(
    _ field: FieldID, _ name: String, _ label: String, _ milliseconds: inout Int64,
    always: Bool = false
  ) {
    var zone = zoneMinutes
    moment(field, name, label, &milliseconds, &zone, always: always)
  }

  /// A moment with a time zone of its own.
  @export(interface)
  public mutating func moment(
    _ field: FieldID, _ name: String, _ label: String, _ milliseconds: inout Int64,
    _ zoneMinutes: inout Int64, always: Bool = false
  ) {
    let value = Value.instant(milliseconds: milliseconds, zoneMinutes: zoneMinutes)
    guard case .instant(let moment, let zone)? = meet(field, name, label, .instant, value, always)
    else { return }
    milliseconds = min(max(moment, Field.moments.lowerBound), Field.moments.upperBound)
    zoneMinutes = Int64(Int(clamping: zone))
  }
}

extension Field {
  /// The moments the calendar covers, from the year 0 to 9999.
  public static let moments: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
  /// The longest text that fits into a cell.
  public static let textLimit = Value.byteLimit - 16
}

// MARK: - Rows and files

extension RowFields {
  /// Another row, if there is one.
  @export(interface)
  public mutating func link(
    _ field: FieldID, _ name: String, _ label: String, _ row: inout RowID?, always: Bool = false
  ) {
    let value = row.map { Value.row($0) } ?? .null
    if case .row(let read)? = meet(field, name, label, .row, value, always) { row = read }
  }

  /// Another row; if there is none, the blank record's.
  @export(interface)
  public mutating func link(
    _ field: FieldID, _ name: String, _ label: String, _ row: inout RowID, always: Bool = false
  ) {
    if case .row(let read)? = meet(field, name, label, .row, .row(row), always) { row = read }
  }

  @export(interface)
  public mutating func blob(
    _ field: FieldID, _ name: String, _ label: String, _ blob: inout BlobReference?,
    always: Bool = false
  ) {
    let value = blob.map { Value.blob($0) } ?? .null
    if case .blob(let read)? = meet(field, name, label, .blob, value, always) { blob = read }
  }
}

// MARK: - Edits

extension RowFields {
  @inline(never)
  static func edits(
    _ now: [Written], from before: [Written], isNew: Bool, saysLife: Bool, _ row: RowID,
    _ kind: KindID
  ) -> [Edit] {
    var edits: [Edit] = []
    if isNew, saysLife { edits.append(Edit(row, kind, .life, Life.alive.value)) }
    for (now, before) in zip(now, before)
    where isNew && now.isAlways || now.value != before.value {
      edits.append(Edit(row, kind, now.field, now.value))
    }
    return edits
  }

  @inline(never)
  static func edits(
    _ now: [Written], only fields: [FieldID], _ row: RowID, _ kind: KindID
  ) -> [Edit] {
    now.filter { fields.contains($0.field) }.map { Edit(row, kind, $0.field, $0.value) }
  }
}
