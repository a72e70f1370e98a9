#if arch(wasm32)
  import Sound

  /// Plays a take from file 0, a block after another.
  struct Replay {
    private let source: Source
    private let outputRate: Int
    private var edit: TakeEdit
    private var playback: TakePlayback
    private var block: [Float] = []

    init?(_ request: ReplayRequest, sampleRate: Int) {
      guard let source = Source(File(0)) else { return nil }
      self.source = source
      outputRate = sampleRate
      edit = request.edit
      playback = Self.playback(of: source, edit, sampleRate)
      set(request)
      playback.start(at: request.place ?? 0)
    }

    private static func playback(
      of source: Source, _ edit: TakeEdit, _ rate: Int
    ) -> TakePlayback {
      TakePlayback(source.edited(edit), sampleRate: source.sampleRate, outputRate: rate)
    }

    mutating func change(to request: ReplayRequest) {
      if request.edit != edit {
        edit = request.edit
        playback = Self.playback(of: source, edit, outputRate)
        set(request)
        return playback.start(at: request.place ?? 0)
      }
      set(request)
      if let place = request.place { playback.start(at: place) }
    }

    private mutating func set(_ request: ReplayRequest) {
      var settings = TakePlayback.Settings()
      settings.speed = Double(request.speed) / 100
      settings.semitones = request.semitones
      settings.loop = request.loop
      playback.change(to: settings)
      playback.click = request.click
    }

    /// Renders so many samples of one channel; answers where in what is left they begin, and whether all is over.
    mutating func render(
      to samples: inout UnsafeMutableBufferPointer<Float>, _ count: Int
    ) -> [Double] {
      playback.render(count, to: &block)
      let channels = source.channels
      for index in 0..<min(count, samples.count) {
        var sum: Float = 0
        for channel in 0..<channels { sum += block[index * channels + channel] }
        unsafe samples[index] = sum / Float(channels)
      }
      return [Double(playback.place), playback.isOver ? 1 : 0]
    }
  }
#endif
