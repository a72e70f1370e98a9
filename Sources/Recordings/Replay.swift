public import Sound

/// Plays a take, block by block.
public struct Replay {
  private let source: Source
  private let outputRate: Int
  private var edit: TakeEdit
  private var playback: TakePlayback
  private var block: [Float] = []

  public init?(_ request: ReplayRequest, of take: SoundFile, sampleRate: Int) {
    guard let source = Source(take) else { return nil }
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

  public mutating func change(to request: ReplayRequest) {
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

  /// Renders the next samples, mono, replacing those in the array.
  public mutating func render(_ count: Int, to samples: inout [Float]) {
    playback.render(count, to: &block)
    let channels = source.channels
    samples.removeAll(keepingCapacity: true)
    for index in 0..<count {
      var sum: Float = 0
      for channel in 0..<channels { sum += block[index * channels + channel] }
      samples.append(sum / Float(channels))
    }
  }

  /// The position of the last rendered samples in the edited take, and whether it is over.
  public var place: (frame: Int64, isOver: Bool) { (playback.place, playback.isOver) }
}
