public import Ledger

/// Everything that is kept of practice, in the order in which it is looked at.
public struct PracticeBook: Sendable {
  /// By their titles.
  public private(set) var pieces: [Piece] = []
  /// By their places.
  public private(set) var sections: [Section] = []
  /// The latest first.
  public private(set) var sessions: [PractisedSession] = []
  /// The earliest first.
  public private(set) var blocks: [PractisedBlock] = []
  public private(set) var goals: [Goal] = []
  public private(set) var plans: [PracticePlan] = []
  public private(set) var items: [PracticePlan.Item] = []
  /// The latest first.
  public private(set) var intonation: [IntonationDay] = []
  /// What else belongs to a piece: takes, presets and setlists.
  public private(set) var links: [PieceLink] = []
  /// Another number whenever something is another.
  public private(set) var mark: UInt64 = 0
  private var placesByPiece: [RowID: Int] = [:]

  public init() {}

  /// Reads what is kept; `nil` where nothing has changed since `old`.
  public init?(_ data: Replica, unlike old: PracticeBook) {
    var mark: UInt64 = 1
    data.forEachRow { row in if Self.holds(row) { mark &+= row.mark ^ row.id.bits.low } }
    guard mark != old.mark else { return nil }
    self.mark = mark
    var rows: [Row] = []
    data.forEachRow { row in if Self.holds(row), row.life == .alive { rows.append(row) } }
    for row in rows { take(row) }
    pieces = Piece.all(in: data)
    for (place, piece) in pieces.enumerated() { placesByPiece[piece.id] = place }
    sections.sort { ($0.place, $0.id) < ($1.place, $1.id) }
    plans.sort { ($0.place, $0.id) < ($1.place, $1.id) }
    items.sort { ($0.place, $0.id) < ($1.place, $1.id) }
    goals.sort { $0.id < $1.id }
    intonation.sort { ($1.day, $0.id) < ($0.day, $1.id) }
    links.sort { ($0.kind, $0.id) < ($1.kind, $1.id) }
    sortSessions()
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
      let session = PractisedSession(row)
      if Self.isDay(session.day) { sessions.append(session) }
    case .block:
      let block = PractisedBlock(row)
      if Self.isDay(block.day) { blocks.append(block) }
    case .goal: goals.append(Goal(row))
    case .plan: plans.append(PracticePlan(row))
    case .planItem: items.append(PracticePlan.Item(row))
    case .intonation: intonation.append(IntonationDay(row))
    default: if let link = PieceLink(row) { links.append(link) }
    }
  }

  private mutating func sortSessions() {
    sessions.sort { ($1.began, $1.id) < ($0.began, $0.id) }
    blocks.sort { ($0.day, $0.began, $0.id) < ($1.day, $1.began, $1.id) }
  }

  /// Whether a calendar has a day: a file may bring any number.
  static func isDay(_ day: Int64) -> Bool { (-719_528...2_932_896).contains(day) }
}

// MARK: - Looking things up

extension PracticeBook {
  public func piece(_ id: RowID?) -> Piece? {
    guard let id, let place = placesByPiece[id] else { return nil }
    return pieces[place]
  }

  public func section(_ id: RowID?) -> Section? { sections.first { $0.id == id } }
  public func session(_ id: RowID?) -> PractisedSession? { sessions.first { $0.id == id } }
  public func block(_ id: RowID?) -> PractisedBlock? { blocks.first { $0.id == id } }
  public func goal(_ id: RowID?) -> Goal? { goals.first { $0.id == id } }
  public func plan(_ id: RowID?) -> PracticePlan? { plans.first { $0.id == id } }

  public func sections(of piece: RowID) -> [Section] { sections.filter { $0.piece == piece } }

  public func items(of plan: RowID) -> [PracticePlan.Item] { items.filter { $0.plan == plan } }

  /// What a session went to, the earliest first.
  public func blocks(of session: RowID) -> [PractisedBlock] {
    blocks.filter { $0.session == session }.sorted { ($0.began, $0.id) < ($1.began, $1.id) }
  }

  /// What goes on, the latest first. There is more than one where two devices began without knowing of each other.
  public var unended: [PractisedSession] { sessions.filter { $0.ended == 0 && $0.began > 0 } }

  public func intonation(on day: Int64) -> [IntonationDay] { intonation.filter { $0.day == day } }

  /// The latest sessions that are over, of a piece or of all.
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

  /// What the last session with a piece left for the next one; without a piece, the last one that had none.
  public func nextStep(for piece: RowID?) -> String {
    if let piece { return sessions(of: piece, atMost: 1).first?.nextStep ?? "" }
    var others: Set<RowID> = []
    for block in blocks where block.piece != nil { others.insert(block.session) }
    return sessions.first { $0.ended != 0 && !others.contains($0.id) }?.nextStep ?? ""
  }
}

// MARK: - As it will be

extension PracticeBook {
  /// With a session and its blocks as they are to be.
  public func with(_ session: PractisedSession, _ blocks: [PractisedBlock]) -> PracticeBook {
    var book = without(session.id)
    book.sessions.append(session)
    book.blocks += blocks
    book.sortSessions()
    return book
  }

  /// Without a session.
  public func without(_ session: RowID) -> PracticeBook {
    var book = self
    book.sessions.removeAll { $0.id == session }
    book.blocks.removeAll { $0.session == session }
    return book
  }

  /// What lets sections come back when this book says they should.
  public func reviewEdits(of ids: [RowID?]) -> [Edit] {
    var edits: [Edit] = []
    for section in sections where section.interval > 0 && ids.contains(section.id) {
      edits += section.reviewing(Review(after: played(section.id)))
    }
    return edits
  }

  /// The days on which a section was played, with the last rating of each; under half a minute it was only begun.
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

  /// That of the block, or else that of its session.
  public func rating(of block: PractisedBlock) -> Int {
    block.rating > 0 ? block.rating : session(block.session)?.rating ?? 0
  }
}
