/// The kinds and fields that are known: those of the app, and those that a person made.
public struct Schema: Sendable {
  public private(set) var kinds: [Kind]

  public init(_ kinds: [Kind]) {
    self.kinds = kinds
  }

  public func kind(_ id: KindID) -> Kind? {
    kinds.first { $0.id == id }
  }

  public func kind(named name: String) -> Kind? {
    kinds.first { $0.name.hasSameBytes(as: name) }
  }

  /// The app's kinds together with what a person's own rows of ``Type``, ``OwnField`` and ``Choice`` say.
  ///
  /// A built-in field keeps its number and its format; a person's row about it changes its label.
  public func extended(by replica: Replica) -> Schema {
    var rows: [Row] = []
    replica.forEachRow { row in
      if Self.ownKinds.contains(row.kind) { rows.append(row) }
    }
    return extended(by: rows)
  }

  /// The kinds of the rows that a schema is extended by.
  public static let ownKinds: [KindID] = [.type, .field, .choice]

  /// The app's kinds together with what these rows of a person say.
  public func extended(by rows: [Row]) -> Schema {
    var types: [Row] = []
    var fields: [Row] = []
    var choices: [Row] = []
    for row in rows where row.life == .alive {
      switch row.kind {
      case .type: types.append(row)
      case .field: fields.append(row)
      case .choice: choices.append(row)
      default: break
      }
    }
    guard !types.isEmpty || !fields.isEmpty else { return self }
    var schema = self
    let ordered = fields.sorted { ($0[OwnField.order], $0.id) < ($1[OwnField.order], $1.id) }
    for row in types.sortedByID() {
      let id = KindID(ownedBy: row.id)
      let label = row[OwnType.label]
      schema.kinds.append(
        Kind(id, id.ownName, label, plural: label, fields: []))
    }
    schema.kinds = schema.kinds.map { kind in
      var own = kind.fields
      for row in ordered where row[OwnField.kind] == Int64(bitPattern: kind.id.number) {
        let builtIn = row[OwnField.number]
        if builtIn > 0, let place = own.firstIndex(where: { $0.id.number == UInt64(builtIn) }) {
          own[place].label = row[OwnField.label]
        } else if !row[OwnField.isRetired] {
          let id = FieldID(definedBy: row.id)
          own.append(
            Field(id, id.ownName, row[OwnField.label], row.format(choices.filter { $0.isOf(row) })))
        }
      }
      return Kind(
        kind.id, kind.name, kind.label, plural: kind.plural,
        title: kind.title ?? own.first?.id, fields: own)
    }
    return schema
  }
}

/// A kind that a person made.
public enum OwnType {
  public static let label = FieldKey(KindID.type.field(1), "label", "Name", standard: "")
}

/// A field that a person made, or how they want a built-in one.
public enum OwnField {
  public static let kind = FieldKey(
    KindID.field.field(1), "kind", "Kind", standard: 0, in: Int64.min...Int64.max)
  /// The number of the built-in field that this is about; 0 for a field of one's own.
  public static let number = FieldKey(
    KindID.field.field(2), "number", "Built-in field", standard: 0, in: 0...Int64.max)
  public static let label = FieldKey(KindID.field.field(3), "label", "Label", standard: "")
  public static let format = FieldKey(
    KindID.field.field(4), "format", "Holds", standard: OwnFormat.text,
    choices: [
      (0, "Text", .text), (1, "Yes or no", .flag), (2, "Whole number", .whole),
      (3, "Number", .decimal), (4, "Choice", .choice), (5, "Day", .day), (6, "Moment", .instant),
    ])
  public static let unit = FieldKey(KindID.field.field(5), "unit", "Unit", standard: "")
  public static let least = FieldKey(
    KindID.field.field(6), "least", "Least", standard: Int64.min, in: Int64.min...Int64.max)
  public static let most = FieldKey(
    KindID.field.field(7), "most", "Most", standard: Int64.max, in: Int64.min...Int64.max)
  public static let places = FieldKey(
    KindID.field.field(8), "places", "Decimal places", standard: 0, in: 0...9)
  public static let order = FieldKey(
    KindID.field.field(9), "order", "Order", standard: 0, in: Int64.min...Int64.max)
  public static let isRetired = FieldKey(
    KindID.field.field(10), "retired", "No longer used", standard: false)
}

/// What a person's own field holds.
public enum OwnFormat: Equatable, Sendable {
  case text, flag, whole, decimal, choice, day, instant
}

/// One of the values of a person's own choice field.
public enum OwnChoice {
  public static let field = FieldKey<RowID?>(
    Field(KindID.choice.field(1), "field", "Field", .row), standard: nil,
    read: { if case .row(let row) = $0 { .some(row) } else { nil } },
    write: { $0.map { .row($0) } ?? .null })
  public static let number = FieldKey(
    KindID.choice.field(2), "number", "Number", standard: 0, in: 0...Int64.max)
  public static let label = FieldKey(KindID.choice.field(3), "label", "Label", standard: "")
}

extension Row {
  fileprivate func isOf(_ field: Row) -> Bool {
    self[OwnChoice.field] == field.id
  }

  fileprivate func format(_ choices: [Row]) -> Field.Format {
    let least = self[OwnField.least]
    let range = least...max(least, self[OwnField.most])
    switch self[OwnField.format] {
    case .text: return .text(byteLimit: Value.byteLimit - 16)
    case .flag: return .flag
    case .whole: return .whole(range, unit: self[OwnField.unit])
    case .decimal:
      return .decimal(range, places: UInt8(self[OwnField.places]), unit: self[OwnField.unit])
    case .choice:
      return .choice(
        choices.map { Field.Choice($0[OwnChoice.number], $0[OwnChoice.label]) }
          .sorted { $0.number < $1.number })
    case .day: return .day
    case .instant: return .instant
    }
  }
}

extension KindID {
  /// The kind that a person's own definition, a row, made.
  public init(ownedBy definition: RowID) {
    let bits = Bits128(hashing: "woodshed kind", definition.bits.bytes).high
    self.init(bits & 0x7FFF_FFFF_FFFF_FFFF | 1 << 62)
  }

  /// The name that stands for a kind without one: its number.
  public var ownName: String { String(number) }
}

extension FieldID {
  /// The name that stands for a field without one: its number.
  public var ownName: String { String(number) }
}

extension Kind {
  /// The kinds that the ledger itself has.
  public static let ledger: [Kind] = [
    Kind(
      .conflict, "conflict", "Conflict", plural: "Conflicts",
      fields: [
        Field(.conflictRow, "row", "Row", .row), Field(.conflictField, "field", "Field", .any),
        Field(.conflictKind, "kind", "Kind", .any), Field(.conflictValue, "value", "Value", .any),
        Field(.conflictTime, "time", "Written", .any),
        Field(.conflictDevice, "device", "Device", .any),
        Field(.conflictWinner, "winner", "The other device", .any),
        Field(.conflictSettled, "settled", "Settled", .flag),
        Field(.conflictCopies, "copies", "Copies", .any),
      ]),
    Kind(
      .type, "type", "Own kind", plural: "Own kinds", title: OwnType.label.id,
      fields: [OwnType.label.field]),
    Kind(
      .field, "field", "Own field", plural: "Own fields", title: OwnField.label.id,
      fields: [
        OwnField.kind.field, OwnField.number.field, OwnField.label.field, OwnField.format.field,
        OwnField.unit.field, OwnField.least.field, OwnField.most.field, OwnField.places.field,
        OwnField.order.field, OwnField.isRetired.field,
      ]),
    Kind(
      .choice, "choice", "Own choice", plural: "Own choices", title: OwnChoice.label.id,
      fields: [OwnChoice.field.field, OwnChoice.number.field, OwnChoice.label.field]),
  ]
}
