/// Eight chords that are played together, and how.
public struct Chordset: Hashable, Sendable {
  /// Chords in every set.
  public static let size = 8

  public var title: String
  public var mode: ColourMode
  /// Beats per minute.
  public var tempo: Double
  private var eight: [Chord]

  /// Creates a set from up to eight chords. Missing chords get the defaults; further chords are ignored.
  public init(
    title: String, mode: ColourMode = .vivid, tempo: Double = 60, chords: [Chord] = []
  ) {
    (self.title, self.mode) = (title, mode)
    self.tempo = Self.tempos.contains(tempo) ? tempo : 60
    eight = Array(chords.prefix(Self.size))
    while eight.count < Self.size { eight.append(Chord()) }
  }

  public static let tempos: ClosedRange<Double> = 10...400

  public static func == (one: Chordset, other: Chordset) -> Bool {
    one.mode == other.mode && one.tempo == other.tempo && one.eight == other.eight
      && one.title.hasSameBytes(as: other.title)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(eight) }

  public var chords: [Chord] { eight }

  public subscript(chord: Int) -> Chord {
    get { eight[min(max(chord, 0), Self.size - 1)] }
    set { eight[min(max(chord, 0), Self.size - 1)] = newValue }
  }
}
