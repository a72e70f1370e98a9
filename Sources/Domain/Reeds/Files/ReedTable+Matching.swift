import Ledger

extension ReedTable {
  /// What each column contains: shown before an import, where a person may correct it.
  public struct Matching: Sendable {
    /// A column of the table.
    public struct Column: Sendable {
      public let heading: String
      /// Its first values.
      public let samples: [String]
      /// The export name of its content; `nil` to leave the column out.
      public var target: String?
      /// The unit of its lengths.
      public var lengths: LengthUnit
    }

    /// What a column can contain.
    public struct Target: Equatable, Sendable {
      /// Its name in exports.
      public let name: String
      public let label: String
    }

    /// The table of ``ReedTable/names`` that the rows go into.
    public let table: String
    public var columns: [Column]

    /// The columns without a match.
    public var unmatched: [String] {
      columns.filter { $0.target == nil }.map { $0.heading }
    }

    /// Sets what a column contains; no other column contains it then.
    public mutating func set(_ column: Int, to target: String?) {
      guard columns.indices.contains(column) else { return }
      if let target {
        for place in columns.indices
        where columns[place].target.map({ $0.hasSameBytes(as: target) }) == true {
          columns[place].target = nil
        }
      }
      columns[column].target = target
    }

    /// The choice as text, to remember for later tables with such headings, merged with what is remembered already.
    public func memory(after old: String = "") -> String {
      var members = columns.map { column in
        JSON.Member(column.heading, column.target.map { .string($0) } ?? .null)
      }
      if case .object(let others)? = try? JSON(parsing: Array(old.utf8)[...]) {
        members += others.filter { other in
          !members.contains { $0.name.hasSameBytes(as: other.name) }
        }
      }
      return String(decoding: JSON.object(Array(members.prefix(200))).bytes, as: UTF8.self)
    }

    /// Applies a remembered choice to equal headings.
    public mutating func recall(_ memory: String) {
      guard case .object(let members)? = try? JSON(parsing: Array(memory.utf8)[...]) else { return }
      for place in columns.indices {
        guard
          let member = members.first(where: { $0.name.hasSameBytes(as: columns[place].heading) })
        else { continue }
        set(place, to: member.value.string)
      }
    }
  }

  /// Everything that a column of a table can contain.
  public static func targets(_ table: String, _ fields: ReedFieldLists) -> [Matching.Target] {
    guard let entity = entity(table, fields) else { return [] }
    var targets = [Matching.Target(name: "id", label: "Id")]
    if let parent = entity.parent {
      targets.append(.init(name: parent.name, label: parent.name.withCapital))
    }
    for member in entity.members where member.content != .blob {
      targets.append(.init(name: member.name, label: member.label))
    }
    for member in entity.values {
      targets.append(.init(name: member.name, label: member.label))
    }
    return targets
  }

  /// The names of lengths.
  static func lengths(_ table: String, _ fields: ReedFieldLists) -> [String] {
    (entity(table, fields)?.values ?? []).filter { $0.measure?.content.isLength == true }.map {
      $0.name
    }
  }

  /// Matches the columns by export names, labels and common words, ignoring case and punctuation.
  public func matching(_ table: String = "reeds", _ fields: ReedFieldLists) -> Matching {
    let targets = Self.targets(table, fields)
    var columns: [Matching.Column] = []
    var taken: [String] = []
    for (place, heading) in headings.enumerated() {
      let (name, unit) = Self.split(heading)
      var found = Self.find(Self.key(heading), targets, taken)
      if found == nil { found = Self.find(Self.key(name), targets, taken) }
      if let found { taken.append(found) }
      var samples: [String] = []
      for record in records where samples.count < 3 {
        guard place < record.cells.count, !record.cells[place].utf8.isEmpty else { continue }
        samples.append(record.cells[place])
      }
      columns.append(
        .init(
          heading: heading, samples: samples, target: found,
          lengths: Self.isInches(unit) ? .inches : .millimetres))
    }
    // A brand beside a strength is that of a single reed, not of its cane.
    func isTaken(_ name: String) -> Bool { taken.contains { $0.hasSameBytes(as: name) } }
    if isTaken("strength"), !isTaken("reed_brand"), !Self.areDoubles(columns, table, fields) {
      for place in columns.indices
      where columns[place].target?.hasSameBytes(as: "cane_brand") == true
        && Self.key(columns[place].heading) == Self.key("Brand")
      {
        columns[place].target = "reed_brand"
      }
    }
    return Matching(table: table, columns: columns)
  }

  /// Whether a column is about double reeds only. “Brand” alone may be that of any reed.
  static func areDoubles(
    _ columns: [Matching.Column], _ table: String, _ fields: ReedFieldLists
  ) -> Bool {
    guard let entity = entity(table, fields) else { return false }
    return columns.contains { column in
      guard let target = column.target,
        let member = (entity.members + entity.values).first(where: {
          $0.name.hasSameBytes(as: target)
        })
      else { return false }
      if member.field == ReedField.caneBrand, key(column.heading) == key("Brand") { return false }
      guard var family = member.measure?.family else { return member.field == Reed.styleField }
      // A field that was changed before there were single reeds is for all.
      if family == .all {
        family = ReedField.reed.first { $0.id == member.field }?.family ?? .all
      }
      return family != .all && family != .singles
    }
  }

  private static func find(
    _ key: [UInt8], _ targets: [Matching.Target], _ taken: [String]
  ) -> String? {
    if key.isEmpty { return nil }
    func isFree(_ name: String) -> Bool { !taken.contains { $0.hasSameBytes(as: name) } }
    if let target = targets.first(where: { Self.key($0.name) == key && isFree($0.name) }) {
      return target.name
    }
    if let target = targets.first(where: { Self.key($0.label) == key && isFree($0.name) }) {
      return target.name
    }
    for (word, name) in Self.words where Self.key(word) == key && isFree(name) {
      if targets.contains(where: { $0.name.hasSameBytes(as: name) }) { return name }
    }
    return nil
  }

  /// Common headings.
  private static let words = [
    ("date", "begun"), ("made", "begun"), ("reed", "name"), ("reed no", "name"),
    ("number", "name"), ("comment", "remark"), ("comments", "remark"), ("note", "remark"),
    ("notes", "remark"), ("remarks", "remark"), ("cane", "cane_brand"),
    ("cane brand", "cane_brand"), ("cane type", "cane_brand"), ("diameter", "tube_diameter"),
    ("gouge", "gouger"), ("gouging machine", "gouger"), ("shape", "shaper"),
    ("shaper tip", "shaper"), ("staple", "staple_model"), ("staple model", "staple_model"),
    ("staple type", "staple_model"), ("staple no", "staple_no"), ("staple number", "staple_no"),
    ("tied", "tie_length"), ("tie", "tie_length"), ("thread", "thread_colour"),
    ("thread color", "thread_colour"), ("color", "thread_colour"), ("hardness", "hardness_a"),
    ("length", "overall_length"), ("overall length", "overall_length"), ("kind", "kind"),
    ("type", "kind"), ("when", "day"), ("number on the staple", "staple_no"),
    ("reed before on the staple", "previous"),
    ("widths are of", "shape_of"), ("thread is of", "thread_kind"),
    ("sides close, turns from the staple’s end", "wrap_close"), ("attack on the air", "t_attack"),
  ]

  /// Letters and digits only, without case and accents.
  static func key(_ text: String) -> [UInt8] {
    Fold.bytes(of: text).filter { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 >= 0x80 }
  }

  /// A heading without its unit, and the unit: `Tie length (mm)`, `Tie length [in]`, `Tie length, mm`.
  private static func split(_ heading: String) -> (name: String, unit: String) {
    let bytes = Array(heading.utf8)
    for (open, close) in [("(", ")"), ("[", "]")] {
      guard let end = bytes.last, [end][...].reads(close),
        let start = bytes.lastIndex(where: { [$0][...].reads(open) })
      else { continue }
      return (
        String(decoding: bytes[..<start], as: UTF8.self),
        String(decoding: bytes[(start + 1)..<(bytes.count - 1)], as: UTF8.self)
      )
    }
    guard let blank = bytes.lastIndex(of: 0x20) else { return (heading, "") }
    let unit = String(decoding: bytes[(blank + 1)...], as: UTF8.self)
    guard isInches(unit) || unit.inLowerCase.hasSameBytes(as: "mm") else { return (heading, "") }
    return (String(decoding: bytes[..<blank], as: UTF8.self), unit)
  }

  private static func isInches(_ unit: String) -> Bool {
    ["in", "in.", "inch", "inches", "\"", "″"].contains {
      $0.hasSameBytes(as: unit.trimmingBlanks.inLowerCase)
    }
  }
}

// MARK: - Reading

extension ReedTable {
  /// The contents of the table with this matching.
  ///
  /// A row without an id becomes a new one, whose id is derived from the line: importing the same table again adds
  /// nothing.
  ///
  /// - Parameter today: the start day of a new reed without one.
  public func contents(_ matching: Matching, _ rows: ReedRows, today: Int64) -> ReedContents {
    var reading = TableReading(self, matching, rows, today)
    reading.readAll()
    return reading.contents
  }
}

private struct TableReading {
  private let table: ReedTable
  private let matching: ReedTable.Matching
  private let rows: ReedRows
  private let today: Int64
  private let areDoubles: Bool
  private let entity: ReedEntity?
  private var makers: ReedToolMaker
  private(set) var contents = ReedContents()
  private var keys: [[UInt8]] = []

  init(
    _ table: ReedTable, _ matching: ReedTable.Matching, _ rows: ReedRows, _ today: Int64
  ) {
    (self.table, self.matching, self.rows, self.today) = (table, matching, rows, today)
    areDoubles = ReedTable.areDoubles(matching.columns, matching.table, rows.fields)
    entity = ReedTable.entity(matching.table, rows.fields)
    makers = ReedToolMaker(rows)
    contents.fields = rows.fields
  }

  mutating func readAll() {
    guard let entity else { return }
    let members = entity.members + entity.values
    let columns = matching.columns.map { column in
      column.target.flatMap { name in members.first { $0.name.hasSameBytes(as: name) } }
    }
    var counts: [[UInt8]: Int] = [:]
    var found: [ReedContents.Entry] = []
    for record in table.records {
      let line = record.cells.joined(separator: "\t")
      let key = Array("\(matching.table)\t\(line)".utf8)
      counts[key, default: 0] += 1
      let content = counts[key] == 1 ? key : key + Array("\t\(counts[key] ?? 1)".utf8)
      var entry = ReedContents.Entry(
        row: RowID(of: content, in: "woodshed reed table"), kind: entity.kind, isNamed: false,
        place: TextPlace(line: record.line, column: 1))
      read(record, columns, entity, &entry)
      guard !entry.cells.isEmpty || entry.isNamed else { continue }
      // What was imported before has a life of its own.
      if !entry.isNamed, entity.kind == .reed, rows[entry.row] == nil { complete(&entry) }
      found.append(entry)
    }
    contents.entries = makers.entries + found
  }

  /// Adds to a new reed what its line does not say. A reed with a strength is a clarinet's unless its line or the
  /// table's columns say otherwise, and a single reed was bought ready to play.
  private func complete(_ entry: inout ReedContents.Entry) {
    func has(_ field: FieldID) -> Bool { entry.cells.contains { $0.field == field } }
    func add(_ field: FieldID, _ value: Value) {
      if !has(field) { entry.cells.append(.init(field: field, value: value)) }
    }
    add(Reed.begunField, .day(today))
    if has(ReedField.strength), !areDoubles {
      add(Reed.instrumentField, .int(Int64(Reed.Instrument.clarinet.rawValue)))
    }
    guard
      case .int(let number)? = entry.cells.first(where: { $0.field == Reed.instrumentField })?.value,
      Reed.Instrument(rawValue: Int(clamping: number))?.family == .singles
    else { return }
    var reed = Reed(blank: entry.row)
    reed.begin(for: .clarinet)
    add(Reed.originField, .int(Int64(reed.origin.rawValue)))
    add(Reed.stageField, .int(Int64(reed.stage.rawValue)))
  }

  private mutating func read(
    _ record: ReedTable.Record, _ columns: [ReedEntity.Member?], _ entity: ReedEntity,
    _ entry: inout ReedContents.Entry
  ) {
    for (place, cell) in record.cells.enumerated() {
      let text = CSV.unguarded(cell.trimmingBlanks)
      if text.utf8.isEmpty { continue }
      let at = TextPlace(line: record.line, column: place + 1)
      guard place < matching.columns.count else {
        contents.note("“\(text)” has no heading, so it is left out.", at: at)
        continue
      }
      let column = matching.columns[place]
      guard let target = column.target else { continue }
      if target.hasSameBytes(as: "id") {
        guard let id = RowID(fileName: text, in: entity.list) else { continue }
        (entry.row, entry.isNamed) = (id, true)
        continue
      }
      if let parent = entity.parent, target.hasSameBytes(as: parent.name) {
        if let row = makers.row(parent.name, text) {
          entry.cells.append(.init(field: parent.field, value: .row(row)))
        } else {
          contents.note(
            "\(column.heading): there is no \(parent.name) “\(text)” here. It is left out.", at: at)
        }
        continue
      }
      guard let member = columns[place] else { continue }
      switch value(of: text, member, column.lengths, at) {
      case .success(let value):
        entry.cells.append(.init(field: member.field, value: value))
      case .failure(let problem):
        contents.note(
          "\(column.heading): “\(text.shortened(to: 40))” is left out. \(problem.words)", at: at)
      }
    }
  }

  private mutating func value(
    of text: String, _ member: ReedEntity.Member, _ lengths: LengthUnit, _ at: TextPlace
  ) -> Result<Value, ReedProblem> {
    if let value = makers.value(of: text, member, lengths), value != .null {
      if member.format.accepts(value) { return .success(value) }
    }
    if let measure = member.measure {
      do throws(ReedField.TextError) {
        _ = try measure.value(of: text, in: lengths)
      } catch {
        if case .tool = measure.content {
          return .failure(ReedProblem(at, "Several tools have this name: use the id."))
        }
        return .failure(ReedProblem(at, error.words(for: measure)))
      }
    }
    return .failure(ReedProblem(at, "Enter \(member.wish.afterTakes)"))
  }
}

extension String {
  /// The text after “it takes ”, with names as people write them: “in use”, not “in_use”.
  fileprivate var afterTakes: String {
    let start = "it takes ".utf8.count
    return String(
      decoding: utf8.dropFirst(start).map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 },
      as: UTF8.self)
  }
}

/// Reads the cells of a table, and creates the tools, boxes and batches that they name.
struct ReedToolMaker {
  private var names: Names
  private let rows: ReedRows
  private(set) var entries: [ReedContents.Entry] = []

  init(_ rows: ReedRows) {
    self.rows = rows
    names = Names(rows)
  }

  /// The value of a text; `nil` if it is not one.
  mutating func value(
    of text: String, _ member: ReedEntity.Member, _ lengths: LengthUnit = .millimetres
  ) -> Value? {
    if case .tool(let sort) = member.content { return tool(sort, text).map { .row($0) } }
    if let measure = member.measure {
      if case .day = measure.content { return LooseDay.day(of: text).map { .day($0) } }
      if case .pitch = measure.content, let cents = try? Decimal(parsing: text, places: 1) {
        return .decimal(units: cents.units, places: 1)
      }
      return try? measure.value(of: text, in: lengths)
    }
    switch member.content {
    case .text: return .text(text)
    case .flag:
      switch String(decoding: Fold.bytes(of: text), as: UTF8.self) {
      case "yes", "true", "1", "x": return .bool(true)
      case "no", "false", "0": return .bool(false)
      default: return nil
      }
    case .whole: return (try? Decimal(parsing: text, places: 0)).map { .int($0.units) }
    case .shifted(let by):
      if let number = try? Decimal(parsing: text, places: 0) { return .int(number.units - by) }
      if case .choice(let choices) = member.format { return Self.number(text, choices) }
      return nil
    case .decimal(let places):
      return (try? Decimal(parsing: text, places: Int(places))).map {
        .decimal(units: $0.units, places: places)
      }
    case .day: return LooseDay.day(of: text).map { .day($0) }
    case .moment:
      if let moment = FileMoment.read(text) {
        return .instant(milliseconds: moment.milliseconds, zoneMinutes: moment.zoneMinutes)
      }
      return LooseDay.day(of: text).map {
        .instant(milliseconds: $0 * 86_400_000 + 43_200_000, zoneMinutes: 0)
      }
    case .named(let choices):
      if let value = Self.number(text, choices) { return value }
      if case .choice(let labels) = member.format { return Self.number(text, labels) }
      return nil
    case .row: return row(member.name, text).map { .row($0) }
    case .colour: return ThreadColour.colour(text).map { .int($0) }
    case .blob, .tool: return nil
    }
  }

  private static func number(_ text: String, _ choices: [Field.Choice]) -> Value? {
    let key = ReedTable.key(text)
    return choices.first { ReedTable.key($0.label) == key }.map { .int($0.number) }
  }

  /// The tool with a name, created if missing; `nil` if there are several.
  mutating func tool(_ sort: ReedTool.Sort, _ name: String) -> RowID? {
    if let bits = Bits128(hex: name) { return RowID(bits) }
    let number = Int64(sort.rawValue)
    if let id = names.row(.reedTool, name, sort: number) { return id }
    if names.isUnclear(.reedTool, name, sort: number) { return nil }
    let key = Array("\(sort.rawValue) ".utf8) + Fold.bytes(of: name)
    let tool = ReedTool(RowID(of: key, in: "woodshed reed tool"), sort, named: name)
    add(tool.edits(from: nil), tool.id, .reedTool)
    names.add(tool.id, .reedTool, name, number)
    return tool.id
  }

  /// The row of a member, by name or id; boxes, batches and models are created if missing.
  mutating func row(_ member: String, _ name: String) -> RowID? {
    if let bits = Bits128(hex: name) { return RowID(bits) }
    if let id = names.row(of: member, name) { return id }
    switch member {
    case "box": return box(name)
    case "batch":
      guard let number = try? Decimal(parsing: name, places: 0),
        (1...999_999).contains(number.units)
      else { return nil }
      let batch = ReedBatch(
        RowID(of: Array("\(number.units)".utf8), in: "woodshed reed batch"),
        number: Int(number.units), day: 0)
      add(batch.edits(from: nil), batch.id, .reedBatch)
      names.add(batch.id, .reedBatch, "\(number.units)", 0)
      return batch.id
    case "model": return tool(.stapleModel, name)
    default: return nil
    }
  }

  /// The box with a name, created if missing; `nil` if there are several.
  mutating func box(_ name: String) -> RowID? {
    if let id = names.row(.reedBox, name) { return id }
    guard !names.isUnclear(.reedBox, name) else { return nil }
    let box = ReedBox(
      RowID(of: Fold.bytes(of: name), in: "woodshed reed box"), named: name,
      after: rows.alive(.reedBox).map { ReedBox($0) })
    add(box.edits(from: nil), box.id, .reedBox)
    names.add(box.id, .reedBox, name, 0)
    return box.id
  }

  private mutating func add(_ edits: [Edit], _ id: RowID, _ kind: KindID) {
    // Imported before, and renamed since.
    if rows[id]?.life == .alive { return }
    var entry = ReedContents.Entry(
      row: id, kind: kind, isNamed: false, place: TextPlace(line: 1, column: 1))
    for edit in edits where edit.field != .life {
      entry.cells.append(.init(field: edit.field, value: edit.value))
    }
    entries.append(entry)
  }
}

/// Days as spreadsheets write them.
enum LooseDay {
  /// Reads `2026-11-20`, `2026/11/20`, `20.11.2026`, `20/11/2026` if only one reading is possible, and moments.
  static func day(of text: String) -> Int64? {
    if let day = DayText.day(of: text) { return day }
    if let moment = FileMoment.read(text) {
      return JournalDay.day(of: moment.milliseconds, zoneMinutes: Int(moment.zoneMinutes))
    }
    var bytes = Array(text.utf8)
    if let blank = bytes.firstIndex(of: 0x20), bytes[(blank + 1)...].contains(0x3A) {
      bytes.removeSubrange(blank...)
    }
    let parts = bytes.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "-")
    }
    guard parts.count == 3 else { return nil }
    var numbers: [Int64] = []
    for part in parts {
      guard (1...4).contains(part.count), part.allSatisfy({ 0x30...0x39 ~= $0 }),
        let number = Int64(String(decoding: Array(part), as: UTF8.self))
      else { return nil }
      numbers.append(number)
    }
    if parts[0].count == 4 { return civil(numbers[0], numbers[1], numbers[2]) }
    guard parts[2].count == 4 else { return nil }
    let (one, other, year) = (numbers[0], numbers[1], numbers[2])
    if bytes.contains(UInt8(ascii: ".")) { return civil(year, other, one) }
    if one > 12 { return civil(year, other, one) }
    if other > 12 || one == other { return civil(year, one, other) }
    // The month is ambiguous.
    return nil
  }

  private static func civil(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    DayText.day(of: "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))")
  }

  private static func padded(_ number: Int64, _ digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
  }
}
