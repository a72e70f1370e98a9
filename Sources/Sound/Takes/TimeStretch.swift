/// A take at another speed and, optionally, another pitch, independently of each other.
///
///     var stretch = TimeStretch(sampleRate: 48_000, channels: 1, speed: 0.5, semitones: -2)
///     stretch.render(512, frames, to: &block)
///
/// The time of every frame is computed from the first one, so that errors never add up however long it
/// plays.
public struct TimeStretch: Sendable {
  /// Relative to the recorded speed.
  public static let speeds = 0.25...2.0
  public static let transpositions = -12...12

  public let channels: Int
  /// How many frames of the take pass per rendered frame.
  public let framesPerFrame: Double
  /// The frame of the take at the next rendered one.
  public var position: Double { origin + Double(rendered) * framesPerFrame }

  private let origin: Double
  private var rendered: Int64 = 0
  private var vocoder: PhaseVocoder
  /// `nil` if rate and pitch stay the same.
  private let resampler: Resampler?
  /// The vocoder's output that is not yet rendered, and how many of its frames came before it.
  private var made: [Float] = []
  private var madeStart: Int64 = 0

  /// - Parameters:
  ///   - outputRate: the rate to render for; the take's own if `nil`.
  ///   - speed: within ``speeds``.
  ///   - semitones: within ``transpositions``.
  ///   - start: the first frame of the take to play.
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
    // Not computed from `step`, so that it is exact.
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

  /// Appends `count` frames.
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
