/// Pseudorandom numbers determined by a seed, the same everywhere (SplitMix64).
public struct Chance: Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  /// A generator for one index: its numbers do not depend on how many others were used before.
  public init(seed: UInt64, at number: Int64) {
    state = seed ^ UInt64(bitPattern: number) &* 0xD1B5_4A32_D192_ED03
    _ = next()
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to, but not including, 1.
  public mutating func part() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A whole number from 0 to `limit`, uniformly distributed.
  public mutating func number(through limit: UInt64) -> UInt64 {
    guard limit < .max else { return next() }
    return next().multipliedFullWidth(by: limit + 1).high
  }
}
