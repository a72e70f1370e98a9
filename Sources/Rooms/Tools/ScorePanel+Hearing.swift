import Domain
import Program
import RoomKit
import Sound

extension ScorePanel {
  /// Between two flashes lie at least so many milliseconds: fewer than three a second, whatever the speed.
  static let flashDistance = 400.0
  private static let flashLength = 130.0

  /// Takes in what was played, and when it is heard by the page's clock, in milliseconds.
  static func hear(
    _ sounded: Sounded, at moment: Double, _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    let percent = percent(tools.score.hand.setup, pass: max(sounded.pass, 1))
    var shown: PlaceShown
    switch sounded.kind {
    case .pulse: return []
    case .end:
      let effects = waitForLastTap(&tools, endingAt: moment)
      reset(&tools.score)
      return effects + tools.output.silence(.score) + stopCounting
    case .place(let line, let bar, let milliseconds):
      shown = goneOn(line, bar, milliseconds, percent, sounded.pass, moment, tools.score)
    case .score(.count, _, _):
      // Where sound was opened anew, the count begins anew as well.
      let left =
        tools.score.countsLeft > 0 ? tools.score.countsLeft : max(tools.score.hand.setup.countIn, 1)
      shown = PlaceShown(place: Place(kind: .count, from: moment, counts: left))
      tools.score.countsLeft = left - 1
    case .score(.bar, let line, let bar):
      let length = milliseconds(of: Cell(line: line, bar: bar), tools.score) ?? 0
      shown = PlaceShown(
        place: Place(
          kind: .bar, line: line, bar: bar, pass: sounded.pass, from: moment,
          length: whole(Double(length) * 100 / percent)))
      if tools.score.hand.setup.flashes, moment - tools.score.lastFlash >= flashDistance,
        !tools.score.test.isRunning
      {
        tools.score.lastFlash = moment
        shown.flashes = true
      }
      hearTest(&tools, Cell(line: line, bar: bar), at: moment)
    case .score(.hold, let line, let bar):
      let hold = hold(of: Cell(line: line, bar: bar), tools.score)
      shown = PlaceShown(
        place: Place(
          kind: .hold, line: line, bar: bar, pass: sounded.pass, from: moment,
          length: whole(Double(hold) * 100 / percent)))
    case .score(.start, _, _):
      shown = PlaceShown(place: Place(kind: .start, pass: sounded.pass, from: moment))
    case .score(let kind, let line, let bar):
      let place = Place(kind: kind, line: line, bar: bar, from: moment)
      shown = PlaceShown(place: place, news: news(kind, line, bar))
    }
    tools.score.pictures = (tools.score.pictures + 1) % 8
    return [
      .picture(
        atMilliseconds: moment + Double(tools.beatOffset), as: "score \(tools.score.pictures)",
        .score(.cameUp(shown)))
    ]
  }

  /// A place that a score goes on from, within a bar or within its hold.
  private static func goneOn(
    _ line: Int, _ bar: Int, _ milliseconds: Int, _ percent: Double, _ pass: Int,
    _ moment: Double, _ state: State
  ) -> PlaceShown {
    var place = Place(kind: .bar, line: line, bar: bar, pass: pass, from: moment)
    var passed = Int64(milliseconds)
    if line == 0 {
      place.kind = .start
    } else {
      let cell = Cell(line: line, bar: bar)
      var length = self.milliseconds(of: cell, state) ?? 0
      if passed >= length, self.bar(cell, state)?.hold != nil {
        passed -= length
        (place.kind, length) = (.hold, hold(of: cell, state))
      }
      place.length = whole(Double(length) * 100 / percent)
    }
    let elapsed = Double(passed) * 100 / percent
    place.from = moment - elapsed
    return PlaceShown(place: place, elapsed: whole(elapsed))
  }

  private static func news(_ kind: ScoreCue.Kind, _ line: Int, _ bar: Int) -> String {
    switch kind {
    case .mark: "Mark in line \(line), bar \(bar)"
    case .bracket: "Bracket \(bar) begins"
    case .warning: "Bracket \(bar) ends soon"
    default: ""
    }
  }

  /// Shows a place in the picture that it is heard in.
  static func show(_ shown: PlaceShown, _ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.output.part == .score else { return [] }
    if let news = shown.news {
      tools.score.news = news
      return []
    }
    let before = tools.score.place
    // What was heard before a pause may be seen after it; it stands still then.
    tools.score.place = shown.place
    tools.score.elapsed = shown.elapsed
    if shown.place.kind == .bar { tools.score.news = "" }
    guard !tools.score.isPaused else { return [] }
    var effects = nextTenth(tools)
    let cell = Cell(line: shown.place.line, bar: shown.place.bar)
    if cell.line > 0, before?.line != cell.line || before?.bar != cell.bar,
      !tools.score.test.isRunning
    {
      effects.append(.reveal(id(of: cell)))
    }
    if shown.flashes {
      tools.score.isFlashing = true
      effects.append(
        .picture(
          atMilliseconds: shown.place.from + flashLength + Double(tools.beatOffset),
          as: "score-flash", .score(.flashOver)))
    }
    return effects
  }

  static func count(to elapsed: Int, _ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.output.part == .score, !tools.score.isPaused else { return [] }
    tools.score.elapsed = elapsed
    return nextTenth(tools)
  }

  /// The next tenth of a second shows in the picture in which it comes.
  private static func nextTenth(_ tools: Tools.State) -> [Effect<Tools.Message>] {
    let state = tools.score
    guard let place = state.place, place.kind != .count,
      let next = nextChange(after: state.elapsed, of: place.length, state.hand.setup.counter)
    else { return [.stop("score-tenth")] }
    return [
      .picture(
        atMilliseconds: place.from + Double(next + tools.beatOffset), as: "score-tenth",
        .score(.tenthCame(next)))
    ]
  }

  /// When a counter changes next, in milliseconds of its bar; never where the bar is over before.
  static func nextChange(
    after elapsed: Int, of length: Int, _ counter: ScoreSetup.Counter
  ) -> Int? {
    let up = (elapsed / 100 + 1) * 100
    guard length > 0 else { return up }
    let down = length - (length - elapsed - 1) / 100 * 100
    let next =
      switch counter {
      case .up: up
      case .down: down
      case .both: min(up, down)
      }
    return next < length ? next : nil
  }

  // MARK: - Lengths

  /// As it is written, in milliseconds.
  static func milliseconds(of cell: Cell, _ state: State) -> Int64? {
    bar(cell, state)?.milliseconds
  }

  static func bar(_ cell: Cell, _ state: State) -> Score.Bar? {
    let lines = state.score.lines
    guard lines.indices.contains(cell.line - 1),
      lines[cell.line - 1].bars.indices.contains(cell.bar - 1)
    else { return nil }
    return lines[cell.line - 1].bars[cell.bar - 1]
  }

  /// How long it is held as a rule; 0 where it is not, or until a tap.
  private static func hold(of cell: Cell, _ state: State) -> Int64 {
    bar(cell, state)?.hold?.nominal ?? 0
  }

  static func whole(_ number: Double) -> Int {
    Int(min(max(number, 0), 2e9) + 0.5)
  }
}
