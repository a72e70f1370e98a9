/// One click of a metronome.
public struct Pulse: Hashable, Sendable {
  /// The sample it starts on, counted from the first bar; negative in the count-in.
  public var sample: Int64
  /// Counted from 1; the bars of the count-in are 0, −1 and so on.
  public var bar: Int
  /// Counted from 1 within the bar; for a further voice, its stroke.
  public var beat: Int
  /// Counted from 1 within the beat.
  public var subdivision: Int
  /// 0 for the beats, from 1 for the further voices of a polyrhythm.
  public var voice: Int
  public var accent: Accent
}

/// The clicks of a metronome, one after another, each computed from its index.
///
///     var pulses = Pulses(metronome, sampleRate: 48_000)
///     while let pulse = pulses.next(), pulse.sample < end { … }
public struct Pulses: Sendable {
  public let metronome: Metronome
  private let map: TempoMap
  /// The strokes of any bar, in order.
  private let strokes: [Stroke]
  private let end: Int64?
  /// Where the first bar starts, in samples; unrounded, so that changes do not add up.
  private var origin = 0.0
  /// The bar of the next click, counted from 0, and its index among the strokes of the bar.
  private var bar: Int64
  private var index = 0

  private struct Stroke {
    let place: Fraction
    let beat: Int
    let subdivision: Int
    let voice: Int
    let accent: Accent
  }

  /// - Parameter bars: how many to play after the count-in; `nil` for the metronome's own number.
  public init(_ metronome: Metronome, sampleRate: Int, bars: Int? = nil) {
    self.metronome = metronome
    map = TempoMap(
      metronome.tempo, beatsPerBar: metronome.meter.beats.count, sampleRate: Double(sampleRate))
    strokes = Self.strokes(of: metronome.meter)
    end = (bars ?? metronome.bars).map { Int64($0) }
    bar = -Int64(metronome.countInBars)
  }

  /// The next click; muted beats have silent ones.
  public mutating func next() -> Pulse? {
    guard let pulse = upcoming else { return nil }
    index += 1
    if index == strokes.count {
      index = 0
      bar += 1
    }
    return pulse
  }

  /// The next result of ``next()``.
  public var upcoming: Pulse? {
    // Even if the end was moved before this point, the bar is completed.
    if let end, bar >= end, isAtBarLine { return nil }
    let stroke = strokes[index]
    return Pulse(
      sample: upcomingSample, bar: Int(bar) + 1, beat: stroke.beat,
      subdivision: stroke.subdivision, voice: stroke.voice,
      accent: isUpcomingInGap ? .mute : stroke.accent)
  }

  /// Whether that click is silent because of a gap.
  var isUpcomingInGap: Bool {
    let beat = bar * beatsPerBar + Functions.wholePart(of: strokes[index].place)
    return metronome.gaps.isSilent(bar: bar, beat: beat)
  }

  /// The first sample after another on which a click is heard, if it comes before an end.
  public func nextHeard(after sample: Int64, before end: Int64) -> Int64? {
    var ahead = self
    while let pulse = ahead.next(), pulse.sample < end {
      if pulse.accent != .mute, pulse.sample > sample { return pulse.sample }
    }
    return nil
  }

  /// The sample on which a bar starts, counted from 0.
  public func start(ofBar bar: Int64) -> Int64 {
    Int64(Functions.nearest(origin + time(Fraction(bar * beatsPerBar))))
  }

  // MARK: - Moving

  /// Whether the next click starts a bar.
  var isAtBarLine: Bool { index == 0 }

  /// The bar of the next click, counted from 0; negative in the count-in.
  var upcomingBar: Int64 { bar }

  /// Jumps to a bar, counted from 0, that starts at a time in samples.
  mutating func jump(toBar bar: Int64, at time: Double) {
    self.bar = max(bar, -Int64(metronome.countInBars))
    index = 0
    origin += time - upcomingTime
  }

  /// Shifts all times later by this many samples.
  mutating func delay(by samples: Double) { origin += samples }

  /// The sample on which the next click falls, or would fall.
  var upcomingSample: Int64 { Int64(Functions.nearest(upcomingTime)) }

  /// The exact time of that.
  var upcomingTime: Double {
    origin + time(strokes[index].place + bar * beatsPerBar)
  }

  /// Continues as another metronome: its next click comes when this one's would.
  ///
  /// If the bars differ this is only possible at a bar line; elsewhere nothing happens, and it returns
  /// false.
  mutating func goOn(as other: Pulses) -> Bool {
    let isSameBar =
      other.beatsPerBar == beatsPerBar && other.strokes.count == strokes.count
      && other.strokes.indices.allSatisfy {
        other.strokes[$0].place == strokes[$0].place && other.strokes[$0].voice == strokes[$0].voice
      }
    guard isAtBarLine || isSameBar else { return false }
    var other = other
    (other.bar, other.index) = (bar, index)
    other.origin += upcomingTime - other.upcomingTime
    self = other
    return true
  }

  private var beatsPerBar: Int64 { Int64(metronome.meter.beats.count) }

  /// In samples from the first bar; before it the first tempo applies.
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
      // Simultaneous ones stay in the order of their voices.
      one.element.place == other.element.place
        ? one.offset < other.offset : one.element.place < other.element.place
    }.map { $0.element }
  }

  /// Where a subdivision falls within its beat: the second of each pair is delayed by the swing.
  private static func place(_ subdivision: Int, of count: Int, _ swing: Int) -> Fraction {
    guard count % 2 == 0, subdivision % 2 == 1 else {
      return Fraction(Int64(subdivision), Int64(count))
    }
    // The pair fills two parts; its second half comes after `swing` percent of them.
    return Fraction(Int64((subdivision - 1) * 50 + swing), Int64(count * 50))
  }
}
