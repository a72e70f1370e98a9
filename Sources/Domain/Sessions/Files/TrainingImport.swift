public import Ledger

/// What an import of a log would do.
///
/// Rows are found by id. If one differs, the file's values are used; what the file lacks,
/// whether values or rows, stays unchanged. So importing the same file again changes nothing.
public struct TrainingImport: Sendable {
  /// How many rows have each outcome.
  public struct Counts: Equatable, Sendable {
    public internal(set) var new = 0
    public internal(set) var changed = 0
    public internal(set) var unchanged = 0
    /// They were in the trash and are restored.
    public internal(set) var restored = 0
    /// They were erased here, and stay gone.
    public internal(set) var erased = 0

    public var total: Int { new + changed + unchanged + restored + erased }
  }

  public let source: String
  public private(set) var edits: [Edit] = []
  public private(set) var problems: [ReedProblem]
  public let remarks: [ReedProblem]
  public private(set) var tries = Counts()
  public private(set) var sessions = Counts()
  public private(set) var catalogues = Counts()
  /// Projects, votes, levels, plans and settings.
  public private(set) var others = Counts()
  /// The names of new catalogues.
  public private(set) var newCatalogues: [String] = []
  /// The number of sessions with new tries.
  public private(set) var newTrySessions = 0

  public init(_ contents: TrainingContents, into rows: TrainingRows) {
    source = contents.source
    (problems, remarks) = (contents.problems, contents.remarks)
    let entities = TrainingEntity.all()
    var seen: Set<RowID> = []
    var sessionsOfNew: Set<RowID> = []
    edits.reserveCapacity(contents.entries.count * 4)
    for entry in contents.entries {
      guard seen.insert(entry.row).inserted else {
        note("This id appears twice. The first one counts.", entry)
        continue
      }
      guard let entity = entities.first(where: { $0.kind == entry.kind }) else { continue }
      let isNew = merge(entry, entity, rows[entry.row], isOfWall: contents.isOfWall)
      guard isNew else { continue }
      if entry.kind == .attempt, case .row(let session)? = entry.said(Try.sessionField) {
        sessionsOfNew.insert(session)
      }
      if entry.kind == .catalogue, case .text(let name)? = entry.said(Catalogue.nameField) {
        newCatalogues.append(name)
      }
    }
    newTrySessions = sessionsOfNew.count
  }

  public var isEmpty: Bool { edits.isEmpty }

  private mutating func note(_ words: String, _ entry: TrainingContents.Entry) {
    if problems.count < ReedContents.problemLimit {
      problems.append(ReedProblem(entry.place, words))
    }
  }

  /// - Returns: whether the row is new.
  private mutating func merge(
    _ entry: TrainingContents.Entry, _ entity: TrainingEntity, _ old: Row?, isOfWall: Bool
  ) -> Bool {
    guard let old else {
      if entry.kind == .session, entry.said(PractisedSession.trainingField) == nil {
        note("This session has no “training” value, so it is left out.", entry)
        return false
      }
      add(entry, entity)
      count(entry.kind) { $0.new += 1 }
      return true
    }
    guard old.life != .purged else {
      count(entry.kind) { $0.erased += 1 }
      return false
    }
    guard old.kind == entry.kind, TrainingRows.isOurs(old) else {
      note("This id is already in use for something else, so the item is left out.", entry)
      return false
    }
    let before = edits.count
    if old.life == .trashed { edits.append(Edit(entry.row, entry.kind, .life, Life.alive.value)) }
    let hasSameDate = entry.kind == .attempt && Self.hasSameDate(entry, old)
    for said in entry.cells
    where said.field != .life && said.value != .null && !entry.isForNewAlone {
      if hasSameDate, said.field == Try.atField || said.field == Try.precisionField { continue }
      let here = old.value(said.field)
      if Self.isSame(said.value, here, isOfWall) { continue }
      if here == .null, said.value == entity.blank(said.field, of: entry.row) { continue }
      edits.append(Edit(entry.row, entry.kind, said.field, said.value))
    }
    let isChanged = edits.count > before
    count(entry.kind) { counts in
      if old.life == .trashed {
        counts.restored += 1
      } else if isChanged {
        counts.changed += 1
      } else {
        counts.unchanged += 1
      }
    }
    return false
  }

  private mutating func add(_ entry: TrainingContents.Entry, _ entity: TrainingEntity) {
    edits.append(Edit(entry.row, entry.kind, .life, Life.alive.value))
    let always = entry.isWhole || entry.kind != .attempt ? [] : Self.always
    for said in entry.cells where said.value != .null && said.field != .life {
      // A default value needs no cell, unless every row has it.
      if !entry.isWhole, !always.contains(said.field),
        said.value == entity.blank(said.field, of: entry.row), entry.kind == .attempt
      {
        continue
      }
      edits.append(Edit(entry.row, entry.kind, said.field, said.value))
    }
    for field in always where entry.said(field) == nil {
      edits.append(Edit(entry.row, entry.kind, field, entity.blank(field, of: entry.row)))
    }
  }

  /// The fields of every try.
  private static let always = [
    Try.sessionField, Try.itemField, Try.atField, Try.outcomeField, Try.countField,
  ]

  /// Whether a try already has the same day, month or year.
  private static func hasSameDate(_ entry: TrainingContents.Entry, _ old: Row) -> Bool {
    guard case .instant(let at, let zone)? = entry.said(Try.atField),
      case .int(let number)? = entry.said(Try.precisionField),
      let precision = Try.Precision.choices.first(where: { $0.number == number })?.content,
      precision != .moment
    else { return false }
    let here = TryDate(old, Try(old))
    return here.precision == precision
      && here.text.hasSameBytes(as: TryDate(at, zone, precision).text)
  }

  private static func isSame(_ there: Value, _ here: Value, _ isOfWall: Bool) -> Bool {
    if there == here { return true }
    guard case .instant(let at, let zone) = there, case .instant(let other, let otherZone) = here
    else { return false }
    if isOfWall {
      return at &+ zone &* 60_000 == other &+ otherZone &* 60_000
    }
    // Times beyond the range of files come back as the nearest possible.
    return !FileMoment.isWritable(other, otherZone)
      && at == TryDate.writable(other, otherZone).milliseconds
  }

  private mutating func count(_ kind: KindID, _ change: (inout Counts) -> Void) {
    switch kind {
    case .attempt: change(&tries)
    case .session: change(&sessions)
    case .catalogue: change(&catalogues)
    default: change(&others)
    }
  }
}

extension TrainingImport {
  /// How many tries are new, changed or restored.
  public var count: Int { tries.new + tries.changed + tries.restored }

  /// What would be done, one line each.
  public var lines: [String] {
    var lines: [String] = []
    func tries(_ count: Int) -> String { DayWords.count(count, "try", "tries") }
    func sessions(_ count: Int) -> String { DayWords.count(count, "session", "sessions") }
    if self.tries.new > 0 {
      lines.append(
        "\(DayWords.count(self.tries.new, "new try", "new tries")) in \(sessions(newTrySessions))")
    }
    if self.tries.changed > 0 {
      lines.append("\(self.tries.changed) updated from the file")
    }
    if self.tries.unchanged > 0 { lines.append("\(self.tries.unchanged) already here") }
    if self.tries.restored > 0 {
      lines.append("\(tries(self.tries.restored)) restored from the trash")
    }
    if self.tries.erased > 0 {
      lines.append("\(tries(self.tries.erased)) erased here, not imported")
    }
    if self.sessions.new > 0 {
      lines.append(DayWords.count(self.sessions.new, "new session", "new sessions"))
    }
    if self.sessions.changed > 0 { lines.append("\(sessions(self.sessions.changed)) changed") }
    if self.sessions.restored > 0 {
      lines.append("\(sessions(self.sessions.restored)) restored from the trash")
    }
    if self.sessions.erased > 0 {
      lines.append("\(sessions(self.sessions.erased)) erased here, not imported")
    }
    for name in newCatalogues.prefix(10) { lines.append("New catalogue: \(name)") }
    if newCatalogues.count > 10 { lines.append("New catalogues: \(newCatalogues.count) in all") }
    let heads = catalogues.changed + catalogues.restored
    if heads > 0 { lines.append("\(DayWords.count(heads, "catalogue", "catalogues")) changed") }
    let more = others.new + others.changed + others.restored
    if more > 0 {
      lines.append("\(more) new or changed among projects, votes, levels, plans and settings")
    }
    if lines.isEmpty { lines.append("Nothing to import.") }
    return lines
  }
}
