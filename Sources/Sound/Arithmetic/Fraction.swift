/// An exact position in music: a number of beats, as a fraction.
public struct Fraction: Hashable, Sendable {
  public let numerator: Int64
  /// Above 0; the fraction need not be in lowest terms.
  public let denominator: Int64

  public init(_ numerator: Int64, _ denominator: Int64 = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }

  public static func + (one: Fraction, whole: Int64) -> Fraction {
    Fraction(one.numerator + whole * one.denominator, one.denominator)
  }

  /// The nearest number; exact if a single division can be.
  public var value: Double { Double(numerator) / Double(denominator) }
}

extension Fraction: Comparable {
  public static func < (one: Fraction, other: Fraction) -> Bool {
    one.numerator * other.denominator < other.numerator * one.denominator
  }

  public static func == (one: Fraction, other: Fraction) -> Bool {
    one.numerator * other.denominator == other.numerator * one.denominator
  }

  public func hash(into hasher: inout Hasher) {
    let divisor = Self.divisor(numerator, denominator)
    hasher.combine(numerator / divisor)
    hasher.combine(denominator / divisor)
  }

  private static func divisor(_ one: Int64, _ other: Int64) -> Int64 {
    var (one, other) = (abs(one), other)
    while other > 0 { (one, other) = (other, one % other) }
    return max(one, 1)
  }
}
