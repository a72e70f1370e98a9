/// A player's action: a time, a source, a target and a value.
///
/// Input of every kind becomes this one type. A recording is a list of events, and the same list gives the same picture
/// everywhere.
public struct LightEvent: Hashable, Sendable {
  /// What it comes from.
  public enum Device: UInt8, Hashable, Sendable, CaseIterable {
    case touch, pen, mouse, key, pad, midi, program
  }

  /// One hand on the instrument: a finger, a key, or a program.
  public struct Source: Hashable, Sendable {
    public let device: Device
    /// Which finger or key of that device.
    public let contact: UInt8

    public init(_ device: Device, _ contact: UInt8 = 0) {
      (self.device, self.contact) = (device, contact)
    }
  }

  /// What it is done to. See ``Target-swift.struct``.
  public struct Target: Hashable, Sendable {
    public let number: UInt16

    public init(number: UInt16) {
      self.number = number
    }
  }

  /// Since the performance began, in millionths of a second.
  public let time: Int64
  public let source: Source
  public let target: Target
  public let value: Double

  public init(at time: Int64, _ source: Source, _ target: Target, _ value: Double) {
    (self.time, self.source, self.target, self.value) = (time, source, target, value)
  }
}

extension LightEvent.Target {
  /// A parameter of the chord in the controllers; the value is its value.
  public static func parameter(_ parameter: Parameter) -> Self {
    Self(number: UInt16(parameter.number))
  }

  /// A selector under a finger: the value is how high on it, from 0 to 1, or below 0 once the finger is lifted.
  public static func selector(_ chord: Int) -> Self { Self(number: 4_096 + UInt16(chord)) }

  /// Shift: 1 while it is held, 0 once it is released, 2 to lock or unlock it, 3 to latch it for the next chord or release it.
  public static let shift = Self(number: 4_112)
  /// The previous or next set: −1 or 1.
  public static let step = Self(number: 4_113)
  /// 1 blacks out the picture, 0 brings it back.
  public static let blackout = Self(number: 4_114)
  /// 1 freezes the picture, 0 resumes it.
  public static let freeze = Self(number: 4_115)
  /// The overall brightness, from 0 to 1.
  public static let brightness = Self(number: 4_116)
  /// How long the controllers take to follow the hand, in seconds from 0 to 2.
  public static let glide = Self(number: 4_117)
  /// A beat of the tempo.
  public static let tap = Self(number: 4_118)
  /// Releases all hands and fades to black within half a second.
  public static let panic = Self(number: 4_119)
  /// Releases everything that this source holds.
  public static let release = Self(number: 4_120)
  /// How much flashing may pass: the level's number.
  public static let limit = Self(number: 4_121)
  /// The set with this place in the list.
  public static let set = Self(number: 4_122)

  /// A random chord of the set, but not the one recalled last.
  public static let surprise = Self(number: 4_123)

  /// The tempo of the set in the hand, in beats per minute.
  public static let tempo = Self(number: 4_124)
  /// How the set in the hand turns hue and purity into colours: the mode's number.
  public static let mode = Self(number: 4_125)

  /// Which selector it is, if it is one.
  public var selector: Int? {
    (4_096..<4_096 + UInt16(Chordset.size)).contains(number) ? Int(number) - 4_096 : nil
  }
}
