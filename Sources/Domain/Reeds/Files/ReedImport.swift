public import Ledger

/// What an import would do: which rows are new, changed or left alone, and the edits.
///
/// Of two values the newer one wins, and the other is kept: a value replaced here goes into the row's history, an older
/// value in the file becomes a conflict that a person settles. Nothing is deleted because a file lacks it.
public struct ReedImport: Sendable {
  /// A row of the file, and what would happen to it.
  public struct Item: Sendable {
    public let row: RowID
    public let kind: KindID
    /// Its name.
    public let name: String
    /// The sort of a new tool.
    var sort: ReedTool.Sort?
    public let state: State
    /// The values that would change.
    public let changes: [Change]
    /// The values in the file that do not replace newer ones here.
    public let kept: [Change]
  }

  /// What happens to a row.
  public enum State: Equatable, Sendable {
    case new, changed, unchanged
    /// It was moved to the trash here since, and stays there.
    case trashed
    /// It was in the trash and is restored.
    case restored
    /// It was erased here, and stays gone.
    case erased
  }

  /// A value here and in the file.
  public struct Change: Equatable, Sendable {
    public let field: FieldID
    public let label: String
    public let here: String
    public let there: String
  }

  public private(set) var items: [Item] = []
  /// What could not be read.
  public private(set) var problems: [ReedProblem]
  public private(set) var edits: [Edit] = []
  private var entities: [KindID: ReedEntity] = [:]

  /// - Parameters:
  ///   - contents: the contents of a file.
  ///   - rows: the space to import into.
  ///   - isNewest: whether the file's values also replace newer ones.
  public init(_ contents: ReedContents, into rows: ReedRows, isNewest: Bool = false) {
    problems = contents.problems
    for entity in ReedEntity.all(contents.fields) {
      entities[entity.kind] = entity
      for nested in entity.nested { entities[nested.kind] = nested }
    }
    var seen: Set<RowID> = []
    items.reserveCapacity(contents.entries.count)
    var names: [RowID: String] = [:]
    for entry in contents.entries where entry.kind == .reedTool || entry.kind == .reedBox {
      if let name = entry.title(entities[entry.kind]) { names[entry.row] = name }
    }
    for entry in contents.entries {
      guard seen.insert(entry.row).inserted else {
        if problems.count < ReedContents.problemLimit {
          problems.append(
            ReedProblem(entry.place, "This id appears twice. The first one counts."))
        }
        continue
      }
      let merge = Merge(
        entry, entities[entry.kind], rows, isNewest ? nil : contents.exported, names, isNewest)
      if let problem = merge.problem { problems.append(problem) }
      guard let item = merge.item else { continue }
      items.append(item)
      edits += merge.edits
    }
  }

  /// The name of a kind.
  func label(_ kind: KindID) -> String { entities[kind]?.label ?? "" }

  public func count(_ kind: KindID, _ states: State...) -> Int {
    var count = 0
    for item in items where item.kind == kind && states.contains(item.state) { count += 1 }
    return count
  }

  /// How many values in the file do not replace newer ones.
  public var keptCount: Int { items.reduce(0) { $0 + $1.kept.count } }

  public var isEmpty: Bool { edits.isEmpty }

  /// What would be done, one line per kind.
  public var summary: [String] {
    var kinds: [KindID] = []
    for item in items where !kinds.contains(item.kind) { kinds.append(item.kind) }
    return kinds.map { kind in
      let all = items.filter { $0.kind == kind }
      let name = all.count == 1 ? entities[kind]?.label : entities[kind]?.plural
      var parts: [String] = []
      for (state, word) in [
        (State.new, "new"), (.changed, "changed"), (.restored, "restored from the trash"),
        (.unchanged, "unchanged"), (.trashed, "in the trash"), (.erased, "erased here"),
      ] {
        let count = all.reduce(0) { $0 + ($1.state == state ? 1 : 0) }
        if count > 0 { parts.append("\(count) \(word)") }
      }
      return "\(all.count) \((name ?? "items").inLowerCase): \(parts.joined(separator: ", "))"
    }
  }
}

/// One row of a file, merged with the data here.
private struct Merge {
  private(set) var item: ReedImport.Item?
  private(set) var edits: [Edit] = []
  private(set) var problem: ReedProblem?
  private let names: [RowID: String]
  private let rows: ReedRows
  private let entity: ReedEntity?
  private let isNewest: Bool

  /// The device of values from files in conflicts.
  private static let device = DeviceID(Bits128(hashing: "woodshed reed file", []).high)

  init(
    _ entry: ReedContents.Entry, _ entity: ReedEntity?, _ rows: ReedRows, _ exported: Int64?,
    _ names: [RowID: String], _ isNewest: Bool
  ) {
    (self.names, self.rows, self.entity, self.isNewest) = (names, rows, entity, isNewest)
    let exported = exported ?? Int64.max
    guard let old = rows[entry.row] else {
      add(entry)
      return
    }
    guard old.life != .purged else {
      item = ReedImport.Item(
        row: entry.row, kind: entry.kind, name: entry.title(entity) ?? "", state: .erased,
        changes: [], kept: [])
      return
    }
    guard old.kind == entry.kind else {
      problem = ReedProblem(
        entry.place, "This id is already in use for something else, so the item is left out.")
      return
    }
    if old.life == .trashed, Self.isNewer(old.cell(.life), than: exported) {
      item = ReedImport.Item(
        row: entry.row, kind: entry.kind, name: entry.title(entity) ?? "", state: .trashed,
        changes: [], kept: [])
      return
    }
    merge(entry, with: old, exported)
  }

  private mutating func add(_ entry: ReedContents.Entry) {
    if entry.kind != .field, entry.kind != .choice {
      edits.append(Edit(entry.row, entry.kind, .life, Life.alive.value))
    }
    for said in entry.cells where said.value != .null && said.field != .life {
      edits.append(Edit(entry.row, entry.kind, said.field, said.value))
    }
    if !entry.unknown.isEmpty { keep(entry.unknown, of: entry) }
    item = ReedImport.Item(
      row: entry.row, kind: entry.kind, name: entry.title(entity) ?? "", sort: entry.sort,
      state: .new, changes: [], kept: [])
  }

  private mutating func merge(_ entry: ReedContents.Entry, with old: Row, _ exported: Int64) {
    var (changes, kept): ([ReedImport.Change], [ReedImport.Change]) = ([], [])
    if old.life == .trashed {
      edits.append(Edit(entry.row, entry.kind, .life, Life.alive.value))
    }
    for said in entry.cells where said.field != .life {
      let cell = old.cell(said.field)
      let here = cell?.value ?? .null
      guard said.value != here, said.value != .null else { continue }
      let change = ReedImport.Change(
        field: said.field, label: entity?.member(said.field)?.label ?? "",
        here: words(here, said.field), there: words(said.value, said.field))
      let moment = isNewest ? Int64.max : said.at ?? exported
      guard let cell, Self.isNewer(cell, than: moment) else {
        changes.append(change)
        edits.append(Edit(entry.row, entry.kind, said.field, said.value))
        continue
      }
      kept.append(change)
      let lost = RowCell(
        row: entry.row, kind: entry.kind,
        cell: Cell(
          field: said.field, stamp: Stamp(HybridTime(milliseconds: moment), Self.device),
          value: said.value))
      // A conflict that was settled before isn't raised again.
      let id = Conflict.row(of: lost.key, lostBy: Self.device)
      if rows[id]?.value(.conflictValue) != said.value {
        edits += Conflict.edits(keeping: lost, besides: cell.stamp)
      }
    }
    let unknown = Self.joined(old.unknownMembers, entry.unknown)
    if !unknown.isSame(as: old.unknownMembers) {
      keep(unknown, of: entry)
      changes.append(
        ReedImport.Change(
          field: .unknownMembers, label: "Unknown parts", here: "",
          there: unknown.map { $0.name }.joined(separator: ", ")))
    }
    let state: ReedImport.State =
      old.life == .trashed ? .restored : changes.isEmpty ? .unchanged : .changed
    let title = entry.title(entity) ?? entity?.title(of: old) ?? ""
    item = ReedImport.Item(
      row: entry.row, kind: entry.kind, name: title, state: state, changes: changes, kept: kept)
  }

  private static func isNewer(_ cell: Cell?, than milliseconds: Int64) -> Bool {
    guard let cell else { return false }
    return milliseconds < Int64(cell.stamp.time.bits >> 16)
  }

  private mutating func keep(_ unknown: [JSON.Member], of entry: ReedContents.Entry) {
    let text = String(decoding: JSON.object(unknown).bytes, as: UTF8.self)
    guard text.utf8.count <= 60_000 else {
      problem = ReedProblem(
        entry.place, "The unknown part of this item is too large to keep, so it is left out.")
      return
    }
    edits.append(Edit(entry.row, entry.kind, .unknownMembers, .text(text)))
  }

  /// The members of both; those of the file win.
  private static func joined(_ here: [JSON.Member], _ there: [JSON.Member]) -> [JSON.Member] {
    var all = here
    for member in there {
      if let place = all.firstIndex(where: { $0.name.hasSameBytes(as: member.name) }) {
        if case .object(let inner) = member.value, case .object(let outer) = all[place].value {
          all[place] = JSON.Member(member.name, .object(joined(outer, inner)))
        } else {
          all[place] = member
        }
      } else {
        all.append(member)
      }
    }
    return all
  }

  private func words(_ value: Value, _ field: FieldID) -> String {
    switch value {
    case .null: return "nothing"
    case .row(let id):
      if let name = names[id] { return name }
      if let row = rows[id] {
        return row.text(row.kind == .reedTool ? ReedTool.nameField : row.kind.field(1))
      }
      return "another item"
    case .text(let text): return text
    default: break
    }
    guard let member = entity?.member(field) else { return "something else" }
    if let measure = member.measure { return measure.words(of: value) }
    if case .named(let choices) = member.content, case .int(let number) = value {
      return choices.onlyName(of: number) ?? "\(number)"
    }
    var writer = ReedWriter()
    writer.value(value, member.content)
    let quote = UInt8(ascii: "\"")
    return String(decoding: writer.bytes.filter { $0 != quote }, as: UTF8.self)
  }
}

extension [JSON.Member] {
  fileprivate func isSame(as other: [JSON.Member]) -> Bool {
    JSON.object(self).bytes == JSON.object(other).bytes
  }
}

extension ReedContents.Entry {
  /// The sort of a tool.
  fileprivate var sort: ReedTool.Sort? {
    guard kind == .reedTool else { return nil }
    for said in cells where said.field == ReedTool.sortField {
      if case .int(let number) = said.value { return .init(rawValue: Int(clamping: number)) }
    }
    return nil
  }

  /// Its name in the file.
  fileprivate func title(_ entity: ReedEntity?) -> String? {
    for said in cells {
      guard let name = entity?.member(said.field)?.name else { continue }
      if name.hasSameBytes(as: "name") || name.hasSameBytes(as: "label"),
        case .text(let text) = said.value
      {
        return text
      }
      if kind == .reedBatch, name.hasSameBytes(as: "number"), case .int(let number) = said.value {
        return "Batch \(number)"
      }
    }
    return nil
  }
}

extension ReedEntity {
  fileprivate func title(of row: Row) -> String? {
    members.first { $0.name.hasSameBytes(as: "name") }.map { row.text($0.field) }
  }
}
