extension Message {
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
    // No score is longer than a day, at any scale.
    let most = 100 * Score.longest
    guard let numerator = readWhole64(), (-most...most).contains(numerator),
      let denominator = readWhole(in: 1...1_000)
    else { return nil }
    return Fraction(numerator, Int64(denominator))
  }

  mutating func readScale() -> ScoreScale? {
    readWhole().flatMap { ScoreScale(percent: $0) }
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
