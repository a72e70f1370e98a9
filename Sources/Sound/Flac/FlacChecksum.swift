/// The checksums by which FLAC detects damage: of a block header, and of a whole block.
enum FlacChecksum {
  /// Of a block header: x⁸ + x² + x + 1.
  static func ofHead(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    var sum: UInt8 = 0
    for byte in bytes {
      sum ^= byte
      for _ in 0..<8 { sum = sum & 0x80 != 0 ? sum << 1 ^ 0x07 : sum << 1 }
    }
    return sum
  }

  /// Of a block: x¹⁶ + x¹⁵ + x² + 1.
  static func ofBlock(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    let table = table
    var sum: UInt16 = 0
    for byte in bytes { sum = sum << 8 ^ table[Int(sum >> 8 ^ UInt16(byte))] }
    return sum
  }

  /// By the upper half of the sum and the next byte.
  static let table: [UInt16] = (0..<256).map { index in
    var sum = UInt16(index) << 8
    for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x8005 : sum << 1 }
    return sum
  }
}
