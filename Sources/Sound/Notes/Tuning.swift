/// How notes are tuned: the frequency of A, and how the others relate to it.
public struct Tuning: Hashable, Sendable {
  /// The permitted frequencies of the A above middle C, in hertz.
  public static let range = 380.0...480.0

  /// The frequency of the A above middle C, in hertz.
  public let a4: Double
  /// The note on which the temperament or the scale starts.
  public let root: PitchClass
  private let rule: Rule

  private enum Rule: Hashable {
    case notes(Temperament)
    case degrees(Scale)
  }

  /// Tunes the twelve notes, or returns `nil` if `a4` is outside ``range``.
  public init?(a4: Double = 440, temperament: Temperament = .equal, root: PitchClass = .c) {
    guard Self.range.contains(a4) else { return nil }
    self.init(uncheckedA4: a4, root: root, rule: .notes(temperament))
  }

  /// Tunes to a scale whose root is where equal temperament has it; `nil` if `a4` is outside ``range``.
  ///
  /// With exactly twelve degrees to the octave it tunes the twelve notes, and A keeps its frequency.
  public init?(a4: Double = 440, scale: Scale, root: PitchClass = .c) {
    guard Self.range.contains(a4) else { return nil }
    if scale.degrees.count == 12, scale.period == 1200 {
      let offsets = scale.degrees.enumerated().map { step, cents in cents - 100 * Double(step) }
      if let temperament = Temperament(id: "scale", name: scale.name, offsets: offsets) {
        self.init(uncheckedA4: a4, root: root, rule: .notes(temperament))
        return
      }
    }
    self.init(uncheckedA4: a4, root: root, rule: .degrees(scale))
  }

  private init(uncheckedA4 a4: Double, root: PitchClass, rule: Rule) {
    self.a4 = a4
    self.root = root
    self.rule = rule
  }

  /// Equal temperament on 440 Hz.
  public static let standard = Tuning(uncheckedA4: 440, root: .c, rule: .notes(.equal))
}

// MARK: - Notes and frequencies

extension Tuning {
  /// How far a note is from equal temperament.
  public func offset(of pitchClass: PitchClass) -> Cents {
    guard case .notes(let temperament) = rule else { return .zero }
    let offsets = temperament.offsets
    return Cents(
      offsets[PitchClass(pitchClass.number - root.number).number]
        - offsets[PitchClass(PitchClass.a.number - root.number).number])
  }

  /// The frequency of a note, in hertz.
  public func frequency(of note: Note) -> Double {
    a4
      * Functions.exp2(
        Double(note.number - Note.a4.number) / 12 + offset(of: note.pitchClass).value / 1200)
  }

  /// The nearest note to a frequency above 0, and the deviation from it.
  public func nearest(to frequency: Double) -> TunedPitch {
    let semitones = 12 * Functions.log2(frequency / a4) + Double(Note.a4.number)
    let equal = Note(Int(Functions.nearest(semitones)))
    switch rule {
    case .notes:
      var best = TunedPitch(note: equal, offset: Cents(1e9))
      for number in equal.number - 1...equal.number + 1 {
        let note = Note(number)
        let offset = (semitones - Double(number)) * 100 - self.offset(of: note.pitchClass).value
        if abs(offset) < abs(best.offset.value) {
          best = TunedPitch(note: note, offset: Cents(offset))
        }
      }
      return best
    case .degrees(let scale):
      // The root below middle C's octave serves as well as any other.
      let cents = (semitones - Double(60 + root.number)) * 100
      let (degree, offset) = scale.nearest(toCentsAboveRoot: cents)
      return TunedPitch(note: equal, offset: Cents(offset), degree: degree)
    }
  }
}

/// A note and how far a pitch is from it.
public struct TunedPitch: Hashable, Sendable {
  public var note: Note
  /// How far the pitch is above the note or, in a scale not of twelve degrees, above its degree.
  public var offset: Cents
  /// The degree of the scale, counted from its root in the octave of middle C; `nil` if notes are tuned.
  public var degree: Int?
}
