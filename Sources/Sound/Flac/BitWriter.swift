/// Writes bits in order, most significant first, as in FLAC.
struct BitWriter: Sendable {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var count = 0

  /// Writes the lower bits of a number, at most 32.
  mutating func write(_ number: UInt32, bits: Int) {
    guard bits > 0 else { return }
    let mask = (UInt64(1) << UInt64(bits)) - 1
    pending = pending << UInt64(bits) | UInt64(number) & mask
    count += bits
    while count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(count)))
    }
  }

  /// Writes a signed number as its two's complement.
  mutating func write(_ number: Int32, bits: Int) {
    write(UInt32(bitPattern: number), bits: bits)
  }

  /// Writes this many zeros and a one.
  mutating func writeUnary(_ zeros: UInt32) {
    var left = zeros
    while left >= 32 {
      write(UInt32(0), bits: 32)
      left -= 32
    }
    write(UInt32(1), bits: Int(left) + 1)
  }

  /// Pads the last byte with zeros.
  mutating func align() {
    if count > 0 { write(UInt32(0), bits: 8 - count) }
  }

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    (pending, count) = (0, 0)
  }
}
