/// The cues of a timed score, one after another, at a speed that may change on the way.
public struct ScoreRun: Sendable {
  /// At the speed at which it is written.
  public let cues: [ScoreCue]
  public private(set) var scale: ScoreScale
  /// Whether it begins again when it is over.
  private let isLooping: Bool
  private let sampleRate: Double
  /// When the last cue is over, in milliseconds of the score.
  private let end: Int64
  /// Where time 0 lies, in samples.
  private var origin = 0.0
  private var index = 0

  /// - Parameter cues: of ``Score/cues(_:scale:countIn:passes:seed:)`` at the scale ``ScoreScale/written``.
  public init(
    _ cues: [ScoreCue], scale: ScoreScale = .written, isLooping: Bool = false, sampleRate: Int
  ) {
    self.cues = cues
    self.scale = scale
    self.isLooping = isLooping
    self.sampleRate = Double(sampleRate)
    end = cues.reduce(0) { max($0, $1.milliseconds + $1.lengthInMilliseconds) }
  }

  /// The cue that comes next, with its sample; after the last one the end.
  var upcoming: Cue? {
    guard index < cues.count else {
      return index == cues.count
        ? Cue(sample: Int64(Functions.nearest(time(end))), kind: .end, strike: nil) : nil
    }
    return Cue(cues[index], sample: Int64(Functions.nearest(upcomingTime)))
  }

  /// The next cue, if it comes before a sample.
  mutating func next(before sample: Int64) -> Cue? {
    if index == cues.count, isLooping, end > 0, time(end) < Double(sample) {
      // The first bar again, without its count-in.
      index = cues.firstIndex { $0.milliseconds >= 0 } ?? 0
      origin = time(end)
    }
    guard let cue = upcoming, cue.sample < sample else { return nil }
    index += 1
    return cue
  }

  /// When the next cue is, in samples.
  var upcomingTime: Double { time(index < cues.count ? cues[index].milliseconds : end) }

  /// In samples; a count-in goes at the speed of a clock.
  private func time(_ milliseconds: Int64) -> Double {
    let percent = milliseconds < 0 ? 100 : Double(scale.percent)
    return origin + Double(milliseconds) * sampleRate / (10 * percent)
  }

  // MARK: - Moving about

  /// Goes on at another speed from a time on, which stays where it is in the score.
  mutating func change(to scale: ScoreScale, at time: Double) {
    // Before the first bar nothing is scaled.
    let passed = max(time - origin, 0)
    origin += passed - passed * Double(self.scale.percent) / Double(scale.percent)
    self.scale = scale
  }

  /// Goes on at a bar of a line, or does nothing where there is none.
  mutating func jump(toLine line: Int, bar: Int, at time: Double) -> Bool {
    let found = cues.firstIndex { $0.kind == .bar && $0.line == line && $0.bar == bar }
    guard let found else { return false }
    index = found
    origin += time - upcomingTime
    return true
  }

  mutating func delay(by samples: Double) { origin += samples }
}

extension ScoreCue {
  fileprivate var milliseconds: Int64 { Functions.wholePart(of: start) }
  fileprivate var lengthInMilliseconds: Int64 { Functions.wholePart(of: length) }
}
