/// The samples of a take as its file has them: integers of 16 or 24 bits, lowest byte first.
///
/// With 16 bits, a value between two steps is dithered to one of them at random, so that soft notes turn to noise
/// rather than distortion; exact steps stay unchanged.
public struct TakePCM: Sendable {
  public enum Depth: Int, Hashable, Sendable, CaseIterable {
    case bits16 = 16
    case bits24 = 24

    public var bytes: Int { rawValue / 8 }

    /// The number that represents a sample of 1.
    var steps: Double { self == .bits16 ? 0x8000 : 0x80_0000 }
  }

  public let depth: Depth
  /// How many samples were at or beyond full scale.
  public private(set) var clipped: Int64 = 0
  private var chance: Chance

  /// - Parameter seed: determines the dither noise.
  public init(_ depth: Depth, seed: UInt64 = 0) {
    self.depth = depth
    chance = Chance(seed: seed)
  }

  /// Appends samples from −1 to 1; values beyond are clipped and counted, and NaN becomes silence.
  public mutating func append(_ samples: [Float], to bytes: inout [UInt8]) {
    let steps = depth.steps
    for sample in samples {
      let scaled = sample.isFinite ? Double(sample) * steps : 0
      if scaled >= steps - 1 || scaled <= -steps { clipped += 1 }
      var whole = Functions.nearest(min(max(scaled, -steps), steps - 1))
      if depth == .bits16, whole != scaled {
        // Triangular noise of up to one step: the difference of two random numbers.
        let number = chance.next()
        let noise = Double(number >> 32) - Double(number & 0xFFFF_FFFF)
        whole = Functions.nearest(min(max(scaled + noise * 0x1p-32, -steps), steps - 1))
      }
      let number = Int32(whole)
      bytes.append(UInt8(truncatingIfNeeded: number))
      bytes.append(UInt8(truncatingIfNeeded: number >> 8))
      if depth == .bits24 { bytes.append(UInt8(truncatingIfNeeded: number >> 16)) }
    }
  }

  /// Replaces `numbers` with those in the bytes; ignores an incomplete number at the end.
  public static func read(_ bytes: [UInt8], _ depth: Depth, to numbers: inout [Int32]) {
    numbers.removeAll(keepingCapacity: true)
    let size = depth.bytes
    for start in stride(from: 0, through: bytes.count - size, by: size) {
      var number = Int32(bytes[start]) | Int32(Int8(bitPattern: bytes[start + size - 1])) << 8
      if depth == .bits24 {
        number =
          Int32(bytes[start]) | Int32(bytes[start + 1]) << 8
          | Int32(Int8(bitPattern: bytes[start + 2])) << 16
      }
      numbers.append(number)
    }
  }

  /// Replaces `samples` with those in the bytes, from −1 to 1.
  public static func read(_ bytes: [UInt8], _ depth: Depth, to samples: inout [Float]) {
    var numbers: [Int32] = []
    numbers.reserveCapacity(bytes.count / depth.bytes)
    read(bytes, depth, to: &numbers)
    samples.removeAll(keepingCapacity: true)
    let scale = Float(1 / depth.steps)
    for number in numbers { samples.append(Float(number) * scale) }
  }

  /// Appends integers, such as those of a FLAC file, as bytes.
  public static func append(_ numbers: [Int32], _ depth: Depth, to bytes: inout [UInt8]) {
    for number in numbers {
      bytes.append(UInt8(truncatingIfNeeded: number))
      bytes.append(UInt8(truncatingIfNeeded: number >> 8))
      if depth == .bits24 { bytes.append(UInt8(truncatingIfNeeded: number >> 16)) }
    }
  }
}
