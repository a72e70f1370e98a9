/// Why a text is not a chord or a set of chords.
public struct ChordProblem: Error, Hashable, Sendable {
  /// Counted from 1; 0 for the text as a whole.
  public let line: Int
  public let message: String

  init(_ line: Int, _ message: String) {
    (self.line, self.message) = (line, message)
  }
}

/// Chords and sets as text: what is stored, exported, carried by links and read by the command line.
///
/// Each line starts with a word that says what it describes, followed by the values that are not defaults:
///
///     woodshed light 1
///     set Low tide
///     play mode=vivid tempo=40
///     chord Grey before dawn
///     chord-values time=4
///     background hue=9.6 purity=-0.85
///     pane top=0.6 height=0.4 hue=9.2 purity=-0.6 alpha2=1
public enum ChordText {
  /// The first line of a file.
  public static let head = "woodshed light 1"
  /// The longest text allowed: more than a thousand sets.
  public static let sizeLimit = 4_000_000

  /// Sets as a file.
  public static func file(_ sets: [Chordset]) -> String {
    head + "\n" + sets.map { text($0) }.joined()
  }

  /// A set, without the first line of a file.
  public static func text(_ set: Chordset) -> String {
    var text = "set \(title(set.title))\nplay mode=\(set.mode.name) tempo=\(number(set.tempo))\n"
    for chord in set.chords { text += self.text(chord) }
    return text
  }

  /// The lines of a chord.
  public static func text(_ chord: Chord) -> String {
    var text = "chord \(title(chord.name))\n"
    let panes = (0..<chord.paneCount).map { Parameter.Part.pane($0) }
    for part in [.chord, .background] + panes {
      var line = name(of: part)
      for parameter in Parameter.all
      where parameter.part == part && parameter.number != Chord.paneCountNumber
        && chord[parameter] != parameter.fallback
      {
        line += " \(parameter.key)=\(value(of: parameter, chord[parameter]))"
      }
      if case .pane = part {
        text += line + "\n"
      } else if line.utf8.count > name(of: part).utf8.count {
        text += line + "\n"
      }
    }
    return text
  }

  static func name(of part: Parameter.Part) -> String {
    switch part {
    case .chord: "chord-values"
    case .background: "background"
    case .pane: "pane"
    }
  }

  private static func value(of parameter: Parameter, _ value: Double) -> String {
    if case .choice(let names) = parameter.unit, names.indices.contains(Int(value)) {
      return names[Int(value)]
    }
    return number(value)
  }

  /// A title in one line, without spaces around it.
  static func title(_ text: String) -> String {
    let space = UInt8(ascii: " ")
    let bytes = Array(text.utf8).map { $0 < space ? space : $0 }
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start] == space { start += 1 }
    while start < end, bytes[end - 1] == space { end -= 1 }
    return String(decoding: Array(bytes[start..<end]), as: UTF8.self)
  }

  /// A number of at most four decimal places.
  static func number(_ value: Double) -> String {
    PlainNumber.text(
      Int64((value * Parameter.precision).rounded(.toNearestOrAwayFromZero)), places: 4)
  }
}
