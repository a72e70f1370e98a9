/// How the twelve notes of an octave are tuned relative to each other.
///
/// It is given as the deviation of each note from equal temperament when C is the root. A ``Tuning``
/// moves it to another root, and to a frequency for A.
public struct Temperament: Hashable, Sendable {
  /// Its name on the command line, such as `werckmeister-iii`.
  public let id: String
  public let name: String
  /// Cents from equal temperament, from C to B; C is 0.
  public let offsets: [Double]

  /// Creates a custom table, or `nil` unless there are exactly twelve finite numbers.
  ///
  /// The numbers may have any offset; what counts is their distance from the first.
  public init?(id: String, name: String, offsets: [Double]) {
    guard offsets.count == 12, let first = offsets.first,
      offsets.allSatisfy({ $0.isFinite && abs($0) <= 1200 })
    else { return nil }
    self.init(id, name, offsets.map { $0 - first })
  }

  private init(_ id: String, _ name: String, _ offsets: [Double]) {
    self.id = id
    self.name = name
    self.offsets = offsets
  }
}

// MARK: - Historical temperaments

extension Temperament {
  public static let all = [
    equal, pythagorean, quarterCommaMeantone, sixthCommaMeantone, werckmeisterIII, kirnbergerII,
    kirnbergerIII, vallotti, youngII, just,
  ]

  public static let equal = Temperament(
    "equal", "Equal temperament", [Double](repeating: 0, count: 12))

  public static let pythagorean = fifths(
    "pythagorean", "Pythagorean", sharpwards: [0, 0, 0, 0, 0, 0, 0, 0], flatwards: [0, 0, 0])

  public static let quarterCommaMeantone = fifths(
    "meantone-1/4", "Quarter-comma meantone",
    sharpwards: [Double](repeating: syntonicComma / 4, count: 8),
    flatwards: [Double](repeating: syntonicComma / 4, count: 3))

  public static let sixthCommaMeantone = fifths(
    "meantone-1/6", "Sixth-comma meantone",
    sharpwards: [Double](repeating: syntonicComma / 6, count: 8),
    flatwards: [Double](repeating: syntonicComma / 6, count: 3))

  public static let werckmeisterIII = fifths(
    "werckmeister-iii", "Werckmeister III",
    sharpwards: [quarter, quarter, quarter, 0, 0, quarter], flatwards: [0, 0, 0, 0, 0])

  public static let kirnbergerII = fifths(
    "kirnberger-ii", "Kirnberger II",
    sharpwards: [0, 0, syntonicComma / 2, syntonicComma / 2, 0, 0], flatwards: [0, 0, 0, 0, 0])

  public static let kirnbergerIII = fifths(
    "kirnberger-iii", "Kirnberger III",
    sharpwards: [Double](repeating: syntonicComma / 4, count: 4) + [0, 0],
    flatwards: [0, 0, 0, 0, 0])

  public static let vallotti = fifths(
    "vallotti", "Vallotti", sharpwards: [sixth, sixth, sixth, sixth, sixth, 0],
    flatwards: [sixth, 0, 0, 0, 0])

  public static let youngII = fifths(
    "young-ii", "Young II", sharpwards: [sixth, sixth, sixth, sixth, sixth, sixth],
    flatwards: [0, 0, 0, 0, 0])

  public static let just: Temperament = {
    let ratios: [(Double, Double)] = [
      (1, 1), (16, 15), (9, 8), (6, 5), (5, 4), (4, 3), (45, 32), (3, 2), (8, 5), (5, 3), (9, 5),
      (15, 8),
    ]
    let offsets = ratios.enumerated().map { step, ratio in
      Cents(ratio: ratio.0 / ratio.1).value - 100 * Double(step)
    }
    return Temperament("just", "Just intonation, five-limit", offsets)
  }()

  /// How far four pure fifths are above a pure third plus two octaves.
  private static let syntonicComma = Cents(ratio: 81.0 / 80).value
  /// How far a pure fifth is above a tempered one.
  private static let pureFifth = Cents(ratio: 3.0 / 2).value - 700
  /// Parts of the Pythagorean comma, the amount by which twelve pure fifths exceed seven octaves.
  private static let quarter = 12 * pureFifth / 4
  private static let sixth = 12 * pureFifth / 6

  /// A circle of fifths from C, each narrowed by the given cents.
  private static func fifths(
    _ id: String, _ name: String, sharpwards: [Double], flatwards: [Double]
  ) -> Temperament {
    var offsets = [Double](repeating: 0, count: 12)
    var offset = 0.0
    for (step, narrowing) in sharpwards.enumerated() {
      offset += pureFifth - narrowing
      offsets[(step + 1) * 7 % 12] = offset
    }
    offset = 0
    for (step, narrowing) in flatwards.enumerated() {
      offset -= pureFifth - narrowing
      offsets[(step + 1) * 5 % 12] = offset
    }
    return Temperament(id, name, offsets)
  }
}
