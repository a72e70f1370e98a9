import Domain
import Ledger
import Markup
import RoomKit

// The month grid: always six weeks, or where it is folded one.
extension Days {
  static func monthCard(_ state: State, _ today: Int64) -> Node<Message> {
    let part = state.isWeek ? "week" : "month"
    return section(.className("card stack month-card"), .label("Calendar")) {
      div(.className("row month-head")) {
        iconButton(.back, label: "Previous \(part)", .monthMoved(by: -1))
        h2(.id("month-name"), .live("polite")) { state.month.name }
        iconButton(.forward, label: "Next \(part)", .monthMoved(by: 1))
      }
      grid(MonthGrid(state, today))
      if !state.isWeek || state.isChoosingSeveral {
        div(.className("row wrap month-foot")) {
          action("Today", .todayTapped)
          chip("Select several", isOn: state.isChoosingSeveral, .severalSwitched)
        }
      }
      if !state.isWeek {
        dateField(FieldFrame("Go to date", id: "go-to-date"), value: "") { .dateChosen($0) }
      }
    }
  }

  /// Everything the grid depends on: what outlives a view names its parts, as a whole state would be copied for it.
  private struct MonthGrid {
    let today: Int64
    let focus: Int64
    let month: CalendarMonth
    let firstWeekday: Int
    let isWeek: Bool
    let chosen: [Int64]
    /// Changes with the index.
    let turn: Int64
    let index: JournalIndex

    init(_ state: State, _ today: Int64) {
      self.today = today
      (focus, chosen) = (state.focus, state.chosen)
      (month, firstWeekday, isWeek) = (state.month, state.firstWeekday, state.isWeek)
      (turn, index) = (state.turn, state.index)
    }

    var inputs: [LazyInput] {
      [
        .number(today), .number(focus), .number(month.firstDay), .number(Int64(firstWeekday)),
        .number(turn), .number(isWeek ? 1 : 0),
      ] + chosen.map { .number($0) }
    }
  }

  private static func grid(_ grid: MonthGrid) -> Node<Message> {
    lazy(grid.inputs) { table(grid) }
  }

  private static func table(_ grid: MonthGrid) -> Node<Message> {
    let days = grid.month.days(firstWeekday: grid.firstWeekday)
    return div(
      .className("month"), .role("grid"), .id("month"), .labelledBy("month-name"),
      .plain("aria-multiselectable", "true"), .onKeyDown(step),
      .onPointerDown { $0.buttons == 1 ? .swipeBegan(x: $0.x, y: $0.y) : nil },
      .onPointerUp { .swipeEnded(x: $0.x, y: $0.y) }
    ) {
      div(.className("week"), .role("row")) {
        span(.className("caps"), .role("columnheader"), .label("Week")) { "Wk" }
        for place in 0..<7 {
          let name = DayWords.weekdays[(grid.firstWeekday + place) % 7]
          span(.className("caps"), .role("columnheader"), .label(name)) {
            String(decoding: Array(name.utf8.prefix(2)), as: UTF8.self)
          }
        }
      }
      for week in 0..<6 {
        let first = days.lowerBound + Int64(week * 7)
        if !grid.isWeek || (first..<first + 7).contains(grid.focus) { row(first, grid) }
      }
    }
  }

  private static func row(_ first: Int64, _ grid: MonthGrid) -> Node<Message> {
    // A week's number is that of its Thursday, whichever day it starts on.
    let offset = (3 - CalendarMonth.weekday(of: first) + 7) % 7
    let number = CalendarMonth.week(of: first + Int64(offset)).week
    return div(.className("week"), .role("row")) {
      span(.className("week-number figure"), .role("rowheader"), .label("Week \(number)")) {
        "\(number)"
      }
      for place in 0..<7 {
        div(.role("gridcell")) { day(first + Int64(place), grid) }
      }
    }
  }

  private static func day(_ day: Int64, _ grid: MonthGrid) -> Node<Message> {
    let marks = grid.index.marks(of: day)
    let isChosen = grid.chosen.contains(day)
    var name = "day"
    if !grid.month.contains(day) { name += " out" }
    if day == grid.today { name += " today" }
    if isChosen { name += " on" }
    return button(
      .type("button"), .className(name), .id(dayID(day)), .tabIndex(day == grid.focus ? 0 : -1),
      .label("\(DayWords.whole(day)): \(marks.words)"), .pressed(isChosen),
      .current(day == grid.today ? "date" : nil),
      .event(
        .click, .pointer { .dayChosen(day, isExtending: $0.isShifted, isAdding: $0.isCommand) })
    ) {
      span(.className("day-number figure")) { "\(DayWords.number(day))" }
      if !marks.isEmpty {
        span(.className("day-marks")) {
          if marks.notes > 0 { mark("day-note", .edit) }
          if marks.takes > 0 { mark("day-take", .record) }
          if marks.sessions > 0 { mark("day-session", .sessions) }
        }
        if marks.seconds > 0 {
          // Two hours fill the bar.
          span(
            .className("day-minutes"),
            .style("inline-size", "\(max(min(marks.seconds / 72, 100), 6))%"))
        }
      }
    }
  }

  private static func mark(_ name: String, _ icon: Icon) -> Node<Message> {
    span(.className(name)) { icon.view() }
  }

  private static func step(_ press: KeyPress) -> Message? {
    if press.isCommand { return nil }
    return switch press.key {
    case "ArrowLeft": .dayStepped(.days(-1))
    case "ArrowRight": .dayStepped(.days(1))
    case "ArrowUp": .dayStepped(.days(-7))
    case "ArrowDown": .dayStepped(.days(7))
    case "PageUp": .dayStepped(.months(press.shift ? -12 : -1))
    case "PageDown": .dayStepped(.months(press.shift ? 12 : 1))
    case "Home": .dayStepped(.weekStart)
    case "End": .dayStepped(.weekEnd)
    default: nil
    }
  }
}
