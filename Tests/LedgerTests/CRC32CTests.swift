import Ledger
import Testing

@Suite struct CRC32CTests {
  /// The check value of the code's catalogue, and pieces of every length about it.
  @Test func isTheChecksumThatOthersCount() {
    #expect(CRC32C.checksum(of: Array("123456789".utf8)[...]) == 0xE306_9283)
    #expect(CRC32C.checksum(of: []) == 0)
    let bytes = (0..<64).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for start in 0..<8 {
      for end in start..<bytes.count {
        #expect(CRC32C.checksum(of: bytes[start..<end]) == slowly(bytes[start..<end]))
      }
    }
  }

  /// The definition: a division, bit by bit.
  private func slowly(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var state: UInt32 = .max
    for byte in bytes {
      state ^= UInt32(byte)
      for _ in 0..<8 { state = state & 1 == 1 ? state >> 1 ^ 0x82F6_3B78 : state >> 1 }
    }
    return ~state
  }
}
