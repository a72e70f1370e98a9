/// The sound of a double reed blown on its own, with the lips on the thread.
///
/// A crow has a pitch and often its octaves, each loud enough to be heard as a note of its own. Players call them Cs,
/// because C is what an oboe reed should crow; here a C is an octave of whatever pitch the reed has.
public struct Crow: Hashable, Sendable {
  /// How many Cs sound, or what sounds instead.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// Silence, or noise without a pitch.
    case unpitched
    case one, two, three
    /// A pitch, but with too much noise or beating beside it: see ``Crow/rattleLimit``.
    case rattle
  }

  /// Its lowest C.
  public struct Pitch: Hashable, Sendable {
    /// In hertz.
    public var frequency: Double
    public var note: Note
    /// How far it is above the note.
    public var cents: Cents

    public init(_ frequency: Double, note: Note, cents: Cents) {
      (self.frequency, self.note, self.cents) = (frequency, note, cents)
    }

    public init(_ frequency: Double, in tuning: Tuning) {
      let tuned = tuning.nearest(to: frequency)
      self.init(frequency, note: tuned.note, cents: tuned.offset)
    }
  }

  /// A partial one, two or three octaves above the pitch, or the pitch itself.
  public struct Partial: Hashable, Sendable {
    /// In hertz.
    public var frequency: Double
    /// Relative to the strongest of these partials, which has 0 dB.
    public var level: Decibels
    /// Whether it counts as a C: it is strong, and stronger than it would be as a partial of the Cs below.
    public var sounds: Bool

    public init(_ frequency: Double, level: Decibels, sounds: Bool) {
      (self.frequency, self.level, self.sounds) = (frequency, level, sounds)
    }
  }

  public var kind: Kind
  /// `nil` exactly when the crow is unpitched.
  public var pitch: Pitch?
  /// The pitch and its octaves, from low to high.
  public var partials: [Partial]
  /// How evenly the Cs sound, from 1 to 5 (all equally strong); `nil` if there are fewer than two.
  public var balance: Int?
  /// The share of the power that belongs to no steady partial, from 0 to 1; `nil` if there is no pitch.
  public var rattle: Double?
  /// How many seconds of sound were measured.
  public var seconds: Double
  /// Whether the recording was too loud for the microphone.
  public var isClipped: Bool
  /// The level of the strongest line in each of ``columns`` equal steps of pitch within ``range``, for a picture.
  ///
  /// A sine at full scale has 0 dB. Empty when nothing sounded.
  public var spectrum: [Decibels]

  public init(
    _ kind: Kind, pitch: Pitch? = nil, partials: [Partial] = [], balance: Int? = nil,
    rattle: Double? = nil, seconds: Double = 0, isClipped: Bool = false, spectrum: [Decibels] = []
  ) {
    (self.kind, self.pitch, self.partials) = (kind, pitch, partials)
    (self.balance, self.rattle, self.seconds) = (balance, rattle, seconds)
    (self.isClipped, self.spectrum) = (isClipped, spectrum)
  }

  /// Measures a recording of one channel.
  public init(analysing samples: some Sequence<Float>, sampleRate: Int, tuning: Tuning = .standard)
  {
    var listener = CrowListener(sampleRate: sampleRate)
    for sample in samples { listener.hear(sample) }
    self = listener.crow(tuning)
  }

  /// The frequencies that are measured, in hertz.
  public static let range = 100.0...8_000.0
  /// How many steps a picture of the spectrum has.
  public static let columns = 120
  /// From this share of the power on, a crow counts as a rattle.
  public static let rattleLimit = 0.2
  /// The shortest sound that is measured, in seconds.
  public static let shortest = 0.5

  /// How many Cs sound.
  public var count: Int {
    var count = 0
    for partial in partials where partial.sounds { count += 1 }
    return count
  }

  /// How strong the rattle is, from 1 for none to 5.
  public var rattleStep: Int? {
    guard let rattle else { return nil }
    if rattle < 0.02 { return 1 }
    if rattle < 0.07 { return 2 }
    if rattle < Self.rattleLimit { return 3 }
    return rattle < 0.4 ? 4 : 5
  }

  /// The lower end of a spectrum step, in hertz; ``columns`` itself gives the end of the last one.
  public static func frequency(ofColumn column: Int) -> Double {
    let octaves = Functions.log2(range.upperBound / range.lowerBound)
    return range.lowerBound * Functions.exp2(octaves * Double(column) / Double(columns))
  }
}
