import Domain
import Program
import RoomKit
import Sound

// MARK: - Program

extension ScorePanel {
  /// A score as the setup plays it.
  struct Program: Equatable {
    /// Of one pass, without the count-in.
    var cues: [ScoreCue]
    var counts: [ScoreCue] = []
    var scale: ScoreScale
    var isLooping = false
    var plan = ScorePlan()

    var begin: PlayerCommand { .playScore(counts + cues, scale, isLooping: isLooping, plan) }
    var change: PlayerCommand { .changeScore(counts + cues, scale, isLooping: isLooping, plan) }
  }

  static func program(_ score: Score, _ setup: ScoreSetup) -> Program {
    var program = Program(
      cues: score.pass(range(setup), seed: UInt64(max(setup.seed, 0)), warning: setup.warning),
      scale: ScoreScale(percent: setup.speed) ?? .written)
    (program.plan.line, program.plan.bar) = (setup.startLine, setup.startBar)
    program.plan.sounds = setup.sounds
    if setup.loop != .off {
      program.plan.silentEvery = setup.silentEvery
      program.isLooping = setup.repeats == 0
      program.plan.passes = max(setup.repeats, 1)
      program.plan.ladder = ladder(setup)
    }
    let first = program.plan.ladder?.start ?? program.scale
    var length = Fraction(1_000)
    if setup.countsBars,
      let bar = program.cues.first(where: { isStart($0, setup) })
        ?? program.cues.first(where: { $0.kind == .bar })
    {
      length = Fraction(
        bar.length.numerator / bar.length.denominator * 100, Int64(first.percent))
    }
    program.counts = Score.countIn(setup.countIn, of: length)
    return program
  }

  static func command(_ score: Score, _ setup: ScoreSetup) -> PlayerCommand {
    program(score, setup).begin
  }

  private static func isStart(_ cue: ScoreCue, _ setup: ScoreSetup) -> Bool {
    cue.kind == .bar && cue.line == setup.startLine && cue.bar == setup.startBar
  }

  private static func ladder(_ setup: ScoreSetup) -> ScoreLadder? {
    guard setup.hasLadder, let start = ScoreScale(percent: setup.ladderStart),
      let limit = ScoreScale(percent: setup.ladderLimit)
    else { return nil }
    return ScoreLadder(
      start: start, step: setup.ladderStep, passesPerStep: setup.ladderPasses, limit: limit)
  }

  /// The lines and bars that are played.
  static func range(_ setup: ScoreSetup) -> ScoreRange {
    let lines = ordered(setup.firstLine, setup.lastLine)
    let bars = ordered(setup.firstBar, setup.lastBar)
    let (line, bar) = (setup.startLine, setup.startBar)
    switch setup.loop {
    case .off, .range: return ScoreRange(lines: lines, bars: bars)
    case .line: return ScoreRange(lines: line...line, bars: bars)
    case .bar: return ScoreRange(lines: line...line, bars: bar...bar)
    }
  }

  private static func ordered(_ first: Int, _ last: Int) -> ClosedRange<Int> {
    let last = last == 0 ? Int.max : last
    return min(first, last)...max(first, last)
  }

  /// The lines and bars that are typed backwards, as they are played: `3–5` for 5 to 3.
  static func turned(_ setup: ScoreSetup) -> (lines: String?, bars: String?) {
    func words(_ first: Int, _ last: Int) -> String? {
      last > 0 && first > last ? "\(last)–\(first)" : nil
    }
    return (words(setup.firstLine, setup.lastLine), words(setup.firstBar, setup.lastBar))
  }

  /// The speed of a pass, in percent.
  static func percent(_ setup: ScoreSetup, pass: Int) -> Double {
    let ladder = setup.loop == .off ? nil : ladder(setup)
    return Double(ladder?.scale(ofPass: pass).percent ?? setup.speed)
  }
}

// MARK: - Starting and stopping

extension ScorePanel {
  /// Turns a range that is typed backwards round, and says so.
  ///
  /// Only when it starts: until then, the other end may still be typed.
  static func turnRound(
    _ state: inout State, _ bench: inout Bench, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    let (lines, bars) = turned(state.hand.setup)
    let words = [lines.map { "lines " + $0 }, bars.map { "bars " + $0 }].compactMap { $0 }
    guard !words.isEmpty else { return [] }
    return change(
      "Turn the range round", saying: "Range turned round: \(words.joined(separator: ", ")).",
      &state, &bench, &room
    ) { setup in
      if lines != nil { swap(&setup.firstLine, &setup.lastLine) }
      if bars != nil { swap(&setup.firstBar, &setup.lastBar) }
    }
  }

  static func begin(_ state: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    let setup = state.hand.setup
    let program = program(state.score, setup)
    guard !program.cues.isEmpty else {
      return [.toast("There are no bars in this range. Reset it to the whole score.")]
    }
    _ = endTest(&state)
    reset(&state)
    let effects = play(program, aloud: setup.countsAloud, &state, &bench)
    // A drone that is only being tested does not continue into the score.
    return effects + (setup.hasDrone ? soundDrone(state, &bench) : bench.output.silence(.score))
  }

  /// Plays a program after its counts, which a voice may say.
  static func play(
    _ program: Program, aloud: Bool, _ state: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    let counts = program.counts.count
    state.countsLeft = counts
    state.spoken = nil
    if aloud, let first = program.counts.first {
      state.spoken = SpokenCount(Array(1...counts), of: counts, every: first.length.value)
    }
    return bench.output.play(
      .score, program.begin,
      saying: state.spoken.flatMap { $0.said.first }.flatMap {
        saying($0, state)
      })
  }

  /// The number that is on screen at a count, counted from 1.
  static func saying(_ count: Int, _ state: State) -> CountVoice.Saying? {
    state.spoken.map { CountVoice.Saying(number: $0.total + 1 - count, gap: $0.gap) }
  }

  static func stop(_ state: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    let effects = endTest(&state)
    reset(&state)
    return effects + bench.output.stop(.score) + bench.output.silence(.score) + stopCounting
  }

  /// Something else plays now, or sound was lost.
  static func abandon(_ state: inout State) -> [Effect<Tools.Message>] {
    let isTested = state.test.isRunning && !state.test.isPlayed
    guard state.place != nil || state.isPaused || isTested else { return [] }
    let effects = endTest(&state)
    reset(&state)
    return effects + stopCounting
  }

  static func reset(_ state: inout State) {
    (state.place, state.elapsed, state.isPaused, state.news) = (nil, 0, false, "")
    (state.isFlashing, state.lastFlash, state.isTestingDrone) = (false, -1e9, false)
  }

  static var stopCounting: [Effect<Tools.Message>] {
    [.stop("score-tenth"), .stop("score-drone")]
  }

  static func pause(_ state: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    guard bench.output.part == .score, !state.isPaused else { return [] }
    state.isPaused = true
    return bench.output.hush() + bench.output.tell(.pause) + [.stop("score-tenth")]
  }

  static func goOn(_ state: inout State, _ bench: Bench) -> [Effect<Tools.Message>] {
    guard bench.output.part == .score else { return [] }
    state.isPaused = false
    return bench.output.tell(.goOn)
  }

  /// Keeps a paused score at its place when sound is reopened.
  static func keepStill(_ state: inout State, _ bench: Bench) -> [Effect<Tools.Message>] {
    guard bench.output.part == .score, state.isPaused, bench.output.isOpening else {
      return []
    }
    let place = state.place
    if place?.line == 0 { state.elapsed = 0 }
    return bench.output.tell(.pause)
      + (place.map { bench.output.tell(.seek(line: $0.line, bar: $0.bar)) } ?? [])
  }

  /// Starts with another bar; a playing score jumps there.
  static func tap(
    _ cell: Cell, _ state: inout State, _ bench: inout Bench, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard !state.test.isRunning else { return [] }
    var effects: [Effect<Tools.Message>] = []
    if !state.score.lines.isEmpty {
      state.cursor = cell
      effects = change("Choose where to start", &state, &bench, &room) {
        ($0.startLine, $0.startBar) = (cell.line, cell.bar)
      }
    }
    guard bench.output.part == .score else { return effects }
    if state.isPaused, let length = milliseconds(of: cell, state) {
      let percent = percent(state.hand.setup, pass: state.place?.pass ?? 1)
      state.place = Place(
        kind: .bar, line: cell.line, bar: cell.bar, pass: state.place?.pass ?? 1, from: 0,
        length: whole(Double(length) * 100 / percent))
      state.elapsed = 0
    }
    return effects + bench.output.hush() + bench.output.tell(.seek(line: cell.line, bar: cell.bar))
  }

  /// Goes to a bracket, and starts the score if it is not playing.
  static func tap(
    bracket number: Int, part: Int, _ state: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    guard !state.test.isRunning else { return [] }
    let cues = program(state.score, state.hand.setup).cues
    guard cues.contains(where: { $0.kind == .bracket && $0.line == part && $0.bar == number })
    else {
      return [.toast("Brackets play only with the whole score. Reset the range first.")]
    }
    let effects = bench.output.part == .score ? [] : begin(&state, &bench)
    state.countsLeft = 0
    return effects + bench.output.hush() + bench.output.tell(.seekBracket(number, part: part))
  }

  /// Lets the sound follow the setup.
  static func follow(
    _ before: ScoreSetup, _ old: PlayerCommand, _ state: State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    let (score, setup) = (state.score, state.hand.setup)
    var effects: [Effect<Tools.Message>] = []
    let isPlaying = bench.output.part == .score && !state.test.isRunning
    let program = program(score, setup)
    if isPlaying, program.begin != old {
      var slower = setup
      slower.speed = before.speed
      // A ladder sets the speed itself.
      let isSpeedAlone = program.plan.ladder == nil && command(score, slower) == old
      let order = isSpeedAlone ? PlayerCommand.changeScale(program.scale) : program.change
      effects = bench.output.change(.score, order, whole: program.begin)
    }
    guard setup.drone != before.drone || setup.text != before.text else { return effects }
    if isPlaying {
      return effects + (setup.hasDrone ? soundDrone(state, &bench) : bench.output.silence(.score))
    }
    return effects + (state.isTestingDrone ? soundDrone(state, &bench) : [])
  }
}
