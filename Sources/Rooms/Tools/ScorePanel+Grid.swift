import Domain
import Markup
import Program
import RoomKit
import Sound

extension ScorePanel {
  /// The most lines shown at once.
  private static let shownLines = 40

  /// Lines and bars as buttons, as wide as they are long; the current one is marked.
  static func grid(_ state: State, isOn: Bool) -> Node<Message> {
    let (lines, setup) = (state.score.lines, state.hand.setup)
    let here = isOn ? state.place.map { Cell(line: $0.line, bar: $0.bar) } : nil
    let middle = here.map { $0.line > 0 ? $0.line : state.cursor.line } ?? state.cursor.line
    let first = min(
      max(middle - shownLines / 2, 1), max(lines.count - shownLines + 1, 1))
    let last = min(first + shownLines - 1, lines.count)
    let range = range(setup)
    let start = firstCell(state)
    let cursor = state.cursor
    return section(.className("card stack score-grid-card"), .labelledBy("score-grid-heading")) {
      div(.className("row wrap")) {
        h2(.id("score-grid-heading")) { "Lines and bars" }
        span(.className("quiet small push")) { "Tap a bar to start there." }
      }
      div(
        .className("score-grid"), .style("--bars", "\(mostBars(state.score))"), .role("group"),
        .labelledBy("score-grid-heading"), .onKeyDown(gridKeyed)
      ) {
        for line in first...max(last, first) {
          lazy([
            .number(state.edition), .number(Int64(line)),
            .number(Int64(here?.line == line ? here?.bar ?? 0 : 0)),
            .number(Int64(cursor.line == line ? cursor.bar : 0)),
            .number(Int64(start?.line == line ? start?.bar ?? 0 : 0)),
            .flag(range.lines.contains(line)), .number(Int64(clamping: range.bars.lowerBound)),
            .number(Int64(clamping: range.bars.upperBound)), .flag(setup.loop == .bar),
            .flag(setup.loop == .line),
          ]) { row(lines, line, here, start, cursor, range, setup) }.keyed(.number(UInt64(line)))
        }
      }
      if last - first + 1 < lines.count {
        p(.className("quiet small")) { "Lines \(first)–\(last) of \(lines.count)." }
      }
    }
  }

  /// How many bars the longest line has.
  static func mostBars(_ score: Score) -> Int { score.lines.reduce(1) { max($0, $1.bars.count) } }

  /// How many bars there are in all.
  static func barCount(_ score: Score) -> Int { score.lines.reduce(0) { $0 + $1.bars.count } }

  private static func gridKeyed(_ press: KeyPress) -> Message? {
    guard !press.isCommand else { return nil }
    return switch press.key {
    case "ArrowLeft": .cursorMoved(lines: 0, bars: -1)
    case "ArrowRight": .cursorMoved(lines: 0, bars: 1)
    case "ArrowUp": .cursorMoved(lines: -1, bars: 0)
    case "ArrowDown": .cursorMoved(lines: 1, bars: 0)
    case "Home": .cursorMoved(lines: 0, bars: -1_000)
    case "End": .cursorMoved(lines: 0, bars: 1_000)
    default: nil
    }
  }

  private static func row(
    _ lines: [Score.Line], _ line: Int, _ here: Cell?, _ start: Cell?, _ cursor: Cell,
    _ range: ScoreRange, _ setup: ScoreSetup
  ) -> Node<Message> {
    guard lines.indices.contains(line - 1) else { return div() }
    let content = lines[line - 1]
    let label = content.label.isEmpty ? "\(line)" : content.label
    return div(
      .className("score-line"), .role("group"),
      .label(content.label.isEmpty ? "Line \(line)" : "Line \(line), \(content.label)")
    ) {
      span(.className("score-line-name figure small quiet"), .hidden(fromReaders: true)) { label }
      for (index, bar) in content.bars.enumerated() {
        cell(Cell(line: line, bar: index + 1), bar, here, start, cursor, range, setup)
      }
    }
  }

  private static func cell(
    _ cell: Cell, _ bar: Score.Bar, _ here: Cell?, _ start: Cell?, _ cursor: Cell,
    _ range: ScoreRange, _ setup: ScoreSetup
  ) -> Node<Message> {
    let isHere = here == cell
    let isPast = here.map { $0.line == cell.line && cell.bar < $0.bar } ?? false
    let isStart = start == cell
    // A bar or line loop follows the tapped bar, so only an explicit range disables cells.
    let isOpen =
      (setup.loop == .bar || setup.loop == .line || range.lines.contains(cell.line))
      && (setup.loop == .bar || range.bars.contains(cell.bar))
    var className = "score-cell"
    if isHere { className += " now" } else if isPast { className += " past" }
    if isStart { className += " start" }
    if bar.hold != nil { className += " held" }
    return button(
      .type("button"), .id(id(of: cell)), .className(className),
      .style("--length", "\(min(bar.milliseconds, 60_000))"), .disabled(!isOpen),
      .tabIndex(cursor == cell ? 0 : -1), .current(isHere ? "true" : nil),
      .label(label(cell, bar, isStart: isStart)),
      .onClick(.cellTapped(line: cell.line, bar: cell.bar))
    ) {
      span { seconds(Double(bar.milliseconds)) }
      if let hold = bar.hold {
        span(.className("score-hold")) {
          hold == .untilTap ? "tap" : "+\(seconds(Double(hold.nominal)))"
        }
      }
    }
  }

  private static func label(_ cell: Cell, _ bar: Score.Bar, isStart: Bool) -> String {
    var text = "Line \(cell.line), bar \(cell.bar), \(spoken(bar.milliseconds))"
    switch bar.hold {
    case nil: break
    case .untilTap: text += ", held until you resume"
    case .lasting(_, let nominal, _): text += ", held \(spoken(nominal))"
    }
    return isStart ? text + ", starts here" : text
  }

  private static func spoken(_ milliseconds: Int64) -> String {
    seconds(Double(milliseconds)) + (milliseconds == 1_000 ? " second" : " seconds")
  }

  static func moveCursor(
    _ lines: Int, _ bars: Int, _ state: inout State
  ) -> [Effect<Tools.Message>] {
    let all = state.score.lines
    guard !all.isEmpty else { return [] }
    let line = min(max(state.cursor.line + lines, 1), all.count)
    let bar = min(max(state.cursor.bar + bars, 1), max(all[line - 1].bars.count, 1))
    state.cursor = Cell(line: line, bar: bar)
    return [.focus(id(of: state.cursor))]
  }

  static func id(of cell: Cell) -> String { "score-cell-\(cell.line)-\(cell.bar)" }

  // MARK: - Brackets

  /// Each bracket on a time bar: its start window, its end window, and the drawn times.
  static func brackets(_ state: State, isOn: Bool) -> Node<Message> {
    let latest = state.score.brackets.reduce(state.score.length(withHolds: true)) {
      max($0, $1.end.upperBound)
    }
    let all = Double(max(latest, 1))
    let now = isOn ? playhead(state) : nil
    let drawn = drawn(state)
    return card("Brackets", id: "score-brackets") {
      div(.className("row wrap")) {
        field(.seed, state)
        action("Draw another", icon: .reload, .anotherDrawn)
      }
      ul(.className("score-brackets")) {
        for (index, bracket) in state.score.brackets.enumerated() {
          li(.className("score-bracket")) {
            bracketRow(bracket, drawn[index], all, now)
          }
        }
      }
      p(.className("quiet small")) {
        "Pale: start window. Striped: end window. Dark: drawn by the seed."
      }
      field(.warning, state)
      div(.className("row wrap")) {
        action("List as CSV", icon: .download, .realisationsTapped(asTable: true))
        action("List as text", icon: .download, .realisationsTapped(asTable: false))
      }
    }
  }

  private static func bracketRow(
    _ bracket: Score.Bracket, _ drawn: (number: Int, part: Int, start: Int64, end: Int64),
    _ all: Double, _ now: Double?
  ) -> [Node<Message>] {
    func place(_ milliseconds: Int64) -> Int { whole(Double(milliseconds) / all * 1_000) }
    func box(_ className: String, _ from: Int64, _ to: Int64, _ y: Int, _ height: Int)
      -> Node<Message>
    {
      SVG.rect(
        .className(className), .plain("x", "\(place(from))"), .plain("y", "\(y)"),
        .plain("width", "\(max(place(to) - place(from), 3))"), .plain("height", "\(height)"))
    }
    let part = drawn.part == 1 ? "" : ", part \(drawn.part)"
    return [
      button(
        .type("button"), .className("score-bracket-name"),
        .label("Bracket \(drawn.number)\(part): go there"),
        .onClick(.bracketTapped(drawn.number, part: drawn.part))
      ) { "\(drawn.number)" },
      div(.className("score-bracket-time")) {
        SVG.svg(
          .viewBox("0 0 1000 30"), .plain("preserveAspectRatio", "none"),
          .hidden(fromReaders: true)
        ) {
          box("may-start", bracket.start.lowerBound, bracket.start.upperBound, 0, 30)
          box("must-end", bracket.end.lowerBound, bracket.end.upperBound, 0, 30)
          box("drawn", drawn.start, drawn.end, 10, 10)
          if let now {
            SVG.path(.className("now"), .pathData("M\(min(whole(now / all * 1_000), 1_000)) 0V30"))
          }
        }
        p(.className("small")) {
          "start \(stretch(bracket.start)) · end \(stretch(bracket.end))\(part)"
        }
        p(.className("small quiet figure")) {
          "drawn \(clock(Double(drawn.start)))–\(clock(Double(drawn.end)))"
        }
      },
    ]
  }

  private static func stretch(_ range: ClosedRange<Int64>) -> String {
    let first = clock(Double(range.lowerBound))
    return range.lowerBound == range.upperBound
      ? first : "\(first)–\(clock(Double(range.upperBound)))"
  }

  /// The position in the score, in milliseconds at the written speed.
  static func playhead(_ state: State) -> Double? {
    guard let place = state.place, place.kind != .count else { return nil }
    let passed = Double(state.elapsed) * percent(state.hand.setup, pass: place.pass) / 100
    guard place.line > 0 else { return passed }
    var before: Int64 = 0
    for (line, content) in state.score.lines.enumerated() where line < place.line {
      for (bar, content) in content.bars.enumerated() {
        if line == place.line - 1, bar >= place.bar - 1 { break }
        before += content.milliseconds + (content.hold?.nominal ?? 0)
      }
    }
    if place.kind == .hold {
      before += milliseconds(of: Cell(line: place.line, bar: place.bar), state) ?? 0
    }
    return Double(before) + passed
  }
}
