#if arch(wasm32)
  import Sound

  /// Listens through a take: for how its notes lie, or for where they begin.
  struct Analysis {
    private enum Question {
      case intonation(Tuning)
      case timing(TakeClick)
    }

    private let frames: EditedFrames
    private let source: Source
    private let question: Question
    private var tracker: PitchTracker
    private var track: PitchTrack
    private var onsets: OnsetDetector
    private var found: [Int64] = []
    private var place: Int64 = 0
    private var samples: [Float] = []

    init?(_ edit: TakeEdit, a4: Double) {
      guard let tuning = Tuning(a4: a4) else { return nil }
      self.init(edit, .intonation(tuning), ListenRequest(a4: a4))
    }

    init?(_ edit: TakeEdit, _ click: TakeClick) {
      self.init(edit, .timing(click), ListenRequest())
    }

    private init?(_ edit: TakeEdit, _ question: Question, _ request: ListenRequest) {
      guard let source = Source(File(0)), PitchTracker.sampleRates.contains(source.sampleRate)
      else { return nil }
      (self.source, self.question) = (source, question)
      frames = source.edited(edit)
      tracker = PitchTracker(sampleRate: source.sampleRate, request)
      track = PitchTrack(sampleRate: source.sampleRate, hop: tracker.hop)
      onsets = OnsetDetector(sampleRate: source.sampleRate)
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
      }
    }

    private var outcome: [Double] {
      switch question {
      case .intonation(let tuning):
        notes(IntonationMap(track, tuning: tuning))
          + track.columns(TakeRequest.traceColumns, a4: tuning.a4).map { $0 ?? -1 }
      case .timing(let click): time(click)
      }
    }

    /// How many notes, and six numbers for each: its own, how many there were, cents, how sure, spread and the share in
    /// tune. What is behind them is the trace: a number of semitones for each column, −1 where there is no pitch.
    private func notes(_ map: IntonationMap) -> [Double] {
      var numbers = [Double(map.byNote.count)]
      for entry in map.byNote {
        let line = entry.line
        numbers += [
          Double(entry.note.number), Double(line.notes), line.mean.value,
          line.uncertainty?.value ?? -1, line.spread.value, line.shareInTune,
        ]
      }
      return numbers
    }

    /// How many notes, their median, spread, trend and how sure it is, missed ticks and further beginnings; of what
    /// is not known −1, and of a trend that is not known 0 ± −1.
    private func time(_ click: TakeClick) -> [Double] {
      var ticks: [Int64] = []
      var start: Int64 = 0
      for part in frames.edit.parts {
        for tick in click.ticks(in: part, sampleRate: source.sampleRate) {
          ticks.append(tick - part.lowerBound + start)
        }
        start += part.length
      }
      let timing = ClickTiming(onsets: found, ticks: ticks, sampleRate: source.sampleRate)
      return [
        Double(timing.hits.count), timing.median ?? 0, timing.deviation ?? -1,
        timing.trend?.perMinute ?? 0, timing.trend?.uncertainty ?? -1, Double(timing.missed),
        Double(timing.extra),
      ]
    }
  }
#endif
