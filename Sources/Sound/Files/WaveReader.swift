/// Reads a WAV file as its bytes arrive.
///
/// It understands plain and extensible formats, RIFF, RF64 and BW64, with any other chunks in between. A sound
/// whose length the writer did not know, as in a pipe, extends to the end of the bytes.
public struct WaveReader: Sendable {
  public static let channels = 1...64
  public static let sampleRates = 1_000...1_536_000

  /// Known once the format has been read.
  public private(set) var format: WaveFormat?
  /// How many frames have been read.
  public private(set) var frames: Int64 = 0
  private var state = State.opening
  /// Bytes waiting for the rest of their chunk.
  private var waiting: [UInt8] = []
  private var place: Int64 = 0
  /// The length of the sound according to an RF64 file.
  private var longLength: Int64?
  /// How many bytes of sound to expect; `nil` if it extends to the end.
  private var expectedBytes: Int64?

  private enum State: Hashable {
    case opening
    case chunk
    /// The start of a chunk whose content matters, and its length.
    case sizes(Int64)
    case format(Int64)
    case skipping(Int64)
    case sound(left: Int64)
  }

  public init() {}

  /// Takes the next bytes and appends their samples, interleaved.
  public mutating func read(
    _ bytes: ArraySlice<UInt8>, to samples: inout [Float]
  ) throws(WaveError) {
    waiting += bytes
    var used = 0
    while try step(&used, &samples) {}
    place += Int64(used)
    waiting.removeFirst(used)
  }

  /// Says that there are no more bytes.
  public func finish() throws(WaveError) {
    guard let format else {
      throw state == .opening ? .notAWave : .noSound
    }
    switch state {
    case .chunk where frames > 0, .skipping where frames > 0: break
    case .sound(let left):
      if expectedBytes == nil { break }
      let lost = left / Int64(format.frameBytes)
      if lost > 0 { throw .cutShort(expected: frames + lost, found: frames) }
    default: throw .noSound
    }
  }

  /// Does what the available bytes allow; returns whether there may be more to do.
  private mutating func step(
    _ used: inout Int, _ samples: inout [Float]
  ) throws(WaveError) -> Bool {
    let available = waiting.count - used
    switch state {
    case .opening:
      guard available >= 12 else { return false }
      guard has("RIFF", at: used) || has("RF64", at: used) || has("BW64", at: used),
        has("WAVE", at: used + 8)
      else { throw .notAWave }
      used += 12
      state = .chunk
    case .chunk:
      guard available >= 8 else { return false }
      let start = used
      let size = Int64(number(at: used + 4, bytes: 4))
      used += 8
      if has("ds64", at: start) {
        state = .sizes(size)
      } else if has("fmt ", at: start) {
        state = .format(size)
      } else if has("data", at: start), frames == 0 {
        try beginSound(size)
      } else {
        state = .skipping(size + size % 2)
      }
    case .sizes(let size):
      guard available >= 16 || size < 16 else { return false }
      if size >= 16 { longLength = Int64(clamping: number(at: used + 8, bytes: 8)) }
      state = .skipping(size + size % 2)
    case .format(let size):
      let wanted = min(size, 40)
      guard wanted >= 16 else { throw .damagedFormat(at: place + Int64(used)) }
      guard available >= wanted else { return false }
      format = try readFormat(at: used, size: Int(wanted))
      state = .skipping(size + size % 2)
    case .skipping(let left):
      let count = min(left, Int64(available))
      used += Int(count)
      state = count == left ? .chunk : .skipping(left - count)
      return count == left
    case .sound(let left):
      guard let format else { throw .noSound }
      let size = format.frameBytes
      let count = min(left / Int64(size), Int64(available / size))
      for _ in 0..<count * Int64(format.channels) {
        samples.append(sample(at: used, format.encoding))
        used += format.encoding.bytes
      }
      frames += count
      let rest = left - count * Int64(size)
      state = rest < size ? .skipping(rest) : .sound(left: rest)
      return count > 0
    }
    return true
  }

  private mutating func beginSound(_ size: Int64) throws(WaveError) {
    guard format != nil else { throw .damagedFormat(at: place) }
    var length: Int64? = size
    if size == 0xFFFF_FFFF {
      length = longLength
    } else if size == 0 {
      // Written before the length was known, and never corrected.
      length = nil
    }
    expectedBytes = length
    state = .sound(left: length ?? .max)
  }

  private func readFormat(at start: Int, size: Int) throws(WaveError) -> WaveFormat {
    var tag = Int(number(at: start, bytes: 2))
    let channels = Int(number(at: start + 2, bytes: 2))
    let rate = Int(clamping: number(at: start + 4, bytes: 4))
    let frame = Int(number(at: start + 12, bytes: 2))
    let bits = Int(number(at: start + 14, bytes: 2))
    // The extensible form has the tag at the start of a longer name.
    if tag == 0xFFFE, size >= 26 { tag = Int(number(at: start + 24, bytes: 2)) }
    let encoding: WaveFormat.Encoding
    switch (tag, bits) {
    case (1, 8): encoding = .unsigned8
    case (1, 16): encoding = .signed16
    case (1, 24): encoding = .signed24
    case (1, 32): encoding = .signed32
    case (3, 32): encoding = .float32
    case (3, 64): encoding = .float64
    default: throw .unknownEncoding(tag: tag, bits: bits, at: place + Int64(start))
    }
    guard Self.channels.contains(channels) else { throw .channelsOutOfRange(channels) }
    guard Self.sampleRates.contains(rate) else { throw .rateOutOfRange(rate) }
    let format = WaveFormat(sampleRate: rate, channels: channels, encoding: encoding)
    guard frame == format.frameBytes else { throw .damagedFormat(at: place + Int64(start) + 12) }
    return format
  }

  // MARK: - Numbers

  /// Whether a name of four letters stands there.
  private func has(_ name: String, at start: Int) -> Bool {
    waiting[start..<start + 4].elementsEqual(name.utf8)
  }

  private func number(at start: Int, bytes: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (0..<bytes).reversed() { number = number << 8 | UInt64(waiting[start + index]) }
    return number
  }

  /// A sample from −1 to 1; floats are used unchanged, and NaN becomes 0.
  private func sample(at start: Int, _ encoding: WaveFormat.Encoding) -> Float {
    let bits = number(at: start, bytes: encoding.bytes)
    switch encoding {
    case .unsigned8: return (Float(bits) - 128) / 128
    case .signed16: return Float(Int16(truncatingIfNeeded: bits)) / 0x8000
    case .signed24: return Float(Int32(truncatingIfNeeded: bits << 8) >> 8) / 0x80_0000
    case .signed32: return Float(Int32(truncatingIfNeeded: bits)) / 0x8000_0000
    case .float32:
      let sample = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      return sample.isFinite ? sample : 0
    case .float64:
      let sample = Float(Double(bitPattern: bits))
      return sample.isFinite ? sample : 0
    }
  }
}
