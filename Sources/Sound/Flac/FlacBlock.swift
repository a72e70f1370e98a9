/// A block of a FLAC file, decoded from its bytes.
struct FlacBlock {
  /// Why there is no block.
  enum Trouble: Error {
    /// It extends beyond the available bytes.
    case needsMore
    case damaged
  }

  /// One list per channel; they are reused for the next block.
  private(set) var channels: [[Int32]]
  /// How many frames it has.
  private(set) var length = 0
  /// Its first frame.
  private(set) var position: Int64 = 0
  /// How many bytes it took.
  private(set) var byteCount = 0

  init(channels count: Int) {
    channels = [[Int32]](repeating: [], count: count)
  }

  /// Reads the block that begins on a byte.
  mutating func read(_ bytes: [UInt8], at start: Int, _ info: FlacInfo) throws(Trouble) {
    var bits = BitReader(bytes, at: start)
    let assignment = try readHead(&bits, bytes, start, info)
    for index in channels.indices {
      // A difference of two channels needs one more bit.
      let isSide = assignment == 9 ? index == 0 : assignment > 7 && index == 1
      let width = isSide ? info.bits + 1 : info.bits
      try FlacChannel.read(&bits, length, width, to: &channels[index])
    }
    bits.align()
    let end = bits.bytePlace
    let sum = bits.read(16)
    guard !bits.isOver else { throw .needsMore }
    guard sum == UInt32(FlacChecksum.ofBlock(bytes[start..<end])) else { throw .damaged }
    byteCount = end + 2 - start
    if assignment > 7 { join(assignment) }
  }

  /// Appends the frames from one on, interleaved.
  func append(from first: Int, to samples: inout [Int32]) {
    guard channels.count > 1 else {
      samples += channels[0][first...]
      return
    }
    for index in first..<length {
      for channel in channels.indices { samples.append(channels[channel][index]) }
    }
  }

  /// Reads the block header; returns the channel assignment.
  private mutating func readHead(
    _ bits: inout BitReader, _ bytes: [UInt8], _ start: Int, _ info: FlacInfo
  ) throws(Trouble) -> UInt32 {
    let mark = bits.read(16)
    let lengthCode = bits.read(4)
    let rateCode = bits.read(4)
    let assignment = bits.read(4)
    let widthCode = bits.read(3)
    let reserved = bits.read(1)
    guard !bits.isOver else { throw .needsMore }
    guard mark & 0xFFFE == 0xFFF8, reserved == 0, lengthCode > 0, rateCode < 15 else {
      throw .damaged
    }
    let width: Int? =
      switch widthCode {
      case 0: info.bits
      case 1: 8
      case 2: 12
      case 4: 16
      case 5: 20
      case 6: 24
      default: nil
      }
    let count = assignment < 8 ? Int(assignment) + 1 : 2
    guard width == info.bits, assignment <= 10, count == channels.count else { throw .damaged }
    let number = try Self.number(&bits)
    switch lengthCode {
    case 1: length = 192
    case 2...5: length = 576 << (Int(lengthCode) - 2)
    case 6: length = Int(bits.read(8)) + 1
    case 7: length = Int(bits.read(16)) + 1
    default: length = 256 << (Int(lengthCode) - 8)
    }
    _ = bits.read(rateCode == 12 ? 8 : rateCode > 12 ? 16 : 0)
    let end = bits.bytePlace
    let sum = bits.read(8)
    guard !bits.isOver else { throw .needsMore }
    guard sum == UInt32(FlacChecksum.ofHead(bytes[start..<end])) else { throw .damaged }
    // Blocks of constant length are numbered; others give their first frame.
    position = mark & 1 == 1 ? number : number * Int64(info.blockLengths.most)
    return assignment
  }

  /// A number of up to 36 bits, in as many bytes as it needs.
  private static func number(_ bits: inout BitReader) throws(Trouble) -> Int64 {
    let first = UInt8(truncatingIfNeeded: bits.read(8))
    let ones = (~first).leadingZeroBitCount
    guard ones != 1, ones < 8 else { throw .damaged }
    guard ones > 0 else { return Int64(first) }
    var number = Int64(first & (0x7F >> UInt8(ones)))
    for _ in 1..<ones {
      let next = bits.read(8)
      guard next & 0xC0 == 0x80 else { throw bits.isOver ? .needsMore : .damaged }
      number = number << 6 | Int64(next & 0x3F)
    }
    return number
  }

  /// Converts the stored channels to left and right.
  private mutating func join(_ assignment: UInt32) {
    for index in 0..<length {
      let (one, other) = (channels[0][index], channels[1][index])
      switch assignment {
      case 8: channels[1][index] = one &- other
      case 9: channels[0][index] = one &+ other
      default:
        // The middle channel lost its last bit, which equals that of the difference.
        let sum = one << 1 | other & 1
        channels[0][index] = (sum &+ other) >> 1
        channels[1][index] = (sum &- other) >> 1
      }
    }
  }
}
