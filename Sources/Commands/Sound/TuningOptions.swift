import Sound

/// The tuning options of all commands with notes.
enum TuningOptions {
  static let options = [
    Command.Option(
      name: "a4", placeholder: "HZ", summary: "The A above middle C, 380 to 480 [440]"),
    Command.Option(
      name: "temperament", placeholder: "NAME",
      summary: Temperament.all.map(\.id).joined(separator: ", ").wrapped(at: 58)
        + ",\nor equal steps, such as `edo-19`, or a Scala file (.scl) [equal]"),
    Command.Option(
      name: "root", placeholder: "NOTE", summary: "Root of the temperament [C]"),
  ]

  static func tuning(
    _ arguments: Arguments, root standard: PitchClass = .c
  ) throws(CommandError) -> Tuning {
    let a4 =
      Double(try arguments.decimal("a4", places: 3, in: 380_000...480_000) ?? 440_000) / 1_000
    let root = try arguments["root"].map { text throws(CommandError) in try pitchClass(text) }
    let name = arguments["temperament"] ?? "equal"
    let tuning: Tuning?
    if name.hasSuffix(".scl") {
      tuning = Tuning(a4: a4, scale: try scale(name), root: root ?? standard)
    } else if name.hasPrefix("edo-"), let count = Int(name.dropFirst(4)) {
      guard let scale = Scale(equalDivisions: count) else {
        throw .wrongUsage("An octave can be divided into 1 to 1024 equal steps, not \(count).")
      }
      tuning = Tuning(a4: a4, scale: scale, root: root ?? standard)
    } else {
      let named = try arguments.choice("temperament", from: Temperament.all.map { ($0.id, $0) })
      tuning = Tuning(a4: a4, temperament: named ?? .equal, root: root ?? standard)
    }
    guard let tuning else { throw .wrongUsage("--a4 takes a number from 380 to 480.") }
    return tuning
  }

  static func note(_ text: String, _ option: String) throws(CommandError) -> Note {
    do throws(NoteError) {
      return try Note(parsing: text)
    } catch {
      throw .wrongUsage(
        "--\(option) takes a note such as B4, Bb3 or F♯5, not `\(text)`: \(words(for: error)).")
    }
  }

  private static func pitchClass(_ text: String) throws(CommandError) -> PitchClass {
    do throws(NoteError) {
      return try PitchClass(parsing: text)
    } catch {
      throw .wrongUsage(
        "--root takes a note without an octave, such as D or E♭, not `\(text)`: \(words(for: error))."
      )
    }
  }

  private static func words(for error: NoteError) -> String {
    switch error {
    case .missingLetter: "it must start with a letter from A to G"
    case .missingOctave: "its octave is missing"
    case .unexpected(let place): "the character after byte \(place) is unexpected"
    }
  }

  private static func scale(_ path: String) throws(CommandError) -> Scale {
    let bytes = try SoundInput.text(path, limit: ScalaFile.limit)
    do throws(ScalaFile.ParseError) {
      return try ScalaFile.scale(parsing: bytes)
    } catch {
      throw .failed("`\(path)` is not a Scala file: \(words(for: error)).")
    }
  }

  private static func words(for error: ScalaFile.ParseError) -> String {
    switch error {
    case .missingCount: "it does not give the number of pitches"
    case .notACount(let line): "line \(line) must give the number of pitches"
    case .countOutOfRange(let line, let count):
      "line \(line) announces \(count) pitches; 1 to \(Scale.sizes.upperBound) are supported"
    case .tooFewPitches(let expected, let found): "it has \(found) of \(expected) pitches"
    case .tooManyPitches(let line, let expected):
      "line \(line) comes after the \(expected) pitches it should have"
    case .notAPitch(let line):
      "line \(line) is neither a ratio such as 3/2 nor cents such as 701.955"
    case .pitchOutOfRange(let line):
      "the pitch in line \(line) must be above the root and below ten octaves"
    case .repeatedPitch: "two of its pitches are the same"
    case .tooLarge: "it is too large"
    }
  }
}

extension String {
  /// The words on lines of at most `width` characters.
  fileprivate func wrapped(at width: Int) -> String {
    var lines = [""]
    for word in split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.count + word.count + 1 > width {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = last.isEmpty ? String(word) : last + " " + word
      }
    }
    return lines.joined(separator: "\n")
  }
}
