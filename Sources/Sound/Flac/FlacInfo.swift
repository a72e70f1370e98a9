/// The stream information at the start of a FLAC file.
public struct FlacInfo: Hashable, Sendable {
  public var sampleRate: Int
  public var channels: Int
  /// Bits per sample.
  public var bits: Int
  /// How many frames there are; 0 if the file does not say.
  public var frames: Int64
  /// The checksum of the sound; zeros if there is none.
  public var checksum: [UInt8]
  /// The length in frames of the smallest block except the last, and of the largest.
  var blockLengths: (least: Int, most: Int) { (leastLength, mostLength) }
  /// The size of the largest block in bytes; 0 if the file does not say.
  let mostBytes: Int
  private let leastLength: Int
  private let mostLength: Int

  static let length = 34

  /// Reads the stream information; `nil` if it is impossible.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.length else { return nil }
    func number(_ start: Int, _ count: Int) -> UInt64 {
      var number: UInt64 = 0
      for index in start..<start + count { number = number << 8 | UInt64(bytes[index]) }
      return number
    }
    leastLength = Int(number(0, 2))
    mostLength = Int(number(2, 2))
    mostBytes = Int(number(7, 3))
    let packed = number(10, 8)
    sampleRate = Int(packed >> 44)
    channels = Int(packed >> 41 & 7) + 1
    bits = Int(packed >> 36 & 31) + 1
    frames = Int64(packed & 0xF_FFFF_FFFF)
    checksum = Array(bytes[18..<34])
    guard leastLength <= mostLength, mostLength > 0, sampleRate > 0 else { return nil }
  }
}

/// Why bytes are not a readable FLAC file; positions are in bytes from 0.
public enum FlacError: Error, Hashable, Sendable {
  /// It does not start like one.
  case notFlac
  /// The data before the sound is damaged.
  case damagedHead(at: Int64)
  /// More than two channels.
  case channelsOutOfRange(Int)
  /// Fewer than 4 bits or more than 24.
  case bitsOutOfRange(Int)
  /// There is no valid next block at this position, or its checksum is wrong.
  case damagedBlock(at: Int64)
  /// The file ends there, before its sound does.
  case cutShort(at: Int64)
  /// Every block is valid, but together they are not what was written.
  case wrongChecksum
}
