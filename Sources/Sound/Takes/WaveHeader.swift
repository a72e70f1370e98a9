/// The header of a take that is being recorded: its length is constant, so it can be rewritten as the take grows.
///
///     write(header.bytes(frames: 0), at: 0)
///     // Each second:
///     write(header.bytes(frames: count), at: 0)
///
/// Beyond 3.9 GB the file becomes RF64, for which room is reserved from the start.
public struct WaveHeader: Hashable, Sendable {
  public let sampleRate: Int
  public let channels: Int
  public let depth: TakePCM.Depth

  /// The header's size in bytes.
  public static let length = 80
  /// The most that 32 bits can count, with room to spare.
  private static let longest: Int64 = 3_900_000_000
  /// Where the format chunk is.
  private static let formatStart = 48

  public init(sampleRate: Int, channels: Int, depth: TakePCM.Depth) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.depth = depth
  }

  /// The bytes of one sample of each channel.
  public var frameBytes: Int { channels * depth.bytes }

  /// The header for a number of frames.
  public func bytes(frames: Int64) -> [UInt8] {
    let size = frames * Int64(frameBytes)
    let isLong = size + Int64(Self.length) > Self.longest
    let whole = size + size % 2 + Int64(Self.length) - 8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.length)
    bytes += (isLong ? "RF64" : "RIFF").utf8
    Self.append(isLong ? 0xFFFF_FFFF : whole, 4, to: &bytes)
    bytes += "WAVE".utf8
    // A chunk that readers ignore until it holds the long sizes.
    bytes += (isLong ? "ds64" : "JUNK").utf8
    Self.append(28, 4, to: &bytes)
    Self.append(isLong ? whole : 0, 8, to: &bytes)
    Self.append(isLong ? size : 0, 8, to: &bytes)
    Self.append(isLong ? frames : 0, 8, to: &bytes)
    Self.append(0, 4, to: &bytes)
    bytes += "fmt ".utf8
    Self.append(16, 4, to: &bytes)
    Self.append(1, 2, to: &bytes)
    Self.append(Int64(channels), 2, to: &bytes)
    Self.append(Int64(sampleRate), 4, to: &bytes)
    Self.append(Int64(sampleRate) * Int64(frameBytes), 4, to: &bytes)
    Self.append(Int64(frameBytes), 2, to: &bytes)
    Self.append(Int64(depth.rawValue), 2, to: &bytes)
    bytes += "data".utf8
    Self.append(isLong ? 0xFFFF_FFFF : size, 4, to: &bytes)
    return bytes
  }

  /// The bytes after the samples: padding to an even length.
  public func end(frames: Int64) -> [UInt8] {
    frames * Int64(frameBytes) % 2 == 1 ? [0] : []
  }

  private static func append(_ number: Int64, _ count: Int, to bytes: inout [UInt8]) {
    for index in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: number >> Int64(8 * index)))
    }
  }
}

// MARK: - Recovery

extension WaveHeader {
  /// A take whose recording was interrupted.
  public struct Recovered: Hashable, Sendable {
    public var header: WaveHeader
    /// How many whole frames there are.
    public var frames: Int64
    /// The correct bytes for the file's beginning.
    public var bytes: [UInt8]
    /// The correct length of the file, without an incomplete frame at the end.
    public var length: Int64
  }

  /// Repairs a take from its first ``length`` bytes and the actual length of its file; `nil` if it is not a take.
  public static func recover(_ bytes: [UInt8], fileLength: Int64) -> Recovered? {
    guard let header = WaveHeader(bytes), fileLength >= Int64(length) else { return nil }
    let frames = (fileLength - Int64(length)) / Int64(header.frameBytes)
    return Recovered(
      header: header, frames: frames, bytes: header.bytes(frames: frames),
      length: Int64(length) + frames * Int64(header.frameBytes))
  }

  /// Reads a header written here; `nil` for any other.
  public init?(_ bytes: [UInt8]) {
    func number(_ start: Int, _ count: Int) -> Int {
      var number: UInt64 = 0
      for index in (0..<count).reversed() { number = number << 8 | UInt64(bytes[start + index]) }
      return Int(clamping: number)
    }
    guard bytes.count >= Self.length else { return nil }
    let start = Self.formatStart
    guard let depth = TakePCM.Depth(rawValue: number(start + 22, 2)) else { return nil }
    self.init(
      sampleRate: number(start + 12, 4), channels: number(start + 10, 2), depth: depth)
    guard (1...2).contains(channels), WaveReader.sampleRates.contains(sampleRate) else {
      return nil
    }
    // Everything but the sizes must be as it would be written.
    let (one, other) = (self.bytes(frames: 0), self.bytes(frames: 1 << 40))
    for index in 0..<Self.length {
      let isSize =
        (4..<8).contains(index) || (20..<44).contains(index) || index >= Self.length - 4
      guard isSize || bytes[index] == one[index] || bytes[index] == other[index] else {
        return nil
      }
    }
  }
}
