import Ledger

/// A whole log as one JSON document: sessions, tries, projects, votes, levels, plans and settings, with their
/// catalogues. See `Docs/training.schema.json`.
///
/// Importing an export into an empty space and exporting again gives the same bytes, except for the time.
public enum TrainingFile {
  /// The value of the member `format`.
  public static let format = "training-log"
  public static let version: Int64 = 1

  public static func export(_ rows: TrainingRows, at moment: Moment) -> [UInt8] {
    var out = ReedWriter()
    out.reserve(rows.byID.count * 256)
    out.raw("{")
    out.name("format")
    out.string(format)
    out.name("version")
    out.int(version)
    out.name("exported")
    let written = TryDate.writable(moment.milliseconds, moment.zoneMinutes)
    out.moment(written.milliseconds, written.zoneMinutes)
    for entity in TrainingEntity.all() {
      out.raw(",\n")
      // The comma is already there.
      out.string(entity.list)
      out.raw(":[")
      for (place, row) in rows.alive(entity.kind).enumerated() {
        out.raw(place == 0 ? "\n" : ",\n")
        write(row, entity, &out)
      }
      out.raw("]")
    }
    out.raw("\n}\n")
    return out.bytes
  }

  private static func write(_ row: Row, _ entity: TrainingEntity, _ out: inout ReedWriter) {
    var others: [Cell] = []
    out.raw("{\"id\":")
    out.row(row.id)
    for cell in row.cells {
      switch cell.field {
      case .life, .unknownMembers: continue
      case _ where cell.value == .null: continue
      default: break
      }
      guard let member = entity.member(cell.field), member.holds(cell.value) else {
        others.append(cell)
        continue
      }
      out.quotedName(member.quoted)
      out.value(cell.value, member.content)
    }
    if !others.isEmpty {
      // Fields of a later version.
      out.raw(",\"cells\":{")
      for cell in others {
        out.name(String(cell.field.number))
        out.raw(cell.value.json)
      }
      out.raw("}")
    }
    out.raw("}")
  }

  // MARK: - Reading

  /// Whether a text looks like such a file.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(200).split(separator: UInt8(ascii: "\"")).contains { $0.reads(format) }
  }

  static func read(_ bytes: [UInt8]) throws(ReedProblem) -> TrainingContents {
    var reading = Reading(bytes)
    do throws(JSONFault) {
      try reading.document()
    } catch {
      throw error.problem(in: bytes)
    }
    if let problem = reading.refusal { throw problem }
    return reading.contents
  }
}

/// The reading of a file.
private struct Reading {
  private var cursor: JSONCursor
  private var finder = PlaceFinder()
  private(set) var contents = TrainingContents("Woodshed log")
  private(set) var refusal: ReedProblem?

  init(_ bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    cursor = JSONCursor(bytes, start..<bytes.count)
  }

  private mutating func place(_ offset: Int) -> TextPlace {
    finder.place(of: offset, in: cursor.bytes)
  }

  private mutating func refuse(_ words: String, _ offset: Int) {
    if refusal == nil { refusal = ReedProblem(place(offset), words) }
  }

  mutating func document() throws(JSONFault) {
    let parts = try cursor.document("this is not a training log")
    func range(_ name: String) -> Range<Int>? {
      parts.first { $0.name.hasSameBytes(as: name) }?.range
    }
    try checkHead(range("format"), range("version"))
    if refusal != nil { return }
    let entities = TrainingEntity.all()
    for (name, range) in parts {
      if ["format", "version", "exported"].contains(where: name.hasSameBytes) { continue }
      guard let entity = entities.first(where: { $0.list.hasSameBytes(as: name) }) else {
        contents.remark(
          "“\(name.shortened(to: 40))” is unknown to this version and is left out.",
          at: place(range.lowerBound))
        continue
      }
      try list(entity, range)
      if refusal != nil { return }
    }
  }

  private mutating func checkHead(
    _ format: Range<Int>?, _ version: Range<Int>?
  ) throws(JSONFault) {
    var part = JSONCursor(cursor.bytes, format)
    let name = format == nil ? nil : try part.text()
    guard let name, name.hasSameBytes(as: TrainingFile.format) else {
      let isOfReeds = name?.hasSameBytes(as: ReedFile.format) == true
      return refuse(
        isOfReeds
          ? "This is a reed file. Import it in Reeds › Files."
          : "This is not a training log: its format should be “\(TrainingFile.format)”.",
        format?.lowerBound ?? 0)
    }
    part = JSONCursor(cursor.bytes, version)
    guard let version, let digits = try part.digits(),
      let (number, places) = JSONCursor.number(digits), places == 0, number >= 1
    else { return refuse("The file has no version.", version?.lowerBound ?? 0) }
    guard number == TrainingFile.version else {
      return refuse(
        "A later version of Woodshed wrote this file. Update and try again.", version.lowerBound)
    }
  }

  private mutating func list(
    _ entity: TrainingEntity, _ range: Range<Int>
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
      try row(entity, &part)
      if refusal != nil { return }
    } while try part.hasAnother(before: UInt8(ascii: "]"))
  }

  private mutating func row(
    _ entity: TrainingEntity, _ part: inout JSONCursor
  ) throws(JSONFault) {
    let start = part.position
    let at = place(start)
    var id: RowID?
    var cells: [TrainingContents.Said] = []
    var (names, next) = (MemberNames(), 0)
    if try part.enterObject() {
      repeat {
        let offset = part.position
        let name = try part.name()
        let range = try part.skip()
        guard names.insert(name) else {
          contents.note("This member appears twice. The first one counts.", at: place(offset))
          continue
        }
        var inner = JSONCursor(cursor.bytes, range)
        // Null counts as missing.
        if inner.next == UInt8(ascii: "n") { continue }
        if name.reads("id") {
          id = try inner.text().flatMap { RowID(fileName: $0, in: entity.list) }
          if id == nil { return refuse("An id must be a text.", range.lowerBound) }
        } else if name.reads("cells") {
          try take(cellsOf: inner, into: &cells)
        } else if let member = Self.member(name, entity.members, &next) {
          let value = try inner.value(of: member, idsIn: Self.list(named: member.name))
          if let value, member.format.accepts(value) {
            cells.append(.init(field: member.field, value: value))
          } else {
            contents.note(
              "“\(member.name)” is left out: \(member.wish)", at: place(range.lowerBound))
          }
        } else {
          let text = String(decoding: Array(name), as: UTF8.self).shortened(to: 40)
          contents.remark(
            "“\(text)” is unknown to this version and is left out.", at: place(offset))
        }
      } while try part.hasAnother(before: UInt8(ascii: "}"))
    }
    guard !cells.isEmpty || id != nil else {
      return contents.note("This is empty, so it is left out.", at: at)
    }
    let row =
      id ?? RowID(of: Array(cursor.bytes[start..<part.position]), in: "woodshed training file")
    contents.entries.append(
      TrainingContents.Entry(
        row: row, kind: entity.kind, place: at, cells: cells, isWhole: true))
  }

  private mutating func take(
    cellsOf inner: JSONCursor, into cells: inout [TrainingContents.Said]
  ) throws(JSONFault) {
    var inner = inner
    guard inner.next == UInt8(ascii: "{") else {
      return refuse("“cells” should be an object in braces.", inner.position)
    }
    guard try inner.enterObject() else { return }
    repeat {
      let offset = inner.position
      let name = try inner.name()
      let json = try inner.value()
      if let cell = JSONCursor.cell(name, json), cell.field != .life {
        cells.append(.init(field: cell.field, value: cell.value))
      } else {
        contents.note("This value cannot be read, so it is left out.", at: place(offset))
      }
    } while try inner.hasAnother(before: UInt8(ascii: "}"))
  }

  /// The member with a name: usually one after the last.
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

  /// The list whose rows a member links to.
  private static func list(named member: String) -> String {
    switch member {
    case "catalogue": "catalogues"
    case "session": "sessions"
    case "plan": "plans"
    default: "items"
    }
  }
}
