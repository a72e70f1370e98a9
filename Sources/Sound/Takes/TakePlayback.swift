/// Plays a take: from anywhere, at any speed, with a repeated part, with or without its click.
///
///     var playback = TakePlayback(frames, sampleRate: 48_000, outputRate: 44_100)
///     playback.start(at: 48_000)
///     playback.render(128, to: &block)
///
/// Positions are frames of the edited take. Changes during playback take effect within 10 ms.
public struct TakePlayback {
  /// How to play a take.
  public struct Settings: Hashable, Sendable {
    /// Relative to the recorded speed, within ``TimeStretch/speeds``.
    public var speed = 1.0
    /// Within ``TimeStretch/transpositions``.
    public var semitones = 0
    /// The part to repeat; `nil` to play to the end.
    public var loop: Range<Int64>?

    public init() {}

    /// The nearest playable settings for a take of this many frames.
    func clamped(to frames: Int64) -> Settings {
      var settings = self
      let (speeds, semitones) = (TimeStretch.speeds, TimeStretch.transpositions)
      let isFast = speed >= speeds.lowerBound
      settings.speed = isFast ? min(speed, speeds.upperBound) : speeds.lowerBound
      settings.semitones = min(max(self.semitones, semitones.lowerBound), semitones.upperBound)
      settings.loop = loop.flatMap { loop in
        let part = loop.clamped(to: 0..<max(frames, 0))
        return part.isEmpty ? nil : part
      }
      return settings
    }
  }

  /// Beats before the take starts.
  public struct CountIn: Hashable, Sendable {
    public var beats: Int
    /// At the recorded speed.
    public var tempo: Tempo

    public init(beats: Int, tempo: Tempo) {
      self.beats = beats
      self.tempo = tempo
    }
  }

  public let sampleRate: Int
  public let outputRate: Int
  public let channels: Int
  public private(set) var settings = Settings()
  /// The gain of the take; it changes smoothly.
  public var gain: Float = 1
  /// The click beside it, and its level.
  public var click: TakeClick? { didSet { if click != oldValue { planTicks() } } }
  public var clickLevel: Float = 1
  /// The frame at the first sample of the last rendered block.
  public private(set) var place: Int64 = 0
  /// Whether everything was played, or it was stopped, and nothing more is heard.
  public private(set) var isOver = true

  private let frames: EditedFrames
  private var looped: LoopedFrames
  private var voice: TimeStretch
  /// What played before a change, while it fades, and its loop.
  private var leaving: (voice: TimeStretch, looped: LoopedFrames)?
  private var fadePlace = 0
  private let fade: Int
  private var isStopping = false
  private var scratch: [Float] = []
  private var lastGain: Float = 1

  /// Samples rendered since the start, and how many of them come before the take starts.
  private var time: Int64 = 0
  private var wait: Int64 = 0
  private var renderer: ClickRenderer
  private var strikes: [Strike] = []
  /// The frame that the take started from, and the one up to which ticks are planned.
  private var startFrame = 0.0
  private var planned: Int64 = 0
  private var clicks: [Float] = []

  public init(_ frames: EditedFrames, sampleRate: Int, outputRate: Int) {
    self.frames = frames
    self.sampleRate = sampleRate
    self.outputRate = outputRate
    channels = frames.channels
    looped = LoopedFrames(frames, loop: nil, sampleRate: sampleRate)
    voice = TimeStretch(
      sampleRate: sampleRate, channels: channels, outputRate: outputRate, speed: 1)
    fade = max(outputRate / 100, 1)
    fadePlace = fade
    renderer = ClickRenderer(sampleRate: outputRate)
  }

  // MARK: - Orders

  /// Plays from a frame on, after counting in.
  public mutating func start(at frame: Int64, countIn: CountIn? = nil) {
    let wasPlaying = !isOver
    let start = min(max(frame, 0), frames.edit.frames)
    begin(at: start, isPlaying: wasPlaying)
    (wait, place) = (0, start)
    if let countIn, countIn.beats > 0 {
      let interval = 6_000 * Double(outputRate) / Double(countIn.tempo.centiBeatsPerMinute)
      let beat = interval / settings.speed
      wait = Int64(Functions.nearest(beat * Double(countIn.beats)))
      let sound = click?.sound ?? .tick
      for index in 0..<countIn.beats {
        strikes.append(
          Strike(
            sample: Int64(Functions.nearest(beat * Double(index))), sound: sound,
            accent: index == 0 ? .strong : .normal))
      }
    }
  }

  /// Fades out.
  public mutating func stop() {
    guard !isOver, !isStopping else { return }
    leaving = (voice, looped)
    fadePlace = 0
    isStopping = true
    strikes.removeAll(keepingCapacity: true)
  }

  /// Continues from the present position with other settings.
  public mutating func change(to settings: Settings) {
    let new = settings.clamped(to: frames.edit.frames)
    guard new != self.settings else { return }
    let here = looped.place(of: Int64(voice.position)).place
    self.settings = new
    // After the end of a new loop it jumps to the loop's beginning.
    let start = new.loop.map { here >= $0.upperBound ? $0.lowerBound : here } ?? here
    if isOver {
      looped = LoopedFrames(frames, loop: new.loop, sampleRate: sampleRate)
    } else if time < wait {
      wait -= time
      begin(at: start, isPlaying: false, keepsStrikes: true)
    } else {
      wait = 0
      begin(at: start, isPlaying: true)
    }
  }

  private mutating func begin(at start: Int64, isPlaying: Bool, keepsStrikes: Bool = false) {
    leaving = isPlaying ? (voice, looped) : nil
    fadePlace = isPlaying ? 0 : fade
    looped = LoopedFrames(frames, loop: settings.loop, sampleRate: sampleRate)
    voice = TimeStretch(
      sampleRate: sampleRate, channels: channels, outputRate: outputRate, speed: settings.speed,
      semitones: settings.semitones, from: start)
    (isOver, isStopping) = (false, false)
    if keepsStrikes {
      for index in strikes.indices { strikes[index].sample -= time }
      strikes.removeAll { $0.sample < 0 }
    } else {
      strikes.removeAll(keepingCapacity: true)
    }
    time = 0
    planned = start
    startFrame = Double(start)
  }

  /// Discards the planned ticks, because the click changed.
  private mutating func planTicks() {
    strikes.removeAll { $0.sample >= wait }
    planned = Int64(voice.position)
  }

  // MARK: - Rendering

  /// Replaces `block` with the next samples, interleaved.
  public mutating func render(_ count: Int, to block: inout [Float]) {
    block.removeAll(keepingCapacity: true)
    guard !isOver else { return EditedFrames.appendSilence(count * channels, to: &block) }
    let silent = Int(min(max(wait - time, 0), Int64(count)))
    place = looped.place(of: Int64(voice.position)).place
    renderTake(count, silent, &block)
    scaleTake(&block)
    renderClicks(count, &block)
    time += Int64(count)
    let hasEnded = settings.loop == nil && Int64(voice.position) >= frames.edit.frames
    if isStopping ? fadePlace >= fade : hasEnded && strikes.isEmpty { isOver = true }
  }

  private mutating func renderTake(_ count: Int, _ silent: Int, _ block: inout [Float]) {
    let looped = looped
    EditedFrames.appendSilence(silent * channels, to: &block)
    if isStopping {
      EditedFrames.appendSilence((count - silent) * channels, to: &block)
    } else {
      voice.render(count - silent, looped.read, to: &block)
    }
    guard var old = leaving else { return }
    leaving = nil
    scratch.removeAll(keepingCapacity: true)
    old.voice.render(count, old.looped.read, to: &scratch)
    for index in 0..<count {
      let part = Double(min(fadePlace, fade)) / Double(fade)
      let new = Float(0.5 - 0.5 * Functions.cosine(turns: part / 2))
      for place in index * channels..<(index + 1) * channels {
        block[place] = block[place] * new + scratch[place] * (1 - new)
      }
      fadePlace += 1
    }
    if fadePlace < fade { leaving = old }
  }

  /// Applies the gain, which changes gradually from block to block.
  private mutating func scaleTake(_ block: inout [Float]) {
    let (from, to) = (lastGain, gain.isFinite ? gain : 0)
    lastGain = to
    guard from != 1 || to != 1 else { return }
    let step = (to - from) / Float(max(block.count / channels, 1))
    for index in block.indices { block[index] *= from + step * Float(index / channels + 1) }
  }

  private mutating func renderClicks(_ count: Int, _ block: inout [Float]) {
    guard click != nil || !strikes.isEmpty else { return }
    planAhead(until: time + Int64(count) + renderer.reach)
    let end = time + Int64(count)
    while let strike = strikes.first, strike.sample < end {
      strikes.removeFirst()
      renderer.add(strike, next: strikes.first?.sample)
    }
    clicks.removeAll(keepingCapacity: true)
    EditedFrames.appendSilence(count, to: &clicks)
    renderer.render(to: &clicks, from: time)
    for index in block.indices { block[index] += clicks[index / channels] * clickLevel }
  }

  /// Plans the ticks of the next second, if they are needed.
  private mutating func planAhead(until end: Int64) {
    guard let click, !isStopping else { return }
    let perFrame = voice.framesPerFrame
    while startFrame + Double(end - wait) * perFrame > Double(planned) {
      let (here, left) = looped.place(of: planned)
      let room = settings.loop == nil ? frames.edit.frames - here : left
      guard room > 0 else { return }
      let count = min(room, Int64(sampleRate))
      var passed: Int64 = 0
      for part in frames.edit.kept(here..<here + count) {
        for pulse in click.heard(in: part, sampleRate: sampleRate) {
          let frame = Double(planned + passed + pulse.sample - part.lowerBound)
          let sample = wait + Int64(Functions.nearest((frame - startFrame) / perFrame))
          var strike = pulse.strike(click.sound, voices: click.metronome.meter.voices.count)
          strike.sample = sample
          strikes.append(strike)
        }
        passed += Int64(part.count)
      }
      planned += count
    }
  }
}
