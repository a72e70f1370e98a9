import Domain
public import Ledger
public import Program
public import RoomKit
import Sound

/// The room of the four tools that sound and listen. They share one audio thread, one microphone and one tuning.
public enum Tools {
  public struct State: Sendable {
    /// The panel that shows, or showed last.
    public var panel = Panel.tuner
    /// Whether the panel fills the screen.
    public var isOnStage = false
    var output = Output()
    var ear = Ear()
    /// What is chosen for the whole app, and what it makes of notes.
    fileprivate(set) var settings = Settings()
    fileprivate(set) var tuning = Tuning.standard
    /// What the data said of it last.
    fileprivate var saidSettings = Settings()
    /// How much later than it is heard a beat is shown, as the person calibrated it on this device.
    var beatOffset = 0
    public var tuningSheet = TuningSheet.State()
    var tuner = TunerPanel.State()
    var drone = DronePanel.State()
    var metronome = MetronomePanel.State()
    var score = ScorePanel.State()
    public var recorder = Recorder.State()
    var trial = SoundPage.State()
    /// What the page that tries out sound does; only a program that has the page gives it.
    public var trialUpdate: TrialUpdate?
    /// Another number whenever something other than what is heard may show otherwise.
    fileprivate(set) var version: Int64 = 0
    /// What the device was told last: whether to stay awake, and what sounds.
    fileprivate var isAwake = false
    /// What sounded when sound was lost.
    fileprivate var lost: [Sounding] = []
    /// What was played last: a media key begins it again.
    fileprivate var lastPlayed: Panel?
    fileprivate var told = (names: "", isPlaying: false)

    public init() {}
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
    case beatOffsetRemembered(String?)
    /// What the audio thread and the microphone tell.
    case sounded(SoundEvent)
    case heard(ListenEvent)
    case lockChanged(Bool)
    case wakeSoundTapped
    case wakeEarTapped
    case stageTapped
    /// The one thing of the panel: start or stop.
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
  }

  public typealias TrialUpdate =
    @Sendable (inout State, SoundPage.Message) -> [Effect<Message>]

  /// Something that sounds or listens, wherever in the app a person is.
  public enum Sounding: Equatable, Sendable {
    case tuner, drone, reference, metronome, score, recorder, trial
  }

  private static let panelKey = "woodshed.panel"
  private static let beatOffsetKey = "woodshed.beat-offset"

  @export(interface)
  public static var keys: [RoomKey<Message>] {
    [
      RoomKey("r", "Record, stop recording", isEverywhere: true, .recorder(.mainTapped)),
      RoomKey(" ", "In Tools: start, stop", .mainPressed),
    ]
  }

  @export(interface)
  public static func start(at place: Place?) -> [Effect<Message>] {
    var effects: [Effect<Message>] =
      [
        .load(beatOffsetKey) { .beatOffsetRemembered($0) },
        .watchMediaKeys { .mediaKeyPressed($0) },
      ] + Recorder.start()
    // An address that names a panel shows that one.
    if case .panel(let panel) = place {
      effects.append(.save(panel.name, under: panelKey))
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
    default: state.version += 1
    }
    let part = state.output.part
    var effects = respond(&state, message, &room)
    // What another took the place of, or a device that was lost, leaves nothing behind.
    if part == .score, state.output.part != .score { effects += ScorePanel.abandon(&state) }
    if part == .metronome, state.output.part != .metronome { MetronomePanel.abandon(&state) }
    switch (part, state.output.part) {
    case (.metronome, .score): effects.append(.toast("The score plays now; the metronome stopped."))
    case (.score, .metronome): effects.append(.toast("The metronome plays now; the score stopped."))
    default: break
    }
    effects += Recorder.followEar(&state)
    return effects + state.followed()
  }

  private static func respond(
    _ state: inout State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch message {
    case .panelRemembered(let name):
      state.panel = Panel.allCases.first { $0.name == name } ?? state.panel
      return []
    case .beatOffsetRemembered(let text):
      state.beatOffset = text.flatMap { Int($0) }.map { bounded($0) } ?? 0
      return []
    case .sounded(let event):
      return hear(event, &state, room)
    case .heard(let event):
      let frames = state.ear.hear(event)
      let wasLearning = state.tuner.isLearning
      let effects = TunerPanel.hear(frames, &state, room)
      if state.tuner.isLearning != wasLearning { state.version += 1 }
      return effects + DronePanel.hear(frames, &state, room)
    case .lockChanged(true): return []
    case .lockChanged:
      guard state.told.isPlaying else { return [] }
      return press(.pause, &state, &room) + [
        .toast("Sound stopped here: another tab is playing now.")
      ]
    case .wakeSoundTapped: return wakeSound(&state, &room)
    case .wakeEarTapped: return state.ear.wake()
    case .stageTapped:
      state.isOnStage.toggle()
      return [.fullscreen(state.isOnStage), .focus(stageID)]
    case .mainPressed: return press(state.panel, &state, &room)
    case .mediaKeyPressed(let key): return press(key, &state, &room)
    case .stopTapped(let sounding): return stop(sounding, &state)
    case .tuningSheet(let message): return TuningSheet.update(&state, message, &room)
    case .tuner(let message): return TunerPanel.update(&state, message, &room)
    case .drone(let message): return DronePanel.update(&state, message, &room)
    case .metronome(let message): return MetronomePanel.update(&state, message, &room)
    case .score(let message): return ScorePanel.update(&state, message, &room)
    case .recorder(let message): return Recorder.update(&state, message, &room)
    case .trial(let message): return state.trialUpdate?(&state, message) ?? []
    }
  }

  /// Takes in what the audio thread tells: of itself, and of what it played.
  private static func hear(
    _ event: SoundEvent, _ state: inout State, _ room: RoomContext
  ) -> [Effect<Message>] {
    let (part, tone, sounding) = (state.output.part, state.output.tone, state.sounding)
    let heard = state.output.hear(event)
    if case .state = event, state.output.isOver {
      let (now, isPaused) = (state.sounding, state.score.isPaused)
      state.lost += sounding.filter { !now.contains($0) && !($0 == .score && isPaused) }
    }
    if tone == .drone, state.output.tone == nil { return DronePanel.stop(&state) }
    guard let (sounded, moment) = heard else { return [] }
    SoundPage.hear(sounded, &state.trial)
    switch part {
    case .metronome:
      // The clicks of a calibration are no bars.
      let bars =
        state.metronome.calibration.isRunning ? [] : DronePanel.hear(sounded, &state)
      return MetronomePanel.hear(sounded, at: moment, &state, room) + bars
    case .score: return ScorePanel.hear(sounded, at: moment, &state, room)
    default: return []
    }
  }

  /// The way back from what keeps sound away: what sounded begins again.
  private static func wakeSound(
    _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let effects = state.output.wake() + ScorePanel.keepStill(&state)
    let lost = state.lost
    state.lost = []
    return lost.reduce(effects) { effects, sounding in
      switch sounding {
      case .drone: effects + DronePanel.update(&state, .mainTapped, &room)
      case .metronome: effects + MetronomePanel.begin(&state)
      case .score: effects + ScorePanel.begin(&state)
      case .tuner, .reference, .recorder, .trial: effects
      }
    }
  }

  // MARK: - Starting and stopping

  /// Starts what a panel is for, or stops it.
  private static func press(
    _ panel: Panel, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    switch panel {
    case .tuner: TunerPanel.update(&state, .mainTapped, &room)
    case .drone: DronePanel.update(&state, .mainTapped, &room)
    case .metronome: MetronomePanel.update(&state, .mainTapped, &room)
    case .scores: ScorePanel.update(&state, .mainTapped, &room)
    }
  }

  private static func press(
    _ key: MediaKey, _ state: inout State, _ room: inout RoomContext
  ) -> [Effect<Message>] {
    let isScore = state.output.part == .score
    switch key {
    case .play where isScore && state.score.isPaused: return ScorePanel.goOn(&state)
    case .play where !state.output.isSounding:
      return press(state.lastPlayed ?? state.panel, &state, &room)
    case .play: return []
    case .pause, .stop:
      // A score keeps its place.
      let pauses = key == .pause && isScore
      let effects = pauses ? ScorePanel.pause(&state) : []
      return state.sounding.filter { !$0.listens && !($0 == .score && pauses) }.reduce(effects) {
        $0 + stop($1, &state)
      }
    case .next: return MetronomePanel.update(&state, .setlistMoved(by: 1), &room)
    case .previous: return MetronomePanel.update(&state, .setlistMoved(by: -1), &room)
    }
  }

  static func stop(_ sounding: Sounding, _ state: inout State) -> [Effect<Message>] {
    switch sounding {
    case .tuner:
      state.tuner.isLearning = false
      return closeEar(&state)
    case .drone: return DronePanel.stop(&state)
    case .reference: return state.output.silence(.reference)
    case .metronome: return MetronomePanel.stop(&state)
    case .score: return ScorePanel.stop(&state)
    case .recorder: return Recorder.stop(&state)
    case .trial:
      return state.output.stop(.trialClicks) + state.output.stop(.trialScore)
        + state.output.silence(.trial)
    }
  }

  /// Closes the microphone, unless a take is being recorded with it; says so then.
  static func closeEar(_ state: inout State) -> [Effect<Message>] {
    let ended = leaveEar(&state)
    return state.recorder.isRecording
      ? [.toast("The microphone stays open for the take that is being recorded.")] : ended
  }

  /// Closes the microphone, or leaves it to the take that is being recorded with it.
  private static func leaveEar(_ state: inout State) -> [Effect<Message>] {
    state.ear.end(for: .tuner) + state.ear.end(for: .drone)
  }

  // MARK: - Beats in the picture

  /// How much later than it is heard a beat can be shown, in milliseconds.
  static let beatOffsets = -300...500

  /// Shows beats so much later than they are heard, and remembers it on this device.
  static func showBeats(laterBy milliseconds: Int, _ state: inout State) -> [Effect<Message>] {
    state.beatOffset = bounded(milliseconds)
    return [.save("\(state.beatOffset)", under: beatOffsetKey)]
  }

  private static func bounded(_ milliseconds: Int) -> Int {
    min(max(milliseconds, beatOffsets.lowerBound), beatOffsets.upperBound)
  }

  // MARK: - From outside

  /// Shows a panel and remembers it on this device.
  @export(interface)
  public static func open(_ panel: Panel, _ state: inout State) -> [Effect<Message>] {
    guard panel != state.panel else { return [] }
    state.tuner.isLearning = false
    state.panel = panel
    return [.save(panel.name, under: panelKey)]
  }

  /// A microphone stays open only where it can be seen, or where a drone follows it.
  @export(interface)
  public static func leave(_ state: inout State) -> [Effect<Message>] {
    var effects: [Effect<Message>] = state.isOnStage ? [.fullscreen(false)] : []
    state.isOnStage = false
    state.tuner.isLearning = false
    if state.ear.isListening, DronePanel.isFollowing(state) {
      // From now on it is open for the echo alone.
      effects += DronePanel.openEar(&state) + state.ear.end(for: .tuner)
    } else {
      effects += leaveEar(&state)
    }
    return effects + state.followed()
  }

  /// Takes in what the data says now, also when it came from another device.
  @export(interface)
  public static func refresh(_ state: inout State, _ data: Replica) -> [Effect<Message>] {
    state.version += 1
    var effects: [Effect<Message>] = []
    let settings = Settings(data[Settings.row])
    if settings != state.saidSettings {
      state.saidSettings = settings
      effects = apply(settings, &state)
    }
    return effects + TunerPanel.refresh(&state, data) + DronePanel.refresh(&state, data)
      + MetronomePanel.refresh(&state, data) + ScorePanel.refresh(&state, data)
      + state.followed()
  }

  /// Tunes everything as it is chosen, also what sounds and what listens.
  static func apply(_ settings: Settings, _ state: inout State) -> [Effect<Message>] {
    guard settings != state.settings else { return [] }
    let before = (tuning: state.tuning, transposition: state.settings.player.transposition)
    state.settings = settings
    state.tuning = settings.tuning
    state.version += 1
    var effects = state.ear.listen(TunerPanel.request(state))
    let isTuned = state.tuning != before.tuning
    if isTuned {
      effects += DronePanel.retune(&state, from: before.tuning)
      effects += ScorePanel.retune(&state, from: before.tuning)
    }
    // A locked note is a written one: on another instrument it sounds otherwise.
    if isTuned || settings.player.transposition != before.transposition {
      effects += TunerPanel.retune(&state, from: before.tuning)
    }
    return effects
  }
}

extension Tools.State {
  /// Everything that sounds or listens now.
  var sounding: [Tools.Sounding] {
    var all: [Tools.Sounding] = []
    switch output.part {
    case .metronome: all.append(.metronome)
    case .score: all.append(.score)
    case .trialClicks, .trialScore: all.append(.trial)
    case nil: break
    }
    switch output.tone {
    case .drone: all.append(.drone)
    case .reference: all.append(.reference)
    case .trial where !all.contains(.trial): all.append(.trial)
    case .trial, .score, nil: break
    }
    if recorder.isRecording {
      all.append(.recorder)
    } else if ear.isListening {
      all.append(.tuner)
    }
    return all
  }

  /// Keeps the screen awake while something sounds or listens, and lets media keys come here.
  fileprivate mutating func followed() -> [Effect<Tools.Message>] {
    let now = sounding
    var effects: [Effect<Tools.Message>] = []
    if isAwake == now.isEmpty {
      isAwake = !now.isEmpty
      effects.append(.keepAwake(isAwake))
    }
    let heard = now.filter { !$0.listens }
    if !heard.isEmpty { lost = [] }
    // A loop: a closure would take a copy of everything.
    var parts: [String] = []
    for sounding in heard { parts.append(name(of: sounding)) }
    let names = parts.joined(separator: ", ")
    let isPlaying = !heard.isEmpty && !(heard == [.score] && score.isPaused)
    // What has stopped keeps its name: the same key begins it again.
    if isPlaying != told.isPlaying {
      // Of several tabs the one that began last sounds.
      effects.append(
        isPlaying
          ? .holdLock("woodshed sound", isStealing: true, as: "sound lock") { .lockChanged($0) }
          : .stop("sound lock"))
    }
    if isPlaying != told.isPlaying || (names != told.names && !names.isEmpty) {
      if !names.isEmpty { told.names = names }
      told.isPlaying = isPlaying
      effects.append(.nowPlaying(told.names, isPlaying: isPlaying))
    }
    switch output.part {
    case .metronome: lastPlayed = .metronome
    case .score: lastPlayed = .scores
    default: if output.tone == .drone { lastPlayed = .drone }
    }
    return effects
  }

  /// What is sounding, in a few words.
  func name(of sounding: Tools.Sounding) -> String {
    switch sounding {
    case .tuner: "Tuner"
    case .drone: "Drone \(DronePanel.words(self))"
    case .reference: "Note \(TunerPanel.referenceName(self))"
    case .metronome: "Metronome \(MetronomePanel.words(self))"
    case .score: "Score \(ScorePanel.words(self))"
    case .recorder: "Recorder"
    case .trial: "Trial"
    }
  }
}

extension Tools.Sounding {
  /// Whether it makes no sound itself.
  var listens: Bool { self == .tuner || self == .recorder }
}
