/// The tempo of a piece: sections of bars, each steady or changing.
public struct TempoPlan: Hashable, Sendable {
  /// How the tempo changes in a section.
  public enum Course: Hashable, Sendable {
    case steady
    /// By the same amount each second, to another tempo.
    case linear(to: Tempo)
    /// By the same factor each second, to another tempo.
    case exponential(to: Tempo)
    /// By some hundredths of a beat per minute every few bars, up or down to a limit.
    case steps(by: Int, everyBars: Int, limit: Tempo)
  }

  public struct Stretch: Hashable, Sendable {
    public var bars: Int
    public var tempo: Tempo
    public var course: Course

    public init(bars: Int, tempo: Tempo, course: Course = .steady) {
      self.bars = bars
      self.tempo = tempo
      self.course = course
    }
  }

  /// At least one; the last tempo continues after the end.
  public let stretches: [Stretch]

  /// Creates a plan, or `nil` with no or too many sections, or if one has no bars or zero steps.
  public init?(_ stretches: [Stretch]) {
    guard Self.stretchCounts.contains(stretches.count),
      stretches.allSatisfy({ Self.barCounts.contains($0.bars) })
    else {
      return nil
    }
    for stretch in stretches {
      if case .steps(_, let everyBars, _) = stretch.course, everyBars < 1 { return nil }
    }
    self.stretches = stretches
  }

  public init(steady tempo: Tempo) {
    stretches = [Stretch(bars: 1, tempo: tempo)]
  }

  public static let barCounts = 1...100_000
  public static let stretchCounts = 1...64
}

/// A plan laid out at a sample rate, for bars with a given number of beats.
///
/// Each time is computed from the start of its section by one formula, never from the previous beat.
struct TempoMap {
  private struct Piece {
    let firstBeat: Int64
    /// In samples.
    let start: Double
    let from: Double
    let to: Double
    /// Beats until it ends; after the last piece the tempo is steady.
    let beats: Double
    let isExponential: Bool
  }

  private var pieces: [Piece] = []
  /// Samples times hundredths of beats per minute: the length of a beat at one hundredth of a beat per
  /// minute.
  let beatSamples: Double

  init(_ plan: TempoPlan, beatsPerBar: Int, sampleRate: Double) {
    beatSamples = 6_000 * sampleRate
    var (beat, start) = (Int64(0), 0.0)
    var last = plan.stretches[0].tempo.centiBeatsPerMinute
    for stretch in plan.stretches {
      let from = stretch.tempo.centiBeatsPerMinute
      let beats = Int64(stretch.bars) * Int64(beatsPerBar)
      switch stretch.course {
      case .steady:
        last = from
        add(beat, &start, from, from, beats, isExponential: false)
      case .linear(let to):
        last = to.centiBeatsPerMinute
        add(beat, &start, from, last, beats, isExponential: false)
      case .exponential(let to):
        last = to.centiBeatsPerMinute
        add(beat, &start, from, last, beats, isExponential: true)
      case .steps(let by, let everyBars, let limit):
        last = from
        var (place, left) = (beat, stretch.bars)
        while left > 0 {
          let isDone = Self.step(last, by, limit.centiBeatsPerMinute) == last
          let bars = isDone ? left : min(everyBars, left)
          add(place, &start, last, last, Int64(bars) * Int64(beatsPerBar), isExponential: false)
          place += Int64(bars) * Int64(beatsPerBar)
          left -= bars
          if left > 0 { last = Self.step(last, by, limit.centiBeatsPerMinute) }
        }
      }
      beat += beats
    }
    add(beat, &start, last, last, 1, isExponential: false)
  }

  /// One step towards a limit and no further; a limit on the wrong side is reached at once.
  private static func step(_ tempo: Int, _ by: Int, _ limit: Int) -> Int {
    by > 0 ? min(tempo + by, max(limit, tempo)) : max(tempo + by, min(limit, tempo))
  }

  private mutating func add(
    _ beat: Int64, _ start: inout Double, _ from: Int, _ to: Int, _ beats: Int64,
    isExponential: Bool
  ) {
    let piece = Piece(
      firstBeat: beat, start: start, from: Double(from), to: Double(to), beats: Double(beats),
      isExponential: isExponential)
    pieces.append(piece)
    start += samples(Fraction(beats), in: piece)
  }

  /// When a beat or a fraction of one falls, in samples from the first beat.
  func time(_ place: Fraction) -> Double {
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Fraction(pieces[middle].firstBeat) > place { high = middle } else { low = middle }
    }
    let piece = pieces[low]
    return piece.start + samples(place + -piece.firstBeat, in: piece)
  }

  /// How long the given beats from the start of a piece take.
  private func samples(_ beats: Fraction, in piece: Piece) -> Double {
    if piece.from == piece.to {
      return Double(beats.numerator) * beatSamples / (Double(beats.denominator) * piece.from)
    }
    let part = beats.value / piece.beats
    if piece.isExponential {
      // The tempo is linear over beats, so the time is a logarithm.
      let growth = piece.to / piece.from - 1
      let ratio = Functions.log2(1 + growth * part) / 1.4426950408889634
      return piece.beats * beatSamples / piece.from * ratio / growth
    }
    // The tempo is linear over time: half its square is linear over beats.
    let (from, to) = (piece.from, piece.to)
    let reached = (from * from + (to * to - from * from) * part).squareRoot()
    return 2 * piece.beats * beatSamples * part / (from + reached)
  }
}
