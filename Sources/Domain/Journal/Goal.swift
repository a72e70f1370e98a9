public import Ledger

/// So many minutes or sessions in a day, a week or a month.
public struct Goal: Equatable, Sendable {
  public let id: RowID
  public var amount: Int64
  public var unit: Unit
  public var period: Period
  /// What it is about; nothing for everything.
  public var piece: RowID?
  /// The civil day that it holds from.
  public var since: Int64
  /// Whether it shows how well it was met in the long run.
  public var hasScore: Bool
  /// The weekdays that ask for nothing, from 0 for Monday.
  public var restDays: Set<Int>

  public enum Unit: CaseIterable, Sendable {
    case minutes, sessions
  }

  public enum Period: CaseIterable, Sendable {
    case day, week, month
  }
}

extension Goal {
  public static let amountKey = FieldKey(
    KindID.goal.field(1), "amount", "How much", standard: 30, in: 1...100_000)
  static let unitKey = FieldKey(
    KindID.goal.field(2), "unit", "Of what", standard: Unit.minutes,
    choices: [(0, "Minutes", .minutes), (1, "Sessions", .sessions)])
  static let periodKey = FieldKey(
    KindID.goal.field(3), "period", "In a", standard: Period.day,
    choices: [(0, "Day", .day), (1, "Week", .week), (2, "Month", .month)])
  static let pieceKey = FieldKey.link(KindID.goal.field(4), "piece", "Piece")
  static let sinceKey = FieldKey.day(KindID.goal.field(5), "since", "Since")
  static let scoreKey = FieldKey(
    KindID.goal.field(6), "score", "Shows its score", standard: false)
  /// One bit for each weekday, the lowest for Monday.
  static let restKey = FieldKey(
    KindID.goal.field(7), "rest-days", "Rest days", standard: 0, in: 0...127)

  static let rows = Kind(
    .goal, "goal", "Goal", plural: "Goals",
    fields: [
      amountKey.field, unitKey.field, periodKey.field, pieceKey.field, sinceKey.field,
      scoreKey.field, restKey.field,
    ])

  /// Half an hour a day, of everything.
  public init(_ id: RowID, since day: Int64) {
    self.init(
      id: id, amount: 30, unit: .minutes, period: .day, piece: nil, since: day, hasScore: false,
      restDays: [])
  }

  init(_ row: Row) {
    let rest = row[Self.restKey]
    self.init(
      id: row.id, amount: row[Self.amountKey], unit: row[Self.unitKey],
      period: row[Self.periodKey], piece: row[Self.pieceKey], since: row[Self.sinceKey],
      hasScore: row[Self.scoreKey], restDays: Set((0..<7).filter { rest >> Int64($0) & 1 == 1 }))
  }

  /// What keeps it; where there is an `old` one, only what differs.
  public func edits(from old: Goal?) -> [Edit] {
    var edit = RowEdit(id, .goal, isNew: old == nil)
    edit.set(Self.amountKey, amount, unless: old?.amount)
    edit.set(Self.unitKey, unit, unless: old?.unit)
    edit.set(Self.periodKey, period, unless: old?.period)
    if piece != old?.piece { edit.set(Self.pieceKey, piece) }
    edit.set(Self.sinceKey, since, unless: old?.since)
    edit.set(Self.scoreKey, hasScore, unless: old?.hasScore ?? false)
    edit.set(Self.restKey, restBits, unless: old?.restBits ?? 0)
    return edit.edits
  }

  public var trashing: [Edit] { Edit.trashing(id, .goal) }

  private var restBits: Int64 { restDays.reduce(0) { $0 | 1 << Int64($1) } }
}

// MARK: - Progress

extension Goal {
  /// How far it is at a day.
  public struct Progress: Equatable, Sendable {
    /// Minutes or sessions.
    public var reached: Int64
    /// The day, the week or the month.
    public var days: ClosedRange<Int64>
    public var isMet: Bool
    /// Whether the day asks for nothing.
    public var isResting: Bool
  }

  /// The day, the week or the month that a day lies in.
  public func days(around day: Int64, firstWeekday: Int) -> ClosedRange<Int64> {
    switch period {
    case .day: return day...day
    case .week:
      let start = day - Int64((CalendarMonth.weekday(of: day) - firstWeekday + 7) % 7)
      return start...start + 6
    case .month:
      let month = CalendarMonth(of: day)
      return month.firstDay...month.firstDay + Int64(month.dayCount) - 1
    }
  }

  /// How far it is, by what was practised on the days of its piece, the earliest first.
  public func progress(at day: Int64, firstWeekday: Int, _ practised: [DaySum]) -> Progress {
    let days = days(around: day, firstWeekday: firstWeekday)
    let reached = reached(in: days, practised)
    return Progress(
      reached: reached, days: days, isMet: reached >= amount,
      isResting: period == .day && restDays.contains(CalendarMonth.weekday(of: day)))
  }

  private func reached(in days: ClosedRange<Int64>, _ practised: [DaySum]) -> Int64 {
    var (seconds, sessions) = (Int64(0), Int64(0))
    var (first, end) = (0, practised.count)
    while first < end {
      let middle = (first + end) / 2
      if practised[middle].day < days.lowerBound { first = middle + 1 } else { end = middle }
    }
    for sum in practised[first...] {
      if sum.day > days.upperBound { break }
      seconds += sum.seconds
      sessions += sum.sessions
    }
    return unit == .minutes ? seconds / 60 : sessions
  }

  /// What a day leaves of a score: half of it after thirteen days.
  private static let remainder = 0.9480775143
  /// No further back does a score look: what lies there weighs nothing any more.
  private static let memory: Int64 = 400

  /// How well it was met in the long run, from 0 to 1, and over how many days, weeks or months.
  ///
  /// Each of them pulls the score to 1 where it was met and to 0 where it was not, so that a single one changes
  /// little. The one that goes on counts once it is met; rest days do not count.
  public func score(
    at day: Int64, firstWeekday: Int, _ practised: [DaySum]
  ) -> (value: Double, count: Int) {
    var (score, count) = (0.0, 0)
    var next = max(since, day - Self.memory)
    while next <= day {
      let days = days(around: next, firstWeekday: firstWeekday)
      let progress = progress(at: next, firstWeekday: firstWeekday, practised)
      next = days.upperBound + 1
      let isOver = days.upperBound < day
      guard !progress.isResting, isOver || progress.isMet else { continue }
      var kept = 1.0
      for _ in days { kept *= Self.remainder }
      score = score * kept + (progress.isMet ? 1 - kept : 0)
      count += 1
    }
    return (score, count)
  }
}
