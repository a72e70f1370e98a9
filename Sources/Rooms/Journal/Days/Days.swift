import Domain
public import Ledger
import Markup
import Program
public import RoomKit

/// The calendar and the entries of its days.
public enum Days {
  public struct State: Sendable {
    var index = JournalIndex()
    /// Counts refreshes.
    var turn: Int64 = 0
    /// Unknown until the clock has been read.
    var today: Int64?
    /// Seconds of today’s running session that are in no row yet.
    var live: Int64 = 0
    var dayStart = 0
    /// 0 for Monday.
    var firstWeekday = 0
    var month = CalendarMonth(of: 0)
    /// The day with keyboard focus.
    var focus: Int64 = 0
    /// The days shown in the list, oldest first; if empty, all days.
    var chosen: [Int64] = []
    /// The day in the address; `nil` if it is the address of all days.
    var place: Int64?
    var isChoosingSeveral = false
    var isMonthHidden = false
    /// Whether the list is below the month with little room, where the month folds to a week.
    var isNarrow = false
    var isMonthUnfolded = false
    var search = ""
    var limit = Self.step
    // Results for the selected days and the search; see `find`.
    var found: [JournalIndex.Entry] = []
    var foundPieces: [RowID] = []
    var editor: Editor?
    var noteStep = NoteStep.none
    /// The note shown in full.
    var whole: RowID?
    var export = Export()
    public var pictures = Pictures.State()
    /// Today's lessons that are not done.
    var lessons: [Lesson] = []
    /// Where a finger went down on the month.
    var swipe: (x: Double, y: Double)?
    /// Whether all changes are durable; set by the shell.
    public var isSafe = true
    /// Whether the person has no data yet, anywhere in the app; set by the shell.
    public var isNew = false
    /// Whether the room explains itself in a line; set by the shell.
    public var hasLine = false
    var first = FirstDoors.State()
    /// Whether the server offers an account to back up to.
    public var isAccountOffered = false

    /// How many entries are shown at once.
    static let step = 50

    /// Whether there is unsaved input.
    public var isTyping: Bool { editor?.isUnkept ?? false }

    /// Whether only the week of the focused day is shown.
    var isWeek: Bool { isNarrow && !isMonthUnfolded }

    /// The day of a new note.
    var day: Int64 { chosen.last ?? today ?? 0 }
  }

  public enum Message: Sendable {
    case searchTyped(String)
    case searchFocused
    case searchCleared
    case tagFound(String)
    case monthMoved(by: Int)
    case todayTapped
    case dateChosen(String)
    case dayChosen(Int64, isExtending: Bool, isAdding: Bool)
    case dayStepped(Step)
    case severalSwitched
    case allTapped
    case monthSwitched
    case monthRemembered(String?)
    case narrowed(Bool)
    case swipeBegan(x: Double, y: Double)
    case swipeEnded(x: Double, y: Double)
    case moreTapped
    case wholeTapped(RowID)
    case visibilityChanged(Bool)
    case hid
    /// Answered by the shell.
    case sampleAsked
    case lineRead
    case first(FirstDoors.Message)
    /// Answered by the journal, whose practice page has the sheet.
    case practice(Practice.Message)
    case note(NoteMessage)
    case export(ExportMessage)
    case pictures(Pictures.Message)
  }

  /// A keyboard move on the month.
  public enum Step: Equatable, Sendable {
    case days(Int)
    case months(Int)
    case weekStart, weekEnd
  }

  /// The storage key for whether the month is hidden.
  static let monthKey = "woodshed.month"
  /// Where the month would push the list off the first screen.
  static let narrow = "(max-width: 719px), (max-width: 999px) and (max-height: 700px)"

  static func start() -> [Effect<Message>] {
    [
      .load(monthKey) { .monthRemembered($0) }, .watchHide(.hid),
      .load(FirstDoors.key) { .first(.remembered($0)) },
      .watchVisibility { .visibilityChanged($0) },
      .watchMedia(narrow, as: "narrow days") { .narrowed($0) },
    ]
  }

  static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    lookAtClock(&state, room)
    switch message {
    case .searchTyped(let text): look(for: text, &state)
    case .searchFocused: state.index.prepareSearch()
    case .searchCleared:
      look(for: "", &state)
      return [.focus("journal-search")]
    case .tagFound(let tag):
      look(for: tag, &state)
      return [.focus("journal-search")]
    case .monthMoved(let count): leaf(by: count, &state)
    case .todayTapped:
      guard let today = state.today else { break }
      return go(to: [today], &state) + fold(&state)
    case .dateChosen(let text):
      guard let day = JournalDay.day(named: text) else { break }
      return go(to: [day], &state) + fold(&state)
    case .dayChosen(let day, let isExtending, let isAdding):
      return choose(day, isExtending, isAdding || state.isChoosingSeveral, &state)
    case .dayStepped(let step):
      return move(step, &state)
    case .severalSwitched:
      state.isChoosingSeveral.toggle()
      if !state.isChoosingSeveral, let last = state.chosen.last { return go(to: [last], &state) }
    case .allTapped: return go(to: [], &state)
    case .monthSwitched where state.isNarrow:
      state.isMonthUnfolded.toggle()
      return [.focus("month-switch")]
    case .narrowed(let isNarrow): state.isNarrow = isNarrow
    case .monthSwitched:
      state.isMonthHidden.toggle()
      return [
        state.isMonthHidden ? .save("hidden", under: monthKey) : .erase(monthKey),
        .focus("month-switch"),
      ]
    case .monthRemembered(let text): state.isMonthHidden = text?.hasSameBytes(as: "hidden") == true
    case .swipeBegan(let x, let y): state.swipe = (x, y)
    case .swipeEnded(let x, let y): swipe(to: x, y, &state)
    case .moreTapped: state.limit += State.step
    case .wholeTapped(let id): state.whole = state.whole == id ? nil : id
    case .visibilityChanged(true): break
    case .practice: break
    case .sampleAsked:
      return [.ask(.space(isSample: true)), .scrollToTop, .focus("heading")]
    case .lineRead: return [.ask(.lineRead), .focus("heading")]
    case .first(let message): return FirstDoors.update(&state.first, message, room)
    case .visibilityChanged, .hid: return keep(&state, &room)
    case .note(let message): return update(&state, message, &room)
    case .export(let message): return update(&state, message, &room)
    case .pictures(let message):
      return Pictures.update(&state.pictures, message, &room).map { $0.map(Message.pictures) }
    }
    return []
  }

  static func refresh(_ state: inout State, _ room: inout RoomContext) {
    let settings = Settings(room.data[Settings.row])
    state.firstWeekday = settings.firstDayOfWeek.number
    state.dayStart = settings.dayStart
    state.first.follow(settings)
    lookAtClock(&state, room)
    state.turn += 1
    state.index.update(room.data)
    state.pictures.refresh(room)
    state.lessons = state.today.map { Lesson.due(on: $0, in: room.data) } ?? []
    followNote(&state, &room)
    find(&state)
  }

  /// Moves to the new day when one has started.
  private static func lookAtClock(_ state: inout State, _ room: RoomContext) {
    let today = JournalDay.day(
      of: room.milliseconds, zoneMinutes: room.zoneMinutes, start: state.dayStart)
    guard state.today != today else { return }
    let isFirst = state.today == nil
    let wasOnToday = state.focus == state.today
    state.today = today
    guard isFirst || wasOnToday, state.chosen.isEmpty else { return }
    state.focus = today
    state.month = CalendarMonth(of: today)
  }

  // MARK: - What is shown

  /// Updates the list; a note being edited stays where it was.
  static func find(_ state: inout State) {
    state.found = state.index.find(state.search, days: state.chosen)
    state.foundPieces = state.index.findPieces(state.search)
    guard let entry = state.editor?.entry else { return }
    state.found.removeAll { $0.id == entry.id }
    let place = state.found.firstIndex { entry.precedes($0) } ?? state.found.count
    state.found.insert(entry, at: place)
    state.limit = max(state.limit, place + 1)
  }

  static func look(for text: String, _ state: inout State) {
    state.search = text
    state.limit = State.step
    find(&state)
  }

  /// Shows a month; the focus moves to the same day of it.
  private static func show(_ month: CalendarMonth, _ state: inout State) {
    let number = DayWords.number(state.focus)
    state.month = month
    state.focus = month.firstDay + Int64(min(number, month.dayCount)) - 1
  }

  /// Shows the day of an address, or all days.
  static func arrive(at day: Int64?, _ state: inout State) {
    // Several days have no address of their own: they stay chosen while the address does not change.
    if state.place == day, state.chosen.count > 1 { return }
    state.place = day
    let days = day.map { [$0] } ?? []
    if state.chosen != days { choose(days, &state) }
  }

  /// Chooses days, and goes to the address of a single one, or of all.
  static func go(to days: [Int64], _ state: inout State) -> [Effect<Message>] {
    choose(days, &state)
    guard days.count <= 1, state.place != days.first else { return [] }
    state.place = days.first
    return [.navigate(to: address(state), replacing: state.noteStep == .left)]
  }

  static func address(_ state: State) -> String {
    (state.place.map { Journal.Place.day($0) } ?? .days).path
  }

  private static func choose(_ days: [Int64], _ state: inout State) {
    state.chosen = days.sorted()
    state.limit = State.step
    if let last = days.last {
      state.focus = last
      state.month = CalendarMonth(of: last)
    }
    find(&state)
  }

  private static func choose(
    _ day: Int64, _ isExtending: Bool, _ isAdding: Bool, _ state: inout State
  ) -> [Effect<Message>] {
    // The grid of the first and the last month extends beyond them.
    guard JournalDay.shown.contains(day) else { return [] }
    var days = state.chosen
    if isExtending, let anchor = days.contains(state.focus) ? state.focus : days.last {
      let range = min(anchor, day)...max(anchor, day)
      guard range.count <= 400 else {
        return [.toast("That’s over a year. Select fewer days.")]
      }
      days = days.filter { !range.contains($0) } + range.filter { $0 != day } + [day]
    } else if isAdding {
      days = days.contains(day) ? days.filter { $0 != day } : days.filter { $0 != day } + [day]
    } else {
      days = days == [day] ? [] : [day]
    }
    let effects = go(to: days, &state)
    state.focus = day
    state.month = CalendarMonth(of: day)
    let folding = isAdding || isExtending ? [] : fold(&state)
    return effects + (folding.isEmpty ? [.focus(dayID(day))] : folding)
  }

  /// With little room, the month makes way for what a chosen day holds, and the focus moves there.
  private static func fold(_ state: inout State) -> [Effect<Message>] {
    guard state.isNarrow else { return [] }
    state.isMonthUnfolded = false
    return [.focus(headingID)]
  }

  /// Moves the calendar by a number of months, or of weeks where it is folded.
  private static func leaf(by count: Int, _ state: inout State) {
    if state.isWeek {
      _ = move(.days(7 * count), &state)
    } else {
      show(state.month.advanced(by: count), &state)
    }
  }

  private static func move(_ step: Step, _ state: inout State) -> [Effect<Message>] {
    let place = (CalendarMonth.weekday(of: state.focus) - state.firstWeekday + 7) % 7
    switch step {
    case .months(let months): show(state.month.advanced(by: months), &state)
    case .days(let days): state.focus += Int64(days)
    case .weekStart: state.focus -= Int64(place)
    case .weekEnd: state.focus += Int64(6 - place)
    }
    let shown = JournalDay.shown
    state.focus = min(max(state.focus, shown.lowerBound), shown.upperBound - 1)
    state.month = CalendarMonth(of: state.focus)
    return [.focus(dayID(state.focus))]
  }

  private static func swipe(to x: Double, _ y: Double, _ state: inout State) {
    guard let start = state.swipe else { return }
    state.swipe = nil
    let (across, down) = (x - start.x, y - start.y)
    guard abs(across) >= 48, abs(across) > 2 * abs(down) else { return }
    leaf(by: across < 0 ? 1 : -1, &state)
  }

  static func dayID(_ day: Int64) -> String { "day-\(day)" }
  /// Of the heading of the list.
  static let headingID = "days-heading"
}
