public import Ledger

/// Practice on a civil day.
public struct DaySum: Equatable, Sendable {
  public var day: Int64
  public var seconds: Int64
  public var sessions: Int64
}

/// Practice in a week.
public struct WeekSum: Equatable, Sendable {
  /// The first day of the week.
  public var start: Int64
  public var seconds: Int64
  /// The days with practice.
  public var days: Int
}

/// A piece that has not been played for a while.
public struct Neglected: Equatable, Sendable {
  public let piece: RowID
  /// Since it was last played.
  public let days: Int64
  /// The number of days on which it was played.
  public let count: Int
}

extension PracticeBook {
  /// Practice per day, of one piece or of all, oldest first; days without practice are left out.
  public func daySums(of piece: RowID? = nil) -> [DaySum] {
    var sums: [DaySum] = []
    var seen: [RowID] = []
    for block in blocks where block.seconds > 0 && (piece == nil || block.piece == piece) {
      if sums.last?.day != block.day {
        sums.append(DaySum(day: block.day, seconds: 0, sessions: 0))
        seen = []
      }
      sums[sums.count - 1].seconds += block.seconds
      if !seen.contains(block.session) {
        seen.append(block.session)
        sums[sums.count - 1].sessions += 1
      }
    }
    return sums
  }

  /// The last weeks up to a day's, oldest first.
  public func weeks(_ count: Int, to day: Int64, firstWeekday: Int) -> [WeekSum] {
    let last = day - Int64((CalendarMonth.weekday(of: day) - firstWeekday + 7) % 7)
    let first = last - 7 * Int64(count - 1)
    var weeks = (0..<count).map { WeekSum(start: first + 7 * Int64($0), seconds: 0, days: 0) }
    for sum in daySums() where sum.day >= first && sum.day < last + 7 {
      let place = Int((sum.day - first) / 7)
      weeks[place].seconds += sum.seconds
      weeks[place].days += 1
    }
    return weeks
  }

  /// Pieces that were played, are not archived, and have waited for more than a week: the longest first.
  public func neglected(at day: Int64) -> [Neglected] {
    var lastByPiece: [RowID: (day: Int64, count: Int)] = [:]
    for block in blocks where block.seconds > 0 {
      guard let piece = block.piece else { continue }
      let known = lastByPiece[piece]
      if known?.day != block.day { lastByPiece[piece] = (block.day, (known?.count ?? 0) + 1) }
    }
    var found: [Neglected] = []
    for piece in pieces where !piece.isResting {
      guard let last = lastByPiece[piece.id], day - last.day > 7 else { continue }
      found.append(Neglected(piece: piece.id, days: day - last.day, count: last.count))
    }
    return found.sorted { ($1.days, $0.piece) < ($0.days, $1.piece) }
  }

  /// The sections that are due or overdue on a day, the longest overdue first.
  public func due(at day: Int64) -> [Section] {
    sections.filter { section in
      guard section.interval > 0, section.due > 0, section.due <= day else { return false }
      return piece(section.piece).map { !$0.isResting } ?? false
    }.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
  }

  /// The pieces played most recently, newest first.
  public func recentPieces(_ count: Int) -> [Piece] {
    var found: [Piece] = []
    for block in blocks.reversed() where found.count < count {
      guard let piece = piece(block.piece), !found.contains(where: { $0.id == piece.id }) else {
        continue
      }
      found.append(piece)
    }
    return found
  }
}

/// How fast a section, or a piece without one, was played day by day, and the next tempo.
public struct TempoLadder: Equatable, Sendable {
  /// The fastest of each day, oldest first.
  public private(set) var steps: [Step] = []
  /// How many blocks have a tempo.
  public private(set) var count = 0
  /// The fastest that was not rated 1 or 2; 0 if there is none. All in hundredths of a bpm.
  public private(set) var reached: Int64 = 0
  public let goal: Int64

  public struct Step: Equatable, Sendable {
    public var day: Int64
    public var tempo: Int64
    /// 0 where there is none.
    public var rating: Int
  }

  /// Of a section, or of all that was played of a piece without naming one.
  public init(_ book: PracticeBook, piece: RowID, section: RowID?, goal: Int64) {
    self.goal = goal
    for block in book.blocks
    where block.piece == piece && block.section == section && block.tempo > 0 && block.seconds > 0 {
      count += 1
      let step = Step(day: block.day, tempo: block.tempo, rating: book.rating(of: block))
      if !(1...2).contains(step.rating) { reached = max(reached, step.tempo) }
      if let last = steps.last, last.day == step.day {
        if step.tempo > last.tempo { steps[steps.count - 1] = step }
      } else {
        steps.append(step)
      }
    }
  }

  /// The next rung: five percent faster, in whole bpm, and never beyond the goal.
  public var next: Int64? {
    guard let first = steps.first, goal == 0 || reached < goal else { return nil }
    let from = reached > 0 ? reached : first.tempo
    guard reached > 0 else { return from }
    let rung = max((from * 105 / 100 + 50) / 100 * 100, from / 100 * 100 + 100)
    return min(rung, goal > 0 ? goal : 60_000)
  }
}
