/// Reads a FLAC file (RFC 9639) block by block, from any source of bytes.
///
///     var reader = try FlacReader(length: size) { offset, count in … }
///     while try reader.next(to: &samples) { … }
///
/// It holds only part of the file at a time. Damage is reported with its position; everything before it was right.
public struct FlacReader {
  /// Returns the bytes from a position on: fewer than requested only at the end.
  public typealias Bytes = (_ offset: Int64, _ count: Int) -> [UInt8]

  public static let channels = 1...2
  public static let bits = 4...24

  public let info: FlacInfo
  /// The next frame.
  public private(set) var position: Int64 = 0

  let length: Int64
  let bytes: Bytes
  /// The position of the first block.
  let soundStart: Int64
  /// Frames that begin a block, and its position, in order.
  let points: [(frame: Int64, offset: Int64)]

  /// The part of the file in memory, and its position.
  private var window: [UInt8] = []
  private var windowStart: Int64
  /// The next block's position in the window.
  private var place = 0
  private var block: FlacBlock
  /// The first frame of the next block, and the frame before which nothing is returned.
  private var blockStart: Int64 = 0
  private var wanted: Int64 = 0
  private var checksum: MD5?
  /// What ``frames(from:count:to:)`` has read but not yet returned, up to ``position``.
  private var kept: [Int32] = []

  /// No block is larger: 65,536 frames of two channels, uncompressed.
  private static let largestBlock = 1 << 19
  private static let comfortable = 1 << 16

  /// Reads everything before the sound.
  ///
  /// - Parameters:
  ///   - length: of the file, in bytes.
  ///   - isVerifying: whether to compare the checksum of the whole sound at its end.
  public init(length: Int64, isVerifying: Bool = false, bytes: @escaping Bytes) throws(FlacError) {
    let start = bytes(0, 8)
    guard start.count == 8, Array(start[..<4]) == Array("fLaC".utf8) else { throw .notFlac }
    guard start[4] & 0x7F == 0, let info = FlacInfo(bytes(8, FlacInfo.length)) else {
      throw .damagedHead(at: 4)
    }
    guard Self.channels.contains(info.channels) else { throw .channelsOutOfRange(info.channels) }
    guard Self.bits.contains(info.bits) else { throw .bitsOutOfRange(info.bits) }
    var place: Int64 = 4
    var isLast = false
    var points: [(frame: Int64, offset: Int64)] = []
    while !isLast {
      let head = bytes(place, 4)
      guard head.count == 4, head[0] & 0x7F < 127 else { throw .damagedHead(at: place) }
      isLast = head[0] & 0x80 != 0
      let size = Int(head[1]) << 16 | Int(head[2]) << 8 | Int(head[3])
      if head[0] & 0x7F == 3 { points = Self.points(bytes(place + 4, size)) }
      place += 4 + Int64(size)
      guard place <= length else { throw .damagedHead(at: place) }
    }
    self.length = length
    self.bytes = bytes
    self.info = info
    self.points = points
    soundStart = place
    windowStart = place
    block = FlacBlock(channels: info.channels)
    let hasChecksum = !info.checksum.allSatisfy { $0 == 0 }
    if isVerifying, hasChecksum { checksum = MD5() }
  }

  /// The plausible points of a seek table: ascending, and no placeholders.
  private static func points(_ table: [UInt8]) -> [(frame: Int64, offset: Int64)] {
    var points: [(frame: Int64, offset: Int64)] = []
    for start in stride(from: 0, through: table.count - 18, by: 18) {
      var (frame, offset) = (UInt64(0), UInt64(0))
      for index in 0..<8 {
        frame = frame << 8 | UInt64(table[start + index])
        offset = offset << 8 | UInt64(table[start + 8 + index])
      }
      guard frame < 1 << 40, offset < 1 << 48 else { break }
      let point = (frame: Int64(frame), offset: Int64(offset))
      if let last = points.last, last.frame >= point.frame || last.offset >= point.offset { break }
      points.append(point)
    }
    return points
  }

  // MARK: - Block by block

  /// Replaces `samples` with those of the next block, interleaved; returns false at the end.
  public mutating func next(to samples: inout [Int32]) throws(FlacError) -> Bool {
    samples.removeAll(keepingCapacity: true)
    repeat {
      guard try readBlock() else {
        if let sum = checksum, sum.digest != info.checksum { throw .wrongChecksum }
        return false
      }
      let first = Int(max(wanted - block.position, 0))
      if first < block.length { block.append(from: first, to: &samples) }
      position = max(blockStart, wanted)
    } while samples.isEmpty
    checksum?.add(samples, bytes: (info.bits + 7) / 8)
    return true
  }

  /// Reads the next block; returns false at the end.
  private mutating func readBlock() throws(FlacError) -> Bool {
    if info.frames > 0, blockStart >= info.frames { return false }
    var count = info.mostBytes > 0 ? info.mostBytes : Self.comfortable / 4
    while true {
      load(count)
      let at = windowStart + Int64(place)
      if place == window.count {
        guard info.frames == 0 else { throw .cutShort(at: at) }
        return false
      }
      do throws(FlacBlock.Trouble) {
        try block.read(window, at: place, info)
      } catch {
        guard error == .needsMore else { throw .damagedBlock(at: at) }
        guard windowStart + Int64(window.count) < length else { throw .cutShort(at: at) }
        guard count < Self.largestBlock else { throw .damagedBlock(at: at) }
        count = max(2 * count, 2 * (window.count - place))
        continue
      }
      guard block.position == blockStart else { throw .damagedBlock(at: at) }
      place += block.byteCount
      blockStart += Int64(block.length)
      return true
    }
  }

  /// Loads this many bytes from ``place`` on, as far as the file has them.
  private mutating func load(_ count: Int) {
    guard window.count - place < count else { return }
    let start = windowStart + Int64(place)
    let end = windowStart + Int64(window.count)
    let missing = min(max(count, Self.comfortable), Int(clamping: length - start))
    guard missing > window.count - place else { return }
    window.removeFirst(place)
    windowStart = start
    place = 0
    window += bytes(end, missing - window.count)
  }

  // MARK: - Seeking

  /// Moves to a frame, which comes next; after the last one nothing comes.
  public mutating func seek(to frame: Int64) throws(FlacError) {
    let frame = max(frame, 0)
    // Not everything is read any more, so the checksum would be meaningless.
    checksum = nil
    kept.removeAll(keepingCapacity: true)
    wanted = frame
    position = frame
    if frame >= blockStart, frame - blockStart < Int64(info.blockLengths.most) { return }
    let start = landing(before: frame)
    blockStart = start.frame
    window.removeAll(keepingCapacity: true)
    windowStart = start.offset
    place = 0
  }

  /// Replaces `samples` with the given frames, fewer only at the end; reading on from the present position is cheap.
  public mutating func frames(
    from start: Int64, count: Int, to samples: inout [Float]
  ) throws(FlacError) {
    samples.removeAll(keepingCapacity: true)
    let scale = 1 / Float(1 << (info.bits - 1))
    let keptStart = position - Int64(kept.count / info.channels)
    if start < keptStart || start > position { try seek(to: start) }
    // The list is moved out while blocks are read into it.
    var kept = kept
    self.kept = []
    defer { self.kept = kept }
    var used = Int(clamping: max(start - keptStart, 0)) * info.channels
    if kept.isEmpty { used = 0 }
    while samples.count < count * info.channels {
      if used == kept.count {
        used = 0
        guard try next(to: &kept) else { break }
      }
      let end = min(kept.count, used + count * info.channels - samples.count)
      for index in used..<end { samples.append(Float(kept[index]) * scale) }
      used = end
    }
  }
}
