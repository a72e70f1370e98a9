/// Random bits determined by a seed: the same seed gives the same bits everywhere (SplitMix64, two
/// lanes).
///
/// The seed comes from outside; for names that must be unique, draw it from the system.
public struct RandomBits: Sendable {
  private var one: UInt64
  private var other: UInt64

  public init(seed: UInt64, _ second: UInt64 = 0) {
    one = seed
    other = second ^ 0x6A09_E667_F3BC_C908
  }

  public mutating func next() -> UInt64 {
    one &+= 0x9E37_79B9_7F4A_7C15
    other &+= 0xD1B5_4A32_D192_ED03
    return one.mixed ^ other.mixed
  }

  /// A number below `bound`, or 0; the slight unevenness does not matter where this is used.
  public mutating func below(_ bound: Int) -> Int {
    Int(next() >> 33) % max(bound, 1)
  }

  /// True once in `count` times on average.
  public mutating func once(in count: Int) -> Bool {
    below(count) == 0
  }
}

extension UInt64 {
  /// The number with its bits spread evenly (SplitMix64's finaliser).
  var mixed: UInt64 {
    var bits = self
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
