/// When the bars of a plan begin, for a picture or a clock.
public struct PlannedBars: Sendable {
  private let map: TempoMap
  private let beatsPerBar: Int
  private let countInLength: Double

  public init(_ metronome: Metronome) {
    beatsPerBar = metronome.meter.beats.count
    countInLength = 60_000 / metronome.tempo.stretches[0].tempo.beatsPerMinute
    map = TempoMap(metronome.tempo, beatsPerBar: beatsPerBar, sampleRate: 1_000)
  }

  /// When a bar begins, counted from 1, in milliseconds from the first.
  public func start(ofBar bar: Int) -> Double {
    map.time(Fraction(Int64(max(bar, 1) - 1) * Int64(beatsPerBar)))
  }

  /// How long a beat of a bar takes on average, in milliseconds; bars before the first go as it begins.
  public func beatLength(inBar bar: Int) -> Double {
    guard bar >= 1 else { return countInLength }
    return (start(ofBar: bar + 1) - start(ofBar: bar)) / Double(beatsPerBar)
  }

  /// The bar line nearest after so many milliseconds from the start of a bar: how many bars are over there.
  public func bars(until milliseconds: Double, from bar: Int) -> Int {
    let begin = start(ofBar: bar)
    // No line is nearer than the next; bars beyond the bound are never reached.
    var (low, high) = (bar, Self.lastBar)
    while low < high {
      let middle = low + (high - low) / 2
      // Half a millisecond is the clock's own rounding, not another bar.
      if start(ofBar: middle + 1) - begin >= milliseconds - 0.5 {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  private static let lastBar = 1_000_000
}

extension TempoPlan {
  /// How many bars all stretches have.
  public var barCount: Int { stretches.reduce(0) { $0 + $1.bars } }
}
