/// Writes bytes: fixed-size numbers least significant byte first, others as LEB128.
public struct ByteWriter: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  public mutating func write(_ byte: UInt8) {
    bytes.append(byte)
  }

  public mutating func write(_ more: [UInt8]) {
    bytes.append(contentsOf: more)
  }

  public mutating func write(utf8 text: String) {
    var text = text
    text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
  }

  /// Seven bits per byte, least significant first.
  public mutating func writeVarint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A number near zero in few bytes, whatever its sign.
  public mutating func writeSigned(_ number: Int64) {
    writeVarint(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  public mutating func writeFixed(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  public mutating func writeFixed(_ number: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Sixteen bytes, most significant first.
  public mutating func write(_ bits: Bits128) {
    for word in [bits.high, bits.low] {
      for shift in stride(from: UInt64(56), through: 8, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
      bytes.append(UInt8(truncatingIfNeeded: word))
    }
  }

  /// A length, then the bytes.
  public mutating func writeCounted(_ more: [UInt8]) {
    writeVarint(UInt64(more.count))
    bytes.append(contentsOf: more)
  }
}
