public import Domain
import Ledger
import Markup
import Program
public import RoomKit
import Sound

/// Music timed in seconds: played, counted, looped, slowed down, edited and tested.
public enum ScorePanel {
  struct State: Equatable, Sendable {
    var hand = Hand<ScoreSetup>()
    var presets = Presets.State()
    /// The current score, as parsed from its text.
    var score = Score.sequenzaVII
    /// Changes with each new score.
    var edition: Int64 = 0
    /// Why the current text cannot be played, if so.
    var trouble: String?
    var numbers = NumberFields<Number>(id: "score", ScoreSetup())
    /// The number that was typed beyond the end of the score, which its field then says.
    var shortened: Number?

    /// What is heard now, and for how many milliseconds.
    var place: Place?
    var elapsed = 0
    var isPaused = false
    /// The number of counts left.
    var countsLeft = 0
    /// What a voice says of them, unless they are changed; `nil` if it does not.
    var spoken: SpokenCount?
    /// The last news besides the bars.
    var news = ""
    /// The number of the next frame, and when the last flash began.
    var pictures = 0
    var lastFlash = -1e9
    var isFlashing = false
    var isTestingDrone = false
    var swayNumber: Int64 = 0

    /// The cell of the grid with the keyboard focus.
    var cursor = Cell(line: 1, bar: 1)
    var editor = Editor()
    var test = SelfTest()
    var export = Export()
  }

  /// A bar of a line, both counted from 1.
  struct Cell: Equatable, Sendable {
    var line: Int
    var bar: Int
  }

  /// The place in a score that is heard.
  struct Place: Equatable, Sendable {
    var kind: ScoreCue.Kind
    var line = 0
    var bar = 0
    var pass = 1
    /// When it began, by the page's clock, in milliseconds.
    var from: Double
    /// In milliseconds; 0 if it has no end.
    var length = 0
    /// The number of counts left, including this one.
    var counts = 0
  }

  public enum Message: Sendable {
    /// Starts, resumes after a hold that waits, or stops: a key or pedal does what comes next.
    case mainTapped
    case stopTapped
    case pauseTapped
    case goOnTapped
    case cellTapped(line: Int, bar: Int)
    case bracketTapped(Int, part: Int)
    case cursorMoved(lines: Int, bars: Int)
    case presets(Presets.Message)
    case number(Number, NumberField.Message)
    case switched(Switch, Bool)
    case loopChosen(ScoreSetup.Loop)
    case counterChosen(ScoreSetup.Counter)
    case soundChosen(Voice, String)
    case colourChosen(String)
    case waveChosen(ScoreSetup.Wave)
    case octaveChosen(Int)
    case droneTestTapped
    case droneTestOver
    case droneSwayed
    case settingsReverted
    case soundsReverted
    case anotherDrawn
    case realisationsTapped(asTable: Bool)
    /// This frame shows what is heard.
    case cameUp(PlaceShown)
    case tenthCame(Int)
    case flashOver
    case editor(EditorMessage)
    case test(TestMessage)
    case export(ExportMessage)
  }

  /// A place on its way to the frame that shows it.
  public struct PlaceShown: Sendable {
    let place: Place
    /// The elapsed time, in milliseconds.
    var elapsed = 0
    var flashes = false
    var news: String?
  }

  /// A setting that is on or off.
  public enum Switch: CaseIterable, Sendable {
    case countsBars, countsAloud, flashes, flashesAnyway, hasDrone, hasLadder
  }

  /// What a click sound is for.
  public enum Voice: Int, CaseIterable, Sendable {
    case count, first, other
  }

  static func update(
    _ state: inout State, _ bench: inout Bench, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .mainTapped:
      guard bench.output.part == .score else {
        return turnRound(&state, &bench, &room) + begin(&state, &bench)
      }
      return isWaiting(state.place) && !state.isPaused ? goOn(&state, bench) : stop(&state, &bench)
    case .stopTapped: return stop(&state, &bench)
    case .pauseTapped: return pause(&state, &bench)
    case .goOnTapped: return goOn(&state, bench)
    case .cellTapped(let line, let bar):
      return tap(Cell(line: line, bar: bar), &state, &bench, &room)
    case .bracketTapped(let number, let part):
      return tap(bracket: number, part: part, &state, &bench)
    case .cursorMoved(let lines, let bars): return moveCursor(lines, bars, &state)
    case .cameUp(let shown): return show(shown, &state, bench)
    case .tenthCame(let elapsed): return count(to: elapsed, &state, bench)
    case .flashOver:
      state.isFlashing = false
      return []
    case .droneTestTapped: return testDrone(&state, &bench)
    case .droneTestOver: return endDroneTest(&state, &bench)
    case .droneSwayed: return swayDrone(&state, &bench)
    case .realisationsTapped(let asTable): return downloadRealisations(state, asTable: asTable)
    case .editor(let message): return updateEditor(&state, &bench, message, &room)
    case .test(let message): return updateTest(&state, &bench, message, &room)
    case .export(let message): return updateExport(&state, bench, message)
    case .presets(let message):
      let before = state.hand.setup
      let effects: [Effect<Tools.Message>] = Presets.update(
        &state.presets, &state.hand, message, &room, describe: describe)
      return effects + settle(before, &state, &bench)
    default: return set(&state, &bench, message, &room)
    }
  }

  /// Handles messages that only change the setup.
  private static func set(
    _ state: inout State, _ bench: inout Bench, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .number(let number, let message):
      let before = state.hand.setup
      var setup = before
      var effects = state.numbers.update(number, message, in: &setup).map { effect in
        effect.map { Tools.Message.score(.number(number, $0)) }
      }
      var isTyped = false
      if case .typed = message { isTyped = true }
      if isTyped { state.shortened = nil }
      if !isTyped, let last = last(number, of: state.score),
        state.numbers[number].value.units > last
      {
        number.entry.set(&setup, last)
        state.numbers.show(setup)
        state.shortened = number
      }
      // One change, and one step to undo, whatever was typed.
      effects += state.hand.change(number.entry.change, &room) { $0 = setup }
      return effects + settle(before, &state, &bench)
    case .switched(let what, let isOn):
      return change("Change the score’s settings", &state, &bench, &room) { $0[what] = isOn }
    case .loopChosen(let loop):
      return change("Change the loop", &state, &bench, &room) { $0.loop = loop }
    case .counterChosen(let counter):
      return change("Change the counter", &state, &bench, &room) { $0.counter = counter }
    case .soundChosen(let voice, let name):
      guard let sound = ClickSound.allCases.first(where: { "\($0.rawValue)" == name }) else {
        return []
      }
      return change("Change a sound", &state, &bench, &room) { $0.sounds[voice] = sound }
    case .colourChosen(let name):
      let colours = ScoreSetup.FlashColour.allCases
      guard let colour = colours.first(where: { $0.className == name }) else { return [] }
      return change("Change the flash", &state, &bench, &room) { $0.flashColour = colour }
    case .waveChosen(let wave):
      return change("Change the drone", &state, &bench, &room) { $0.wave = wave }
    case .octaveChosen(let octave):
      return change("Change the drone", &state, &bench, &room) { $0.droneOctave = octave }
    case .settingsReverted:
      return change("Revert the score’s settings", &state, &bench, &room) { $0.revertSettings() }
    case .soundsReverted:
      return change("Revert bars and sounds", &state, &bench, &room) { $0.revertSounds() }
    case .anotherDrawn:
      let seed = Int(room.random.next() % UInt64(ScoreSetup.seeds.count))
      return change("Draw another", &state, &bench, &room) { $0.seed = seed }
    default: return []
    }
  }

  /// Changes the setup and lets everything follow.
  static func change(
    _ label: String, saying words: String? = nil, _ state: inout State, _ bench: inout Bench,
    _ room: inout RoomContext, _ body: (inout ScoreSetup) -> Void
  ) -> [Effect<Tools.Message>] {
    let before = state.hand.setup
    let effects: [Effect<Tools.Message>] = state.hand.change(label, saying: words, &room, body)
    return effects + settle(before, &state, &bench)
  }

  static func refresh(
    _ state: inout State, _ bench: inout Bench, _ data: Replica
  ) -> [Effect<Tools.Message>] {
    let before = state.hand.setup
    _ = state.hand.refresh(data)
    let effects = settle(before, &state, &bench)
    state.test.kept = ScoreTestRow.all(of: state.score.title, in: data)
    return effects
  }

  /// Applies a changed setup to the score, the fields and the sound.
  private static func settle(
    _ before: ScoreSetup, _ state: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    let setup = state.hand.setup
    guard setup != before else { return [] }
    let old = command(state.score, before)
    if setup.text != before.text { read(setup.text, &state) }
    state.numbers.show(setup)
    state.spoken = nil
    return bench.output.hush() + follow(before, old, state, &bench)
  }

  /// Parses a text; if that fails, the grid is used instead and the text stays unchanged.
  private static func read(_ text: String, _ state: inout State) {
    state.edition += 1
    state.trouble = nil
    state.cursor = Cell(line: 1, bar: 1)
    guard !text.isEmpty else {
      state.score = .sequenzaVII
      return
    }
    if let problem = problem(with: text) {
      state.score = .sequenzaVII
      state.trouble =
        "This score cannot be played. \(problem) Its text is unchanged; Sequenza VII is shown "
        + "instead."
      return
    }
    do throws(Score.TextError) {
      state.score = try Score(parsing: text)
    } catch {
      state.score = .sequenzaVII
      state.trouble =
        "This score cannot be read: line \(error.line), column \(error.column), \(error.words). "
        + "Its text is unchanged; Sequenza VII is shown instead."
    }
  }

  /// The setup in a few words.
  static func words(_ state: State) -> String {
    let title = state.score.title
    return title.isEmpty ? "untitled" : title
  }

  static func describe(_ setup: ScoreSetup) -> String {
    let title = setup.text.isEmpty ? Score.sequenzaVII.title : ScoreForm(setup.text).title
    let speed = setup.speed == 100 ? "" : ", \(setup.speed) %"
    return (title.isEmpty ? "Score" : title) + speed
  }

  /// The line above the heading.
  static func caps(_ state: State) -> String {
    let (score, setup) = (state.score, state.hand.setup)
    return "\(score.lines.isEmpty ? brackets(of: score) : size(of: score)) · \(setup.speed) %"
  }

  /// `13 lines of 13 bars`, or how many bars there are in all if the lines differ.
  private static func size(of score: Score) -> String {
    let (most, all) = (mostBars(score), barCount(score))
    return DayWords.count(score.lines.count, "line", "lines")
      + (most * score.lines.count == all ? " of " : ", ")
      + DayWords.count(most * score.lines.count == all ? most : all, "bar", "bars")
  }
}

extension ScoreSetup {
  subscript(what: ScorePanel.Switch) -> Bool {
    get {
      switch what {
      case .countsBars: countsBars
      case .countsAloud: countsAloud
      case .flashes: flashes
      case .flashesAnyway: flashesAnyway
      case .hasDrone: hasDrone
      case .hasLadder: hasLadder
      }
    }
    set {
      switch what {
      case .countsBars: countsBars = newValue
      case .countsAloud: countsAloud = newValue
      case .flashes: flashes = newValue
      case .flashesAnyway: flashesAnyway = newValue
      case .hasDrone: hasDrone = newValue
      case .hasLadder: hasLadder = newValue
      }
    }
  }
}

extension ScoreSounds {
  subscript(voice: ScorePanel.Voice) -> ClickSound {
    get {
      switch voice {
      case .count: count
      case .first: first
      case .other: other
      }
    }
    set {
      switch voice {
      case .count: count = newValue
      case .first: first = newValue
      case .other: other = newValue
      }
    }
  }
}

extension ScoreSetup.FlashColour {
  var className: String {
    switch self {
    case .blue: "blue"
    case .white: "white"
    case .yellow: "yellow"
    case .red: "red"
    case .green: "green"
    }
  }
}
