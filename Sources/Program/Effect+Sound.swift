import Markup

/// What a page hears of the audio thread.
public enum SoundEvent: Equatable, Sendable {
  /// How sound stands; of a failure there is a reason.
  case state(SoundState, sampleRate: Int, delaySeconds: Double)
  /// What sounds, as a message, and when it is heard, in milliseconds since the page began.
  case sounded(atMilliseconds: Double, message: [Double])
  /// The share of its time that the audio thread works, and how often it came too late, where that is known.
  case load(Double, gapCount: Int?)
}

/// How sound stands on a page.
public enum SoundState: Equatable, Sendable {
  case running
  /// The browser has put it to sleep.
  case suspended
  /// A call or another app has taken it.
  case interrupted
  case closed
  case failed(String)

  init(_ name: String, _ reason: String) {
    self =
      switch name {
      case "running": .running
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
    default: return nil
    }
  }
}

extension Effect {
  /// Makes the audio thread ready; stopped by its name, it is silent and gone. Only a tap may begin it.
  public static func openSound(
    as name: String, _ make: @escaping (SoundEvent) -> Message
  ) -> Effect {
    lasting(.openSound, as: name) { SoundEvent(&$0).map(make) }
  }
  /// Hands the player a command.
  public static func playSound(_ message: [Double]) -> Effect { Effect(.playSound(message)) }
  public static var wakeSound: Effect { Effect(.wakeSound) }
}
