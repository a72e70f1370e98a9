public import Sound

/// A sequence of drone notes, each for some bars of a metronome; it repeats.
public struct DroneSequence: Equatable, Sendable {
  public private(set) var steps: [Step] = []

  public struct Step: Equatable, Sendable {
    /// As it sounds.
    public let note: Note
    public let bars: Int
  }

  public static let stepLimit = 64
  public static let bars = 1...100

  /// One without notes.
  public init() {}

  public var isEmpty: Bool { steps.isEmpty }

  /// The note of a bar, counted from 1; before it, in a count-in, the first.
  public func note(inBar bar: Int) -> Note? {
    let length = steps.reduce(0) { $0 + $1.bars }
    guard length > 0 else { return nil }
    var place = max(bar - 1, 0) % length
    for step in steps {
      if place < step.bars { return step.note }
      place -= step.bars
    }
    return nil
  }
}

// MARK: - As text

extension DroneSequence {
  /// Why a text is not a sequence; steps are counted from 1.
  public enum ParseError: Error, Hashable, Sendable {
    case notANote(step: Int)
    case outOfRange(step: Int)
    case notBars(step: Int)
    case tooMany
  }

  /// Reads notes and their bars such as `B4 4, A4 2`; a note without a number sounds for one bar.
  ///
  /// - Parameter transposition: how many semitones the notes sound above what is written.
  public init(parsing text: String, transposition: Int = 0) throws(ParseError) {
    for part in text.utf8.split(separator: UInt8(ascii: ",")) {
      let words = part.split { $0 <= 0x20 }.map { String(decoding: Array($0), as: UTF8.self) }
      guard let name = words.first else { continue }
      let number = steps.count + 1
      guard number <= Self.stepLimit else { throw .tooMany }
      guard let written = try? Note(parsing: name) else { throw .notANote(step: number) }
      let note = written.raised(by: transposition)
      guard DroneSetup.roots.contains(note) else { throw .outOfRange(step: number) }
      var bars = 1
      if words.count > 1 {
        guard words.count == 2, let count = Int(words[1]), Self.bars.contains(count) else {
          throw .notBars(step: number)
        }
        bars = count
      }
      steps.append(Step(note: note, bars: bars))
    }
  }

  /// What can be read again.
  public func text(in spelling: Spelling = .sharps, transposition: Int = 0) -> String {
    var text = ""
    for step in steps {
      if !text.isEmpty { text += ", " }
      text += "\(step.note.raised(by: -transposition).name(in: spelling)) \(step.bars)"
    }
    return text
  }
}
