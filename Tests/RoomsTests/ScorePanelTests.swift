import Domain
import Ledger
import Markup
import Program
import Sound
import Testing

@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

@Suite struct ScorePanelTests {
  private typealias Message = ScorePanel.Message

  private func send(_ messages: Message..., to state: inout Tools.State) -> [Order] {
    messages.flatMap { Tools.update(&state, .score($0), .nowhere).map(\.order) }
  }

  private func commands(_ orders: [Order]) -> [PlayerCommand] {
    orders.compactMap { order in
      guard case .playSound(let message) = order else { return nil }
      return PlayerCommand(message: message)
    }
  }

  private func type(_ number: ScorePanel.Number, _ text: String, _ state: inout Tools.State)
    -> [Order]
  {
    send(.number(number, .typed(text)), .number(number, .left), to: &state)
  }

  private func set(_ state: inout Tools.State, _ body: (inout ScoreSetup) -> Void) -> [Order] {
    var room = RoomContext.nowhere
    return ScorePanel.change("set", &state.score, &state.bench, &room, body).map(\.order)
  }

  private func html(_ state: Tools.State) -> String {
    HTML.text(of: ScorePanel.view(state.score, state.bench))
  }

  private func shows(_ state: Tools.State, _ words: String) -> Bool {
    html(state).contains(words)
  }

  private func use(_ text: String, _ state: inout Tools.State) {
    _ = send(
      .editor(.opened), .editor(.sideChosen(isText: true)), .editor(.typed(text)), .editor(.used),
      to: &state)
  }

  /// What the player tells of a cue.
  private func message(_ kind: Cue.Kind, _ pass: Int = 1, run: Int) -> [Double] {
    let kinds = [ScoreCue.Kind.count, .bar, .hold, .mark, .bracket, .warning, .start]
    let numbers =
      switch kind {
      case .score(let kind, let line, let bar): [1, line, bar, kinds.firstIndex(of: kind) ?? 0]
      case .place(let line, let bar, let milliseconds): [3, line, bar, milliseconds]
      default: [2, 0, 0, 0]
      }
    return [0] + numbers.map { Double($0) } + [Double(pass), 0, Double(run)]
  }

  /// Hands the panel what was heard and shows the pictures; answers the moments they are ordered for.
  private func hear(
    _ kind: Cue.Kind, at moment: Double, pass: Int = 1, _ state: inout Tools.State
  ) -> [Double] {
    let message = message(kind, pass, run: state.bench.output.run)
    let event = SoundEvent.sounded(atMilliseconds: moment, message: message)
    return pictures(Tools.update(&state, .sounded(event), .nowhere), &state)
  }

  /// Shows what is to be shown at once, and answers when more is to be shown.
  private func pictures(_ effects: [Effect<Tools.Message>], _ state: inout Tools.State) -> [Double]
  {
    var moments: [Double] = []
    for effect in effects {
      guard case .picture(let moment) = effect.order, let message = effect.message() else {
        continue
      }
      moments.append(moment)
      guard effect.name != "score-tenth", effect.name != "score-flash" else { continue }
      for next in Tools.update(&state, message, .nowhere) {
        if case .picture(let moment) = next.order { moments.append(moment) }
      }
    }
    return moments
  }

  /// Shows tenths of a second as they come, so many; answers the counter at each.
  private func tenths(_ count: Int, from first: Int, _ state: inout Tools.State) -> [String] {
    var texts: [String] = []
    var elapsed = first
    for _ in 0..<count {
      let next = Tools.update(&state, .score(.tenthCame(elapsed)), .nowhere)
      texts.append(counter(state))
      guard case .picture(let moment)? = next.first?.order, let place = state.score.place else {
        break
      }
      elapsed = Int(moment - place.from)
    }
    return texts
  }

  private func counter(_ state: Tools.State) -> String {
    ScorePanel.counter(state.score.place, state.score, isOn: true).joined(separator: "|")
  }

  // MARK: - Defaults

  /// The thirteen settings of the phone app, and what they are at first.
  @Test func theSettingsAreThoseOfThePhoneApp() {
    let setup = ScoreSetup()
    var state = Tools.State()
    // The frequency of A is the one of all tools.
    #expect(Settings().a4 == .standard && Settings().tuning == .standard)
    #expect(!setup.hasDrone)
    #expect(setup.droneVolume == 50)
    #expect(setup.wave == .sine && setup.wave.timbre == .pure)
    #expect(setup.speed == 100)
    #expect(setup.sounds.count == .tick)
    #expect(setup.countIn == 3 && !setup.countsBars)
    #expect(setup.sounds.first == .tock)
    #expect(setup.sounds.other == .tick)
    #expect(!setup.flashes)
    #expect(setup.flashColour == .blue)
    #expect((setup.startLine, setup.startBar) == (1, 1))
    #expect(setup.loop == .off)
    #expect(ScorePanel.droneNote(state.score) == Note(71))
    let html = html(state)
    for words in [
      "Play a drone on B4", "Test the drone",
      "Revert to defaults: settings", "Revert to defaults: bars and sounds", "493.9 Hz",
      "Count-in sound", "First bar", "Other bars", "Flash at each bar", "Flash colour",
      "Loop", "Start", "13 lines, 169 bars.",
    ] {
      #expect(html.contains(words), "\(words)")
    }
    // Scores name what sounds; whoever writes it otherwise is told.
    #expect(!html.contains("concert B4"))
    var settings = Settings()
    settings.instrument = "clarinet-b-flat"
    _ = Tools.apply(settings, &state)
    #expect(self.html(state).contains("Play a drone on concert B4"))
    #expect(self.html(state).contains("493.9 Hz for concert B4, tuned to "))
    // What depends on something that is off is off as well.
    #expect(html.contains("id=\"score-colour\" disabled"))
    #expect(!html.contains("4:53.8 is the length"))
    #expect(html.contains("Fermatas are not included"))
  }

  @Test func eachSettingIsKeptAndComesBack() {
    var setup = ScoreSetup()
    for (index, number) in ScorePanel.Number.allCases.enumerated() {
      number.entry.set(&setup, Int(number.entry.rule.lowest.units) + index % 2 + 1)
    }
    (setup.text, setup.loop, setup.flashColour, setup.counter) = ("line 1", .line, .red, .both)
    (setup.wave, setup.startLine, setup.startBar, setup.droneOctave) = (.reed, 4, 7, -1)
    (setup.sounds.count, setup.sounds.first, setup.sounds.other) = (.bell, .rim, .wood)
    for what in ScorePanel.Switch.allCases { setup[what] = true }
    let edits = setup.edits(from: nil)
    #expect(edits.count == ScoreSetup.rows.fields.count)
    let desk = Desk("/tools/scores")
    let effects: [Effect<Shell.Message>] = [.keep("x", edits)]
    _ = effects
    desk.send(.tools(.score(.switched(.flashes, true))))
    desk.send(.tools(.score(.loopChosen(.line))))
    desk.send(.tools(.score(.soundChosen(.other, "5"))))
    desk.send(.tools(.score(.number(.speed, .stepped(by: -5)))))
    let row = desk.data[ScoreSetup.hand].map { ScoreSetup($0) }
    #expect(row == desk.state.tools.score.hand.setup)
    #expect(row?.flashes == true && row?.loop == .line && row?.sounds.other == .bell)
    #expect(row?.speed == 75)
    desk.send(.undoTapped)
    #expect(desk.state.tools.score.hand.setup.speed == 100)
    #expect(desk.state.tools.score.numbers[.speed].value.units == 100)
  }

  @Test func revertingLeavesTheScoreAndTheOtherHalf() {
    var state = Tools.State()
    _ = set(&state) {
      ($0.text, $0.speed, $0.flashes, $0.hasDrone) = ("line 1 2", 50, true, true)
      $0.sounds.other = .bell
    }
    _ = send(.settingsReverted, to: &state)
    var setup = state.score.hand.setup
    #expect(setup.text == "line 1 2" && setup.speed == 100 && !setup.hasDrone)
    #expect(setup.flashes && setup.sounds.other == .bell)
    _ = send(.soundsReverted, to: &state)
    setup = state.score.hand.setup
    #expect(!setup.flashes && setup.sounds == ScoreSounds() && setup.countIn == 3)
  }

  // MARK: - Playing

  @Test func aTapStartsAndATapStops() throws {
    var state = Tools.State()
    let begun = send(.mainTapped, to: &state)
    #expect(begun.first == .openSound)
    guard case .playScore(let cues, .written, false, let plan) = try #require(commands(begun).first)
    else {
      Issue.record("no score begins")
      return
    }
    #expect(cues.count == 172 && plan == ScorePlan())
    #expect(cues.prefix(4).map(\.start.value) == [-3_000, -2_000, -1_000, 0])
    #expect(shows(state, ">Stop<"))
    #expect(commands(send(.pauseTapped, to: &state)) == [.pause])
    #expect(shows(state, "Resume"))
    #expect(commands(send(.goOnTapped, to: &state)) == [.goOn])
    #expect(commands(send(.mainTapped, to: &state)) == [.stop])
    #expect(shows(state, ">Start<"))
  }

  /// At three quarters the line is 30,133 ms long and the first bar 4,000.
  @Test func theSpeedOfTheApp() throws {
    var state = Tools.State()
    let orders = type(.speed, "75", &state)
    #expect(commands(orders).isEmpty)
    #expect(shows(state, "The 3-second bar will last 4 s."))
    let track = ScorePanel.track(state.score, ticks: 1_000)
    #expect(track.end == 391_733)
    #expect(track.moments[3].length == 4_000)
    _ = type(.speed, "50", &state)
    #expect(ScorePanel.track(state.score, ticks: 1_000).end == 587_600)
    _ = type(.speed, "19", &state)
    #expect(state.score.hand.setup.speed == 50)
    #expect(shows(state, "Enter 20–300 %."))
  }

  @Test func theSpeedChangesWhileItPlays() throws {
    var state = Tools.State()
    _ = send(.mainTapped, to: &state)
    let half = try #require(ScoreScale(percent: 50))
    #expect(commands(type(.speed, "50", &state)) == [.changeScale(half)])
    let looped = commands(send(.loopChosen(.bar), to: &state))
    guard case .changeScore(let cues, half, true, _) = try #require(looped.first) else {
      Issue.record("the loop does not follow")
      return
    }
    #expect(cues.filter { $0.kind == .bar }.count == 1)
    // A preset or another device changes it in the same way.
    let sounds = commands(send(.soundChosen(.first, "2"), to: &state))
    guard case .changeScore(_, _, _, let plan) = try #require(sounds.first) else {
      Issue.record("the sounds do not follow")
      return
    }
    #expect(plan.sounds.first == .wood)
    // With a ladder the speed is the ladder's.
    _ = send(.switched(.hasLadder, true), to: &state)
    guard case .changeScore(_, _, true, let climbing)? = commands(type(.speed, "60", &state)).first
    else {
      Issue.record("the ladder is left")
      return
    }
    #expect(climbing.ladder?.start.percent == 60 && climbing.ladder?.limit.percent == 100)
    // What is not heard changes nothing.
    #expect(commands(send(.counterChosen(.both), .switched(.flashes, true), to: &state)).isEmpty)
  }

  @Test func loopsAndRangesAreWhatIsPlayed() throws {
    func bars(_ change: (inout ScoreSetup) -> Void) -> [String] {
      var setup = ScoreSetup()
      setup.countIn = 0
      change(&setup)
      let program = ScorePanel.program(.sequenzaVII, setup)
      let plan = program.plan
      return ScoreTrack(
        program.counts + program.cues, scale: program.scale, plan: plan, ticks: 1_000
      ).moments.map { "\($0.line).\($0.bar)@\($0.start)" }
    }
    #expect(
      bars { ($0.firstLine, $0.lastLine, $0.firstBar, $0.lastBar) = (3, 4, 12, 0) } == [
        "3.12@0", "3.13@1000", "4.12@2000", "4.13@3000",
      ])
    #expect(
      bars { ($0.loop, $0.repeats, $0.startLine, $0.startBar) = (.bar, 3, 2, 9) } == [
        "2.9@0", "2.9@1300", "2.9@2600",
      ])
    #expect(
      bars {
        ($0.loop, $0.repeats, $0.startLine, $0.startBar) = (.line, 2, 5, 12)
        $0.firstBar = 11
      } == ["5.12@0", "5.13@1000", "5.11@2000", "5.12@3000", "5.13@4000"])
    #expect(
      bars {
        ($0.loop, $0.repeats, $0.hasLadder, $0.startLine, $0.startBar) = (.bar, 4, true, 1, 1)
        ($0.ladderStart, $0.ladderStep, $0.ladderPasses, $0.ladderLimit) = (50, 50, 1, 150)
      } == ["1.1@0", "1.1@6000", "1.1@9000", "1.1@11000"])
    #expect(
      bars {
        ($0.countIn, $0.countsBars, $0.speed, $0.startBar, $0.lastLine) = (2, true, 50, 9, 1)
        $0.firstBar = 9
        $0.lastBar = 10
      } == ["0.0@-5200", "0.0@-2600", "1.9@0", "1.10@2600"])
    var state = Tools.State()
    _ = set(&state) { ($0.firstLine, $0.lastLine) = (20, 30) }
    let orders = send(.mainTapped, to: &state)
    #expect(commands(orders).isEmpty)
    #expect(orders.contains { if case .toast = $0 { true } else { false } })
  }

  @Test func aRangeThatRunsBackwardsIsTurnedRound() throws {
    let desk = Desk("/tools/scores")
    func type(_ number: ScorePanel.Number, _ text: String) {
      desk.send(.tools(.score(.number(number, .typed(text)))))
      desk.send(.tools(.score(.number(number, .left))))
    }
    func range() -> [Int] {
      let setup = desk.state.tools.score.hand.setup
      return [setup.firstLine, setup.lastLine, setup.firstBar, setup.lastBar]
    }
    type(.lastLine, "3")
    type(.firstLine, "5")
    type(.firstBar, "9")
    type(.lastBar, "2")
    // What is typed stays: the other end may still follow.
    #expect(range() == [5, 3, 9, 2])
    #expect(shows(desk.state.tools, "Backwards: plays 3–5."))
    #expect(shows(desk.state.tools, "Backwards: plays 2–9."))
    #expect(desk.state.toasts.isEmpty)
    desk.send(.tools(.score(.mainTapped)))
    #expect(range() == [3, 5, 2, 9])
    #expect(!shows(desk.state.tools, "Backwards"))
    #expect(desk.state.toasts.last?.text == "Range turned round: lines 3–5, bars 2–9.")
    let played = desk.orders.compactMap { commands([$0]).first }.last
    guard case .playScore(let cues, _, _, _) = try #require(played) else {
      Issue.record("nothing plays")
      return
    }
    let bars = cues.filter { $0.kind == .bar }
    #expect(bars.first?.line == 3 && bars.first?.bar == 2)
    #expect(bars.last?.line == 5 && bars.last?.bar == 9 && bars.count == 24)
    desk.send(.undoTapped)
    #expect(range() == [5, 3, 9, 2])
    // A self-test says so as well.
    desk.send(.tools(.score(.stopTapped)))
    desk.send(.tools(.score(.test(.startTapped))))
    #expect(range() == [3, 5, 2, 9] && desk.state.tools.score.test.isRunning)
  }

  @Test func aRangeThatRunsForwardsIsLeftAlone() {
    var state = Tools.State()
    _ = set(&state) { ($0.firstLine, $0.lastLine, $0.firstBar, $0.lastBar) = (5, 0, 3, 3) }
    _ = send(.mainTapped, to: &state)
    let setup = state.score.hand.setup
    #expect([setup.firstLine, setup.lastLine, setup.firstBar, setup.lastBar] == [5, 0, 3, 3])
    #expect(shows(state, "placeholder=\"last\"") && !shows(state, "Backwards"))
  }

  @Test func whatItSaysOfTheStartIsWhatPlays() throws {
    var state = Tools.State()
    func first() throws -> String {
      let begun = commands(send(.mainTapped, to: &state))
      _ = send(.stopTapped, to: &state)
      for case .playScore(let cues, _, _, let plan) in begun {
        let bars = cues.filter { $0.kind == .bar }
        let chosen = bars.first { $0.line == plan.line && $0.bar == plan.bar }
        let bar = try #require(chosen ?? bars.first)
        return "starts at line \(bar.line), bar \(bar.bar)"
      }
      return "nothing"
    }
    _ = set(&state) {
      ($0.loop, $0.firstLine, $0.lastLine, $0.firstBar, $0.lastBar) = (.range, 2, 2, 2, 3)
    }
    #expect(try first() == "starts at line 2, bar 2")
    #expect(shows(state, "starts at line 2, bar 2") && shows(state, "first bar: 2.7 s"))
    #expect(shows(state, "Line 2, bar 2, 2.7 seconds, starts here"))
    #expect(ScorePanel.counter(nil, state.score, isOn: false) == ["2.7"])
    for loop in ScoreSetup.Loop.allCases {
      for cell in [(1, 1), (2, 3), (2, 9), (5, 2)] {
        _ = set(&state) { ($0.loop, $0.startLine, $0.startBar) = (loop, cell.0, cell.1) }
        let words = try first()
        #expect(shows(state, words), "\(loop) from \(cell)")
      }
    }
    _ = set(&state) { ($0.loop, $0.firstLine, $0.lastLine) = (.range, 20, 30) }
    #expect(try first() == "nothing" && shows(state, "no bars in this range"))
  }

  @Test func aRangeEndsWithTheScore() {
    var state = Tools.State()
    use("columns 2 1 1 2\nlines 3", &state)
    _ = send(.number(.lastBar, .typed("9")), to: &state)
    #expect(state.score.numbers[.lastBar].draft == "9", "it may still become 2")
    _ = send(.number(.lastBar, .left), to: &state)
    #expect(state.score.hand.setup.lastBar == 4 && state.score.numbers[.lastBar].draft == nil)
    #expect(shows(state, "The longest line has 4 bars."))
    // The same again: the field shows what holds.
    _ = type(.lastBar, "9", &state)
    #expect(state.score.numbers[.lastBar].value.units == 4)
    _ = type(.firstLine, "7", &state)
    #expect(state.score.hand.setup.firstLine == 3)
    #expect(shows(state, "The score has 3 lines.") && !shows(state, "The longest line has"))
    _ = type(.firstLine, "2", &state)
    #expect(!shows(state, "The score has 3 lines."))
    _ = send(.number(.firstLine, .stepped(by: 1)), to: &state)
    #expect(!shows(state, "The score has 3 lines."))
    _ = send(.number(.firstLine, .stepped(by: 1)), to: &state)
    #expect(state.score.numbers[.firstLine].value.units == 3)
  }

  @Test func aNumberBeyondTheScoreIsOneChange() {
    let desk = Desk("/tools/scores")
    let before = desk.data.actions.count
    desk.send(.tools(.score(.number(.lastBar, .typed("99")))))
    desk.send(.tools(.score(.number(.lastBar, .left))))
    #expect(desk.state.tools.score.hand.setup.lastBar == 13)
    #expect(desk.data.actions.count == before + 1)
    desk.send(.undoTapped)
    #expect(desk.state.tools.score.hand.setup.lastBar == 0)
    #expect(desk.state.tools.score.numbers[.lastBar].value.units == 0)
    #expect(desk.data.undoable == nil)
  }

  @Test(arguments: [
    ("", "13 lines of 13 bars · 100 %"), ("line 1 2 3", "1 line of 3 bars · 100 %"),
    ("columns 1 2\nlines 2\nline 3", "3 lines, 5 bars · 100 %"),
    ("bracket 0:01 0:02", "1 bracket · 100 %"),
  ])
  func theLineAboveTheTitleCounts(text: String, words: String) {
    var state = Tools.State()
    _ = set(&state) { $0.text = text }
    #expect(ScorePanel.caps(state.score) == words)
  }

  @Test func speedLoopAndDroneAreBelowStart() throws {
    let html = html(Tools.State())
    let places = try [
      "id=\"score-main\"", "id=\"score-number-\(ScorePanel.Number.speed.rawValue)\"",
      "id=\"score-loop-0\"", "id=\"score-has-drone\"",
      "id=\"score-number-\(ScorePanel.Number.droneVolume.rawValue)\"", "id=\"score-cell-1-1\"",
      "id=\"score-number-\(ScorePanel.Number.repeats.rawValue)\"",
    ].map { try #require(html.firstRange(of: $0)?.lowerBound, "\($0)") }
    #expect(places == places.sorted())
  }

  @Test func lengthsAreWrittenWithoutNeedlessZeros() {
    let found = [0, 1_000, 3_000, 2_700, 2_250, 13_000].map { ScorePanel.seconds(Double($0)) }
    #expect(found == ["0", "1", "3", "2.7", "2.25", "13"])
    var state = Tools.State()
    #expect(shows(state, "Line 1, bar 1, 3 seconds, starts here"))
    #expect(shows(state, "Line 13, bar 13, 1 second\""))
    use("line 2.5 10\nhold 1.1 1", &state)
    #expect(shows(state, "Line 1, bar 1, 2.5 seconds, held 1 second, starts here"))
    #expect(shows(state, ">10<") && shows(state, ">+1<"))
  }

  @Test func aCellIsABeginningAlsoWhileItPlays() {
    var state = Tools.State()
    #expect(commands(send(.cellTapped(line: 4, bar: 7), to: &state)).isEmpty)
    #expect(state.score.hand.setup.startLine == 4 && state.score.hand.setup.startBar == 7)
    #expect(shows(state, "starts at line 4, bar 7"))
    #expect(shows(state, "Line 4, bar 7, 1.8 seconds, starts here"))
    _ = send(.mainTapped, to: &state)
    #expect(commands(send(.cellTapped(line: 9, bar: 2), to: &state)).last == .seek(line: 9, bar: 2))
    _ = send(.pauseTapped, .cellTapped(line: 1, bar: 1), to: &state)
    #expect(shows(state, "line 1 · bar 1 of 13"))
    #expect(send(.cursorMoved(lines: 1, bars: -5), to: &state) == [.focus(id: "score-cell-2-1")])
    _ = send(.cursorMoved(lines: 100, bars: 100), to: &state)
    #expect(state.score.cursor == ScorePanel.Cell(line: 13, bar: 13))
  }

  // MARK: - What is seen

  @Test func theCounterShowsEachTenthInItsPicture() {
    var state = Tools.State()
    state.bench.beatOffset = 20
    _ = send(.mainTapped, to: &state)
    #expect(hear(.score(.count, line: 0, bar: 0), at: 500, &state).first == 520)
    #expect(counter(state) == "3")
    _ = hear(.score(.count, line: 0, bar: 0), at: 1_500, &state)
    #expect(counter(state) == "2")
    // The bar is heard at 3,500 and shown 20 later, its first tenth 100 after that.
    #expect(hear(.score(.bar, line: 1, bar: 1), at: 3_500, &state) == [3_520, 3_620])
    #expect(counter(state) == "3.0")
    #expect(tenths(4, from: 100, &state) == ["2.9", "2.8", "2.7", "2.6"])
    #expect(shows(state, "line 1 · bar 1 of 13"))
    #expect(shows(state, "this bar: 3 s") && shows(state, "then 2.7 s"))
    #expect(shows(state, "aria-current=\"true\""))
    _ = send(.counterChosen(.both), to: &state)
    #expect(counter(state) == "2.6|0.4")
    _ = send(.pauseTapped, to: &state)
    #expect(send(.tenthCame(500), to: &state).isEmpty)
    #expect(counter(state) == "2.6|0.4")
    _ = send(.goOnTapped, to: &state)
    // It goes on 1,234 into the bar: that began by as much before.
    #expect(
      hear(.place(line: 1, bar: 1, milliseconds: 1_234), at: 9_000, &state).last
        == 9_086.0)
    #expect(counter(state) == "1.8|1.2")
    _ = hear(.end, at: 12_000, &state)
    #expect(state.bench.output.part == nil && state.score.place == nil)
    #expect(shows(state, ">Start<"))
  }

  @Test func aCounterChangesWhenItsNumberDoes() {
    #expect(ScorePanel.nextChange(after: 0, of: 1_733, .up) == 100)
    #expect(ScorePanel.nextChange(after: 0, of: 1_733, .down) == 33)
    #expect(ScorePanel.nextChange(after: 33, of: 1_733, .down) == 133)
    #expect(ScorePanel.nextChange(after: 33, of: 1_733, .both) == 100)
    #expect(ScorePanel.nextChange(after: 1_650, of: 1_733, .down) == nil)
    #expect(ScorePanel.nextChange(after: 250, of: 0, .down) == 300)
    for length in [1, 99, 100, 101, 333, 4_000] {
      var at = 0
      var count = 0
      while let next = ScorePanel.nextChange(after: at, of: length, .both) {
        #expect(next > at && next < length)
        at = next
        count += 1
      }
      #expect(count <= 2 * length / 100 + 1)
    }
  }

  @Test func holdsAreCountedAndWaitedFor() {
    var state = Tools.State()
    use("title Two\nline 2 1\nhold 1.1 4\nhold 1.2 until-tap", &state)
    _ = send(.mainTapped, to: &state)
    _ = hear(.score(.bar, line: 1, bar: 1), at: 0, &state)
    _ = hear(.score(.hold, line: 1, bar: 1), at: 2_000, &state)
    #expect(counter(state) == "4.0")
    #expect(shows(state, "this fermata: 2 s + 4 s"))
    #expect(hear(.place(line: 1, bar: 1, milliseconds: 3_000), at: 9_000, &state).first == 9_000)
    #expect(counter(state) == "3.0")
    _ = hear(.score(.hold, line: 1, bar: 2), at: 12_000, &state)
    #expect(shows(state, "Held. Tap Resume"))
    // After a pause in the hold it is still one, and the time in it is counted on.
    _ = send(.pauseTapped, to: &state)
    _ = hear(.place(line: 1, bar: 2, milliseconds: 1_000), at: 14_000, &state)
    #expect(shows(state, "Held. Tap Resume"))
    _ = send(.goOnTapped, to: &state)
    // The one key of the panel goes on; the button still stops.
    #expect(commands(send(.mainTapped, to: &state)) == [.goOn])
    #expect(commands(send(.goOnTapped, to: &state)) == [.goOn])
    #expect(shows(state, "or 0:07.0 with fermatas"))
    #expect(commands(send(.stopTapped, to: &state)) == [.stop])
  }

  /// Ten minutes at three times the speed, where bars of a second take a third of one.
  @Test(arguments: [100, 250, 290, 300]) func flashesNeverComeFasterThanThreeASecond(speed: Int) {
    var state = Tools.State()
    _ = set(&state) { ($0.speed, $0.flashes) = (speed, true) }
    #expect(ScoreSetup().flashColour == .blue)
    _ = send(.mainTapped, to: &state)
    var flashes: [Double] = []
    for moment in ScorePanel.track(state.score, ticks: 1_000).moments where moment.kind == .bar {
      let bar = Cue.Kind.score(.bar, line: moment.line, bar: moment.bar)
      let at = Double(moment.start) + 10_000
      _ = hear(bar, at: at, &state)
      if state.score.isFlashing {
        flashes.append(at)
        #expect(shows(state, "flash flash-blue"))
        _ = send(.flashOver, to: &state)
      }
    }
    for (one, fourth) in zip(flashes, flashes.dropFirst(3)) { #expect(fourth - one > 1_000) }
    #expect(flashes.count > 60)
    if speed == 100 { #expect(flashes.count == 169) }
    #expect(!shows(state, "flash flash-blue"))
  }

  // MARK: - The drone

  @Test func theDroneSoundsWithTheScoreOrForATest() throws {
    var state = Tools.State()
    let tested = send(.droneTestTapped, to: &state)
    guard case .drone(let tones, .pure, _, _, _) = try #require(commands(tested).first) else {
      Issue.record("no drone sounds")
      return
    }
    #expect(tones.count == 1 && abs(tones[0].frequency - 493.8833) < 1e-4 && tones[0].level == 0.5)
    #expect(commands(send(.octaveChosen(-1), to: &state)).count == 1)
    #expect(commands(send(.droneTestOver, to: &state)) == [.stopDrone])
    _ = set(&state) { ($0.hasDrone, $0.droneOctave, $0.wave) = (true, 0, .reed) }
    let begun = commands(send(.mainTapped, to: &state))
    #expect(begun.contains { if case .drone(_, .reed, _, _, _) = $0 { true } else { false } })
    #expect(commands(type(.droneVolume, "80", &state)).count == 1)
    #expect(commands(send(.switched(.hasDrone, false), to: &state)) == [.stopDrone])
    _ = send(.switched(.hasDrone, true), to: &state)
    #expect(commands(send(.mainTapped, to: &state)) == [.stop, .stopDrone])
  }

  @Test func thePanelAloneLeavesADroneThatIsNotItsOwn() {
    var (score, bench, room) = (ScorePanel.State(), Bench(), RoomContext.nowhere)
    func update(_ message: Message) -> [PlayerCommand] {
      commands(ScorePanel.update(&score, &bench, message, &room).map(\.order))
    }
    _ = bench.output.sound(.drone, .drone([Drone.Tone(frequency: 220)], .reed))
    _ = update(.mainTapped)
    #expect(bench.output.part == .score && bench.output.tone == .drone)
    #expect(update(.mainTapped) == [.stop])
    #expect(bench.output.tone == .drone)
    // One that is the score's takes its place, and ends with it.
    _ = update(.switched(.hasDrone, true))
    _ = update(.mainTapped)
    #expect(bench.output.tone == .score)
    #expect(update(.mainTapped) == [.stop, .stopDrone])
    #expect(bench.output.part == nil && bench.output.tone == nil)
  }

  @Test(arguments: [(4_400, 493.8833), (4_420, 496.1282), (4_150, 465.8218)])
  func theDroneIsTunedAsEverythingIs(tenths: Int, frequency: Double) throws {
    var settings = Settings()
    settings.a4 = try #require(ReferencePitch(tenthsOfHertz: tenths))
    var state = Tools.State()
    _ = Tools.apply(settings, &state)
    let found = ScorePanel.droneTones(state.score, state.bench)[0].frequency
    // A tenth of a cent is 0.0058 percent.
    #expect(abs(found / frequency - 1) < 0.000_01)
  }

  // MARK: - Writing

  @Test func aScoreThatAnotherReplacesComesBack() {
    let desk = Desk("/tools/scores")
    func send(_ messages: ScorePanel.EditorMessage...) {
      for message in messages { desk.send(.tools(.score(.editor(message)))) }
    }
    func setup() -> ScoreSetup { desk.state.tools.score.hand.setup }
    send(.opened, .field(.title, "Mine"), .used)
    let mine = setup()
    #expect(desk.state.toasts.isEmpty, "it is the same score, edited")
    send(.opened, .begun(from: "columns 4*4\nlines 4\n"), .used)
    #expect(desk.state.toasts.last?.text == "Replaced “Mine”.")
    #expect(setup() != mine)
    desk.send(.undoTapped)
    #expect(setup() == mine)
  }

  @Test func anErrorIsShownAtItsPlaceAndNothingIsLost() {
    var state = Tools.State()
    let typed = "title Mine\ncolumns 3 2\nlines 2\nhold 7.1 4\n"
    _ = send(
      .editor(.opened), .editor(.sideChosen(isText: true)), .editor(.typed(typed)), to: &state)
    let html = html(state)
    #expect(html.contains("Line 4, column 6: there is no bar 7.1 yet."))
    #expect(html.contains("hold 7.1 4\n     ↑"))
    let before = state.score.hand.setup
    _ = send(.editor(.used), to: &state)
    #expect(state.score.hand.setup == before)
    _ = send(.editor(.closed), .editor(.opened), to: &state)
    #expect(state.score.editor.text == typed)
    // The form shows the same error at its field, and the same text.
    _ = send(.editor(.sideChosen(isText: false)), to: &state)
    #expect(state.score.editor.text == typed)
    #expect(self.html(state).contains("score-statement-0-note"))
    // It names the part of the score instead of the line of a text that nobody sees.
    #expect(shows(state, "Fermata at line 7, bar 1: there is no bar 7.1 yet."))
    #expect(!shows(state, "Line 4, column 6"))
    _ = send(.editor(.statementTyped(0, "hold 2.1 4")), .editor(.used), to: &state)
    #expect(
      state.score.score.lines[1].bars[0].hold == .lasting(least: 4_000, nominal: 4_000, most: 4_000)
    )
    #expect(state.score.score.title == "Mine" && !state.score.editor.isOpen)
  }

  @Test(arguments: [
    (
      ScorePanel.FormField.columns, "3 x",
      "Columns: “x” is not a length. Use seconds, such as 2.7 or 1:15."
    ),
    (.columns, "3 2*x 1", "Columns: “2*x” is not a length."),
    (.lines, "two", "Lines: “two” is not a whole number."),
    (.lines, "0", "Lines: must be 1 to 1000."),
    (.drone, "H", "Drone: “H” is not a note. Use one such as B4."),
    (.columns, "", "Lines: “lines” needs “columns” before it."),
  ])
  func theFormNamesItsFieldInAnError(field: ScorePanel.FormField, text: String, words: String) {
    var state = Tools.State()
    _ = send(
      .editor(.opened), .editor(.begun(from: "columns 4*4\nlines 4\n")),
      .editor(.field(field, text)), to: &state)
    #expect(shows(state, words))
    #expect(!shows(state, "column "))
  }

  @Test func statementsSayWhatTheyAreAndWhere() {
    let form = ScoreForm(
      """
      columns 1 2
      lines 2
      hold 2.2 4
      bracket 1:15..1:45 2:00
      mark 1.1 0.5
      line "Coda" 3
      bracket 3:00 3:20
      least 1.1 50
      hold 2.
      what
      """)
    let names = form.statements.indices.map { form.name(ofStatement: $0) }
    #expect(
      names == [
        "Fermata at line 2, bar 2", "Time bracket 1", "Mark at line 1, bar 1", "Separate line",
        "Time bracket 2", "Shortest length at line 1, bar 1", "Fermata", "Statement 8",
      ])
  }

  @Test func aFormBecomesAText() throws {
    var state = Tools.State()
    _ = send(
      .editor(.opened), .editor(.begun(from: "")), .editor(.field(.title, "Thirteen")),
      .editor(.field(.columns, "3 2.7 2*4 1.8 1.5 1.3*2 1*3")), .editor(.field(.lines, "13")),
      .editor(.extra(.holdPlace, "3.5")), .editor(.holdAdded),
      .editor(.extra(.holdPlace, "4.1")), .editor(.extra(.holdLength, "2..4..6")),
      .editor(.holdAdded), .editor(.extra(.startFrom, "1:15")), .editor(.extra(.startTo, "1:45")),
      .editor(.extra(.endFrom, "2:00")), .editor(.bracketAdded), .editor(.field(.drone, "B4")),
      to: &state)
    #expect(
      state.score.editor.text == """
        title Thirteen
        columns 3 2.7 2*4 1.8 1.5 1.3*2 1*3
        lines 13
        hold 3.5 until-tap
        hold 4.1 2..4..6
        bracket 1:15..1:45 2:00
        drone B4

        """)
    #expect(state.score.editor.problem == nil)
    _ = send(.editor(.used), to: &state)
    var grid = Score.sequenzaVII
    (grid.title, grid.composer, grid.source) = ("Thirteen", "", "")
    grid.lines[2].bars[4].hold = .untilTap
    grid.lines[3].bars[0].hold = .lasting(least: 2_000, nominal: 4_000, most: 6_000)
    grid.brackets = [Score.Bracket(start: 75_000...105_000, end: 120_000...120_000)]
    #expect(state.score.score == grid)
    // And back: form and text say the same.
    for text in [grid.text, Score.sequenzaVII.text] {
      #expect(try Score(parsing: ScoreForm(text).text) == Score(parsing: text))
    }
  }

  @Test func everyExampleOfTheGuideCanBePutIn() throws {
    var state = Tools.State()
    _ = send(
      .editor(.opened), .editor(.sideChosen(isText: true)), .editor(.begun(from: "")), to: &state)
    for notation in ScorePanel.notations {
      _ = send(.editor(.examplePut(notation.example)), to: &state)
    }
    #expect(state.score.editor.problem == nil, "\(String(describing: state.score.editor.problem))")
    #expect(shows(state, "14 lines, 93 bars, 2 brackets."))
    _ = send(.editor(.typed(String(repeating: "# much\n", count: 9_000) + "line 1")), to: &state)
    #expect(shows(state, "longer than 60 kilobytes"))
    _ = send(.editor(.typed("columns 1*1000\nlines 11")), to: &state)
    #expect(shows(state, "It has 11000 bars"))
  }

  @Test func aTextThatCannotBeReadStaysAsItIs() {
    var state = Tools.State()
    _ = set(&state) { $0.text = "future statement" }
    #expect(state.score.score == .sequenzaVII)
    #expect(shows(state, "line 1, column 1, unknown statement"))
    #expect(state.score.hand.setup.text == "future statement")
    _ = send(.editor(.opened), to: &state)
    #expect(state.score.editor.text == "future statement")
  }

  @Test func textAndFormAreTwoSidesOfOneThing() {
    var chance = Chance(seed: 12)
    for _ in 0..<200 {
      var score = Score()
      score.title = chance.number(through: 1) == 0 ? "" : "Title \(chance.number(through: 99))"
      let bars = (0...chance.number(through: 9)).map { _ in
        Score.Bar(1 + Int64(chance.number(through: 9_000)))
      }
      for line in 0...chance.number(through: 5) {
        score.lines.append(
          chance.number(through: 3) == 0
            ? Score.Line(Array(bars.prefix(1)), label: "L\(line)") : Score.Line(bars))
      }
      if chance.number(through: 1) == 0 { score.lines[0].bars[0].hold = .untilTap }
      if chance.number(through: 1) == 0 { score.drone = Note(60) }
      let text = score.text
      #expect(score.problem == nil && (try? Score(parsing: text)) == score)
      #expect((try? Score(parsing: ScoreForm(text).text)) == score, "\(text)")
    }
  }

  // MARK: - Brackets, files and tests

  @Test func bracketsAreDrawnAnewAndListed() {
    var state = Tools.State()
    use("title Ten\nbracket 0:10..0:20 0:30..0:40\nbracket 0:50 1:00 part 2", &state)
    _ = type(.seed, "7", &state)
    let first = ScorePanel.drawn(state.score)
    #expect((10_000...20_000).contains(first[0].start) && (30_000...40_000).contains(first[0].end))
    #expect(first[1].start == 50_000 && first[1].end == 60_000 && first[1].part == 2)
    _ = send(.anotherDrawn, to: &state)
    #expect(state.score.hand.setup.seed != 7)
    #expect(ScorePanel.drawn(state.score)[0] != first[0])
    _ = type(.seed, "7", &state)
    #expect(ScorePanel.drawn(state.score)[0] == first[0])
    guard
      case .download(let name, "text/csv", let bytes) = send(
        .realisationsTapped(asTable: true), to: &state)[0]
    else {
      Issue.record("no list")
      return
    }
    #expect(name == "Ten-100-seed-7.csv")
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3 && lines[2] == "2,2,50.000,60.000")
    #expect(shows(state, "start 0:10.0–0:20.0 · end 0:30.0–0:40.0"))
    // A bracket begins the score, or goes on with it.
    let begun = commands(send(.bracketTapped(1, part: 1), to: &state))
    #expect(begun.last == .seekBracket(1, part: 1) && state.bench.output.part == .score)
    #expect(
      commands(send(.bracketTapped(2, part: 2), to: &state)) == [.seekBracket(2, part: 2)])
    _ = hear(.score(.start, line: 0, bar: 0), at: 0, &state)
    _ = hear(.place(line: 0, bar: 0, milliseconds: 12_000), at: 100, &state)
    #expect(ScorePanel.playhead(state.score) == 12_000)
    _ = hear(.score(.warning, line: 1, bar: 1), at: 200, &state)
    #expect(shows(state, "Bracket 1 ends soon"))
  }

  @Test func filesHaveWhatIsPlayed() throws {
    var state = Tools.State()
    _ = set(&state) { ($0.speed, $0.lastLine, $0.lastBar, $0.countIn) = (75, 1, 2, 1) }
    #expect(
      ScorePanel.csv(state.score) == """
        seconds,line,bar,kind,length
        -1.000000,,,count,1.000000
        0.000000,1,1,bar,4.000000
        4.000000,1,2,bar,3.600000

        """)
    let midi = ScorePanel.midi(state.score)
    #expect(midi.starts(with: Array("MThd".utf8)))
    // Tick at 0, tock at 1,000, tick at 5,000.
    #expect(midi.filter { $0 == 0x99 }.count == 3)
    var state2 = state
    var orders = send(.export(.soundTapped), to: &state2)
    #expect(state2.score.export.share == 0)
    var steps = 0
    while orders.contains(.wait(milliseconds: 0)), steps < 100 {
      orders = send(.export(.soundStepped), to: &state2)
      steps += 1
    }
    guard case .download(let name, "audio/wav", let bytes)? = orders.first else {
      Issue.record("no sound")
      return
    }
    #expect(name == "Sequenza-VII-grid-75.wav")
    var reader = WaveReader()
    var samples: [Float] = []
    try reader.read(bytes[...], to: &samples)
    try reader.finish()
    #expect(samples.count == 44_100 * 8 + 26_460)
    for second in [0, 1, 5] {
      #expect(abs(samples[44_100 * second]) > 0.02)
      if second > 0 { #expect(samples[44_100 * second - 1] == 0) }
    }
    #expect(state2.score.export.share == nil)
    _ = send(.export(.soundTapped), .export(.soundAbandoned), to: &state2)
    #expect(state2.score.export.share == nil)
    _ = set(&state2) { ($0.loop, $0.repeats, $0.lastLine, $0.lastBar) = (.range, 500, 0, 0) }
    let refused = send(.export(.soundTapped), to: &state2)
    #expect(refused.contains { if case .toast = $0 { true } else { false } })
  }

  @Test func aSelfTestMeasuresAndIsKept() throws {
    let desk = Desk("/tools/scores")
    func score(_ message: Message) { desk.send(.tools(.score(message))) }
    func tools() -> Tools.State { desk.state.tools }
    for (number, text) in [(ScorePanel.Number.lastLine, "1"), (.lastBar, "3"), (.countIn, "0")] {
      score(.number(number, .typed(text)))
      score(.number(number, .left))
    }
    score(.test(.startTapped))
    #expect(html(tools()).contains("id=\"score-pad\""))
    let played = desk.orders.compactMap { commands([$0]).first }.last
    guard case .playScore(let cues, _, false, let plan) = try #require(played) else {
      Issue.record("no test begins")
      return
    }
    #expect(plan.isSilent && cues.filter { $0.kind == .count }.count == 3)
    let heard = message(.score(.bar, line: 1, bar: 1), run: tools().bench.output.run)
    desk.send(.tools(.sounded(.sounded(atMilliseconds: 10_000, message: heard))))
    // Nothing shows which bar it is.
    #expect(!shows(tools(), "aria-current"))
    // 3.0, 2.7 and 2.0 seconds: 30 too long, 27 too long, 40 too short.
    for time in [10_010.0, 13_040, 15_767, 17_727] { score(.test(.tapped(at: time))) }
    let result = try #require(tools().score.test.result)
    #expect(result.count == 3 && tools().bench.output.part == nil)
    #expect(result.columns.map { $0.error.rounded() } == [30, 27, -40])
    let html = html(tools())
    #expect(html.contains("bar 3: −40.0 ms, −2.0 %"))
    #expect(html.contains("bar 1: +30.0 ms, +1.0 %") || html.contains("bar 2: +27.0 ms, +1.0 %"))
    let kept = ScoreTestRow.all(of: "Sequenza VII, grid", in: desk.data)
    #expect(kept.count == 1 && kept[0].count == 3 && kept[0].bias == 57)
    #expect(tools().score.test.kept == kept)
    #expect(html.contains("Day by day: 1 test"))
  }

  @Test func theLastTapOfATestMayBeLate() throws {
    var state = Tools.State()
    _ = set(&state) { ($0.lastLine, $0.lastBar) = (1, 2) }
    _ = send(.test(.startTapped), to: &state)
    _ = hear(.score(.bar, line: 1, bar: 1), at: 1_000, &state)
    _ = send(.test(.tapped(at: 1_000)), .test(.tapped(at: 4_000)), to: &state)
    // The end is told some time before it is heard.
    let run = state.bench.output.run
    let event = SoundEvent.sounded(atMilliseconds: 6_700, message: message(.end, run: run))
    let effects = Tools.update(&state, .sounded(event), .nowhere)
    #expect(state.bench.output.part == nil && state.score.test.isRunning)
    #expect(html(state).contains("id=\"score-pad\""))
    _ = send(.test(.tapped(at: 6_740)), to: &state)
    #expect(!state.score.test.isRunning && state.score.test.result?.count == 2)
    // Another that begins meanwhile is not ended by what waited for this one.
    let late = try #require(effects.first { $0.name == "score-test" })
    #expect(late.order == .picture(atMilliseconds: 7_700))
    // Nobody taps any more: then it is over as well.
    _ = send(.test(.startTapped), to: &state)
    _ = hear(.score(.bar, line: 1, bar: 1), at: 9_000, &state)
    _ = send(.test(.tapped(at: 9_000)), .test(.tapped(at: 12_000)), to: &state)
    _ = hear(.end, at: 14_700, &state)
    #expect(!state.score.test.isRunning && state.score.test.result?.count == 1)
  }

  @Test func whatWasOnItsWayIsNotTakenForWhatPlaysNow() {
    var state = Tools.State()
    _ = send(.mainTapped, to: &state)
    let old = state.bench.output.run
    _ = send(.stopTapped, .mainTapped, to: &state)
    for kind in [Cue.Kind.score(.bar, line: 9, bar: 9), .end] {
      let event = SoundEvent.sounded(atMilliseconds: 0, message: message(kind, run: old))
      _ = pictures(Tools.update(&state, .sounded(event), .nowhere), &state)
    }
    #expect(state.bench.output.part == .score && state.score.place == nil)
    _ = hear(.score(.bar, line: 1, bar: 2), at: 10, &state)
    #expect(state.score.place?.bar == 2)
  }

  @Test func whatWasLostBeginsAgainAndWhatWasPausedStandsStill() {
    var state = Tools.State()
    func tell(_ sound: SoundState) -> Tools.Message {
      .sounded(.state(sound, sampleRate: 48_000, delaySeconds: 0))
    }
    func update(_ message: Tools.Message) -> [PlayerCommand] {
      commands(Tools.update(&state, message, .nowhere).map(\.order))
    }
    _ = update(.score(.mainTapped))
    _ = update(tell(.running))
    _ = update(tell(.lost))
    #expect(state.bench.output.part == nil)
    guard case .playScore = update(.wakeSoundTapped).last else {
      Issue.record("the score does not begin again")
      return
    }
    #expect(state.bench.output.part == .score && state.bench.output.run == 1)
    _ = update(tell(.running))
    _ = hear(.score(.bar, line: 2, bar: 3), at: 0, &state)
    _ = update(.score(.pauseTapped))
    _ = update(.sounded(.devicesChanged))
    let orders = update(.wakeSoundTapped)
    guard orders.count == 3, case .playScore = orders[0] else {
      Issue.record("it does not stand still: \(orders)")
      return
    }
    #expect(orders[1] == .pause && orders[2] == .seek(line: 2, bar: 3))
    #expect(state.score.isPaused && state.score.place?.bar == 3)
    // Paused, it is not what a new loudspeaker should sound.
    _ = update(tell(.running))
    _ = update(tell(.lost))
    #expect(update(.wakeSoundTapped).isEmpty && state.bench.output.part == nil)
  }

  @Test func aDraftIsKeptAndTheScoreInHandIsOneTapAway() {
    var state = Tools.State()
    use("title One\nline 1 2", &state)
    // Nothing was written: it opens with what the score is now.
    _ = send(.editor(.opened), .editor(.closed), to: &state)
    _ = set(&state) { $0.text = "title Two\nline 3 4\n" }
    _ = send(.editor(.opened), to: &state)
    #expect(state.score.editor.text == "title Two\nline 3 4\n" && !state.score.editor.isBegun)
    #expect(!shows(state, "Back to the current score"))
    // A draft stays, although the score becomes another meanwhile.
    _ = send(.editor(.field(.title, "Draft")), .editor(.closed), to: &state)
    _ = set(&state) { $0.text = "title Three\nline 5\n" }
    _ = send(.editor(.opened), to: &state)
    #expect(state.score.editor.form.title == "Draft" && shows(state, "Back to the current score"))
    _ = send(.editor(.scoreTaken), to: &state)
    #expect(state.score.editor.form.title == "Three" && !state.score.editor.isBegun)
  }

  @Test func theFormMarksTheFieldThatIsWrong() {
    var state = Tools.State()
    // A remark and an empty line come first in the text, and not in the form.
    use("title One\nline 1 2", &state)
    let text = "\n\ncolumns 1 2\nlines 2\ndrone H\n"
    _ = send(
      .editor(.opened), .editor(.sideChosen(isText: true)), .editor(.typed(text)),
      .editor(.sideChosen(isText: false)), to: &state)
    let html = html(state)
    let drone = html.range(of: "id=\"score-form-5\"")
    let wrong = html.range(of: "aria-invalid=\"true\"")
    #expect(html.components(separatedBy: "aria-invalid=\"true\"").count == 2)
    #expect(drone != nil && wrong != nil)
  }

  @Test func testsAreJoinedByACurve() {
    var state = Tools.State()
    func row(_ number: UInt64, _ bias: Int, _ spread: Int) -> ScoreTestRow {
      ScoreTestRow(
        RowID(Bits128(high: 1, low: number)), day: 20_000 + Int64(number), title: "x", speed: 100,
        count: 5, bias: bias, spread: spread)
    }
    state.score.test.kept = [row(1, 300, 100)]
    #expect(!shows(state, "Bias from test to test"))
    state.score.test.kept = [row(1, 300, 100), row(2, -100, 0), row(3, -1_000_000, 1_000_000)]
    #expect(shows(state, "Bias from test to test: first +30.0 ms, last −99999.9 ms"))
    state.score.test.kept.removeLast()
    #expect(shows(state, "M10 17L30 61"))
  }

  @Test func aTestThatIsStoppedIsOver() {
    var state = Tools.State()
    _ = send(.test(.startTapped), to: &state)
    #expect(state.bench.output.part == .score && state.score.test.isRunning)
    _ = send(.mainTapped, to: &state)
    #expect(!state.score.test.isRunning && state.bench.output.part == nil)
    _ = set(&state) { ($0.loop, $0.startBar) = (.bar, 1) }
    let orders = send(.test(.startTapped), to: &state)
    #expect(commands(orders).isEmpty)
  }

  @Test func everyControlHasANameOfItsOwn() {
    var state = Tools.State()
    use("title X\nline 2 1\nhold 1.2 until-tap\nbracket 0:01..0:02 0:04", &state)
    _ = send(.editor(.opened), to: &state)
    let html = html(state)
    var ids: [Substring] = []
    for part in html.split(separator: " id=\"").dropFirst() {
      ids.append(part.prefix { $0 != "\"" })
    }
    #expect(ids.count > 40)
    #expect(Set(ids).count == ids.count, "\(ids.filter { id in ids.count { $0 == id } > 1 })")
  }
}
