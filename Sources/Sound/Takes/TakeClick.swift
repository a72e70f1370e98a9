/// The click that a take was played to: its plan, and where it starts in the take.
public struct TakeClick: Hashable, Sendable {
  public var metronome: Metronome
  /// The frame of the take on which the first bar starts.
  public var offset: Int64
  public var sound: ClickSound

  public init(_ metronome: Metronome, offset: Int64, sound: ClickSound = .tick) {
    self.metronome = metronome
    self.offset = offset
    self.sound = sound
  }

  /// The frames of beats and subdivisions within a range of the take, even where the click is silent.
  public func ticks(in range: Range<Int64>, sampleRate: Int) -> [Int64] {
    all(in: range, sampleRate: sampleRate).filter { $0.voice == 0 }.map { $0.sample }
  }

  /// The audible clicks within a range of the take; their samples are its frames.
  func heard(in range: Range<Int64>, sampleRate: Int) -> [Pulse] {
    all(in: range, sampleRate: sampleRate).filter { $0.accent != .mute }
  }

  private func all(in range: Range<Int64>, sampleRate: Int) -> [Pulse] {
    var pulses = Pulses(metronome, sampleRate: sampleRate)
    let map = TempoMap(
      metronome.tempo, beatsPerBar: metronome.meter.beats.count, sampleRate: Double(sampleRate))
    let beats = Int64(metronome.meter.beats.count)
    // The last bar that starts before the range.
    var (low, high): (Int64, Int64) = (0, 1)
    let start = Double(range.lowerBound - offset)
    while map.time(Fraction(high * beats)) <= start, high < 1 << 32 { high *= 2 }
    while high - low > 1 {
      let middle = (low + high) / 2
      if map.time(Fraction(middle * beats)) <= start { low = middle } else { high = middle }
    }
    if low > 1 { pulses.jump(toBar: low - 1, at: map.time(Fraction((low - 1) * beats))) }
    var found: [Pulse] = []
    while var pulse = pulses.next(), pulse.sample + offset < range.upperBound {
      pulse.sample += offset
      if pulse.sample >= range.lowerBound { found.append(pulse) }
    }
    return found
  }

  /// The length of a beat at a frame of the take, in frames.
  func beatLength(at frame: Int64, sampleRate: Int) -> Double {
    let map = TempoMap(
      metronome.tempo, beatsPerBar: metronome.meter.beats.count, sampleRate: Double(sampleRate))
    var (low, high): (Int64, Int64) = (0, 1)
    let place = Double(frame - offset)
    while map.time(Fraction(high)) <= place, high < 1 << 32 { high *= 2 }
    while high - low > 1 {
      let middle = (low + high) / 2
      if map.time(Fraction(middle)) <= place { low = middle } else { high = middle }
    }
    return map.time(Fraction(low + 1)) - map.time(Fraction(low))
  }
}
