public import Ledger

extension KindID {
  public static let goal = KindID(22)
}

/// A target in minutes or sessions per day, week or month.
public struct Goal: RowRecord, Equatable {
  public let id: RowID
  public var amount: Int64 = 30
  public var unit = Unit.minutes
  public var period = Period.day
  /// The piece it is about; `nil` for everything.
  public var piece: RowID?
  /// The civil day from which it applies.
  public var since: Int64 = 0
  /// Whether it shows its long-term trend.
  public var hasScore = false
  /// The rest days, from 0 for Monday.
  public var restDays: Set<Int> = []

  public enum Unit: CaseIterable, Sendable {
    case minutes, sessions

    static let choices: Choices<Unit> = [(0, "Minutes", .minutes), (1, "Sessions", .sessions)]
  }

  public enum Period: CaseIterable, Sendable {
    case day, week, month

    static let choices: Choices<Period> = [
      (0, "Day", .day), (1, "Week", .week), (2, "Month", .month),
    ]
  }

  /// Half an hour a day, for everything.
  public init(_ id: RowID, since day: Int64) { (self.id, since) = (id, day) }

  /// The amounts that can be reached: all minutes of its days, or twenty sessions on each.
  public var amounts: ClosedRange<Int64> {
    let days: Int64 =
      switch period {
      case .day: 1
      case .week: 7
      case .month: 31
      }
    return 1...days * (unit == .minutes ? 1_440 : 20)
  }
}

extension Goal {
  public static let kind = KindID.goal
  public static let names = KindNames("goal", "Goal", "Goals")
  public static let amountField = field(1)

  public init(blank id: RowID) { self.id = id }

  public static func visit(_ fields: inout RowFields, _ goal: inout Goal) {
    fields.whole(amountField, "amount", "Target", &goal.amount, in: 1...100_000, always: true)
    fields.choice(field(2), "unit", "Unit", &goal.unit, Unit.choices, always: true)
    fields.choice(field(3), "period", "Per", &goal.period, Period.choices, always: true)
    fields.link(field(4), "piece", "Piece", &goal.piece)
    fields.day(field(5), "since", "Since", &goal.since, always: true)
    fields.flag(field(6), "score", "Long-term trend", &goal.hasScore)
    fields.weekdays(field(7), "rest-days", "Rest days", &goal.restDays)
  }
}

// MARK: - Progress

extension Goal {
  /// Its progress on a day.
  public struct Progress: Equatable, Sendable {
    /// Minutes or sessions.
    public var reached: Int64
    /// The day, the week or the month.
    public var days: ClosedRange<Int64>
    public var isMet: Bool
    /// Whether it is a rest day.
    public var isResting: Bool
  }

  /// The day, week or month that contains a day.
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

  /// Its progress, from the practice on its piece, oldest first.
  public func progress(at day: Int64, firstWeekday: Int, _ practised: [DaySum]) -> Progress {
    let days = days(around: day, firstWeekday: firstWeekday)
    let reached = reached(in: days, practised)
    return Progress(
      reached: reached, days: days, isMet: reached >= amount,
      isResting: period == .day && restDays.contains(CalendarMonth.weekday(of: day)))
  }

  private func reached(in days: ClosedRange<Int64>, _ practised: [DaySum]) -> Int64 {
    var reached: Int64 = 0
    var (first, end) = (0, practised.count)
    while first < end {
      let middle = (first + end) / 2
      if practised[middle].day < days.lowerBound { first = middle + 1 } else { end = middle }
    }
    for sum in practised[first...] {
      if sum.day > days.upperBound { break }
      reached += unit == .minutes ? sum.minutes : sum.sessions
    }
    return reached
  }

  /// What a day leaves of a score: it halves in thirteen days.
  private static let remainder = 0.9480775143
  /// How far back a score looks: older days carry no weight.
  private static let memory: Int64 = 400

  /// The long-term trend from 0 to 1, and over how many days, weeks or months.
  ///
  /// Each pulls the score towards 1 if it was met and towards 0 if not, so that a single one changes
  /// little. The current one counts once it is met; rest days do not count.
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
