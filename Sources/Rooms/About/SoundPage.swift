import Domain
public import Program
import Sound

/// Tries out what sounds, and shows how it runs; tests and ears use it.
public enum SoundPage {
  public struct State: Equatable, Sendable {
    var stage = Stage.off
    var sampleRate = 0
    var delaySeconds = 0.0
    /// The share of its time that the audio thread works.
    var load: Double?
    /// How often sound came too late; nothing where the browser does not tell.
    var gapCount: Int?
    var tempo = NumberField.State(Decimal(units: 12_000, places: 2))
    var playing = Playing.nothing
    var isDroning = false
    var timbre = 1
    /// What sounded last, the latest first, with the sample it began on.
    var sounded: [Sounded] = []
    var soundedCount = 0
    /// Whether a device has come or gone since sound began.
    var hasOtherDevices = false
    var ear = Ear()
  }

  /// What is listened to.
  struct Ear: Equatable, Sendable {
    var microphone: MicrophoneState?
    var isOpening = false
    var isBent = false
    var sampleRate = 0
    var mode = 2
    var load: Double?
    var lostSamples = 0
    /// Whether a microphone has come or gone since listening began.
    var hasOtherDevices = false
    /// What was heard last, and the last that had a pitch.
    var frame: PitchTracker.Frame?
    var pitch: PitchTracker.Pitch?
  }

  /// How far the audio thread is.
  enum Stage: Equatable, Sendable {
    case off
    case opening
    case reported(SoundState)
  }

  enum Playing: Equatable, Sendable {
    case nothing, clicks, score
  }

  public enum Message: Equatable, Sendable {
    case heard(SoundEvent)
    case tempo(NumberField.Message)
    case clicksTapped
    case scoreTapped
    case droneTapped
    case timbreChosen(Int)
    case wakeTapped
    case offTapped
    case listened(ListenEvent)
    case listenTapped
    case modeChosen(Int)
    case wakeEarTapped
  }

  public static func update(_ state: inout State, _ message: Message) -> [Effect<Message>] {
    switch message {
    case .heard(let event):
      hear(event, &state)
      return []
    case .tempo(let message):
      let before = state.tempo.value
      let effects = NumberField.update(&state.tempo, message, tempoRule)
        .map { $0.map(Message.tempo) }
      guard state.tempo.value != before, state.playing == .clicks else { return effects }
      return effects + [.playSound(PlayerCommand.change(metronome(state)).message)]
    case .clicksTapped:
      return play(
        state.playing == .clicks ? .nothing : .clicks, .play(metronome(state), .tick), &state)
    case .scoreTapped:
      return play(state.playing == .score ? .nothing : .score, score, &state)
    case .droneTapped:
      state.isDroning.toggle()
      return opening(&state) + [send(state.isDroning ? drone(state) : .stopDrone)]
    case .timbreChosen(let number):
      state.timbre = number
      return state.isDroning ? [send(drone(state))] : []
    case .wakeTapped where state.hasOtherDevices && state.stage == .reported(.running):
      return beginAgain(&state)
    case .wakeTapped: return isOver(state) ? opening(&state) : [.wakeSound]
    case .offTapped:
      (state.stage, state.hasOtherDevices) = (.off, false)
      (state.playing, state.isDroning, state.load) = (.nothing, false, nil)
      return [.stop(name)]
    default: return listen(&state.ear, message)
    }
  }

  private static func listen(_ ear: inout Ear, _ message: Message) -> [Effect<Message>] {
    switch message {
    case .listened(let event): hear(event, &ear)
    case .listenTapped where ear.isListening: return stopListening(&ear)
    case .listenTapped: return begin(&ear)
    case .modeChosen(let number):
      ear.mode = number
      return ear.isListening ? [.listenOtherwise(request(ear).message)] : []
    case .wakeEarTapped:
      if case .running = ear.microphone, ear.hasOtherDevices {
        return stopListening(&ear) + begin(&ear)
      }
      return ear.isListening ? [.wakeListening] : begin(&ear)
    default: break
    }
    return []
  }

  /// Lets go of the microphone, if it is held.
  static func stopListening(_ state: inout State) -> [Effect<Message>] {
    state.ear.isListening ? stopListening(&state.ear) : []
  }

  private static func stopListening(_ ear: inout Ear) -> [Effect<Message>] {
    ear = Ear(mode: ear.mode)
    return [.stop(earName)]
  }

  private static let earName = "listening"

  private static func begin(_ ear: inout Ear) -> [Effect<Message>] {
    ear = Ear(isOpening: true, mode: ear.mode)
    return [.listen(request(ear).message, as: earName) { .listened($0) }]
  }

  private static func request(_ ear: Ear) -> ListenRequest {
    ListenRequest(mode: PitchMode.allCases[ear.mode])
  }

  private static func hear(_ event: ListenEvent, _ ear: inout Ear) {
    switch event {
    case .state(let microphone, let rate, let isBent):
      ear.microphone = microphone
      ear.isOpening = false
      (ear.sampleRate, ear.isBent) = (rate, isBent)
    case .heard(let messages):
      let length = PitchTracker.Frame.messageLength
      for start in stride(from: 0, to: messages.count - messages.count % length, by: length) {
        guard let frame = PitchTracker.Frame(message: Array(messages[start..<start + length]))
        else {
          continue
        }
        ear.frame = frame
        ear.pitch = frame.pitch ?? ear.pitch
      }
    case .load(let share, let lost):
      (ear.load, ear.lostSamples) = (share, lost)
    case .devicesChanged: ear.hasOtherDevices = true
    }
  }

  private static let name = "sound"

  static let tempoRule = NumberField.Rule(
    Decimal(units: 1_000, places: 2)...Decimal(units: 60_000, places: 2), step: 100, unit: "bpm")

  // MARK: - What is played

  private static func play(
    _ playing: Playing, _ command: PlayerCommand, _ state: inout State
  ) -> [Effect<Message>] {
    state.playing = playing
    return opening(&state) + [send(playing == .nothing ? .stop : command)]
  }

  private static func send(_ command: PlayerCommand) -> Effect<Message> {
    .playSound(command.message)
  }

  /// Makes the audio thread ready where it is not: this is a tap.
  private static func opening(_ state: inout State) -> [Effect<Message>] {
    guard isOver(state) else { return [] }
    (state.stage, state.hasOtherDevices) = (.opening, false)
    return [.openSound(as: name) { .heard($0) }]
  }

  /// Closes sound and opens it with the devices that are there now; what sounded begins anew.
  private static func beginAgain(_ state: inout State) -> [Effect<Message>] {
    state.stage = .off
    var effects: [Effect<Message>] = [.stop(name)] + opening(&state)
    switch state.playing {
    case .nothing: break
    case .clicks: effects.append(send(.play(metronome(state), .tick)))
    case .score: effects.append(send(score))
    }
    if state.isDroning { effects.append(send(drone(state))) }
    return effects
  }

  /// Whether sound has to be opened before anything can be heard.
  static func isOver(_ state: State) -> Bool {
    switch state.stage {
    case .off, .reported(.closed), .reported(.lost), .reported(.insecure), .reported(.failed): true
    default: false
    }
  }

  private static func metronome(_ state: State) -> Metronome {
    let hundredths = Int(clamping: state.tempo.value.units)
    return Metronome(meter: .common, tempo: Tempo(centiBeatsPerMinute: hundredths) ?? .standard)
  }

  private static var score: PlayerCommand {
    .playScore(Score.sequenzaVII.cues(countIn: 3), .written, isLooping: false)
  }

  private static func drone(_ state: State) -> PlayerCommand {
    let a = Tuning.standard.frequency(of: .a4) / 2
    return .drone(
      [Drone.Tone(frequency: a), Drone.Tone(frequency: a * 1.5, level: 0.7)],
      Timbre.named[state.timbre].timbre)
  }

  // MARK: - What is heard

  private static func hear(_ event: SoundEvent, _ state: inout State) {
    switch event {
    case .state(let sound, let rate, let delay):
      state.stage = .reported(sound)
      if isOver(state) { (state.playing, state.isDroning) = (.nothing, false) }
      if rate > 0 { (state.sampleRate, state.delaySeconds) = (rate, delay) }
    case .sounded(_, let message):
      guard let sounded = Sounded(message: message) else { return }
      if sounded.kind == .end { state.playing = .nothing }
      state.sounded = [sounded] + state.sounded.prefix(7)
      state.soundedCount += 1
    case .load(let share, let gapCount):
      state.load = share
      state.gapCount = gapCount
    case .devicesChanged: state.hasOtherDevices = true
    }
  }
}

extension SoundPage.Ear {
  /// Whether the microphone is open, or about to be.
  var isListening: Bool {
    switch microphone {
    case .running, .suspended, .interrupted: true
    case nil: isOpening
    default: false
    }
  }
}
