/// Something that happens in a timed score.
public struct ScoreCue: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case count, bar, hold, mark, bracket
    /// A bracket is about to end.
    case warning
    /// A score without bars starts; this is only reported.
    case start

    public var name: String {
      switch self {
      case .count: "count"
      case .bar: "bar"
      case .hold: "hold"
      case .mark: "mark"
      case .bracket: "bracket"
      case .warning: "warning"
      case .start: "start"
      }
    }
  }

  /// When it starts and how long it takes, in milliseconds of the score; ``ScoreScale`` converts them to
  /// time.
  public var start: Fraction
  public var length: Fraction
  public var kind: Kind
  /// Counted from 1; for a bracket, its part. 0 if there is none.
  public var line: Int
  public var bar: Int
  /// Whether it lasts until the player continues; its length is 0 then.
  public var waits = false
}

/// How fast a score is played: 100 percent is as written, 50 takes twice as long.
public struct ScoreScale: Hashable, Sendable {
  public static let percents = 20...300
  public let percent: Int

  public init?(percent: Int) {
    guard Self.percents.contains(percent) else { return nil }
    self.percent = percent
  }

  public static let written = ScoreScale(uncheckedPercent: 100)

  private init(uncheckedPercent: Int) {
    percent = uncheckedPercent
  }

  /// The time that milliseconds of the score take.
  func time(_ milliseconds: Int64) -> Fraction {
    Fraction(milliseconds * 100, Int64(percent))
  }
}

/// The part of a score to play.
public struct ScoreRange: Hashable, Sendable {
  public var lines: ClosedRange<Int>
  public var bars: ClosedRange<Int>

  /// Counted from 1; anything that a line does not have is ignored.
  public init(lines: ClosedRange<Int> = 1...Int.max, bars: ClosedRange<Int> = 1...Int.max) {
    self.lines = lines
    self.bars = bars
  }
}

extension Score {
  /// Everything that happens, in order of time; time 0 is the first bar played.
  ///
  /// - Parameters:
  ///   - countIn: how many seconds to count in, at clock speed.
  ///   - passes: how many times to play the range.
  ///   - seed: draws the brackets that are not fixed.
  public func cues(
    _ range: ScoreRange = ScoreRange(), scale: ScoreScale = .written, countIn: Int = 0,
    passes: Int = 1, seed: UInt64 = 0
  ) -> [ScoreCue] {
    var cues: [ScoreCue] = []
    for second in stride(from: countIn, to: 0, by: -1) {
      cues.append(
        ScoreCue(
          start: Fraction(Int64(second) * -1_000), length: Fraction(1_000), kind: .count, line: 0,
          bar: 0))
    }
    // A single sum of whole milliseconds, from which each time is computed.
    var place: Int64 = 0
    for _ in 0..<max(passes, 1) {
      for (line, content) in lines.enumerated() where range.lines.contains(line + 1) {
        for (bar, content) in content.bars.enumerated() where range.bars.contains(bar + 1) {
          func add(_ kind: ScoreCue.Kind, after: Int64, _ length: Int64) {
            cues.append(
              ScoreCue(
                start: scale.time(place + after), length: scale.time(length), kind: kind,
                line: line + 1, bar: bar + 1))
          }
          add(.bar, after: 0, content.milliseconds)
          for mark in content.marks.sorted() { add(.mark, after: mark, 0) }
          place += content.milliseconds
          if let hold = content.hold {
            add(.hold, after: 0, hold.nominal)
            cues[cues.count - 1].waits = hold == .untilTap
            place += hold.nominal
          }
        }
      }
    }
    cues += brackets.enumerated().map { index, bracket in
      let (start, end) = bracket.drawn(seed: seed, index)
      return ScoreCue(
        start: scale.time(start), length: scale.time(end - start), kind: .bracket,
        line: bracket.part, bar: index + 1)
    }
    return cues.enumerated().sorted { one, other in
      one.element.start == other.element.start
        ? one.offset < other.offset : one.element.start < other.element.start
    }.map { $0.element }
  }
}

extension Score.Bracket {
  /// A start and an end that the bracket allows, the start before the end, the same for the same seed.
  public func drawn(seed: UInt64, _ index: Int) -> (start: Int64, end: Int64) {
    var chance = Chance(seed: seed, at: Int64(index))
    let latest = min(start.upperBound, end.upperBound - 1)
    let begin =
      start.lowerBound + Int64(chance.number(through: UInt64(max(latest - start.lowerBound, 0))))
    let earliest = max(end.lowerBound, begin + 1)
    let stop = earliest + Int64(chance.number(through: UInt64(max(end.upperBound - earliest, 0))))
    return (begin, stop)
  }
}

extension ScoreCue {
  /// The nearest sample to its start.
  public func sample(at sampleRate: Int) -> Int64 {
    let (product, below) = (start.numerator * Int64(sampleRate), start.denominator * 1_000)
    // Rounded in integers: half a sample is rounded up.
    return Functions.wholePart(of: Fraction(2 * product + below, 2 * below))
  }

  /// The sample at which it ends.
  public func endSample(at sampleRate: Int) -> Int64 {
    var end = self
    // Start and length share a denominator.
    end.start = Fraction(start.numerator + length.numerator, start.denominator)
    return end.sample(at: sampleRate)
  }
}
