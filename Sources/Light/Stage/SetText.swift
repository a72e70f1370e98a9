/// A set as saved and as page and stage exchange it: each chord is a separate text.
public struct SetText: Sendable {
  public var title: String
  public var isEven: Bool
  public var tempo: Double
  /// Eight, each as a text.
  public var chords: [String]

  public init(title: String, isEven: Bool, tempo: Double, chords: [String]) {
    (self.title, self.isEven, self.tempo, self.chords) = (title, isEven, tempo, chords)
  }

  init(_ set: Chordset) {
    self.init(
      title: set.title, isEven: set.mode == .even, tempo: set.tempo,
      chords: set.chords.map { ChordText.text($0) })
  }

  /// The set. A chord written by a later version is black here; its text is preserved until somebody stores over it.
  var set: Chordset {
    Chordset(
      title: ChordText.title(title), mode: isEven ? .even : .vivid, tempo: tempo,
      chords: chords.map { $0.utf8.isEmpty ? Chord() : ChordText.ifChord($0) ?? .black })
  }
}

// MARK: - In a message

extension SetText {
  static let partCount = 3 + Chordset.size

  var parts: [String] {
    let eight = (0..<Chordset.size).map { chords.indices.contains($0) ? chords[$0] : "" }
    return [title, isEven ? "1" : "0", StageMessage.text(tempo)] + eight
  }

  init?(_ message: StageMessage, from place: Int) {
    guard place + Self.partCount <= message.parts.count, let tempo = message.number(place + 2)
    else { return nil }
    self.init(
      title: message[place], isEven: message.whole(place + 1) == 1, tempo: tempo,
      chords: Array(message.parts[(place + 3)..<(place + Self.partCount)]))
  }
}

extension ChordText {
  /// The only chord of a text; `nil` if it is invalid.
  static func ifChord(_ text: String) -> Chord? {
    do throws(ChordProblem) { return try chord(of: text) } catch { return nil }
  }
}

extension Chord {
  fileprivate static var black: Chord {
    var chord = Chord()
    chord.background = LightColour(hue: TemperedHue(0), purity: -1)
    chord[0, .alpha] = 0
    return chord
  }
}
