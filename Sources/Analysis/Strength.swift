public import Statistics

/// How far data support what they point to. The word comes from the data, never from the wish.
public enum Strength: Int, Comparable, Sendable {
  /// Too few reeds for any word.
  case tooEarly
  /// Enough reeds to look, and nothing that luck alone would not do.
  case hint
  /// Luck alone would do this one time in five.
  case leaning
  /// Luck alone rarely looks like this; another cause may explain part of it.
  case supported
  /// The player's own experiment met the rule that was set before it began.
  case tested

  public var label: String {
    switch self {
    case .tooEarly: "Too early to tell"
    case .hint: "Hint"
    case .leaning: "Leaning"
    case .supported: "Supported"
    case .tested: "Tested"
    }
  }

  public static func < (one: Strength, other: Strength) -> Bool { one.rawValue < other.rawValue }

  /// Below this many on either side no arrangement of reeds has p below 0.05: with three against three, 0.10 is the
  /// smallest possible.
  public static let fewest = 4
  /// The same for pairs, and for values that are set against a fixed one: with five, 0.0625 is the smallest possible,
  /// and no interval of their median is 95 % sure.
  public static let fewestPairs = 6
  /// From this many on each side, a small effect is a hint rather than too early to tell.
  public static let fewestForHint = 8

  /// Judges an effect.
  ///
  /// - Parameters:
  ///   - count: the reeds on the smaller side.
  ///   - wide: the 95 % interval of the effect; `nil` if the data have none.
  ///   - narrow: the 80 % interval.
  ///   - chance: how likely it is to go the way it seems to; `nil` if nobody asked.
  ///   - isRare: whether luck is unlikely to look like this: p ≤ 0.05 as the only question, or q ≤ 0.10 as
  ///     one of many (``BenjaminiHochberg``).
  public init(
    of count: Int, wide: Interval?, narrow: Interval?, chance: Double? = nil, isRare: Bool
  ) {
    if count < Self.fewest {
      self = .tooEarly
    } else if let wide, wide.excludesZero, isRare {
      self = .supported
    } else if narrow?.excludesZero == true || chance.map({ $0 >= 0.9 }) == true {
      self = .leaning
    } else {
      self = count < Self.fewestForHint ? .tooEarly : .hint
    }
  }
}

extension Interval {
  var excludesZero: Bool { low > 0 || high < 0 }
}
