import Ledger

extension ReedFile {
  /// Reads a whole file, or throws where it is not one.
  ///
  /// - Parameter rows: the space to import into, for its custom fields.
  public static func read(_ bytes: [UInt8], _ rows: ReedRows) throws(ReedProblem) -> ReedContents {
    var reading = Reading(bytes, rows)
    do throws(JSONFault) {
      try reading.document()
    } catch {
      throw error.problem(in: bytes)
    }
    if let problem = reading.refusal { throw problem }
    return reading.contents
  }

  /// Whether a text looks like such a file.
  public static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(200).split(separator: UInt8(ascii: "\"")).contains { $0.reads(format) }
  }
}

/// The reading of a file.
private struct Reading {
  private var cursor: JSONCursor
  private let rows: ReedRows
  private var entities: [ReedEntity]
  /// The fields whose values are in inches in the file.
  private var inches: [FieldID] = []
  /// Fields of another program that are custom fields here.
  private var foreign: [Foreign] = []
  private(set) var contents = ReedContents()
  private(set) var refusal: ReedProblem?

  /// A field that the file describes and that is a custom field here.
  private struct Foreign {
    let kind: KindID
    /// Its name in the file.
    let name: String
    let field: FieldID
    /// Its choices as the file names them; here they may have other names.
    let choices: [Field.Choice]
    /// The field in the file's unit, if it has another one here.
    let there: ReedField?
  }

  init(_ bytes: [UInt8], _ rows: ReedRows) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    cursor = JSONCursor(bytes, start..<bytes.count)
    self.rows = rows
    entities = ReedEntity.all(rows.fields)
    contents.fields = rows.fields
  }

  private var finder = PlaceFinder()

  private mutating func place(_ offset: Int) -> TextPlace {
    finder.place(of: offset, in: cursor.bytes)
  }

  private mutating func refuse(_ words: String, _ offset: Int) {
    if refusal == nil { refusal = ReedProblem(place(offset), words) }
  }

  // MARK: - The document

  mutating func document() throws(JSONFault) {
    let parts = try cursor.document("this is not a reed file")
    func range(_ name: String) -> Range<Int>? {
      parts.first { $0.name.hasSameBytes(as: name) }?.range
    }
    try checkHead(range("format"), range("version"), range("exported"))
    try checkScope(range("scope"))
    if refusal != nil { return }
    try takeOwnFields(range("own_fields"), range("own_choices"))
    if let fields = range("fields") { try takeFields(fields) }
    for (name, range) in parts {
      if ["format", "version", "exported", "scope", "fields"].contains(where: name.hasSameBytes) {
        continue
      }
      let lists = entities + entities.flatMap { $0.nested.filter { $0.table != nil } }
      if let entity = lists.first(where: { $0.list.hasSameBytes(as: name) }) {
        if entity.kind != .field && entity.kind != .choice { try list(entity, range, in: nil) }
      } else {
        try keep(name, range)
      }
    }
  }

  /// Refuses what was made for a study: its names and days mean nothing here.
  private mutating func checkScope(_ scope: Range<Int>?) throws(JSONFault) {
    guard let scope else { return }
    var part = JSONCursor(cursor.bytes, scope)
    guard let text = try part.text() else { return }
    for other in StudyScope.all where text.hasSameBytes(as: other) {
      refuse(
        "This file was made for a study. It has no names and dates, so it cannot be imported.",
        scope.lowerBound)
    }
  }

  private mutating func checkHead(
    _ format: Range<Int>?, _ version: Range<Int>?, _ exported: Range<Int>?
  ) throws(JSONFault) {
    var part = JSONCursor(cursor.bytes, format)
    guard format != nil, try part.text()?.hasSameBytes(as: ReedFile.format) == true else {
      return refuse(
        "This is not a reed file: its format should be “\(ReedFile.format)”.",
        format?.lowerBound ?? 0)
    }
    part = JSONCursor(cursor.bytes, version)
    guard let version, let number = try part.digits(),
      let (units, places) = JSONCursor.number(number),
      places == 0, units >= 1
    else { return refuse("The file has no version.", version?.lowerBound ?? 0) }
    guard units == ReedFile.version else {
      return refuse(
        "A later version of Woodshed wrote this file. Update and try again.", version.lowerBound)
    }
    guard let exported else { return }
    part = JSONCursor(cursor.bytes, exported)
    if let text = try part.text(), let moment = FileMoment.read(text) {
      contents.exported = moment.milliseconds
    } else {
      contents.note(
        "The export time cannot be read, so every value counts as new.",
        at: place(exported.lowerBound))
    }
  }

  /// An unknown member of the document is kept as it is.
  private mutating func keep(_ name: String, _ range: Range<Int>) throws(JSONFault) {
    var part = JSONCursor(cursor.bytes, range)
    let content = try part.value().bytes
    var entry = ReedContents.Entry(
      row: ReedFileMember(named: name).id, kind: .reedFileMember, place: place(range.lowerBound))
    guard content.count <= 60_000, name.utf8.count <= 400 else {
      contents.note(
        "“\(name)” is unknown to this version and too large to keep, so it is left out.",
        at: entry.place)
      return
    }
    entry.cells = [
      .init(field: ReedFileMember.field(1), value: .text(name)),
      .init(
        field: ReedFileMember.field(2), value: .text(String(decoding: content, as: UTF8.self))),
    ]
    contents.entries.append(entry)
    contents.note(
      "“\(name)” is unknown to this version. It is kept and exported again.", at: entry.place)
  }

  // MARK: - Fields

  private mutating func takeOwnFields(
    _ fields: Range<Int>?, _ choices: Range<Int>?
  ) throws(JSONFault) {
    for (kind, range) in [(KindID.field, fields), (.choice, choices)] {
      guard let range, let entity = entities.first(where: { $0.kind == kind }) else { continue }
      try list(entity, range, in: nil)
    }
    adoptFields()
  }

  /// Adds the fields of the file to those of the space.
  private mutating func adoptFields() {
    var all = rows.byID.values.filter { $0.kind == .field || $0.kind == .choice }
    for entry in contents.entries where rows[entry.row] == nil {
      let stamp = Stamp(.zero, DeviceID(0))
      all.append(
        Row(
          id: entry.row, kind: entry.kind,
          cells: entry.cells.map { Cell(field: $0.field, stamp: stamp, value: $0.value) }))
    }
    contents.fields = ReedFieldLists(all)
    entities = ReedEntity.all(contents.fields)
  }

  /// Reads the field descriptions: an unknown field becomes a custom field.
  private mutating func takeFields(_ range: Range<Int>) throws(JSONFault) {
    var part = JSONCursor(cursor.bytes, range)
    guard try part.enterArray() else { return }
    let before = contents.entries.count
    repeat {
      let start = part.position
      let json = try part.value()
      guard let name = json["id"]?.string, !name.utf8.isEmpty else {
        contents.note("This field has no id, so it is left out.", at: place(start))
        continue
      }
      let of = json["of"]?.string
      for (kindName, kind, list) in contents.fields.named
      where of.map(kindName.hasSameBytes) ?? (kind == .reed || kind == .reedTest) {
        if let field = list.named(name) {
          if field.content.isLength, json["unit"]?.string?.hasSameBytes(as: "in") == true {
            inches.append(field.id)
          }
        } else if of != nil || kind == .reed {
          guard of != nil || contents.fields.test.named(name) == nil else { continue }
          makeField(name, kind, json, in: list, at: place(start))
        }
      }
    } while try part.hasAnother(before: UInt8(ascii: "]"))
    if contents.entries.count > before { adoptFields() }
  }

  /// A field that was imported before stays as it is here, and only gets the choices that it lacks.
  private mutating func makeField(
    _ name: String, _ kind: KindID, _ json: JSON, in list: ReedFieldList, at place: TextPlace
  ) {
    var own = OwnField(
      blank: RowID(of: Array("\(kind.number) \(name)".utf8), in: "woodshed reed field"))
    own.kind = Int64(kind.number)
    own.label = json["label"]?.string ?? name
    let labels = own.take(json)
    let id = FieldID(definedBy: own.id)
    var listed: [Field.Choice] = []
    var hasChoices = own.format == .choice
    var there = list[id]
    if let here = there {
      hasChoices = false
      switch here.content {
      case .choice(let choices): (hasChoices, listed) = (true, choices)
      case .number where here.content.isLength && own.unit.hasSameBytes(as: "in"):
        inches.append(id)
        there = nil
      case .number(let places, let step, _):
        there?.content = .number(places: places, step: step, unit: own.unit)
      default: break
      }
    } else {
      add(own, at: place)
    }
    var choices: [Field.Choice] = []
    for (offset, label) in labels.enumerated() where hasChoices {
      // By its label, as a later file may list other choices before it.
      var choice = OwnChoice(
        blank: RowID(of: own.id.bits.bytes + Array(label.utf8), in: "woodshed reed choice"))
      choice.number = Int64(choice.id.bits.low & 0xFFFF_FFFF_FFFF)
      if !listed.contains(where: { $0.number == choice.number }) {
        if let number = listed.number(named: label) {
          choice.number = number
        } else {
          (choice.field, choice.label, choice.order) = (own.id, label, Int64(offset + 1))
          add(choice, at: place)
        }
      }
      choices.append(Field.Choice(choice.number, label))
    }
    foreign.append(Foreign(kind: kind, name: name, field: id, choices: choices, there: there))
  }

  private mutating func add<Record: RowRecord>(_ record: Record, at place: TextPlace) {
    var entry = ReedContents.Entry(row: record.id, kind: Record.kind, place: place)
    for edit in record.edits(from: nil) {
      entry.cells.append(.init(field: edit.field, value: edit.value))
    }
    contents.entries.append(entry)
  }

  // MARK: - Rows

  /// Reads a list of rows, which may be nested in another.
  private mutating func list(
    _ entity: ReedEntity, _ range: Range<Int>, in parent: RowID?
  ) throws(JSONFault) {
    var part = JSONCursor(cursor.bytes, range)
    guard part.next == UInt8(ascii: "[") else {
      return refuse("“\(entity.list)” should be a list in brackets.", range.lowerBound)
    }
    guard try part.enterArray() else { return }
    repeat {
      guard part.next == UInt8(ascii: "{") else {
        return refuse("This should be an object in braces.", part.position)
      }
      try row(entity, &part, in: parent)
      if refusal != nil { return }
    } while try part.hasAnother(before: UInt8(ascii: "]"))
  }

  private mutating func row(
    _ entity: ReedEntity, _ part: inout JSONCursor, in parent: RowID?
  ) throws(JSONFault) {
    let start = part.position
    var entry = ReedContents.Entry(
      row: RowID(Bits128(high: 0, low: 0)), kind: entity.kind, isNamed: false, place: place(start))
    var nested: [(entity: ReedEntity, range: Range<Int>)] = []
    var (hasDay, next) = (false, 0)
    guard try part.enterObject() else {
      contents.note("This is empty, so it is left out.", at: entry.place)
      return
    }
    repeat {
      let name = try part.name()
      _ = part.next
      let offset = part.position
      if name.reads("id") {
        guard let id = try id(&part, entity.list) else {
          return refuse("An id must be a text or a number.", offset)
        }
        (entry.row, entry.isNamed) = (id, true)
      } else if name.reads("values"), !entity.values.isEmpty {
        try values(entity, &part, &entry)
      } else if name.reads("cells") {
        try cells(&part, &entry)
      } else if let entity = entity.nested.first(where: { name.reads($0.list) }) {
        nested.append((entity, try part.skip()))
      } else if let member = Self.member(name, entity.members, &next) {
        if member.field == entity.dated?.day { hasDay = true }
        try value(member, &part, &entry, unknownAs: nil)
      } else if let parentField = entity.parent, parent == nil, name.reads(parentField.name) {
        if let id = try id(&part, Self.list(named: parentField.name)) {
          entry.cells.append(.init(field: parentField.field, value: .row(id)))
        }
      } else {
        let text = String(decoding: name, as: UTF8.self)
        entry.unknown.append(JSON.Member(text, try part.value()))
      }
    } while try part.hasAnother(before: UInt8(ascii: "}"))
    if !entry.isNamed {
      let key = (parent?.bits.bytes ?? []) + cursor.bytes[start..<part.position]
      entry.row = RowID(of: key, in: "woodshed reed file")
    }
    if let parent, let field = entity.parent?.field {
      entry.cells.append(.init(field: field, value: .row(parent)))
    }
    if let dated = entity.dated, !hasDay, !entry.cells.contains(where: { $0.field == dated.day }) {
      for said in entry.cells where said.field == dated.at {
        guard case .instant(let at, let zone) = said.value else { continue }
        entry.cells.append(
          .init(
            field: dated.day, value: .day(JournalDay.day(of: at, zoneMinutes: Int(zone))),
            at: said.at))
      }
    }
    contents.entries.append(entry)
    for (child, range) in nested { try list(child, range, in: entry.row) }
  }

  /// The member with a name: usually the one after the last.
  private static func member(
    _ name: ArraySlice<UInt8>, _ members: [ReedEntity.Member], _ next: inout Int
  ) -> ReedEntity.Member? {
    for step in members.indices {
      let place = (next + step) % members.count
      if name.reads(members[place].name) {
        next = place + 1
        return members[place]
      }
    }
    return nil
  }

  /// The row of an id; from other programs, any text may be one.
  private func id(_ part: inout JSONCursor, _ list: String) throws(JSONFault) -> RowID? {
    let text: String
    if let read = try part.text() {
      text = read
    } else if let digits = try part.digits() {
      text = String(decoding: digits, as: UTF8.self)
    } else {
      return nil
    }
    return RowID(fileName: text, in: list)
  }

  /// The list whose rows a member links to.
  private static func list(named member: String) -> String {
    switch member {
    case "batch": "batches"
    case "box": "boxes"
    case "cane": "cane"
    case "previous", "reed": "reeds"
    case "tool", "model": "tools"
    case "before", "after": "snapshots"
    case "take": "media"
    case "field": "own_fields"
    default: member
    }
  }

  private mutating func values(
    _ entity: ReedEntity, _ part: inout JSONCursor, _ entry: inout ReedContents.Entry
  ) throws(JSONFault) {
    guard part.next == UInt8(ascii: "{") else {
      return refuse("“values” should be an object in braces.", part.position)
    }
    guard try part.enterObject() else { return }
    var next = 0
    repeat {
      let name = try part.name()
      _ = part.next
      if let member = Self.member(name, entity.values, &next) {
        try value(member, &part, &entry, unknownAs: "values")
        continue
      }
      let made = foreign.first { $0.kind == entity.kind && name.reads($0.name) }
      if let made, let member = entity.values.first(where: { $0.field == made.field }) {
        try value(
          member.naming(made.choices), &part, &entry, unknownAs: "values", from: made.there)
        continue
      }
      let text = String(decoding: name, as: UTF8.self)
      contents.note(
        "“\(text)” is an unknown field. It is kept.", at: place(part.position))
      entry.unknown.add(JSON.Member(text, try part.value()), in: "values")
    } while try part.hasAnother(before: UInt8(ascii: "}"))
  }

  /// Values by the numbers of their fields, as in a file of rows.
  private mutating func cells(
    _ part: inout JSONCursor, _ entry: inout ReedContents.Entry
  ) throws(JSONFault) {
    guard part.next == UInt8(ascii: "{") else {
      return refuse("“cells” should be an object in braces.", part.position)
    }
    guard try part.enterObject() else { return }
    repeat {
      let start = part.position
      let name = try part.name()
      let json = try part.value()
      guard let cell = JSONCursor.cell(name, json) else {
        contents.note("This value cannot be read, so it is left out.", at: place(start))
        continue
      }
      entry.cells.append(.init(field: cell.field, value: cell.value))
    } while try part.hasAnother(before: UInt8(ascii: "}"))
  }

  // MARK: - Values

  private mutating func value(
    _ member: ReedEntity.Member, _ part: inout JSONCursor, _ entry: inout ReedContents.Entry,
    unknownAs group: String?, from there: ReedField? = nil
  ) throws(JSONFault) {
    let start = part.position
    let range = try part.skip()
    var inner = JSONCursor(cursor.bytes, range)
    // Null counts as missing.
    if inner.next == UInt8(ascii: "n") { return }
    var said = Said()
    // A text has its own unit, or the one here.
    let isNumber = inner.next != UInt8(ascii: "\"")
    try read(member, &inner, &said)
    if isNumber, let there, let value = said.value {
      said.value = member.measure?.value(value, from: there)
    }
    if let value = said.value, member.format.accepts(value) {
      entry.cells.append(.init(field: member.field, value: value, at: said.at))
      if !said.rest.isEmpty {
        entry.unknown.add(JSON.Member(member.name, .object(said.rest)), in: "about")
      }
      return
    }
    inner = JSONCursor(cursor.bytes, range)
    let json = try inner.value()
    contents.note(
      "“\(member.name)” cannot be read: \(member.wish) It is kept unchanged.", at: place(start))
    if let group {
      entry.unknown.add(JSON.Member(member.name, json), in: group)
    } else {
      entry.unknown.append(JSON.Member(member.name, json))
    }
  }

  private struct Said {
    var value: Value?
    var at: Int64?
    var rest: [JSON.Member] = []
  }

  private func read(
    _ member: ReedEntity.Member, _ part: inout JSONCursor, _ said: inout Said
  ) throws(JSONFault) {
    switch member.content {
    case .blob:
      said.value = try blob(&part)
      return
    case _ where part.next == UInt8(ascii: "{"):
      guard try part.enterObject() else { return }
      repeat {
        let name = try part.name()
        if name.reads("v") || name.reads("ref") {
          said.value = try plain(member, &part, isReference: name.reads("ref"))
        } else if name.reads("at"), part.next == UInt8(ascii: "\"") {
          said.at = FileMoment.read(try part.text() ?? "")?.milliseconds
        } else {
          said.rest.append(
            JSON.Member(String(decoding: name, as: UTF8.self), try part.value()))
        }
      } while try part.hasAnother(before: UInt8(ascii: "}"))
    default: said.value = try plain(member, &part)
    }
  }

  private func plain(
    _ member: ReedEntity.Member, _ part: inout JSONCursor, isReference: Bool = false
  ) throws(JSONFault) -> Value? {
    if part.next == UInt8(ascii: "\"") {
      switch member.content {
      case .text, .day, .moment, .colour, .named, .row: break
      case .tool:
        // A plain name could be anything.
        guard let text = try part.text(), isReference || Bits128(hex: text) != nil else {
          return nil
        }
        return RowID(fileName: text, in: "tools").map { .row($0) }
      default:
        // A number in quotes, or with its unit, as a person would type it.
        guard let text = try part.text(), let field = member.measure else { return nil }
        return try? field.value(of: text, in: inches.contains(field.id) ? .inches : .millimetres)
      }
    } else if inches.contains(member.field), let field = member.measure,
      let digits = try part.digits()
    {
      return try? field.value(of: String(decoding: digits, as: UTF8.self), in: .inches)
    }
    return try part.value(of: member, idsIn: Self.list(named: member.name))
  }

  private func blob(_ part: inout JSONCursor) throws(JSONFault) -> Value? {
    let json = try part.value()
    guard let name = json["sha256"]?.string.flatMap({ Hex.bytes(Array($0.utf8)) }),
      let size = json["size"]?.int, size >= 0, let type = json["type"]?.string,
      let blob = BlobReference(sha256: name, byteCount: UInt64(size), mimeType: type)
    else { return nil }
    return .blob(blob)
  }
}

extension RowID {
  /// The row of an id in a file: 32 digits, with or without dashes; any other text gives the same row each time.
  init?(fileName text: String, in list: String) {
    if text.utf8.isEmpty { return nil }
    if let bits = Bits128(hex: text) {
      self.init(bits)
      return
    }
    let digits = text.utf8.count == 36 ? text.utf8.filter { $0 != 0x2D } : []
    let plain = String(decoding: digits, as: UTF8.self).inLowerCase
    if let bits = Bits128(hex: plain) {
      self.init(bits)
      return
    }
    self.init(of: Array("\(list)/\(text)".utf8), in: "woodshed reed file id")
  }
}

extension [Field.Choice] {
  /// The number of a name, ignoring case and accents.
  func number(named text: String) -> Int64? {
    if let choice = first(where: { $0.label.hasSameBytes(as: text) }) { return choice.number }
    let folded = Fold.bytes(of: text)
    return first { Fold.bytes(of: $0.label) == folded }?.number
  }
}

extension [JSON.Member] {
  /// Adds a member to the object with a name, which is created if missing.
  mutating func add(_ member: JSON.Member, in group: String) {
    guard let place = firstIndex(where: { $0.name.hasSameBytes(as: group) }),
      case .object(let members) = self[place].value
    else {
      append(JSON.Member(group, .object([member])))
      return
    }
    let others = members.filter { !$0.name.hasSameBytes(as: member.name) }
    self[place] = JSON.Member(group, .object(others + [member]))
  }
}

extension ReedEntity.Member {
  /// What would be valid, as a sentence.
  var wish: String {
    if let measure, case .scale(let range, _, _, _) = measure.content {
      return "it takes a whole number from \(range.lowerBound) to \(range.upperBound)."
    }
    return switch content {
    case .text: "it takes a text that is not too long."
    case .flag: "it takes true or false."
    case .whole, .shifted: "it takes a whole number that is not too large."
    case .decimal(let places):
      "it takes a number with at most \(DayWords.count(Int(places), "decimal", "decimals"))."
    case .day: "it takes a date, such as 2026-11-20."
    case .moment: "it takes a time, such as 2026-11-20T14:31:00Z."
    case .row, .tool: "it takes the id of an item."
    case .blob: "it takes the name, size and type of a file."
    case .colour: "it takes a colour, such as #7a1f1f."
    case .named(let choices): "it takes one of \(choices.map { $0.label }.joined(separator: ", "))."
    }
  }
}

extension OwnField {
  /// Takes over what a file says about a field, and returns the texts that it lists.
  fileprivate mutating func take(_ json: JSON) -> [String] {
    // Frictionless Table Schema keeps limits apart.
    func said(_ name: String) -> JSON? { json[name] ?? json["constraints"]?[name] }
    unit = json["unit"]?.string ?? ""
    let choices = Self.labels(said("enum"))
    let numbers = ["step", "minimum", "maximum"].map { Self.number(said($0)) }
    format =
      switch json["type"]?.string {
      case "boolean": .flag
      case "integer": .whole
      case "date": .day
      case "number": .decimal
      default: .text
      }
    switch json["format"]?.string {
    case "scale" where numbers[1] != nil && numbers[2] != nil: format = .scale
    case "pitch": format = .pitch
    case "colour": format = .colour
    case "tool":
      format = .link
      linked =
        ReedTool.Sort.allCases.first { json["kind"]?.string?.hasSameBytes(as: $0.name) == true }?
        .rawValue ?? -1
    default: if choices.count > 1 { format = .choice }
    }
    if format == .decimal {
      places = numbers.reduce(3) { max($0, min(Int($1?.places ?? 0), 6)) }
    }
    if format == .decimal || format == .whole || format == .scale {
      let units = numbers.map { $0.flatMap { Self.units($0, places: places) } }
      step = max(units[0] ?? 0, 0)
      let (low, high) = (units[1] ?? .min, units[2] ?? .max)
      if low <= high { (least, most) = (low, high) }
    }
    (low, middle, high) = (
      json["low"]?.string ?? "", json["middle"]?.string ?? "", json["high"]?.string ?? ""
    )
    let group = ReedField.Group.allCases.first {
      json["group"]?.string?.hasSameBytes(as: $0.name) == true
    }
    if let group, group.isFor(KindID(UInt64(bitPattern: kind))) { self.group = group.rawValue }
    better =
      switch json["direction"]?.string {
      case "higher": ReedField.Direction.higher.rawValue
      case "target": ReedField.Direction.target.rawValue
      default: -1
      }
    for name in json["stages"]?.array ?? [] {
      for stage in ReedStage.allCases where name.string?.hasSameBytes(as: stage.name) == true {
        stages |= 1 << Int64(stage.rawValue)
      }
    }
    isRetired = json["archived"]?.bool ?? false
    return choices
  }

  /// The different texts of a list.
  private static func labels(_ json: JSON?) -> [String] {
    var labels: [String] = []
    for item in json?.array?.prefix(1_000) ?? [] {
      guard let label = item.string, !label.utf8.isEmpty,
        !labels.contains(where: { $0.hasSameBytes(as: label) })
      else { continue }
      labels.append(label)
    }
    return labels
  }

  private static func number(_ json: JSON?) -> (units: Int64, places: UInt8)? {
    guard case .number(let digits)? = json else { return nil }
    return JSONCursor.number(digits[...])
  }

  /// A number in units of its last place; `nil` if it has more places or is too large.
  private static func units(_ number: (units: Int64, places: UInt8), places: Int) -> Int64? {
    var units = number.units
    guard Int(number.places) <= places else { return nil }
    for _ in Int(number.places)..<places {
      let (product, isOver) = units.multipliedReportingOverflow(by: 10)
      if isOver { return nil }
      units = product
    }
    return units
  }
}
