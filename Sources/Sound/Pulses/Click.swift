/// The sounds of a click.
public enum ClickSound: Int, Hashable, Sendable, CaseIterable {
  case tick, tock, wood, beep, rim, bell

  public var name: String {
    switch self {
    case .tick: "tick"
    case .tock: "tock"
    case .wood: "wood"
    case .beep: "beep"
    case .rim: "rim"
    case .bell: "bell"
    }
  }
}

/// The samples of a click, made once per sample rate.
///
/// Each starts on its first sample and ends within 25 ms; ``sample(_:_:of:room:)`` ends it sooner if the next one
/// is near.
public struct ClickTable: Sendable {
  /// The longest click, in seconds.
  private static let longest = 0.025

  /// The maximum length of a click in samples.
  let length: Int
  /// Strong, normal and soft clicks of each sound, one after another.
  private var samples: [Float] = []

  public init(sampleRate: Int) {
    length = Int(Double(sampleRate) * Self.longest)
    for sound in ClickSound.allCases {
      for accent in [Accent.soft, .normal, .strong] {
        samples += Self.make(Voice(sound), accent, length, Double(sampleRate))
      }
    }
  }

  /// A sample of a click, counted from its first.
  ///
  /// - Parameter room: how many samples there are until the next click; half of them stay silent.
  public func sample(
    _ index: Int, _ sound: ClickSound, of accent: Accent, room: Int = .max
  ) -> Float {
    let end = min(length, room / 2)
    guard accent != .mute, index >= 0, index < end else { return 0 }
    let sample = samples[(sound.rawValue * 3 + accent.rawValue - 1) * length + index]
    // A click that is cut short fades over its last third.
    let fade = end / 3
    guard end < length, index >= end - fade, fade > 0 else { return sample }
    let part = Double(end - index) / Double(fade + 1)
    return sample * Float(0.5 - 0.5 * Functions.cosine(turns: part / 2))
  }

  /// The level of the highest sample.
  static func peak(of accent: Accent) -> Decibels {
    switch accent {
    case .mute: Decibels(-.infinity)
    case .soft: Decibels(-12)
    case .normal: Decibels(-6)
    case .strong: Decibels(-3)
    }
  }

  /// The components of a click.
  private struct Voice {
    /// In hertz, and how much higher a strong click is.
    let pitch: Double
    let lift: Double
    /// Partials above the pitch: their ratios and levels.
    let partials: [(ratio: Double, level: Double)]
    /// In seconds, until the sound has fallen to a third.
    let decay: Double
    let noise: Double

    init(_ sound: ClickSound) {
      switch sound {
      case .tick: self.init(2_400, 1.335, [(2.76, 0.4)], 0.0022, noise: 0.25)
      case .tock: self.init(1_150, 1.26, [(2.4, 0.35)], 0.0035, noise: 0.15)
      case .wood: self.init(820, 1.335, [(2.57, 0.55), (4.95, 0.2)], 0.0042, noise: 0.1)
      case .beep: self.init(1_000, 1.5, [], 0.009, noise: 0)
      case .rim: self.init(1_700, 1.2, [(1.47, 0.7), (2.09, 0.5)], 0.0028, noise: 0.6)
      case .bell: self.init(1_320, 1.335, [(2, 0.3), (2.98, 0.5), (5.1, 0.25)], 0.008, noise: 0)
      }
    }

    private init(
      _ pitch: Double, _ lift: Double, _ partials: [(ratio: Double, level: Double)],
      _ decay: Double, noise: Double
    ) {
      self.pitch = pitch
      self.lift = lift
      self.partials = partials
      self.decay = decay
      self.noise = noise
    }
  }

  private static func make(
    _ voice: Voice, _ accent: Accent, _ length: Int, _ sampleRate: Double
  ) -> [Float] {
    let pitch = accent == .strong ? voice.pitch * voice.lift : voice.pitch
    var chance = Chance(seed: 7)
    var sound = [Double](repeating: 0, count: length)
    // The end fades to silence without a step.
    let fade = length / 5
    for index in 0..<length {
      let time = Double(index) / sampleRate
      // Cosines, so that the very first sample is audible; a fifth of a millisecond softens the edge.
      let attack = min(1, (time * 5_000 + 1) / 2)
      var sample = Functions.cosine(turns: pitch * time)
      for partial in voice.partials where pitch * partial.ratio < sampleRate * 0.45 {
        sample += partial.level * Functions.cosine(turns: pitch * partial.ratio * time)
      }
      sample += voice.noise * (chance.part() * 2 - 1) * Functions.exp2(-time / 0.0006)
      let end = min(1, Double(length - index) / Double(fade + 1))
      let tail = 0.5 - 0.5 * Functions.cosine(turns: end / 2)
      sound[index] = sample * attack * Functions.exp2(-time / voice.decay * 1.585) * tail
    }
    let highest = sound.reduce(0) { max($0, abs($1)) }
    let scale = peak(of: accent).amplitude / max(highest, 1e-9)
    return sound.map { Float($0 * scale) }
  }
}
