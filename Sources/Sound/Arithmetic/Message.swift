/// A row of numbers on its way between the page and the thread that plays.
struct Message: Sendable {
  var numbers: [Double] = []
  private var place = 0

  init(_ numbers: [Double] = []) {
    self.numbers = numbers
  }

  var left: Int { numbers.count - place }
  var isAtEnd: Bool { left == 0 }

  // MARK: - Numbers

  mutating func write(_ number: Int) { numbers.append(Double(number)) }

  mutating func read(in range: ClosedRange<Double>) -> Double? {
    guard place < numbers.count, range.contains(numbers[place]) else { return nil }
    place += 1
    return numbers[place - 1]
  }

  mutating func readWhole64() -> Int64? {
    // Whole numbers are exact up to here.
    guard let number = read(in: -0x1p53...0x1p53) else { return nil }
    return Int64(exactly: number)
  }

  mutating func readWhole(in range: ClosedRange<Int> = -2_000_000_000...2_000_000_000) -> Int? {
    guard let number = readWhole64(), let whole = Int(exactly: number), range.contains(whole) else {
      return nil
    }
    return whole
  }

  mutating func readList<Element>(
    _ count: Int, _ read: (inout Message) -> Element?
  ) -> [Element]? {
    var list: [Element] = []
    for _ in 0..<count {
      guard let element = read(&self) else { return nil }
      list.append(element)
    }
    return list
  }

  // MARK: - Metronomes

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

  // MARK: - Scores

  mutating func write(_ cue: ScoreCue) {
    write(cue.kind.number)
    write(cue.line)
    write(cue.bar)
    for part in [cue.start, cue.length] {
      numbers += [Double(part.numerator), Double(part.denominator)]
    }
    write(cue.waits ? 1 : 0)
  }

  mutating func readCue() -> ScoreCue? {
    guard let number = readWhole(), let kind = ScoreCue.Kind(number: number),
      let line = readWhole(), let bar = readWhole(), let start = readFraction(),
      let length = readFraction(), length.numerator >= 0, let waits = readWhole(in: 0...1)
    else { return nil }
    return ScoreCue(
      start: start, length: length, kind: kind, line: line, bar: bar, waits: waits == 1)
  }

  mutating func write(
    _ cues: [ScoreCue], _ scale: ScoreScale, isLooping: Bool, _ plan: ScorePlan
  ) {
    write(scale.percent)
    write(isLooping ? 1 : 0)
    write(plan)
    write(cues.count)
    for cue in cues { write(cue) }
  }

  mutating func readScore() -> ([ScoreCue], ScoreScale, Bool, ScorePlan)? {
    guard let scale = readScale(), let looping = readWhole(in: 0...1), let plan = readPlan(),
      let count = readWhole(in: 0...left), let cues = readList(count, { $0.readCue() })
    else { return nil }
    return (cues, scale, looping == 1, plan)
  }

  private mutating func write(_ plan: ScorePlan) {
    for number in [plan.line, plan.bar, plan.passes, plan.silentEvery, plan.isSilent ? 1 : 0] {
      write(number)
    }
    for sound in [plan.sounds.count, plan.sounds.first, plan.sounds.other] {
      write(sound.rawValue)
    }
    write(plan.ladder == nil ? 0 : 1)
    guard let ladder = plan.ladder else { return }
    for number in [ladder.start.percent, ladder.step, ladder.passesPerStep, ladder.limit.percent] {
      write(number)
    }
  }

  private mutating func readPlan() -> ScorePlan? {
    var plan = ScorePlan()
    guard let line = readWhole(), let bar = readWhole(),
      let passes = readWhole(in: ScorePlan.passCounts),
      let silentEvery = readWhole(in: 0...1_000), let silent = readWhole(in: 0...1),
      let sounds = readList(3, { $0.readWhole().flatMap { ClickSound(rawValue: $0) } }),
      let hasLadder = readWhole(in: 0...1)
    else { return nil }
    (plan.line, plan.bar, plan.passes) = (line, bar, passes)
    (plan.silentEvery, plan.isSilent) = (silentEvery, silent == 1)
    (plan.sounds.count, plan.sounds.first, plan.sounds.other) = (sounds[0], sounds[1], sounds[2])
    guard hasLadder == 1 else { return plan }
    guard let start = readScale(), let step = readWhole(), let passesPerStep = readWhole(),
      let limit = readScale(),
      let ladder = ScoreLadder(
        start: start, step: step, passesPerStep: passesPerStep, limit: limit)
    else { return nil }
    plan.ladder = ladder
    return plan
  }

  private mutating func readFraction() -> Fraction? {
    // No score is longer than a day, at no scale.
    let most = 100 * Score.longest
    guard let numerator = readWhole64(), (-most...most).contains(numerator),
      let denominator = readWhole(in: 1...1_000)
    else { return nil }
    return Fraction(numerator, Int64(denominator))
  }

  mutating func readScale() -> ScoreScale? {
    readWhole().flatMap { ScoreScale(percent: $0) }
  }

  // MARK: - Tones

  mutating func readTone() -> Drone.Tone? {
    guard let frequency = read(in: Drone.range), let level = read(in: 0...1) else { return nil }
    return Drone.Tone(frequency: frequency, level: level)
  }

  mutating func write(_ timbre: Timbre) {
    if case .drawbars(let bars) = timbre {
      write(-1)
      write(bars.count)
      for bar in bars { write(bar) }
    } else {
      write(Timbre.named.firstIndex { $0.timbre == timbre } ?? 0)
    }
  }

  mutating func readTimbre() -> Timbre? {
    guard let number = readWhole(in: -1...Timbre.named.count - 1) else { return nil }
    guard number < 0 else { return Timbre.named[number].timbre }
    guard let count = readWhole(in: 0...9),
      let bars = readList(count, { $0.readWhole(in: 0...8) })
    else { return nil }
    return .drawbars(bars)
  }
}

extension ScoreCue.Kind {
  private static let all: [ScoreCue.Kind] = [
    .count, .bar, .hold, .mark, .bracket, .warning, .start,
  ]

  var number: Int { Self.all.firstIndex(of: self) ?? 0 }

  init?(number: Int) {
    guard Self.all.indices.contains(number) else { return nil }
    self = Self.all[number]
  }
}
