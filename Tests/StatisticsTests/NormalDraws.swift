import Sound

/// Normally distributed numbers for simulations: twelve uniform ones less six.
struct NormalDraws {
  private var chance: Chance

  init(seed: UInt64) {
    chance = Chance(seed: seed)
  }

  mutating func next() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += chance.part() }
    return sum
  }
}
