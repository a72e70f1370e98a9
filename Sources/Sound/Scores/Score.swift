/// Music whose time is written in seconds.
///
/// Times are whole milliseconds. A line is a sequence of bars, perhaps with holds; brackets are placed on the
/// clock, with a start within one range of times and an end within another.
public struct Score: Hashable, Sendable {
  public var title = ""
  public var composer = ""
  /// Where the durations are from, in words.
  public var source = ""
  public var lines: [Line] = []
  public var brackets: [Bracket] = []
  /// The drone that sounds throughout, if any.
  public var drone: Note?

  public init() {}

  public struct Line: Hashable, Sendable {
    /// Its name; if empty, its number is shown.
    public var label = ""
    public var bars: [Bar]

    public init(_ bars: [Bar], label: String = "") {
      self.bars = bars
      self.label = label
    }
  }

  public struct Bar: Hashable, Sendable {
    public var milliseconds: Int64
    /// The shortest it may become in a version that shrinks, in percent; 100 for a bar that does not shrink.
    public var leastPercent = 100
    /// An optional hold that makes it longer.
    public var hold: Hold?
    /// Moments within it to report, in milliseconds from its start.
    public var marks: [Int64] = []

    public init(_ milliseconds: Int64) {
      self.milliseconds = milliseconds
    }
  }

  /// A fermata: how long a bar is held beyond its time.
  public enum Hold: Hashable, Sendable {
    /// The least, the usual and the longest duration.
    case lasting(least: Int64, nominal: Int64, most: Int64)
    /// Until the player continues.
    case untilTap

    public var nominal: Int64 {
      if case .lasting(_, let nominal, _) = self { nominal } else { 0 }
    }
  }

  /// An event that starts and ends within given ranges of time, as in Cage's number pieces.
  public struct Bracket: Hashable, Sendable {
    public var start: ClosedRange<Int64>
    public var end: ClosedRange<Int64>
    /// Which part it belongs to; brackets of one part follow each other.
    public var part: Int = 1

    public init(start: ClosedRange<Int64>, end: ClosedRange<Int64>, part: Int = 1) {
      self.start = start
      self.end = end
      self.part = part
    }
  }

  /// The longest score, in milliseconds: a day.
  public static let longest: Int64 = 86_400_000
  public static let lineCounts = 1...1_000
  public static let barCounts = 1...1_000
}

// MARK: - Checks

extension Score {
  /// An error in a score, whatever form it came in.
  public enum Problem: Error, Hashable, Sendable {
    case empty
    case barWithoutLength(line: Int, bar: Int)
    case holdOutOfOrder(line: Int, bar: Int)
    case markOutsideBar(line: Int, bar: Int)
    /// The end is before the start, or leaves no moment in between.
    case bracketTurnedRound(Int)
    case bracketsOutOfOrder(Int)
    case tooLong
    /// A text with a line break, a quotation mark in a label, or blanks at an end.
    case textNotPlain(String)
  }

  /// The first error, if any.
  public var problem: Problem? {
    if lines.isEmpty, brackets.isEmpty { return .empty }
    for text in [title, composer, source] + lines.map({ $0.label }) where !Self.isPlain(text) {
      return .textNotPlain(text)
    }
    for line in lines where line.label.utf8.contains(UInt8(ascii: "\"")) {
      return .textNotPlain(line.label)
    }
    for (line, content) in lines.enumerated() {
      for (bar, content) in content.bars.enumerated() {
        if content.milliseconds <= 0 { return .barWithoutLength(line: line + 1, bar: bar + 1) }
        if case .lasting(let least, let nominal, let most) = content.hold,
          least < 0 || least > nominal || nominal > most || most > Self.longest
        {
          return .holdOutOfOrder(line: line + 1, bar: bar + 1)
        }
        if content.marks.contains(where: { $0 < 0 || $0 >= content.milliseconds }) {
          return .markOutsideBar(line: line + 1, bar: bar + 1)
        }
      }
    }
    var lastOfPart: [Int: Bracket] = [:]
    for (index, bracket) in brackets.enumerated() {
      if bracket.start.lowerBound < 0 || bracket.start.lowerBound >= bracket.end.upperBound {
        return .bracketTurnedRound(index + 1)
      }
      if let last = lastOfPart[bracket.part],
        bracket.start.lowerBound < last.start.lowerBound
          || bracket.end.upperBound < last.end.upperBound
      {
        return .bracketsOutOfOrder(index + 1)
      }
      lastOfPart[bracket.part] = bracket
      if bracket.end.upperBound > Self.longest { return .tooLong }
    }
    return length(withHolds: true) > Self.longest ? .tooLong : nil
  }

  private static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.first != 0x20 && bytes.last != 0x20 && bytes.allSatisfy { $0 >= 0x20 }
  }

  /// The total length of the lines, in milliseconds.
  public func length(withHolds: Bool) -> Int64 {
    var length: Int64 = 0
    for line in lines {
      for bar in line.bars {
        length += min(bar.milliseconds, Self.longest)
        if withHolds { length += min(bar.hold?.nominal ?? 0, Self.longest) }
      }
    }
    return length
  }
}
