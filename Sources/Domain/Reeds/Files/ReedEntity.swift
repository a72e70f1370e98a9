public import Ledger

/// The representation of a kind in a file: its list, its members, and what is nested in it.
///
/// The file, the tables and the import use these; no kind has its own code.
public struct ReedEntity: Sendable {
  public let kind: KindID
  /// The list of a file that holds such rows.
  public let list: String
  /// The name of their table; `nil` if they have none.
  public let table: String?
  /// Their name, in singular and plural.
  public let label: String
  let plural: String
  /// The field that links to its parent row, and the name of that member if it is not nested.
  let parent: (field: FieldID, name: String)?
  /// In order of fields.
  let members: [Member]
  /// The measurements, in order of fields.
  let values: [Member]
  let nested: [ReedEntity]
  /// The day and the moment of a row that has both: a day implied by the moment is not written.
  let dated: (day: FieldID, at: FieldID)?

  /// A field of a row in a file.
  public struct Member: Sendable {
    public let field: FieldID
    public let name: String
    public let label: String
    let content: Content
    let format: Field.Format
    /// The name in quotes, with a colon.
    let quoted: [UInt8]
    /// The form field; `nil` for the properties of every row.
    public let measure: ReedField?

    enum Content: Equatable, Sendable {
      case text, flag, whole, day, moment, row, blob, colour
      case decimal(UInt8)
      /// Numbers that have names.
      case named([Field.Choice])
      /// Numbers written with an offset added.
      case shifted(Int64)
      /// A row, in an object.
      case tool(ReedTool.Sort)
    }
  }

  func member(_ field: FieldID) -> Member? {
    members.first { $0.field == field } ?? values.first { $0.field == field }
  }
}

extension ReedEntity.Member {
  /// Whether its numbers are written as names.
  var isNamed: Bool {
    if case .named = content { true } else { false }
  }

  init(_ field: Field, named name: String, _ names: [Field.Choice]?, shift: Int64?) {
    let content: Content =
      switch field.format {
      case .text: .text
      case .flag: .flag
      case .whole: .whole
      case .decimal(_, let places, _): .decimal(places)
      case .choice(let choices):
        if let shift { .shifted(shift) } else { .named(names ?? choices) }
      case .day: .day
      case .instant: .moment
      case .row, .any: .row
      case .blob: .blob
      }
    self.init(field.id, name, field.label, content, field.format, nil)
  }

  init(_ field: ReedField) {
    let content: Content =
      switch field.content {
      case .text: .text
      case .flag: .flag
      case .day: .day
      case .number(let places, _, _): places == 0 ? .whole : .decimal(places)
      case .choice(let choices): .named(choices)
      case .scale: .whole
      case .pitch: .decimal(1)
      case .colour: .colour
      case .tool(let sort): .tool(sort)
      }
    self.init(field.id, field.name, field.label, content, field.content.format, field)
  }

  /// The same member in a file that names choices in its own way.
  func naming(_ names: [Field.Choice]) -> Self {
    guard case .named(let choices) = content else { return self }
    let others = choices.filter { choice in
      !names.contains { $0.label.hasSameBytes(as: choice.label) }
    }
    return Self(field, name, label, .named(names + others), format, measure)
  }

  private init(
    _ field: FieldID, _ name: String, _ label: String, _ content: Content, _ format: Field.Format,
    _ measure: ReedField?
  ) {
    (self.field, self.name, self.label, self.content) = (field, name, label, content)
    (self.format, self.measure) = (format, measure)
    var writer = ReedWriter()
    writer.string(name)
    writer.byte(UInt8(ascii: ":"))
    quoted = writer.bytes
  }
}

// MARK: - All kinds

extension ReedEntity {
  /// Everything that a file has, in the order of its lists.
  static func all(_ fields: ReedFieldLists) -> [ReedEntity] {
    let events = ReedEntity(
      ToolEvent.self, "events", table: "tool-events", parent: (ToolEvent.toolField, "tool"),
      names: [ToolEvent.whatField: "kind"], choices: [ToolEvent.whatField: whats])
    let stages = ReedEntity(
      StageMove.self, "stages", table: "stages", parent: (StageMove.field(1), "reed"),
      names: [StageMove.field(3): "at", StageMove.field(4): "to"],
      choices: [StageMove.field(4): stageNames], dated: (StageMove.field(2), StageMove.field(3)))
    let tests = ReedEntity(
      ReedTest.self, "snapshots", table: "tests", parent: (ReedTest.reedField, "reed"),
      names: [ReedTest.field(3): "at"], values: fields.test,
      dated: (ReedTest.field(2), ReedTest.field(3)))
    let adjustments = ReedEntity(
      Adjustment.self, "adjustments", table: "adjustments",
      parent: (Adjustment.reedField, "reed"), names: [Adjustment.field(3): "at"],
      choices: [Adjustment.areaField: areas], shift: (Adjustment.effectField, -3),
      dated: (Adjustment.field(2), Adjustment.field(3)))
    let notes = ReedEntity(
      JournalNote.self, "notes", parent: (JournalNote.reedField, "reed"),
      names: [JournalNote.field(2): "at"], dated: (JournalNote.field(1), JournalNote.field(2)))
    let blocks = ReedEntity(
      PractisedBlock.self, "sessions", parent: (PractisedBlock.reedField, "reed"),
      names: [PractisedBlock.beganField: "at"], choices: [PractisedBlock.field(7): blockTools],
      dated: (PractisedBlock.field(2), PractisedBlock.beganField))
    let takes = ReedEntity(
      Take.self, "media", parent: (Take.reedField, "reed"), names: [Take.field(3): "at"],
      choices: [Take.field(6): takeStates], dated: (Take.field(2), Take.field(3)))
    let pictures = ReedEntity(
      Picture.self, "pictures", parent: (Picture.subjectField, "of"),
      names: [Picture.madeField: "at"], dated: (Picture.dayField, Picture.madeField))
    let places = ReedEntity(
      ExperimentReed.self, "allocation", parent: (ExperimentReed.field(1), "experiment"),
      names: [ExperimentReed.field(4): "at", ExperimentReed.field(5): "taken_out"])
    let looks = ReedEntity(
      ExperimentLook.self, "looks", parent: (ExperimentLook.experimentField, "experiment"))
    return [
      ReedEntity(
        OwnField.self, "own_fields", choices: [OwnField.field(4): formats],
        codes: [OwnField.field(1): kinds]),
      ReedEntity(OwnChoice.self, "own_choices"),
      ReedEntity(
        ReedTool.self, "tools", table: "tools", names: [ReedTool.sortField: "kind"],
        choices: [ReedTool.sortField: sorts], nested: [events]),
      ReedEntity(ReedBatch.self, "batches", table: "batches"),
      ReedEntity(ReedBox.self, "boxes", table: "boxes"),
      ReedEntity(
        ReedTemplate.self, "templates",
        choices: [ReedTemplate.field(2): instruments, ReedTemplate.field(3): styles],
        values: fields.template),
      ReedEntity(PieceOfCane.self, "cane", table: "cane", values: fields.cane),
      ReedEntity(
        Reed.self, "reeds", table: "reeds",
        choices: [
          Reed.instrumentField: instruments, Reed.styleField: styles, Reed.originField: origins,
          Reed.stageField: stageNames,
        ], values: fields.reed,
        nested: [stages, tests, adjustments, notes, blocks, takes, pictures]),
      ReedEntity(
        Experiment.self, "experiments",
        names: [
          Experiment.field(3): "arm_a", Experiment.field(4): "arm_b", Experiment.field(14): "at",
          Experiment.field(15): "merged_a", Experiment.field(16): "merged_b",
        ], choices: [Experiment.field(6): designs], nested: [places, looks]),
      ReedEntity(ReedFileMember.self, ReedFileMember.names.name),
    ]
  }

  private init<Record: RowRecord>(
    _ record: Record.Type, _ list: String, table: String? = nil,
    parent: (field: FieldID, name: String)? = nil, names: [FieldID: String] = [:],
    choices: [FieldID: [Field.Choice]] = [:], codes: [FieldID: [Field.Choice]] = [:],
    shift: (field: FieldID, by: Int64)? = nil, values: ReedFieldList? = nil,
    nested: [ReedEntity] = [], dated: (day: FieldID, at: FieldID)? = nil
  ) {
    let rows = Record.rows
    let measured = (values?.all ?? []).sorted { $0.id < $1.id }
    var members: [Member] = []
    for field in rows.fields where !measured.contains(where: { $0.id == field.id }) {
      if field.id == parent?.field { continue }
      let name = names[field.id] ?? field.name
      if let choices = codes[field.id] {
        members.append(
          Member(
            Field(field.id, name, field.label, .choice(choices)), named: name, choices, shift: nil))
      } else {
        members.append(
          Member(
            field, named: name, choices[field.id],
            shift: shift?.field == field.id ? shift?.by : nil))
      }
    }
    self.init(
      kind: Record.kind, list: list, table: table, label: rows.label,
      plural: rows.plural, parent: parent,
      members: members.sorted { $0.field < $1.field }, values: measured.map { Member($0) },
      nested: nested, dated: dated)
  }
}

// MARK: - Names that never change

extension ReedEntity {
  static func numbered(_ names: [String], from first: Int64 = 0) -> [Field.Choice] {
    names.enumerated().map { Field.Choice(first + Int64($0.offset), $0.element) }
  }

  static let instruments = numbered([
    "oboe", "oboe_damore", "cor_anglais", "bass_oboe", "heckelphone", "bassoon", "contrabassoon",
    "clarinet", "bass_clarinet", "soprano_saxophone", "alto_saxophone", "tenor_saxophone",
    "baritone_saxophone",
  ])
  static let styles = numbered(["american", "european", "german", "viennese", "other"], from: 1)
  static let origins = numbered(["own", "student", "bought_reed", "bought_blank"])
  static let stageNames = numbered(ReedStage.allCases.map { $0.name })
  static let sorts = numbered(ReedTool.Sort.allCases.map { $0.name })
  static let whats = numbered([
    "other", "blade_ground", "blade_replaced", "bed_reset", "service", "bought",
  ])
  static let areas = numbered(
    [
      "tip", "corners", "sides", "blend", "heart", "windows", "rails", "clip", "open", "close",
      "wire", "seal", "tying", "table",
    ], from: 1)
  static let blockTools = numbered(["none", "tuner", "drone", "metronome", "score", "recorder"])
  static let designs = numbered(["paired", "blocked"], from: 1)
  static let takeStates = numbered(["recording", "recorded", "kept", "sent", "lost"])
  static let formats = numbered([
    "text", "flag", "whole", "decimal", "choice", "day", "moment", "scale", "colour", "pitch",
    "link",
  ])
  /// The kinds that can have custom fields, by number.
  static let kinds = [
    Field.Choice(Int64(KindID.reed.number), "reed"),
    Field.Choice(Int64(KindID.cane.number), "cane"),
    Field.Choice(Int64(KindID.reedTest.number), "snapshot"),
    Field.Choice(Int64(KindID.reedTemplate.number), "template"),
  ]
}

/// The fields of all measurements, as configured by their owner.
public struct ReedFieldLists: Sendable {
  public let reed: ReedFieldList
  public let cane: ReedFieldList
  public let test: ReedFieldList
  public let template: ReedFieldList

  /// - Parameter rows: the rows of custom fields and choices; others are skipped.
  public init(_ rows: [Row] = []) {
    var (own, choices): ([OwnField], [OwnChoice]) = ([], [])
    for row in rows where row.life == .alive {
      if row.kind == .field { own.append(OwnField(row)) }
      if row.kind == .choice { choices.append(OwnChoice(row)) }
    }
    own.sort { ($0.order, $0.id) < ($1.order, $1.id) }
    reed = ReedFieldList(.reed, ReedField.reed, own: own, choices: choices)
    cane = ReedFieldList(.cane, ReedField.pieceOfCane, own: own, choices: choices)
    test = ReedFieldList(.reedTest, ReedField.test, own: own, choices: choices)
    template = ReedFieldList(
      templateOf: reed, own: ReedFieldList(.reedTemplate, [], own: own, choices: choices))
  }

  /// The fields of each kind, and its name in files.
  var named: [(name: String, kind: KindID, list: ReedFieldList)] {
    [
      ("reed", .reed, reed), ("cane", .cane, cane), ("snapshot", .reedTest, test),
      ("template", .reedTemplate, template),
    ]
  }
}

extension KindID {
  /// A member of an imported file that Woodshed does not know.
  public static let reedFileMember = KindID(44)
}

/// A member of an imported file that Woodshed does not know: exports include it again.
public struct ReedFileMember: RowRecord, Equatable {
  public let id: RowID
  public var name = ""
  /// Its value, as JSON.
  public var content = ""

  public init(named name: String) {
    id = RowID(of: Array(name.utf8), in: "woodshed reed file")
    self.name = name
  }

  public init(blank id: RowID) { self.id = id }

  public static let kind = KindID.reedFileMember
  public static let names = KindNames(
    "reed-file-member", "Part of an imported file", "Parts of imported files", title: field(1))

  public static func visit(_ fields: inout RowFields, _ member: inout ReedFileMember) {
    fields.text(field(1), "name", "Name", &member.name, upTo: 400, always: true)
    fields.text(field(2), "content", "Content", &member.content, upTo: 60_000, always: true)
  }
}
