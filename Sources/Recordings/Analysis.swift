import Sound

/// Analyses a take: the intonation of its notes, where they begin, or the crow of a reed.
struct Analysis {
  private enum Question {
    case intonation(Tuning)
    case timing(TakeClick)
    case crow(Tuning)
  }

  private let frames: EditedFrames
  private let source: Source
  private let question: Question
  private var tracker: PitchTracker
  private var track: PitchTrack
  private var onsets: OnsetDetector
  private var crow: CrowListener
  private var found: [Int64] = []
  private var place: Int64 = 0
  private var samples: [Float] = []

  init?(_ take: SoundFile, _ edit: TakeEdit, a4: Double) {
    guard let tuning = Tuning(a4: a4) else { return nil }
    self.init(take, edit, .intonation(tuning), ListenRequest(a4: a4))
  }

  init?(_ take: SoundFile, _ edit: TakeEdit, _ click: TakeClick) {
    self.init(take, edit, .timing(click), ListenRequest())
  }

  init?(_ take: SoundFile, _ edit: TakeEdit, crowAgainst a4: Double) {
    guard let tuning = Tuning(a4: a4) else { return nil }
    self.init(take, edit, .crow(tuning), ListenRequest(a4: a4))
  }

  private init?(
    _ take: SoundFile, _ edit: TakeEdit, _ question: Question, _ request: ListenRequest
  ) {
    guard let source = Source(take), PitchTracker.sampleRates.contains(source.sampleRate)
    else { return nil }
    (self.source, self.question) = (source, question)
    frames = source.edited(edit)
    tracker = PitchTracker(sampleRate: source.sampleRate, request)
    track = PitchTrack(sampleRate: source.sampleRate, hop: tracker.hop)
    onsets = OnsetDetector(sampleRate: source.sampleRate)
    crow = CrowListener(sampleRate: source.sampleRate)
  }

  var share: Double { Double(place) / Double(max(frames.edit.frames, 1)) }

  mutating func step() -> Work.Step {
    let count = Int(min(1 << 15, frames.edit.frames - place))
    samples.removeAll(keepingCapacity: true)
    frames.read(place, count, to: &samples)
    for index in 0..<count { hear(samples[index * source.channels]) }
    place += Int64(count)
    guard place == frames.edit.frames else { return .goesOn }
    return .done(outcome)
  }

  private mutating func hear(_ sample: Float) {
    switch question {
    case .intonation: if let frame = tracker.hear(sample) { track.append(frame) }
    case .timing: if let onset = onsets.hear(sample) { found.append(onset) }
    case .crow: crow.hear(sample)
    }
  }

  private var outcome: TakeAnswer {
    switch question {
    case .intonation(let tuning):
      let trace = track.columns(TakeRequest.traceColumns, a4: tuning.a4)
      return .intonation(TakeIntonation(IntonationMap(track, tuning: tuning), trace: trace))
    case .timing(let click): return .timing(TakeTiming(time(click)))
    case .crow(let tuning): return .crow(crow.crow(tuning))
    }
  }

  private func time(_ click: TakeClick) -> ClickTiming {
    var ticks: [Int64] = []
    var start: Int64 = 0
    for part in frames.edit.parts {
      for tick in click.ticks(in: part, sampleRate: source.sampleRate) {
        ticks.append(tick - part.lowerBound + start)
      }
      start += part.length
    }
    return ClickTiming(onsets: found, ticks: ticks, sampleRate: source.sampleRate)
  }
}
