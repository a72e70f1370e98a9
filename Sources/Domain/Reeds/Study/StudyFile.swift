public import Ledger

/// Reeds as a player gives them to a study: see `Docs/study.md` and `Docs/study.schema.json`.
///
/// It has no text that a person typed, apart from the study's code and the names of tools that they let through; no
/// dates, and no ids of the ledger. The same data and the same key give the same bytes.
public enum StudyFile {
  public static let version: Int64 = 1
  /// The language in which the app asks, so that a study knows the words behind the numbers.
  static let language = "en"

  /// The file of a player.
  ///
  /// - Parameters:
  ///   - hidden: the tools whose names stay out.
  ///   - today: the civil day on which it is written.
  public static func draft(
    _ rows: ReedRows, _ consent: StudyConsent, hiding hidden: [RowID], today: Int64
  ) -> StudyDraft {
    var writing = StudyWriting(rows, consent, hidden, today)
    return writing.draft()
  }

  /// The file that tells a coordinator to delete a player's data.
  public static func withdrawal(_ consent: StudyConsent) -> [UInt8] {
    var out = ReedWriter()
    head(&out, StudyScope.withdrawal)
    out.raw(",\n\"study\":{")
    out.name("code")
    out.string(consent.code)
    out.name("participant")
    out.string(StudyNames(consent).participant)
    out.raw("},\n\"action\":\"delete\"}\n")
    return out.bytes
  }

  fileprivate static func head(_ out: inout ReedWriter, _ scope: String) {
    out.raw("{")
    out.name("format")
    out.string(ReedFile.format)
    out.name("version")
    out.int(version)
    out.name("scope")
    out.string(scope)
  }
}

/// Writes the file of one player.
private struct StudyWriting {
  private let rows: ReedRows
  private let alive: [KindID: [Row]]
  /// What belongs to each reed.
  private let children: [RowID: [Row]]
  private let consent: StudyConsent
  private let hidden: [RowID]
  private let names: StudyNames
  private let days: StudyDays
  private let reedFields: [StudyField]
  private let caneFields: [StudyField]
  private let testFields: [StudyField]
  private var tools: [RowID] = []
  private var used: [FieldID] = []
  private var made = StudyDraft()

  init(_ rows: ReedRows, _ consent: StudyConsent, _ hidden: [RowID], _ today: Int64) {
    (self.rows, self.consent, self.hidden) = (rows, consent, hidden)
    alive = rows.aliveByKind()
    var children: [RowID: [Row]] = [:]
    for (kind, parent) in [
      (KindID.stageMove, StageMove.field(1)), (.reedTest, ReedTest.reedField),
      (.block, PractisedBlock.reedField), (.adjustment, Adjustment.reedField),
    ] {
      for row in alive[kind] ?? [] {
        if let reed = row.link(parent) { children[reed, default: []].append(row) }
      }
    }
    self.children = children
    names = StudyNames(consent)
    days = StudyDays(rows, consent, today: today)
    reedFields = StudyField.shared(ReedField.reed, consent, rows.fields.reed, &made.warnings)
    caneFields = StudyField.shared(ReedField.pieceOfCane, consent, rows.fields.cane, &made.warnings)
    testFields = StudyField.shared(ReedField.test, consent, rows.fields.test, &made.warnings)
  }

  mutating func draft() -> StudyDraft {
    var (cane, reeds) = (ReedWriter(), ReedWriter())
    if consent[.measurements] {
      cane.raw("\"cane\":[")
      for piece in ordered(alive[.cane] ?? [], "c", by: PieceOfCane.dayField) {
        startLine(&cane)
        writePiece(piece, &cane)
      }
      cane.raw("]")
    }
    reeds.raw("\"reeds\":[")
    for reed in ordered(alive[.reed] ?? [], "r", by: Reed.begunField) {
      startLine(&reeds)
      writeReed(reed, &reeds)
    }
    reeds.raw("]")
    var out = ReedWriter()
    StudyFile.head(&out, StudyScope.player)
    out.raw(",\n")
    writeStudy(&out)
    out.raw(",\n")
    writeFields(&out)
    out.raw(",\n")
    writeTools(&out)
    if consent[.measurements] {
      out.raw(",\n")
      out.raw(cane.bytes)
    }
    out.raw(",\n")
    out.raw(reeds.bytes)
    out.raw("}\n")
    made.file = out.bytes
    made.participant = names.participant
    made.firstDay = days.first
    return made
  }

  // MARK: - Head

  private func writeStudy(_ out: inout ReedWriter) {
    out.raw("\"study\":{")
    out.name("code")
    out.string(consent.code)
    out.name("participant")
    out.string(names.participant)
    out.name("consent")
    out.raw("{")
    out.name("text_version")
    out.int(consent.textVersion)
    out.name("items")
    out.raw("[")
    for item in consent.items {
      out.separate()
      out.string(item.name)
    }
    out.raw("]")
    out.name("guardian")
    out.raw(consent.hasGuardian ? "true" : "false")
    day("given_day", days.of(consent.given), &out)
    out.raw("}")
    out.name("app")
    out.string(Version.text)
    out.name("language")
    out.string(StudyFile.language)
    out.raw("}")
  }

  private func writeFields(_ out: inout ReedWriter) {
    out.raw("\"fields\":[")
    for (of, fields) in [("reed", reedFields), ("cane", caneFields), ("snapshot", testFields)] {
      for field in fields where used.contains(field.id) {
        startLine(&out)
        out.raw("{")
        out.name("id")
        out.string(field.name)
        out.name("of")
        out.string(of)
        out.name("type")
        out.string(field.typeName)
        if !field.unit.utf8.isEmpty {
          out.name("unit")
          out.string(field.unit)
        }
        out.raw("}")
      }
    }
    out.raw("]")
  }

  private mutating func writeTools(_ out: inout ReedWriter) {
    // The model of a single staple comes with it.
    var place = 0
    while place < tools.count {
      if let model = tool(tools[place])?.model, !tools.contains(model) { tools.append(model) }
      place += 1
    }
    let events = (alive[.toolEvent] ?? []).map { ToolEvent($0) }
    let written = tools.map { (id: $0, name: names.name("t", of: $0)) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    out.raw("\"tools\":[")
    for (id, name) in written {
      let tool = tool(id)
      startLine(&out)
      out.raw("{")
      out.name("id")
      out.string(name)
      out.name("kind")
      out.string((tool?.sort ?? .other).name)
      if let tool, let model = tool.studyModel, consent[.models] {
        let isHidden = hidden.contains(id)
        made.models.append(
          .init(id: id, name: model, sort: tool.sort, isHidden: isHidden))
        if !isHidden {
          out.name("model")
          out.string(model)
        }
      }
      if let model = tool?.model {
        out.name("model_of")
        out.string(names.name("t", of: model))
      }
      let own = events.filter { $0.tool == id }
        .compactMap { event in days.of(event.day).map { (day: $0, what: event.what) } }
        .sorted { ($0.day, $0.what.rawValue) < ($1.day, $1.what.rawValue) }
      if !own.isEmpty {
        out.name("events")
        out.raw("[")
        for event in own {
          out.separate()
          out.raw("{")
          day("day", event.day, &out)
          out.name("kind")
          out.string(ReedEntity.whats[event.what.rawValue].label)
          out.raw("}")
        }
        out.raw("]")
      }
      out.raw("}")
    }
    out.raw("]")
  }

  /// A tool that is still there.
  private func tool(_ id: RowID) -> ReedTool? {
    rows[id].flatMap { $0.kind == .reedTool && $0.life == .alive ? ReedTool($0) : nil }
  }

  // MARK: - Rows

  private typealias Named = (row: Row, name: String, day: Int64?)

  /// Rows by day, and within a day by the name that is drawn: their order says no more than the file does.
  private func ordered(
    _ rows: [Row], _ letter: StaticString, by field: FieldID
  ) -> [Named] {
    rows.map { row -> Named in
      (row, names.name(letter, of: row.id), days.of(row.value(field)))
    }.sorted { one, other in
      let (a, b) = (one.day ?? .max, other.day ?? .max)
      if a != b { return a < b }
      return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
  }

  private func startLine(_ out: inout ReedWriter) {
    out.raw(out.bytes.last == UInt8(ascii: "[") ? "\n" : ",\n")
  }

  private func day(_ name: String, _ day: Int64?, _ out: inout ReedWriter) {
    guard let day else { return }
    out.name(name)
    out.int(day)
  }

  private mutating func writePiece(_ piece: Named, _ out: inout ReedWriter) {
    out.raw("{")
    out.name("id")
    out.string(piece.name)
    day("day", piece.day, &out)
    if PieceOfCane(piece.row).isDiscarded { out.raw(",\"discarded\":true") }
    values(of: piece.row, caneFields, at: PieceOfCane(piece.row).day, &out)
    out.raw("}")
  }

  private mutating func writeReed(_ named: Named, _ out: inout ReedWriter) {
    let reed = Reed(named.row)
    made.reedCount += 1
    out.raw("{")
    out.name("id")
    out.string(named.name)
    day("day", named.day, &out)
    if consent[.season], named.day != nil {
      out.name("season")
      out.string(days.quarter(of: reed.begun))
    }
    out.name("instrument")
    out.string(ReedEntity.instruments[reed.instrument.rawValue].label)
    if reed.instrument.isRare {
      made.warn("Few people play the \(reed.instrument.label.inLowerCase): it may identify you.")
    }
    if reed.style != .none {
      out.name("style")
      out.string(ReedEntity.styles[reed.style.rawValue - 1].label)
    }
    out.name("origin")
    out.string(ReedEntity.origins[reed.origin.rawValue].label)
    out.name("stage")
    out.string(reed.stage.name)
    if consent[.measurements] {
      link("batch", "b", reed.batch, &out)
      link("cane", "c", reed.cane, &out)
      link("previous", "r", reed.previous, &out)
    }
    values(of: named.row, reedFields, at: reed.begun, &out)
    writeStages(of: reed, &out)
    writeTests(of: reed, &out)
    writeSessions(of: reed, &out)
    writeAdjustments(of: reed, &out)
    out.raw("}")
  }

  private func link(
    _ name: String, _ letter: StaticString, _ row: RowID?, _ out: inout ReedWriter
  ) {
    guard let row else { return }
    out.name(name)
    out.string(names.name(letter, of: row))
  }

  private mutating func values(
    of row: Row, _ fields: [StudyField], at day: Int64, _ out: inout ReedWriter
  ) {
    var isOpen = false
    for field in fields {
      guard let value = field.value(in: row, day) else { continue }
      if !isOpen {
        out.name("values")
        out.raw("{")
        isOpen = true
      }
      if !used.contains(field.id) { used.append(field.id) }
      if field.isFarOut(value) {
        made.warn(
          "\(field.label) \(field.words(of: value)) is far from what is usual: it may identify you."
        )
      }
      out.name(field.name)
      switch value {
      case .row(let id):
        if !tools.contains(id) { tools.append(id) }
        out.raw("{\"ref\":")
        out.string(names.name("t", of: id))
        out.raw("}")
      case .bool(let flag): out.raw(flag ? "true" : "false")
      case .decimal(let units, let places): out.decimal(units, places)
      case .int(let number):
        if let name = field.choice(number) { out.string(name) } else { out.int(number) }
      default: out.raw("null")
      }
    }
    if isOpen { out.raw("}") }
  }

  // MARK: - What happened to a reed

  /// The rows of a kind that belong to a reed, oldest first.
  private func events(
    of reed: Reed, _ kind: KindID, day: FieldID, made: FieldID
  ) -> [(row: Row, day: Int64?)] {
    var rows: [(row: Row, day: Int64?, made: Int64)] = []
    for row in children[reed.id] ?? [] where row.kind == kind {
      var at: Int64 = 0
      if case .instant(let milliseconds, _) = row.value(made) { at = milliseconds }
      rows.append((row, days.of(row.value(day)), at))
    }
    rows.sort { ($0.day ?? .max, $0.made, $0.row.id) < ($1.day ?? .max, $1.made, $1.row.id) }
    return rows.map { ($0.row, $0.day) }
  }

  private func writeStages(of reed: Reed, _ out: inout ReedWriter) {
    guard consent[.stages] else { return }
    let moves = events(of: reed, .stageMove, day: StageMove.dayField, made: StageMove.field(3))
    guard !moves.isEmpty else { return }
    out.name("stages")
    out.raw("[")
    for (row, at) in moves {
      out.separate()
      out.raw("{")
      day("day", at, &out)
      out.name("to")
      out.string(StageMove(row).stage.name)
      out.raw("}")
    }
    out.raw("]")
  }

  private mutating func writeTests(of reed: Reed, _ out: inout ReedWriter) {
    guard consent[.ratings] || consent[.conditions] else { return }
    let tests = events(of: reed, .reedTest, day: ReedTest.dayField, made: ReedTest.field(3))
    guard !tests.isEmpty else { return }
    out.name("snapshots")
    out.raw("[")
    for (row, at) in tests {
      made.testCount += 1
      out.separate()
      out.raw("{")
      out.name("id")
      out.string(names.name("s", of: row.id))
      day("day", at, &out)
      if ReedTest(row).isBlind { out.raw(",\"blind\":true") }
      values(of: row, testFields, at: ReedTest(row).day, &out)
      out.raw("}")
    }
    out.raw("]")
  }

  private func writeSessions(of reed: Reed, _ out: inout ReedWriter) {
    guard consent[.hours] else { return }
    let blocks = events(
      of: reed, .block, day: PractisedBlock.dayField, made: PractisedBlock.beganField)
    guard !blocks.isEmpty else { return }
    out.name("sessions")
    out.raw("[")
    for (row, at) in blocks {
      out.separate()
      out.raw("{")
      day("day", at, &out)
      out.name("minutes")
      out.int((PractisedBlock(row).seconds + 30) / 60)
      out.raw("}")
    }
    out.raw("]")
  }

  private func writeAdjustments(of reed: Reed, _ out: inout ReedWriter) {
    guard consent[.adjustments] else { return }
    let rows = events(of: reed, .adjustment, day: Adjustment.dayField, made: Adjustment.field(3))
    guard !rows.isEmpty else { return }
    out.name("adjustments")
    out.raw("[")
    for (row, at) in rows {
      let adjustment = Adjustment(row)
      out.separate()
      out.raw("{")
      day("day", at, &out)
      if adjustment.area != .none {
        out.name("area")
        out.string(ReedEntity.areas[adjustment.area.rawValue - 1].label)
      }
      if let effect = adjustment.effect {
        out.name("effect")
        out.int(Int64(effect))
      }
      out.raw("}")
    }
    out.raw("]")
  }
}
