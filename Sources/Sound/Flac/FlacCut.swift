/// Writes an edited take as a FLAC file that contains nothing else of the recording.
///
///     let cut = try FlacCut(of: edit, length: size) { offset, count in … }
///     try cut?.write { file += $0 }
///
/// It sounds as ``EditedFrames`` do. Whole blocks between the cuts are copied, which is quick; only those at the cuts
/// are encoded again.
public struct FlacCut {
  private let edit: TakeEdit
  private let reader: FlacReader
  private let length: Int64
  private let bytes: FlacReader.Bytes
  private let depth: TakePCM.Depth
  /// The frames of every block but the last.
  private let blockLength: Int64
  /// The copied blocks, in order.
  private let runs: [Run]

  private struct Run {
    /// Its first frame in the edited take.
    var start: Int64
    /// The numbers of the blocks in the recording.
    var blocks: Range<Int64>
  }

  /// How many bytes are handed over at once.
  private static let portion = 1 << 18
  /// A block that is not the last one has as many frames at least.
  private static let leastLength: Int64 = 16
  private static let encodedLength: Int64 = 4_096

  /// - Parameter length: of the file, in bytes.
  /// - Returns: `nil` if nothing remains, or if the recording is not as ``FlacWriter`` writes them.
  public init?(
    of edit: TakeEdit, length: Int64, bytes: @escaping FlacReader.Bytes
  ) throws(FlacError) {
    let reader = try FlacReader(length: length, bytes: bytes)
    let info = reader.info
    guard edit.frames > 0, edit.frames < 1 << 36,
      edit.parts.allSatisfy({ $0.upperBound <= info.frames }),
      let depth = TakePCM.Depth(rawValue: info.bits),
      FlacWriter.sampleRates.contains(info.sampleRate),
      info.blockLengths.least == info.blockLengths.most,
      info.blockLengths.least >= Self.leastLength
    else { return nil }
    (self.edit, self.reader, self.length, self.bytes, self.depth) = (
      edit, reader, length, bytes, depth
    )
    blockLength = Int64(info.blockLengths.most)
    runs = Self.runs(of: edit, fade: Int64(max(info.sampleRate / 100, 1)), blockLength)
  }

  /// The blocks that are copied: those that no cut and no fade touches.
  private static func runs(of edit: TakeEdit, fade: Int64, _ blockLength: Int64) -> [Run] {
    var runs: [Run] = []
    var partStart: Int64 = 0
    var copied: Int64 = 0
    for part in edit.parts {
      let start = part.lowerBound + (part.lowerBound > 0 ? fade : 0)
      let end = part.upperBound - (part.upperBound < edit.length ? fade : 0)
      var first = (start + blockLength - 1) / blockLength
      let last = end / blockLength
      func place(_ block: Int64) -> Int64 { partStart + block * blockLength - part.lowerBound }
      // What is encoded in between must not be too short for a block.
      if first < last, (1..<leastLength).contains(place(first) - copied) { first += 1 }
      if first < last {
        runs.append(Run(start: place(first), blocks: first..<last))
        copied = place(last)
      }
      partStart += part.length
    }
    return runs
  }

  /// Writes the file portion by portion, as long as `take` takes them.
  ///
  /// - Returns: whether all of it was taken.
  public func write(to take: ([UInt8]) -> Bool) throws(FlacError) -> Bool {
    var encoder = Encoder(edit, reader, depth)
    var file = header
    var place: Int64 = 0
    /// Hands over what there is once that is worth it.
    func passOn() -> Bool {
      guard file.count >= Self.portion else { return true }
      defer { file.removeAll(keepingCapacity: true) }
      return take(file)
    }
    for run in runs + [Run(start: edit.frames, blocks: 0..<0)] {
      while place < run.start {
        let left = run.start - place
        var count = min(left, Self.encodedLength)
        if (1..<Self.leastLength).contains(left - count) { count /= 2 }
        FlacBlocks.append(try encoder.block(place, Int(count)), at: place, to: &file)
        place += count
        guard passOn() else { return false }
      }
      guard !run.blocks.isEmpty else { break }
      let landing = reader.landing(before: run.blocks.lowerBound * blockLength)
      var blocks = FlacBlocks(
        from: landing.frame / blockLength, at: landing.offset, length: length, bytes: bytes)
      while blocks.number < run.blocks.upperBound {
        let isWanted = blocks.number >= run.blocks.lowerBound
        let block = try blocks.next()
        guard isWanted else { continue }
        FlacBlocks.append(block, at: place, to: &file)
        place += blockLength
        guard passOn() else { return false }
      }
    }
    return take(file)
  }

  /// The marker and the stream information; a file in parts has no checksum.
  private var header: [UInt8] {
    var writer = BitWriter()
    for byte in "fLaC".utf8 { writer.write(UInt32(byte), bits: 8) }
    writer.write(UInt32(0x80), bits: 8)
    writer.write(UInt32(FlacInfo.length), bits: 24)
    writer.write(UInt32(Self.leastLength), bits: 16)
    writer.write(UInt32(max(blockLength, Self.encodedLength)), bits: 16)
    // The sizes of the blocks are not known yet.
    for _ in 0..<2 { writer.write(UInt32(0), bits: 24) }
    writer.write(UInt32(reader.info.sampleRate), bits: 20)
    writer.write(UInt32(reader.info.channels - 1), bits: 3)
    writer.write(UInt32(reader.info.bits - 1), bits: 5)
    writer.write(UInt32(truncatingIfNeeded: edit.frames >> 32), bits: 4)
    writer.write(UInt32(truncatingIfNeeded: edit.frames), bits: 32)
    for _ in 0..<4 { writer.write(UInt32(0), bits: 32) }
    return writer.bytes
  }
}

/// Encodes parts of an edited take, each as one block.
private struct Encoder {
  private final class Original {
    var reader: FlacReader
    var numbers: [Float] = []
    var trouble: FlacError?

    init(_ reader: FlacReader) {
      self.reader = reader
    }

    func read(_ start: Int64, _ count: Int, to samples: inout [Float]) {
      do throws(FlacError) {
        try reader.frames(from: start, count: count, to: &numbers)
      } catch {
        trouble = error
        numbers.removeAll(keepingCapacity: true)
      }
      samples += numbers
      for _ in numbers.count..<max(count * reader.info.channels, numbers.count) {
        samples.append(0)
      }
    }
  }

  private let original: Original
  private let frames: EditedFrames
  private var pcm: TakePCM
  private let info: FlacInfo

  init(_ edit: TakeEdit, _ reader: FlacReader, _ depth: TakePCM.Depth) {
    let original = Original(reader)
    (self.original, info) = (original, reader.info)
    frames = EditedFrames(edit, sampleRate: info.sampleRate, channels: info.channels) {
      original.read($0, $1, to: &$2)
    }
    pcm = TakePCM(depth)
  }

  mutating func block(_ start: Int64, _ count: Int) throws(FlacError) -> ArraySlice<UInt8> {
    var samples: [Float] = []
    var bytes: [UInt8] = []
    var numbers: [Int32] = []
    var block: [UInt8] = []
    frames.read(start, count, to: &samples)
    if let trouble = original.trouble { throw trouble }
    pcm.append(samples, to: &bytes)
    TakePCM.read(bytes, pcm.depth, to: &numbers)
    var writer = FlacWriter(
      sampleRate: info.sampleRate, channels: info.channels, bits: info.bits)
    writer.append(numbers, to: &block)
    writer.finish(to: &block)
    return block[...]
  }
}
