internal import Sound

extension Chance {
  /// A number from the standard normal distribution, out of two (Box and Muller 1958).
  mutating func normal() -> Double {
    let size = (-2 * Logarithm.of(1 - part())).squareRoot()
    return size * Functions.sine(turns: part())
  }
}
