import Domain
public import Ledger
public import Program
public import RoomKit
import Sound

/// The room with the four tools. They share one audio thread, one microphone and one tuning.
public enum Tools {
  public struct State: Sendable {
    /// The current or last panel.
    public var panel = Panel.tuner
    /// Whether the panel fills the screen.
    public var isOnStage = false
    /// Whether the screen is low, as a phone's is in landscape: a panel then has the stage's layout inside the frame.
    fileprivate(set) var isLow = false
    /// Whether the whole panel is shown on a low screen, until the screen turns or another room is opened.
    fileprivate(set) var isWhole = false
    /// Whether the room explains itself in a line; set by the shell.
    public var hasLine = false
    /// Whether Scores explains itself in a line of its own: not until the device has said that it was not read.
    fileprivate(set) var hasScoreLine = false
    /// Whether the line of Scores was read; it stays until another panel or room is opened.
    fileprivate var isScoreLineRead = false
    /// Whether something ran already when the panel was opened, which has the space of its line.
    fileprivate var isLineAway = false
    /// What the panels are lent: sound output, microphone and tuning.
    public internal(set) var bench = Bench()
    /// The settings when the data was last read.
    fileprivate var saidSettings = Settings()
    public var tuningSheet = TuningSheet.State()
    var tuner = TunerPanel.State()
    var drone = DronePanel.State()
    var metronome = MetronomePanel.State()
    var score = ScorePanel.State()
    public var recorder = Recorder.State()
    public internal(set) var trial = SoundPage.State()
    /// Updates the sound page; set only by a program that has that page.
    public var trialUpdate: TrialUpdate?
    /// What the device was last told: whether to stay awake, and what is playing.
    fileprivate var isAwake = false
    /// What sounds or records in other tabs.
    var elsewhere: [Elsewhere] = []
    /// The name of the take that is playing.
    fileprivate var take: String?
    /// What was playing when sound was lost.
    fileprivate var lost: [Sounding] = []
    /// What was played last, for the media key that starts it again.
    fileprivate var lastPlayed: Panel?
    fileprivate(set) var told = (names: "", isPlaying: false, isHeard: false, tabs: "")

    public init() {}

    /// The line with which the panel explains itself. It neither comes nor goes while the panel is used: nothing moves.
    var line: String? {
      guard panel == .scores ? hasScoreLine : hasLine, !isFitted, !isLineAway else { return nil }
      return panel == .scores
        ? "For music measured in seconds instead of beats. Press Start and play each bar as the "
          + "number counts down."
        : "All four tools share one tuning and can play at once."
    }

    /// Whether the panel fits a low screen, beside the rooms and above the dock.
    var isFitted: Bool { isLow && !isWhole && !isOnStage }
  }

  /// One of the tools.
  public enum Panel: CaseIterable, Sendable {
    case tuner, drone, metronome, scores

    public var name: String {
      switch self {
      case .tuner: "Tuner"
      case .drone: "Drone"
      case .metronome: "Metronome"
      case .scores: "Scores"
      }
    }

    /// Whether it can count before it plays.
    var countsIn: Bool { self == .metronome || self == .scores }

    public var path: String {
      switch self {
      case .tuner: Address.tuner
      case .drone: Address.drone
      case .metronome: Address.metronome
      case .scores: Address.scores
      }
    }
  }

  public enum Message: Sendable {
    case panelRemembered(String?)
    case scoreLineRemembered(String?)
    case beatOffsetRemembered(String?)
    /// Events of the audio thread and the microphone.
    case sounded(SoundEvent)
    case heard(ListenEvent)
    case speechTold(Speech)
    case earLent(Bool)
    case lockChanged(Bool)
    /// Other tabs are told what sounds or records here.
    case tabsTold
    case elsewhereChanged(String)
    /// Stops what sounds in another tab; the second plays it here.
    case elsewhereStopped, elsewhereTaken
    case wakeSoundTapped
    case wakeEarTapped
    case lineRead
    case stageTapped
    case lowChanged(Bool)
    case wholeTapped
    /// The main button of the panel: start or stop.
    case mainPressed
    case mediaKeyPressed(MediaKey)
    case stopTapped(Sounding)
    case tuningSheet(TuningSheet.Message)
    case tuner(TunerPanel.Message)
    case drone(DronePanel.Message)
    case metronome(MetronomePanel.Message)
    case score(ScorePanel.Message)
    case recorder(Recorder.Message)
    case trial(SoundPage.Message)
    /// Another room opens sound, or rings a bell.
    case soundWanted, bellWanted, bellRung
  }

  public typealias TrialUpdate =
    @Sendable (inout SoundPage.State, inout Bench, SoundPage.Message) -> [Effect<Message>]

  /// Something that sounds or listens, on any page; other tabs are told its number, a letter.
  public enum Sounding: UInt8, Sendable {
    case tuner = 0x41
    case drone, reference, metronome, score, recorder, trial, take
  }

  private static let panelKey = "woodshed.panel"
  /// Has a value once the line of Scores was read on this device.
  static let scoreLineKey = "woodshed.line.scores"
  /// A screen this low and this wide is in landscape; the stage has a layout for it.
  private static let low = "(min-width: 500px) and (max-height: 480px)"

  public static var keys: [RoomKey<Message>] {
    [
      RoomKey("r", "Start or stop recording", isEverywhere: true, .recorder(.mainTapped)),
      RoomKey(" ", "In Tools: start or stop", .mainPressed),
    ]
  }

  @export(interface)
  public static func start(at place: Place?) -> [Effect<Message>] {
    var effects: [Effect<Message>] =
      Bench.start() + [
        .watchMediaKeys { .mediaKeyPressed($0) }, .watchMedia(low, as: "low") { .lowChanged($0) },
        .watchLocks(tabLock) { .elsewhereChanged($0) },
        .load(scoreLineKey) { .scoreLineRemembered($0) },
      ] + Recorder.start()
    // An address that names a panel opens it.
    if case .panel(let panel) = place {
      effects.append(.save(panel.name, under: panelKey))
      if panel.countsIn { effects.append(.watchSpeech { .speechTold($0) }) }
    } else {
      effects.append(.load(panelKey) { .panelRemembered($0) })
    }
    return effects
  }

  @export(interface)
  public static func update(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .heard(.heard), .sounded(.sounded), .recorder(.told): break
    default: state.bench.version += 1
    }
    let part = state.bench.output.part
    var effects = respond(&state, message, &room)
    // Cleans up what was replaced, or lost with its device.
    let now = state.bench.output.part
    if part == .score, now != .score { effects += ScorePanel.abandon(&state.score) }
    if part == .metronome, now != .metronome { MetronomePanel.abandon(&state.metronome) }
    switch (part, now) {
    case (.metronome, .score): effects.append(.toast("Metronome stopped: the score is playing."))
    case (.score, .metronome): effects.append(.toast("Score stopped: the metronome is playing."))
    default: break
    }
    if now == .score { effects += readScoreLine(&state) }
    effects += Recorder.followEar(&state.recorder, state.bench)
    return effects + state.followed()
  }

  /// The line of Scores goes away for good, once another panel or room is opened.
  private static func readScoreLine(_ state: inout State) -> [Effect<Message>] {
    guard state.hasScoreLine, !state.isScoreLineRead else { return [] }
    state.isScoreLineRead = true
    return [.save("read", under: scoreLineKey)]
  }

  private static func respond(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .panelRemembered(let name):
      state.panel = Panel.allCases.first { $0.name == name } ?? state.panel
      return []
    case .scoreLineRemembered(let text):
      state.hasScoreLine = text == nil
      return []
    case .beatOffsetRemembered(let text):
      state.bench.remember(beatOffset: text)
      return []
    case .sounded(let event):
      return hear(event, &state)
    case .heard(let event): return hear(event, &state)
    case .speechTold(let speech):
      state.bench.output.hear(speech)
      return []
    case .earLent(true): return state.bench.ear.begin(state.bench.request, for: .reed)
    case .earLent(false): return state.bench.ear.end(for: .reed)
    case .lockChanged(true):
      // Taken from another tab only to stop it.
      return state.told.isHeard ? [] : [.stop(soundLock)]
    case .lockChanged:
      guard state.told.isHeard else { return [] }
      return press(.pause, &state, &room) + [.toast("Sound stopped from another tab.")]
    case .tabsTold: return []
    case .elsewhereChanged(let text):
      state.elsewhere = Elsewhere.all(in: text)
      if !state.recorder.isRecording, !state.hasRecorderElsewhere {
        state.recorder.isElsewhere = false
      }
      return []
    case .elsewhereStopped: return state.told.isHeard ? [] : [holdSoundLock]
    case .elsewhereTaken:
      return state.soundElsewhere.reduce([]) { effects, part in
        effects + begin(part.sounding, isTraining: part.isTraining, &state, &room)
      }
    case .wakeSoundTapped: return wakeSound(&state, &room)
    case .wakeEarTapped: return state.bench.ear.wake()
    case .lineRead:
      guard state.panel == .scores else { return [.ask(.lineRead), .focus("heading")] }
      let effects = readScoreLine(&state)
      state.hasScoreLine = false
      return effects + [.focus("heading")]
    case .stageTapped:
      state.isOnStage.toggle()
      return [.fullscreen(state.isOnStage), .focus(stageID)]
    case .lowChanged(let isLow):
      (state.isLow, state.isWhole) = (isLow, false)
      return []
    case .wholeTapped:
      state.isWhole.toggle()
      return [.focus(wholeID)]
    case .mainPressed: return press(state.panel, &state, &room)
    case .mediaKeyPressed(let key): return press(key, &state, &room)
    case .stopTapped(let sounding): return stop(sounding, &state)
    case .tuningSheet(let message):
      let before = state.bench.settings
      let effects = TuningSheet.update(&state.tuningSheet, &state.bench, message)
      return tune(&state, from: before) + effects
    case .tuner(.droneTapped):
      guard let note = TunerPanel.note(state.tuner, state.bench) else {
        return DronePanel.update(&state.drone, &state.bench, .mainTapped, &room)
      }
      guard DroneSetup.roots.contains(note) else { return [TunerPanel.outOfRange] }
      return DronePanel.update(&state.drone, &state.bench, .noteTapped(note), &room)
    case .tuner(let message):
      let before = state.bench.settings
      let effects = TunerPanel.update(&state.tuner, &state.bench, message, &room)
      return tune(&state, from: before) + effects
    case .drone(let message):
      return DronePanel.update(&state.drone, &state.bench, message, &room)
    case .metronome(let message):
      return MetronomePanel.update(&state.metronome, &state.bench, message, &room)
    case .score(let message):
      return ScorePanel.update(&state.score, &state.bench, message, &room)
    case .recorder(let message):
      if case .told(let event) = message { clickBeside(event, &state) }
      return Recorder.update(&state.recorder, &state.bench, message, &room)
    case .trial(let message):
      return state.trialUpdate?(&state.trial, &state.bench, message) ?? []
    case .soundWanted: return state.bench.output.ready()
    case .bellWanted:
      return state.bench.output.ring() + [
        .wait(milliseconds: Output.bellMilliseconds, as: "bell", .bellRung)
      ]
    case .bellRung: return state.bench.output.endBell()
    }
  }

  /// Passes an event of the microphone to all who listen.
  private static func hear(_ event: ListenEvent, _ state: inout State) -> [Effect<Message>] {
    let frames = state.bench.ear.hear(event)
    let (settings, wasLearning) = (state.bench.settings, state.tuner.isLearning)
    let effects = TunerPanel.hear(frames, &state.tuner, &state.bench)
    if state.tuner.isLearning != wasLearning { state.bench.version += 1 }
    return tune(&state, from: settings) + effects
      + DronePanel.hear(frames, &state.drone, &state.bench)
  }

  /// Tells the recorder about the metronome's click track.
  private static func clickBeside(_ event: RecordEvent, _ state: inout State) {
    guard event.began > 0 else { return }
    let click = MetronomePanel.click(
      state.metronome, state.bench, from: event.began, way: state.recorder.way)
    let hasChanged = MetronomePanel.hasChanged(state.metronome, state.bench)
    Recorder.follow(click, hasChanged: hasChanged, &state.recorder)
  }

  /// Handles an event of the audio thread: its state, or a cue it played.
  private static func hear(_ event: SoundEvent, _ state: inout State) -> [Effect<Message>] {
    let sounding = state.sounding
    let (part, tone) = (state.bench.output.part, state.bench.output.tone)
    let heard = state.bench.output.hear(event)
    if case .state = event, state.bench.output.isOver {
      let (now, isPaused) = (state.sounding, state.score.isPaused)
      state.lost += sounding.filter { !now.contains($0) && !($0 == .score && isPaused) }
    }
    if tone == .drone, state.bench.output.tone == nil {
      return DronePanel.stop(&state.drone, &state.bench)
    }
    guard let (sounded, moment) = heard else { return state.bench.output.sayFirst() }
    SoundPage.hear(sounded, &state.trial)
    switch part {
    case .metronome:
      // The clicks of a calibration are not bars.
      let bars =
        state.metronome.calibration.isRunning
        ? [] : DronePanel.hear(sounded, &state.drone, &state.bench)
      return MetronomePanel.hear(sounded, at: moment, &state.metronome, &state.bench) + bars
    case .score: return ScorePanel.hear(sounded, at: moment, &state.score, &state.bench)
    default: return []
    }
  }

  /// Recovers from trouble with the sound, and restarts what was playing.
  private static func wakeSound(
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let effects = state.bench.output.wake() + ScorePanel.keepStill(&state.score, state.bench)
    let lost = state.lost
    state.lost = []
    return lost.reduce(effects) { $0 + begin($1, &state, &room) }
  }

  // MARK: - Starting and stopping

  /// Starts what was lost, or what sounds in another tab.
  private static func begin(
    _ sounding: Sounding, isTraining: Bool = false, _ state: inout State,
    _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch sounding {
    case .drone: press(.drone, &state, &room)
    case .metronome: MetronomePanel.begin(&state.metronome, &state.bench, isTraining: isTraining)
    case .score: ScorePanel.begin(&state.score, &state.bench)
    case .tuner, .reference, .recorder, .trial, .take: []
    }
  }

  /// Starts or stops the main function of a panel.
  private static func press(
    _ panel: Panel, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch panel {
    case .tuner: TunerPanel.update(&state.tuner, &state.bench, .mainTapped, &room)
    case .drone: DronePanel.update(&state.drone, &state.bench, .mainTapped, &room)
    case .metronome: MetronomePanel.update(&state.metronome, &state.bench, .mainTapped, &room)
    case .scores: ScorePanel.update(&state.score, &state.bench, .mainTapped, &room)
    }
  }

  private static func press(
    _ key: MediaKey, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let isScore = state.bench.output.part == .score
    switch key {
    case .play where isScore && state.score.isPaused:
      return ScorePanel.goOn(&state.score, state.bench)
    case .play where !state.bench.output.isSounding:
      return press(state.lastPlayed ?? state.panel, &state, &room)
    case .play: return []
    case .pause, .stop:
      // A score keeps its place.
      let pauses = key == .pause && isScore
      let effects = pauses ? ScorePanel.pause(&state.score, &state.bench) : []
      return state.sounding.filter { !$0.listens && !($0 == .score && pauses) }.reduce(effects) {
        $0 + stop($1, &state)
      }
    case .next, .previous:
      let message = MetronomePanel.Message.setlistMoved(by: key == .next ? 1 : -1)
      return MetronomePanel.update(&state.metronome, &state.bench, message, &room)
    }
  }

  static func stop(_ sounding: Sounding, _ state: inout State) -> [Effect<Message>] {
    switch sounding {
    case .tuner:
      state.tuner.isLearning = false
      return state.bench.closeEar()
    case .drone: return DronePanel.stop(&state.drone, &state.bench)
    case .reference: return state.bench.output.silence(.reference)
    case .metronome: return MetronomePanel.stop(&state.metronome, &state.bench)
    case .score: return ScorePanel.stop(&state.score, &state.bench)
    case .recorder: return Recorder.stop(&state.recorder, &state.bench)
    case .trial:
      return state.bench.output.stop(.trialClicks) + state.bench.output.stop(.trialScore)
        + state.bench.output.silence(.trial)
    case .take: return [.ask(.hushTake)]
    }
  }

  // MARK: - From outside

  /// Shows a panel and remembers it on this device.
  @export(interface)
  public static func open(_ panel: Panel, _ state: inout State) -> [Effect<Message>] {
    let effects = panel.countsIn ? state.bench.output.watchVoice() : []
    state.isLineAway = !state.sounding.isEmpty
    if state.isScoreLineRead { state.hasScoreLine = false }
    guard panel != state.panel else { return effects }
    state.tuner.isLearning = false
    state.panel = panel
    return effects + [.save(panel.name, under: panelKey)]
  }

  /// Closes the microphone, unless a drone follows it.
  @export(interface)
  public static func leave(_ state: inout State) -> [Effect<Message>] {
    var effects: [Effect<Message>] = state.isOnStage ? [.fullscreen(false)] : []
    (state.isOnStage, state.isWhole) = (false, false)
    state.tuner.isLearning = false
    if state.bench.ear.isListening, DronePanel.isFollowing(state.drone, state.bench) {
      // From now on it is open for the echo alone.
      effects += DronePanel.openEar(&state.bench) + state.bench.ear.end(for: .tuner)
    } else {
      effects += state.bench.leaveEar()
    }
    return effects + state.followed()
  }

  /// Follows the take that is playing, by its name: it is heard like a tool.
  @export(interface)
  public static func follow(_ take: String?, _ state: inout State) -> [Effect<Message>] {
    guard take != state.take else { return [] }
    state.take = take
    return state.followed()
  }

  /// Reads the data, including changes from other devices.
  @export(interface)
  public static func refresh(_ state: inout State, _ data: Replica) -> [Effect<Message>] {
    state.bench.version += 1
    var effects: [Effect<Message>] = []
    let settings = Settings(data[Settings.row])
    if settings != state.saidSettings {
      state.saidSettings = settings
      effects = apply(settings, &state)
    }
    return effects + TunerPanel.refresh(&state.tuner, &state.bench, data)
      + DronePanel.refresh(&state.drone, &state.bench, data)
      + MetronomePanel.refresh(&state.metronome, &state.bench, data)
      + ScorePanel.refresh(&state.score, &state.bench, data) + state.followed()
  }

  /// Applies settings that were changed elsewhere.
  static func apply(_ settings: Settings, _ state: inout State) -> [Effect<Message>] {
    let before = state.bench.settings
    state.bench.take(settings)
    return tune(&state, from: before)
  }

  /// Retunes the panels if the settings changed.
  private static func tune(_ state: inout State, from old: Settings) -> [Effect<Message>] {
    let settings = state.bench.settings
    guard settings != old else { return [] }
    state.bench.version += 1
    let before = old.tuning
    var effects = state.bench.ear.listen(state.bench.request)
    let isTuned = state.bench.tuning != before
    if isTuned {
      effects += DronePanel.retune(&state.drone, &state.bench, from: before)
      effects += ScorePanel.retune(state.score, &state.bench)
    }
    // A locked note is a written note: on another instrument it sounds different.
    if isTuned || settings.player.transposition != old.player.transposition {
      effects += TunerPanel.retune(&state.tuner, &state.bench)
    }
    return effects
  }
}

extension Tools.State {
  /// Everything that sounds or listens now.
  var sounding: [Tools.Sounding] {
    var all: [Tools.Sounding] = []
    switch bench.output.part {
    case .metronome: all.append(.metronome)
    case .score: all.append(.score)
    case .trialClicks, .trialScore: all.append(.trial)
    case nil: break
    }
    switch bench.output.tone {
    case .drone: all.append(.drone)
    case .reference: all.append(.reference)
    case .trial where !all.contains(.trial): all.append(.trial)
    case .trial, .score, nil: break
    }
    if take != nil { all.append(.take) }
    if recorder.isRecording {
      all.append(.recorder)
    } else if bench.ear.isListening {
      all.append(.tuner)
    }
    return all
  }

  /// Keeps the screen awake while something sounds or listens, and claims the media keys.
  fileprivate mutating func followed() -> [Effect<Tools.Message>] {
    let now = sounding
    var effects: [Effect<Tools.Message>] = []
    if isAwake == now.isEmpty {
      isAwake = !now.isEmpty
      effects.append(.keepAwake(isAwake))
    }
    // The media keys are the tools'.
    let heard = now.filter { !$0.listens && $0 != .take }
    if !heard.isEmpty { lost = [] }
    // A loop, because a closure would copy everything.
    var parts: [String] = []
    for sounding in heard { parts.append(name(of: sounding)) }
    let names = parts.joined(separator: ", ")
    let isPlaying = !heard.isEmpty && !(heard == [.score] && score.isPaused)
    // What has stopped keeps its name: the same key starts it again.
    if isPlaying != told.isPlaying || (names != told.names && !names.isEmpty) {
      if !names.isEmpty { told.names = names }
      told.isPlaying = isPlaying
      effects.append(.nowPlaying(told.names, isPlaying: isPlaying))
    }
    let isHeard = isPlaying || take != nil
    if isHeard != told.isHeard {
      told.isHeard = isHeard
      // Of several tabs, the one that started last plays.
      effects.append(isHeard ? Tools.holdSoundLock : .stop(Tools.soundLock))
    }
    let tabs = wordsForTabs
    if tabs != told.tabs {
      told.tabs = tabs
      effects.append(
        tabs.isEmpty
          ? .stop(Tools.tabLock)
          : .holdLock(Tools.tabLock + tabs, as: Tools.tabLock) { _ in .tabsTold })
    }
    switch bench.output.part {
    case .metronome: lastPlayed = .metronome
    case .score: lastPlayed = .scores
    default: if bench.output.tone == .drone { lastPlayed = .drone }
    }
    return effects
  }

  /// What is sounding, in a few words.
  func name(of sounding: Tools.Sounding) -> String {
    switch sounding {
    case .tuner: "Tuner"
    case .drone: "Drone \(DronePanel.words(drone, bench.settings))"
    case .reference: "Note \(TunerPanel.referenceName(tuner, bench.settings))"
    case .metronome: "Metronome \(MetronomePanel.words(metronome))"
    case .score: "Score \(ScorePanel.words(score))"
    case .recorder: "Recorder"
    case .trial: "Trial"
    case .take: "Playback of “\(take ?? "")”"
    }
  }
}

extension Tools.Sounding {
  /// Whether it makes no sound itself.
  var listens: Bool { self == .tuner || self == .recorder }
}
