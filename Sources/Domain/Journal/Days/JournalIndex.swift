public import Ledger

/// Everything the journal shows, by day: read from the data once, then updated with changes.
public struct JournalIndex: Sendable {
  /// An entry in the list of a day.
  public struct Entry: Equatable, Sendable {
    public enum Kind: Sendable {
      case note, take, session
    }

    public let id: RowID
    public let kind: Kind
    public let day: Int64
    /// In milliseconds since 1970 UTC: within a day, newest first.
    let began: Int64
  }

  /// A block of a session, as far as a day shows it.
  struct Block: Equatable, Sendable {
    var session: RowID
    var day: Int64
    var seconds: Int64
    var piece: RowID?
  }

  public private(set) var notes: [RowID: JournalNote] = [:]
  public private(set) var takes: [RowID: Take] = [:]
  public private(set) var sessions: [RowID: PractisedSession] = [:]
  /// What pieces are called.
  public private(set) var pieces: [RowID: String] = [:]
  /// The names of saved scores.
  public private(set) var scores: [RowID: String] = [:]
  /// What reeds are called.
  public private(set) var reeds: [RowID: String] = [:]
  private(set) var blocks: [RowID: Block] = [:]
  /// Newest first.
  public private(set) var entries: [Entry] = []
  private(set) var marksByDay: [Int64: DayMarks] = [:]
  private(set) var blocksBySession: [RowID: [RowID]] = [:]
  /// The tags of notes, most recently used first; a handful.
  public private(set) var lateTags: [String] = []
  private var read = ReadMarks()
  private var search: SearchIndex?
  /// Whether days or their order have changed since the last calculation.
  private var isReordered = false
  /// What has to be indexed again.
  private var stale: [RowID] = []

  public init() {}

  /// What a day contains.
  public func marks(of day: Int64) -> DayMarks { marksByDay[day] ?? DayMarks() }

  /// Reads the rows that changed since the last time.
  public mutating func update(_ data: Replica) {
    guard let changed = read.changes(in: data, of: Self.isOurs) else {
      let wasSearched = search != nil
      self = JournalIndex()
      update(data)
      if wasSearched { prepareSearch() }
      return
    }
    for row in changed { take(row) }
    if isReordered { reckon() }
    for id in stale { index(id) }
    stale = []
  }

  private static func isOurs(_ kind: KindID) -> Bool {
    switch kind {
    case .note, .take, .session, .block, .piece, .score, .reed: true
    default: false
    }
  }

  private mutating func take(_ row: Row) {
    let isAlive = row.life == .alive
    switch row.kind {
    case .note:
      let note = isAlive ? JournalNote(row) : nil
      let old = notes[row.id]
      notes[row.id] = note
      let isMoved = old?.day != note?.day || old?.made != note?.made
      if isMoved || !Self.hasSameTags(old, note) { isReordered = true }
    case .take:
      let take = isAlive ? Take(row) : nil
      let old = takes[row.id]
      takes[row.id] = take
      if old?.day != take?.day || old?.began != take?.began { isReordered = true }
    case .session:
      let session = isAlive ? PractisedSession(row) : nil
      let old = sessions[row.id]
      sessions[row.id] = session
      if old?.day != session?.day || old?.began != session?.began
        || old?.trainedSeconds != session?.trainedSeconds
      {
        isReordered = true
      }
    case .block:
      let block = isAlive ? Block(PractisedBlock(row)) : nil
      let old = blocks[row.id]
      guard old != block else { return }
      isReordered = true
      blocks[row.id] = block
      if search != nil { stale += [old?.session, block?.session].compactMap { $0 } }
      return
    case .score:
      scores[row.id] = isAlive && row.id != ScoreSetup.hand ? Preset<ScoreSetup>(row).name : nil
      return
    case .reed:
      reeds[row.id] = isAlive ? Reed(row).fullName : nil
      if search != nil { stale += notes.values.filter { $0.reed == row.id }.map { $0.id } }
      return
    default:
      pieces[row.id] = isAlive ? Piece(row).title : nil
      if search != nil { stale += linked(to: row.id) }
    }
    if search != nil { stale.append(row.id) }
  }

  // MARK: - Days

  private mutating func reckon() {
    isReordered = false
    var entries: [Entry] = []
    entries.reserveCapacity(notes.count + takes.count + sessions.count)
    var marks: [Int64: DayMarks] = [:]
    for note in notes.values {
      entries.append(Entry(id: note.id, kind: .note, day: note.day, began: note.made))
      marks[note.day, default: DayMarks()].notes += 1
    }
    for take in takes.values {
      entries.append(Entry(id: take.id, kind: .take, day: take.day, began: take.began))
      marks[take.day, default: DayMarks()].takes += 1
    }
    for session in sessions.values {
      entries.append(
        Entry(id: session.id, kind: .session, day: session.day, began: session.began))
      marks[session.day, default: DayMarks()].sessions += 1
    }
    var bySession: [RowID: [RowID]] = [:]
    for (id, block) in blocks {
      bySession[block.session, default: []].append(id)
      // Blocks of a session in the trash do not count either.
      if sessions[block.session] != nil || !read.contains(block.session) {
        marks[block.day, default: DayMarks()].seconds += block.seconds
      }
    }
    for session in sessions.values where bySession[session.id] == nil {
      marks[session.day]?.trainedSeconds += session.trainedSeconds
    }
    entries.sort { $0.precedes($1) }
    self.entries = entries
    marksByDay = marks
    blocksBySession = bySession
    lateTags = findLateTags()
  }

  private static func hasSameTags(_ one: JournalNote?, _ other: JournalNote?) -> Bool {
    let (tags, others) = (one?.allTags ?? [], other?.allTags ?? [])
    return tags.count == others.count
      && tags.indices.allSatisfy { tags[$0].hasSameBytes(as: others[$0]) }
  }

  private func findLateTags() -> [String] {
    var tags: [String] = []
    var looked = 0
    for entry in entries where entry.kind == .note {
      for tag in notes[entry.id]?.allTags ?? [] where !Tags.contains(tag, in: tags) {
        tags.append(tag)
      }
      looked += 1
      if tags.count >= 12 || looked == 500 { break }
    }
    return Array(tags.prefix(12))
  }

  // MARK: - Search

  /// Indexes everything for search; later changes are followed.
  public mutating func prepareSearch() {
    guard search == nil else { return }
    search = SearchIndex()
    for id in notes.keys { index(id) }
    for id in takes.keys { index(id) }
    for id in sessions.keys { index(id) }
    for id in pieces.keys { index(id) }
  }

  /// The entries of these days, or of all days if none are given, that contain all words of a query.
  public mutating func find(_ question: String, days: [Int64]) -> [Entry] {
    var words: Set<RowID>?
    if question.utf8.contains(where: { $0 > 0x20 }) {
      prepareSearch()
      words = search?.rows(matching: question)
    }
    if days.isEmpty, words == nil { return entries }
    let chosen = Set(days)
    return entries.filter { entry in
      (chosen.isEmpty || chosen.contains(entry.day)) && words?.contains(entry.id) != false
    }
  }

  /// The pieces whose names contain all words of a query, by name.
  public mutating func findPieces(_ question: String) -> [RowID] {
    guard question.utf8.contains(where: { $0 > 0x20 }) else { return [] }
    prepareSearch()
    guard let found = search?.rows(matching: question) else { return [] }
    return found.filter { pieces[$0] != nil }.sorted { title($0) < title($1) }
  }

  /// Everything linked to a piece is found by its name.
  private func linked(to piece: RowID) -> [RowID] {
    var ids: [RowID] = []
    for note in notes.values where note.piece == piece { ids.append(note.id) }
    for take in takes.values where take.piece == piece { ids.append(take.id) }
    for block in blocks.values where block.piece == piece { ids.append(block.session) }
    return ids
  }

  private mutating func index(_ id: RowID) {
    if let texts = texts(of: id) { search?.set(id, texts) } else { search?.remove(id) }
  }

  private func texts(of id: RowID) -> [String]? {
    if let note = notes[id] {
      return [note.text, note.tags, title(note.piece), note.reed.flatMap { reeds[$0] } ?? ""]
    }
    if let take = takes[id] { return [take.name, take.tags, title(take.piece)] }
    if let session = sessions[id] {
      return [session.question, session.sign, session.sentence, session.nextStep]
        + piecesOf(id).map { title($0) }
    }
    return pieces[id].map { [$0] }
  }
}

extension JournalIndex {
  /// The title of a piece; empty if it is gone.
  public func title(_ piece: RowID?) -> String {
    piece.flatMap { pieces[$0] } ?? ""
  }

  /// The practice or training time of a session, in seconds.
  public func seconds(of session: RowID) -> Int64 {
    var seconds: Int64 = 0
    if let session = sessions[session], session.training != nil, session.ended != 0 {
      return session.trainedSeconds
    }
    for block in blocksBySession[session] ?? [] { seconds += blocks[block]?.seconds ?? 0 }
    return seconds
  }

  /// The pieces of a session, the one that took longest first.
  public func piecesOf(_ session: RowID) -> [RowID] {
    var seconds: [RowID: Int64] = [:]
    for block in blocksBySession[session] ?? [] {
      guard let block = blocks[block], let piece = block.piece, pieces[piece] != nil else {
        continue
      }
      seconds[piece, default: 0] += block.seconds
    }
    return seconds.keys.sorted { one, other in
      let (a, b) = (seconds[one] ?? 0, seconds[other] ?? 0)
      return a == b ? one < other : a > b
    }
  }
}

/// What a day contains, in numbers.
public struct DayMarks: Equatable, Sendable {
  public var notes = 0
  public var takes = 0
  public var sessions = 0
  /// Practice time in all.
  public var seconds: Int64 = 0
  /// Training that does not count as practice.
  public var trainedSeconds: Int64 = 0

  public init() {}

  public var isEmpty: Bool { notes == 0 && takes == 0 && sessions == 0 && seconds == 0 }

  /// `2 notes, 1 take, 1 h 12 min, 38 min trained`.
  public var words: String {
    var parts: [String] = []
    if notes > 0 { parts.append(DayWords.count(notes, "note", "notes")) }
    if takes > 0 { parts.append(DayWords.count(takes, "take", "takes")) }
    if sessions > 0 { parts.append(DayWords.count(sessions, "session", "sessions")) }
    if seconds > 0 { parts.append(DayWords.length(seconds)) }
    if trainedSeconds > 0 { parts.append("\(DayWords.length(trainedSeconds)) trained") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

extension PractisedSession {
  /// How long the training took; 0 for practice, whose blocks say it, and for a session that is not over.
  fileprivate var trainedSeconds: Int64 {
    training == nil || ended == 0 ? 0 : seconds(at: ended)
  }
}

extension JournalIndex.Entry {
  /// Whether it comes before another: the later day first, then the later moment.
  public func precedes(_ other: JournalIndex.Entry) -> Bool {
    if day != other.day { return day > other.day }
    if began != other.began { return began > other.began }
    return id > other.id
  }
}

extension JournalIndex.Block {
  fileprivate init(_ block: PractisedBlock) {
    (session, day, seconds) = (block.session, block.day, block.seconds)
    piece = block.piece
  }
}
