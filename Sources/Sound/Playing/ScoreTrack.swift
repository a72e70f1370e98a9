/// A score as played from the count-in to its end, on a clock with the given ticks per second.
///
/// It consists of the cues of a ``ScoreRun``, so that a file matches what is heard; holds that wait for the player
/// take no time.
public struct ScoreTrack: Sendable {
  /// Something that happens, from one tick to another.
  public struct Moment: Hashable, Sendable {
    public var kind: ScoreCue.Kind
    public var line: Int
    public var bar: Int
    public var start: Int64
    public var length: Int64
    /// The strike to play, if any.
    public var strike: Strike?
  }

  /// Time 0 is the first bar played; the count-in comes before it.
  public let moments: [Moment]
  /// When everything ends.
  public let end: Int64

  /// - Parameter ticks: how many there are per second; the samples of a sound, or a million for microseconds.
  public init(_ cues: [ScoreCue], scale: ScoreScale, plan: ScorePlan, ticks: Int) {
    var run = ScoreRun(
      cues.map { cue in
        var cue = cue
        cue.waits = false
        return cue
      }, scale: scale, plan: plan, sampleRate: ticks)
    var moments: [Moment] = []
    var end: Int64 = 0
    while let cue = run.next(before: .max) {
      guard case .score(let kind, let line, let bar) = cue.kind else {
        end = max(end, cue.sample)
        break
      }
      // A count-in runs at clock speed.
      let percent = kind == .count ? 100 : Double(run.scale.percent)
      let length = run.cues[run.given].length.value * Double(ticks) / (10 * percent)
      guard kind != .start else { continue }
      moments.append(
        Moment(
          kind: kind, line: line, bar: bar, start: cue.sample,
          length: Int64(Functions.nearest(length)), strike: cue.strike))
    }
    self.moments = moments
    self.end = end
  }

  /// The first tick: that of the count-in, if there is one.
  public var start: Int64 { min(moments.first?.start ?? 0, 0) }
}

/// Writes the sound of a score as a WAV file, in pieces of any size.
public struct ScoreRecorder: Sendable {
  public let frames: Int64
  /// How many frames have been written.
  public private(set) var written: Int64 = 0
  private let track: ScoreTrack
  private let writer: WaveWriter
  private var clicks: ClickRenderer
  private var drone: Drone
  private var limiter = Limiter(sampleRate: Self.format.sampleRate)
  private var next = 0

  public static let format = WaveFormat(sampleRate: 44_100, encoding: .signed16)

  /// - Parameter track: in samples of ``format``.
  public init(_ track: ScoreTrack, drone tones: [Drone.Tone], timbre: Timbre) {
    self.track = track
    frames = max(track.end - track.start, 0)
    writer = WaveWriter(Self.format, frames: frames)
    clicks = ClickRenderer(sampleRate: Self.format.sampleRate)
    drone = Drone(sampleRate: Self.format.sampleRate, timbre: timbre)
    if !tones.isEmpty { drone.play(tones) }
  }

  /// The size of the file, in bytes.
  public var byteCount: Int64 { 44 + frames * Int64(Self.format.frameBytes) }

  public var isDone: Bool { written == frames }

  /// The bytes before the samples.
  public var header: [UInt8] { writer.header }

  /// Appends the next frames, or all that are left.
  public mutating func write(_ count: Int64, to bytes: inout [UInt8]) {
    let stop = min(written + count, frames)
    var block = [Float](repeating: 0, count: 4_096)
    while written < stop {
      let length = Int(min(stop - written, 4_096))
      if block.count != length { block = [Float](repeating: 0, count: length) }
      let place = track.start + written
      while next < track.moments.count, track.moments[next].start < place + Int64(length) {
        if var strike = track.moments[next].strike {
          strike.sample = track.moments[next].start
          clicks.add(strike, next: nextStrike(after: strike.sample))
        }
        next += 1
      }
      // The drone has faded out when everything ends.
      let release = frames - Int64(Self.format.sampleRate)
      if written < release, written + Int64(length) >= release { drone.stop() }
      for index in 0..<length { block[index] = drone.isSilent ? 0 : drone.next() }
      clicks.render(to: &block, from: place)
      for index in 0..<length { block[index] = limiter.pass(block[index]) }
      writer.append(block.span, to: &bytes)
      written += Int64(length)
    }
  }

  private func nextStrike(after sample: Int64) -> Int64? {
    track.moments[next...].first { moment in
      moment.start > sample && moment.strike.map { $0.accent != .mute } ?? false
    }?.start
  }
}
