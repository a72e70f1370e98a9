/// The kinds and fields that are known: the app's own, and those a person made.
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

  /// The app's kinds plus those defined by a person's rows of ``Type``, ``OwnField`` and ``Choice``.
  ///
  /// A built-in field keeps its number and its format; a person's row about it changes its label.
  public func extended(by replica: Replica) -> Schema {
    var rows: [Row] = []
    replica.forEachRow { row in
      if Self.ownKinds.contains(row.kind) { rows.append(row) }
    }
    return extended(by: rows)
  }

  /// The kinds of the rows that extend a schema.
  public static let ownKinds: [KindID] = [.type, .field, .choice]

  /// The app's kinds plus those that these rows of a person define.
  public func extended(by rows: [Row]) -> Schema {
    var types: [OwnType] = []
    var fields: [OwnField] = []
    var choices: [OwnChoice] = []
    for row in rows where row.life == .alive {
      switch row.kind {
      case .type: types.append(OwnType(row))
      case .field: fields.append(OwnField(row))
      case .choice: choices.append(OwnChoice(row))
      default: break
      }
    }
    guard !types.isEmpty || !fields.isEmpty else { return self }
    var schema = self
    fields.sort { ($0.order, $0.id) < ($1.order, $1.id) }
    types.sort { $0.id < $1.id }
    for type in types {
      let id = KindID(ownedBy: type.id)
      schema.kinds.append(Kind(id, id.ownName, type.label, plural: type.label, fields: []))
    }
    schema.kinds = schema.kinds.map { kind in
      var own = kind.fields
      for field in fields where field.kind == Int64(bitPattern: kind.id.number) {
        if field.number > 0,
          let place = own.firstIndex(where: { $0.id.number == UInt64(field.number) })
        {
          if !field.label.isEmpty { own[place].label = field.label }
        } else if !field.isRetired {
          let id = FieldID(definedBy: field.id)
          own.append(
            Field(
              id, id.ownName, field.label, field.format(choices.filter { $0.field == field.id })))
        }
      }
      return Kind(
        kind.id, kind.name, kind.label, plural: kind.plural,
        title: kind.title ?? own.first?.id, fields: own)
    }
    return schema
  }

  /// Adds the fields that a person made for one kind to another kind.
  public func lending(_ kind: KindID, to other: KindID) -> Schema {
    var schema = self
    guard let lender = kinds.first(where: { $0.id == kind }),
      let place = kinds.firstIndex(where: { $0.id == other })
    else { return self }
    let old = kinds[place]
    let own = lender.fields.filter { $0.id.number > 0xFFFF }
    schema.kinds[place] = Kind(
      old.id, old.name, old.label, plural: old.plural, title: old.title, fields: old.fields + own)
    return schema
  }
}

extension KindID {
  /// The kind defined by a person's row.
  public init(ownedBy definition: RowID) {
    let bits = Bits128(hashing: "woodshed kind", definition.bits.bytes).high
    self.init(bits & 0x7FFF_FFFF_FFFF_FFFF | 1 << 62)
  }

  /// The name of a kind that has none: its number.
  public var ownName: String { String(number) }
}

extension FieldID {
  /// The name of a field that has none: its number.
  public var ownName: String { String(number) }
}

extension Kind {
  /// The kinds that the ledger itself has.
  public static let ledger: [Kind] = [
    Kind(
      .conflict, "conflict", "Conflict", plural: "Conflicts",
      fields: [
        Field(.conflictRow, "row", "Item", .row), Field(.conflictField, "field", "Field", .any),
        Field(.conflictKind, "kind", "Kind", .any), Field(.conflictValue, "value", "Value", .any),
        Field(.conflictTime, "time", "Written", .any),
        Field(.conflictDevice, "device", "Device", .any),
        Field(.conflictWinner, "winner", "The other device", .any),
        Field(.conflictSettled, "settled", "Settled", .flag),
        Field(.conflictCopies, "copies", "Copies", .any),
      ]),
    OwnType.rows, OwnField.rows, OwnChoice.rows,
  ]
}
