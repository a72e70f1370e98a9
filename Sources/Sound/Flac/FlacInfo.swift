/// What a FLAC file says of its sound before it begins.
public struct FlacInfo: Hashable, Sendable {
  public var sampleRate: Int
  public var channels: Int
  /// Of a sample.
  public var bits: Int
  /// How many frames there are; 0 where the file does not say.
  public var frames: Int64
  /// The checksum of the sound; zeros where there is none.
  public var checksum: [UInt8]
  /// How many frames the largest block has, and the smallest but the last.
  var blockLengths: (least: Int, most: Int) { (leastLength, mostLength) }
  /// How many bytes the largest block has; 0 where the file does not say.
  let mostBytes: Int
  private let leastLength: Int
  private let mostLength: Int

  static let length = 34

  /// Reads the description of a stream; `nil` where it says what cannot be.
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

/// Why bytes are not a FLAC file that can be read; places are counted in bytes from 0.
public enum FlacError: Error, Hashable, Sendable {
  /// It does not begin as one.
  case notFlac
  /// What stands before the sound is not as it should be.
  case damagedHead(at: Int64)
  /// More than two channels.
  case channelsOutOfRange(Int)
  /// Fewer than 4 bits or more than 24.
  case bitsOutOfRange(Int)
  /// What stands there is no block that follows on the one before, or its checksum is another.
  case damagedBlock(at: Int64)
  /// It ends there, and its sound does not.
  case cutShort(at: Int64)
  /// Every block is right, but all together are not what was written.
  case wrongChecksum
}
