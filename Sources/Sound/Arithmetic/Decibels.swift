/// A level in decibels; for a signal, 0 is a sine as loud as numbers from −1 to 1 allow (dBFS).
public struct Decibels: Hashable, Sendable {
  public var value: Double

  public init(_ value: Double) {
    self.value = value
  }

  /// The level of an amplitude: 1 is 0 dB, 0.1 is −20 dB, 0 is minus infinity.
  public init(amplitude: Double) {
    value = Functions.log2(amplitude) * Self.perDoubling
  }

  /// The level of a power: 1 is 0 dB, 0.1 is −10 dB.
  public init(power: Double) {
    value = Functions.log2(power) * (Self.perDoubling / 2)
  }

  /// The factor for amplitudes.
  public var amplitude: Double { Functions.exp2(value / Self.perDoubling) }

  /// 20 · log₁₀ 2.
  private static let perDoubling = 6.020599913279624
}

extension Decibels: Comparable {
  public static func < (one: Decibels, other: Decibels) -> Bool { one.value < other.value }
}
