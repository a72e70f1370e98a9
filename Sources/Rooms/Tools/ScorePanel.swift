public import Domain
import Ledger
import Markup
import Program
public import RoomKit
import Sound

/// Music whose time is written in seconds: played, counted, looped, slowed down, written and tested.
public enum ScorePanel {
  struct State: Equatable, Sendable {
    var hand = Hand<ScoreSetup>()
    var presets = Presets.State()
    /// The score in the hand, as its text was read last.
    var score = Score.sequenzaVII
    /// Another number for each score that was in the hand.
    var edition: Int64 = 0
    /// Why the text in the hand cannot be read, if it cannot.
    var trouble: String?
    var numbers = Number.allCases.map {
      NumberField.State(Decimal(units: $0.units(ScoreSetup()), places: 0))
    }

    /// What is heard now, and for how many milliseconds it has been.
    var place: Place?
    var elapsed = 0
    var isPaused = false
    /// How many counts are left.
    var countsLeft = 0
    /// What was told last beside the bars.
    var news = ""
    /// The number of the next picture, and when the last flash began.
    var pictures = 0
    var lastFlash = -1e9
    var isFlashing = false
    var isTestingDrone = false
    var swayNumber: Int64 = 0

    /// The cell of the grid that the keyboard is at.
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

  /// What is heard of a score at a time.
  struct Place: Equatable, Sendable {
    var kind: ScoreCue.Kind
    var line = 0
    var bar = 0
    var pass = 1
    /// When it began, by the page's clock, in milliseconds.
    var from: Double
    /// In milliseconds; 0 where it has no end.
    var length = 0
    /// How many counts there are still, this one among them.
    var counts = 0
  }

  public enum Message: Sendable {
    /// Starts, goes on after a hold that waits, or stops: a key or a pedal does what comes next.
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
    /// What is heard is seen in this picture.
    case cameUp(PlaceShown)
    case tenthCame(Int)
    case flashOver
    case editor(EditorMessage)
    case test(TestMessage)
    case export(ExportMessage)
  }

  /// A place on its way to the picture that shows it.
  public struct PlaceShown: Sendable {
    let place: Place
    /// For how long it has been, in milliseconds.
    var elapsed = 0
    var flashes = false
    var news: String?
  }

  /// What is on or off.
  public enum Switch: CaseIterable, Sendable {
    case countsBars, flashes, flashesAnyway, hasDrone, hasLadder
  }

  /// What a click is chosen for.
  public enum Voice: Int, CaseIterable, Sendable {
    case count, first, other
  }

  static func update(
    _ tools: inout Tools.State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .mainTapped:
      guard tools.output.part == .score else { return begin(&tools) }
      return isWaiting(tools.score.place) && !tools.score.isPaused ? goOn(&tools) : stop(&tools)
    case .stopTapped: return stop(&tools)
    case .pauseTapped: return pause(&tools)
    case .goOnTapped: return goOn(&tools)
    case .cellTapped(let line, let bar): return tap(Cell(line: line, bar: bar), &tools, &room)
    case .bracketTapped(let number, let part): return tap(bracket: number, part: part, &tools)
    case .cursorMoved(let lines, let bars): return moveCursor(lines, bars, &tools)
    case .cameUp(let shown): return show(shown, &tools)
    case .tenthCame(let elapsed): return count(to: elapsed, &tools)
    case .flashOver:
      tools.score.isFlashing = false
      return []
    case .droneTestTapped: return testDrone(&tools)
    case .droneTestOver: return endDroneTest(&tools)
    case .droneSwayed: return swayDrone(&tools)
    case .realisationsTapped(let asTable): return downloadRealisations(tools, asTable: asTable)
    case .editor(let message): return updateEditor(&tools, message, &room)
    case .test(let message): return updateTest(&tools, message, &room)
    case .export(let message): return updateExport(&tools, message)
    case .presets(let message):
      let before = tools.score.hand.setup
      let effects: [Effect<Tools.Message>] = Presets.update(
        &tools.score.presets, &tools.score.hand, message, &room, describe: describe)
      return effects + settle(before, &tools)
    default: return set(&tools, message, &room)
    }
  }

  /// What changes the setup alone.
  private static func set(
    _ tools: inout Tools.State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .number(let number, let message): return set(number, message, &tools, &room)
    case .switched(let what, let isOn):
      return change("Change the score’s settings", &tools, &room) { $0[what] = isOn }
    case .loopChosen(let loop):
      return change("Change the loop", &tools, &room) { $0.loop = loop }
    case .counterChosen(let counter):
      return change("Change the counter", &tools, &room) { $0.counter = counter }
    case .soundChosen(let voice, let name):
      guard let sound = ClickSound.allCases.first(where: { "\($0.rawValue)" == name }) else {
        return []
      }
      return change("Change a sound", &tools, &room) { $0.sounds[voice] = sound }
    case .colourChosen(let name):
      let colours = ScoreSetup.FlashColour.allCases
      guard let colour = colours.first(where: { $0.className == name }) else { return [] }
      return change("Change the flash", &tools, &room) { $0.flashColour = colour }
    case .waveChosen(let wave):
      return change("Change the drone", &tools, &room) { $0.wave = wave }
    case .octaveChosen(let octave):
      return change("Change the drone", &tools, &room) { $0.droneOctave = octave }
    case .settingsReverted:
      return change("Revert the score’s settings", &tools, &room) { $0.revertSettings() }
    case .soundsReverted:
      return change("Revert bars and sounds", &tools, &room) { $0.revertSounds() }
    case .anotherDrawn:
      let seed = Int(room.random.next() % UInt64(ScoreSetup.seeds.count))
      return change("Draw another", &tools, &room) { $0.seed = seed }
    default: return []
    }
  }

  /// Changes the setup and lets everything follow it.
  static func change(
    _ label: String, _ tools: inout Tools.State, _ room: inout RoomContext,
    _ body: (inout ScoreSetup) -> Void
  ) -> [Effect<Tools.Message>] {
    let before = tools.score.hand.setup
    let effects: [Effect<Tools.Message>] = tools.score.hand.change(label, &room, body)
    return effects + settle(before, &tools)
  }

  static func refresh(
    _ tools: inout Tools.State, _ data: Replica
  ) -> [Effect<Tools.Message>] {
    let before = tools.score.hand.setup
    _ = tools.score.hand.refresh(data)
    let effects = settle(before, &tools)
    tools.score.test.kept = ScoreTestRow.all(of: tools.score.score.title, in: data)
    return effects
  }

  /// Takes in that the setup may be another: the score, the fields, and what sounds.
  private static func settle(
    _ before: ScoreSetup, _ tools: inout Tools.State
  ) -> [Effect<Tools.Message>] {
    let setup = tools.score.hand.setup
    guard setup != before else { return [] }
    let old = command(tools.score.score, before)
    if setup.text != before.text { read(setup.text, &tools.score) }
    for (index, number) in Number.allCases.enumerated()
    where tools.score.numbers[index].value.units != number.units(setup) {
      tools.score.numbers[index] = NumberField.State(
        Decimal(units: number.units(setup), places: 0))
    }
    return follow(before, old, &tools)
  }

  /// Reads the score of a text; where it cannot be read, the grid stands in and the text stays as it is.
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
        "The text of this score cannot be played here. \(problem) It is kept as it is; the grid of "
        + "Sequenza VII stands in."
      return
    }
    do throws(Score.TextError) {
      state.score = try Score(parsing: text)
    } catch {
      state.score = .sequenzaVII
      state.trouble =
        "The text of this score cannot be read here: line \(error.line), column \(error.column), "
        + "\(error.words). It is kept as it is; the grid of Sequenza VII stands in."
    }
  }

  /// What it is set to, in a few words.
  static func words(_ tools: Tools.State) -> String {
    let title = tools.score.score.title
    return title.isEmpty ? "without a title" : title
  }

  static func describe(_ setup: ScoreSetup) -> String {
    let title = setup.text.isEmpty ? Score.sequenzaVII.title : ScoreForm(setup.text).title
    let speed = setup.speed == 100 ? "" : ", \(setup.speed) %"
    return (title.isEmpty ? "Score" : title) + speed
  }

  /// The line above the heading.
  static func caps(_ tools: Tools.State) -> String {
    let (score, setup) = (tools.score.score, tools.score.hand.setup)
    let bars = score.lines.map { $0.bars.count }.max() ?? 0
    let size =
      score.lines.isEmpty
      ? "\(score.brackets.count) brackets" : "\(score.lines.count) lines · \(bars) bars"
    return "\(size) · \(setup.speed) %"
  }
}

extension ScoreSetup {
  subscript(what: ScorePanel.Switch) -> Bool {
    get {
      switch what {
      case .countsBars: countsBars
      case .flashes: flashes
      case .flashesAnyway: flashesAnyway
      case .hasDrone: hasDrone
      case .hasLadder: hasLadder
      }
    }
    set {
      switch what {
      case .countsBars: countsBars = newValue
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
