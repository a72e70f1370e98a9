extension NoteColours {
  /// Eight fifths as chords, each the colours of its two notes side by side; the next begins where one ends, as far as it goes.
  public func fifths(titled title: String) -> Chordset {
    let chords = Self.fifths.map { name, note in
      var chord = Chord(name: name)
      chord.background = colour(of: note)
      let upper = colour(of: note + 7)
      chord[0, .mask] = Double(Pane.Mask.half.rawValue)
      (chord[0, .hue], chord[0, .purity]) = (upper.hue.value, upper.purity)
      (chord[0, .hue2], chord[0, .purity2]) = (upper.hue.value, upper.purity)
      chord[0, .alpha2] = 1
      return chord
    }
    return Chordset(title: title, tempo: 96, chords: chords)
  }

  /// Each with its lower note.
  private static let fifths: [(name: String, note: Int)] = [
    ("C and G", 0), ("G and D", 7), ("D and A", 2), ("A and E", 9), ("E and B", 4),
    ("B and F sharp", 11), ("D flat and A flat", 1), ("E flat and B flat", 3),
  ]
}
