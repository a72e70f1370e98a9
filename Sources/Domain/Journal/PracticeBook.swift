public import Ledger

/// All practice data, in the order in which it is shown.
public struct PracticeBook: Sendable {
  /// By title.
  public private(set) var pieces: [Piece] = []
  /// By place.
  public private(set) var sections: [Section] = []
  /// Newest first.
  public private(set) var sessions: [PractisedSession] = []
  /// How many training sessions count as practice: only their blocks are here.
  public private(set) var trainingCount = 0
  /// Oldest first.
  public private(set) var blocks: [PractisedBlock] = []
  public private(set) var goals: [Goal] = []
  public private(set) var plans: [PracticePlan] = []
  public private(set) var items: [PracticePlan.Item] = []
  /// Newest first.
  public private(set) var intonation: [IntonationDay] = []
  /// What else belongs to a piece: takes, presets and setlists.
  public private(set) var links: [PieceLink] = []
  /// Changes whenever anything does.
  public private(set) var mark: UInt64 = 0
  /// Changes whenever a block does: there are many blocks, and they rarely change.
  private var blockMark: UInt64 = 0
  /// Running sessions, newest first. There are several if two devices started one each while offline.
  public private(set) var unended: [PractisedSession] = []
  private var placesByPiece: [RowID: Int] = [:]
  private var placesBySession: [RowID: Int] = [:]
  /// Where the blocks of each session are.
  private var blockPlaces: [RowID: [Int]] = [:]

  public init() {}

  /// The practice of some sections, and nothing else.
  init(_ sections: [Section], _ sessions: [PractisedSession], _ blocks: [PractisedBlock]) {
    (self.sections, self.sessions, self.blocks) = (sections, sessions, blocks)
    sortSessions()
    sortBlocks()
  }

  /// Reads the data; `nil` if nothing has changed since `old`.
  public init?(_ data: Replica, unlike old: PracticeBook) {
    var (mark, blockMark): (UInt64, UInt64) = (1, 1)
    var removed: Set<RowID> = []
    data.forEachRow { row in
      guard Self.holds(row) else { return }
      let part = row.mark ^ row.id.bits.low
      mark &+= part
      let isRemoved = row.kind == .session && row.life != .alive
      if isRemoved { removed.insert(row.id) }
      if isRemoved || row.kind == .block { blockMark &+= part }
    }
    guard mark != old.mark else { return nil }
    (self.mark, self.blockMark) = (mark, blockMark)
    let areBlocksOld = blockMark == old.blockMark
    var rows: [Row] = []
    data.forEachRow { row in
      guard row.life == .alive, Self.holds(row), !areBlocksOld || row.kind != .block else { return }
      rows.append(row)
    }
    for row in rows { take(row) }
    if areBlocksOld {
      (blocks, blockPlaces) = (old.blocks, old.blockPlaces)
    } else {
      // Blocks of a session in the trash do not count either.
      blocks.removeAll { removed.contains($0.session) }
      sortBlocks()
    }
    sortSessions()
    pieces = Piece.all(in: data)
    for (place, piece) in pieces.enumerated() { placesByPiece[piece.id] = place }
    sections.sort { ($0.place, $0.id) < ($1.place, $1.id) }
    plans.sort { ($0.place, $0.id) < ($1.place, $1.id) }
    items.sort { ($0.place, $0.id) < ($1.place, $1.id) }
    goals.sort { $0.id < $1.id }
    intonation.sort { ($1.day, $0.id) < ($0.day, $1.id) }
    links.sort { ($0.kind, $0.id) < ($1.kind, $1.id) }
  }

  private static func holds(_ row: Row) -> Bool {
    switch row.kind {
    case .piece, .section, .session, .block, .goal, .plan, .planItem, .intonation: true
    default: PieceLink(row)?.piece != nil
    }
  }

  private mutating func take(_ row: Row) {
    switch row.kind {
    case .section: sections.append(Section(row))
    case .session:
      // Training is shown in the room Sessions. Training that counts as practice has blocks here.
      let session = PractisedSession(row)
      if Self.isDay(session.day), session.training == nil { sessions.append(session) }
      if session.training?.isPractice == true, session.ended != 0 { trainingCount += 1 }
    case .block:
      let block = PractisedBlock(row)
      if Self.isDay(block.day) { blocks.append(block) }
    case .goal: goals.append(Goal(row))
    case .plan: plans.append(PracticePlan(row))
    case .planItem: items.append(PracticePlan.Item(row))
    case .intonation:
      let day = IntonationDay(row)
      if Self.isDay(day.day) { intonation.append(day) }
    default: if let link = PieceLink(row) { links.append(link) }
    }
  }

  /// Sorts the sessions and records their places.
  private mutating func sortSessions() {
    sessions.sort { ($1.began, $1.id) < ($0.began, $0.id) }
    unended = sessions.filter { $0.ended == 0 && $0.began > 0 }
    placesBySession = [:]
    for (place, session) in sessions.enumerated() { placesBySession[session.id] = place }
  }

  private mutating func sortBlocks() {
    blocks.sort { ($0.day, $0.began, $0.id) < ($1.day, $1.began, $1.id) }
    blockPlaces = [:]
    for (place, block) in blocks.enumerated() {
      blockPlaces[block.session, default: []].append(place)
    }
  }

  /// Whether a day is in the calendar: a file may contain any number.
  static func isDay(_ day: Int64) -> Bool { (-719_528...2_932_896).contains(day) }
}

// MARK: - Looking things up

extension PracticeBook {
  public func piece(_ id: RowID?) -> Piece? {
    guard let id, let place = placesByPiece[id] else { return nil }
    return pieces[place]
  }

  public func section(_ id: RowID?) -> Section? { sections.first { $0.id == id } }
  public func session(_ id: RowID?) -> PractisedSession? {
    guard let id, let place = placesBySession[id] else { return nil }
    return sessions[place]
  }

  public func block(_ id: RowID?) -> PractisedBlock? { blocks.first { $0.id == id } }
  public func goal(_ id: RowID?) -> Goal? { goals.first { $0.id == id } }
  public func plan(_ id: RowID?) -> PracticePlan? { plans.first { $0.id == id } }

  public func sections(of piece: RowID) -> [Section] { sections.filter { $0.piece == piece } }

  public func items(of plan: RowID) -> [PracticePlan.Item] { items.filter { $0.plan == plan } }

  /// The blocks of a session, oldest first.
  public func blocks(of session: RowID) -> [PractisedBlock] {
    (blockPlaces[session] ?? []).map { blocks[$0] }
      .sorted { ($0.began, $0.id) < ($1.began, $1.id) }
  }

  public func intonation(on day: Int64) -> [IntonationDay] { intonation.filter { $0.day == day } }

  /// The latest finished sessions, of a piece or of all.
  public func sessions(of piece: RowID?, atMost limit: Int) -> [PractisedSession] {
    var wanted: Set<RowID> = []
    for block in blocks where piece != nil && block.piece == piece { wanted.insert(block.session) }
    var found: [PractisedSession] = []
    for session in sessions where session.ended != 0 {
      if found.count == limit { break }
      if piece == nil || wanted.contains(session.id) { found.append(session) }
    }
    return found
  }

  /// The next step from the last session with a piece; without a piece, from the last session that had none.
  public func nextStep(for piece: RowID?) -> String {
    if let piece { return sessions(of: piece, atMost: 1).first?.nextStep ?? "" }
    var others: Set<RowID> = []
    for block in blocks where block.piece != nil { others.insert(block.session) }
    return sessions.first { $0.ended != 0 && !others.contains($0.id) }?.nextStep ?? ""
  }
}

// MARK: - As it will be

extension PracticeBook {
  /// With a session and its blocks replaced.
  public func with(_ session: PractisedSession, _ blocks: [PractisedBlock]) -> PracticeBook {
    var book = without(session.id)
    book.sessions.append(session)
    book.blocks += blocks
    book.sortSessions()
    book.sortBlocks()
    return book
  }

  /// With the seconds of a block replaced.
  public func with(_ seconds: Int64, in block: PractisedBlock) -> PracticeBook {
    var book = self
    for place in blockPlaces[block.session] ?? [] where blocks[place].id == block.id {
      book.blocks[place].seconds = seconds
    }
    return book
  }

  /// Adds a piece that is about to be saved.
  public mutating func add(_ piece: Piece) {
    placesByPiece[piece.id] = pieces.count
    pieces.append(piece)
  }

  /// Without a session.
  public func without(_ session: RowID) -> PracticeBook {
    var book = self
    book.sessions.removeAll { $0.id == session }
    book.blocks.removeAll { $0.session == session }
    book.sortSessions()
    book.sortBlocks()
    return book
  }

  /// The edits that schedule reviews of sections.
  public func reviewEdits(of ids: [RowID?]) -> [Edit] {
    var edits: [Edit] = []
    for section in sections where section.interval > 0 && ids.contains(section.id) {
      edits += section.reviewing(Review(after: played(section.id)))
    }
    return edits
  }

  /// The days on which a section was played, with the last rating of each; under half a minute does not count.
  public func played(_ section: RowID) -> [Review.Played] {
    var days: [Review.Played] = []
    for block in blocks where block.section == section && block.seconds >= 30 {
      let rating = rating(of: block)
      if let last = days.last, last.day == block.day {
        if rating > 0 { days[days.count - 1].rating = rating }
      } else {
        days.append(Review.Played(day: block.day, rating: rating))
      }
    }
    return days
  }

  /// The rating of the block, or else of its session.
  public func rating(of block: PractisedBlock) -> Int {
    block.rating > 0 ? block.rating : session(block.session)?.rating ?? 0
  }
}
