/// Writes sound as FLAC (RFC 9639), block by block, without loss.
///
///     var writer = FlacWriter(sampleRate: 48_000, channels: 1, bits: 16, longest: count)
///     var file = writer.header
///     writer.append(samples, to: &file)
///     writer.finish(to: &file)
///     file.replaceSubrange(0..<writer.header.count, with: writer.header)
///
/// The header is right only once everything is written: it contains the length of the sound, its checksum and the
/// positions of its blocks. Its size never changes.
public struct FlacWriter: Sendable {
  public let sampleRate: Int
  public let channels: Int
  public let bits: Int
  /// How many frames have been written.
  public private(set) var frames: Int64 = 0

  public static let sampleRates = 1...655_350
  private static let blockLength = 4_096
  private static let highestOrder = 8

  /// Samples waiting for a full block, one list per channel.
  private var waiting: [[Int32]]
  private var blockNumber: UInt64 = 0
  private var sizes: ClosedRange<Int>?
  private var checksum = MD5()
  private let window: [Double]
  /// Seek points: the first frames of blocks, and the number of bytes of blocks before them.
  private var points: [(frame: Int64, offset: Int64)] = []
  /// The maximum number of seek points, and their distance in frames.
  private let pointLimit: Int
  private let pointDistance: Int64
  private var bytesWritten: Int64 = 0

  /// Ten seconds between points, or more if that would be too many.
  private static let pointSeconds: Int64 = 10
  private static let mostPoints: Int64 = 4_096

  /// - Parameters:
  ///   - channels: one or two.
  ///   - bits: 16 or 24.
  ///   - longest: the number of frames that seek points must cover; 0 for none.
  public init(sampleRate: Int, channels: Int, bits: Int, longest: Int64 = 0) {
    precondition(Self.sampleRates.contains(sampleRate), "FLAC knows no such rate")
    precondition((1...2).contains(channels) && (bits == 16 || bits == 24), "not written here")
    self.sampleRate = sampleRate
    self.channels = channels
    self.bits = bits
    waiting = [[Int32]](repeating: [], count: channels)
    window = Self.window(Self.blockLength)
    pointDistance = max(Self.pointSeconds * Int64(sampleRate), longest / Self.mostPoints + 1)
    pointLimit = longest > 0 ? Int(longest / pointDistance) + 1 : 0
  }

  /// Appends whole frames, interleaved.
  public mutating func append(_ samples: [Int32], to file: inout [UInt8]) {
    precondition(samples.count % channels == 0, "a frame is not whole")
    checksum.add(samples, bytes: bits / 8)
    var start = 0
    while start < samples.count {
      let room = (Self.blockLength - waiting[0].count) * channels
      let end = min(samples.count, start + room)
      for channel in 0..<channels {
        for index in stride(from: start + channel, to: end, by: channels) {
          waiting[channel].append(samples[index])
        }
      }
      start = end
      if waiting[0].count == Self.blockLength { writeBlock(to: &file) }
    }
  }

  /// Writes the remaining samples.
  public mutating func finish(to file: inout [UInt8]) {
    if !waiting[0].isEmpty { writeBlock(to: &file) }
  }

  /// The marker and the stream information, as far as it is known.
  public var header: [UInt8] {
    var writer = BitWriter()
    for byte in "fLaC".utf8 { writer.write(UInt32(byte), bits: 8) }
    // Type 0, with 34 bytes; marked as the last one if no table follows.
    writer.write(UInt32(pointLimit > 0 ? 0 : 0x80), bits: 8)
    writer.write(UInt32(FlacInfo.length), bits: 24)
    writer.write(UInt32(Self.blockLength), bits: 16)
    writer.write(UInt32(Self.blockLength), bits: 16)
    writer.write(UInt32(sizes?.lowerBound ?? 0), bits: 24)
    writer.write(UInt32(sizes?.upperBound ?? 0), bits: 24)
    writer.write(UInt32(sampleRate), bits: 20)
    writer.write(UInt32(channels - 1), bits: 3)
    writer.write(UInt32(bits - 1), bits: 5)
    // A stream too long for the field declares its length unknown.
    let length = frames < 1 << 36 ? UInt64(frames) : 0
    writer.write(UInt32(truncatingIfNeeded: length >> 32), bits: 4)
    writer.write(UInt32(truncatingIfNeeded: length), bits: 32)
    for byte in checksum.digest { writer.write(UInt32(byte), bits: 8) }
    if pointLimit > 0 { writePoints(to: &writer) }
    return writer.bytes
  }

  /// A table of the existing points, padded with placeholders.
  private func writePoints(to writer: inout BitWriter) {
    writer.write(UInt32(0x83), bits: 8)
    writer.write(UInt32(18 * pointLimit), bits: 24)
    for index in 0..<pointLimit {
      guard index < points.count else {
        writer.write(UInt32.max, bits: 32)
        writer.write(UInt32.max, bits: 32)
        for _ in 0..<5 { writer.write(UInt32(0), bits: 16) }
        continue
      }
      for number in [points[index].frame, points[index].offset] {
        writer.write(UInt32(truncatingIfNeeded: number >> 32), bits: 32)
        writer.write(UInt32(truncatingIfNeeded: number), bits: 32)
      }
      let left = min(frames - points[index].frame, Int64(Self.blockLength))
      writer.write(UInt32(left), bits: 16)
    }
  }

  /// Fades to nothing at both ends of a block, over a quarter of it each.
  private static func window(_ length: Int) -> [Double] {
    let ramp = Double(length) / 4
    return (0..<length).map { index in
      let distance = Double(min(index, length - 1 - index))
      guard distance < ramp else { return 1 }
      return 0.5 - 0.5 * Functions.cosine(turns: 0.5 * distance / ramp)
    }
  }
}

// MARK: - Blocks

extension FlacWriter {
  /// One channel of a block in its encoding.
  private enum Channel {
    case constant(Int32)
    case verbatim([Int32])
    case foretold([Int32], FlacPredictor, [Int32], RiceCode)

    var bits: Int64 {
      switch self {
      case .constant: 0
      case .verbatim: .max
      case .foretold(_, _, _, let code): code.bits
      }
    }
  }

  private mutating func writeBlock(to file: inout [UInt8]) {
    let length = waiting[0].count
    let window = length == Self.blockLength ? window : Self.window(length)
    var writer = BitWriter()
    writer.write(UInt32(0xFFF8), bits: 16)
    writer.write(UInt32(length == Self.blockLength ? 12 : 7), bits: 4)
    writer.write(UInt32(sampleRate == 44_100 ? 9 : sampleRate == 48_000 ? 10 : 0), bits: 4)
    var assignment = UInt32(channels - 1)
    var written = waiting.map { channel($0, bits, window) }
    var widths = [Int](repeating: bits, count: channels)
    if channels == 2 {
      let (left, right) = (waiting[0], waiting[1])
      let side = channel(zip(left, right).map { $0 - $1 }, bits + 1, window)
      let middle = channel(zip(left, right).map { ($0 + $1) >> 1 }, bits, window)
      let costs = written.map { cost($0, length, bits) }
      let (sideCost, middleCost) = (cost(side, length, bits + 1), cost(middle, length, bits))
      let all = [
        costs[0] + costs[1], costs[0] + sideCost, sideCost + costs[1], middleCost + sideCost,
      ]
      switch all.indices.min(by: { all[$0] < all[$1] }) {
      case 1: (assignment, written, widths) = (8, [written[0], side], [bits, bits + 1])
      case 2: (assignment, written, widths) = (9, [side, written[1]], [bits + 1, bits])
      case 3: (assignment, written, widths) = (10, [middle, side], [bits, bits + 1])
      default: break
      }
    }
    writer.write(assignment, bits: 4)
    writer.write(UInt32(bits == 16 ? 4 : 6), bits: 3)
    writer.write(UInt32(0), bits: 1)
    for byte in Self.coded(blockNumber) { writer.write(UInt32(byte), bits: 8) }
    if length != Self.blockLength { writer.write(UInt32(length - 1), bits: 16) }
    writer.write(UInt32(FlacChecksum.ofHead(writer.bytes[...])), bits: 8)
    for (channel, width) in zip(written, widths) { write(channel, width, to: &writer) }
    writer.align()
    let sum = FlacChecksum.ofBlock(writer.bytes[...])
    writer.write(UInt32(sum), bits: 16)

    let size = writer.bytes.count
    sizes = sizes.map { min($0.lowerBound, size)...max($0.upperBound, size) } ?? size...size
    if points.count < pointLimit, frames >= Int64(points.count) * pointDistance {
      points.append((frames, bytesWritten))
    }
    file += writer.bytes
    bytesWritten += Int64(size)
    frames += Int64(length)
    blockNumber += 1
    for index in waiting.indices { waiting[index].removeAll(keepingCapacity: true) }
  }

  private var widest: Int { bits == 16 ? 14 : 30 }

  /// A channel in the encoding that takes the fewest bits.
  private func channel(_ samples: [Int32], _ width: Int, _ window: [Double]) -> Channel {
    if let first = samples.first, samples.allSatisfy({ $0 == first }) { return .constant(first) }
    var best = Channel.verbatim(samples)
    var fewest = Int64(samples.count) * Int64(width)
    let candidates =
      [FlacPredictor.bestFixed(samples)]
      + FlacPredictor.linear(samples, upTo: Self.highestOrder, bits: width, window: window)
    for predictor in candidates {
      guard let rest = predictor.residual(of: samples) else { continue }
      let code = RiceCode(rest, skipped: predictor.order, widest: widest)
      let bits = code.bits + overhead(predictor, width)
      if bits < fewest {
        (best, fewest) = (.foretold(samples, predictor, rest, code), bits)
      }
    }
    return best
  }

  /// The bits of a predictor besides the residual.
  private func overhead(_ predictor: FlacPredictor, _ width: Int) -> Int64 {
    switch predictor {
    case .fixed(let order): Int64(order * width)
    case .linear(let weights, _, let precision): Int64(weights.count * (width + precision) + 9)
    }
  }

  private func cost(_ channel: Channel, _ length: Int, _ width: Int) -> Int64 {
    switch channel {
    case .constant: Int64(width)
    case .verbatim: Int64(length) * Int64(width)
    case .foretold(_, let predictor, _, let code): code.bits + overhead(predictor, width)
    }
  }

  private func write(_ channel: Channel, _ width: Int, to writer: inout BitWriter) {
    switch channel {
    case .constant(let sample):
      writer.write(UInt32(0), bits: 8)
      writer.write(sample, bits: width)
    case .verbatim(let samples):
      writer.write(UInt32(0b10), bits: 8)
      for sample in samples { writer.write(sample, bits: width) }
    case .foretold(let samples, let predictor, let rest, let code):
      switch predictor {
      case .fixed(let order): writer.write(UInt32(0b001000 | order) << 1, bits: 8)
      case .linear(let weights, _, _):
        writer.write(UInt32(0b100000 | weights.count - 1) << 1, bits: 8)
      }
      for sample in samples.prefix(predictor.order) { writer.write(sample, bits: width) }
      if case .linear(let weights, let shift, let precision) = predictor {
        writer.write(UInt32(precision - 1), bits: 4)
        writer.write(UInt32(shift), bits: 5)
        for weight in weights { writer.write(weight, bits: precision) }
      }
      code.write(rest, skipped: predictor.order, widest: widest, to: &writer)
    }
  }

  // MARK: - Block numbers

  /// A number in the manner of UTF-8, up to 36 bits.
  static func coded(_ number: UInt64) -> [UInt8] {
    guard number >= 0x80 else { return [UInt8(number)] }
    var more: [UInt8] = []
    var left = number
    var room: UInt64 = 0x40
    while left >= room {
      more.insert(UInt8(0x80 | left & 0x3F), at: 0)
      left >>= 6
      room >>= 1
    }
    // As many ones as there are bytes, then a zero.
    let ones = UInt8(truncatingIfNeeded: 0xFF00 >> (more.count + 1))
    return [ones | UInt8(left)] + more
  }
}
