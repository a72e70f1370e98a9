import Ledger

/// Reeds and all that belongs to them as one JSON document for any program: see `Docs/reeds.schema.json`.
///
/// Importing an export into an empty space and exporting again gives the same bytes, except for the time.
public enum ReedFile {
  /// The value of the member `format`.
  public static let format = "double-reed-log"
  public static let version: Int64 = 1

  /// The file of all reeds of a space.
  ///
  /// - Parameter moment: when it is written: an import does not overwrite later changes.
  public static func export(_ rows: ReedRows, at moment: Moment) -> [UInt8] {
    var writer = Writing(rows)
    return writer.document(at: moment)
  }
}

/// Writes a file.
private struct Writing {
  private let rows: ReedRows
  private let alive: [KindID: [Row]]
  private let entities: [ReedEntity]
  private var children: [KindID: [RowID: [Row]]] = [:]
  private var out = ReedWriter()
  private var slots: [KindID: Slots] = [:]
  /// The fields that have a value somewhere: built-in ones by the place of their kind and their last byte.
  private var isUsed: [[Bool]] = []
  private var ownUsed: Set<FieldID> = []

  init(_ rows: ReedRows) {
    self.rows = rows
    alive = rows.aliveByKind()
    entities = ReedEntity.all(rows.fields)
    for entity in entities {
      add(entity)
      for nested in entity.nested {
        add(nested)
        guard let parent = nested.parent?.field else { continue }
        var found: [RowID: [Row]] = [:]
        for row in alive[nested.kind] ?? [] {
          if let id = row.link(parent) { found[id, default: []].append(row) }
        }
        children[nested.kind] = found
      }
    }
  }

  private mutating func add(_ entity: ReedEntity) {
    slots[entity.kind] = Slots(entity, place: isUsed.count)
    isUsed.append([Bool](repeating: false, count: 256))
  }

  /// Where the members of a kind are, by the last byte of their fields' numbers.
  private struct Slots {
    let place: Int
    private var members = [ReedEntity.Member?](repeating: nil, count: 256)
    private var own: [ReedEntity.Member] = []
    private let kind: UInt64

    init(_ entity: ReedEntity, place: Int) {
      (self.place, kind) = (place, entity.kind.number)
      for member in entity.members + entity.values {
        if member.field.number >> 8 == kind {
          members[Int(member.field.number & 0xFF)] = member
        } else {
          own.append(member)
        }
      }
    }

    subscript(field: FieldID) -> ReedEntity.Member? {
      if field.number >> 8 == kind { return members[Int(field.number & 0xFF)] }
      return own.first { $0.field == field }
    }
  }

  private mutating func use(_ field: FieldID, _ slots: Slots, _ kind: KindID) {
    if field.number >> 8 == kind.number {
      isUsed[slots.place][Int(field.number & 0xFF)] = true
    } else {
      ownUsed.insert(field)
    }
  }

  private func isUsed(_ field: FieldID, _ kind: KindID) -> Bool {
    guard field.number >> 8 == kind.number, let slots = slots[kind] else {
      return ownUsed.contains(field)
    }
    return isUsed[slots.place][Int(field.number & 0xFF)]
  }

  mutating func document(at moment: Moment) -> [UInt8] {
    out.reserve(rows.byID.count * 256)
    for entity in entities where entity.kind != .reedFileMember {
      list(entity, (alive[entity.kind] ?? []).filter { isOurs($0) }, standAlone: false)
    }
    for entity in entities {
      // Rows whose parent is missing are in a list of their own.
      for nested in entity.nested where nested.table != nil {
        let strays = (alive[nested.kind] ?? []).filter { row in
          nested.parent.flatMap { row.link($0.field) }.map { rows[$0] == nil } ?? true
        }
        if !strays.isEmpty { list(nested, strays, standAlone: true) }
      }
    }
    for row in alive[.reedFileMember] ?? [] {
      let member = ReedFileMember(row)
      guard let content = try? JSON(parsing: Array(member.content.utf8)[...]) else { continue }
      out.name(member.name)
      out.raw(content.bytes)
      out.byte(0x0A)
    }
    var head = ReedWriter()
    head.reserve(out.bytes.count + 40_000)
    head.raw("{")
    head.name("format")
    head.string(ReedFile.format)
    head.name("version")
    head.int(ReedFile.version)
    head.name("exported")
    head.moment(moment.milliseconds, moment.zoneMinutes)
    head.name("scope")
    head.string("backup")
    head.raw("\n")
    describeFields(&head)
    head.raw(",")
    head.raw(out.bytes)
    head.raw("}\n")
    return head.bytes
  }

  /// Whether a row belongs in the file: not all custom fields are about reeds.
  private func isOurs(_ row: Row) -> Bool {
    switch row.kind {
    case .field:
      let own = OwnField(row)
      return ReedEntity.kinds.contains { $0.number == own.kind }
    case .choice:
      guard let id = OwnChoice(row).field, let field = rows[id], field.kind == .field,
        field.life == .alive
      else { return false }
      return isOurs(field)
    default: return true
    }
  }

  // MARK: - Rows

  private mutating func list(_ entity: ReedEntity, _ rows: [Row], standAlone: Bool) {
    out.name(entity.list)
    out.byte(UInt8(ascii: "["))
    for row in rows {
      out.raw(out.bytes.last == UInt8(ascii: "[") ? "\n" : ",\n")
      write(row, entity, standsAlone: standAlone)
    }
    out.raw("]\n")
  }

  private mutating func write(_ row: Row, _ entity: ReedEntity, standsAlone: Bool) {
    guard let slots = slots[entity.kind] else { return }
    let unknown = row.unknownMembers
    var (others, isOpen): ([Cell], Bool) = ([], false)
    out.raw("{\"id\":")
    out.row(row.id)
    if standsAlone, let parent = entity.parent, let id = row.link(parent.field) {
      out.name(parent.name)
      out.row(id)
    }
    let implied = impliedDay(row, entity)
    if let dated = entity.dated, row.value(dated.day) == .null, row.value(dated.at) != .null {
      // Otherwise a reader would take the day from the moment.
      out.raw(",\"day\":null")
    }
    for cell in row.cells {
      if cell.field == .life || cell.field == .unknownMembers || cell.value == .null { continue }
      if cell.field == entity.parent?.field || cell.field == implied { continue }
      guard let member = slots[cell.field], member.holds(cell.value) else {
        others.append(cell)
        continue
      }
      if member.measure != nil {
        if !isOpen {
          out.raw(",\"values\":{")
          isOpen = true
        }
        use(cell.field, slots, entity.kind)
      }
      out.quotedName(member.quoted)
      out.value(cell.value, member.content)
    }
    let more = unknown.first { $0.name.hasSameBytes(as: "values") }
    if !isOpen, more != nil { out.raw(",\"values\":{") }
    if case .object(let members)? = more?.value {
      for member in members where !holds(row, member.name, entity.values) {
        out.name(member.name)
        out.raw(member.value.bytes)
      }
    }
    if isOpen || more != nil { out.raw("}") }
    if !others.isEmpty {
      out.raw(",\"cells\":{")
      for cell in others {
        out.name(String(cell.field.number))
        out.raw(cell.value.json)
      }
      out.raw("}")
    }
    for nested in entity.nested {
      guard let rows = children[nested.kind]?[row.id], !rows.isEmpty else { continue }
      out.name(nested.list)
      out.byte(UInt8(ascii: "["))
      for child in rows {
        out.separate()
        write(child, nested, standsAlone: false)
      }
      out.byte(UInt8(ascii: "]"))
    }
    for member in unknown where !member.name.hasSameBytes(as: "values") {
      // What was unknown then may have a field now.
      guard !holds(row, member.name, entity.members) else { continue }
      out.name(member.name)
      out.raw(member.value.bytes)
    }
    out.raw("}")
  }

  private func holds(_ row: Row, _ name: String, _ members: [ReedEntity.Member]) -> Bool {
    guard let member = members.first(where: { $0.name.hasSameBytes(as: name) }) else {
      return false
    }
    let value = row.value(member.field)
    return value != .null && member.holds(value)
  }

  /// The day of a row, if its moment implies it.
  private func impliedDay(_ row: Row, _ entity: ReedEntity) -> FieldID? {
    guard let dated = entity.dated, case .day(let day) = row.value(dated.day),
      case .instant(let at, let zone) = row.value(dated.at), FileMoment.isWritable(at, zone),
      JournalDay.day(of: at, zoneMinutes: Int(zone)) == day
    else { return nil }
    return dated.day
  }

  // MARK: - Field descriptions

  /// Describes the values of the file, for other programs.
  private func describeFields(_ head: inout ReedWriter) {
    head.name("fields")
    head.raw("[")
    for (name, kind, list) in rows.fields.named {
      for field in list.all.sorted(by: { $0.id < $1.id })
      where isUsed(field.id, kind) {
        head.raw(head.bytes.last == UInt8(ascii: "[") ? "\n" : ",\n")
        head.describe(field, of: name)
      }
    }
    head.raw("]\n")
  }
}

extension Row {
  /// Members from a file that have no field.
  var unknownMembers: [JSON.Member] {
    guard case .text(let text) = value(.unknownMembers),
      case .object(let members)? = try? JSON(parsing: Array(text.utf8)[...])
    else { return [] }
    return members
  }
}

extension ReedEntity.Member {
  /// Whether a value survives writing and reading.
  func holds(_ value: Value) -> Bool {
    guard format.accepts(value) else { return false }
    switch (content, value) {
    case (.text, .text), (.flag, .bool), (.whole, .int), (.row, .row), (.tool, .row),
      (.blob, .blob), (.shifted, .int), (.named, .int), (.colour, .int):
      return true
    case (.decimal(let places), .decimal(_, let given)): return places == given
    case (.day, .day(let day)): return DayText.text(of: day) != nil
    case (.moment, .instant(let at, let zone)): return FileMoment.isWritable(at, zone)
    default: return false
    }
  }
}

extension ReedWriter {
  mutating func value(_ value: Value, _ content: ReedEntity.Member.Content) {
    switch (content, value) {
    case (.colour, .int(let colour)): string(ThreadColour.hex(colour))
    case (.shifted(let by), .int(let number)): int(number + by)
    case (.named(let choices), .int(let number)):
      guard let name = choices.onlyName(of: number) else { return int(number) }
      string(name)
    case (_, .text(let text)): string(text)
    case (_, .bool(let isOn)): raw(isOn ? "true" : "false")
    case (_, .int(let number)): int(number)
    case (_, .decimal(let units, let places)): decimal(units, places)
    case (_, .day(let day)): self.day(day)
    case (_, .instant(let at, let zone)): moment(at, zone)
    case (.tool, .row(let id)):
      raw("{\"ref\":")
      row(id)
      raw("}")
    case (_, .row(let id)): row(id)
    case (_, .blob(let blob)):
      raw("{\"sha256\":")
      string(Hex.text(of: blob.sha256))
      raw(",\"size\":")
      int(Int64(clamping: blob.byteCount))
      raw(",\"type\":")
      string(blob.mimeType)
      raw("}")
    default: raw("null")
    }
  }

  fileprivate mutating func describe(_ field: ReedField, of kind: String) {
    raw("{")
    name("id")
    string(field.name)
    name("of")
    string(kind)
    name("label")
    string(field.label)
    name("type")
    string(field.typeName.type)
    if let format = field.typeName.format {
      name("format")
      string(format)
    }
    let places = field.content.places
    switch field.content {
    case .number(_, let step, let unit):
      if !unit.utf8.isEmpty {
        name("unit")
        string(unit)
      }
      name("step")
      decimal(step, places)
    case .pitch:
      name("unit")
      string("cents")
    case .choice(let choices):
      name("enum")
      raw("[")
      for choice in choices {
        separate()
        string(choice.label)
      }
      raw("]")
    case .tool(let sort):
      name("kind")
      string(sort.name)
    default: break
    }
    var range = field.usual
    if case .scale(let scale, _, _, _) = field.content { range = scale }
    if let range {
      name("minimum")
      decimal(range.lowerBound, places)
      name("maximum")
      decimal(range.upperBound, places)
    }
    if case .scale(_, let low, let middle, let high) = field.content {
      for (end, word) in [("low", low), ("middle", middle), ("high", high)]
      where !word.utf8.isEmpty {
        name(end)
        string(word)
      }
    }
    if field.direction != .neutral {
      name("direction")
      string(field.direction == .higher ? "higher" : "target")
    }
    name("group")
    string(field.group.name)
    if field.stages != 0 {
      name("stages")
      raw("[")
      for stage in ReedStage.allCases where field.isAsked(in: stage) {
        separate()
        string(stage.name)
      }
      raw("]")
    }
    name("archived")
    raw(field.isHidden ? "true" : "false")
    raw("}")
  }
}

extension [Field.Choice] {
  /// The name of a number, if no other number has the same.
  func onlyName(of number: Int64) -> String? {
    guard let name = first(where: { $0.number == number })?.label, !name.utf8.isEmpty else {
      return nil
    }
    return contains { $0.number != number && $0.label.hasSameBytes(as: name) } ? nil : name
  }
}

extension ReedField {
  /// The type in Frictionless Table Schema, and a format that it lacks.
  fileprivate var typeName: (type: String, format: String?) {
    switch content {
    case .text: ("string", nil)
    case .flag: ("boolean", nil)
    case .day: ("date", nil)
    case .number(let places, _, _): (places == 0 ? "integer" : "number", nil)
    case .choice: ("string", "choice")
    case .scale: ("integer", "scale")
    case .pitch: ("number", "pitch")
    case .colour: ("string", "colour")
    case .tool: ("object", "tool")
    }
  }
}

extension ReedField.Group {
  /// Its name in exports.
  var name: String {
    switch self {
    case .cane: "cane"
    case .gouge: "gouge"
    case .shape: "shape"
    case .tying: "tying"
    case .scrape: "scrape"
    case .bassoon: "bassoon"
    case .single: "single"
    case .outcome: "outcome"
    case .tests: "tests"
    case .quality: "quality"
    case .conditions: "conditions"
    case .verdict: "verdict"
    case .own: "own"
    }
  }
}
