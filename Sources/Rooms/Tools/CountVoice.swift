import Domain
import Markup
import Program
import RoomKit
import Sound

/// The voice that counts in, as the page knows it.
struct CountVoice: Equatable, Sendable {
  /// A number, and the milliseconds that there are for it.
  struct Saying: Equatable, Sendable {
    var number: Int
    var gap: Double
  }

  /// Why there is none on this device.
  fileprivate(set) var obstacle: Speech.Obstacle?
  /// How long the device takes to begin a number, in milliseconds; measured by the page.
  fileprivate var lag = 150.0
  fileprivate var isWatched = false
  /// The first number, until sound runs.
  fileprivate var first: Saying?
  /// Whether something may be left to say.
  fileprivate var isBusy = false
}

extension Output {
  /// Asks the page what the device's voice can do, the first time only.
  mutating func watchVoice() -> [Effect<Tools.Message>] {
    guard !voice.isWatched else { return [] }
    voice.isWatched = true
    return [.watchSpeech { .speechTold($0) }]
  }

  mutating func hear(_ speech: Speech) {
    (voice.obstacle, voice.lag) = (speech.obstacle, speech.lagMilliseconds)
  }

  /// Says the first number of what was just ordered to play, which waits for as long as the voice needs to begin.
  mutating func begin(with first: CountVoice.Saying?) -> [Effect<Tools.Message>] {
    guard let first, voice.obstacle == nil else { return [] }
    voice.first = first
    return watchVoice() + tell(.nudge(voice.lag)) + sayFirst()
  }

  /// Says the first number once sound runs, and nothing more once it is over.
  mutating func sayFirst() -> [Effect<Tools.Message>] {
    guard part != nil else { return hush() }
    guard stage == .reported(.running), let first = voice.first else { return [] }
    voice.first = nil
    return say(first)
  }

  /// Says a number with the click that is heard at a moment of the page's clock, or as soon as possible.
  mutating func say(
    _ saying: CountVoice.Saying, at moment: Double? = nil
  ) -> [Effect<Tools.Message>] {
    guard voice.obstacle == nil else { return [] }
    voice.isBusy = true
    // Both take the same way to the ear: what matters is when they set out.
    return [
      .speak(
        saying.number, atMilliseconds: moment.map { $0 - delaySeconds * 1_000 } ?? 0,
        gap: saying.gap)
    ]
  }

  /// Says nothing more of this count-in until the next click asks for it.
  mutating func hush() -> [Effect<Tools.Message>] {
    voice.first = nil
    guard voice.isBusy else { return [] }
    voice.isBusy = false
    return [.hush]
  }
}

extension CountVoice {
  /// The choice between the click alone and a voice with it.
  ///
  /// - Parameter count: what would be said, if it is known.
  func choice(name: String, isOn: Bool, _ count: SpokenCount? = nil) -> Node<Bool> {
    let isHeard = isOn && obstacle == nil
    return div(.className("stack")) {
      segmented(
        "Count in with", name: name, isDisabled: obstacle != nil,
        [("Click", !isHeard, false), ("Click and voice", isHeard, true)])
      note(isHeard ? count : nil).map { note in p(.className("note")) { note } }
    }
  }

  private func note(_ count: SpokenCount?) -> String? {
    switch obstacle {
    case .noSpeech: return "This browser can’t speak."
    case .noVoice: return "This device has no English voice installed."
    case nil:
      guard let count, !count.isWhole else { return nil }
      return count.said.isEmpty ? "Too fast to say the numbers." : "Too fast to say every number."
    }
  }
}
