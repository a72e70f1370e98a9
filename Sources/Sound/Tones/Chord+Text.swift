/// Why a text is not a chord; intervals are counted from 1.
public enum ChordError: Error, Hashable, Sendable {
  case empty
  /// Something that is neither semitones nor a ratio.
  case notAnInterval(Int)
  /// More than three octaves away.
  case tooFar(Int)
  case tooMany
}

extension Chord {
  /// Reads intervals separated by blanks or commas: semitones such as `7` and `-12`, or exact ratios such as
  /// `3:2` and `7/4`.
  public init(parsing text: String) throws(ChordError) {
    var reader = TextReader(text)
    var intervals: [Interval] = []
    while true {
      while reader.skipBlanks() || reader.take(",") {}
      if reader.isAtEnd { break }
      let number = intervals.count + 1
      guard number <= Self.sizes.upperBound else { throw .tooMany }
      guard let interval = reader.interval() else { throw .notAnInterval(number) }
      guard Chord([interval]) != nil else { throw .tooFar(number) }
      intervals.append(interval)
    }
    guard let chord = Chord(intervals) else { throw .empty }
    self = chord
  }

  /// The intervals in readable form: `0 4 7` or `1:1 5:4 3:2`.
  public var text: String {
    var text = ""
    for interval in intervals {
      if !text.isEmpty { text += " " }
      text += interval.text
    }
    return text
  }
}

extension Chord.Interval {
  public var text: String {
    switch self {
    case .semitones(let count): "\(count)"
    case .ratio(let above, let below): "\(above):\(below)"
    }
  }
}

extension TextReader {
  /// Semitones or a ratio, up to the next blank, comma or end.
  fileprivate mutating func interval() -> Chord.Interval? {
    let isNegative = take("-") || take("−")
    if !isNegative { _ = take("+") }
    guard let first = digits() else { return nil }
    var interval = Chord.Interval.semitones(Int(clamping: isNegative ? -first : first))
    if take(":") || take("/") {
      guard !isNegative, let second = digits() else { return nil }
      interval = .ratio(Int(clamping: first), Int(clamping: second))
    }
    guard isAtEnd || next == 0x20 || next == 0x09 || next == UInt8(ascii: ",") else { return nil }
    return interval
  }
}
