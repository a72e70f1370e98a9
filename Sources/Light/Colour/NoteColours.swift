/// The colours that one author gave to the twelve notes.
///
/// Authors disagree, so all are offered and none is treated as correct.
public struct NoteColours: Sendable {
  public let name: String
  public let year: Int?
  /// From C upwards.
  public let colours: [LightColour]

  private init(_ name: String, _ year: Int?, _ colours: [(hue: Double, purity: Double)]) {
    (self.name, self.year) = (name, year)
    self.colours = colours.map {
      LightColour(hue: TemperedHue($0.hue + 0.5), purity: $0.purity)
    }
  }

  /// The colour of the note this many semitones above a C.
  public func colour(of semitone: Int) -> LightColour {
    let rest = semitone % 12
    return colours[rest < 0 ? rest + 12 : rest]
  }

  /// Twelve hues for twelve notes, from red on C.
  public static let ring = NoteColours(
    "The ring of hues", nil, (1...12).map { (Double($0 % 12), 0) })

  /// The ring, and historical ones.
  public static let all: [NoteColours] = [
    ring,
    NoteColours(
      "Castel", 1734,
      [
        (9, 0), (8, 0), (7, 0), (6, -0.4), (5, 0), (4, 0), (3, 0), (1, 0), (1, -0.3), (11, 0),
        (11, -0.4), (10, 0),
      ]),
    NoteColours(
      "Jameson", 1844,
      [
        (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, -0.2),
        (11, 0), (11, 0.2),
      ]),
    NoteColours(
      "Seemann", 1881,
      [
        (1, -0.3), (1.5, 0), (3, 0), (4, 0), (5, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 0),
        (3, -0.6), (0, -1),
      ]),
    NoteColours(
      "Rimington", 1893,
      [
        (1, -0.3), (1, 0), (2, 0), (3, 0), (5, 0), (6, 0), (7, 0), (7.5, 0), (8, 0), (10, 0),
        (9, -0.3), (11, 0),
      ]),
    NoteColours(
      "Helmholtz", 1910,
      [
        (5, 0), (7, 0), (8, 0), (8.5, 0), (10, 0), (11, 0), (0, 0), (1, -0.3), (1, 0), (1, 0),
        (2, 0), (3, 0),
      ]),
    NoteColours(
      "Scriabin", 1911,
      [
        (1, 0), (11, 0), (5, 0), (9, -0.6), (9, 0.6), (1, -0.4), (9, 0), (3, 0.2), (11, -0.2),
        (7, 0), (9, -0.5), (9, 0.4),
      ]),
    NoteColours(
      "Klein", 1930,
      [
        (1, -0.4), (1, 0), (2, 0), (3, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0),
        (11, 0), (11, -0.4),
      ]),
    NoteColours(
      "Belmont", 1944,
      [
        (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 0),
        (0, 0),
      ]),
    NoteColours(
      "Zieverink", 2004,
      [
        (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 0), (11, -0.6), (1, -0.6), (1, -0.3), (1, 0),
        (3, 0), (5, 0.3),
      ]),
  ]
}
