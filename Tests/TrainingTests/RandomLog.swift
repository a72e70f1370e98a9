import Domain

@testable import Domain
@testable import Ledger

/// Logs that are made up, with texts that a careless program stumbles over.
enum RandomLog {
  static let texts = [
    "", "Crimps", "=1+1", "'=x", "''", "-3", "@home", "a \"quoted\" one", "comma, semi;colon",
    "two\nlines", "a\r\nb", "tab\there", " blanks ", "Ärger", "🧗🏽‍♀️ Überhang", "𝄞 Étude", "שלום",
    "العربية",
    "e\u{301}", "\u{FEFF}mark", "\u{0}zero", "null", "V4", "2026-11-20", "\\", "{", "\u{2028}",
  ]

  /// The rows that edits make of others.
  static func rows(_ edits: [Edit], after old: [Row] = []) -> [Row] {
    var table = Table(
      old.flatMap { row in row.cells.map { RowCell(row: row.id, kind: row.kind, cell: $0) } })
    for edit in edits {
      let time = table[edit.row]?.cell(edit.field)?.stamp.time.next ?? HybridTime(milliseconds: 1)
      table.merge(
        RowCell(
          row: edit.row, kind: edit.kind,
          cell: Cell(field: edit.field, stamp: Stamp(time, DeviceID(1)), value: edit.value)))
    }
    return table.rows
  }

  static func id(_ number: Int) -> RowID { RowID(Bits128(high: 9, low: UInt64(number))) }

  static func rows(_ seed: UInt64, tries: Int = 60) -> [Row] {
    var random = RandomBits(seed: seed)
    func text(_ limit: Int = 200) -> String {
      texts[random.below(texts.count)].shortened(to: limit)
    }
    func at() -> Int64 { 1_700_000_000_000 + Int64(random.below(400_000_000)) * 250 }
    var edits: [Edit] = []
    var catalogues: [Catalogue] = []
    for number in 0..<3 {
      var catalogue = Catalogue(
        id(number), named: "C\(number) \(text())", number == 2 ? .etudes : .climbs,
        after: catalogues)
      if number == 1 { (catalogue.scale, catalogue.ownGrades) = ("own", "easy\nhard\n\(text())") }
      catalogues.append(catalogue)
      edits += catalogue.edits(from: nil)
    }
    var sessions: [PractisedSession] = []
    for number in 0..<12 {
      let began = at()
      var session = PractisedSession(id(100 + number), day: began / 86_400_000, began: began)
      session.ended = random.once(in: 4) ? 0 : began + 3_600_000
      session.pausedSeconds = Int64(random.below(3)) * 60
      let catalogue = catalogues[random.below(3)]
      (session.training, session.catalogue) = (catalogue.words, catalogue.id)
      session.sentence = text()
      sessions.append(session)
      edits += session.edits(from: nil, zoneMinutes: [0, 60, -210][random.below(3)])
    }
    for number in 0..<tries {
      let session = sessions[random.below(sessions.count)]
      var item = CatalogueItem(id(1_000 + random.below(30)), in: id(0), named: text())
      item.grade = text(CatalogueItem.gradeLimit)
      var attempt = Try(
        id(10_000 + number), of: item, in: session.id, at: at(),
        Try.Outcome.allCases[random.below(3)])
      attempt.precision = Try.Precision.allCases[random.below(5)]
      attempt.count = Int64(random.below(9) + 1)
      if random.once(in: 2) { (attempt.tempo, attempt.targetTempo) = (7_250, 12_000) }
      (attempt.feel, attempt.note) = (random.below(6), text())
      attempt.rested = Int64(random.below(400))
      (attempt.scale, attempt.colour, attempt.place) = (text(64), text(100), text())
      edits += attempt.edits(from: nil, zoneMinutes: [0, 60, -210][random.below(3)])
      if random.once(in: 8) { edits += attempt.trashing }
    }
    var project = Project(of: id(1_001))
    project.state = .done
    var vote = Vote(of: id(1_002), at: at())
    (vote.grade, vote.quality) = (text(40), 3)
    var level = Level(on: "v")
    level.grade = "V4"
    var plan = TrainingPlan(id(5_000), named: text(), .circuit)
    plan.rounds = 4
    var settings = TrainingSettings()
    settings.aim = 65
    edits += project.edits(from: nil) + vote.edits(from: nil) + level.edits(from: nil)
    edits += plan.edits(from: nil) + settings.edits(from: nil)
    return rows(edits)
  }
}
