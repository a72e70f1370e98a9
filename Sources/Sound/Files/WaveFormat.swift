/// How the samples of a WAV file are encoded.
public struct WaveFormat: Hashable, Sendable {
  public enum Encoding: Hashable, Sendable, CaseIterable {
    case unsigned8, signed16, signed24, signed32, float32, float64

    public var bytes: Int {
      switch self {
      case .unsigned8: 1
      case .signed16: 2
      case .signed24: 3
      case .signed32, .float32: 4
      case .float64: 8
      }
    }
  }

  /// Samples per second.
  public var sampleRate: Int
  public var channels: Int
  public var encoding: Encoding

  public init(sampleRate: Int, channels: Int = 1, encoding: Encoding = .signed24) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.encoding = encoding
  }

  /// The bytes of one sample of each channel.
  public var frameBytes: Int { channels * encoding.bytes }
}

/// Why bytes are not a readable WAV file; positions are in bytes from 0.
public enum WaveError: Error, Hashable, Sendable {
  /// It does not start like one.
  case notAWave
  /// It ends before the sound.
  case noSound
  /// The format chunk is damaged.
  case damagedFormat(at: Int64)
  /// Compressed, or an unknown number of bits.
  case unknownEncoding(tag: Int, bits: Int, at: Int64)
  case channelsOutOfRange(Int)
  case rateOutOfRange(Int)
  /// The sound has fewer frames than the file says.
  case cutShort(expected: Int64, found: Int64)
}
