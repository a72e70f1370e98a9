extension PitchClass {
  /// Its name with proper accidentals: `C♯` or `D♭`.
  public func name(in spelling: Spelling) -> String {
    switch spelling {
    case .sharps: Self.sharpNames[number]
    case .flats: Self.flatNames[number]
    }
  }

  private static let sharpNames = [
    "C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B",
  ]
  private static let flatNames = [
    "C", "D♭", "D", "E♭", "E", "F", "G♭", "G", "A♭", "A", "B♭", "B",
  ]

  /// Reads a name such as `Bb`, `B♭`, `f#` or `F♯`.
  public init(parsing text: String) throws(NoteError) {
    var reader = TextReader(text)
    self.init(try reader.noteName())
    guard reader.isAtEnd else { throw .unexpected(at: reader.place) }
  }
}

extension Note {
  /// Its name and octave: `C♯4`.
  public func name(in spelling: Spelling) -> String {
    "\(pitchClass.name(in: spelling))\(octave)"
  }

  /// Reads a name with its octave, such as `B4`, `Bb3`, `C♯-1`.
  public init(parsing text: String) throws(NoteError) {
    var reader = TextReader(text)
    let number = try reader.noteName()
    let place = reader.place
    let isNegative = reader.take("-")
    guard let octave = reader.digits(), octave <= 10 else {
      throw reader.isAtEnd && place == reader.place ? .missingOctave : .unexpected(at: place)
    }
    guard reader.isAtEnd else { throw .unexpected(at: reader.place) }
    // A C flat belongs to the octave above the B that it sounds as.
    self.init(number + 12 * (Int(isNegative ? -octave : octave) + 1))
  }
}

/// Why a text is not a note.
public enum NoteError: Error, Hashable, Sendable {
  /// The name does not start with a letter from A to G.
  case missingLetter
  /// A note needs an octave.
  case missingOctave
  /// There is something unexpected at this byte.
  case unexpected(at: Int)
}

extension TextReader {
  /// A letter with an optional accidental: how many semitones it is above the C of its octave, −1 for
  /// C flat.
  fileprivate mutating func noteName() throws(NoteError) -> Int {
    let natural: Int
    switch next.map({ $0 | 0x20 }) {
    case UInt8(ascii: "c"): natural = 0
    case UInt8(ascii: "d"): natural = 2
    case UInt8(ascii: "e"): natural = 4
    case UInt8(ascii: "f"): natural = 5
    case UInt8(ascii: "g"): natural = 7
    case UInt8(ascii: "a"): natural = 9
    case UInt8(ascii: "b"): natural = 11
    default: throw .missingLetter
    }
    advance()
    if take("♯") || take("#") { return natural + 1 }
    if take("♭") || take("b") { return natural - 1 }
    return natural
  }
}
