extension Message {
  mutating func write(_ metronome: Metronome) {
    let (meter, gaps) = (metronome.meter, metronome.gaps)
    write(metronome.countInBars)
    write(metronome.bars ?? 0)
    write(meter.swing)
    for list in [meter.beats, meter.subdivisions] {
      write(list.count)
      for accent in list { write(accent.rawValue) }
    }
    write(meter.voices.count)
    for voice in meter.voices { write(voice) }
    write(gaps.turns?.sounding ?? 0)
    write(gaps.turns?.silent ?? 0)
    write(gaps.dropChance)
    numbers += [Double(gaps.seed >> 32), Double(gaps.seed & 0xFFFF_FFFF)]
    write(metronome.tempo.stretches.count)
    for stretch in metronome.tempo.stretches {
      write(stretch.bars)
      write(stretch.tempo.centiBeatsPerMinute)
      switch stretch.course {
      case .steady: numbers += [0, 0, 0, 0]
      case .linear(let to): numbers += [1, Double(to.centiBeatsPerMinute), 0, 0]
      case .exponential(let to): numbers += [2, Double(to.centiBeatsPerMinute), 0, 0]
      case .steps(let by, let everyBars, let limit):
        numbers += [3, Double(limit.centiBeatsPerMinute), Double(by), Double(everyBars)]
      }
    }
  }

  mutating func readMetronome() -> Metronome? {
    guard let countIn = readWhole(), let bars = readWhole(in: 0...Int(Int32.max)),
      let swing = readWhole(),
      let beatCount = readWhole(in: Meter.beatCounts),
      let beats = readList(beatCount, { $0.readAccent() }),
      let subdivisionCount = readWhole(in: Meter.subdivisionCounts),
      let subdivisions = readList(subdivisionCount, { $0.readAccent() }),
      let voiceCount = readWhole(in: 0...Meter.voiceLimit),
      let voices = readList(voiceCount, { $0.readWhole() }),
      let meter = Meter(beats: beats, subdivisions: subdivisions, swing: swing, voices: voices),
      let gaps = readGaps(),
      let stretchCount = readWhole(in: 1...max(left, 1)),
      let stretches = readList(stretchCount, { $0.readStretch() }),
      let tempo = TempoPlan(stretches)
    else { return nil }
    var metronome = Metronome(meter: meter, tempo: tempo, gaps: gaps, countInBars: countIn)
    metronome?.bars = bars == 0 ? nil : bars
    return metronome
  }

  private mutating func readAccent() -> Accent? { readWhole().flatMap { Accent(rawValue: $0) } }

  private mutating func readGaps() -> Gaps? {
    guard let sounding = readWhole(), let silent = readWhole(), let drop = readWhole(),
      let high = readWhole64(), let low = readWhole64(),
      (0...0xFFFF_FFFF).contains(high), (0...0xFFFF_FFFF).contains(low)
    else { return nil }
    let seed = UInt64(high) << 32 | UInt64(low)
    return sounding == 0 && silent == 0
      ? Gaps(dropChance: drop, seed: seed)
      : Gaps(sounding: sounding, silent: silent, dropChance: drop, seed: seed)
  }

  private mutating func readStretch() -> TempoPlan.Stretch? {
    guard let bars = readWhole(), let hundredths = readWhole(),
      let tempo = Tempo(centiBeatsPerMinute: hundredths), let code = readWhole(in: 0...3),
      let goal = readWhole(), let by = readWhole(), let everyBars = readWhole()
    else { return nil }
    if code == 0 { return TempoPlan.Stretch(bars: bars, tempo: tempo) }
    guard let to = Tempo(centiBeatsPerMinute: goal) else { return nil }
    let course: TempoPlan.Course =
      switch code {
      case 1: .linear(to: to)
      case 2: .exponential(to: to)
      default: .steps(by: by, everyBars: everyBars, limit: to)
      }
    return TempoPlan.Stretch(bars: bars, tempo: tempo, course: course)
  }
}
