/// Random numbers that are the same for the same seed, everywhere (SplitMix64).
public struct SeededRandom {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below `bound`; the slight unevenness does not matter to a test.
  public mutating func below(_ bound: Int) -> Int {
    Int(next() >> 33) % max(bound, 1)
  }

  /// True once in `count` times.
  public mutating func once(in count: Int) -> Bool {
    below(count) == 0
  }

  /// The elements in another order; the standard library's order depends on the width of `Int`.
  public mutating func shuffled<T>(_ elements: [T]) -> [T] {
    var rest = elements
    return elements.map { _ in rest.remove(at: below(rest.count)) }
  }

  public mutating func pick<T>(_ choices: [T]) -> T {
    choices[below(choices.count)]
  }
}
