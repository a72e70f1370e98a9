/// A position in bytes that came from elsewhere; it never reads past their end.
public struct ByteReader: Sendable {
  /// Why the bytes cannot be read.
  public enum Failure: Error, Hashable, Sendable {
    case endsEarly
    case numberTooLarge
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  public init(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  public var remaining: Int { bytes.endIndex - position }
  public var isAtEnd: Bool { position == bytes.endIndex }
  /// What has not been read.
  public var rest: ArraySlice<UInt8> { bytes[position...] }

  public mutating func readByte() throws(Failure) -> UInt8 {
    guard position < bytes.endIndex else { throw .endsEarly }
    defer { position += 1 }
    return bytes[position]
  }

  public mutating func readBytes(_ count: Int) throws(Failure) -> ArraySlice<UInt8> {
    guard count >= 0, remaining >= count else { throw .endsEarly }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  public mutating func readVarint() throws(Failure) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try readByte()
      let part = UInt64(byte & 0x7F)
      guard shift < 63 || (shift == 63 && part <= 1) else { throw .numberTooLarge }
      number |= part << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// A count of things of at least `size` bytes each; refuses at once a count that cannot fit in the
  /// rest.
  public mutating func readCount(of size: Int) throws(Failure) -> Int {
    let count = try readVarint()
    guard count <= UInt64(remaining / max(size, 1)) else { throw .endsEarly }
    return Int(count)
  }

  public mutating func readSigned() throws(Failure) -> Int64 {
    let number = try readVarint()
    return Int64(bitPattern: (number >> 1) ^ (0 &- (number & 1)))
  }

  public mutating func readFixed() throws(Failure) -> UInt64 {
    guard remaining >= 8 else { throw .endsEarly }
    var number: UInt64 = 0
    for index in 0..<8 { number |= UInt64(bytes[position + index]) << UInt64(index * 8) }
    position += 8
    return number
  }

  public mutating func readFixed32() throws(Failure) -> UInt32 {
    guard remaining >= 4 else { throw .endsEarly }
    var number: UInt32 = 0
    for index in 0..<4 { number |= UInt32(bytes[position + index]) << UInt32(index * 8) }
    position += 4
    return number
  }

  public mutating func readBits128() throws(Failure) -> Bits128 {
    guard remaining >= 16 else { throw .endsEarly }
    var bits = Bits128(high: 0, low: 0)
    for index in 0..<8 {
      bits.high = bits.high << 8 | UInt64(bytes[position + index])
      bits.low = bits.low << 8 | UInt64(bytes[position + 8 + index])
    }
    position += 16
    return bits
  }

  public mutating func readCounted() throws(Failure) -> ArraySlice<UInt8> {
    try readBytes(try readCount(of: 1))
  }
}
