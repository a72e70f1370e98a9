import Domain
import Program
import RoomKit
import Sound

extension ScorePanel {
  /// The least milliseconds between two flashes: fewer than three per second, whatever the speed.
  static let flashDistance = 400.0
  private static let flashLength = 130.0

  /// Handles a cue of the player; `moment` is when it is heard, in milliseconds of the page's clock.
  static func hear(
    _ sounded: Sounded, at moment: Double, _ state: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    let percent = percent(state.hand.setup, pass: max(sounded.pass, 1))
    var said: [Effect<Tools.Message>] = []
    var shown: PlaceShown
    switch sounded.kind {
    case .pulse: return []
    case .end:
      let effects = waitForLastTap(&state, endingAt: moment)
      reset(&state)
      return effects + bench.output.silence(.score) + stopCounting
    case .place(let line, let bar, let milliseconds):
      shown = goneOn(line, bar, milliseconds, percent, sounded.pass, moment, state)
    case .score(.count, _, _):
      // If sound was reopened, the count restarts as well.
      let left =
        state.countsLeft > 0 ? state.countsLeft : max(state.hand.setup.countIn, 1)
      shown = PlaceShown(place: Place(kind: .count, from: moment, counts: left))
      state.countsLeft = left - 1
      said = sayNext(atCountsLeft: left, at: moment, state, &bench)
    case .score(.bar, let line, let bar):
      let length = milliseconds(of: Cell(line: line, bar: bar), state) ?? 0
      shown = PlaceShown(
        place: Place(
          kind: .bar, line: line, bar: bar, pass: sounded.pass, from: moment,
          length: whole(Double(length) * 100 / percent)))
      if state.hand.setup.flashes, moment - state.lastFlash >= flashDistance,
        !state.test.isRunning
      {
        state.lastFlash = moment
        shown.flashes = true
      }
      hearTest(&state, Cell(line: line, bar: bar), at: moment)
    case .score(.hold, let line, let bar):
      let hold = hold(of: Cell(line: line, bar: bar), state)
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
    state.pictures = (state.pictures + 1) % 8
    return said + [
      .picture(
        atMilliseconds: moment + Double(bench.beatOffset), as: "score \(state.pictures)",
        .score(.cameUp(shown)))
    ]
  }

  /// Says the next count with its click; this one's has just been given.
  private static func sayNext(
    atCountsLeft left: Int, at moment: Double, _ state: State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    guard let spoken = state.spoken,
      let next = spoken.next(after: spoken.total + 1 - left, repeats: false),
      let saying = saying(next.count, state)
    else { return [] }
    return bench.output.say(saying, at: moment + next.milliseconds)
  }

  /// The place at which a score resumes, within a bar or within its hold.
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
    case .bracket: "Bracket \(bar) starts"
    case .warning: "Bracket \(bar) ends soon"
    default: ""
    }
  }

  /// Shows a place in the frame in which it is heard.
  static func show(
    _ shown: PlaceShown, _ state: inout State, _ bench: Bench
  ) -> [Effect<Tools.Message>] {
    guard bench.output.part == .score else { return [] }
    if let news = shown.news {
      state.news = news
      return []
    }
    let before = state.place
    // A place heard before a pause may be shown after it; it does not move then.
    state.place = shown.place
    state.elapsed = shown.elapsed
    if shown.place.kind == .bar { state.news = "" }
    guard !state.isPaused else { return [] }
    var effects = nextTenth(state, bench)
    let cell = Cell(line: shown.place.line, bar: shown.place.bar)
    if cell.line > 0, before?.line != cell.line || before?.bar != cell.bar,
      !state.test.isRunning
    {
      effects.append(.reveal(id(of: cell)))
    }
    if shown.flashes {
      state.isFlashing = true
      effects.append(
        .picture(
          atMilliseconds: shown.place.from + flashLength + Double(bench.beatOffset),
          as: "score-flash", .score(.flashOver)))
    }
    return effects
  }

  static func count(
    to elapsed: Int, _ state: inout State, _ bench: Bench
  ) -> [Effect<Tools.Message>] {
    guard bench.output.part == .score, !state.isPaused else { return [] }
    state.elapsed = elapsed
    return nextTenth(state, bench)
  }

  /// Shows the next tenth of a second in the frame in which it passes.
  private static func nextTenth(_ state: State, _ bench: Bench) -> [Effect<Tools.Message>] {
    guard let place = state.place, place.kind != .count,
      let next = nextChange(after: state.elapsed, of: place.length, state.hand.setup.counter)
    else { return [.stop("score-tenth")] }
    return [
      .picture(
        atMilliseconds: place.from + Double(next + bench.beatOffset), as: "score-tenth",
        .score(.tenthCame(next)))
    ]
  }

  /// When a counter changes next, in milliseconds of its bar; `nil` if the bar ends before that.
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

  /// The written length, in milliseconds.
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

  /// The nominal length of a hold; 0 if there is none, or until a tap.
  private static func hold(of cell: Cell, _ state: State) -> Int64 {
    bar(cell, state)?.hold?.nominal ?? 0
  }

  static func whole(_ number: Double) -> Int {
    Int(min(max(number, 0), 2e9) + 0.5)
  }
}
