import Sound

/// Random numbers that are the same everywhere for the same seed, and helpers for tests.
public struct SeededRandom {
  private var chance: Chance

  public init(seed: UInt64) {
    chance = Chance(seed: seed)
  }

  public mutating func next() -> UInt64 { chance.next() }

  /// A number below `bound`; the slight unevenness does not matter to a test.
  public mutating func below(_ bound: Int) -> Int {
    Int(next() >> 33) % max(bound, 1)
  }

  /// True once in `count` times.
  public mutating func once(in count: Int) -> Bool {
    below(count) == 0
  }

  /// The elements in a random order; the standard library's order depends on the width of `Int`.
  public mutating func shuffled<T>(_ elements: [T]) -> [T] {
    var rest = elements
    return elements.map { _ in rest.remove(at: below(rest.count)) }
  }

  public mutating func pick<T>(_ choices: [T]) -> T {
    choices[below(choices.count)]
  }
}
