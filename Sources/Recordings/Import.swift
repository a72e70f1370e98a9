import Sound

/// Writes the sound of a WAV or FLAC file from elsewhere to a take's file, as if it had been recorded.
///
/// Samples stay as they are, with 16 or 24 bits; of more than two channels, the first two are kept.
struct Import {
  private enum Reader {
    case wave(WaveReader)
    case flac(FlacReader)
  }

  /// The sample rates of takes.
  private static let rates = 8_000...192_000

  private var reader: Reader
  private let source: SoundFile
  private let file: SoundFile
  /// Known once the format is.
  private var header: WaveHeader?
  private var pcm = TakePCM(.bits24)
  private var read: Int64 = 0
  private var frames: Int64 = 0
  private let size: Int64
  private var samples: [Float] = []
  private var numbers: [Int32] = []
  private var bytes: [UInt8] = []

  init?(_ source: SoundFile, to file: SoundFile) {
    (self.source, self.file, size) = (source, file, source.size)
    if let flac = try? FlacReader(length: size, bytes: { source.read($0, $1) }) {
      reader = .flac(flac)
    } else {
      reader = .wave(WaveReader())
    }
    guard file.cut(to: 0) else { return nil }
  }

  var share: Double {
    if case .flac(let flac) = reader {
      return Double(flac.position) / Double(max(flac.info.frames, 1))
    }
    return Double(read) / Double(max(size, 1))
  }

  mutating func step() -> Work.Step {
    bytes.removeAll(keepingCapacity: true)
    let isOver: Bool?
    switch reader {
    case .wave(var wave):
      isOver = step(&wave)
      reader = .wave(wave)
    case .flac(var flac):
      // Its blocks are changed in place, not in a copy.
      reader = .wave(WaveReader())
      isOver = step(&flac)
      reader = .flac(flac)
    }
    guard let isOver else { return .failed }
    if let header {
      let place = Int64(WaveHeader.length) + frames * Int64(header.frameBytes)
      guard file.write(bytes, at: place) else { return .failed }
      frames += Int64(bytes.count / header.frameBytes)
    }
    guard isOver else { return .goesOn }
    guard let header, frames > 0 else { return .failed }
    let end = Int64(WaveHeader.length) + frames * Int64(header.frameBytes)
    guard file.write(header.end(frames: frames), at: end),
      file.write(header.bytes(frames: frames), at: 0), file.flush()
    else { return .failed }
    return .done(.recorded(frames: frames, sampleRate: header.sampleRate))
  }

  /// Sets the format; returns whether takes may have it.
  private mutating func begin(_ rate: Int, channels: Int, _ depth: TakePCM.Depth) -> Bool {
    let header = WaveHeader(sampleRate: rate, channels: min(channels, 2), depth: depth)
    self.header = header
    pcm = TakePCM(depth)
    return Self.rates.contains(rate) && file.write(header.bytes(frames: 0), at: 0)
  }

  /// Reads a part; returns whether it was the last, or `nil` if it cannot be read.
  private mutating func step(_ wave: inout WaveReader) -> Bool? {
    let part = source.read(read, 1 << 17)
    read += Int64(part.count)
    samples.removeAll(keepingCapacity: true)
    do throws(WaveError) {
      try wave.read(part[...], to: &samples)
    } catch {
      return nil
    }
    guard let format = wave.format else { return part.isEmpty ? nil : false }
    if header == nil {
      let isShort = format.encoding == .signed16 || format.encoding == .unsigned8
      guard begin(format.sampleRate, channels: format.channels, isShort ? .bits16 : .bits24) else {
        return nil
      }
    }
    if format.channels > 2 {
      var kept: [Float] = []
      for start in stride(from: 0, to: samples.count, by: format.channels) {
        kept += samples[start..<start + 2]
      }
      samples = kept
    }
    pcm.append(samples, to: &bytes)
    // A file that was cut short has what it has.
    return part.isEmpty
  }

  /// The same with a block.
  private mutating func step(_ flac: inout FlacReader) -> Bool? {
    let info = flac.info
    let depth: TakePCM.Depth = info.bits <= 16 ? .bits16 : .bits24
    if header == nil, !begin(info.sampleRate, channels: info.channels, depth) { return nil }
    do throws(FlacError) {
      guard try flac.next(to: &numbers) else { return true }
    } catch {
      return nil
    }
    for index in numbers.indices { numbers[index] <<= Int32(depth.rawValue - info.bits) }
    TakePCM.append(numbers, depth, to: &bytes)
    return false
  }
}
