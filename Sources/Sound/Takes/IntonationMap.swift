/// The intonation of a take's notes: each on its own, and all with the same name.
///
/// Readings of one note are not independent of each other. The uncertainty of a mean follows from how the notes
/// of that pitch differ, and is not given for fewer than three.
public struct IntonationMap: Hashable, Sendable {
  /// The results for all notes of one pitch.
  public struct Line: Hashable, Sendable {
    /// How many notes there were, and their total length in seconds.
    public var notes: Int
    public var seconds: Double
    /// The number of readings.
    public var readings: Int
    public var mean: Cents
    /// The 95 % confidence interval of the mean; `nil` with fewer than three notes.
    public var uncertainty: Cents?
    /// The standard deviation of the readings.
    public var spread: Cents
    /// The fraction of the time within 5 cents.
    public var shareInTune: Double
  }

  public struct NoteLine: Hashable, Sendable {
    public var note: Note
    public var line: Line
  }

  public struct PitchClassLine: Hashable, Sendable {
    public var pitchClass: PitchClass
    public var line: Line
  }

  /// The notes, lowest first.
  public let byNote: [NoteLine]
  /// The note names, from C up.
  public let byPitchClass: [PitchClassLine]

  /// The minimum length of a note in readings; anything shorter is a transition.
  private static let shortest = 8
  /// Readings at the ends of a note that belong to its attack or to the next note.
  private static let edge = 2
  private static let inTune = 5.0

  private struct Played {
    let note: Note
    var cents: [Double] = []
  }

  public init(_ track: PitchTrack, tuning: Tuning = .standard) {
    let notes = Self.notes(track, tuning)
    let interval = Double(track.hop) / Double(track.sampleRate)
    byNote = (0...127).compactMap { number in
      let same = notes.filter { $0.note.number == number }
      return same.isEmpty
        ? nil : NoteLine(note: Note(number), line: Self.line(same, interval))
    }
    byPitchClass = PitchClass.all.compactMap { pitchClass in
      let same = notes.filter { $0.note.pitchClass == pitchClass }
      return same.isEmpty
        ? nil : PitchClassLine(pitchClass: pitchClass, line: Self.line(same, interval))
    }
  }

  /// The notes held long enough, without their ends.
  private static func notes(_ track: PitchTrack, _ tuning: Tuning) -> [Played] {
    var notes: [Played] = []
    var current: Played?
    func close() {
      guard let played = current, played.cents.count >= shortest else { return }
      notes.append(
        Played(note: played.note, cents: Array(played.cents.dropFirst(edge).dropLast(edge))))
    }
    for index in 0..<track.count {
      guard let frequency = track[index].frequency else {
        close()
        current = nil
        continue
      }
      let tuned = tuning.nearest(to: frequency)
      if current?.note != tuned.note {
        close()
        current = Played(note: tuned.note)
      }
      current?.cents.append(tuned.offset.value)
    }
    close()
    return notes
  }

  private static func line(_ notes: [Played], _ interval: Double) -> Line {
    let cents = notes.flatMap { $0.cents }
    let count = Double(cents.count)
    let mean = cents.reduce(0, +) / count
    let squares = cents.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let inTune = cents.reduce(0.0) { abs($1) <= Self.inTune ? $0 + 1 : $0 }
    return Line(
      notes: notes.count, seconds: count * interval, readings: cents.count, mean: Cents(mean),
      uncertainty: uncertainty(notes, mean),
      spread: Cents((squares / count).squareRoot()), shareInTune: inTune / count)
  }

  /// How much the means of the notes differ, weighted by their lengths.
  private static func uncertainty(_ notes: [Played], _ mean: Double) -> Cents? {
    guard notes.count >= 3 else { return nil }
    let all = notes.reduce(0.0) { $0 + Double($1.cents.count) }
    var squares = 0.0
    for note in notes {
      let weight = Double(note.cents.count) / all
      let own = note.cents.reduce(0, +) / Double(note.cents.count)
      squares += weight * weight * (own - mean) * (own - mean)
    }
    let count = Double(notes.count)
    let deviation = (squares * count / (count - 1)).squareRoot()
    return Cents(deviation * Likelihood.factor(degrees: notes.count - 1))
  }
}
