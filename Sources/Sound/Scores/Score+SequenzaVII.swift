extension Score {
  /// The grid of Luciano Berio's Sequenza VII for oboe: thirteen lines of the same thirteen durations.
  ///
  /// Only the durations are here. The player adds fermatas and their lengths, so the sum of the grid says nothing
  /// about the length of the piece.
  public static let sequenzaVII: Score = {
    var score = Score()
    score.title = "Sequenza VII, grid"
    score.composer = "Luciano Berio"
    score.source =
      "13 columns after Jacqueline Leclair (jacquelineleclair.com/berio-s)"
    let columns: [Int64] = [
      3_000, 2_700, 2_000, 2_000, 2_000, 2_000, 1_800, 1_500, 1_300, 1_300, 1_000, 1_000, 1_000,
    ]
    score.lines = [Line](repeating: Line(columns.map { Bar($0) }), count: 13)
    score.drone = Note(71)
    return score
  }()
}
