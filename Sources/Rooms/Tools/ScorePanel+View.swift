import Domain
import Markup
import Program
import RoomKit
import Sound

extension ScorePanel {
  static func view(_ state: State, _ bench: Bench) -> Node<Tools.Message> {
    let setup = state.hand.setup
    let isOn = bench.output.part == .score
    var className = "panel beside parted score-panel"
    if state.isFlashing { className += " flash flash-\(setup.flashColour.className)" }
    if setup.flashesAnyway { className += " flash-anyway" }
    return div(.className(className)) {
      div(.className("stack")) {
        state.trouble.map { trouble($0) }
        counterCard(state, bench)
        quickCard(state, bench)
        // A test must not show the current bar.
        if !state.score.lines.isEmpty { grid(state, isOn: isOn && !state.test.isRunning) }
        if !state.score.brackets.isEmpty { brackets(state, isOn: isOn && !state.test.isRunning) }
      }
      .map { Tools.Message.score($0) }
      div(.className("panel-side")) {
        Presets.view(state.presets, state.hand, describe: describe).map {
          Tools.Message.score(.presets($0))
        }
        scoreCard(state).map { Tools.Message.score($0) }
      }
      div(.className("panel-side score-more")) {
        if !state.test.isRunning { testCard(state) }
        exportCard(state)
      }
      .map { Tools.Message.score($0) }
      div(.className("panel-side")) {
        rangeCard(state).map { Tools.Message.score($0) }
        soundsCard(state, bench.output.voice).map { Tools.Message.score($0) }
        droneCard(state, bench).map { Tools.Message.score($0) }
        editorView(state).map { Tools.Message.score(.editor($0)) }
      }
    }
  }

  private static func trouble(_ words: String) -> Node<Message> {
    div(.className("notice trouble"), .role("alert")) {
      Icon.warning.view()
      span { words }
      action("Edit the text", .editor(.opened))
    }
  }

  // MARK: - The counter

  private static func counterCard(_ state: State, _ bench: Bench) -> Node<Message> {
    let isOn = bench.output.part == .score
    let place = isOn ? state.place : nil
    return section(.className("card score-now"), .label("Counter")) {
      if state.test.isRunning {
        pad(state)
      } else {
        div(.className("score-head")) {
          strong(.className("score-title")) { title(of: state.score) }
          div(.className("row wrap centre score-place")) {
            span(.className("quiet")) { whereabouts(place, state) }
            if state.hand.setup.loop != .off, let place {
              span(.className("quiet figure")) { pass(place, state) }
            }
          }
        }
        div(.className("score-counter figure"), .id("score-counter")) {
          for text in counter(place, state, isOn: isOn) { span { text } }
        }
        div(.className("score-lengths quiet figure")) {
          for text in lengths(place, state) { span { text } }
        }
        controls(state, isOn: isOn, isWaiting: isWaiting(place))
        p(.className("score-news"), .live("polite")) {
          isWaiting(place) ? "Held. Tap Resume or press the space bar." : state.news
        }
      }
    }
  }

  /// Each button keeps its place, so that it can be found without looking.
  private static func controls(
    _ state: State, isOn: Bool, isWaiting: Bool
  ) -> Node<Message> {
    div(.className("score-controls")) {
      action(
        isOn ? "Stop" : "Start", icon: isOn ? .stop : .play, style: .primary, id: "score-main",
        isOn ? .stopTapped : .mainTapped)
      if isOn, state.isPaused || isWaiting {
        action("Resume", icon: .forward, style: isWaiting ? .primary : .plain, .goOnTapped)
      } else {
        action("Pause", icon: .pause, isDisabled: !isOn, .pauseTapped)
      }
    }
  }

  /// Whether it waits at a hold until a tap.
  static func isWaiting(_ place: Place?) -> Bool {
    place.map { $0.kind == .hold && $0.length == 0 } ?? false
  }

  static func title(of score: Score) -> String {
    score.title.isEmpty ? "Untitled" : score.title
  }

  private static func whereabouts(_ place: Place?, _ state: State) -> String {
    guard let place else {
      guard !state.score.lines.isEmpty else { return "" }
      return firstCell(state).map { "starts at line \($0.line), bar \($0.bar)" }
        ?? "no bars in this range"
    }
    switch place.kind {
    case .count: return "count-in"
    case .start: return brackets(of: state.score)
    default:
      let count =
        state.score.lines.indices.contains(place.line - 1)
        ? state.score.lines[place.line - 1].bars.count : 0
      return "line \(place.line) · bar \(place.bar) of \(count)"
    }
  }

  private static func pass(_ place: Place, _ state: State) -> String {
    let setup = state.hand.setup
    let percent = whole(percent(setup, pass: place.pass))
    let count = setup.repeats == 0 ? "" : " of \(setup.repeats)"
    let silent = setup.silentEvery > 0 && place.pass % setup.silentEvery == 0
    return "pass \(place.pass)\(count) · \(percent) %\(silent ? " · silent" : "")"
  }

  /// One number or two: the time left, and the time elapsed.
  static func counter(_ place: Place?, _ state: State, isOn: Bool) -> [String] {
    guard let place else {
      let first = firstCell(state).flatMap { bar($0, state) }
      let percent = percent(state.hand.setup, pass: 1)
      return [isOn ? "…" : first.map { tenths(Double($0.milliseconds) * 100 / percent) } ?? "0.0"]
    }
    if place.kind == .count { return ["\(place.counts)"] }
    let up = tenths(Double(state.elapsed / 100 * 100))
    guard place.length > 0 else { return [up] }
    // The time left is rounded up, so that it is 0 only when the bar is over.
    let down = tenths(Double((max(place.length - state.elapsed, 0) + 99) / 100 * 100))
    switch state.hand.setup.counter {
    case .down: return [down]
    case .up: return [up]
    case .both: return [down, up]
    }
  }

  /// The lengths of this bar and the next two.
  private static func lengths(_ place: Place?, _ state: State) -> [String] {
    guard !state.score.lines.isEmpty else { return [] }
    let percent = percent(state.hand.setup, pass: place?.pass ?? 1)
    func text(_ cell: Cell) -> String? {
      bar(cell, state).map { bar in
        let hold =
          switch bar.hold {
          case nil: ""
          case .untilTap: " + fermata"
          case .lasting(_, let nominal, _): " + \(seconds(Double(nominal) * 100 / percent)) s"
          }
        return "\(seconds(Double(bar.milliseconds) * 100 / percent)) s\(hold)"
      }
    }
    let shown = place.flatMap { $0.line > 0 ? Cell(line: $0.line, bar: $0.bar) : nil }
    guard var here = shown ?? firstCell(state) else { return [] }
    let isHold = place?.kind == .hold
    let isHeard = shown != nil
    var texts = [
      (isHold ? "this fermata" : isHeard ? "this bar" : "first bar") + ": " + (text(here) ?? "–")
    ]
    for _ in 0..<2 {
      guard let next = next(after: here, state) else { break }
      here = next
      texts.append("then \(text(next) ?? "–")")
    }
    return texts
  }

  /// The bar that Start plays first: the chosen one, or the first of the range if that is outside; `nil` without any.
  static func firstCell(_ state: State) -> Cell? {
    let setup = state.hand.setup
    let range = range(setup)
    let chosen = Cell(line: setup.startLine, bar: setup.startBar)
    if range.lines.contains(chosen.line), range.bars.contains(chosen.bar),
      bar(chosen, state) != nil
    {
      return chosen
    }
    let before = Cell(line: range.lines.lowerBound, bar: range.bars.lowerBound - 1)
    return next(after: before, state)
  }

  /// The bar after another, also across the end of a loop.
  static func next(after cell: Cell, _ state: State) -> Cell? {
    let range = range(state.hand.setup)
    let lines = state.score.lines
    var (line, bar) = (cell.line, cell.bar + 1)
    // One round is enough to find one.
    for _ in 0...lines.count + 1 {
      if line > lines.count || line > range.lines.upperBound {
        guard state.hand.setup.loop != .off else { return nil }
        line = range.lines.lowerBound
      }
      guard lines.indices.contains(line - 1) else { return nil }
      bar = max(bar, range.bars.lowerBound)
      if bar <= min(lines[line - 1].bars.count, range.bars.upperBound) {
        return Cell(line: line, bar: bar)
      }
      (line, bar) = (line + 1, 1)
    }
    return nil
  }

  // MARK: - Settings

  /// What is changed between two starts.
  private static func quickCard(_ state: State, _ bench: Bench) -> Node<Message> {
    let setup = state.hand.setup
    let note = droneName(state, bench)
    return section(.className("card score-quick"), .label("Speed, loop and drone")) {
      field(.speed, state, isDisabled: setup.hasLadder && setup.loop != .off)
      segmented(
        "Loop", name: "score-loop",
        ScoreSetup.Loop.allCases.map { ($0.words, setup.loop == $0, .loopChosen($0)) })
      div(.className("stack")) {
        check("Play a drone on \(note)", .hasDrone, state)
        field(.droneVolume, state)
      }
    }
  }

  private static func scoreCard(_ state: State) -> Node<Message> {
    card("Score", id: "score-card") {
      p { contents(of: state.score) }
      if !state.score.source.isEmpty {
        p(.className("quiet small")) { state.score.source }
      }
      if state.hand.setup.text.isEmpty {
        p(.className("quiet small")) {
          "Fermatas are not included; add your own."
        }
      }
      div(.className("row wrap")) {
        action(
          state.editor.isBegun ? "Continue editing" : "Edit score", icon: .edit,
          .editor(.opened))
      }
    }
  }

  private static func rangeCard(_ state: State) -> Node<Message> {
    let setup = state.hand.setup
    let hasLadder = setup.hasLadder && setup.loop != .off
    return card("Range and repeats", id: "score-range") {
      field(.repeats, state, isDisabled: setup.loop == .off)
      if !state.score.lines.isEmpty {
        div(.className("two")) {
          for number in [Number.firstLine, .lastLine, .firstBar, .lastBar] { field(number, state) }
        }
      }
      details(.className("more")) {
        summary { "Speed ladder, silent passes, counter" }
        div(.className("stack")) {
          check(
            "Change speed from pass to pass", .hasLadder, state, isDisabled: setup.loop == .off)
          div(.className("two")) {
            for number in [Number.ladderStart, .ladderLimit, .ladderStep, .ladderPasses] {
              field(number, state, isDisabled: !hasLadder)
            }
          }
          field(.silentEvery, state, isDisabled: setup.loop == .off)
          segmented(
            "Counter", name: "score-counts",
            ScoreSetup.Counter.allCases.map { ($0.words, setup.counter == $0, .counterChosen($0)) })
        }
      }
      div(.className("row end")) {
        action(
          "Revert to defaults", label: "Revert to defaults: settings", style: .quiet,
          .settingsReverted)
      }
    }
  }

  private static func soundsCard(_ state: State, _ voice: CountVoice) -> Node<Message> {
    let setup = state.hand.setup
    return card("Bars and sounds", id: "score-sounds") {
      field(.countIn, state)
      segmented(
        "Count-in unit", name: "score-count",
        [
          ("Seconds", !setup.countsBars, .switched(.countsBars, false)),
          ("First-bar lengths", setup.countsBars, .switched(.countsBars, true)),
        ])
      if setup.countIn > 0 {
        voice.choice(name: "score-voice", isOn: setup.countsAloud)
          .map { .switched(.countsAloud, $0) }
      }
      div(.className("two")) {
        for voice in Voice.allCases { soundField(voice, setup) }
      }
      check("Flash at each bar", .flashes, state)
      choiceField(
        FieldFrame(
          "Flash colour", id: "score-colour", help: "Max. 3 flashes per second.",
          isDisabled: !setup.flashes),
        choices: ScoreSetup.FlashColour.allCases.map { ($0.className, $0.className) },
        value: setup.flashColour.className
      ) { .colourChosen($0) }
      div(.className("score-less-motion")) {
        check(
          "Flash despite reduced motion", .flashesAnyway, state,
          isDisabled: !setup.flashes)
      }
      div(.className("row end")) {
        action(
          "Revert to defaults", label: "Revert to defaults: bars and sounds", style: .quiet,
          .soundsReverted)
      }
    }
  }

  private static func soundField(_ voice: Voice, _ setup: ScoreSetup) -> Node<Message> {
    choiceField(
      FieldFrame(voice.label, id: "score-sound-\(voice.rawValue)"),
      choices: ClickSound.allCases.map { ("\($0.rawValue)", $0.name) },
      value: "\(setup.sounds[voice].rawValue)"
    ) { .soundChosen(voice, $0) }
  }

  private static func droneCard(_ state: State, _ bench: Bench) -> Node<Message> {
    let setup = state.hand.setup
    let note = droneNote(state)
    return card("Drone", id: "score-drone") {
      segmented(
        "Octave", name: "score-octave",
        (-2...2).map { octave in
          let note = note.raised(by: 12 * (octave - setup.droneOctave))
          return (
            note.name(in: bench.settings.spelling), setup.droneOctave == octave,
            .octaveChosen(octave)
          )
        })
      segmented(
        "Wave", name: "score-wave",
        ScoreSetup.Wave.allCases.map { ($0.words, setup.wave == $0, .waveChosen($0)) })
      field(.droneSway, state)
      p(.className("quiet small")) {
        "\(hertz(bench.tuning.frequency(of: note))) Hz for \(droneName(state, bench)), tuned to "
          + TuningSheet.words(bench.settings) + "."
      }
      div(.className("row wrap")) {
        action(
          state.isTestingDrone ? "Stop the test" : "Test", label: "Test the drone",
          icon: state.isTestingDrone ? .stop : .volume,
          isDisabled: bench.output.part == .score, .droneTestTapped)
      }
    }
  }

  /// Scores name sounding notes; where the instrument is written differently, the name says so.
  private static func droneName(_ state: State, _ bench: Bench) -> String {
    let name = droneNote(state).name(in: bench.settings.spelling)
    return bench.settings.player.transposition == 0 ? name : "concert \(name)"
  }

  private static func check(
    _ text: String, _ what: Switch, _ state: State, isDisabled: Bool = false
  ) -> Node<Message> {
    checkField(
      text, id: "score-\(what.id)", isOn: state.hand.setup[what], isDisabled: isDisabled
    ) { .switched(what, $0) }
  }

  // MARK: - Words

  private static func hertz(_ frequency: Double) -> String {
    Decimal(units: Int64(frequency * 10 + 0.5), places: 1).text
  }

  /// Milliseconds as minutes, seconds and tenths.
  static func clock(_ milliseconds: Double) -> String {
    let all = Int64(min(max(milliseconds, 0), 1e9) / 100 + 0.5)
    let rest = all % 600
    return "\(all / 600):\(rest < 100 ? "0" : "")\(Decimal(units: rest, places: 1).text)"
  }

  /// Seconds with a tenth, or minutes and seconds.
  static func tenths(_ milliseconds: Double) -> String {
    guard milliseconds < 60_000 else { return clock(milliseconds) }
    return Decimal(units: Int64(max(milliseconds, 0) / 100 + 0.5), places: 1).text
  }

  /// Seconds with as many decimal places as needed, at most two.
  static func seconds(_ milliseconds: Double) -> String {
    var (units, places) = (Int64(min(max(milliseconds, 0), 1e9) / 10 + 0.5), 2)
    while places > 0, units % 10 == 0 { (units, places) = (units / 10, places - 1) }
    return Decimal(units: units, places: places).text
  }
}

extension ScoreSetup.Loop {
  fileprivate var words: String {
    switch self {
    case .off: "Off"
    case .bar: "Bar"
    case .line: "Line"
    case .range: "Range"
    }
  }
}

extension ScoreSetup.Counter {
  fileprivate var words: String {
    switch self {
    case .down: "Down"
    case .up: "Up"
    case .both: "Both"
    }
  }
}

extension ScoreSetup.Wave {
  fileprivate var words: String {
    switch self {
    case .sine: "Sine"
    case .triangle: "Triangle"
    case .reed: "Soft reed"
    }
  }
}

extension ScorePanel.Voice {
  fileprivate var label: String {
    switch self {
    case .count: "Count-in sound"
    case .first: "First bar"
    case .other: "Other bars"
    }
  }
}

extension ScorePanel.Switch {
  fileprivate var id: String {
    switch self {
    case .countsBars: "counts-bars"
    case .countsAloud: "counts-aloud"
    case .flashes: "flashes"
    case .flashesAnyway: "flashes-anyway"
    case .hasDrone: "has-drone"
    case .hasLadder: "has-ladder"
    }
  }
}
