public import Ledger

/// Practice on a civil day.
public struct DaySum: Equatable, Sendable {
  public var day: Int64
  public var seconds: Int64
  public var sessions: Int64

  /// The minutes as they are shown; weeks and goals add these up, so that figures and their sum agree.
  public var minutes: Int64 { DayWords.minutes(seconds) }
}

/// Practice in a week.
public struct WeekSum: Equatable, Sendable {
  /// The first day of the week.
  public var start: Int64
  public var seconds: Int64
  /// The sum of the days' minutes, each as it is shown.
  public var minutes: Int64
  /// The days with practice.
  public var days: Int
}

/// Practice on each day of the last 53 weeks.
public struct PracticeYear: Equatable, Sendable {
  public static let weekCount = 53
  /// The first day, the first of its week, and the last one.
  public let first: Int64
  public let last: Int64
  /// The seconds of each day from the first on.
  public private(set) var seconds: [Int64]
  /// The days with practice, and their seconds.
  public private(set) var days = 0
  public private(set) var total: Int64 = 0

  public init(_ book: PracticeBook, to day: Int64, firstWeekday: Int) {
    let week = day - Int64((CalendarMonth.weekday(of: day) - firstWeekday + 7) % 7)
    (first, last) = (week - 7 * Int64(Self.weekCount - 1), day)
    seconds = [Int64](repeating: 0, count: Int(day - first) + 1)
    for sum in book.daySums() where sum.day >= first && sum.day <= day {
      seconds[Int(sum.day - first)] = sum.seconds
      (days, total) = (days + 1, total + sum.seconds)
    }
  }
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
    var weeks = (0..<count).map {
      WeekSum(start: first + 7 * Int64($0), seconds: 0, minutes: 0, days: 0)
    }
    for sum in daySums() where sum.day >= first && sum.day < last + 7 {
      let place = Int((sum.day - first) / 7)
      weeks[place].seconds += sum.seconds
      weeks[place].minutes += sum.minutes
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

  /// The plans that are due on a day and were not started on it.
  public func duePlans(on day: Int64) -> [PracticePlan] {
    let weekday = CalendarMonth.weekday(of: day)
    let due = plans.filter { $0.weekdays.contains(weekday) }
    guard !due.isEmpty else { return [] }
    var started: [RowID] = []
    for block in blocks.reversed() {
      if block.day < day { break }
      if block.day == day, let item = block.item { started.append(item) }
    }
    return due.filter { plan in
      let items = items(of: plan.id)
      return !items.isEmpty && !items.contains { started.contains($0.id) }
    }
  }

  /// The practised days in a row up to a day, which may still be without practice.
  ///
  /// The rest days of daily goals for all practice neither count nor break the row.
  public func streak(at day: Int64) -> Int {
    var resting: Set<Int> = []
    for goal in goals where goal.period == .day && goal.piece == nil {
      resting.formUnion(goal.restDays)
    }
    var (next, count) = (day, 0)
    for sum in daySums().reversed() where sum.day <= day {
      while next > sum.day {
        guard next == day || resting.contains(CalendarMonth.weekday(of: next)) else { return count }
        next -= 1
      }
      (next, count) = (sum.day - 1, count + 1)
    }
    return count
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
