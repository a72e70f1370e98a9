import Domain
import Markup
import Program
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
    _ = endTest(&tools, nil)
    reset(&tools.score)
    tools.score.countsLeft = setup.countIn
    let effects = tools.output.play(.score, program.begin)
    // A drone that is only tried out does not go on through the score.
    return effects + (setup.hasDrone ? soundDrone(&tools) : tools.output.silence(.score))
  }

  static func stop(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    let effects = endTest(&tools, nil)
    reset(&tools.score)
    return effects + tools.output.stop(.score) + tools.output.silence(.score) + stopCounting
  }

  /// Something else plays now, or nothing can.
  static func abandon(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    let isTested = tools.score.test.isRunning && !tools.score.test.isPlayed
    guard tools.score.place != nil || tools.score.isPaused || isTested else { return [] }
    let effects = endTest(&tools, nil)
    reset(&tools.score)
    return effects + stopCounting
  }

  private static func reset(_ state: inout State) {
    (state.place, state.elapsed, state.isPaused, state.news) = (nil, 0, false, "")
    (state.isFlashing, state.lastFlash, state.isTestingDrone) = (false, -1e9, false)
  }

  private static var stopCounting: [Effect<Tools.Message>] {
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
    _ cell: Cell, _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    guard !tools.score.test.isRunning else { return [] }
    var effects: [Effect<Tools.Message>] = []
    if !tools.score.score.lines.isEmpty {
      tools.score.cursor = cell
      effects = change("Choose where to begin", &tools, room) {
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

extension ScoreSetup {
  /// What the drone is made from.
  fileprivate var drone: [Int] {
    [
      hasDrone ? 1 : 0, droneOctave, droneVolume, droneSway,
      wave == .sine ? 0 : wave == .reed ? 1 : 2,
    ]
  }
}

// MARK: - What is heard, and seen

extension ScorePanel {
  /// Between two flashes lie at least so many milliseconds: fewer than three a second, whatever the speed.
  static let flashDistance = 400.0
  private static let flashLength = 130.0

  /// Takes in what was played, and when it is heard by the page's clock, in milliseconds.
  static func hear(
    _ sounded: Sounded, at moment: Double, _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    let state = tools.score
    let percent = percent(state.hand.setup, pass: max(sounded.pass, 1))
    var shown: PlaceShown
    switch sounded.kind {
    case .pulse: return []
    case .end:
      let effects = waitForLastTap(&tools, endingAt: moment)
      reset(&tools.score)
      return effects + tools.output.silence(.score) + stopCounting
    case .place(let line, let bar, let milliseconds):
      shown = goneOn(line, bar, milliseconds, percent, sounded.pass, moment, state)
    case .score(.count, _, _):
      // Where sound was opened anew, the count begins anew as well.
      let left = state.countsLeft > 0 ? state.countsLeft : max(state.hand.setup.countIn, 1)
      shown = PlaceShown(place: Place(kind: .count, from: moment, counts: left))
      tools.score.countsLeft = left - 1
    case .score(.bar, let line, let bar):
      let length = milliseconds(of: Cell(line: line, bar: bar), state) ?? 0
      shown = PlaceShown(
        place: Place(
          kind: .bar, line: line, bar: bar, pass: sounded.pass, from: moment,
          length: whole(Double(length) * 100 / percent)))
      if state.hand.setup.flashes, moment - state.lastFlash >= flashDistance,
        !state.test.isRunning
      {
        tools.score.lastFlash = moment
        shown.flashes = true
      }
      hearTest(&tools, Cell(line: line, bar: bar), at: moment)
    case .score(.hold, let line, let bar):
      let hold = hold(of: Cell(line: line, bar: bar), state)
      shown = PlaceShown(
        place: Place(
          kind: .hold, line: line, bar: bar, pass: sounded.pass, from: moment,
          length: whole(Double(hold) * 100 / percent)))
    case .score(.start, _, _):
      shown = PlaceShown(place: Place(kind: .start, pass: sounded.pass, from: moment))
    case .score(let kind, let line, let bar):
      let place = Place(kind: kind, line: line, bar: bar, from: moment)
      shown = PlaceShown(place: place, news: news(kind, line, bar))
    }
    tools.score.pictures = (state.pictures + 1) % 8
    return [
      .picture(
        atMilliseconds: moment + Double(tools.beatOffset), as: "score \(tools.score.pictures)",
        .score(.cameUp(shown)))
    ]
  }

  /// A place that a score goes on from, within a bar or within its hold.
  private static func goneOn(
    _ line: Int, _ bar: Int, _ milliseconds: Int, _ percent: Double, _ pass: Int,
    _ moment: Double, _ state: State
  ) -> PlaceShown {
    var place = Place(kind: .bar, line: line, bar: bar, pass: pass, from: moment)
    var passed = Int64(milliseconds)
    if line == 0 {
      place.kind = .start
    } else {
      let cell = Cell(line: line, bar: bar)
      var length = self.milliseconds(of: cell, state) ?? 0
      if passed >= length, self.bar(cell, state)?.hold != nil {
        passed -= length
        (place.kind, length) = (.hold, hold(of: cell, state))
      }
      place.length = whole(Double(length) * 100 / percent)
    }
    let elapsed = Double(passed) * 100 / percent
    place.from = moment - elapsed
    return PlaceShown(place: place, elapsed: whole(elapsed))
  }

  private static func news(_ kind: ScoreCue.Kind, _ line: Int, _ bar: Int) -> String {
    switch kind {
    case .mark: "Mark in line \(line), bar \(bar)"
    case .bracket: "Bracket \(bar) begins"
    case .warning: "Bracket \(bar) ends soon"
    default: ""
    }
  }

  /// Shows a place in the picture that it is heard in.
  static func show(_ shown: PlaceShown, _ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.output.part == .score else { return [] }
    if let news = shown.news {
      tools.score.news = news
      return []
    }
    let before = tools.score.place
    // What was heard before a pause may be seen after it; it stands still then.
    tools.score.place = shown.place
    tools.score.elapsed = shown.elapsed
    if shown.place.kind == .bar { tools.score.news = "" }
    guard !tools.score.isPaused else { return [] }
    var effects = nextTenth(tools)
    let cell = Cell(line: shown.place.line, bar: shown.place.bar)
    if cell.line > 0, before?.line != cell.line || before?.bar != cell.bar,
      !tools.score.test.isRunning
    {
      effects.append(.reveal(id(of: cell)))
    }
    if shown.flashes {
      tools.score.isFlashing = true
      effects.append(
        .picture(
          atMilliseconds: shown.place.from + flashLength + Double(tools.beatOffset),
          as: "score-flash", .score(.flashOver)))
    }
    return effects
  }

  static func count(to elapsed: Int, _ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.output.part == .score, !tools.score.isPaused else { return [] }
    tools.score.elapsed = elapsed
    return nextTenth(tools)
  }

  /// The next tenth of a second shows in the picture in which it comes.
  private static func nextTenth(_ tools: Tools.State) -> [Effect<Tools.Message>] {
    let state = tools.score
    guard let place = state.place, place.kind != .count,
      let next = nextChange(after: state.elapsed, of: place.length, state.hand.setup.counter)
    else { return [.stop("score-tenth")] }
    return [
      .picture(
        atMilliseconds: place.from + Double(next + tools.beatOffset), as: "score-tenth",
        .score(.tenthCame(next)))
    ]
  }

  /// When a counter changes next, in milliseconds of its bar; never where the bar is over before.
  static func nextChange(
    after elapsed: Int, of length: Int, _ counter: ScoreSetup.Counter
  ) -> Int? {
    let up = (elapsed / 100 + 1) * 100
    guard length > 0 else { return up }
    let down = length - (length - elapsed - 1) / 100 * 100
    let next =
      switch counter {
      case .up: up
      case .down: down
      case .both: min(up, down)
      }
    return next < length ? next : nil
  }

  // MARK: - Lengths

  /// As it is written, in milliseconds.
  static func milliseconds(of cell: Cell, _ state: State) -> Int64? {
    bar(cell, state)?.milliseconds
  }

  static func bar(_ cell: Cell, _ state: State) -> Score.Bar? {
    let lines = state.score.lines
    guard lines.indices.contains(cell.line - 1),
      lines[cell.line - 1].bars.indices.contains(cell.bar - 1)
    else { return nil }
    return lines[cell.line - 1].bars[cell.bar - 1]
  }

  /// How long it is held as a rule; 0 where it is not, or until a tap.
  private static func hold(of cell: Cell, _ state: State) -> Int64 {
    bar(cell, state)?.hold?.nominal ?? 0
  }

  static func whole(_ number: Double) -> Int {
    Int(min(max(number, 0), 2e9) + 0.5)
  }

  // MARK: - The grid

  static func moveCursor(
    _ lines: Int, _ bars: Int, _ tools: inout Tools.State
  ) -> [Effect<Tools.Message>] {
    let all = tools.score.score.lines
    guard !all.isEmpty else { return [] }
    let line = min(max(tools.score.cursor.line + lines, 1), all.count)
    let bar = min(max(tools.score.cursor.bar + bars, 1), max(all[line - 1].bars.count, 1))
    tools.score.cursor = Cell(line: line, bar: bar)
    return [.focus(id(of: tools.score.cursor))]
  }

  static func id(of cell: Cell) -> String { "score-cell-\(cell.line)-\(cell.bar)" }
}

// MARK: - The drone

extension ScorePanel {
  static func droneNote(_ state: State) -> Note {
    (state.score.drone ?? Note(71)).raised(by: 12 * state.hand.setup.droneOctave)
  }

  static func droneTones(_ tools: Tools.State) -> [Drone.Tone] {
    let (state, setup) = (tools.score, tools.score.hand.setup)
    // It comes and goes by so many decibels, in steps that cannot be told apart.
    var chance = Chance(seed: 7, at: state.swayNumber)
    let sway = setup.droneSway == 0 ? 0 : (chance.part() * 2 - 1) * Double(setup.droneSway)
    let level = Double(setup.droneVolume) / 100 * Decibels(sway).amplitude
    let frequency = tools.tuning.frequency(of: droneNote(state))
    guard Drone.range.contains(frequency) else { return [] }
    return [Drone.Tone(frequency: frequency, level: min(level, 1))]
  }

  static func soundDrone(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    let setup = tools.score.hand.setup
    let effects = tools.output.sound(.score, .drone(droneTones(tools), setup.wave.timbre))
    guard setup.droneSway > 0 else { return effects + [.stop("score-drone")] }
    return effects + [
      .wait(milliseconds: 1_700, as: "score-drone", .score(.droneSwayed))
    ]
  }

  static func swayDrone(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.output.tone == .score else { return [] }
    tools.score.swayNumber += 1
    return soundDrone(&tools)
  }

  /// Lets the drone be heard for some seconds, or no longer.
  static func testDrone(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard !tools.score.isTestingDrone else {
      return endDroneTest(&tools) + [.stop("score-drone-test")]
    }
    tools.score.isTestingDrone = true
    return soundDrone(&tools) + [
      .wait(milliseconds: 6_000, as: "score-drone-test", .score(.droneTestOver))
    ]
  }

  static func endDroneTest(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    tools.score.isTestingDrone = false
    return tools.output.part == .score ? [] : tools.output.silence(.score)
  }

  /// What sounds is tuned to another tuning.
  static func retune(
    _ tools: inout Tools.State, from old: Tuning
  ) -> [Effect<Tools.Message>] {
    tools.output.tone == .score ? soundDrone(&tools) : []
  }
}
