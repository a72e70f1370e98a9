import Program
import RoomKit
import Sound

/// The audio thread, as the page knows it: its state, and what plays on it.
///
/// A change returns the effects that carry it out. The last command of what plays is remembered, so that it can be
/// restarted on another device.
public struct Output: Equatable, Sendable {
  /// The state of the audio thread.
  enum Stage: Equatable, Sendable {
    case off
    case opening
    case reported(SoundState)
  }

  /// What the transport plays: one thing at a time.
  enum Part: Equatable, Sendable {
    case metronome, score, trialClicks, trialScore
  }

  /// Whose tones are sounding: one chord at a time.
  enum Tone: Equatable, Sendable {
    case drone, reference, score, trial
  }

  private(set) var stage = Stage.off
  private(set) var sampleRate = 0
  private(set) var delaySeconds = 0.0
  /// The share of time that the audio thread spends working.
  private(set) var load: Double?
  /// The number of dropouts; `nil` if the browser does not report them.
  private(set) var gapCount: Int?
  /// Whether an audio device was connected or disconnected since sound began.
  private(set) var hasOtherDevices = false
  private(set) var part: Part?
  private(set) var tone: Tone?
  private(set) var levels = Player.Levels()
  /// The voice that counts in.
  var voice = CountVoice()

  /// Counts what this audio thread was asked to play on the transport.
  private(set) var run = 0
  private var partCommand: PlayerCommand?
  private var toneCommand: PlayerCommand?

  /// The name of its effect.
  private static let name = "sound"

  /// Whether anything is sounding.
  var isSounding: Bool { part != nil || tone != nil }

  /// Whether it was requested and has not reported yet.
  var isOpening: Bool { stage == .opening }

  /// Whether sound must be opened before anything can be heard.
  var isOver: Bool {
    switch stage {
    case .off, .reported(.closed), .reported(.lost), .reported(.insecure), .reported(.failed): true
    default: false
    }
  }
}

// MARK: - Orders

extension Output {
  /// Plays something on the transport, with clicks at this level; needs a tap.
  ///
  /// - Parameter first: what a voice says with its first click.
  mutating func play(
    _ part: Part, _ command: PlayerCommand, level: Double = 1,
    saying first: CountVoice.Saying? = nil
  ) -> [Effect<Tools.Message>] {
    // The drone of a score ends with it.
    let ended = hush() + (part == .score ? [] : silence(.score))
    (self.part, partCommand) = (part, command)
    let effects = ended + setClicks(level) + opened() + [begin(command)]
    return effects + begin(with: first)
  }

  /// Changes what plays with `command`; `whole` would start it in its new form.
  mutating func change(
    _ part: Part, _ command: PlayerCommand, whole: PlayerCommand
  ) -> [Effect<Tools.Message>] {
    guard self.part == part else { return [] }
    partCommand = whole
    return [send(command)]
  }

  /// Sends a command that does not change what plays, such as a pause.
  func tell(_ command: PlayerCommand) -> [Effect<Tools.Message>] {
    isOver ? [] : [send(command)]
  }

  mutating func stop(_ part: Part) -> [Effect<Tools.Message>] {
    guard self.part == part else { return [] }
    (self.part, partCommand) = (nil, nil)
    return hush() + tell(.stop)
  }

  /// Replaces the sounding tones, at this level; needs a tap the first time.
  mutating func sound(
    _ tone: Tone, _ command: PlayerCommand, level: Double = 1
  ) -> [Effect<Tools.Message>] {
    (self.tone, toneCommand) = (tone, command)
    return setTones(level) + opened() + [send(command)]
  }

  /// Changes the sounding tones with `command`; `whole` would start them in their new form.
  mutating func change(
    tone: Tone, _ command: PlayerCommand, whole: PlayerCommand
  ) -> [Effect<Tools.Message>] {
    guard self.tone == tone else { return [] }
    toneCommand = whole
    return tell(command)
  }

  mutating func silence(_ tone: Tone) -> [Effect<Tools.Message>] {
    guard self.tone == tone else { return [] }
    (self.tone, toneCommand) = (nil, nil)
    return tell(.stopDrone)
  }

  /// Opens sound for what will play later without a tap; needs one now.
  mutating func ready() -> [Effect<Tools.Message>] { opened() }

  /// Rings a bell in place of the sounding tones, which return after ``bellMilliseconds``.
  mutating func ring() -> [Effect<Tools.Message>] {
    let bell = [880, 1_320].map { Drone.Tone(frequency: $0) }
    return opened() + [send(.drone(bell, .pure))]
  }

  static let bellMilliseconds = 700

  func endBell() -> [Effect<Tools.Message>] { tell(toneCommand ?? .stopDrone) }

  /// Sets the level of clicks only.
  mutating func setClicks(_ level: Double) -> [Effect<Tools.Message>] {
    set(Player.Levels(clicks: level, drone: levels.drone))
  }

  /// Sets the level of tones only.
  mutating func setTones(_ level: Double) -> [Effect<Tools.Message>] {
    set(Player.Levels(clicks: levels.clicks, drone: level))
  }

  private mutating func set(_ levels: Player.Levels) -> [Effect<Tools.Message>] {
    guard levels != self.levels else { return [] }
    self.levels = levels
    return tell(.levels(levels))
  }

  /// Ends everything and releases the device.
  mutating func close() -> [Effect<Tools.Message>] {
    self = Output(levels: levels)
    return [.stop(Self.name)]
  }

  /// Recovers from ``trouble``.
  mutating func wake() -> [Effect<Tools.Message>] {
    if hasOtherDevices, stage == .reported(.running) { return beginAgain() }
    return isOver ? beginAgain() : [.wakeSound]
  }

  /// Reopens sound with the current devices and restarts what was playing.
  private mutating func beginAgain() -> [Effect<Tools.Message>] {
    let isOpen = !isOver
    stage = .off
    var effects = (isOpen ? [.stop(Self.name)] : []) + opened()
    if let partCommand { effects.append(begin(partCommand)) }
    if let toneCommand { effects.append(send(toneCommand)) }
    return effects
  }

  /// Opens the audio thread if it is not open.
  private mutating func opened() -> [Effect<Tools.Message>] {
    guard isOver else { return [] }
    (stage, hasOtherDevices, load, run) = (.opening, false, nil, 0)
    var effects: [Effect<Tools.Message>] = [.openSound(as: Self.name) { .sounded($0) }]
    if levels != Player.Levels() { effects.append(send(.levels(levels))) }
    return effects
  }

  /// Starts something on the transport.
  private mutating func begin(_ command: PlayerCommand) -> Effect<Tools.Message> {
    run += 1
    return send(command)
  }

  private func send(_ command: PlayerCommand) -> Effect<Tools.Message> {
    .playSound(command.message)
  }
}

// MARK: - News

extension Output {
  /// Handles an event of the audio thread.
  ///
  /// - Returns: a cue of what plays now; cues of what it replaced are dropped.
  mutating func hear(_ event: SoundEvent) -> (sounded: Sounded, moment: Double)? {
    switch event {
    case .state(let sound, let rate, let delay):
      stage = .reported(sound)
      if isOver { (part, tone, partCommand, toneCommand, load) = (nil, nil, nil, nil, nil) }
      if rate > 0 { (sampleRate, delaySeconds) = (rate, delay) }
    case .sounded(let moment, let message):
      guard let sounded = Sounded(message: message), sounded.run == run else { return nil }
      if sounded.kind == .end { (part, partCommand) = (nil, nil) }
      return (sounded, moment)
    case .load(let share, let gapCount):
      load = share
      self.gapCount = gapCount
    case .devicesChanged: hasOtherDevices = true
    }
    return nil
  }
}

extension Output {
  /// What is wrong with the sound, and the button that recovers from it.
  var trouble: (words: String, way: String)? {
    switch stage {
    case .reported(.suspended): ("The browser paused the sound. Nothing is lost.", "Resume")
    case .reported(.interrupted):
      ("A call or another app is using the sound. It resumes afterwards.", "Resume")
    case .reported(.insecure):
      (
        "Browsers allow sound only over https or on the computer that runs Woodshed. Open Woodshed "
          + "that way.", "Try again"
      )
    case .reported(.failed(let reason)):
      (
        "Sound could not be started (\(reason)). Your data is safe. Check your speakers or "
          + "headphones, then try again.", "Try again"
      )
    case .reported(.lost):
      ("The audio output was disconnected. Reconnect it or choose another.", "Try again")
    case .reported(.running) where hasOtherDevices:
      (
        "An audio device was connected or disconnected. If the sound is gone or in the wrong "
          + "place, restart it.", "Restart"
      )
    default: nil
    }
  }
}
