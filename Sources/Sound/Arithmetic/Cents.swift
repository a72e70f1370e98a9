/// The distance between two pitches: 100 are a tempered semitone, 1200 an octave.
public struct Cents: Hashable, Sendable {
  public var value: Double

  public init(_ value: Double) {
    self.value = value
  }

  /// The interval of a frequency ratio.
  public init(ratio: Double) {
    value = Functions.log2(ratio) * 1200
  }

  /// The frequency ratio.
  public var ratio: Double { Functions.exp2(value / 1200) }
}

extension Cents: Comparable, AdditiveArithmetic {
  public static let zero = Cents(0)
  public static func < (one: Cents, other: Cents) -> Bool { one.value < other.value }
  public static func + (one: Cents, other: Cents) -> Cents { Cents(one.value + other.value) }
  public static func - (one: Cents, other: Cents) -> Cents { Cents(one.value - other.value) }
  public static prefix func - (one: Cents) -> Cents { Cents(-one.value) }
}
