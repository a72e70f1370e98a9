import Ledger
import Training

/// Makes rows of the tries of a log without ids or sessions: a session for each civil day, and ids derived
/// from the log, so that importing it twice is safe.
struct TryGathering {
  /// A try of such a log.
  struct Line {
    let place: TextPlace
    let date: TryDate
    var cells = TryCells()
    /// The name of a new catalogue for it; empty to name it after its items.
    var source = ""
    /// The key that identifies its item.
    var itemKey: [[UInt8]] = []
    /// The session, if the log has it.
    var session: RowID?

    init(at place: TextPlace, on date: TryDate) { (self.place, self.date) = (place, date) }
  }

  let rows: TrainingRows
  let today: Int64
  let zoneMinutes: Int
  /// Sessions that the file contains.
  var sessions: [RowID: Int] = [:]
  private var lines: [Line] = []
  private var heads: [[UInt8]: Catalogue] = [:]
  private var newHeads: [(catalogue: Catalogue, place: TextPlace)] = []
  private var days: [RowID: Day] = [:]
  private var counts: [[UInt8]: Int] = [:]

  /// A derived session.
  private struct Day {
    let place: TextPlace
    let catalogue: Catalogue
    let day: Int64
    var first: TryDate
    var last: TryDate
  }

  init(_ rows: TrainingRows, today: Int64, zoneMinutes: Int) {
    (self.rows, self.today, self.zoneMinutes) = (rows, today, zoneMinutes)
  }

  /// Takes a line, unless its date is implausible.
  mutating func add(_ line: Line, into contents: inout TrainingContents) {
    let day = line.date.day
    guard line.date.precision == .none || (TryDate.firstDay...(today + 1)).contains(day) else {
      let words = day > today ? "in the future" : "before 1900"
      return contents.note(
        "\(DayText.text(of: day) ?? "This date") is \(words), so the row is left out.",
        at: line.place)
    }
    lines.append(line)
  }

  /// Adds the rows.
  mutating func finish(_ contents: inout TrainingContents) {
    let usual = usualScale
    contents.entries.reserveCapacity(contents.entries.count + lines.count)
    for line in lines {
      let scale = line.cells.scale ?? usual
      let catalogue = catalogue(line.source, scale, line.place)
      var cells = line.cells
      cells.scale = catalogue.scaleID
      let key = Array(line.source.utf8)
      if cells.item == nil {
        cells.item = RowID(of: Self.joined([key] + line.itemKey), in: "woodshed training item")
      }
      let session = session(of: line, catalogue, scale)
      var entry = TrainingContents.Entry(
        row: id(of: line, cells.item, key), kind: .attempt, place: line.place)
      entry.say(Try.sessionField, .row(session))
      entry.say(line.date)
      cells.say(in: &entry)
      contents.entries.append(entry)
    }
    for (id, day) in days.sorted(by: { $0.key < $1.key }) {
      contents.entries.append(entry(of: id, day))
    }
    for head in newHeads {
      contents.entries.append(TrainingContents.Entry(head: head.catalogue, at: head.place))
    }
  }

  /// The scale for lines without one: the most frequent.
  private var usualScale: String {
    var counts: [(scale: String, count: Int)] = []
    for line in lines {
      guard let scale = line.cells.scale else { continue }
      if let place = counts.firstIndex(where: { $0.scale.hasSameBytes(as: scale) }) {
        counts[place].count += 1
      } else if counts.count < 100 {
        counts.append((scale, 1))
      }
    }
    var most: (scale: String, count: Int)?
    for one in counts where one.count > most?.count ?? 0 { most = one }
    return most?.scale ?? rows.catalogues.first?.scaleID ?? "v"
  }

  private static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    var key: [UInt8] = []
    for part in parts {
      key += part
      key.append(0)
    }
    return key
  }

  // MARK: - Catalogues

  /// The catalogue for tries on a scale: the one created for such a log, one with the same name, the first on
  /// that scale, or a new one.
  private mutating func catalogue(
    _ source: String, _ scale: String, _ place: TextPlace
  ) -> Catalogue {
    var key = Self.joined([Array(source.utf8), Array(scale.utf8)])
    if let known = heads[key] { return known }
    let cacheKey = key
    var id = RowID(of: key, in: "woodshed training catalogue")
    while rows[id]?.life == .purged {
      key.append(0)
      id = RowID(of: key, in: "woodshed training catalogue")
    }
    let fitting = rows.catalogues.filter { $0.scaleID.hasSameBytes(as: scale) }
    let name = Fold.bytes(of: source)
    let known =
      fitting.first { $0.id == id } ?? fitting.first { Fold.bytes(of: $0.name) == name }
      ?? fitting.first
    if let known {
      heads[cacheKey] = known
      return known
    }
    let words: CatalogueWords =
      GradeScale.called(scale)?.discipline.id.hasSameBytes(as: Discipline.music.id) == true
      ? .etudes : .climbs
    var made = Catalogue(
      id, named: source.utf8.isEmpty ? words.itemsTitle : source, words,
      after: newHeads.last.map { [$0.catalogue] } ?? rows.catalogues)
    made.scale = scale
    newHeads.append((made, place))
    heads[cacheKey] = made
    return made
  }

  // MARK: - Sessions

  private mutating func session(
    of line: Line, _ catalogue: Catalogue, _ scale: String
  ) -> RowID {
    if let id = line.session, sessions[id] != nil || rows[id] != nil { return id }
    let key = Self.joined([
      Array(line.source.utf8), Array(scale.utf8), Array(line.date.dayKey.utf8),
    ])
    let id = line.session ?? RowID(of: key, in: "woodshed training session")
    guard var day = days[id] else {
      days[id] = Day(
        place: line.place, catalogue: catalogue, day: line.date.day, first: line.date,
        last: line.date)
      return id
    }
    if line.date.wall < day.first.wall { day.first = line.date }
    if line.date.wall > day.last.wall { day.last = line.date }
    days[id] = day
    return id
  }

  /// A session from its first try to its last; an existing one never gets shorter.
  private func entry(of id: RowID, _ day: Day) -> TrainingContents.Entry {
    var entry = TrainingContents.Entry(row: id, kind: .session, place: day.place)
    let old = rows[id].flatMap { TrainingRows.isOurs($0) && $0.life != .purged ? $0 : nil }
    func wall(_ field: FieldID) -> Int64? {
      guard case .instant(let at, let zone)? = old?.value(field) else { return nil }
      return at &+ zone &* 60_000
    }
    if old == nil { entry.say(PractisedSession.dayField, .day(day.day)) }
    if wall(PractisedSession.beganField).map({ day.first.wall < $0 }) ?? true {
      entry.say(PractisedSession.beganField, day.first.value)
    }
    if wall(PractisedSession.endedField).map({ day.last.wall > $0 }) ?? true {
      entry.say(PractisedSession.endedField, day.last.value)
    }
    if old == nil {
      entry.say(day.catalogue.words)
      entry.say(PractisedSession.catalogueField, .row(day.catalogue.id))
    }
    return entry
  }

  // MARK: - Tries

  /// The same line gets the same id each time; the second of two equal lines gets another.
  private mutating func id(of line: Line, _ item: RowID?, _ source: [UInt8]) -> RowID {
    var key = source
    key.append(0)
    key += item?.bits.bytes ?? []
    key += Array("\(line.date.wall)".utf8) + Array(line.date.dayKey.utf8)
    let count = counts[key, default: 0]
    counts[key] = count + 1
    if count > 0 { key += Array("\u{1}\(count)".utf8) }
    return RowID(of: key, in: "woodshed training try")
  }
}
