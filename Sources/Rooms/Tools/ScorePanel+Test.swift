import Domain
import Ledger
import Markup
import Program
import RoomKit
import Sound

extension ScorePanel {
  /// The player taps silent bars and sees how accurate that was.
  struct SelfTest: Equatable, Sendable {
    /// The current or last test.
    var taps: ScoreTest?
    var isRunning = false
    /// Whether playing is over: only the last tap may still come.
    fileprivate(set) var isPlayed = false
    /// The saved tests of this score, oldest first.
    var kept: [ScoreTestRow] = []
    /// The speed of the current test.
    fileprivate var speed = 100
    /// The title of its score.
    fileprivate var title = ""

    var result: ScoreTest.Result? { isRunning ? nil : taps?.result }
  }

  public enum TestMessage: Sendable {
    case startTapped
    /// At a time of the page's clock.
    case tapped(at: Double)
    /// A key that is held down taps once.
    case keyHeld
    case endTapped
    /// The last tap may be late, but no later than this.
    case timeOver
  }

  static func updateTest(
    _ state: inout State, _ bench: inout Bench, _ message: TestMessage, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .startTapped: return turnRound(&state, &bench, &room) + beginTest(&state, &bench)
    case .keyHeld: return []
    case .tapped(let time):
      guard state.test.isRunning else { return [] }
      state.test.taps?.tap(at: time)
      guard state.test.taps?.isOver == true else { return [] }
      return finishTest(&state, &room) + stop(&state, &bench)
    case .endTapped: return finishTest(&state, &room) + stop(&state, &bench)
    case .timeOver: return finishTest(&state, &room)
    }
  }

  /// How long a tap may come after the end, in milliseconds.
  private static let patience = 1_000.0

  /// The end is reported before it is heard, and a tap may come even later.
  static func waitForLastTap(
    _ state: inout State, endingAt moment: Double
  ) -> [Effect<Tools.Message>] {
    guard state.test.isRunning else { return [] }
    state.test.isPlayed = true
    return [
      .picture(
        atMilliseconds: moment + patience, as: "score-test", .score(.test(.timeOver)))
    ]
  }

  /// Counts in, then plays one silent pass.
  private static func beginTest(
    _ state: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    var setup = state.hand.setup
    // Without a count-in the player does not know when to start.
    if setup.countIn == 0 { setup.countIn = 3 }
    if setup.loop != .off { setup.repeats = 1 }
    setup.hasLadder = false
    var program = program(state.score, setup)
    program.plan.isSilent = true
    program.cues = program.cues.filter { $0.kind == .bar || $0.kind == .hold }.map { cue in
      var cue = cue
      cue.waits = false
      return cue
    }
    let bars = testBars(program)
    guard bars.count >= 2 else {
      return [.toast("A test needs at least two bars. Choose a larger range.")]
    }
    let effects = stop(&state, &bench)
    state.test.taps = ScoreTest(bars)
    (state.test.isRunning, state.test.isPlayed) = (true, false)
    state.test.speed = setup.speed
    state.test.title = state.score.title
    return effects + play(program, aloud: setup.countsAloud, &state, &bench)
      + [.focus("score-pad")]
  }

  /// The bars of a program in playing order, each including its hold.
  private static func testBars(_ program: Program) -> [ScoreTest.Bar] {
    var bars: [ScoreTest.Bar] = []
    let start = program.cues.firstIndex {
      $0.kind == .bar && $0.line == program.plan.line && $0.bar == program.plan.bar
    }
    for cue in program.cues[(start ?? 0)...] {
      let length = cue.length.value * 100 / Double(program.scale.percent)
      if cue.kind == .bar {
        bars.append(ScoreTest.Bar(line: cue.line, bar: cue.bar, milliseconds: length))
      } else if !bars.isEmpty {
        bars[bars.count - 1].milliseconds += length
      }
    }
    return bars
  }

  /// The first bar is where the player should start tapping.
  static func hearTest(_ state: inout State, _ cell: Cell, at moment: Double) {
    guard state.test.isRunning, state.test.taps?.start == nil else { return }
    state.test.taps?.start = moment
  }

  /// Ends a running test, without a result.
  static func endTest(_ state: inout State) -> [Effect<Tools.Message>] {
    guard state.test.isRunning else { return [] }
    state.test.isRunning = false
    return [.stop("score-test")]
  }

  /// Ends a running test and saves its result.
  private static func finishTest(
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    let effects = endTest(&state)
    guard !effects.isEmpty, let result = state.test.result else { return effects }
    let row = ScoreTestRow(
      room.newRow(), day: room.day, title: state.test.title,
      speed: state.test.speed, count: result.count, bias: tenths(result.bias),
      spread: tenths(result.spread))
    return effects + [.keep("Save a self-test", row.edits(from: nil), isVital: false)]
  }

  private static func tenths(_ number: Double) -> Int {
    let scaled = min(max(number * 10, -999_999), 999_999)
    return Int(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
  }
}

// MARK: - View

extension ScorePanel {
  /// A key marks a bar like a finger, at the time it goes down.
  private static func keyed(_ press: KeyPress) -> Message? {
    guard !press.isCommand, press.key == " " || press.key == "Enter" else { return nil }
    return press.repeats ? .test(.keyHeld) : .test(.tapped(at: press.time))
  }

  static func pad(_ state: State) -> Node<Message> {
    let taps = state.test.taps
    let bar = taps?.current
    return div(.className("stack score-test")) {
      button(
        .type("button"), .id("score-pad"), .className("score-pad"),
        .describedBy("score-pad-note"), .onPointerDown { .test(.tapped(at: $0.time)) },
        .onKeyDown(keyed)
      ) {
        span(.className("figure")) {
          bar.map { "\($0.line) · \($0.bar)" } ?? "Tap"
        }
        span { bar.map { "\(seconds($0.milliseconds)) s" } ?? "at the first bar" }
      }
      p(.id("score-pad-note"), .className("quiet")) {
        "After the count-in it is silent. Tap here or press the space bar as each bar starts, and "
          + "once more at the end. Taps so far: \(taps?.tapCount ?? 0)."
      }
      div(.className("row centre")) { action("End the test", icon: .stop, .test(.endTapped)) }
    }
  }

  static func testCard(_ state: State) -> Node<Message> {
    card("Test yourself", id: "score-test") {
      if let result = state.test.result {
        dl(.className("facts")) {
          fact("Bars measured", "\(result.count)")
          fact("Bias", "\(signed(result.bias)) ms")
          fact("Spread", result.count > 1 ? "± \(signed(result.spread, isPlain: true)) ms" : "–")
          if let best = result.best { fact("Best column", words(best)) }
          if let worst = result.worst { fact("Worst column", words(worst)) }
        }
        picture(result)
        details(.className("more")) {
          summary { "Each column" }
          dl(.className("facts")) {
            for column in result.columns {
              fact("Bar \(column.bar), n = \(column.count)", errors(column))
            }
          }
        }
      } else {
        p(.className("quiet")) {
          "Hear the count-in, then tap each bar in silence to see which columns you make too long "
            + "or too short."
        }
      }
      div(.className("row wrap")) {
        action(
          state.test.result == nil ? "Start a test" : "Test again", icon: .flag,
          .test(.startTapped))
      }
      if !state.test.kept.isEmpty { trend(state.test.kept) }
    }
  }

  private static func words(_ column: ScoreTest.Column) -> String {
    "bar \(column.bar): \(errors(column))"
  }

  private static func errors(_ column: ScoreTest.Column) -> String {
    "\(signed(column.error)) ms, \(signed(column.percent)) %"
  }

  /// Too long is up, too short is down; the lines are at ten percent.
  private static func picture(_ result: ScoreTest.Result) -> Node<Message> {
    let count = max(result.columns.count, 1)
    return SVG.svg(
      .className("score-errors"), .viewBox("0 0 \(count * 20) 100"), .role("img"),
      .label("Column errors in percent: up is too long, down is too short"),
      .plain("preserveAspectRatio", "none")
    ) {
      for height in [10, 50, 90] {
        SVG.path(.className("rule"), .pathData("M0 \(height)H\(count * 20)"))
      }
      for (index, column) in result.columns.enumerated() {
        let size = whole(min(abs(column.percent), 12) * 4)
        SVG.rect(
          .className(column.percent < 0 ? "short" : "long"), .plain("x", "\(index * 20 + 3)"),
          .plain("width", "14"), .plain("y", "\(column.percent < 0 ? 50 : 50 - size)"),
          .plain("height", "\(max(size, 1))"))
      }
    }
  }

  private static func trend(_ kept: [ScoreTestRow]) -> Node<Message> {
    details(.className("more")) {
      summary { "Day by day: \(kept.count) \(kept.count == 1 ? "test" : "tests")" }
      if kept.count > 1 { curve(Array(kept.suffix(20))) }
      ul(.className("list")) {
        for row in kept.suffix(20).reversed() {
          listRow(
            MomentText.dayText(row.day), detail: "n = \(row.count), at \(row.speed) %",
            figure: "\(signed(Double(row.bias) / 10)) ± "
              + "\(signed(Double(row.spread) / 10, isPlain: true)) ms"
          ).keyed(row.id.key)
        }
      }
    }
  }

  /// The bias of each test as a line, with its spread as vertical bars; above the middle, bars were too long.
  private static func curve(_ kept: [ScoreTestRow]) -> Node<Message> {
    let reach = kept.reduce(10) { max($0, abs($1.bias) + $1.spread) }
    func height(_ tenths: Int) -> Int { 50 - tenths * 45 / reach }
    let joined = kept.enumerated().map { "\($0 * 20 + 10) \(height($1.bias))" }
    return SVG.svg(
      .className("score-errors"), .viewBox("0 0 \(kept.count * 20) 100"), .role("img"),
      .label(
        "Bias from test to test: first \(signed(Double(kept[0].bias) / 10)) ms, last "
          + "\(signed(Double(kept[kept.count - 1].bias) / 10)) ms"),
      .plain("preserveAspectRatio", "none")
    ) {
      SVG.path(.className("rule"), .pathData("M0 50H\(kept.count * 20)"))
      for (index, row) in kept.enumerated() {
        SVG.path(
          .className("spread"),
          .pathData(
            "M\(index * 20 + 10) \(height(row.bias + row.spread))"
              + "V\(height(row.bias - row.spread))"))
      }
      SVG.path(.className("bias"), .pathData("M" + joined.joined(separator: "L")))
    }
  }

  /// With a sign and one decimal place.
  private static func signed(_ number: Double, isPlain: Bool = false) -> String {
    let text = Decimal(units: Int64(abs(tenths(number))), places: 1).text
    return isPlain ? text : (tenths(number) < 0 ? "−" : "+") + text
  }
}
