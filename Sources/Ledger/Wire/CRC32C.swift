/// The CRC-32C of bytes (Castagnoli, as in iSCSI): it detects damage on the way, not tampering.
public enum CRC32C {
  public static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    let table = table
    var state: UInt32 = 0xFFFF_FFFF
    var place = bytes.startIndex
    // Four bytes at a time: each has its own table, for its effect on those after it.
    while bytes.endIndex - place >= 4 {
      let word =
        state ^ UInt32(bytes[place]) ^ UInt32(bytes[place + 1]) << 8
        ^ UInt32(bytes[place + 2]) << 16 ^ UInt32(bytes[place + 3]) << 24
      state =
        table[768 + Int(word & 0xFF)] ^ table[512 + Int(word >> 8 & 0xFF)]
        ^ table[256 + Int(word >> 16 & 0xFF)] ^ table[Int(word >> 24)]
      place += 4
    }
    for byte in bytes[place...] {
      state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8)
    }
    return ~state
  }

  /// The effect of a byte on the state, and then the same with one, two and three more bytes after
  /// it.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 1024)
    for index in 0..<256 {
      var entry = UInt32(index)
      for _ in 0..<8 { entry = entry & 1 == 1 ? entry >> 1 ^ 0x82F6_3B78 : entry >> 1 }
      table[index] = entry
    }
    for index in 256..<1024 {
      let before = table[index - 256]
      table[index] = table[Int(before & 0xFF)] ^ before >> 8
    }
    return table
  }()
}
