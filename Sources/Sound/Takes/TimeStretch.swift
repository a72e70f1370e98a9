/// A take at another speed and, if asked for, another pitch: neither changes the other.
///
///     var stretch = TimeStretch(sampleRate: 48_000, channels: 1, speed: 0.5, semitones: -2)
///     stretch.render(512, frames, to: &block)
///
/// The time of every frame is computed from the first one, so that however long it plays nothing adds up.
public struct TimeStretch: Sendable {
  /// Parts of the speed that was recorded.
  public static let speeds = 0.25...2.0
  public static let transpositions = -12...12

  public let channels: Int
  /// How many frames of the take pass for each that is rendered.
  public let framesPerFrame: Double
  /// The frame of the take that the next rendered one stands at.
  public var position: Double { origin + Double(rendered) * framesPerFrame }

  private let origin: Double
  private var rendered: Int64 = 0
  private var vocoder: PhaseVocoder
  /// `nil` where the rate and the pitch stay as they are.
  private let resampler: Resampler?
  /// What the vocoder made and was not yet rendered, and how many of its frames came before it.
  private var made: [Float] = []
  private var madeStart: Int64 = 0

  /// - Parameters:
  ///   - outputRate: what is rendered for; the take's own where none is given.
  ///   - speed: within ``speeds``.
  ///   - semitones: within ``transpositions``.
  ///   - start: the take's frame that comes first.
  public init(
    sampleRate: Int, channels: Int, outputRate: Int? = nil, speed: Double, semitones: Int = 0,
    from start: Int64 = 0
  ) {
    precondition(Self.speeds.contains(speed), "no such speed")
    precondition(Self.transpositions.contains(semitones), "no such transposition")
    self.channels = channels
    let rate = Double(sampleRate) / Double(outputRate ?? sampleRate)
    let pitch = Functions.exp2(Double(semitones) / 12)
    let step = pitch * rate
    // Without a step, so that all that follows is exact.
    framesPerFrame = speed * rate
    origin = Double(start)
    vocoder = PhaseVocoder(
      sampleRate: sampleRate, channels: channels, speed: semitones == 0 ? speed : speed / pitch,
      origin: start)
    resampler = step == 1 ? nil : Resampler(step: step)
    if let resampler {
      // Before the first frame there is silence.
      EditedFrames.appendSilence(resampler.reach * channels, to: &made)
      madeStart = -Int64(resampler.reach)
    }
  }

  /// Appends so many frames.
  public mutating func render(_ count: Int, _ source: TakeFrames, to block: inout [Float]) {
    guard let resampler else {
      while made.count < count * channels { vocoder.advance(source, to: &made) }
      for index in 0..<count * channels { block.append(made[index]) }
      made.removeFirst(count * channels)
      rendered += Int64(count)
      return
    }
    let last = Double(rendered + Int64(count)) * resampler.step
    let needed = Int64(last) + Int64(resampler.reach) + 2
    while madeStart + Int64(made.count / channels) < needed { vocoder.advance(source, to: &made) }
    let first = Double(rendered) * resampler.step - Double(madeStart)
    Self.resample(made.span, from: first, count, resampler, channels, to: &block)
    rendered += Int64(count)
    let used = Int64(Double(rendered) * resampler.step) - Int64(resampler.reach) - madeStart
    if used > 0 {
      made.removeFirst(Int(used) * channels)
      madeStart += used
    }
  }

  private static func resample(
    _ samples: Span<Float>, from first: Double, _ count: Int, _ resampler: Resampler,
    _ channels: Int, to block: inout [Float]
  ) {
    for index in 0..<count {
      let place = first + Double(index) * resampler.step
      for channel in 0..<channels {
        block.append(resampler.sample(samples, place, channel, of: channels))
      }
    }
  }
}
