import Markup

/// A report from the audio thread to the page.
public enum SoundEvent: Equatable, Sendable {
  /// The state of sound; failures have a reason.
  case state(SoundState, sampleRate: Int, delaySeconds: Double)
  /// What sounds, as a message, and when it is heard, in milliseconds since the page started.
  case sounded(atMilliseconds: Double, message: [Double])
  /// The fraction of its time that the audio thread works, and how often it was late, if known.
  case load(Double, gapCount: Int?)
  /// A loudspeaker or a microphone was connected or disconnected.
  case devicesChanged
}

/// The state of sound on a page.
public enum SoundState: Equatable, Sendable {
  case running
  /// The browser suspended it.
  case suspended
  /// A call or another app took it over.
  case interrupted
  case closed
  /// The loudspeaker was disconnected.
  case lost
  /// Addresses without encryption have no sound.
  case insecure
  case failed(String)

  init(_ name: String, _ reason: String) {
    self =
      switch name {
      case "running": .running
      case "lost": .lost
      case "insecure": .insecure
      case "suspended": .suspended
      case "interrupted": .interrupted
      case "failed": .failed(reason)
      default: .closed
      }
  }
}

extension SoundEvent {
  init?(_ reader: inout Payload.Reader) {
    switch reader.number() {
    case 0:
      let rate = Int(exactly: reader.number()) ?? 0
      let delay = reader.number()
      let name = reader.text()
      self = .state(SoundState(name, reader.text()), sampleRate: rate, delaySeconds: delay)
    case 1:
      let moment = reader.number()
      var message: [Double] = []
      while !reader.isAtEnd { message.append(reader.number()) }
      self = .sounded(atMilliseconds: moment, message: message)
    case 2:
      let share = reader.number()
      let count = Int(exactly: reader.number()) ?? -1
      self = .load(share, gapCount: count < 0 ? nil : count)
    case 3: self = .devicesChanged
    default: return nil
    }
  }
}

extension Effect {
  /// Prepares the audio thread; stopping the effect by name silences and closes it. Only a tap may start it.
  public static func openSound(
    as name: String, _ make: @escaping (SoundEvent) -> Message
  ) -> Effect {
    lasting(.openSound, as: name) { SoundEvent(&$0).map(make) }
  }
  /// Sends the player a command.
  public static func playSound(_ message: [Double]) -> Effect { Effect(.playSound(message)) }
  public static var wakeSound: Effect { Effect(.wakeSound) }
}

// MARK: - Speech

/// What the device's own voice can do.
public struct Speech: Equatable, Sendable {
  /// Why it says nothing; the raw value is the number that the page's script uses.
  public enum Obstacle: Int, Sendable {
    case noSpeech = 1
    case noVoice
  }

  public let obstacle: Obstacle?
  /// How long it takes from asking for a word until it begins.
  public let lagMilliseconds: Double

  public init(obstacle: Obstacle? = nil, lagMilliseconds: Double) {
    (self.obstacle, self.lagMilliseconds) = (obstacle, lagMilliseconds)
  }
}

extension Effect {
  public static func watchSpeech(_ make: @escaping (Speech) -> Message) -> Effect {
    lasting(.watchSpeech) { reader in
      let obstacle = Speech.Obstacle(rawValue: Int(reader.number()))
      return make(Speech(obstacle: obstacle, lagMilliseconds: reader.number()))
    }
  }
  /// Says a number that begins at a moment, or at once if that is 0, and is over within the gap.
  public static func speak(_ number: Int, atMilliseconds moment: Double, gap: Double) -> Effect {
    Effect(.speak(number, atMilliseconds: moment, gap: gap))
  }
  public static var hush: Effect { Effect(.hush) }
}

// MARK: - Media keys

/// A key on a keyboard, a headset or a lock screen; the raw value is the number that the page's script uses.
public enum MediaKey: Int, Sendable {
  case play, pause, stop, next, previous
}

extension Effect {
  public static func nowPlaying(_ title: String, isPlaying: Bool) -> Effect {
    Effect(.nowPlaying(title: title, isPlaying: isPlaying))
  }
  public static func watchMediaKeys(_ make: @escaping (MediaKey) -> Message) -> Effect {
    lasting(.watchMediaKeys) { MediaKey(rawValue: Int($0.number())).map(make) }
  }
}

// MARK: - Listening

/// A report from the microphone to the page.
public enum ListenEvent: Equatable, Sendable {
  /// The state of the microphone. The sound is bent if the browser keeps enhancing it for speech.
  case state(MicrophoneState, sampleRate: Int, isBent: Bool)
  /// What was heard since the last frame, as consecutive messages.
  case heard([Double])
  /// The fraction of its time that the listener works, and how many samples it has missed.
  case load(Double, lostSamples: Int)
  /// A microphone was connected or disconnected; listening continues with the present one.
  case devicesChanged
}

/// The state of the microphone.
public enum MicrophoneState: Equatable, Sendable {
  /// Listening, with the microphone of this name.
  case running(String)
  /// The browser suspended it.
  case suspended
  /// A call or another app took it over.
  case interrupted
  case closed
  /// Not permitted by the person or the system.
  case refused
  /// There is no microphone.
  case missing
  /// Another app is using it.
  case busy
  /// It was disconnected.
  case lost
  /// Addresses without encryption have no microphone.
  case insecure
  case failed(String)

  init(_ name: String, _ detail: String) {
    self =
      switch name {
      case "running": .running(detail)
      case "suspended": .suspended
      case "interrupted": .interrupted
      case "closed": .closed
      case "NotAllowedError", "SecurityError": .refused
      case "NotFoundError", "OverconstrainedError": .missing
      case "NotReadableError", "AbortError": .busy
      case "lost": .lost
      case "insecure": .insecure
      default: .failed(detail.isEmpty ? name : detail)
      }
  }
}

extension ListenEvent {
  init?(_ reader: inout Payload.Reader) {
    switch reader.number() {
    case 0:
      let rate = Int(exactly: reader.number()) ?? 0
      let isBent = reader.flag()
      let name = reader.text()
      self = .state(MicrophoneState(name, reader.text()), sampleRate: rate, isBent: isBent)
    case 1:
      var messages: [Double] = []
      while !reader.isAtEnd { messages.append(reader.number()) }
      self = .heard(messages)
    case 2:
      let share = reader.number()
      self = .load(share, lostSamples: Int(exactly: reader.number()) ?? 0)
    case 3: self = .devicesChanged
    default: return nil
    }
  }
}

extension Effect {
  /// Listens to a microphone; stopping the effect by name closes it. Only a tap may start it.
  ///
  /// - Parameter input: one of ``inputs(_:)``, or an empty text for the system's default.
  public static func listen(
    _ request: [Double], input: String = "", as name: String,
    _ make: @escaping (ListenEvent) -> Message
  ) -> Effect {
    lasting(.listen(request, input: input), as: name) { ListenEvent(&$0).map(make) }
  }
  public static func listenOtherwise(_ request: [Double]) -> Effect {
    Effect(.listenOtherwise(request))
  }
  public static var wakeListening: Effect { Effect(.wakeListening) }
}
