import Ledger
import Testing

@testable import Recordings
@testable import Sound

/// The worker's files, in memory: what is on a disk, and how much still has room there.
private final class Disk {
  var files: [Int: [UInt8]] = [:]
  var room = Int.max
  private(set) var flushes = 0

  func file(_ number: Int) -> SoundFile {
    SoundFile(
      size: { Int64(self.files[number]?.count ?? 0) },
      read: { offset, count in
        let bytes = self.files[number] ?? []
        return Array(bytes.dropFirst(Int(offset)).prefix(count))
      },
      write: { bytes, offset in
        var file = self.files[number] ?? []
        let end = Int(offset) + bytes.count
        guard end <= self.room else { return false }
        if file.count < end { file += [UInt8](repeating: 0, count: end - file.count) }
        file.replaceSubrange(Int(offset)..<end, with: bytes)
        self.files[number] = file
        return true
      },
      flush: {
        self.flushes += 1
        return true
      },
      cut: { length in
        let file = self.files[number] ?? []
        self.files[number] =
          Array(file.prefix(Int(length)))
          + [UInt8](repeating: 0, count: max(Int(length) - file.count, 0))
        return true
      })
  }

  /// Works to the end; says what came of it and how far it said to be.
  func work(_ request: TakeRequest) -> (answer: TakeAnswer?, shares: [Double]) {
    guard var work = Work(request, file) else { return (nil, []) }
    var shares: [Double] = []
    while true {
      switch work.step() {
      case .goesOn: shares.append(work.share)
      case .done(let answer): return (answer, shares)
      case .failed: return (nil, shares)
      }
    }
  }

  /// Records a tone, or what `sample` gives.
  func record(
    seconds: Double, _ depth: TakePCM.Depth = .bits16, sample: (Int) -> Float = tone
  ) -> Recording {
    var recording = Recording(RecordRequest(depth, seed: 1), sampleRate: 48_000, to: file(0))
    for index in 0..<Int(seconds * 48_000) { recording.hear(sample(index)) }
    return recording
  }
}

/// A4, half as loud as can be.
private func tone(_ index: Int) -> Float {
  0.5 * Float(Functions.sine(turns: 440 * Double(index) / 48_000))
}

@Suite struct RecordingTests {
  @Test(arguments: TakePCM.Depth.allCases) func whatWasHeardIsInTheFile(depth: TakePCM.Depth) throws
  {
    let disk = Disk()
    var recording = disk.record(seconds: 1.25, depth)
    var told = recording.news()
    let news = try #require(told)
    #expect(news.stage == .recording && news.frames == 57_600 && news.clipped == 0)
    #expect(abs(news.peak - 0.5) < 0.001)
    told = recording.news()
    #expect(told == nil, "news is told once")
    recording.end()
    told = recording.news()
    #expect(told?.stage == .ended)
    let header = try #require(WaveHeader(Array(disk.files[0]?.prefix(WaveHeader.length) ?? [])))
    #expect(header.depth == depth && header.sampleRate == 48_000)
    let source = try #require(Source(disk.file(0)))
    #expect(source.frames == 60_000)
    var samples: [Float] = []
    source.read(0, 60_000, to: &samples)
    for index in stride(from: 0, to: 60_000, by: 997) {
      #expect(abs(samples[index] - tone(index)) < 0.001)
    }
  }

  @Test func aPauseIsNotInTheFile() throws {
    let disk = Disk()
    var recording = disk.record(seconds: 0.25)
    recording.pause()
    var told = recording.news()
    #expect(told?.stage == .paused)
    for index in 0..<48_000 { recording.hear(tone(index)) }
    recording.goOn()
    for index in 0..<12_000 { recording.hear(tone(index)) }
    recording.end()
    told = recording.news()
    #expect(told?.frames == 24_000)
  }

  @Test func whatNeverCameIsSilence() throws {
    let disk = Disk()
    var recording = disk.record(seconds: 0.1)
    recording.miss(4_800)
    recording.end()
    let told = recording.news()
    let news = try #require(told)
    #expect(news.frames == 9_600 && news.missed == 4_800)
    var samples: [Float] = []
    Source(disk.file(0))?.read(4_800, 4_800, to: &samples)
    #expect(samples.allSatisfy { abs($0) < 0.001 })
  }

  @Test func aFullDiskKeepsWhatIsThere() throws {
    let disk = Disk()
    disk.room = 30_000
    var recording = disk.record(seconds: 1)
    let told = recording.news()
    #expect(told?.stage == .failed)
    // Whole tenths of a second are there, and the file says how many.
    let source = try #require(Source(disk.file(0)))
    #expect(source.frames == 14_400 && source.frames * 2 + 80 <= 30_000)
    recording.end()
    #expect(recording.stage == .failed)
  }

  @Test(arguments: [0, 40, 80, 81, 9_681, 50_000]) func whatWasCutOffIsMended(length: Int) throws {
    let disk = Disk()
    _ = disk.record(seconds: 1)
    disk.files[0] = Array(disk.files[0]?.prefix(length) ?? [])
    let frames = Int64(max(length - 80, 0) / 2)
    #expect(disk.work(.recover).answer == .recorded(frames: frames, sampleRate: 48_000))
    if frames > 0 { #expect(Source(disk.file(0))?.frames == frames) }
  }

  @Test func whatIsNoTakeIsNotMended() {
    let disk = Disk()
    disk.files[0] = [UInt8](repeating: 7, count: 100)
    #expect(disk.work(.recover).answer == nil)
    #expect(disk.work(.finish).answer == nil)
    #expect(disk.files[0] == [UInt8](repeating: 7, count: 100))
  }
}

@Suite struct WorkTests {
  private func recorded(_ seconds: Double = 2, sample: (Int) -> Float = tone) -> Disk {
    let disk = Disk()
    var recording = disk.record(seconds: seconds, sample: sample)
    recording.end()
    return disk
  }

  private func finished() throws -> (disk: Disk, take: FinishedTake) {
    let disk = recorded()
    guard case .finished(let take)? = disk.work(.finish).answer else {
      throw Problem()
    }
    return (disk, take)
  }

  private struct Problem: Error {}

  @Test func aFinishedFileIsTheTakeAndBearsItsName() throws {
    let disk = recorded()
    let (answer, shares) = disk.work(.finish)
    let file = try #require(disk.files[1])
    #expect(
      answer
        == .finished(
          FinishedTake(
            frames: 96_000, sampleRate: 48_000, byteCount: UInt64(file.count),
            sha256: SHA256.digest(of: file).bytes)))
    #expect(shares == shares.sorted() && shares.allSatisfy { (0...1).contains($0) })
    var (before, after): ([Float], [Float]) = ([], [])
    Source(disk.file(0))?.read(0, 96_000, to: &before)
    Source(disk.file(1))?.read(0, 96_000, to: &after)
    #expect(before == after && !before.isEmpty)
    #expect(WavePyramid(disk.files[2] ?? [])?.frames == 96_000)
  }

  /// A WAV file from elsewhere: each channel is the tone, softer from one to the next.
  private func wave(
    _ encoding: WaveFormat.Encoding, channels: Int, rate: Int = 44_100, frames: Int = 50_001
  ) -> [UInt8] {
    let writer = WaveWriter(
      WaveFormat(sampleRate: rate, channels: channels, encoding: encoding), frames: Int64(frames))
    var samples: [Float] = []
    for index in 0..<frames {
      for channel in 0..<channels { samples.append(tone(index) / Float(channel + 1)) }
    }
    var bytes = writer.header
    writer.append(samples.span, to: &bytes)
    return bytes + writer.end
  }

  @Test(arguments: [WaveFormat.Encoding.unsigned8, .signed16, .signed24, .float32], [1, 2, 5])
  func aWaveFromElsewhereBecomesATake(encoding: WaveFormat.Encoding, channels: Int) throws {
    let disk = Disk()
    disk.files[0] = wave(encoding, channels: channels)
    disk.files[1] = [1, 2, 3]
    let (answer, shares) = disk.work(.take)
    #expect(answer == .recorded(frames: 50_001, sampleRate: 44_100))
    #expect(shares == shares.sorted() && shares.allSatisfy { (0...1).contains($0) })
    let source = try #require(Source(disk.file(1)))
    #expect(source.frames == 50_001 && source.channels == min(channels, 2))
    #expect(source.bits == (encoding == .unsigned8 || encoding == .signed16 ? 16 : 24))
    var samples: [Float] = []
    source.read(0, 50_001, to: &samples)
    let step: Float = encoding == .unsigned8 ? 0.01 : 0.0001
    for index in stride(from: 0, to: 50_001, by: 997) {
      for channel in 0..<source.channels {
        let sample = samples[index * source.channels + channel]
        #expect(abs(sample - tone(index) / Float(channel + 1)) < step)
      }
    }
    // It is finished like a recording.
    disk.files[0] = disk.files[1]
    guard case .finished(let take)? = disk.work(.finish).answer else { throw Problem() }
    #expect(take.frames == 50_001 && take.sampleRate == 44_100)
  }

  @Test func aFlacFromElsewhereKeepsEachSample() throws {
    let (disk, _) = try finished()
    let recorded = try #require(disk.files[0])
    disk.files[0] = disk.files[1]
    #expect(disk.work(.take).answer == .recorded(frames: 96_000, sampleRate: 48_000))
    #expect(disk.files[1] == recorded)
  }

  @Test func aWaveThatWasCutShortHasWhatItHas() {
    let disk = Disk()
    disk.files[0] = Array(wave(.signed16, channels: 2).dropLast(40_002))
    #expect(disk.work(.take).answer == .recorded(frames: 40_000, sampleRate: 44_100))
  }

  @Test func whatIsNoSoundOrHasNoRoomIsNotImported() {
    let disk = Disk()
    for bytes in [
      [], Array("no sound at all, but some text".utf8),
      Array(wave(.signed16, channels: 1).prefix(44)),
      wave(.signed16, channels: 1, rate: 4_000),
    ] {
      disk.files[0] = bytes
      #expect(disk.work(.take).answer == nil)
    }
    disk.files[0] = wave(.signed16, channels: 1)
    disk.room = 50_000
    #expect(disk.work(.take).answer == nil)
  }

  @Test func aFileThatHasNoRoomIsNotFinished() {
    let disk = recorded()
    disk.room = 1_000
    #expect(disk.work(.finish).answer == nil)
  }

  @Test(arguments: [false, true]) func whatIsLeftIsExported(isFlac: Bool) throws {
    let (disk, _) = try finished()
    var edit = TakeEdit(length: 96_000)
    edit.cut(24_000..<48_000)
    #expect(disk.work(.export(edit, isFlac: isFlac)).answer == .exported(frames: 72_000))
    let exported = try #require(Source(disk.file(1)))
    #expect(exported.frames == 72_000)
    // The take is still recorded as it was; what follows the cut is what came later.
    var (before, after): ([Float], [Float]) = ([], [])
    Source(disk.file(0))?.read(60_000, 1_000, to: &before)
    exported.read(36_000, 1_000, to: &after)
    #expect(zip(before, after).allSatisfy { abs($0 - $1) < 0.001 } && after.count == 1_000)
    #expect(disk.work(.export(TakeEdit(length: 0), isFlac: isFlac)).answer == nil)
  }

  @Test func aPictureIsDrawnFromWhatWasKeptOrFromTheSound() throws {
    let (disk, _) = try finished()
    let request = TakeRequest.draw(TakeEdit(length: 96_000), 0..<96_000, columns: 100)
    disk.files[1] = disk.files[2]
    guard case .drawn(let kept)? = disk.work(request).answer else { throw Problem() }
    disk.files[1] = nil
    guard case .drawn(let drawn)? = disk.work(request).answer else { throw Problem() }
    #expect(kept.count == 100 && drawn.count == 100)
    for bin in kept + drawn {
      #expect(abs(bin.most - 0.5) < 0.02 && abs(bin.least + 0.5) < 0.02)
      #expect(abs(bin.strength - 0.3536) < 0.02)
    }
  }

  @Test func aToneLiesWhereItLies() throws {
    let (disk, _) = try finished()
    let request = TakeRequest.intonation(TakeEdit(length: 96_000), a4: 442)
    guard case .intonation(let found)? = disk.work(request).answer else { throw Problem() }
    let line = try #require(found.lines.first)
    #expect(found.lines.count == 1 && line.note == .a4 && line.count == 1)
    // 440 Hz against 442.
    #expect(abs(line.mean.value + 7.85) < 0.2 && line.shareInTune == 0)
    #expect(found.trace.count == TakeRequest.traceColumns)
    #expect(found.trace.contains { $0.map { abs($0 - 68.92) < 0.01 } ?? false })
  }

  @Test func notesAreMeasuredAgainstTheClick() throws {
    // A short tone on each second, 30 ms late.
    let disk = recorded(6) { index in
      let place = (index - 1_440) % 48_000
      return index >= 1_440 && place < 4_800 ? tone(place) : 0
    }
    let tempo = try #require(Tempo(centiBeatsPerMinute: 6_000))
    let click = TakeClick(Metronome(meter: .common, tempo: tempo), offset: 0)
    guard case .timing(let timing)? = disk.work(.timing(TakeEdit(length: 288_000), click)).answer
    else { throw Problem() }
    // What begins in the first 50 ms is not told from what was there before.
    #expect(timing.hits == 5 && timing.missed == 0)
    #expect(abs((timing.median ?? 0) - 30) < 5)
  }

  @Test func theCrowOfWhatIsLeftIsMeasured() throws {
    // Two octaves in the first two seconds, the lower alone after them.
    let disk = recorded(4) { index in
      tone(index) / 2 + (index < 96_000 ? tone(2 * index) / 3 : 0)
    }
    for (cut, kind) in [(96_000..<192_000, Crow.Kind.two), (0..<96_000, .one)] {
      var edit = TakeEdit(length: 192_000)
      edit.cut(Int64(cut.lowerBound)..<Int64(cut.upperBound))
      let (answer, shares) = disk.work(.crow(edit, a4: 442))
      guard case .crow(let crow)? = answer else { throw Problem() }
      #expect(crow.kind == kind && !shares.isEmpty)
      let pitch = try #require(crow.pitch)
      #expect(pitch.note == .a4 && abs(pitch.cents.value + 7.85) < 0.1)
    }
    guard case .crow(let crow)? = disk.work(.crow(TakeEdit(length: 0), a4: 440)).answer else {
      throw Problem()
    }
    #expect(crow == Crow(.unpitched))
    #expect(disk.work(.crow(TakeEdit(length: 192_000), a4: 500)).answer == nil)
  }

  @Test func aTuneOfTheStudioIsATake() throws {
    let disk = Disk()
    let tune = StudioTune(.allCases[0], tempo: 60, seed: 1)
    #expect(
      disk.work(.render(.allCases[0], tempo: 60, seed: 1)).answer
        == .recorded(frames: tune.frames, sampleRate: tune.sampleRate))
    #expect(Source(disk.file(0))?.frames == tune.frames)
  }
}

@Suite struct ReplayTests {
  @Test func aTakeIsPlayedFromItsPlaceToItsEnd() throws {
    let disk = Disk()
    var recording = disk.record(seconds: 1)
    recording.end()
    let request = ReplayRequest(TakeEdit(length: 48_000), from: 24_000)
    var replay = try #require(Replay(request, of: disk.file(0), sampleRate: 48_000))
    var samples: [Float] = []
    replay.render(1_024, to: &samples)
    #expect(samples.count == 1_024 && samples.contains { abs($0) > 0.4 })
    #expect((24_000...25_024).contains(replay.place.frame) && !replay.place.isOver)
    for _ in 0..<40 { replay.render(1_024, to: &samples) }
    #expect(replay.place.isOver && samples.allSatisfy { $0 == 0 })
    // And again from where somebody tapped.
    replay.change(to: ReplayRequest(TakeEdit(length: 48_000), from: 0))
    replay.render(1_024, to: &samples)
    #expect(replay.place.frame <= 1_024 && !replay.place.isOver)
  }

  @Test func whatIsNoTakeIsNotPlayed() {
    let disk = Disk()
    disk.files[0] = [1, 2, 3]
    let request = ReplayRequest(TakeEdit(length: 1), from: 0)
    #expect(Replay(request, of: disk.file(0), sampleRate: 48_000) == nil)
  }
}
