import Ledger

/// The representation of a training kind in the document: its list and its members, in order of fields.
///
/// The document and the import use these; no kind has its own code.
struct TrainingEntity: Sendable {
  let kind: KindID
  let list: String
  let members: [ReedEntity.Member]
  /// The values of empty fields.
  private let blanks: [Edit]

  private init<Record: RowRecord>(
    _ record: Record.Type, _ list: String, _ choices: [FieldID: [Field.Choice]] = [:]
  ) {
    let rows = Record.rows
    self.init(
      rows, list, choices,
      Record(blank: RowID(Bits128(high: 0, low: 0))).edits(only: rows.fields.map { $0.id }))
  }

  // Separate, so that it is compiled once for all kinds.
  @inline(never)
  private init(
    _ rows: Kind, _ list: String, _ choices: [FieldID: [Field.Choice]], _ blanks: [Edit]
  ) {
    (kind, self.list, self.blanks) = (rows.id, list, blanks)
    members = rows.fields.map { field in
      let name = String(
        decoding: field.name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 },
        as: UTF8.self)
      return ReedEntity.Member(field, named: name, choices[field.id], shift: nil)
    }.sorted { $0.field < $1.field }
  }

  func member(_ field: FieldID) -> ReedEntity.Member? { members.first { $0.field == field } }

  /// The value of an empty field of a row.
  func blank(_ field: FieldID, of row: RowID) -> Value {
    guard let value = blanks.first(where: { $0.field == field })?.value else { return .null }
    // Without a link, a row refers to itself.
    if case .row = value { return .row(row) }
    return value
  }

  // MARK: - All kinds

  /// All kinds in the document, in the order of its lists.
  static func all() -> [TrainingEntity] {
    let words = ReedEntity.numbered(["climbs", "etudes"], from: 1)
    return [
      TrainingEntity(Catalogue.self, "catalogues", [Catalogue.field(2): words]),
      TrainingEntity(
        PractisedSession.self, "sessions", [PractisedSession.trainingField: words]),
      TrainingEntity(
        Try.self, "tries",
        [
          Try.outcomeField: ReedEntity.numbered(["attempt", "send", "flash"]),
          Try.precisionField: ReedEntity.numbered(["moment", "day", "month", "year", "none"]),
        ]),
      TrainingEntity(
        Project.self, "projects",
        [Project.stateField: ReedEntity.numbered(["active", "done", "left"])]),
      TrainingEntity(Vote.self, "votes"),
      TrainingEntity(Level.self, "levels"),
      TrainingEntity(
        TrainingPlan.self, "plans",
        [
          TrainingPlan.shapeField: ReedEntity.numbered([
            "volume", "pyramid", "ladder", "on_the_minute", "circuit", "turns",
          ])
        ]),
      TrainingEntity(TrainingSettings.self, "settings"),
    ]
  }
}
