public import Ledger

extension KindID {
  public static let reedTool = KindID(33)
  public static let toolEvent = KindID(34)
}

/// A reed-making tool or an instrument: picked from a list wherever a field asks for one, so that its name is consistent.
public struct ReedTool: RowRecord, Equatable {
  public let id: RowID
  public var sort = Sort.other
  public var name = ""
  /// The model that a single staple is of.
  public var model: RowID?
  public var notes = ""
  /// Whether it is no longer offered.
  public var isArchived = false

  /// What it is for.
  public enum Sort: Int, CaseIterable, Sendable {
    case other, gouger, shaper, stapleModel, staple, knife, micrometer, tester, instrument, profiler
    case mouthpiece

    public static let choices: Choices<Sort> = [
      (0, "Other", .other), (1, "Gouger", .gouger), (2, "Shaper", .shaper),
      (3, "Staple model", .stapleModel), (4, "Staple", .staple), (5, "Knife", .knife),
      (6, "Micrometer", .micrometer), (7, "Hardness tester", .tester),
      (8, "Instrument", .instrument), (9, "Profiler", .profiler),
      (10, "Mouthpiece", .mouthpiece),
    ]

    public var label: String { Self.choices[rawValue].label }

    /// Its name in exports.
    public var name: String {
      switch self {
      case .other: "other"
      case .gouger: "gouger"
      case .shaper: "shaper"
      case .stapleModel: "staple_model"
      case .staple: "staple"
      case .knife: "knife"
      case .micrometer: "micrometer"
      case .tester: "tester"
      case .instrument: "instrument"
      case .profiler: "profiler"
      case .mouthpiece: "mouthpiece"
      }
    }
  }

  public static let nameLimit = 200

  public init(_ id: RowID, _ sort: Sort, named name: String) {
    (self.id, self.sort, self.name) = (id, sort, name)
  }
}

extension ReedTool {
  public static let kind = KindID.reedTool
  public static let names = KindNames("tool", "Tool", "Tools", title: nameField)
  public static let sortField = field(1)
  public static let nameField = field(2)
  public static let modelField = field(3)
  public static let notesField = field(4)
  public static let archivedField = field(5)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ tool: inout ReedTool) {
    fields.choice(sortField, "sort", "Kind", &tool.sort, Sort.choices, always: true)
    fields.text(nameField, "name", "Name", &tool.name, upTo: nameLimit, always: true)
    fields.link(modelField, "model", "Model", &tool.model)
    fields.text(notesField, "notes", "Notes", &tool.notes, upTo: 20_000)
    fields.flag(archivedField, "archived", "No longer in use", &tool.isArchived)
  }
}

/// Something done to a tool: from then on, its results may differ.
public struct ToolEvent: RowRecord, Equatable {
  public let id: RowID
  public var tool: RowID
  public var day: Int64 = 0
  public var what = What.other
  public var note = ""

  public enum What: Int, CaseIterable, Sendable {
    case other, bladeGround, bladeReplaced, bedReset, serviced, bought

    public static let choices: Choices<What> = [
      (0, "Other", .other), (1, "Blade ground", .bladeGround),
      (2, "Blade replaced", .bladeReplaced),
      (3, "Bed reset", .bedReset), (4, "Serviced", .serviced), (5, "Bought", .bought),
    ]

    public var label: String { Self.choices[rawValue].label }
  }

  public init(_ id: RowID, of tool: RowID, _ what: What, day: Int64) {
    (self.id, self.tool, self.what, self.day) = (id, tool, what, day)
  }
}

extension ToolEvent {
  public static let kind = KindID.toolEvent
  public static let names = KindNames("tool-event", "Tool event", "Tool events")
  public static let toolField = field(1)
  public static let dayField = field(2)
  public static let whatField = field(3)
  public static let noteField = field(4)

  public init(blank id: RowID) { (self.id, tool) = (id, id) }

  public static func visit(_ fields: inout RowFields, _ event: inout ToolEvent) {
    fields.link(toolField, "tool", "Tool", &event.tool, always: true)
    fields.day(dayField, "day", "Day", &event.day, always: true)
    fields.choice(whatField, "what", "What was done", &event.what, What.choices, always: true)
    fields.text(noteField, "note", "Note", &event.note, upTo: 4_000)
  }
}
