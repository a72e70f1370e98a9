import Domain
import Program
import RoomKit
import Sound

// MARK: - What is played

extension ScorePanel {
  /// What the setup makes of a score.
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

  /// The speed of a pass, in percent.
  static func percent(_ setup: ScoreSetup, pass: Int) -> Double {
    let ladder = setup.loop == .off ? nil : ladder(setup)
    return Double(ladder?.scale(ofPass: pass).percent ?? setup.speed)
  }
}

// MARK: - Starting and stopping

extension ScorePanel {
  static func begin(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    let setup = tools.score.hand.setup
    let program = program(tools.score.score, setup)
    guard !program.cues.isEmpty else {
      return [.toast("No bar lies in this range. Set it back to all of the score.")]
    }
    _ = endTest(&tools)
    reset(&tools.score)
    tools.score.countsLeft = setup.countIn
    let effects = tools.output.play(.score, program.begin)
    // A drone that is only tried out does not go on through the score.
    return effects + (setup.hasDrone ? soundDrone(&tools) : tools.output.silence(.score))
  }

  static func stop(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    let effects = endTest(&tools)
    reset(&tools.score)
    return effects + tools.output.stop(.score) + tools.output.silence(.score) + stopCounting
  }

  /// Something else plays now, or nothing can.
  static func abandon(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    let isTested = tools.score.test.isRunning && !tools.score.test.isPlayed
    guard tools.score.place != nil || tools.score.isPaused || isTested else { return [] }
    let effects = endTest(&tools)
    reset(&tools.score)
    return effects + stopCounting
  }

  static func reset(_ state: inout State) {
    (state.place, state.elapsed, state.isPaused, state.news) = (nil, 0, false, "")
    (state.isFlashing, state.lastFlash, state.isTestingDrone) = (false, -1e9, false)
  }

  static var stopCounting: [Effect<Tools.Message>] {
    [.stop("score-tenth"), .stop("score-drone")]
  }

  static func pause(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.output.part == .score, !tools.score.isPaused else { return [] }
    tools.score.isPaused = true
    return tools.output.tell(.pause) + [.stop("score-tenth")]
  }

  static func goOn(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.output.part == .score else { return [] }
    tools.score.isPaused = false
    return tools.output.tell(.goOn)
  }

  /// What was paused when sound began again stands still at its place.
  static func keepStill(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.output.part == .score, tools.score.isPaused, tools.output.isOpening else {
      return []
    }
    let place = tools.score.place
    if place?.line == 0 { tools.score.elapsed = 0 }
    return tools.output.tell(.pause)
      + (place.map { tools.output.tell(.seek(line: $0.line, bar: $0.bar)) } ?? [])
  }

  /// Begins with another bar; what plays goes on there.
  static func tap(
    _ cell: Cell, _ tools: inout Tools.State, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard !tools.score.test.isRunning else { return [] }
    var effects: [Effect<Tools.Message>] = []
    if !tools.score.score.lines.isEmpty {
      tools.score.cursor = cell
      effects = change("Choose where to begin", &tools, &room) {
        ($0.startLine, $0.startBar) = (cell.line, cell.bar)
      }
    }
    guard tools.output.part == .score else { return effects }
    if tools.score.isPaused, let length = milliseconds(of: cell, tools.score) {
      let percent = percent(tools.score.hand.setup, pass: tools.score.place?.pass ?? 1)
      tools.score.place = Place(
        kind: .bar, line: cell.line, bar: cell.bar, pass: tools.score.place?.pass ?? 1, from: 0,
        length: whole(Double(length) * 100 / percent))
      tools.score.elapsed = 0
    }
    return effects + tools.output.tell(.seek(line: cell.line, bar: cell.bar))
  }

  /// Goes to a bracket; where nothing plays, the score begins with it.
  static func tap(
    bracket number: Int, part: Int, _ tools: inout Tools.State
  ) -> [Effect<Tools.Message>] {
    guard !tools.score.test.isRunning else { return [] }
    let cues = program(tools.score.score, tools.score.hand.setup).cues
    guard cues.contains(where: { $0.kind == .bracket && $0.line == part && $0.bar == number })
    else {
      return [.toast("Brackets are played with all of the score. Set the range back to all of it.")]
    }
    let effects = tools.output.part == .score ? [] : begin(&tools)
    tools.score.countsLeft = 0
    return effects + tools.output.tell(.seekBracket(number, part: part))
  }

  /// What sounds goes on as the setup is now.
  static func follow(
    _ before: ScoreSetup, _ old: PlayerCommand, _ tools: inout Tools.State
  ) -> [Effect<Tools.Message>] {
    let (score, setup) = (tools.score.score, tools.score.hand.setup)
    var effects: [Effect<Tools.Message>] = []
    let isPlaying = tools.output.part == .score && !tools.score.test.isRunning
    let program = program(score, setup)
    if isPlaying, program.begin != old {
      var slower = setup
      slower.speed = before.speed
      // A ladder says the speed itself.
      let isSpeedAlone = program.plan.ladder == nil && command(score, slower) == old
      let order = isSpeedAlone ? PlayerCommand.changeScale(program.scale) : program.change
      effects = tools.output.change(.score, order, whole: program.begin)
    }
    guard setup.drone != before.drone || setup.text != before.text else { return effects }
    if isPlaying {
      return effects + (setup.hasDrone ? soundDrone(&tools) : tools.output.silence(.score))
    }
    return effects + (tools.score.isTestingDrone ? soundDrone(&tools) : [])
  }
}
