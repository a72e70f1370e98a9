/// The checksum by which a FLAC file verifies its sound (RFC 1321). It protects against errors, not tampering.
struct MD5: Sendable {
  private var state: (UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476
  )
  /// The incomplete block, four bytes per word, lowest first.
  private var words = [UInt32](repeating: 0, count: 16)
  private var length: UInt64 = 0

  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  /// The integer part of 2³² · |sin i|, for i from 1 to 64.
  private static let sines: [UInt32] = (1...64).map { index in
    UInt32(abs(Functions.sine(turns: Double(index) / (2 * .pi))) * 4_294_967_296)
  }

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { add(byte) }
  }

  /// Adds the lower bytes of each number, lowest first, as FLAC counts samples.
  mutating func add(_ numbers: [Int32], bytes: Int) {
    for number in numbers {
      for index in 0..<bytes { add(UInt8(truncatingIfNeeded: number >> Int32(8 * index))) }
    }
  }

  @inline(__always)
  private mutating func add(_ byte: UInt8) {
    let place = Int(length & 63) >> 2
    // After four bytes nothing of the old word is left.
    words[place] = words[place] >> 8 | UInt32(byte) << 24
    length &+= 1
    if length & 63 == 0 { take() }
  }

  /// The checksum of everything added.
  var digest: [UInt8] {
    var copy = self
    let bits = length &* 8
    copy.add(0x80)
    while copy.length & 63 != 56 { copy.add(0) }
    for index in 0..<8 { copy.add(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(index)))) }
    var bytes: [UInt8] = []
    for word in [copy.state.0, copy.state.1, copy.state.2, copy.state.3] {
      for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt32(index)))) }
    }
    return bytes
  }

  @inline(never)
  private mutating func take() {
    let (sines, shifts) = (Self.sines, Self.shifts)
    var (a, b, c, d) = state
    for index in 0..<64 {
      let mixed: UInt32
      let word: Int
      switch index >> 4 {
      case 0: (mixed, word) = (b & c | ~b & d, index)
      case 1: (mixed, word) = (d & b | ~d & c, (5 * index + 1) & 15)
      case 2: (mixed, word) = (b ^ c ^ d, (3 * index + 5) & 15)
      default: (mixed, word) = (c ^ (b | ~d), 7 * index & 15)
      }
      let sum = a &+ mixed &+ sines[index] &+ words[word]
      let shift = shifts[(index >> 4) * 4 + index % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
  }
}
