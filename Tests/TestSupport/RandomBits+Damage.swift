public import Ledger

extension RandomBits {
  /// The bytes with one to four harms done: a bit turned, a byte replaced, the rest cut off, or a part said twice.
  public mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(4) where !bytes.isEmpty {
      let place = below(bytes.count)
      switch below(4) {
      case 0: bytes[place] ^= 1 << UInt8(below(8))
      case 1: bytes[place] = UInt8(truncatingIfNeeded: next())
      case 2: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: bytes[place...].prefix(below(30)), at: place)
      }
    }
    return bytes
  }
}
