/// One click of a metronome.
public struct Pulse: Hashable, Sendable {
  /// The sample it begins on, counted from the first bar; the count-in is below 0.
  public var sample: Int64
  /// Counted from 1; the count-in has the bars 0, −1 and so on.
  public var bar: Int
  /// Counted from 1 within the bar; of a further voice, its stroke.
  public var beat: Int
  /// Counted from 1 within the beat.
  public var subdivision: Int
  /// 0 for the beats, from 1 for the further voices of a polyrhythm.
  public var voice: Int
  public var accent: Accent
}

/// The clicks of a metronome, one after another, each computed from its number.
///
///     var pulses = Pulses(metronome, sampleRate: 48_000)
///     while let pulse = pulses.next(), pulse.sample < end { … }
public struct Pulses: Sendable {
  private let metronome: Metronome
  private let map: TempoMap
  /// What is struck in any bar, in order.
  private let strokes: [Stroke]
  private let end: Int64?
  private var bar: Int64
  private var index = 0

  private struct Stroke {
    let place: Fraction
    let beat: Int
    let subdivision: Int
    let voice: Int
    let accent: Accent
  }

  /// - Parameter bars: how many to play after the count-in; without it they never end.
  public init(_ metronome: Metronome, sampleRate: Int, bars: Int? = nil) {
    self.metronome = metronome
    map = TempoMap(
      metronome.tempo, beatsPerBar: metronome.meter.beats.count, sampleRate: Double(sampleRate))
    strokes = Self.strokes(of: metronome.meter)
    end = bars.map { Int64($0) }
    bar = -Int64(metronome.countInBars)
  }

  /// The next click; a muted beat has one, too, that nobody hears.
  public mutating func next() -> Pulse? {
    if index == strokes.count {
      index = 0
      bar += 1
    }
    if let end, bar >= end { return nil }
    let stroke = strokes[index]
    index += 1
    let beats = Int64(metronome.meter.beats.count)
    let beat = bar * beats + Functions.wholePart(of: stroke.place)
    let isSilent = metronome.gaps.isSilent(bar: bar, beat: beat)
    return Pulse(
      sample: Int64(Functions.nearest(time(stroke.place + bar * beats))), bar: Int(bar) + 1,
      beat: stroke.beat, subdivision: stroke.subdivision, voice: stroke.voice,
      accent: isSilent ? .mute : stroke.accent)
  }

  /// The sample that a bar begins on, counted from 0.
  public func start(ofBar bar: Int64) -> Int64 {
    Int64(Functions.nearest(time(Fraction(bar * Int64(metronome.meter.beats.count)))))
  }

  /// In samples; before the first bar its tempo holds.
  private func time(_ place: Fraction) -> Double {
    guard place.numerator < 0 else { return map.time(place) }
    let tempo = Double(metronome.tempo.stretches[0].tempo.centiBeatsPerMinute)
    return Double(place.numerator) * map.beatSamples / (Double(place.denominator) * tempo)
  }

  private static func strokes(of meter: Meter) -> [Stroke] {
    var strokes: [Stroke] = []
    let count = meter.subdivisions.count
    for (beat, accent) in meter.beats.enumerated() {
      for subdivision in 0..<count {
        strokes.append(
          Stroke(
            place: place(subdivision, of: count, meter.swing) + Int64(beat), beat: beat + 1,
            subdivision: subdivision + 1, voice: 0,
            accent: subdivision == 0
              ? accent : accent == .mute ? .mute : meter.subdivisions[subdivision]))
      }
    }
    for (voice, strikes) in meter.voices.enumerated() {
      for strike in 0..<strikes {
        strokes.append(
          Stroke(
            place: Fraction(Int64(strike * meter.beats.count), Int64(strikes)), beat: strike + 1,
            subdivision: 1, voice: voice + 1, accent: strike == 0 ? .strong : .normal))
      }
    }
    return strokes.enumerated().sorted { one, other in
      // Those of one moment stay in the order of their voices.
      one.element.place == other.element.place
        ? one.offset < other.offset : one.element.place < other.element.place
    }.map { $0.element }
  }

  /// Where a subdivision falls within its beat: of each pair the second waits for the swing.
  private static func place(_ subdivision: Int, of count: Int, _ swing: Int) -> Fraction {
    guard count % 2 == 0, subdivision % 2 == 1 else {
      return Fraction(Int64(subdivision), Int64(count))
    }
    // The pair takes two parts; the second of it comes after so many percent.
    return Fraction(Int64((subdivision - 1) * 50 + swing), Int64(count * 50))
  }
}
