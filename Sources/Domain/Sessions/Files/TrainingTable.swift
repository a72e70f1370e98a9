import Ledger
import Training

/// A log as a table: one row per try.
public enum TrainingTable {
  enum Column: Int, TableColumn {
    case date, name, grade, outcome, tries, place, colour, feel, tempo, targetTempo, rested, note,
      scale
    case catalogue, words, sessionDay, sessionBegan, sessionEnded, sessionPaused, catalogueScale
    case ownGrades, tryID, itemID, sessionID, catalogueID

    /// Its heading, and other common headings.
    var headings: [String] {
      switch self {
      case .date: ["date", "when", "day", "ascent date"]
      case .name: ["name", "climb", "climb name", "route", "problem", "étude", "title"]
      case .grade: ["grade", "level"]
      case .outcome: ["outcome", "result", "ascent", "ascent type", "status", "sent"]
      case .tries: ["tries", "attempts", "count"]
      case .place: ["place", "wall", "location", "crag", "gym", "book"]
      case .colour: ["colour", "color", "hold colour"]
      case .feel: ["feel", "feeling"]
      case .tempo: ["tempo", "bpm"]
      case .targetTempo: ["target tempo"]
      case .rested: ["rested"]
      case .note: ["note", "notes", "comment", "comments", "remark"]
      case .scale: ["scale", "grades", "grade scale"]
      case .catalogue: ["catalogue", "catalog"]
      case .words: ["words"]
      case .sessionDay: ["session day"]
      case .sessionBegan: ["session began"]
      case .sessionEnded: ["session ended"]
      case .sessionPaused: ["session paused"]
      case .catalogueScale: ["catalogue scale"]
      case .ownGrades: ["own grades"]
      case .tryID: ["try id"]
      case .itemID: ["item id"]
      case .sessionID: ["session id"]
      case .catalogueID: ["catalogue id"]
      }
    }

    fileprivate var isNumber: Bool {
      switch self {
      case .tries, .feel, .tempo, .targetTempo, .rested, .sessionPaused: true
      default: false
      }
    }
  }

  static let wordsNames: [(name: String, words: CatalogueWords)] = [
    ("climbs", .climbs), ("etudes", .etudes),
  ]
  static let outcomeNames: [(name: String, outcome: Try.Outcome)] = [
    ("attempt", .attempt), ("send", .send), ("flash", .flash),
  ]

  /// Whether a table is a log rather than a list of items.
  static func isLog(_ bytes: [UInt8]) -> Bool {
    let start = Array(bytes.prefix(4_096).prefix { $0 != 0x0A && $0 != 0x0D })
    guard let table = try? ReedTable(start) else { return false }
    let columns = MatchedColumns<Column>(table.headings)
    return columns.contains(.tryID) || columns.contains(.date) && columns.contains(.outcome)
      || BoardLibTable.isOne(table) || MountainProjectTable.isOne(table)
  }

  private static func isLog(_ columns: MatchedColumns<Column>) -> Bool {
    columns.contains(.tryID)
      || columns.contains(.date) && (columns.contains(.name) || columns.contains(.grade))
  }

  // MARK: - Writing

  /// The tries that are not in the trash, oldest first. The same tries give the same bytes.
  public static func export(_ rows: TrainingRows) -> [UInt8] {
    var table = CSV(Column.allCases.map { $0.headings[0] })
    var catalogues: [RowID: Catalogue] = [:]
    for row in rows.alive(.catalogue) { catalogues[row.id] = Catalogue(row) }
    var sessions: [RowID: (session: PractisedSession, row: Row)] = [:]
    for row in rows.alive(.session) { sessions[row.id] = (PractisedSession(row), row) }
    var tries = rows.alive(.attempt).map { row in
      let attempt = Try(row)
      return (attempt: attempt, date: TryDate(row, attempt))
    }
    tries.sort { ($0.date.order, $0.attempt.id) < ($1.date.order, $1.attempt.id) }
    var isTold: Set<RowID> = []
    for (attempt, date) in tries {
      let session = sessions[attempt.session]
      let catalogueID = session?.session.catalogue
      let catalogue = catalogueID.flatMap { catalogues[$0] }
      // Long texts are written once.
      let tellsGrades = catalogueID.map { isTold.insert($0).inserted } ?? false
      table.line(
        Column.allCases.map { column in
          let text =
            switch column {
            case .date: date.text
            case .catalogue: catalogue?.name ?? ""
            case .catalogueScale: catalogue?.scale ?? ""
            case .ownGrades: tellsGrades ? catalogue?.ownGrades ?? "" : ""
            case .catalogueID: catalogueID?.bits.hex ?? ""
            case .words, .sessionDay, .sessionBegan, .sessionEnded, .sessionPaused:
              session.map { Self.text(of: column, $0.session, $0.row) } ?? ""
            default: Self.text(of: column, attempt)
            }
          return (text, column.isNumber)
        })
    }
    return table.bytes
  }

  private static func text(of column: Column, _ attempt: Try) -> String {
    switch column {
    case .name: attempt.name
    case .grade: attempt.grade
    case .outcome: outcomeNames.first { $0.outcome == attempt.outcome }?.name ?? ""
    case .tries: "\(attempt.count)"
    case .place: attempt.place
    case .colour: attempt.colour
    case .feel: attempt.feel == 0 ? "" : "\(attempt.feel)"
    case .tempo: tempo(attempt.tempo)
    case .targetTempo: tempo(attempt.targetTempo)
    case .rested: attempt.rested == 0 ? "" : "\(attempt.rested)"
    case .note: attempt.note
    case .scale: attempt.scale
    case .tryID: attempt.id.bits.hex
    case .itemID: attempt.item.bits.hex
    case .sessionID: attempt.session.bits.hex
    default: ""
    }
  }

  private static func text(
    of column: Column, _ session: PractisedSession, _ row: Row
  ) -> String {
    switch column {
    case .words: wordsNames.first { $0.words == session.training }?.name ?? ""
    case .sessionDay: DayText.text(of: session.day) ?? ""
    case .sessionBegan: moment(session.began, row.value(PractisedSession.beganField))
    case .sessionEnded: moment(session.ended, row.value(PractisedSession.endedField))
    case .sessionPaused: session.pausedSeconds == 0 ? "" : "\(session.pausedSeconds)"
    default: ""
    }
  }

  private static func tempo(_ tempo: Int64) -> String {
    tempo == 0 ? "" : DecimalText.text(units: tempo, places: 2)
  }

  private static func moment(_ milliseconds: Int64, _ value: Value) -> String {
    guard milliseconds != 0 else { return "" }
    let zone: Int64 = if case .instant(_, let zone) = value { zone } else { 0 }
    let written = TryDate.writable(milliseconds, zone)
    return TryDate(written.milliseconds, written.zoneMinutes, .moment).text
  }

  // MARK: - Reading

  static func read(
    _ table: ReedTable, _ gathering: TryGathering
  ) throws(ReedProblem) -> TrainingContents {
    let columns = MatchedColumns(table.headings, exactWith: Column.tryID)
    guard isLog(columns) else { throw refusal(of: table) }
    var contents: TrainingContents
    if columns.isExact {
      let written = WrittenTable(table, columns, after: gathering.rows.catalogues)
      contents = written.contents
      if !written.loose.isEmpty {
        _ = TypedTable(
          written.loose, columns, gathering, into: &contents, sessions: written.sessions)
      }
    } else {
      contents = TrainingContents("Table")
      (contents.unmatched, contents.isOfWall) = (columns.unmatched, true)
      _ = TypedTable(table.records, columns, gathering, into: &contents)
    }
    return contents
  }

  private static func refusal(of table: ReedTable) -> ReedProblem {
    let start = TextPlace(line: table.first.line, column: 1)
    let items = MatchedColumns<CatalogueTable.Column>(table.headings)
    if items.contains(.name), items.count >= 2 {
      return ReedProblem(
        start,
        "This is a catalogue, not a log: no column says when something was tried. Import it into a catalogue."
      )
    }
    return ReedProblem(
      start,
      "This is not a log: the first line needs headings such as date, name, grade and outcome.")
  }
}

/// Our own export: rows have the ids of their tries.
private struct WrittenTable {
  private(set) var contents = TrainingContents("Woodshed log")
  /// Rows that somebody added, without ids.
  private(set) var loose: [ReedTable.Record] = []
  /// The places of the entries of sessions and catalogues.
  private(set) var sessions: [RowID: Int] = [:]
  private var heads: [RowID: Int] = [:]
  private var catalogues: [Catalogue]

  /// What a row contains besides its try.
  private struct Others {
    /// An empty cell means that the date is unknown.
    var date: TryDate? = TryDate.unknown
    var tryID: RowID?
    var sessionID: RowID?
    var catalogueID: RowID?
    var catalogue: String?
    var words: CatalogueWords?
    var scale: String?
    var ownGrades: String?
    var day: Int64?
    var began: TryDate?
    var ended: TryDate?
    var paused: Int64?
  }

  init(
    _ table: ReedTable, _ columns: MatchedColumns<TrainingTable.Column>,
    after catalogues: [Catalogue]
  ) {
    self.catalogues = catalogues
    contents.unmatched = columns.unmatched
    contents.entries.reserveCapacity(table.records.count + table.records.count / 8)
    for record in table.records { take(record, columns) }
  }

  private mutating func take(
    _ record: ReedTable.Record, _ columns: MatchedColumns<TrainingTable.Column>
  ) {
    let place = TextPlace(line: record.line, column: 1)
    var (others, cells) = (Others(), TryCells())
    var problems: [(words: String, place: TextPlace)] = []
    columns.read(record) { words, place in
      problems.append((words, place))
    } take: { column, text in
      Self.take(text, column, &others) ?? cells.take(text, as: column)
    }
    guard let id = others.tryID else { return loose.append(record) }
    for problem in problems { contents.note(problem.words, at: problem.place) }
    var entry = TrainingContents.Entry(row: id, kind: .attempt, place: place)
    if let session = others.sessionID { entry.say(Try.sessionField, .row(session)) }
    if let date = others.date, columns.contains(.date) { entry.say(date) }
    cells.say(in: &entry)
    contents.entries.append(entry)
    if let session = others.sessionID { take(session: session, others, place) }
    if let catalogue = others.catalogueID { take(catalogue: catalogue, others, place) }
  }

  private mutating func take(session id: RowID, _ others: Others, _ place: TextPlace) {
    var entry = TrainingContents.Entry(row: id, kind: .session, place: place)
    if let day = others.day { entry.say(PractisedSession.dayField, .day(day)) }
    if let began = others.began { entry.say(PractisedSession.beganField, began.value) }
    if let ended = others.ended { entry.say(PractisedSession.endedField, ended.value) }
    if let paused = others.paused { entry.say(PractisedSession.pausedField, .int(paused)) }
    guard let words = others.words else { return }
    entry.say(words)
    if let catalogue = others.catalogueID {
      entry.say(PractisedSession.catalogueField, .row(catalogue))
    }
    guard let known = sessions[id] else {
      sessions[id] = contents.entries.count
      contents.entries.append(entry)
      return
    }
    let first = contents.entries[known]
    if !first.saysTheSame(as: entry) {
      contents.note(
        "This session differs from line \(first.place.line), which counts.",
        at: place)
    }
  }

  private mutating func take(catalogue id: RowID, _ others: Others, _ place: TextPlace) {
    guard let name = others.catalogue else { return }
    if let known = heads[id] {
      // Only one of its rows has them.
      if let grades = others.ownGrades,
        contents.entries[known].said(Catalogue.ownGradesField) == nil
      {
        contents.entries[known].say(Catalogue.ownGradesField, .text(grades))
      }
      return
    }
    var catalogue = Catalogue(id, named: name, others.words ?? .climbs, after: catalogues)
    if let scale = others.scale { catalogue.scale = scale }
    catalogue.ownGrades = others.ownGrades ?? ""
    catalogues.append(catalogue)
    heads[id] = contents.entries.count
    contents.entries.append(TrainingContents.Entry(head: catalogue, at: place))
  }

  /// Takes what does not belong to the try.
  private static func take(
    _ text: String, _ column: TrainingTable.Column, _ others: inout Others
  ) -> String? {
    switch column {
    case .date:
      others.date = TryDate.read(text, zoneMinutes: 0)
      return others.date == nil ? "Enter a date like 2026-11-20." : nil
    case .tryID: return take(text, into: &others.tryID)
    case .sessionID: return take(text, into: &others.sessionID)
    case .catalogueID: return take(text, into: &others.catalogueID)
    case .catalogue:
      guard text.utf8.count <= Catalogue.nameLimit else { return "Too long." }
      others.catalogue = text
    case .words:
      others.words = TrainingTable.wordsNames.first { $0.name.hasSameBytes(as: text) }?.words
      return others.words == nil ? "Enter climbs or etudes." : nil
    case .catalogueScale:
      guard text.utf8.count <= 64 else { return "Too long." }
      others.scale = text
    case .ownGrades:
      guard text.utf8.count <= 8_000 else { return "Too long." }
      others.ownGrades = text
    case .sessionDay:
      others.day = DayText.day(of: text)
      return others.day == nil ? "Enter a date like 2026-11-20." : nil
    case .sessionBegan: return take(text, into: &others.began)
    case .sessionEnded: return take(text, into: &others.ended)
    case .sessionPaused:
      guard let seconds = Int64(text), 0...PractisedSession.longest ~= seconds else {
        return "Enter seconds from 0 to \(PractisedSession.longest)."
      }
      others.paused = seconds
    default: return nil
    }
    return nil
  }

  private static func take(_ text: String, into id: inout RowID?) -> String? {
    guard let bits = Bits128(hex: text) else { return "An id has 32 hexadecimal digits." }
    id = RowID(bits)
    return nil
  }

  private static func take(_ text: String, into date: inout TryDate?) -> String? {
    guard let read = TryDate.read(text, zoneMinutes: 0), read.precision == .moment else {
      return "Enter a time like 2026-11-20T14:31:00Z."
    }
    date = read
    return nil
  }
}

/// A custom table: rows have no ids, and perhaps no scale.
private struct TypedTable {
  private struct Line {
    let place: TextPlace
    var cells = TryCells()
    var date = TryDate.unknown
    var hasBadDate = false
    var catalogue = ""
    var session: RowID?
  }

  private var lines: [Line] = []
  private var scales: [GradeScale] = []
  private var grades = KnownGrades()
  private var rows: TrainingRows

  /// Reads records into `contents`.
  init(
    _ records: [ReedTable.Record], _ columns: MatchedColumns<TrainingTable.Column>,
    _ gathering: TryGathering, into contents: inout TrainingContents,
    sessions: [RowID: Int] = [:]
  ) {
    rows = gathering.rows
    for scale in rows.catalogues.compactMap({ $0.gradeScale }) + GradeScale.builtIn
    where !scales.contains(where: { $0.id.hasSameBytes(as: scale.id) }) {
      scales.append(scale)
    }
    for record in records {
      var line = Line(place: TextPlace(line: record.line, column: 1))
      columns.read(record) { words, place in
        contents.note(words, at: place)
      } take: { column, text in
        Self.take(text, column, &line, gathering.zoneMinutes)
      }
      // A row with a bad date does not become one without a date.
      if line.hasBadDate { continue }
      lines.append(line)
    }
    let main = usualScale
    var gathering = gathering
    gathering.sessions = sessions
    for line in lines {
      let (cells, name) = (line.cells, line.cells.name ?? "")
      guard !name.utf8.isEmpty || cells.grade != nil || cells.item != nil else {
        contents.note("This row has neither name nor grade, so it is left out.", at: line.place)
        continue
      }
      var attempt = TryGathering.Line(at: line.place, on: line.date)
      attempt.cells = cells
      if cells.outcome == nil {
        attempt.cells.outcome = columns.contains(.outcome) ? .attempt : .send
      }
      attempt.cells.scale = scale(of: cells, main)
      if let grade = cells.grade, attempt.cells.scale == nil {
        contents.remark(
          "“\(grade)” is an unknown grade. It is kept as written.",
          at: columns.place(of: .grade, in: line.place.line))
      }
      attempt.session = line.session
      attempt.source = line.catalogue
      attempt.itemKey =
        [name.utf8.isEmpty ? cells.grade ?? "" : name, cells.place ?? "", cells.colour ?? ""]
        .map { Fold.bytes(of: $0.trimmingBlanks) }
      gathering.add(attempt, into: &contents)
    }
    gathering.finish(&contents)
  }

  private static func take(
    _ text: String, _ column: TrainingTable.Column, _ line: inout Line, _ zoneMinutes: Int
  ) -> String? {
    switch column {
    case .date:
      guard let date = TryDate.read(text, zoneMinutes: zoneMinutes) else {
        line.hasBadDate = true
        return "So is the whole row. Enter a date like 2026-11-20."
      }
      line.date = date
    case .catalogue:
      guard text.utf8.count <= Catalogue.nameLimit else { return "Too long." }
      line.catalogue = text
    case .sessionID:
      guard let bits = Bits128(hex: text) else { return "An id has 32 hexadecimal digits." }
      line.session = RowID(bits)
    default: return line.cells.take(text, as: column)
    }
    return nil
  }

  /// The scale that fits most of the grades.
  private var usualScale: GradeScale? {
    mutating get {
      var best: (scale: GradeScale, count: Int)?
      var counts: [[UInt8]: (grade: String, count: Int)] = [:]
      for line in lines {
        guard let grade = line.cells.grade else { continue }
        counts[Array(grade.utf8), default: (grade, 0)].count += 1
      }
      for scale in scales {
        var count = 0
        for known in counts.values where grades.has(known.grade, scale) { count += known.count }
        // `6a` is a grade for routes, `6A` one for boulders.
        let isFrench =
          count == best?.count && scale.id.hasSameBytes(as: "french")
          && best?.scale.id.hasSameBytes(as: "font") == true
          && !rows.catalogues.contains { $0.scale.hasSameBytes(as: "font") }
          && !counts.keys.contains { $0.contains { 0x41...0x5A ~= $0 } }
        if count > best?.count ?? 0 || isFrench { best = (scale, count) }
      }
      return best?.scale
    }
  }

  private mutating func scale(of cells: TryCells, _ main: GradeScale?) -> String? {
    if let text = cells.scale {
      if scales.contains(where: { $0.id.hasSameBytes(as: text) }) { return text }
      return GradeScale.called(text)?.id ?? text
    }
    guard let grade = cells.grade else { return main?.id }
    if let main, grades.has(grade, main) { return main.id }
    for scale in scales where grades.has(grade, scale) { return scale.id }
    return nil
  }
}
