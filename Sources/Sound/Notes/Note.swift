/// A key of a piano extended without end: 60 is middle C, 69 the A above it.
public struct Note: Hashable, Sendable {
  /// The MIDI note number.
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }

  public init(_ pitchClass: PitchClass, octave: Int) {
    number = 12 * (octave + 1) + pitchClass.number
  }

  /// The A that instruments tune to.
  public static let a4 = Note(69)

  public var pitchClass: PitchClass { PitchClass(number) }

  /// The octave in scientific pitch notation: each starts with C, and middle C starts the fourth.
  public var octave: Int { (number - pitchClass.number) / 12 - 1 }

  /// The note some semitones higher.
  public func raised(by semitones: Int) -> Note { Note(number + semitones) }
}

extension Note: Comparable {
  public static func < (one: Note, other: Note) -> Bool { one.number < other.number }
}

/// A note without its octave: one of twelve.
public struct PitchClass: Hashable, Sendable {
  /// How many semitones it is above C: 0 to 11.
  public let number: Int

  /// Any whole number, wrapped into the octave.
  public init(_ number: Int) {
    let rest = number % 12
    self.number = rest < 0 ? rest + 12 : rest
  }

  public static let c = PitchClass(0)
  public static let a = PitchClass(9)
  public static let all = (0..<12).map { PitchClass($0) }
}

/// Which accidental the black keys are written with.
public enum Spelling: Hashable, Sendable, CaseIterable {
  case sharps, flats
}
