/// The timbre of a drone: the strength of each of its partials.
public enum Timbre: Hashable, Sendable {
  /// A sine.
  case pure
  case organ
  case reed
  case string
  case shruti
  /// Odd partials that fall off fast: as mild as a flute, but not quite a sine.
  case triangle
  /// Nine drawbars of an organ, 0 to 8 each: 16′, 5⅓′, 8′, 4′, 2⅔′, 2′, 1⅗′, 1⅓′, 1′.
  case drawbars([Int])

  /// The highest partial of any timbre, counted from the note itself.
  static let partialLimit = 64

  /// Each partial as a multiple of half the note's frequency, so that an organ's 16′ is 1 and the note itself 2,
  /// and its amplitude.
  func partials(of frequency: Double) -> [(halves: Int, amplitude: Double)] {
    switch self {
    case .pure: [(2, 1)]
    case .organ: Self.drawn([8, 0, 8, 6, 4, 3, 0, 0, 0])
    case .reed: (1...20).map { (2 * $0, 1 / Double($0)) }
    case .string:
      (1...Self.partialLimit).map { number in
        // Above 2 kHz the body and the air absorb as much again.
        let above = frequency * Double(number) / 2_000
        return (2 * number, 1 / Double(number) / max(above, 1))
      }
    case .shruti:
      (1...32).map { number in
        // The free reed is bright and a little hollow.
        let hollow = number % 2 == 0 ? 0.7 : 1
        return (2 * number, hollow / Functions.power(Double(number), 1.2))
      }
    case .triangle:
      stride(from: 1, to: Self.partialLimit, by: 2).map { (2 * $0, 1 / Double($0 * $0)) }
    case .drawbars(let bars): Self.drawn(bars)
    }
  }

  /// The pitches of the drawbars, in multiples of half the note's frequency.
  private static let drawbarHalves = [1, 3, 2, 4, 6, 8, 10, 12, 16]

  private static func drawn(_ bars: [Int]) -> [(halves: Int, amplitude: Double)] {
    zip(drawbarHalves, bars).filter { $0.1 > 0 }.map { halves, bar in
      // Each step of a drawbar is 3 dB.
      (halves, Decibels(Double(min(bar, 8) - 8) * 3).amplitude)
    }
  }

  /// The named timbres.
  public static let named: [(name: String, timbre: Timbre)] = [
    ("pure", .pure), ("organ", .organ), ("reed", .reed), ("string", .string), ("shruti", .shruti),
    ("triangle", .triangle),
  ]
}
