public import Domain
import Ledger
import Program
public import RoomKit
public import Sound

/// The metronome: the bar, the tempo, and all their settings.
public enum MetronomePanel {
  struct State: Sendable {
    var hand = Hand<MetronomeSetup>()
    var presets = Presets.State()
    var setlists = Setlists.State()
    var plan = Plan.State()
    var trainer = Trainer.numbers
    var calibration = Calibration.State()
    var numbers = NumberFields<Number>(id: "metro", MetronomeSetup())
    /// What plays, or has just ended and is still shown.
    var run: Run?
    /// How often it was started.
    var runCount = 0
    /// Why it stopped automatically.
    var ended = ""
    var isMuted = false
    var taps = TapTempo()
    var isTypingTempo = false
    var drag: Drag?
    /// The remainder of a turn of the wheel.
    var wheelRest = 0.0
    /// The number of steps of a long press.
    var heldCount = 0
    var grouping = Grouping()
    /// Changes whenever the settings may look different.
    var version: Int64 = 0

    /// Whether the trainer leads what plays.
    var isTraining: Bool { run?.isTraining == true }
    /// The setup that plays: while the trainer runs, its steps are the plan.
    var played: MetronomeSetup { isTraining ? hand.setup.trained : hand.setup }

    /// A drag that changes the tempo.
    struct Drag: Sendable {
      let tempo: Tempo
      /// Where it began, once it has moved.
      var y: Double?
      var hasMoved = false
    }

    /// The sheet with all groupings.
    struct Grouping: Sendable {
      var isOpen = false
      var text = ""
      var problem: String?
    }
  }

  public enum Message: Sendable {
    case mainTapped
    /// Another room starts it, at a tempo in hundredths of a beat per minute (0: unchanged), or stops it.
    case wanted(Int64)
    case presets(Presets.Message)
    case setlists(Setlists.Message)
    /// Moves to another entry of the setlist.
    case setlistMoved(by: Int)
    case plan(Plan.Message)
    case trainer(Trainer.Message)
    case calibration(Calibration.Message)
    // The bar.
    case beatTapped(Int)
    case subdivisionTapped(Int)
    case subdivisionChosen(Int)
    case groupingOpened
    case groupingClosed
    case groupingChosen([Int])
    case groupingTyped(String)
    case groupingKept
    // The tempo.
    case tempoStepped(by: Int)
    case tempoPressed(direction: Int)
    case tempoHeld(direction: Int)
    case wheelTurned(Double)
    case dragBegan
    case dragged(to: Double)
    case dragEnded
    case dragForgotten
    case tempoTapped
    /// A digit was typed while the tempo had the focus.
    case tempoTyped(String)
    case tempoEntered
    case tempoLeft
    case tempoAbandoned
    case tempoScaled(by: Double)
    case tapped(at: Double)
    case nudged(Double)
    // Settings.
    case number(Number, NumberField.Message)
    case soundChosen(ClickSound)
    case unitChosen(NoteValue)
    case countInChosen(Int)
    case voiceChosen(Bool)
    case limitChosen(MetronomeSetup.Limit)
    case flashChosen(MetronomeSetup.Flash)
    case vibrationSwitched(Bool)
    case gapsSwitched(Bool)
    case otherBeatsTapped
    case muteTapped
    // What is shown while it plays.
    case beatShown(run: Int, Beat)
    case strikeShown(run: Int, voice: Int, strike: Int)
    case flashOver
    case ended(run: Int)
  }

  static func update(
    _ state: inout State, _ bench: inout Bench, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .beatShown(let run, let beat): return show(beat, run, &state, bench)
    case .strikeShown(let run, let voice, let strike):
      if state.run?.number == run { state.run?.strikes[voice - 1] = strike }
      return []
    case .flashOver:
      state.run?.isFlashing = false
      return []
    default: break
    }
    let before = state.played
    state.version += 1
    let effects = respond(&state, &bench, message, &room)
    return effects + follow(&state, &bench, from: before)
  }

  private static func respond(
    _ state: inout State, _ bench: inout Bench, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    func change(
      _ label: String, _ body: (inout MetronomeSetup) -> Void
    ) -> [Effect<Tools.Message>] {
      state.hand.change(label, &room, body)
    }
    switch message {
    case .mainTapped:
      return bench.output.part == .metronome ? stop(&state, &bench) : begin(&state, &bench)
    case .wanted(let tempo):
      if bench.output.part == .metronome { return stop(&state, &bench) }
      let wanted = Tempo(centiBeatsPerMinute: Int(clamping: tempo))
      let effects = wanted.map { set($0, &state, &room) } ?? []
      return effects + begin(&state, &bench)
    case .presets(let message):
      let effects: [Effect<Tools.Message>] = Presets.update(
        &state.presets, &state.hand, message, &room, describe: describe)
      if case .recalled = message { return effects + beginAgain(&state, &bench) }
      return effects
    case .setlists(let message): return Setlists.update(&state, &bench, message, &room)
    case .setlistMoved(let steps): return Setlists.move(&state, &bench, by: steps, &room)
    case .plan(let message): return Plan.update(&state, message, &room)
    case .trainer(let message): return Trainer.update(&state, &bench, message, &room)
    case .calibration(let message): return Calibration.update(&state, &bench, message)
    case .beatTapped(let beat): return change("Change an accent") { $0.cycleBeat(beat) }
    case .subdivisionTapped(let place):
      return change("Change an accent") { $0.cycleSubdivision(place) }
    case .subdivisionChosen(let count):
      return change("Change the subdivision") { $0.setSubdivisionCount(count) }
    case .groupingOpened: state.grouping = State.Grouping(isOpen: true)
    case .groupingClosed: state.grouping = State.Grouping()
    case .groupingChosen(let groups):
      state.grouping = State.Grouping()
      return change("Change the grouping") { setup in
        if groups.isEmpty { setup.ungroup() } else { setup.group(groups) }
      }
    case .groupingTyped(let text): state.grouping.text = text
    case .groupingKept:
      do throws(MetronomeSetup.GroupingError) {
        let groups = try MetronomeSetup.groups(parsing: state.grouping.text)
        state.grouping = State.Grouping()
        return change("Change the grouping") { $0.group(groups) }
      } catch {
        state.grouping.problem = words(for: error)
      }
    case .soundChosen(let sound): return change("Change the sound") { $0.sound = sound }
    case .unitChosen(let unit): return change("Change the beat unit") { $0.unit = unit }
    case .countInChosen(let bars): return change("Change the count-in") { $0.countInBars = bars }
    case .voiceChosen(let isOn): return change("Change the count-in") { $0.countsAloud = isOn }
    case .limitChosen(let limit): return change("Change when it stops") { $0.limit = limit }
    case .flashChosen(let flash): return change("Change the flash") { $0.flash = flash }
    case .vibrationSwitched(let isOn):
      return change("Change the vibration") { $0.isVibrating = isOn }
    case .gapsSwitched(let isOn):
      return change("Change the muting") { $0.silentBars = isOn ? 2 : 0 }
    case .otherBeatsTapped:
      let seed = room.random.below(MetronomeSetup.seeds.upperBound) + 1
      return change("Shuffle the muted beats") { $0.seed = seed }
    case .number(let number, let message): return enter(number, message, &state, &room)
    case .muteTapped:
      state.isMuted.toggle()
      return state.run == nil ? [] : setLevels(state, &bench)
    case .nudged(let milliseconds):
      return state.run == nil ? [] : bench.output.tell(.nudge(milliseconds))
    case .ended(let run):
      guard let over = state.run, over.number == run else { return [] }
      state.run = nil
      state.ended = over.farewell
    case .tempoStepped, .tempoPressed, .tempoHeld, .wheelTurned, .dragBegan, .dragged, .dragEnded,
      .dragForgotten, .tempoTapped, .tempoTyped, .tempoEntered, .tempoLeft, .tempoAbandoned,
      .tempoScaled, .tapped:
      return moveTempo(&state, message, &room)
    case .beatShown, .strikeShown, .flashOver: break
    }
    return []
  }

  /// Passes a message to a number field, and its result to the setup.
  static func enter(
    _ number: Number, _ message: NumberField.Message, _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    state.hand.enter(number, message, &state.numbers, &room) { .metronome(.number(number, $0)) }
  }

  static func refresh(
    _ state: inout State, _ bench: inout Bench, _ data: Replica
  ) -> [Effect<Tools.Message>] {
    let before = state.played
    _ = state.hand.refresh(data)
    Setlists.refresh(&state, data)
    state.version += 1
    return follow(&state, &bench, from: before)
  }

  // MARK: - In words

  /// The setup in a few words.
  static func words(_ state: State) -> String {
    let setup = state.hand.setup
    let tempo = state.isTraining ? "Trainer" : tempoWords(setup)
    return state.calibration.isRunning
      ? "calibration" : "\(tempo), \(beatWords(setup))"
  }

  static func describe(_ setup: MetronomeSetup) -> String {
    "\(tempoWords(setup)) · \(barWords(setup))"
  }

  /// The line above the heading.
  static func caps(_ state: State) -> String { barWords(state.hand.setup) }

  private static func tempoWords(_ setup: MetronomeSetup) -> String {
    setup.isPlanned ? "Plan" : setup.tempo.text
  }

  private static func barWords(_ setup: MetronomeSetup) -> String {
    var parts = [beatWords(setup)]
    if !setup.groups.isEmpty { parts.append(MetronomeSetup.text(of: setup.groups)) }
    if setup.subdivisions.count > 1 { parts.append(subdivisionName(setup.subdivisions.count)) }
    for voice in setup.voices { parts.append("against \(voice)") }
    parts.append(setup.sound.name)
    return parts.joined(separator: " · ")
  }

  /// `4 beats`, or the time signature where a beat is not a quarter: `7/8`.
  private static func beatWords(_ setup: MetronomeSetup) -> String {
    let count = setup.beats.count
    return switch setup.unit {
    case .half: "\(count)/2"
    case .dottedHalf: "\(3 * count)/4"
    case .quarter: count == 1 ? "1 beat" : "\(count) beats"
    case .dottedQuarter: "\(3 * count)/8"
    case .eighth: "\(count)/8"
    case .dottedEighth: "\(3 * count)/16"
    }
  }

  static func subdivisionName(_ count: Int) -> String {
    switch count {
    case 1: "beats only"
    case 3: "triplets"
    case 5: "quintuplets"
    case 6: "sextuplets"
    case 7: "septuplets"
    default: "\(count) per beat"
    }
  }

  private static func words(for error: MetronomeSetup.GroupingError) -> String {
    switch error {
    case .notANumber(let word):
      word.isEmpty
        ? "Enter groups such as 2+2+3."
        : "“\(word)” is not a number. Enter groups such as 2+2+3."
    case .groupOutOfRange(let group): "A group has 1–4 beats, not \(group)."
    case .tooManyBeats(let beats): "That is \(beats) beats; a bar has at most 32."
    }
  }
}
