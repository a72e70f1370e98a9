/// Listens to a sound and tells its pitch and level, frame by frame.
///
///     var tracker = PitchTracker(sampleRate: 48_000)
///     for sample in samples {
///       if let frame = tracker.hear(sample) { … }
///     }
public struct PitchTracker: Sendable {
  /// What is known after a hop.
  public struct Frame: Hashable, Sendable {
    /// How many samples were heard until then.
    public var samples: Int64
    /// The pitch, where there is one to be shown.
    public var pitch: Pitch?
    /// Of the last hop; a sine that just fits comes to 0 dB.
    public var level: Decibels
    /// Where it was asked for: how the pitch swung in the last second.
    public var vibrato: Vibrato?
  }

  public struct Pitch: Hashable, Sendable {
    /// In hertz.
    public var frequency: Double
    /// How much the sound repeats: 1 for a machine's, 0.5 where noise is as strong.
    public var clarity: Double
    /// Of a precise pitch, within which it lies nineteen times of twenty; `nil` while there is none yet.
    public var errorBar: Cents?
  }

  /// What is quieter is not listened to.
  public static let quietest = Decibels(-60)

  public let sampleRate: Int
  public let mode: PitchMode
  /// The samples from one frame to the next.
  public var hop: Int { detector.hop }

  private var detector: PitchDetector
  private var smoother: PitchSmoother
  private var swings: VibratoFinder
  private var precise: PrecisePitch?
  private var heard: Int64 = 0
  private var power = 0.0
  private var loudness = Loudness()

  /// The lowest rate at which pitch is told.
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

  /// The vibrato of the last second, if there is one; finding it takes as long as some frames.
  public var vibrato: Vibrato? { swings.vibrato }

  /// Takes a sample; answers a frame after each hop.
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
      // The deviation is itself told by some thirty moments that stray by themselves: a little more than twice.
      pitch.errorBar = Cents(2.1 * estimate.deviation)
    }
    return Frame(samples: heard, pitch: pitch, level: level)
  }
}

/// The power of the last four hops: whether something goes on, or was a click, or is over.
private struct Loudness: Sendable {
  private var powers = (0.0, 0.0, 0.0, 0.0)

  mutating func hear(_ power: Double) {
    powers = (power, powers.0, powers.1, powers.2)
  }

  private var most: Double { max(max(powers.0, powers.1), max(powers.2, powers.3)) }

  /// A note sounds longer than one hop, and does not vanish in the next.
  var isGoingOn: Bool { powers.1 > 0.01 * powers.0 && powers.0 > 0.1 * most }

  /// What is still in the window has ended.
  var isOver: Bool { powers.0 < 0.003 * most }
}
