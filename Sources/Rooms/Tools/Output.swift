import Program
import RoomKit
import Sound

/// The audio thread, as the page knows it: how it stands, and what plays on it.
///
/// Whoever changes it gets the effects that make it so. What plays is remembered as its last command, so that it
/// can begin again on another device.
public struct Output: Equatable, Sendable {
  /// How far the audio thread is.
  enum Stage: Equatable, Sendable {
    case off
    case opening
    case reported(SoundState)
  }

  /// What the transport plays: one thing at a time.
  enum Part: Equatable, Sendable {
    case metronome, score, trialClicks, trialScore
  }

  /// Whose tones sound: one chord at a time.
  enum Tone: Equatable, Sendable {
    case drone, reference, score, trial
  }

  private(set) var stage = Stage.off
  private(set) var sampleRate = 0
  private(set) var delaySeconds = 0.0
  /// The share of its time that the audio thread works.
  private(set) var load: Double?
  /// How often sound came too late; nothing where the browser does not tell.
  private(set) var gapCount: Int?
  /// Whether a device has come or gone since sound began.
  private(set) var hasOtherDevices = false
  private(set) var part: Part?
  private(set) var tone: Tone?
  private(set) var levels = Player.Levels()

  /// How many things this audio thread was asked to play on the transport.
  private(set) var run = 0
  private var partCommand: PlayerCommand?
  private var toneCommand: PlayerCommand?

  /// The name of its effect.
  private static let name = "sound"

  /// Whether anything is to be heard.
  var isSounding: Bool { part != nil || tone != nil }

  /// Whether it was ordered and has not told of itself yet.
  var isOpening: Bool { stage == .opening }

  /// Whether sound has to be opened before anything can be heard.
  var isOver: Bool {
    switch stage {
    case .off, .reported(.closed), .reported(.lost), .reported(.insecure), .reported(.failed): true
    default: false
    }
  }
}

// MARK: - Orders

extension Output {
  /// Plays something on the transport, with clicks so loud; this is a tap.
  mutating func play(
    _ part: Part, _ command: PlayerCommand, level: Double = 1
  ) -> [Effect<Tools.Message>] {
    // The drone of a score ends with it.
    let ended = part == .score ? [] : silence(.score)
    (self.part, partCommand) = (part, command)
    return ended + setClicks(level) + opened() + [begin(command)]
  }

  /// What plays goes on otherwise: `command` changes it, and `whole` is what would begin it so.
  mutating func change(
    _ part: Part, _ command: PlayerCommand, whole: PlayerCommand
  ) -> [Effect<Tools.Message>] {
    guard self.part == part else { return [] }
    partCommand = whole
    return [send(command)]
  }

  /// A command that changes nothing about what plays, such as a pause.
  func tell(_ command: PlayerCommand) -> [Effect<Tools.Message>] {
    isOver ? [] : [send(command)]
  }

  mutating func stop(_ part: Part) -> [Effect<Tools.Message>] {
    guard self.part == part else { return [] }
    (self.part, partCommand) = (nil, nil)
    return tell(.stop)
  }

  /// Sounds tones instead of those that sound, so loud; the first time, this is a tap.
  mutating func sound(
    _ tone: Tone, _ command: PlayerCommand, level: Double = 1
  ) -> [Effect<Tools.Message>] {
    (self.tone, toneCommand) = (tone, command)
    return setTones(level) + opened() + [send(command)]
  }

  /// Tones that sound go on otherwise: `command` changes them, and `whole` is what would begin them so.
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

  /// Makes the audio thread ready for what is to sound without a tap; this is one.
  mutating func ready() -> [Effect<Tools.Message>] { opened() }

  /// Sounds a bell for a moment, whatever tones sound besides; after ``bellMilliseconds`` they go on.
  mutating func ring() -> [Effect<Tools.Message>] {
    let bell = [880, 1_320].map { Drone.Tone(frequency: $0) }
    return opened() + [send(.drone(bell, .pure))]
  }

  static let bellMilliseconds = 700

  func endBell() -> [Effect<Tools.Message>] { tell(toneCommand ?? .stopDrone) }

  /// Clicks are so loud from now on, and tones stay as they are.
  mutating func setClicks(_ level: Double) -> [Effect<Tools.Message>] {
    set(Player.Levels(clicks: level, drone: levels.drone))
  }

  /// Tones are so loud from now on, and clicks stay as they are.
  mutating func setTones(_ level: Double) -> [Effect<Tools.Message>] {
    set(Player.Levels(clicks: levels.clicks, drone: level))
  }

  private mutating func set(_ levels: Player.Levels) -> [Effect<Tools.Message>] {
    guard levels != self.levels else { return [] }
    self.levels = levels
    return tell(.levels(levels))
  }

  /// Ends everything and lets go of the device.
  mutating func close() -> [Effect<Tools.Message>] {
    self = Output(levels: levels)
    return [.stop(Self.name)]
  }

  /// The way back from what keeps sound away.
  mutating func wake() -> [Effect<Tools.Message>] {
    if hasOtherDevices, stage == .reported(.running) { return beginAgain() }
    return isOver ? beginAgain() : [.wakeSound]
  }

  /// Opens sound anew with the devices that are there now; what sounded begins again.
  private mutating func beginAgain() -> [Effect<Tools.Message>] {
    let isOpen = !isOver
    stage = .off
    var effects = (isOpen ? [.stop(Self.name)] : []) + opened()
    if let partCommand { effects.append(begin(partCommand)) }
    if let toneCommand { effects.append(send(toneCommand)) }
    return effects
  }

  /// Makes the audio thread ready where it is not.
  private mutating func opened() -> [Effect<Tools.Message>] {
    guard isOver else { return [] }
    (stage, hasOtherDevices, load, run) = (.opening, false, nil, 0)
    var effects: [Effect<Tools.Message>] = [.openSound(as: Self.name) { .sounded($0) }]
    if levels != Player.Levels() { effects.append(send(.levels(levels))) }
    return effects
  }

  /// Begins something on the transport.
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
  /// Takes in what the audio thread tells of itself.
  ///
  /// - Returns: what was played of what plays now; what another has taken the place of is over.
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
  /// What keeps sound from coming, and the way back.
  var trouble: (words: String, way: String)? {
    switch stage {
    case .reported(.suspended): ("The browser has put sound to sleep. Nothing is lost.", "Go on")
    case .reported(.interrupted):
      ("A call or another app has taken the sound. It goes on when that is over.", "Go on")
    case .reported(.insecure):
      (
        "A browser lets an app sound only over https, or on the machine that runs Woodshed. Open it in "
          + "one of these ways.", "Try again"
      )
    case .reported(.failed(let reason)):
      (
        "Sound could not be started (\(reason)). What you keep is safe. Check that something is "
          + "there to hear it with, and try again.", "Try again"
      )
    case .reported(.lost):
      ("The loudspeaker was taken away. Connect it or choose another, then try again.", "Try again")
    case .reported(.running) where hasOtherDevices:
      (
        "A device for sound has come or gone. If nothing is to be heard, or not where it should be, "
          + "begin again.", "Begin again"
      )
    default: nil
    }
  }
}
