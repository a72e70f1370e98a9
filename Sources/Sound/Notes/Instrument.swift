/// A player's instrument: how it sounds against what is written, and which notes it has.
public struct Instrument: Hashable, Sendable {
  /// Its name on the command line, such as `cor-anglais`.
  public let id: String
  public let name: String
  /// How many semitones it sounds above the written note; negative if below.
  public let transposition: Int
  /// The sounding notes, so that pitches outside the range are ignored.
  public let range: ClosedRange<Note>

  /// Transpositions of a custom instrument, in semitones.
  public static let transpositions = -36...36

  /// A custom instrument, or `nil` outside ``transpositions``.
  public init?(name: String, transposition: Int) {
    guard Self.transpositions.contains(transposition) else { return nil }
    self.init("own", name, transposition, Self.anyRange)
  }

  private init(_ id: String, _ name: String, _ transposition: Int, _ range: ClosedRange<Int>) {
    self.id = id
    self.name = name
    self.transposition = transposition
    self.range = Note(range.lowerBound)...Note(range.upperBound)
  }

  /// The written note for a sounding one.
  public func written(_ sounding: Note) -> Note { sounding.raised(by: -transposition) }

  /// The name of a sounding note. If the instrument is in a flat key, what sounds for a written natural is a flat: the C
  /// of a clarinet in B flat is a B flat to everybody, also to those who write black keys with sharps.
  public func name(of sounding: Note, in spelling: Spelling) -> String {
    let isInFlats = Self.flatKeys & 1 << PitchClass(transposition).number != 0
    let isNatural = Self.naturals & 1 << written(sounding).pitchClass.number != 0
    return sounding.name(in: isInFlats && isNatural ? .flats : spelling)
  }

  /// D flat, E flat, F, A flat and B flat as bits, in semitones above C.
  private static let flatKeys = 0b0101_0010_1010
  private static let naturals = 0b1010_1011_0101

  /// From the lowest key of a piano to a little above its highest.
  private static let anyRange = 20...109

  /// No particular instrument: every note, at concert pitch.
  public static let any = Instrument("any", "Any instrument", 0, anyRange)

  public static let all: [Instrument] = [
    any,
    Instrument("piccolo", "Piccolo", 12, 74...108),
    Instrument("flute", "Flute", 0, 59...100),
    Instrument("alto-flute", "Alto flute", -5, 55...91),
    Instrument("oboe", "Oboe", 0, 58...93),
    Instrument("oboe-d-amore", "Oboe d’amore", -3, 55...90),
    Instrument("cor-anglais", "Cor anglais", -7, 51...86),
    Instrument("clarinet-e-flat", "Clarinet in E♭", 3, 55...98),
    Instrument("clarinet-b-flat", "Clarinet in B♭", -2, 50...96),
    Instrument("clarinet-a", "Clarinet in A", -3, 49...95),
    Instrument("basset-horn", "Basset horn", -7, 41...84),
    Instrument("alto-clarinet", "Alto clarinet in E♭", -9, 41...84),
    Instrument("bass-clarinet", "Bass clarinet", -14, 34...80),
    Instrument("contra-alto-clarinet", "Contra-alto clarinet", -21, 29...70),
    Instrument("soprano-saxophone", "Soprano saxophone", -2, 56...92),
    Instrument("alto-saxophone", "Alto saxophone", -9, 49...85),
    Instrument("tenor-saxophone", "Tenor saxophone", -14, 44...80),
    Instrument("baritone-saxophone", "Baritone saxophone", -21, 36...73),
    Instrument("bassoon", "Bassoon", 0, 33...77),
    Instrument("contrabassoon", "Contrabassoon", -12, 21...60),
    Instrument("horn", "Horn in F", -7, 33...80),
    Instrument("trumpet-b-flat", "Trumpet in B♭", -2, 52...88),
    Instrument("trumpet-c", "Trumpet in C", 0, 52...90),
    Instrument("trumpet-d", "Trumpet in D", 2, 54...92),
    Instrument("trumpet-e-flat", "Trumpet in E♭", 3, 55...93),
    Instrument("piccolo-trumpet-b-flat", "Piccolo trumpet in B♭", 10, 58...98),
    Instrument("piccolo-trumpet-a", "Piccolo trumpet in A", 9, 57...97),
    Instrument("flugelhorn", "Flugelhorn", -2, 50...84),
    Instrument("cornet-b-flat", "Cornet in B♭", -2, 52...86),
    Instrument("cornet-e-flat", "Cornet in E♭", 3, 57...91),
    Instrument("tenor-horn", "Tenor horn", -9, 43...77),
    Instrument("baritone-horn", "Baritone horn, treble clef", -14, 36...75),
    Instrument("euphonium", "Euphonium, treble clef", -14, 28...77),
    Instrument("trombone", "Trombone", 0, 28...77),
    Instrument("tuba", "Tuba", 0, 24...67),
    Instrument("tuba-b-flat", "Tuba in B♭, treble clef", -26, 24...65),
    Instrument("tuba-e-flat", "Tuba in E♭, treble clef", -21, 26...67),
    Instrument("violin", "Violin", 0, 54...108),
    Instrument("viola", "Viola", 0, 47...96),
    Instrument("cello", "Cello", 0, 35...90),
    Instrument("double-bass", "Double bass", -12, 23...67),
    Instrument("guitar", "Guitar", -12, 38...88),
    Instrument("bass-guitar", "Bass guitar", -12, 22...67),
    Instrument("harp", "Harp", 0, 22...104),
    Instrument("piano", "Piano", 0, 20...109),
    Instrument("voice", "Voice", 0, 36...88),
    Instrument("descant-recorder", "Descant recorder", 12, 71...101),
    Instrument("treble-recorder", "Treble recorder", 0, 64...94),
    Instrument("xylophone", "Xylophone", 12, 64...109),
    Instrument("glockenspiel", "Glockenspiel", 24, 78...109),
    Instrument("celesta", "Celesta", 12, 59...109),
  ]
}
