import Domain
public import Ledger
public import Markup
public import Program
public import RoomKit

/// All data: kinds, rows, conflicts, the trash, export and import.
public enum DataPage {
  /// Which rows are shown.
  public enum Shelf: CaseIterable, Sendable {
    case alive, trash

    var life: Life { self == .alive ? .alive : .trashed }
  }

  public struct State: Sendable {
    var shelf = Shelf.alive
    /// The kind that is shown; `nil` for all.
    var kind: KindID?
    var search = ""
    var limit = Self.step
    var problem: String?
    var isImporting = false
    /// The name of a kind that is being created.
    var ownKind = ""
    var ownKindProblem: String?
    // Derived from the data; see `refresh`.
    var found: [RowID] = []
    var counts: [KindCount] = []
    var trashCount = 0
    public var conflicts: [Row] = []
    var schema = Schema.woodshed
    var index = RowSearch()
    /// The versions of the data that `conflicts`, and everything else, were last derived from.
    var conflictsVersion: UInt64?
    var version: UInt64?

    static let step = 100

    public init() {}
  }

  /// The number of rows of a kind.
  struct KindCount: Equatable, Sendable {
    let kind: KindID
    var count: Int
  }

  public enum Message: Equatable, Sendable {
    case shelfChosen(Shelf)
    case kindChosen(KindID?)
    case searched(String)
    case moreTapped
    case restored(RowID)
    case exportTapped
    case importTapped
    case filePicked(PickedFile?)
    case fileRead([UInt8]?, name: String)
    case kept(RowID)
    case lostKept(RowID)
    case copySaved(UInt64)
    case copyDismissed(UInt64)
    case ownKindTyped(String)
    case ownKindMade
    case rowAdded(KindID)
    case spaceChosen(DeviceSpace)
    case sampleRemoved
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ context: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .shelfChosen(let shelf):
      state.shelf = shelf
      state.limit = State.step
      find(&state, context.data)
    case .kindChosen(let kind):
      state.kind = kind
      state.limit = State.step
      find(&state, context.data)
    case .searched(let text):
      state.search = text
      state.limit = State.step
      find(&state, context.data)
    case .restored(let id):
      guard let row = context.data[id] else { return [] }
      let title = state.schema.title(of: row)
      return [
        .keep(
          "Restore “\(title)”", [Edit(row.id, row.kind, .life, Life.alive.value)],
          saying: "Restored “\(title)”."),
        .focus("rows"),
      ]
    case .moreTapped:
      state.limit += State.step
    case .importTapped:
      state.problem = nil
      return [.pickFiles(accept: ".jsonl,.json,.txt") { .filePicked($0.first) }]
    case .filePicked(let file):
      guard let file else { break }
      state.isImporting = true
      return [.read(file) { .fileRead($0, name: file.name) }]
    case .fileRead(let bytes, let name):
      state.isImporting = false
      return take(bytes, name, &state, context)
    case .kept(let conflict):
      return [
        .keep(
          "Resolve a conflict",
          [Edit(conflict, .conflict, .conflictSettled, .bool(true))]), .focus("heading"),
      ]
    case .lostKept(let conflict):
      return keepLost(conflict, context)
    case .copySaved(let ordinal):
      return saveCopy(ordinal, &context)
    case .copyDismissed(let ordinal):
      return [.dismissLost(ordinal)]
    case .ownKindTyped(let text):
      state.ownKind = text
    case .ownKindMade:
      return makeKind(&state, &context)
    case .rowAdded(let kind):
      return addRow(kind, state, &context)
    case .exportTapped: return [.ask(.export)]
    case .spaceChosen(let space): return [.ask(.space(isSample: space == .sample))]
    case .sampleRemoved: return [.ask(.removeSample)]
    }
    return []
  }

  // MARK: - Derived from the data

  /// Finds the conflicts, which every page mentions, if the data has changed.
  @export(interface)
  public static func refreshConflicts(_ state: inout State, _ data: Replica) {
    guard state.conflictsVersion != data.version else { return }
    state.conflictsVersion = data.version
    var conflicts: [Row] = []
    data.forEachRow { row in
      if row.kind == .conflict, row.life == .alive, row.value(.conflictSettled) == .bool(false) {
        conflicts.append(row)
      }
    }
    state.conflicts = conflicts.sortedByID()
  }

  /// Derives everything else if the data has changed; only while the page is shown.
  @export(interface)
  public static func refresh(_ state: inout State, _ data: Replica) {
    guard state.version != data.version else { return }
    state.version = data.version
    state.schema = Schema.woodshed.extended(by: data).lending(.reed, to: .reedTemplate)
    var counts: [KindID: Int] = [:]
    state.trashCount = 0
    data.forEachRow { row in
      switch row.life {
      case _ where row.kind == .conflict || row.kind == .restorePoint: break
      case .alive: counts[row.kind, default: 0] += 1
      case .trashed: state.trashCount += 1
      case .purged: break
      }
    }
    state.counts = counts.map { KindCount(kind: $0.key, count: $0.value) }
      .sorted {
        let isLater = isCatalogued($0.kind)
        return isLater == isCatalogued($1.kind) ? $0.kind < $1.kind : !isLater
      }
    if let kind = state.kind, counts[kind] == nil, state.schema.kind(kind) == nil {
      state.kind = nil
    }
    find(&state, data)
  }

  private static func find(_ state: inout State, _ data: Replica) {
    var query = Query(state.kind)
    query.life = state.shelf.life
    // Both kinds have pages of their own.
    var rows = data.rows(query).filter { $0.kind != .conflict && $0.kind != .restorePoint }
    if !state.search.isEmpty {
      state.index.update(data)
      if let matching = state.index.rows(matching: state.search) {
        rows = rows.filter { matching.contains($0.id) }
      }
    }
    // Newest first: names start with the time of creation. Those of a sample catalogue do not, and they are many.
    state.found =
      rows.reversed().filter { !isCatalogued($0.kind) }.map { $0.id }
      + rows.reversed().filter { isCatalogued($0.kind) }.map { $0.id }
  }

  /// Whether rows of the kind are what a catalogue contains: they are after all else.
  private static func isCatalogued(_ kind: KindID) -> Bool {
    kind == .item || kind == .cataloguePlace || kind == .catalogueTag
  }

  // MARK: - Export and import

  /// Exports everything to a file; values that are not saved yet go into it without a stamp.
  @export(interface)
  public static func export(
    _ context: RoomContext, unkept: Set<CellKey>
  ) -> [Effect<Message>] {
    var rows: [Row] = []
    context.data.forEachRow { row in
      // Restore points mean nothing outside this space.
      if row.life != .purged, row.kind != .restorePoint { rows.append(row) }
    }
    let schema = Schema.woodshed.extended(by: context.data)
    let bytes = RowText.export(rows, schema, unkept: unkept)
    let day = DayText.text(of: context.day) ?? "today"
    var text = "Exported \(DayWords.count(rows.count, "item", "items")) to woodshed-\(day).jsonl."
    if rows.contains(where: { $0.kind == .take || $0.kind == .picture }) {
      text += " Recordings and pictures aren’t in it."
    }
    return [
      .download(bytes, name: "woodshed-\(day).jsonl", type: "application/jsonl"), .toast(text),
    ]
  }

  private static func take(
    _ bytes: [UInt8]?, _ name: String, _ state: inout State, _ context: RoomContext
  ) -> [Effect<Message>] {
    guard let bytes else {
      state.problem = "Couldn’t read \(name). Nothing was changed; choose it again."
      return []
    }
    do throws(RowTextError) {
      let schema = Schema.woodshed.extended(by: context.data)
      let latest = HybridTime(milliseconds: context.milliseconds + Horizon.day)
      let imported = try RowText.read(bytes, schema, latest: latest)
      return [.takeIn("Import \(name)", imported)]
    } catch {
      state.problem = "Couldn’t import \(name). \(error.message) Nothing was changed."
      return []
    }
  }

  // MARK: - Conflicts

  private static func keepLost(_ id: RowID, _ context: RoomContext) -> [Effect<Message>] {
    guard let conflict = Conflict(context.data[id]), let row = context.data[conflict.row] else {
      return []
    }
    return [
      .keep(
        "Resolve a conflict",
        [
          Edit(row.id, row.kind, conflict.field, conflict.lost),
          Edit(id, .conflict, .conflictSettled, .bool(true)),
        ]), .focus("heading"),
    ]
  }

  private static func saveCopy(_ ordinal: UInt64, _ context: inout RoomContext) -> [Effect<Message>]
  {
    guard let action = context.data.action(ordinal) else { return [] }
    var copies: [RowID: RowID] = [:]
    var counts: [RowID: Int] = [:]
    let edits = action.lost.map { step in
      let old = step.change.key.row
      if counts[old, default: 0] % Row.cellLimit == 0 {
        copies[old] = context.newRow()
      }
      counts[old, default: 0] += 1
      let cell = step.change.cell
      return Edit(copies[old] ?? old, cell.kind, cell.cell.field, cell.cell.value)
    }
    return [
      .keep("Save as a copy", edits, saying: "Saved as a new item."), .dismissLost(ordinal),
    ]
  }

  // MARK: - Rows and kinds of one's own

  private static func makeKind(
    _ state: inout State, _ context: inout RoomContext
  ) -> [Effect<Message>] {
    let name = state.ownKind.trimmingBlanks
    state.ownKindProblem =
      name.isEmpty
      ? "Enter a name first."
      : OwnType.rows.field(OwnType.labelField)?.problem(with: .text(name))
    guard state.ownKindProblem == nil else { return [] }
    state.ownKind = ""
    var type = OwnType(blank: context.newRow())
    type.label = name
    let kind = KindID(ownedBy: type.id)
    var field = OwnField(blank: context.newRow())
    (field.kind, field.label) = (Int64(bitPattern: kind.number), "Text")
    state.kind = kind
    return [.keep("Create the list \(name)", type.edits(from: nil) + field.edits(from: nil))]
  }

  private static func addRow(
    _ kind: KindID, _ state: State, _ context: inout RoomContext
  ) -> [Effect<Message>] {
    let row = context.newRow()
    let label = state.schema.kind(kind)?.label ?? "item"
    return [
      .keep("Add \(label)", [Edit(row, kind, .life, Life.alive.value)]),
      .navigate(to: PagePlace.row(row).path),
    ]
  }
}

/// The words of all rows, updated before a search.
struct RowSearch: Sendable {
  private var index = SearchIndex()
  private var marks: [RowID: UInt64] = [:]

  /// Reads the rows that have changed since the last update.
  mutating func update(_ data: Replica) {
    data.forEachRow { row in
      let mark = row.mark
      guard marks[row.id] != mark else { return }
      marks[row.id] = mark
      var texts: [String] = []
      for cell in row.cells {
        if case .text(let text) = cell.value { texts.append(text) }
      }
      index.set(row.id, texts)
    }
  }

  func rows(matching question: String) -> Set<RowID>? {
    index.rows(matching: question)
  }
}
