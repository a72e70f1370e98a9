/// The notes of a drone, relative to its root.
public struct Chord: Hashable, Sendable {
  public enum Interval: Hashable, Sendable {
    /// Semitones of the tuning.
    case semitones(Int)
    /// An exact ratio of frequencies.
    case ratio(Int, Int)
  }

  /// At least one, at most eight.
  public let intervals: [Interval]

  public static let sizes = 1...8

  /// Creates a chord, or `nil` if it has no notes, more than eight, or one beyond three octaves.
  public init?(_ intervals: [Interval]) {
    guard Self.sizes.contains(intervals.count),
      intervals.allSatisfy({ interval in
        switch interval {
        case .semitones(let count): (-36...36).contains(count)
        case .ratio(let above, let below):
          above > 0 && below > 0 && above <= 10_000 && below <= 10_000 && above <= 8 * below
            && below <= 8 * above
        }
      })
    else { return nil }
    self.intervals = intervals
  }

  private init(named intervals: [Interval]) {
    self.intervals = intervals
  }

  public static let named: [(name: String, chord: Chord)] = [
    ("root", Chord(named: [.semitones(0)])),
    ("octave", Chord(named: [.semitones(0), .semitones(12)])),
    ("fifth", Chord(named: [.semitones(0), .semitones(7)])),
    ("major", Chord(named: [.semitones(0), .semitones(4), .semitones(7)])),
    ("minor", Chord(named: [.semitones(0), .semitones(3), .semitones(7)])),
    ("seventh", Chord(named: [.semitones(0), .semitones(4), .semitones(7), .semitones(10)])),
    ("just-fifth", Chord(named: [.ratio(1, 1), .ratio(3, 2)])),
    ("just-major", Chord(named: [.ratio(1, 1), .ratio(5, 4), .ratio(3, 2)])),
    ("just-minor", Chord(named: [.ratio(1, 1), .ratio(6, 5), .ratio(3, 2)])),
    ("just-seventh", Chord(named: [.ratio(1, 1), .ratio(5, 4), .ratio(3, 2), .ratio(7, 4)])),
  ]

  /// The frequencies on a root, in hertz.
  public func frequencies(on root: Note, _ tuning: Tuning) -> [Double] {
    intervals.map { interval in
      switch interval {
      case .semitones(let count): tuning.frequency(of: root.raised(by: count))
      case .ratio(let above, let below):
        tuning.frequency(of: root) * Double(above) / Double(below)
      }
    }
  }
}
