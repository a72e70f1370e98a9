public import Ledger

extension SpaceDigest {
  /// The sums as stored: 2,048 bytes.
  public var bytes: [UInt8] {
    var writer = ByteWriter(capacity: Self.bucketCount * 8)
    for sum in sums { writer.writeFixed(sum) }
    return writer.bytes
  }

  /// Reads what ``bytes`` wrote; `nil` for any other number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.bucketCount * 8 else { return nil }
    var reader = ByteReader(bytes)
    var sums: [UInt64] = []
    for _ in 0..<Self.bucketCount {
      guard let sum: UInt64 = try? reader.readFixed() else { return nil }
      sums.append(sum)
    }
    self.init(sums: sums)
  }
}
