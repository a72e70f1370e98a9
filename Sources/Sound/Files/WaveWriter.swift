/// Writes samples as a WAV file whose length is known in advance.
public struct WaveWriter: Sendable {
  public let format: WaveFormat
  public let frames: Int64

  public init(_ format: WaveFormat, frames: Int64) {
    self.format = format
    self.frames = frames
  }

  private var soundBytes: Int64 { frames * Int64(format.frameBytes) }

  /// The bytes before the samples: the plain form, or RF64 if 32 bits are not enough.
  public var header: [UInt8] {
    let isLong = soundBytes + 64 > 0xFFFF_FFFF
    var bytes: [UInt8] = []
    let padded = soundBytes + soundBytes % 2
    bytes += (isLong ? "RF64" : "RIFF").utf8
    append(isLong ? 0xFFFF_FFFF : UInt64(36 + padded), bytes: 4, to: &bytes)
    bytes += "WAVE".utf8
    if isLong {
      bytes += "ds64".utf8
      append(28, bytes: 4, to: &bytes)
      append(UInt64(72 + padded), bytes: 8, to: &bytes)
      append(UInt64(soundBytes), bytes: 8, to: &bytes)
      append(UInt64(frames), bytes: 8, to: &bytes)
      append(0, bytes: 4, to: &bytes)
    }
    let isFloat = format.encoding == .float32 || format.encoding == .float64
    bytes += "fmt ".utf8
    append(16, bytes: 4, to: &bytes)
    append(isFloat ? 3 : 1, bytes: 2, to: &bytes)
    append(UInt64(format.channels), bytes: 2, to: &bytes)
    append(UInt64(format.sampleRate), bytes: 4, to: &bytes)
    append(UInt64(format.sampleRate * format.frameBytes), bytes: 4, to: &bytes)
    append(UInt64(format.frameBytes), bytes: 2, to: &bytes)
    append(UInt64(format.encoding.bytes * 8), bytes: 2, to: &bytes)
    bytes += "data".utf8
    append(isLong ? 0xFFFF_FFFF : UInt64(soundBytes), bytes: 4, to: &bytes)
    return bytes
  }

  /// The bytes after the samples: padding to an even length.
  public var end: [UInt8] { soundBytes % 2 == 1 ? [0] : [] }

  /// Appends samples in the file's encoding; integer formats clip beyond −1 to 1.
  public func append(_ samples: Span<Float>, to bytes: inout [UInt8]) {
    for index in 0..<samples.count {
      let sample = Double(samples[index])
      switch format.encoding {
      case .unsigned8: append(whole(sample, 0x80) &+ 0x80, bytes: 1, to: &bytes)
      case .signed16: append(whole(sample, 0x8000), bytes: 2, to: &bytes)
      case .signed24: append(whole(sample, 0x80_0000), bytes: 3, to: &bytes)
      case .signed32: append(whole(sample, 0x8000_0000), bytes: 4, to: &bytes)
      case .float32: append(UInt64(samples[index].bitPattern), bytes: 4, to: &bytes)
      case .float64: append(sample.bitPattern, bytes: 8, to: &bytes)
      }
    }
  }

  /// The nearest whole number of steps, in two's complement.
  private func whole(_ sample: Double, _ steps: Double) -> UInt64 {
    guard sample.isFinite else { return 0 }
    let scaled = Functions.nearest(sample * steps)
    return UInt64(bitPattern: Int64(min(max(scaled, -steps), steps - 1)))
  }

  private func append(_ number: UInt64, bytes count: Int, to bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
  }
}
