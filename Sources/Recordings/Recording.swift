public import Sound

/// A take that is being recorded: it is written to its file every tenth of a second, and once a second its
/// length is updated.
public struct Recording {
  public enum Stage: Int, Sendable { case recording, paused, ended, failed }

  /// News for the page.
  public struct News: Equatable, Sendable {
    public var stage: Stage
    /// The frames in the file.
    public var frames: Int64 = 0
    /// The loudest sample since the last news.
    public var peak: Float = 0
    /// How many samples were too loud.
    public var clipped: Int64 = 0
    /// How many samples never arrived.
    public var missed: Int64 = 0

    public init(_ stage: Stage) {
      self.stage = stage
    }

    /// The news as numbers; `RecordEvent` of Program reads them.
    public var message: [Double] {
      [Double(stage.rawValue), Double(frames), Double(peak), Double(clipped), Double(missed)]
    }
  }

  private let file: SoundFile
  private let header: WaveHeader
  private var pcm: TakePCM
  public private(set) var stage = Stage.recording
  /// The frames in the file.
  private var frames: Int64 = 0
  private var toldFrames: Int64 = 0
  private var waiting: [Float] = []
  private var bytes: [UInt8] = []
  private var peak: Float = 0
  private var missed: Int64 = 0
  private var hasNews = true

  public init(_ request: RecordRequest, sampleRate: Int, to file: SoundFile) {
    self.file = file
    header = WaveHeader(sampleRate: sampleRate, channels: 1, depth: request.depth)
    pcm = TakePCM(request.depth, seed: UInt64(request.seed))
    waiting.reserveCapacity(sampleRate / 5)
    bytes.reserveCapacity(sampleRate)
    if !file.write(header.bytes(frames: 0), at: 0) { stage = .failed }
  }

  private var blockLength: Int { header.sampleRate / 10 }

  public mutating func hear(_ sample: Float) {
    guard stage == .recording else { return }
    waiting.append(sample)
    peak = max(peak, abs(sample))
    if waiting.count == blockLength { write() }
  }

  /// Fills in the time of samples that never arrived.
  public mutating func miss(_ count: Int) {
    guard stage == .recording, count > 0 else { return }
    missed += Int64(count)
    for _ in 0..<count { hear(0) }
  }

  public mutating func pause() {
    guard stage == .recording else { return }
    write()
    close()
    if stage == .recording { stage = .paused }
    hasNews = true
  }

  public mutating func goOn() {
    guard stage == .paused else { return }
    stage = .recording
    hasNews = true
  }

  public mutating func end() {
    guard stage == .recording || stage == .paused else { return }
    if stage == .recording { write() }
    let end = header.end(frames: frames)
    if !end.isEmpty { _ = file.write(end, at: length) }
    close()
    if stage != .failed { stage = .ended }
    hasNews = true
  }

  private var length: Int64 { Int64(WaveHeader.length) + frames * Int64(header.frameBytes) }

  private mutating func write() {
    guard !waiting.isEmpty else { return }
    bytes.removeAll(keepingCapacity: true)
    pcm.append(waiting, to: &bytes)
    let count = waiting.count
    waiting.removeAll(keepingCapacity: true)
    guard file.write(bytes, at: length) else {
      // The file has whole frames, and its header counts them.
      _ = file.cut(to: length)
      close()
      stage = .failed
      hasNews = true
      return
    }
    frames += Int64(count)
    hasNews = true
    if frames - toldFrames >= Int64(header.sampleRate) { close() }
  }

  /// Updates the length in the file, and makes everything safe from a power cut.
  private mutating func close() {
    toldFrames = frames
    if !file.write(header.bytes(frames: frames), at: 0) || !file.flush() { stage = .failed }
  }

  /// The news since the last call.
  public mutating func news() -> News? {
    guard hasNews else { return nil }
    hasNews = false
    var news = News(stage)
    (news.frames, news.peak) = (frames, peak)
    (news.clipped, news.missed) = (pcm.clipped, missed)
    peak = 0
    return news
  }
}
