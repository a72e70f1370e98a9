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

@Suite struct MetronomePanelTests {
  private typealias Message = MetronomePanel.Message

  /// The tools without a browser, with what was ordered since it was asked last.
  private struct Room {
    var tools = Tools.State()
    private(set) var orders: [Order] = []

    mutating func send(_ messages: MetronomePanel.Message...) {
      for message in messages {
        take(Tools.update(&tools, .metronome(message), .nowhere))
      }
    }

    /// Starts, on a device that renders 48,000 samples a second.
    mutating func start(_ message: MetronomePanel.Message = .mainTapped) {
      send(message)
      take(
        Tools.update(
          &tools, .sounded(.state(.running, sampleRate: 48_000, delaySeconds: 0)), .nowhere))
      orders = []
    }

    /// The player tells of a click; answers what is then to be seen.
    @discardableResult
    mutating func hear(
      bar: Int, beat: Int, voice: Int = 0, at milliseconds: Double, accent: Accent = .normal
    ) -> [Effect<Tools.Message>] {
      let message = [
        (milliseconds * 48).rounded(), 0, Double(bar), Double(beat), 1, Double(voice),
        Double(accent.rawValue), Double(tools.bench.output.run),
      ]
      return tell(message, at: milliseconds)
    }

    mutating func tell(_ message: [Double], at moment: Double) -> [Effect<Tools.Message>] {
      let effects = Tools.update(
        &tools, .sounded(.sounded(atMilliseconds: moment, message: message)), .nowhere)
      take(effects)
      return effects
    }

    /// Hears a click and shows its picture.
    mutating func show(bar: Int, beat: Int, voice: Int = 0, at milliseconds: Double) {
      for effect in hear(bar: bar, beat: beat, voice: voice, at: milliseconds) {
        if case .picture = effect.order, let message = effect.message() {
          take(Tools.update(&tools, message, .nowhere))
        }
      }
    }

    private mutating func take(_ effects: [Effect<Tools.Message>]) {
      orders += effects.map(\.order)
    }

    mutating func taken() -> [Order] {
      defer { orders = [] }
      return orders
    }

    /// The commands to the player since it was asked last.
    mutating func commands() -> [PlayerCommand] {
      taken().compactMap { order in
        if case .playSound(let message) = order { PlayerCommand(message: message) } else { nil }
      }
    }

    var setup: MetronomeSetup { tools.metronome.hand.setup }
    var html: String { HTML.text(of: MetronomePanel.view(tools.metronome, tools.bench)) }
    var tempo: Int { setup.tempo.centiBeatsPerMinute }
  }

  // MARK: - The bar

  @Test func aTapGoesThroughTheAccents() {
    var room = Room()
    var found: [Accent] = []
    for _ in 0..<4 {
      room.send(.beatTapped(0))
      found.append(room.setup.beats[0])
    }
    #expect(found == [.normal, .soft, .mute, .strong])
    room.send(.beatTapped(1), .beatTapped(1), .beatTapped(99))
    #expect(room.setup.beats == [.strong, .mute, .normal, .normal])
    #expect(room.html.contains("Beat 2, mute"))
    #expect(room.html.contains("Beat 1, strong"))
  }

  @Test func accentsFollowAGrouping() {
    var room = Room()
    room.send(.groupingChosen([2, 3]))
    #expect(room.setup.beats == [.strong, .soft, .normal, .soft, .soft])
    #expect(room.html.contains("Group of 3"))
    #expect(MetronomePanel.caps(room.tools.metronome).contains("5 beats · 2+3"))
    // Another number of beats has no groups any more.
    room.send(.number(.beats, .stepped(by: 1)))
    #expect(room.setup.groups.isEmpty)
    #expect(room.setup.beats.count == 6)
    #expect(room.setup.beats.last == .normal)
  }

  @Test(arguments: [
    ("2+2+3", [2, 2, 3]), (" 4 + 1 ", [4, 1]), ("1", [1]),
    ("4+4+4+4+4+4+4+4", [Int](repeating: 4, count: 8)),
  ])
  func anyGroupingCanBeTyped(text: String, groups: [Int]) {
    var room = Room()
    room.send(.groupingOpened, .groupingTyped(text), .groupingKept)
    #expect(room.setup.groups == groups)
    #expect(!room.tools.metronome.grouping.isOpen)
  }

  @Test(arguments: [
    ("", "Enter groups such as 2+2+3."), ("2+x", "“x” is not a number"), ("2+", "Enter groups"),
    ("5+2", "not 5"), ("0+2", "not 0"), ("4+4+4+4+4+4+4+4+1", "That is 33 beats"),
  ])
  func aWrongGroupingIsExplained(text: String, words: String) {
    var room = Room()
    room.send(.groupingChosen([2, 2]), .groupingOpened, .groupingTyped(text), .groupingKept)
    #expect(room.html.contains(words))
    #expect(room.tools.metronome.grouping.text == text)
    #expect(room.setup.groups == [2, 2])
  }

  @Test(arguments: [(5, 15), (7, 56), (10, 256), (32, 256)])
  func allGroupingsAreOffered(beats: Int, count: Int) {
    var room = Room()
    room.tools.metronome.grouping.isOpen = true
    for _ in 4..<beats { room.send(.number(.beats, .stepped(by: 1))) }
    let offered = Meter.groupings(of: beats).count
    #expect(offered == count)
    let words =
      count < 256 ? "All \(count) for \(beats) beats" : "The first 256 for \(beats) beats"
    #expect(room.html.contains(words))
  }

  @Test func subdivisionsHaveTheirOwnAccents() {
    var room = Room()
    room.send(.subdivisionChosen(4), .subdivisionTapped(2), .subdivisionTapped(0))
    #expect(room.setup.subdivisions == [.normal, .soft, .mute, .soft])
    room.send(.number(.swing, .stepped(by: 10)))
    #expect(room.setup.metronome.meter.swing == 60)
    #expect(room.html.contains("metro-mark mute"))
    room.send(.subdivisionChosen(3))
    #expect(!room.html.contains("Swing"))
  }

  @Test func furtherVoicesAreSetOneAfterTheOther() {
    var room = Room()
    room.send(.number(.voice1, .stepped(by: 3)), .number(.voice2, .stepped(by: 5)))
    #expect(room.setup.voices == [3, 5])
    #expect(room.html.contains("4 beats against 3, 5"))
    room.send(.number(.voice1, .stepped(by: -3)))
    #expect(room.setup.voices == [5])
    #expect(room.tools.metronome.numbers[.voice1].value.units == 5)
    room.start()
    room.show(bar: 1, beat: 2, voice: 1, at: 400)
    #expect(room.html.contains("metro-stroke now"))
  }

  // MARK: - The row

  @Test func theRowReadsAsItWasWritten() throws {
    let setup = MetronomeSetup.changed {
      $0.group([2, 3])
      $0.cycleBeat(4)
      $0.setSubdivisionCount(2)
      $0.setVoice(0, 3)
      $0.tempo = Tempo(clamping: 131.37)
      ($0.swing, $0.sound, $0.unit, $0.countInBars) = (67, .wood, .dottedQuarter, 2)
      $0.plan = try? TempoPlan(parsing: "8 120>140\n8 140")
      ($0.isPlanOn, $0.soundingBars, $0.silentBars) = (false, 3, 1)
      ($0.dropChance, $0.seed, $0.limit, $0.limitCount) = (25, 77, .minutes, 5)
      ($0.flash, $0.isVibrating, $0.level) = (.always, true, 60)
      $0.countsAloud = true
      $0.train(
        TempoPlan.Stretch(
          bars: 1, tempo: Tempo(clamping: 90),
          course: .steps(by: -300, everyBars: 2, limit: Tempo(clamping: 60))))
    }
    let id = RowID(of: [1], in: "test")
    let edits = setup.edits(from: nil)
    let fields = MetronomeSetup.rows.fields
    #expect(edits.map(\.field) == fields.map(\.id))
    for (edit, field) in zip(edits, fields) { #expect(field.problem(with: edit.value) == nil) }
    let cells = edits.map {
      Cell(field: $0.field, stamp: Stamp(.zero, DeviceID(1)), value: $0.value)
    }
    #expect(MetronomeSetup(Row(id: id, kind: .metronome, cells: cells)) == setup)
    #expect(setup.edits(from: setup).isEmpty)
  }

  @Test(
    arguments: [
      (3, Value.decimal(units: 999_999_999_999, places: 2)), (4, .text("9222")), (4, .text("")),
      (4, .int(7)), (5, .text("3+3")), (5, .text("9+1")), (6, .text("2222222222222")),
      (7, .int(99)), (8, .text("3,4,5,6")), (8, .text("3;4")), (9, .int(44)), (11, .int(-1)),
      (12, .text("8 fast")), (14, .int(0)), (15, .int(1_000)), (16, .int(81)), (17, .int(0)),
      (18, .int(9)), (19, .int(0)), (20, .text("on")), (22, .int(101)),
      (23, .text("8 120>140")), (23, .text("8 fast")),
    ] as [(UInt64, Value)])
  func whatARowSaysAndNobodyUnderstandsIsAsAtFirst(number: UInt64, value: Value) {
    let cell = Cell(
      field: KindID.metronome.field(number), stamp: Stamp(.zero, DeviceID(1)), value: value)
    let row = Row(id: RowID(of: [1], in: "test"), kind: .metronome, cells: [cell])
    #expect(MetronomeSetup(row) == MetronomeSetup())
  }

  // MARK: - The tempo

  @Test func aLongPressGrows() {
    var room = Room()
    room.send(.tempoPressed(direction: 1))
    #expect(room.taken() == [.repeatWhileHeld(afterMilliseconds: 400, everyMilliseconds: 75)])
    #expect(room.tempo == 12_000)
    for _ in 0..<12 { room.send(.tempoHeld(direction: 1)) }
    #expect(room.tempo == 13_200)
    room.send(.tempoHeld(direction: 1))
    #expect(room.tempo == 13_500)
    for _ in 0..<18 { room.send(.tempoHeld(direction: 1)) }
    #expect(room.tempo == 23_000)
    for _ in 0..<60 { room.send(.tempoHeld(direction: 1)) }
    #expect(room.tempo == 60_000)
    // Held anew it begins with small steps.
    room.send(.tempoPressed(direction: -1), .tempoHeld(direction: -1))
    #expect(room.tempo == 59_900)
  }

  @Test func stepsLieOnWholeBeats() {
    var room = Room()
    room.send(.tempoTapped, .number(.tempo, .typed("131,37")), .tempoEntered)
    #expect(room.tempo == 13_137)
    room.send(.tempoStepped(by: 1))
    #expect(room.tempo == 13_200)
    room.send(.tempoStepped(by: -10))
    #expect(room.tempo == 12_200)
  }

  @Test func theWheelStepsOnceATurn() {
    var room = Room()
    room.send(.wheelTurned(-100), .wheelTurned(-48))
    #expect(room.tempo == 12_200)
    // A pad turns in small pieces.
    for _ in 0..<10 { room.send(.wheelTurned(8)) }
    #expect(room.tempo == 12_000)
  }

  @Test func aFingerMovesTheTempo() {
    var room = Room()
    room.send(.dragBegan, .dragged(to: 300), .dragged(to: 299), .dragged(to: 260))
    #expect(room.tempo == 13_000)
    room.send(.dragged(to: 308), .dragEnded)
    #expect(room.tempo == 11_800)
    // The click of the same finger does not open the entry.
    room.send(.tempoTapped)
    #expect(!room.tools.metronome.isTypingTempo)
    room.send(.dragBegan, .dragEnded, .tempoTapped)
    #expect(room.tools.metronome.isTypingTempo)
    room.send(.tempoAbandoned, .dragBegan, .dragged(to: 0), .dragged(to: -9), .dragEnded)
    room.send(.dragForgotten, .tempoTapped)
    #expect(room.tools.metronome.isTypingTempo)
  }

  @Test func aTempoIsTyped() {
    var room = Room()
    room.send(.tempoTapped)
    #expect(room.taken() == [.focus(id: "metro-entry")])
    room.send(.number(.tempo, .typed("700")), .tempoEntered)
    #expect(room.html.contains("Enter 10.00–600.00 bpm."))
    #expect(room.html.contains("value=\"700\""))
    #expect(room.tempo == 12_000)
    room.send(.number(.tempo, .typed("60.5")), .tempoEntered)
    #expect(room.tempo == 6_050)
    #expect(room.taken().last == .focus(id: "metro-tempo"))
    #expect(room.html.contains(">60.5<"))
    // A digit at the figure is the first of another tempo.
    room.send(.tempoTyped("7"))
    #expect(room.taken() == [.focus(id: "metro-entry")])
    #expect(room.html.contains("value=\"7\""))
    room.send(.number(.tempo, .typed("76")), .tempoEntered)
    #expect(room.tempo == 7_600)
    room.send(.tempoTyped("6"), .number(.tempo, .typed("60.5")), .tempoEntered)
    _ = room.taken()
    // Nothing typed changes nothing, and who goes elsewhere stays there.
    room.send(.tempoTapped)
    _ = room.taken()
    room.send(.tempoLeft)
    #expect(room.taken().isEmpty)
    #expect(!room.tools.metronome.isTypingTempo)
    #expect(room.tempo == 6_050)
  }

  @Test(arguments: [
    (1_000, "Grave, 10–40"), (5_999, "Largo, 40–60"), (6_600, "Adagio, 66–76"),
    (10_799, "Andante, 76–108"), (12_000, "Allegro, 120–168"),
    (16_800, "Presto, 168–200"), (60_000, "Prestissimo, from 200"),
  ])
  func aTempoHasItsName(hundredths: Int, name: String) throws {
    let tempo = try #require(Tempo(centiBeatsPerMinute: hundredths))
    #expect(MetronomePanel.tempoName(tempo) == name)
  }

  @Test(arguments: [
    (NoteValue.eighth, "7/8 · "), (.half, "7/2 · "), (.dottedQuarter, "21/8 · "),
    (.quarter, "7 beats · "),
  ])
  func theUnitOfABeatIsInTheTimeSignature(unit: NoteValue, words: String) {
    var room = Room()
    room.send(.groupingChosen([2, 2, 3]), .unitChosen(unit))
    #expect(MetronomePanel.caps(room.tools.metronome).hasPrefix(words + "2+2+3"))
    // A word for the tempo counts quarters.
    #expect(room.html.contains("quiet metro-name"))
    #expect(room.html.contains("Allegro") == (unit == .quarter))
  }

  /// M6: eight taps that scatter by 15 ms; one missed or doubled shifts by a beat a minute at most.
  @Test(arguments: [20.0, 120, 300])
  func tapsFindTheTempo(beats: Double) {
    var worst = 0.0
    for seed in 0..<40 {
      var room = Room()
      var random = RandomBits(seed: UInt64(seed))
      func jitter() -> Double {
        let sum = (0..<12).reduce(0) { sum, _ in sum + random.below(1_001) }
        return (Double(sum) / 1_000 - 6) * (beats == 300 ? 5 : 15)
      }
      for tap in 0..<10 where !(seed % 3 == 1 && tap == 5) {
        let time = 1_000 + Double(tap) * 60_000 / beats + jitter()
        room.send(.tapped(at: time))
        if seed % 3 == 2, tap == 6 { room.send(.tapped(at: time + 30)) }
      }
      #expect(room.html.contains(" ± "))
      worst = max(worst, abs(Double(room.tempo) / 100 - beats))
    }
    #expect(worst < (beats == 300 ? 6 : beats == 120 ? 2.5 : 0.2), "\(worst)")
  }

  @Test func twoTapsSayTooLittle() {
    var room = Room()
    room.send(.tapped(at: 0), .tapped(at: 400))
    #expect(room.tempo == 12_000)
    #expect(room.html.contains("150? Keep tapping."))
    room.send(.tapped(at: 800))
    #expect(room.tempo == 15_000)
    #expect(room.html.contains("150 ± 0.0, 3 taps"))
  }

  @Test func halfAndDoubleStayInTheRange() {
    var room = Room()
    room.send(.tempoScaled(by: 2), .tempoScaled(by: 2), .tempoScaled(by: 2))
    #expect(room.tempo == 48_000)
    room.send(.tempoScaled(by: 0.5))
    #expect(room.tempo == 24_000)
  }

  // MARK: - Playing

  @Test func oneTapStartsAndOneStops() {
    var room = Room()
    room.send(.mainTapped)
    #expect(room.taken().contains(.openSound))
    #expect(room.html.contains("Stop"))
    room.send(.mainTapped)
    #expect(room.commands() == [.stop])
    #expect(room.tools.metronome.run == nil)
    room.start()
    room.send(.mainTapped, .mainTapped)
    let commands = room.commands()
    #expect(commands == [.stop, .play(room.setup.metronome, .tick)])
  }

  @Test func changesWhilePlayingKeepThePhase() {
    var room = Room()
    room.send(.tempoStepped(by: 1))
    #expect(room.commands().isEmpty)
    room.start()
    room.send(.tempoStepped(by: 1))
    #expect(room.commands() == [.change(room.setup.metronome)])
    #expect(room.setup.metronome.tempo == TempoPlan(steady: Tempo(clamping: 122)))
    room.send(.groupingChosen([3, 4]))
    #expect(room.commands() == [.change(room.setup.metronome)])
    room.send(.soundChosen(.bell))
    #expect(room.commands() == [.changeSound(.bell)])
    // What is only looked at does not reach the player.
    room.send(.flashChosen(.on), .unitChosen(.half))
    #expect(room.commands().isEmpty)
    room.send(.nudged(-5))
    #expect(room.commands() == [.nudge(-5)])
  }

  @Test func muteLeavesThePictureAndTheDrone() {
    var room = Room()
    room.start()
    _ = room.tools.bench.output.setTones(0.4)
    room.send(.number(.level, .stepped(by: -4)))
    #expect(room.commands() == [.levels(Player.Levels(clicks: 0.8, drone: 0.4))])
    room.send(.muteTapped)
    #expect(room.commands() == [.levels(Player.Levels(clicks: 0, drone: 0.4))])
    room.show(bar: 1, beat: 3, at: 1_000)
    #expect(room.html.contains("metro-beat normal now"))
    room.send(.muteTapped)
    #expect(room.commands() == [.levels(Player.Levels(clicks: 0.8, drone: 0.4))])
  }

  @Test func theBeatIsShownInItsPicture() throws {
    var room = Room()
    room.start()
    room.tools.bench.beatOffset = 35
    let effects = room.hear(bar: 3, beat: 2, at: 4_000)
    #expect(effects.map(\.order) == [.picture(atMilliseconds: 4_035)])
    #expect(!room.html.contains(" now\""))
    let shown = try #require(effects[0].message())
    _ = Tools.update(&room.tools, shown, .nowhere)
    #expect(room.html.contains("metro-beat normal now"))
    #expect(room.html.contains("Bar 3"))
    // Eight beats are told of ahead at most; none takes the place of another.
    let names = (0..<8).map { room.hear(bar: 4, beat: $0 % 4 + 1, at: 5_000).last?.name }
    #expect(Set(names).count == 8)
    // What comes too late shows nothing.
    room.send(.mainTapped)
    _ = Tools.update(&room.tools, shown, .nowhere)
    #expect(!room.html.contains(" now\""))
  }

  @Test func barsAreCountedInAndTimeRuns() {
    var room = Room()
    room.send(.countInChosen(2))
    room.start()
    room.show(bar: -1, beat: 1, at: 100)
    #expect(room.html.contains("Count-in"))
    room.show(bar: 1, beat: 1, at: 4_100)
    #expect(room.html.contains("Bar 1 · 0:00"))
    room.show(bar: 33, beat: 4, at: 69_600)
    #expect(room.html.contains("Bar 33 · 1:05"))
    #expect(room.setup.metronome.countInBars == 2)
  }

  @Test func aSilentBarIsSaidAndNotShown() {
    var room = Room()
    room.send(.gapsSwitched(true), .flashChosen(.on), .vibrationSwitched(true))
    room.start()
    for effect in room.hear(bar: 5, beat: 1, at: 8_000, accent: .mute) {
      if let message = effect.message() { _ = Tools.update(&room.tools, message, .nowhere) }
    }
    #expect(room.html.contains("silent"))
    #expect(!room.html.contains(" now\""))
    #expect(room.tools.metronome.run?.isFlashing == false)
  }

  @Test func gapsRampsAndCountInReachThePlayer() throws {
    var room = Room()
    room.send(
      .gapsSwitched(true), .number(.sounding, .stepped(by: -1)), .number(.drop, .stepped(by: 4)),
      .countInChosen(1), .plan(.textTyped("32 100+4/4<140\n8 140~90.5")), .plan(.textKept))
    room.start()
    room.send(.mainTapped, .mainTapped)
    let seed = UInt64(room.setup.seed)
    let plan = try #require(
      TempoPlan([
        TempoPlan.Stretch(
          bars: 32, tempo: Tempo(clamping: 100),
          course: .steps(by: 400, everyBars: 4, limit: Tempo(clamping: 140))),
        TempoPlan.Stretch(
          bars: 8, tempo: Tempo(clamping: 140), course: .exponential(to: Tempo(clamping: 90.5))),
      ]))
    let gaps = try #require(Gaps(sounding: 3, silent: 2, dropChance: 20, seed: seed))
    let metronome = try #require(
      Metronome(meter: .common, tempo: plan, gaps: gaps, countInBars: 1))
    #expect(room.commands().last == .play(metronome, .tick))
    // Other beats are left out: another seed, and nothing else.
    room.send(.otherBeatsTapped)
    guard case .change(let other) = room.commands().last else {
      Issue.record("nothing changes")
      return
    }
    #expect(other.gaps.seed != seed)
    #expect(other.tempo == plan)
  }

  // MARK: - The end

  @Test func stopsAfterBars() {
    var room = Room()
    room.send(.limitChosen(.bars))
    room.start()
    #expect(room.tools.metronome.run?.sent.bars == 8)
    for bar in 1...8 { room.show(bar: bar, beat: 1, at: Double(bar) * 2_000) }
    // Fewer bars than have sounded: this one is played out.
    for _ in 0..<5 { room.send(.number(.limit, .stepped(by: -1))) }
    #expect(room.tools.metronome.run?.sent.bars == 8)
    let effects = room.tell(
      [48 * 18_000, 2, 0, 0, 0, 0, 0, Double(room.tools.bench.output.run)], at: 18_000)
    #expect(room.tools.bench.output.part == nil)
    for effect in effects {
      if let message = effect.message() { _ = Tools.update(&room.tools, message, .nowhere) }
    }
    #expect(room.html.contains("Stopped after 8 bars."))
    #expect(room.html.contains("Start"))
    room.send(.mainTapped)
    #expect(!room.html.contains("Stopped after"))
  }

  @Test func minutesEndAtABarLineAlsoWhenTheTempoChanges() {
    var room = Room()
    room.send(.limitChosen(.minutes))
    for _ in 0..<7 { room.send(.number(.limit, .stepped(by: -1))) }
    room.send(.number(.beats, .stepped(by: 3)))
    room.start()
    // Seven beats at 120 take 3.5 seconds: the line after a minute is that of the 18th bar.
    #expect(room.tools.metronome.run?.sent.bars == 18)
    for bar in 1...5 { room.hear(bar: bar, beat: 1, at: 100 + Double(bar - 1) * 3_500) }
    #expect(room.commands().isEmpty)
    // 14 seconds are over; 46 are left, and a bar takes 7 seconds.
    room.send(.tempoScaled(by: 0.5))
    #expect(room.tools.metronome.run?.sent.bars == 11)
    #expect(room.commands().count == 1)
  }

  // MARK: - Light

  @Test(arguments: [10.0, 120, 180, 200, 333.33, 600])
  func flashesAreNeverTooFast(tempo: Double) {
    var room = Room()
    room.send(
      .tempoTapped, .number(.tempo, .typed(Tempo(clamping: tempo).text)), .tempoEntered,
      .flashChosen(.on))
    room.start()
    var moments: [Double] = []
    var downbeats = 0
    for beat in 0..<400 {
      let moment = 1_000 + Double(beat) * 60_000 / tempo
      for effect in room.hear(bar: beat / 4 + 1, beat: beat % 4 + 1, at: moment) {
        guard let message = effect.message() else { continue }
        _ = Tools.update(&room.tools, message, .nowhere)
      }
      if room.tools.metronome.run?.isFlashing == true {
        moments.append(moment)
        if beat % 4 == 0 { downbeats += 1 }
      }
      room.send(.flashOver)
    }
    for (one, other) in zip(moments, moments.dropFirst()) { #expect(other - one >= 333.4) }
    // A bar of 400 ms flashes on its first beat; slow beats flash all.
    #expect(downbeats == 100)
    #expect(tempo > 179 || moments.count == 400)
  }

  @Test func thePanelAloneSaysWhatClicksBesideATake() throws {
    var (metronome, bench, room) = (MetronomePanel.State(), Bench(), RoomContext.nowhere)
    bench.beatOffset = 35
    _ = MetronomePanel.update(&metronome, &bench, .mainTapped, &room)
    _ = bench.output.hear(.state(.running, sampleRate: 48_000, delaySeconds: 0))
    _ = bench.ear.begin(bench.request, for: .recorder)
    _ = bench.ear.hear(.state(.running("Mic"), sampleRate: 44_100, isBent: false))
    #expect(MetronomePanel.click(metronome, bench, from: 1_000, way: 0) == nil, "no bar is known")
    let message = [48_000, 0, 1, 1, 1, 0, 2, Double(bench.output.run)]
    let sounded = try #require(Sounded(message: message))
    let shown = MetronomePanel.hear(sounded, at: 1_500, &metronome, &bench).map(\.order)
    #expect(shown == [.picture(atMilliseconds: 1_535)])
    // The first bar is heard half a second after the take began, and later by the way through the devices.
    let click = MetronomePanel.click(metronome, bench, from: 1_000, way: 40)
    #expect(click?.offset == 23_814)
    #expect(!MetronomePanel.hasChanged(metronome, bench))
    _ = MetronomePanel.update(&metronome, &bench, .tempoStepped(by: 1), &room)
    #expect(MetronomePanel.hasChanged(metronome, bench))
    #expect(MetronomePanel.click(metronome, bench, from: 1_000, way: 40) == nil)
  }

  @Test func flashAndVibrationAreOffAtFirst() {
    var room = Room()
    room.start()
    room.show(bar: 1, beat: 1, at: 0)
    #expect(!room.html.contains("class=\"metro-flash"))
    #expect(!room.taken().contains { if case .vibrate = $0 { true } else { false } })
    room.send(.flashChosen(.always), .vibrationSwitched(true))
    room.show(bar: 2, beat: 1, at: 2_000)
    #expect(room.html.contains("metro-flash always"))
    #expect(room.taken().contains(.vibrate(milliseconds: [60])))
  }

  // MARK: - The plan

  @Test func aPlanIsMadeStretchByStretch() {
    var room = Room()
    room.send(
      .plan(.added), .plan(.wayChosen(.linear)), .plan(.number(.goal, .stepped(by: 20))),
      .plan(.added), .plan(.wayChosen(.steps)), .plan(.number(.goal, .stepped(by: -40))),
      .plan(.number(.bars, .stepped(by: 8))))
    #expect(room.setup.plan?.text == "8 120>140\n16 140-4/4>100")
    #expect(room.setup.isPlanned)
    #expect(room.html.contains("16 bars from 140, −4.00 every 4 bars, until 100"))
    #expect(room.html.contains("Tempo over 24 bars"))
    // The plan leads: the hand does not.
    room.send(.tempoStepped(by: 1), .tapped(at: 0), .wheelTurned(-100))
    #expect(room.tempo == 12_000)
    // The limit is on the other side now, and the steps turn round.
    room.send(.plan(.number(.goal, .stepped(by: 100))))
    #expect(room.setup.plan?.text == "8 120>140\n16 140+4/4<200")
    room.send(.plan(.moved(1, by: -1)))
    #expect(room.setup.plan?.text == "16 140+4/4<200\n8 120>140")
    room.send(.plan(.removed(0)), .plan(.removed(0)), .plan(.removed(0)))
    #expect(room.setup.plan == nil)
    #expect(!room.setup.isPlanned)
  }

  @Test func aWrongPlanKeepsItsText() {
    var room = Room()
    room.send(.plan(.textTyped("8 120")), .plan(.textKept))
    room.send(.plan(.textTyped("8 120\n8 fast")), .plan(.textKept))
    #expect(room.html.contains("Line 2: a tempo is missing, such as 120. Nothing was changed."))
    #expect(room.html.contains("8 fast"))
    #expect(room.setup.plan?.text == "8 120")
    room.send(.plan(.textTyped("")), .plan(.textKept))
    #expect(room.setup.plan == nil)
  }

  @Test func theBarOfThePlanIsSaid() {
    var room = Room()
    room.send(.plan(.textTyped("8 120>140\n100000 90")), .plan(.textKept))
    room.start()
    room.show(bar: 4, beat: 1, at: 0)
    #expect(room.html.contains("Bar 4 of 100008"))
    #expect(room.html.contains("Following the plan"))
    // Half of the plan's first stretch is over.
    #expect(room.html.contains(">129<"))
    room.send(.plan(.switched(false)))
    #expect(room.commands() == [.change(room.setup.metronome)])
    #expect(room.html.contains("Allegro"))
  }

  // MARK: - The trainer

  @Test func theTrainerLeadsUntilItStops() throws {
    var room = Room()
    // Six tempos from 120 to 140, four bars each.
    #expect(room.html.contains("24 bars · 0:44"))
    room.start()
    room.send(.trainer(.tapped))
    let plan = try TempoPlan(parsing: "24 120+4/4<140")
    #expect(room.setup.trained.metronome.tempo == plan)
    #expect(room.commands() == [.play(room.setup.trained.metronome, .tick)])
    #expect(room.html.contains("Trainer: 120 to 140"))
    room.show(bar: 5, beat: 1, at: 8_000)
    #expect(room.html.contains("Trainer: bar 5 of 24"))
    #expect(room.html.contains(">124<") && room.html.contains("Stay at 124"))
    #expect(room.html.contains("Bar 5 of 24"))
    #expect(room.tools.atWork.tempo == 12_400)
    // It leads: the hand does not.
    room.send(.tempoStepped(by: 1), .tapped(at: 0), .wheelTurned(-100))
    #expect(room.tempo == 12_000 && room.setup.plan == nil)
    room.show(bar: 25, beat: 1, at: 45_000)
    #expect(room.html.contains("Trainer: holding 140"))
    _ = room.commands()
    // Its own button stops it, and so does the metronome's.
    room.send(.trainer(.tapped))
    #expect(room.commands() == [.stop])
    #expect(room.html.contains("Start trainer") && !room.html.contains("Trainer:"))
    room.send(.trainer(.tapped), .mainTapped)
    #expect(room.commands() == [.play(room.setup.trained.metronome, .tick), .stop])
    // What starts next is the plain click.
    room.send(.mainTapped)
    #expect(room.commands() == [.play(room.setup.metronome, .tick)])
    #expect(room.setup.metronome.tempo == TempoPlan(steady: Tempo(clamping: 120)))
  }

  @Test func theTrainersNumbersAreWhatItPlays() {
    var room = Room()
    func number(_ number: MetronomePanel.Trainer.Number, by steps: Int64) -> Message {
      .trainer(.number(number, .stepped(by: steps)))
    }
    room.send(
      number(.from, by: -60), number(.to, by: -20), number(.by, by: 1), number(.every, by: -2))
    #expect(room.setup.trained.plan?.text == "26 60+5/2<120")
    #expect(room.html.contains("26 bars"))
    // It no longer follows the tempo.
    room.send(.tempoStepped(by: 10))
    #expect(room.setup.training.tempo == Tempo(clamping: 60))
    // Towards a slower tempo it steps down.
    room.send(number(.to, by: -80))
    #expect(room.setup.trained.plan?.text == "10 60-5/2>40")
    room.start(.trainer(.tapped))
    room.send(number(.to, by: 50))
    #expect(room.setup.trained.plan?.text == "14 60+5/2<90")
    #expect(room.commands() == [.change(room.setup.trained.metronome)])
    room.send(
      .trainer(.number(.from, .typed("700"))), .trainer(.number(.from, .left)))
    #expect(room.html.contains("Enter 10–600 bpm."))
    // Beside a number that was refused it stops, and does not start.
    for _ in 0..<2 {
      room.send(.trainer(.tapped))
      #expect(room.html.contains("Start trainer"))
    }
  }

  @Test func theTempoThatWasReachedStays() {
    var room = Room()
    room.send(.plan(.textTyped("8 90")), .plan(.textKept))
    room.start(.trainer(.tapped))
    room.show(bar: 9, beat: 2, at: 16_000)
    #expect(!room.html.contains("Following the plan"))
    _ = room.commands()
    room.send(.trainer(.stayed))
    #expect(room.tempo == 12_800)
    #expect(room.setup.training.tempo == Tempo(clamping: 120))
    #expect(room.commands() == [.change(room.setup.metronome)])
    #expect(room.setup.metronome.tempo == TempoPlan(steady: Tempo(clamping: 128)))
    #expect(room.html.contains("Start trainer") && room.html.contains("Stop"))
    // The plan is still there, for later.
    #expect(room.setup.plan?.text == "8 90" && !room.setup.isPlanned)
  }

  @Test func aRecalledPresetEndsTheTrainer() {
    let desk = deskWithPresets()
    // The last is set already; still the tempo is its own again.
    for place in [0, 2, 2] {
      _ = send(desk, .trainer(.tapped))
      let commands = send(desk, .presets(.recalled(presets(desk)[place].id)))
      #expect(commands == [.change(desk.state.tools.metronome.hand.setup.metronome)])
      #expect(!desk.state.tools.metronome.isTraining)
    }
  }

  // MARK: - Calibration

  @Test func calibrationIsTheDifferenceOfTheMedians() {
    var room = Room()
    room.send(.calibration(.opened), .calibration(.beginTapped))
    guard case .play(let metronome, _) = room.commands().last else {
      Issue.record("nothing is played")
      return
    }
    #expect(metronome.tempo == TempoPlan(steady: Tempo(clamping: 100)))
    #expect(room.tools.bench.output.levels.clicks == 0)
    // With the flash this person is 20 ms early, with the sound 160 ms late; each time a tap goes astray.
    for (beat, late) in [-20.0, -12, -31, -20, 250, -20].enumerated() {
      room.hear(bar: beat + 1, beat: 1, at: Double(beat) * 600)
      room.send(.calibration(.tapped(at: Double(beat) * 600 + late)))
    }
    for beat in 6..<16 { room.send(.calibration(.tapped(at: Double(beat) * 600 - 20))) }
    #expect(room.tools.metronome.calibration.stage == .hearing)
    #expect(room.tools.bench.output.levels.clicks == 1)
    for beat in 16..<32 {
      let late = beat == 20 ? 400.0 : 160 + Double(beat % 3 - 1) * 9
      room.send(.calibration(.tapped(at: Double(beat) * 600 + late)))
    }
    #expect(room.tools.metronome.calibration.found == 180)
    #expect(room.tools.bench.output.part == nil)
    #expect(room.html.contains("The sound is 180 ms later"))
    _ = room.taken()
    room.send(.calibration(.useTapped))
    #expect(room.tools.bench.beatOffset == 180)
    #expect(room.taken() == [.save(key: "woodshed.beat-offset", text: "180")])
    room.send(.calibration(.delay(.typed("-40"))), .calibration(.delay(.left)))
    #expect(room.tools.bench.beatOffset == -40)
    room.send(.calibration(.resetTapped), .calibration(.closed))
    #expect(room.tools.bench.beatOffset == 0)
  }

  @Test func whatIsBegunAndLeftEnds() {
    var room = Room()
    room.send(
      .number(.level, .stepped(by: -10)), .calibration(.opened), .calibration(.beginTapped))
    _ = room.taken()
    room.send(.calibration(.closed))
    #expect(room.tools.bench.output.part == nil)
    #expect(room.commands() == [.stop])
    // What begins next is as loud as it is set.
    room.send(.mainTapped)
    #expect(room.tools.bench.output.levels.clicks == 0.5)
    room.send(.mainTapped)
    room.send(.calibration(.opened), .calibration(.beginTapped))
    _ = Tools.update(&room.tools, .stopTapped(.metronome), .nowhere)
    #expect(room.tools.metronome.calibration.stage == .ready)
  }

  // MARK: - Presets, setlists, other devices

  private func commands(_ orders: some Sequence<Order>) -> [PlayerCommand] {
    orders.compactMap { order in
      if case .playSound(let message) = order { PlayerCommand(message: message) } else { nil }
    }
  }

  private func desk(_ messages: MetronomePanel.Message...) -> Desk {
    let desk = Desk("/tools/metronome")
    for message in messages { desk.send(.tools(.metronome(message))) }
    return desk
  }

  private func send(_ desk: Desk, _ messages: MetronomePanel.Message...) -> [PlayerCommand] {
    let before = desk.orders.count
    for message in messages { desk.send(.tools(.metronome(message))) }
    return commands(desk.orders.dropFirst(before))
  }

  /// A desk with three presets, at 60, 90 and 120.
  private func deskWithPresets() -> Desk {
    let desk = desk()
    for tempo in ["60", "90", "120"] {
      _ = send(
        desk, .tempoTapped, .number(.tempo, .typed(tempo)), .tempoEntered,
        .presets(.nameTyped("P\(tempo)")), .presets(.saveTapped))
    }
    return desk
  }

  private func presets(_ desk: Desk) -> [Preset<MetronomeSetup>] {
    desk.state.tools.metronome.hand.presets
  }

  @Test func aPresetIsRecalledWhilePlaying() throws {
    let desk = deskWithPresets()
    try #require(presets(desk).count == 3)
    _ = send(desk, .mainTapped)
    let commands = send(desk, .presets(.recalled(presets(desk)[0].id)))
    #expect(commands == [.change(desk.state.tools.metronome.hand.setup.metronome)])
    #expect(desk.state.tools.metronome.hand.setup.tempo == Tempo(clamping: 60))
    // Undo is a change as well.
    let before = desk.orders.count
    desk.send(.undoTapped)
    guard case .change(let metronome) = self.commands(desk.orders.dropFirst(before)).last else {
      Issue.record("nothing changes")
      return
    }
    #expect(metronome.tempo == TempoPlan(steady: Tempo(clamping: 120)))
  }

  @Test func aPlannedPresetBeginsWithItsFirstBar() {
    let desk = deskWithPresets()
    _ = send(
      desk, .plan(.textTyped("8 70>90")), .plan(.textKept), .presets(.nameTyped("Ramp")),
      .presets(.saveTapped), .plan(.switched(false)), .mainTapped)
    let commands = send(desk, .presets(.recalled(presets(desk)[3].id)))
    #expect(commands == [.play(desk.state.tools.metronome.hand.setup.metronome, .tick)])
  }

  @Test func anotherDeviceChangesWhatPlays() {
    let (here, there) = (desk(.mainTapped), desk(.tempoStepped(by: 5), .soundChosen(.rim)))
    var tools = here.state.tools
    let orders = Tools.refresh(&tools, there.data).map(\.order)
    let metronome = MetronomeSetup.changed { $0.tempo = Tempo(clamping: 125) }.metronome
    #expect(commands(orders) == [.changeSound(.rim), .change(metronome)])
    #expect(tools.metronome.numbers[.tempo].value.units == 12_500)
    // What says the same again changes nothing.
    #expect(commands(Tools.refresh(&tools, there.data).map(\.order)).isEmpty)
  }

  @Test func setlistsLeadThroughTheirPresets() throws {
    let desk = deskWithPresets()
    let ids = presets(desk).map(\.id)
    _ = send(desk, .setlists(.nameTyped("Recital")), .setlists(.made))
    for place in [2, 0, 1] {
      _ = send(desk, .setlists(.presetChosen(ids[place])), .setlists(.presetAdded))
    }
    func list() throws -> Setlist { try #require(desk.state.tools.metronome.setlists.list) }
    #expect(try list().name == "Recital")
    #expect(try list().entries.map(\.preset) == [ids[2], ids[0], ids[1]])
    _ = send(desk, .setlists(.order(.moved(try list().entries[2].id, by: -2))))
    #expect(try list().entries.map(\.preset) == [ids[1], ids[2], ids[0]])

    _ = send(desk, .setlistMoved(by: 1))
    #expect(desk.state.tools.metronome.hand.setup.tempo == Tempo(clamping: 90))
    desk.send(.tools(.mediaKeyPressed(.next)))
    #expect(desk.state.tools.metronome.hand.setup.tempo == Tempo(clamping: 120))
    #expect(desk.html.contains("aria-current=\"true\""))
    _ = send(desk, .setlistMoved(by: 1), .setlistMoved(by: 1))
    #expect(desk.state.tools.metronome.hand.setup.tempo == Tempo(clamping: 60))
    desk.send(.tools(.mediaKeyPressed(.previous)))
    #expect(desk.state.tools.metronome.setlists.entry == (try list().entries[1].id))

    // A preset that is gone leaves its entries out; it comes back with them.
    _ = send(desk, .presets(.removed(ids[2])))
    #expect(try list().entries.map(\.preset) == [ids[1], ids[0]])
    desk.send(.undoTapped)
    #expect(try list().entries.count == 3)
    _ = send(desk, .setlists(.entryRemoved(try list().entries[0].id)))
    #expect(try list().entries.map(\.preset) == [ids[2], ids[0]])

    _ = send(
      desk, .setlists(.naming(.asked(try list().id, named: "Recital"))),
      .setlists(.naming(.typed("Lesson"))), .setlists(.naming(.done)))
    #expect(try list().name == "Lesson")
    let again = Desk("/tools/metronome", drawer: desk.drawer)
    #expect(again.state.tools.metronome.setlists.all.map(\.name) == ["Lesson"])
    _ = send(desk, .setlists(.removed))
    #expect(desk.state.tools.metronome.setlists.all.isEmpty)
  }

  // MARK: - The page

  @Test func beatsSubdivisionAndAccentsComeStraightUnderTheTempo() throws {
    var room = Room()
    room.send(.subdivisionChosen(3))
    let html = room.html
    #expect(html.contains("Beat 5 ms earlier"), "says of what")
    #expect(html.contains("<summary>Shift the beat</summary>"), "seldom used, and explained")
    var last = html.startIndex
    for part in [
      "metro-groups", "id=\"metro-tempo\"", "id=\"metro-start\"", "id=\"metro-number-1\"",
      "id=\"metro-subdivision\"", "Between the beats", "metro-more", "panel-side",
      "id=\"presets\"", "id=\"metro-trainer\"", "id=\"metro-bar-card\"",
    ] {
      let place = try #require(html[last...].firstRange(of: part), "\(part)").lowerBound
      last = place
    }
  }

  @Test func idsAreUniqueAndEverythingHasAName() throws {
    let desk = deskWithPresets()
    _ = send(
      desk, .subdivisionChosen(2), .gapsSwitched(true), .limitChosen(.bars), .groupingOpened,
      .number(.voice1, .stepped(by: 3)), .plan(.added), .plan(.wayChosen(.steps)),
      .setlists(.made), .calibration(.opened))
    let html = desk.html
    var ids: Set<Substring> = []
    for part in html.split(separator: " id=\"").dropFirst() {
      let id = try #require(part.split(separator: "\"", omittingEmptySubsequences: false).first)
      #expect(ids.insert(id).inserted, "\(id)")
    }
    #expect(ids.contains("metro-calibration-heading"))
    #expect(!html.contains("aria-label=\"\""))
  }

  @Test func theStageShowsTheBeat() {
    var room = Room()
    room.start()
    room.tools.panel = .metronome
    _ = Tools.update(&room.tools, .stageTapped, .nowhere)
    room.show(bar: 1, beat: 3, at: 0)
    let html = HTML.text(of: Tools.view(room.tools))
    #expect(html.contains("on-stage"))
    #expect(html.contains("<div class=\"metro-number figure\" aria-hidden=\"true\">3</div>"))
  }
}

extension MetronomeSetup {
  fileprivate static func changed(_ body: (inout MetronomeSetup) -> Void) -> MetronomeSetup {
    var setup = MetronomeSetup()
    body(&setup)
    return setup
  }
}
