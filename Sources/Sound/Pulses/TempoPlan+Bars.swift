/// When the bars of a plan start, for a picture or a clock.
public struct PlannedBars: Sendable {
  private let map: TempoMap
  private let beatsPerBar: Int
  private let countInLength: Double

  public init(_ metronome: Metronome) {
    beatsPerBar = metronome.meter.beats.count
    countInLength = 60_000 / metronome.tempo.stretches[0].tempo.beatsPerMinute
    map = TempoMap(metronome.tempo, beatsPerBar: beatsPerBar, sampleRate: 1_000)
  }

  /// When a bar starts, counted from 1, in milliseconds from the first.
  public func start(ofBar bar: Int) -> Double {
    map.time(Fraction(Int64(max(bar, 1) - 1) * Int64(beatsPerBar)))
  }

  /// The average length of a beat in a bar, in milliseconds; bars before the first use the initial tempo.
  public func beatLength(inBar bar: Int) -> Double {
    guard bar >= 1 else { return countInLength }
    return (start(ofBar: bar + 1) - start(ofBar: bar)) / Double(beatsPerBar)
  }

  /// The bar line nearest to the given time after the start of a bar: how many bars have passed by then.
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
  /// The total number of bars.
  public var barCount: Int { stretches.reduce(0) { $0 + $1.bars } }
}
