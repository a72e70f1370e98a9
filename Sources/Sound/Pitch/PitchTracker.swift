/// Listens to a sound and reports its pitch and level, frame by frame.
///
///     var tracker = PitchTracker(sampleRate: 48_000)
///     for sample in samples {
///       if let frame = tracker.hear(sample) { … }
///     }
public struct PitchTracker: Sendable {
  /// The result of a hop.
  public struct Frame: Hashable, Sendable {
    /// How many samples had been heard by then.
    public var samples: Int64
    /// The pitch, if there is one to display.
    public var pitch: Pitch?
    /// Of the last hop; a sine at full scale has 0 dB.
    public var level: Decibels
    /// How the pitch swung in the last second, if requested.
    public var vibrato: Vibrato?
  }

  public struct Pitch: Hashable, Sendable {
    /// In hertz.
    public var frequency: Double
    /// How periodic the sound is: 1 for a machine's, 0.5 if noise is equally strong.
    public var clarity: Double
    /// The 95 % confidence interval of a precise pitch; `nil` while there is none.
    public var errorBar: Cents?
  }

  /// Quieter sounds are ignored.
  public static let quietest = Decibels(-60)

  public let sampleRate: Int
  public let mode: PitchMode
  /// The samples between frames.
  public var hop: Int { detector.hop }

  private var detector: PitchDetector
  private var smoother: PitchSmoother
  private var swings: VibratoFinder
  private var precise: PrecisePitch?
  private var heard: Int64 = 0
  private var power = 0.0
  private var loudness = Loudness()

  /// The sample rates at which pitch can be tracked.
  public static let sampleRates = 8_000...384_000

  /// Creates one for a rate within ``sampleRates``.
  public init(
    sampleRate: Int, mode: PitchMode = .raw, instrument: Instrument = .any,
    tuning: Tuning = .standard
  ) {
    precondition(Self.sampleRates.contains(sampleRate), "no pitch is told at this rate")
    self.sampleRate = sampleRate
    self.mode = mode
    let low = tuning.frequency(of: instrument.range.lowerBound.raised(by: -1))
    let high = tuning.frequency(of: instrument.range.upperBound.raised(by: 1))
    detector = PitchDetector(
      sampleRate: Double(sampleRate), range: max(26, low)...max(27, min(4_700, high)))
    let interval = Double(detector.hop) / Double(sampleRate)
    smoother = PitchSmoother(mode, interval: interval)
    swings = VibratoFinder(interval: interval)
    if mode == .precise { precise = detector.makePrecise() }
  }

  /// The vibrato of the last second, if any; finding it takes as long as a few frames.
  public var vibrato: Vibrato? { swings.vibrato }

  /// Takes a sample; returns a frame after each hop.
  public mutating func hear(_ sample: Float) -> Frame? {
    let sample = Double(sample).withinReason
    detector.hear(sample)
    power += sample * sample
    heard += 1
    guard heard % Int64(hop) == 0 else { return nil }
    let level = Decibels(power: 2 * power / Double(hop))
    loudness.hear(power)
    power = 0
    let isQuiet = level < Self.quietest || loudness.isOver
    guard let reading = detector.read(isQuiet: isQuiet, mayBegin: loudness.isGoingOn) else {
      precise?.reset()
      swings.hear(nil, span: 0)
      return Frame(samples: heard, pitch: nil, level: level)
    }
    swings.hear(detector.coarsely.frequency, span: detector.coarsely.span)
    var pitch = Pitch(frequency: reading.frequency, clarity: reading.clarity)
    if mode != .raw { pitch.frequency = smoother.smooth(reading.frequency) }
    if let estimate = precise?.hear(detector.history, near: reading.frequency) {
      pitch.frequency = estimate.frequency
      // The deviation is itself estimated from some thirty independent moments: a little more than twice.
      pitch.errorBar = Cents(2.1 * estimate.deviation)
    }
    return Frame(samples: heard, pitch: pitch, level: level)
  }
}

/// The power of the last four hops: whether a sound continues, was a click, or is over.
private struct Loudness: Sendable {
  private var powers = (0.0, 0.0, 0.0, 0.0)

  mutating func hear(_ power: Double) {
    powers = (power, powers.0, powers.1, powers.2)
  }

  private var most: Double { max(max(powers.0, powers.1), max(powers.2, powers.3)) }

  /// A note lasts longer than one hop, and does not vanish in the next.
  var isGoingOn: Bool { powers.1 > 0.01 * powers.0 && powers.0 > 0.1 * most }

  /// What is still in the window has ended.
  var isOver: Bool { powers.0 < 0.003 * most }
}
