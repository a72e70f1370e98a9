import Ledger
public import Sound

/// Work on the files of takes.
///
/// It proceeds step by step, so that the page can follow its progress. Of its files, the first is the take's; each
/// request says what the others are for.
public struct Work {
  private enum Job {
    case finish(Finish)
    case take(Import)
    case export(Export)
    case analysis(Analysis)
    case done(TakeAnswer)
  }

  /// How a step ended.
  public enum Step: Equatable, Sendable {
    case goesOn
    case done(TakeAnswer)
    case failed
  }

  private var job: Job

  /// Starts the requested work; `nil` if its file does not contain a take.
  ///
  /// - Parameter file: gives the file with a number. ``TakeRequest/finish`` writes the sound to file 1 and its
  ///   picture to file 2, an export and an import write file 1, and a drawing may use the picture in file 1.
  public init?(_ request: TakeRequest, _ file: (Int) -> SoundFile) {
    let take = file(0)
    let job: Job? =
      switch request {
      case .recover: Self.recover(take).map { .done($0) }
      case .finish: Finish(take, sound: file(1), picture: file(2)).map { .finish($0) }
      case .take: Import(take, to: file(1)).map { .take($0) }
      case .draw(let edit, let range, let columns):
        Self.picture(of: take, kept: file(1), edit, range, columns).map { .done(.drawn($0)) }
      case .export(let edit, let isFlac):
        Export(take, to: file(1), edit, isFlac: isFlac).map { .export($0) }
      case .intonation(let edit, let a4): Analysis(take, edit, a4: a4).map { .analysis($0) }
      case .timing(let edit, let click): Analysis(take, edit, click).map { .analysis($0) }
      case .crow(let edit, let a4): Analysis(take, edit, crowAgainst: a4).map { .analysis($0) }
      case .render(let kind, let tempo, let seed):
        Self.render(StudioTune(kind, tempo: tempo, seed: UInt64(seed)), to: take)
          .map { .done($0) }
      }
    guard let job else { return nil }
    self.job = job
  }

  public mutating func step() -> Step {
    switch job {
    case .done(let answer): return .done(answer)
    case .finish(var finish):
      let step = finish.step()
      job = .finish(finish)
      return step
    case .take(var take):
      let step = take.step()
      job = .take(take)
      return step
    case .export(var export):
      let step = export.step()
      job = .export(export)
      return step
    case .analysis(var analysis):
      let step = analysis.step()
      job = .analysis(analysis)
      return step
    }
  }

  /// The fraction that is done.
  public var share: Double {
    switch job {
    case .done: 1
    case .finish(let finish): finish.share
    case .take(let take): take.share
    case .export(let export): export.share
    case .analysis(let analysis): analysis.share
    }
  }

  /// Repairs an interrupted take: 0 frames if nothing of it is left.
  private static func recover(_ file: SoundFile) -> TakeAnswer? {
    let size = file.size
    guard let found = WaveHeader.recover(file.read(0, WaveHeader.length), fileLength: size) else {
      // A file shorter than its header contains nothing yet.
      return size < Int64(WaveHeader.length) ? .recorded(frames: 0, sampleRate: 48_000) : nil
    }
    let end = found.header.end(frames: found.frames)
    guard file.cut(to: found.length), file.write(found.bytes, at: 0),
      file.write(end, at: found.length), file.flush()
    else { return nil }
    return .recorded(frames: found.frames, sampleRate: found.header.sampleRate)
  }

  /// Writes a tune of the sample studio as if it had just been recorded.
  private static func render(_ tune: StudioTune, to file: SoundFile) -> TakeAnswer? {
    var tune = tune
    let header = WaveHeader(sampleRate: tune.sampleRate, channels: 1, depth: .bits16)
    var pcm = TakePCM(.bits16)
    var samples: [Float] = []
    var bytes: [UInt8] = []
    var length = Int64(WaveHeader.length)
    repeat {
      tune.render(1 << 15, to: &samples)
      bytes.removeAll(keepingCapacity: true)
      pcm.append(samples, to: &bytes)
      guard file.write(bytes, at: length) else { return nil }
      length += Int64(bytes.count)
    } while !samples.isEmpty
    guard file.cut(to: length), file.write(header.bytes(frames: tune.frames), at: 0), file.flush()
    else { return nil }
    return .recorded(frames: tune.frames, sampleRate: tune.sampleRate)
  }

  /// The columns of a picture, from the take itself if that is short, otherwise from the saved picture.
  private static func picture(
    of take: SoundFile, kept: SoundFile, _ edit: TakeEdit, _ range: Range<Int64>, _ count: Int
  ) -> [WavePyramid.Bin]? {
    guard let source = Source(take) else { return nil }
    let (start, end) = (range.lowerBound, range.upperBound)
    let pyramid = kept.size > 0 ? WavePyramid(kept.read(0, Int(kept.size))) : nil
    var bins: [WavePyramid.Bin]
    if let pyramid, edit.isWhole, (end - start) / Int64(count) >= 256 {
      bins = pyramid.bins(from: start, to: end, count: count)
    } else {
      bins = columns(of: source.edited(edit), start, end, count, source.channels)
    }
    if bins.count > count { bins.removeLast(bins.count - count) }
    return bins
  }

  /// Columns of the sound itself. For a long part, only as much of each is read as can be done at once.
  private static func columns(
    of frames: EditedFrames, _ start: Int64, _ end: Int64, _ count: Int, _ channels: Int
  ) -> [WavePyramid.Bin] {
    var bins: [WavePyramid.Bin] = []
    var samples: [Float] = []
    for column in 0..<count {
      let from = start + (end - start) * Int64(column) / Int64(count)
      let to = max(start + (end - start) * Int64(column + 1) / Int64(count), from + 1)
      samples.removeAll(keepingCapacity: true)
      frames.read(from, Int(min(to - from, 48_000)), to: &samples)
      bins += WavePyramid.bins(of: samples, channels: channels, count: 1)
    }
    return bins
  }
}

/// Makes a finished file of a recorded take, verifies it, and determines its name and its picture.
struct Finish {
  private let source: Source
  private var writer: FlacWriter
  private var picture: WavePyramid
  private let sound: SoundFile
  private let pictureFile: SoundFile
  private var place: Int64 = 0
  private var length: Int64
  private var samples: [Int32] = []
  private var floats: [Float] = []
  private var bytes: [UInt8] = []
  private var proof: FlacReader?
  private var name: SHA256?
  private var hashed: Int64 = 0
  /// The fraction of the three parts that is done.
  private(set) var share = 0.0

  private static let stepFrames = 1 << 16

  init?(_ take: SoundFile, sound: SoundFile, picture file: SoundFile) {
    guard let source = Source(take), source.frames > 0 else { return nil }
    (self.source, self.sound, pictureFile) = (source, sound, file)
    writer = FlacWriter(
      sampleRate: source.sampleRate, channels: source.channels, bits: source.bits,
      longest: source.frames)
    picture = WavePyramid(channels: source.channels)
    let header = writer.header
    length = Int64(header.count)
    guard sound.cut(to: 0), sound.write(header, at: 0) else { return nil }
  }

  mutating func step() -> Work.Step {
    if place < source.frames { return write() }
    if name == nil { return prove() }
    return hash()
  }

  private mutating func write() -> Work.Step {
    let part = source.bytes(place, Self.stepFrames)
    TakePCM.read(part, source.depth, to: &samples)
    TakePCM.read(part, source.depth, to: &floats)
    let count = Int64(samples.count / source.channels)
    guard count > 0 else { return .failed }
    picture.append(floats)
    bytes.removeAll(keepingCapacity: true)
    writer.append(samples, to: &bytes)
    place += count
    if place == source.frames { writer.finish(to: &bytes) }
    guard sound.write(bytes, at: length) else { return .failed }
    length += Int64(bytes.count)
    share = 0.6 * Double(place) / Double(source.frames)
    guard place == source.frames else { return .goesOn }
    let drawn = picture.bytes
    guard sound.write(writer.header, at: 0), sound.flush(), pictureFile.cut(to: 0),
      pictureFile.write(drawn, at: 0), pictureFile.flush()
    else { return .failed }
    let sound = sound
    proof = try? FlacReader(length: length, isVerifying: true) { sound.read($0, $1) }
    return proof == nil ? .failed : .goesOn
  }

  /// Reads everything again: its checksum must equal that of the recording.
  private mutating func prove() -> Work.Step {
    do throws(FlacError) {
      for _ in 0..<16 where try proof?.next(to: &samples) == false {
        guard proof?.position == source.frames else { return .failed }
        proof = nil
        name = SHA256()
        return .goesOn
      }
    } catch {
      return .failed
    }
    share = 0.6 + 0.3 * Double(proof?.position ?? 0) / Double(source.frames)
    return .goesOn
  }

  private mutating func hash() -> Work.Step {
    let part = sound.read(hashed, 1 << 18)
    guard !part.isEmpty else { return .failed }
    name?.update(part)
    hashed += Int64(part.count)
    share = 0.9 + 0.1 * Double(hashed) / Double(length)
    guard hashed == length else { return .goesOn }
    return .done(
      .finished(
        FinishedTake(
          frames: source.frames, sampleRate: source.sampleRate, byteCount: UInt64(length),
          sha256: name?.finish().bytes ?? [])))
  }
}

/// Writes an edited take to its own file.
struct Export {
  private let frames: EditedFrames
  private let source: Source
  private let file: SoundFile
  private var pcm: TakePCM
  private var flac: FlacWriter?
  private let header: WaveHeader
  private var place: Int64 = 0
  private var length: Int64
  private var samples: [Float] = []
  private var numbers: [Int32] = []
  private var bytes: [UInt8] = []

  init?(_ take: SoundFile, to file: SoundFile, _ edit: TakeEdit, isFlac: Bool) {
    guard edit.frames > 0, let source = Source(take) else { return nil }
    (self.source, self.file) = (source, file)
    frames = source.edited(edit)
    pcm = TakePCM(source.depth)
    header = WaveHeader(
      sampleRate: source.sampleRate, channels: source.channels, depth: source.depth)
    if isFlac {
      flac = FlacWriter(
        sampleRate: source.sampleRate, channels: source.channels, bits: source.depth.rawValue,
        longest: edit.frames)
    }
    let first = flac?.header ?? header.bytes(frames: 0)
    length = Int64(first.count)
    guard file.cut(to: 0), file.write(first, at: 0) else { return nil }
  }

  var share: Double { Double(place) / Double(frames.edit.frames) }

  mutating func step() -> Work.Step {
    let all = frames.edit.frames
    let count = Int(min(1 << 16, all - place))
    samples.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    frames.read(place, count, to: &samples)
    pcm.append(samples, to: &bytes)
    place += Int64(count)
    if flac != nil {
      TakePCM.read(bytes, source.depth, to: &numbers)
      bytes.removeAll(keepingCapacity: true)
      flac?.append(numbers, to: &bytes)
      if place == all { flac?.finish(to: &bytes) }
    } else if place == all {
      bytes += header.end(frames: all)
    }
    guard file.write(bytes, at: length) else { return .failed }
    length += Int64(bytes.count)
    guard place == all else { return .goesOn }
    let first = flac?.header ?? header.bytes(frames: all)
    guard file.write(first, at: 0), file.flush() else { return .failed }
    return .done(.exported(frames: all))
  }
}
