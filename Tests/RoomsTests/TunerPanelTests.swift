import Domain
import Foundation
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

/// The tuner by messages: what is heard becomes a note, a word, a picture and a map.
@Suite struct TunerPanelTests {
  /// The tools as they listen.
  private func listening(_ settings: (inout Settings) -> Void = { _ in }) -> Tools.State {
    var tools = Tools.State()
    var chosen = Settings()
    settings(&chosen)
    _ = Tools.apply(chosen, &tools)
    _ = send(
      .tuner(.mainTapped), .heard(.state(.running("Mic"), sampleRate: 48_000, isBent: false)),
      to: &tools)
    return tools
  }

  @discardableResult
  private func send(_ messages: Tools.Message..., to tools: inout Tools.State) -> [Order] {
    messages.flatMap { Tools.update(&tools, $0, .nowhere).map(\.order) }
  }

  /// Sounds a pitch for a while, from a time in seconds on.
  private func hear(
    _ frequency: Double?, from start: Double = 0, seconds: Double = 0.2,
    errorBar: Double? = nil, vibrato: (rate: Double, extent: Double)? = nil,
    _ tools: inout Tools.State
  ) {
    for time in stride(from: start, to: start + seconds, by: 512 / 48_000.0) {
      send(
        .heard(
          .heard([
            (time * 48_000).rounded() + 512, frequency ?? 0, 0.95, -18, errorBar ?? -1,
            vibrato?.rate ?? 0, vibrato?.extent ?? 0, vibrato == nil ? 0 : 440,
          ])), to: &tools)
    }
  }

  private func html(_ tools: Tools.State) -> String { HTML.text(of: Tools.view(tools)) }

  @Test func aNoteHasItsNameItsCentsItsHertzAndItsLevel() {
    var tools = listening()
    hear(744.2, &tools)
    let html = html(tools)
    // 744.2 Hz lie 9.8 cents above F♯5 at A = 440.
    for words in ["F", "♯", "+9.8", "744.2", "−18", "▲ </span>sharp", "tuner sharp"] {
      #expect(html.contains(words), "\(words)")
    }
    #expect(html.contains("F♯5, written with sharps"))
    #expect(tools.tuner.sitting.announcement == "F♯5, sharp, +9.8 cents")
  }

  @Test(arguments: [
    (440.0, "● </span>in tune", "in-tune"), (437.0, "▼ </span>flat", "flat"),
    (443.0, "▲ </span>sharp", "sharp"),
  ])
  func colourIsDoubledByArrowAndWord(frequency: Double, words: String, name: String) {
    var tools = listening()
    hear(frequency, &tools)
    #expect(html(tools).contains(words))
    #expect(html(tools).contains("tuner \(name)"))
  }

  @Test func anInstrumentReadsWhatIsWrittenForIt() {
    var tools = listening { $0.instrument = "clarinet-b-flat" }
    hear(440, &tools)
    #expect(tools.tuner.sitting.reading?.written == Note(71))
    #expect(html(tools).contains("sounds A4"))
  }

  @Test func temperamentAndA4ChangeTheReading() throws {
    // E above A in quarter-comma meantone on C: 696.578 cents above A, and so 3.4 cents below 700.
    var tools = listening {
      $0.temperament = "meantone-1/4"
      $0.a4 = ReferencePitch(tenthsOfHertz: 4_420) ?? .standard
    }
    hear(442 * exp2(7.0 / 12), &tools)
    let reading = try #require(tools.tuner.sitting.reading)
    #expect(reading.sounding == Note(76))
    #expect(abs(reading.cents - 3.422) < 0.01)
    // The request follows: its range depends on A.
    #expect(tools.bench.ear.request.a4 == 442)
  }

  @Test func otherEqualStepsCountDegrees() throws {
    var tools = listening { $0.temperament = "edo-19" }
    hear(440, &tools)
    #expect(try #require(tools.tuner.sitting.reading).degree != nil)
    #expect(html(tools).contains("degree"))
  }

  @Test func aTapWritesTheOtherSign() {
    var tools = listening()
    hear(466.16, &tools)
    #expect(html(tools).contains("A♯4, written with sharps"))
    let orders = send(.tuner(.spellingTapped), to: &tools)
    #expect(html(tools).contains("B♭4, written with flats"))
    #expect(orders.contains { if case .keep = $0 { true } else { false } })
  }

  @Test func aNoteNearTheBorderKeepsItsName() {
    var tools = listening()
    hear(440, &tools)
    hear(440 * exp2(55.0 / 1_200), from: 0.2, &tools)
    #expect(tools.tuner.sitting.reading?.sounding == .a4)
    hear(440 * exp2(65.0 / 1_200), from: 0.4, &tools)
    #expect(tools.tuner.sitting.reading?.sounding == Note(70))
  }

  @Test func theLastNoteTurnsGreyOrGoes() {
    var tools = listening()
    hear(440, &tools)
    hear(nil, from: 0.2, seconds: 0.25, &tools)
    #expect(tools.tuner.sitting.reading?.isLive == true)
    hear(nil, from: 0.45, seconds: 0.2, &tools)
    #expect(tools.tuner.sitting.reading?.isLive == false)
    #expect(html(tools).contains("last heard"))
    send(.tuner(.holdingSwitched(false)), to: &tools)
    hear(nil, from: 0.7, seconds: 0.05, &tools)
    #expect(tools.tuner.sitting.reading == nil)
  }

  @Test func whatIsHeldDoesNotChange() {
    var tools = listening()
    hear(440, &tools)
    send(.tuner(.freezeTapped), to: &tools)
    hear(600, from: 0.2, &tools)
    #expect(tools.tuner.sitting.reading?.sounding == .a4)
    #expect(html(tools).contains("held"))
    send(.tuner(.freezeTapped), to: &tools)
    hear(600, from: 0.4, &tools)
    #expect(tools.tuner.sitting.reading?.sounding == Note(74))
  }

  @Test func aLockedNoteIsMeasuredAgainst() throws {
    var tools = listening()
    hear(440, &tools)
    send(.tuner(.targetTapped), .tuner(.targetStepped(by: 2)), to: &tools)
    hear(440, from: 0.2, &tools)
    let reading = try #require(tools.tuner.sitting.reading)
    #expect(reading.written == Note(71))
    #expect(abs(reading.cents + 200) < 0.001)
    #expect(html(tools).contains("aria-label=\"Locked to B4\" aria-pressed=\"true\""))
  }

  @Test func aReferenceSoundsTheNoteThatIsShown() throws {
    var tools = listening()
    hear(660, &tools)
    let orders = send(.tuner(.referenceTapped), to: &tools)
    #expect(orders.first == .openSound)
    let command = orders.compactMap { order -> PlayerCommand? in
      guard case .playSound(let message) = order else { return nil }
      return PlayerCommand(message: message)
    }.first
    guard case .drone(let tones, .reed, _, _, _) = try #require(command) else {
      Issue.record("no tone begins")
      return
    }
    #expect(abs(try #require(tones.first).frequency - 659.2551) < 0.001)
    #expect(tools.sounding == [.reference, .tuner])
    #expect(!send(.tuner(.referenceTapped), to: &tools).isEmpty)
    #expect(tools.sounding == [.tuner])
  }

  @Test func aReferenceIsNamedAsItIsWritten() {
    var tools = listening { $0.instrument = "clarinet-b-flat" }
    hear(440, &tools)
    send(.tuner(.referenceTapped), to: &tools)
    #expect(tools.tuner.reference == .a4 && tools.name(of: .reference) == "Note B4")
  }

  @Test func preciseModeShowsItsBar() {
    var tools = listening()
    let orders = send(.tuner(.modeChosen(.precise)), to: &tools)
    #expect(orders.contains(.listenOtherwise(ListenRequest(mode: .precise).message)))
    hear(440.5, &tools)
    #expect(html(tools).contains("settling"))
    hear(440.5, from: 0.2, errorBar: 0.04, &tools)
    #expect(html(tools).contains("± 0.04"))
  }

  @Test func vibratoIsTold() {
    var tools = listening()
    hear(440, vibrato: (5.5, 21), &tools)
    #expect(html(tools).contains("5.5 Hz"))
    #expect(html(tools).contains("± 21.0 cents"))
  }

  @Test func theMapHasTheAverageAndTheSpreadOfEachNote() throws {
    var tools = listening()
    var time = 0.0
    // A steady sweep from −10 to +10 cents: the average is 0, the standard deviation 10 / √3.
    for step in 0..<400 {
      let cents = -10 + 20 * Double(step) / 400
      hear(440 * exp2(cents / 1_200), from: time, seconds: 0.01, &tools)
      time += 0.0107
    }
    let note = try #require(tools.tuner.sitting.map.notes.first)
    #expect(note.number == 69)
    #expect(abs(note.mean) < 0.1)
    #expect(abs(note.spread - 5.77) < 0.1)
    send(.tuner(.mapCleared), to: &tools)
    #expect(tools.tuner.sitting.map.isEmpty)
  }

  @Test func theAverageIsAnAverage() throws {
    var tools = listening()
    // Three quarters of the readings are 0.4 cents sharp, a quarter is 20 cents sharper: the median is 0.4.
    for number in 0..<400 { tools.tuner.sitting.map.add(.a4, number % 4 == 0 ? 20.4 : 0.4) }
    tools.bench.version += 1
    let html = html(tools)
    #expect(html.contains(">+5.4 · spread 8.7<"))
    #expect(html.contains("average and spread") == false)
  }

  @Test func aReaderHearsTheNumbersOnTheScreen() {
    for (frequency, words) in [
      (440.0, "A4, in tune, 0.0 cents"), (440.6, "A4, in tune, +2.4 cents"),
      (436.2, "A4, flat, −15.0 cents"),
    ] {
      var tools = listening()
      hear(frequency, &tools)
      #expect(tools.tuner.sitting.announcement == words)
      let cents = words.split(separator: " ").dropLast().last ?? ""
      #expect(html(tools).contains("<dd class=\"figure\">\(cents)</dd>"), "\(words)")
    }
  }

  // MARK: - The drone takes the note

  private func root(_ orders: [Order]) -> Double? {
    for case .playSound(let message) in orders.reversed() {
      if case .drone(let tones, _, _, _, _)? = PlayerCommand(message: message) {
        return tones.first?.frequency
      }
    }
    return nil
  }

  @Test func oneTapGivesTheDroneTheNote() throws {
    var tools = listening { $0.a4 = ReferencePitch(tenthsOfHertz: 4_420) ?? .standard }
    hear(222, &tools)
    #expect(html(tools).contains("aria-label=\"Drone on A3\" aria-pressed=\"false\""))
    let started = send(.tuner(.droneTapped), to: &tools)
    #expect(
      abs(try #require(root(started)) - 221) < 1e-9, "in tune with A = 442, not with the player")
    #expect(tools.sounding == [.drone, .tuner])
    #expect(html(tools).contains("aria-label=\"Drone on A3\" aria-pressed=\"true\""))
    // It is stopped from the tuner, too.
    #expect(
      Tools.dockRow(tools, besides: .tuner).map { HTML.text(of: $0) }?.contains("Stop: Drone A3")
        == true)
    // Another note retunes it, the same one stops it.
    hear(442 * exp2(2.0 / 12), from: 0.2, &tools)
    #expect(html(tools).contains("aria-label=\"Drone on B4\" aria-pressed=\"false\""))
    let retuned = send(.tuner(.droneTapped), to: &tools)
    #expect(abs(try #require(root(retuned)) - 442 * exp2(2.0 / 12)) < 1e-9)
    #expect(tools.drone.root == Note(71))
    send(.tuner(.droneTapped), to: &tools)
    #expect(tools.sounding == [.tuner])
  }

  @Test func theDroneTakesANoteThatIsHeldOrLocked() {
    var tools = listening { $0.instrument = "clarinet-b-flat" }
    hear(440, &tools)
    send(.tuner(.freezeTapped), to: &tools)
    hear(600, from: 0.2, &tools)
    send(.tuner(.droneTapped), to: &tools)
    #expect(tools.drone.root == .a4 && html(tools).contains("Drone on B4"))
    // Without the microphone it is the locked note, as it sounds.
    send(.tuner(.mainTapped), .tuner(.targetTapped), .tuner(.targetStepped(by: 1)), to: &tools)
    send(.tuner(.droneTapped), to: &tools)
    #expect(tools.drone.root == Note(70))
  }

  @Test func withoutANoteTheDroneStartsAndStopsAsItIs() {
    var tools = Tools.State()
    #expect(html(tools).contains("aria-pressed=\"false\""))
    send(.tuner(.droneTapped), to: &tools)
    #expect(tools.sounding == [.drone] && tools.drone.root == DroneSetup().root)
    send(.tuner(.droneTapped), to: &tools)
    #expect(tools.sounding.isEmpty)
  }

  @Test func aNoteThatNoDroneHasIsSaidToBeOutOfRange() {
    var tools = listening()
    hear(3_000, &tools)
    let orders = send(.tuner(.droneTapped), to: &tools)
    #expect(orders.contains { if case .toast = $0 { true } else { false } })
    #expect(tools.sounding == [.tuner])
  }

  @Test(arguments: [(441.3, 4_413), (220.65, 4_413), (110.325, 4_413), (882.6, 4_413)])
  func a4IsLearntFromAnySteadyA(frequency: Double, tenths: Int) {
    var tools = listening()
    send(.tuner(.learnTapped), to: &tools)
    hear(frequency, seconds: 0.8, &tools)
    #expect(tools.bench.settings.a4 == .standard)
    hear(frequency, from: 0.8, seconds: 0.4, &tools)
    #expect(tools.bench.settings.a4.tenthsOfHertz == tenths)
    #expect(!tools.tuner.isLearning)
  }

  @Test func thePanelAloneTunesTheBench() {
    var (tuner, bench, room) = (TunerPanel.State(), Bench(), RoomContext.nowhere)
    _ = TunerPanel.update(&tuner, &bench, .learnTapped, &room)
    _ = bench.ear.hear(.state(.running("Mic"), sampleRate: 48_000, isBent: false))
    // Whoever opens the microphone listens as the tuner is set.
    let calmer = TunerPanel.update(&tuner, &bench, .modeChosen(.slow), &room).map(\.order)
    #expect(bench.request.mode == .slow)
    #expect(calmer.last == .listenOtherwise(bench.request.message))
    var orders: [Order] = []
    for number in 1...120 {
      let samples = Double(number * 512)
      let frames = bench.ear.hear(.heard([samples, 441.3, 0.95, -18, -1, 0, 0, 0]))
      orders += TunerPanel.hear(frames, &tuner, &bench).map(\.order)
    }
    #expect(bench.settings.a4.tenthsOfHertz == 4_413)
    #expect(bench.tuning.a4 == 441.3)
    #expect(!tuner.isLearning)
    #expect(
      orders.count == 2, "it is kept and said, and the room tells the other panels: \(orders)")
  }

  @Test func whatIsNoAIsNotLearnt() {
    #expect(TunerPanel.a4(from: 523.25) == nil)
    #expect(TunerPanel.a4(from: 0) == nil)
    #expect(TunerPanel.a4(from: 330) == nil)
  }

  @Test func isAnnouncedOnceASecondAtMost() {
    var tools = listening()
    var said: [String] = []
    for step in 0..<40 {
      hear(step % 2 == 0 ? 440 : 450, from: Double(step) * 0.1, seconds: 0.1, &tools)
      let words = tools.tuner.sitting.announcement
      if said.last != words { said.append(words) }
    }
    #expect(said.count <= 5)
    #expect(said.count >= 1)
  }

  @Test func theTraceForgetsAfterTenSeconds() {
    var tools = listening()
    hear(440, seconds: 12, &tools)
    let points = tools.tuner.sitting.trace.points
    #expect(points.count <= 101)
    #expect((points.last?.time ?? 0) - (points.first?.time ?? 0) <= 10)
    #expect(tools.tuner.sitting.trace.path(width: 600, height: 140).hasPrefix("M"))
    // A microphone that was opened anew begins again.
    hear(440, from: 0, seconds: 0.3, &tools)
    #expect(tools.tuner.sitting.trace.points.count < 5)
  }

  @Test func theScreenStaysAwakeAndTheBarTellsWhileItListens() {
    var tools = Tools.State()
    #expect(send(.tuner(.mainTapped), to: &tools).contains(.keepAwake(true)))
    let bar = Tools.dockRow(tools, besides: .drone).map { HTML.text(of: $0) }
    #expect(bar?.contains("Stop: Tuner") == true)
    // Where it has its own button there is no other.
    #expect(Tools.dockRow(tools, besides: .tuner).map { HTML.text(of: $0) } == nil)
    #expect(send(.stopTapped(.tuner), to: &tools) == [.stop, .keepAwake(false)])
  }
}
