internal import Sound

/// A hue on a ring of twelve painters' colours that are equally wide, as a keyboard's notes are.
///
/// Its number runs from 0 up to 12; zone 4, from 4 to 5, is yellow-orange. Between the middles of two zones the hue follows a
/// smooth curve that never turns back.
public struct TemperedHue: Hashable, Sendable {
  /// From 0 up to 12.
  public let value: Double

  /// Any number; it wraps round.
  public init(_ value: Double) {
    let rest = value - 12 * Functions.floor(value / 12)
    self.value = rest >= 0 && rest < 12 ? rest : 0
  }

  /// The ring's names in order.
  public static let names = [
    "red-violet", "red", "red-orange", "orange", "yellow-orange", "yellow", "yellow-green", "green",
    "blue-green", "blue", "blue-violet", "violet",
  ]

  /// Which of the twelve it is.
  public var zone: Int { min(Int(value), 11) }

  public var name: String { Self.names[zone] }

  /// The middle of its zone.
  public var snapped: TemperedHue { TemperedHue(Double(zone) + 0.5) }

  /// The way to another hue, the shorter way round: from −6 to 6.
  public func way(to other: TemperedHue) -> Double {
    let way = other.value - value
    return way > 6 ? way - 12 : way < -6 ? way + 12 : way
  }

  /// The hue in degrees of OKLCH, from 0 up to 360.
  public var degrees: Double {
    let place = value - 0.5
    let index = Int(Functions.floor(place))
    let part = place - Double(index)
    let (from, to) = (Self.middle(index), Self.middle(index + 1))
    let (start, end) = (Self.slope(at: index), Self.slope(at: index + 1))
    // The cubic with these ends and slopes.
    let (square, cube) = (part * part, part * part * part)
    let degrees =
      (2 * cube - 3 * square + 1) * from + (cube - 2 * square + part) * start
      + (3 * square - 2 * cube) * to + (cube - square) * end
    return degrees < 0 ? degrees + 360 : degrees >= 360 ? degrees - 360 : degrees
  }

  /// The tempered hue of degrees of OKLCH.
  public init(degrees: Double) {
    let start = TemperedHue(0).degrees
    let wanted = degrees - start - 360 * Functions.floor((degrees - start) / 360)
    var (low, high) = (0.0, 12.0)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      let turned = TemperedHue(middle).degrees - start
      if (turned < 0 ? turned + 360 : turned) <= wanted { low = middle } else { high = middle }
    }
    self.init(low)
  }

  /// The degrees of the zones' middles.
  private static let middles: [Double] = [
    -15, 28, 42, 58, 80, 107, 127, 145, 192, 260, 281, 305,
  ]

  private static func middle(_ index: Int) -> Double {
    let round = index < 0 ? index + 12 : index % 12
    return middles[round] + (index < 0 ? -360 : index >= 12 ? 360 : 0)
  }

  /// The harmonic mean of the slopes on both sides: with it the curve does not turn back.
  private static func slope(at index: Int) -> Double {
    let (before, after) = (
      middle(index) - middle(index - 1), middle(index + 1) - middle(index)
    )
    return 2 * before * after / (before + after)
  }
}
