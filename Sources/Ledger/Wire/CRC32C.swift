/// The CRC-32C of bytes (Castagnoli, as in iSCSI): it tells damage on the way, not intent.
public enum CRC32C {
  public static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    var state: UInt32 = 0xFFFF_FFFF
    for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
    return ~state
  }

  private static let table: [UInt32] = (0..<256).map { index in
    var entry = UInt32(index)
    for _ in 0..<8 { entry = entry & 1 == 1 ? entry >> 1 ^ 0x82F6_3B78 : entry >> 1 }
    return entry
  }
}
