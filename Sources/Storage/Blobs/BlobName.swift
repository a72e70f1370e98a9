public import Ledger

/// The name of a file: the SHA-256 of its bytes.
public struct BlobName: Hashable, Sendable {
  /// 32 bytes.
  public let bytes: [UInt8]

  /// The name with these 32 bytes; `nil` for any other number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  public init(_ digest: SHA256.Digest) {
    bytes = digest.bytes
  }

  /// Reads 64 lowercase hexadecimal digits, and nothing else.
  public init?(hex: String) {
    guard hex.utf8.count == 64, let bytes = Hex.bytes(Array(hex.utf8)) else { return nil }
    self.bytes = bytes
  }

  /// 64 lowercase hexadecimal digits.
  public var hex: String { Hex.text(of: bytes) }
}

extension BlobName: Comparable {
  public static func < (one: BlobName, other: BlobName) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}

/// The id of an upload: random, but not secret.
public struct UploadID: Hashable, Sendable {
  public let bits: Bits128

  public init(_ bits: Bits128) {
    self.bits = bits
  }

  /// Reads 32 lowercase hexadecimal digits, and nothing else.
  public init?(hex: String) {
    guard let bits = Bits128(hex: hex) else { return nil }
    self.bits = bits
  }

  public var hex: String { bits.hex }
}
