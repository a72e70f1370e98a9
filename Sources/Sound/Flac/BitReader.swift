/// Reads bits in order, most significant first, and detects the end.
struct BitReader {
  private let bytes: [UInt8]
  /// The next byte that goes into the cache.
  private var place: Int
  /// Bits taken from the bytes but not yet read, from the top bit on, followed by zeros.
  private var cache: UInt64 = 0
  private var count = 0
  /// Whether more was requested than there is; from then on only zeros are read.
  private(set) var isOver = false

  init(_ bytes: [UInt8], at place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// How many bytes have been read, counting a partly read one.
  var bytePlace: Int { place - count / 8 }

  @inline(__always)
  private mutating func fill() {
    while count <= 56, place < bytes.count {
      cache |= UInt64(bytes[place]) &<< UInt64(56 - count)
      place += 1
      count += 8
    }
  }

  /// The next bits, at most 32, as a number.
  @inline(__always)
  mutating func read(_ bits: Int) -> UInt32 {
    if count < bits {
      fill()
      guard count >= bits else {
        end()
        return 0
      }
    }
    guard bits > 0 else { return 0 }
    let number = cache &>> UInt64(64 - bits)
    cache = cache &<< UInt64(bits)
    count -= bits
    return UInt32(truncatingIfNeeded: number)
  }

  /// The next bits as a number in two's complement.
  mutating func readSigned(_ bits: Int) -> Int32 {
    guard bits > 0 else { return 0 }
    let shift = Int32(32 - bits)
    return (Int32(bitPattern: read(bits)) << shift) >> shift
  }

  /// How many zeros come before the next one bit, which is consumed.
  @inline(__always)
  mutating func readUnary() -> UInt32 {
    var zeros: UInt32 = 0
    while true {
      let here = cache.leadingZeroBitCount
      if here < count {
        // In two steps, because shifting by 64 at once would have no effect.
        cache = (cache &<< UInt64(here)) &<< 1
        count -= here + 1
        return zeros &+ UInt32(here)
      }
      zeros &+= UInt32(count)
      (cache, count) = (0, 0)
      fill()
      guard count > 0 else {
        end()
        return zeros
      }
    }
  }

  /// Skips the rest of a partly read byte.
  mutating func align() {
    _ = read(count % 8)
  }

  private mutating func end() {
    (cache, count, isOver) = (0, 0, true)
    place = bytes.count
  }
}
