/// A continued fraction b₀ + a₁ / (b₁ + a₂ / (b₂ + …)), term by term (Lentz, 1976; Thompson and Barnett, 1986).
struct ContinuedFraction {
  /// More terms than any fraction here needs.
  static let limit = 100_000.0

  private(set) var value: Double
  /// Whether the last term changed the value by more than rounding does.
  private(set) var isMoving = true
  private var numerator: Double
  private var denominator = 0.0

  init(first: Double) {
    value = Self.nonzero(first)
    numerator = value
  }

  mutating func add(numerator a: Double, denominator b: Double) {
    denominator = 1 / Self.nonzero(b + a * denominator)
    numerator = Self.nonzero(b + a / numerator)
    let change = numerator * denominator
    value *= change
    isMoving = abs(change - 1) > 0x1p-52
  }

  private static func nonzero(_ x: Double) -> Double { x == 0 ? 0x1p-1000 : x }
}
