import Domain
import Foundation
import Ledger
import Markup
import Program
import Sound
import Testing

@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// The sheet by itself, with a bench and without any other panel.
@Suite struct TuningSheetTests {
  private func send(
    _ messages: TuningSheet.Message..., to sheet: inout TuningSheet.State, _ bench: inout Bench
  ) -> [Order] {
    messages.flatMap { TuningSheet.update(&sheet, &bench, $0).map(\.order) }
  }

  private func labels(_ orders: [Order]) -> [String] {
    orders.compactMap { if case .keep(let keeping) = $0 { keeping.label } else { nil } }
  }

  @Test func whatIsChosenHoldsAtOnceAndIsKeptOnce() throws {
    var (sheet, bench) = (TuningSheet.State(), Bench())
    let baroque = try #require(ReferencePitch(tenthsOfHertz: 4_150))
    let orders = send(.opened, .a4Chosen(baroque), .a4Chosen(baroque), to: &sheet, &bench)
    #expect(labels(orders) == ["Change the tuning"])
    #expect(bench.settings.a4 == baroque && bench.tuning.a4 == 415)
    #expect(bench.request.a4 == 415, "whoever listens next listens for it")
    #expect(sheet.numbers[.a4].value == baroque.hertz)
    let closed = send(.closed, to: &sheet, &bench)
    #expect(closed.isEmpty && !sheet.isOpen)
  }

  @Test func anInstrumentIsListenedForAndAnOwnTranspositionIsNot() {
    var (sheet, bench) = (TuningSheet.State(), Bench())
    _ = send(.opened, .instrumentChosen("clarinet-b-flat"), to: &sheet, &bench)
    #expect(bench.request.instrument == bench.settings.player)
    #expect(bench.request.instrument.transposition == -2)
    _ = send(
      .instrumentChosen(Settings.own), .number(.transposition, .typed("-3")),
      .number(.transposition, .left),
      to: &sheet, &bench)
    #expect(bench.settings.player.transposition == -3)
    #expect(bench.request.instrument == .any)
  }

  @Test(arguments: [
    ("oboe", "The oboe sounds as written."),
    ("clarinet-b-flat", "Notes are shown as written for the clarinet in B♭."),
    ("any", "Notes are shown as they sound."),
    (Settings.own, "Notes are shown as written for your instrument."),
  ])
  func anInstrumentSaysHowNotesAreShown(instrument: String, words: String) {
    var (sheet, bench) = (TuningSheet.State(), Bench())
    _ = send(.opened, .instrumentChosen(instrument), to: &sheet, &bench)
    #expect(HTML.text(of: TuningSheet.view(sheet, bench.settings)).contains(words))
  }

  // MARK: - What was used recently

  private func recent(_ sheet: TuningSheet.State, _ bench: Bench) -> [String] {
    let html = HTML.text(of: TuningSheet.view(sheet, bench.settings))
    guard let part = html.components(separatedBy: "tuning-recent").last,
      let end = part.range(of: "tuning-number"), html.contains("tuning-recent")
    else { return [] }
    return part[..<end.lowerBound].components(separatedBy: "</button>").dropLast().compactMap {
      $0.components(separatedBy: ">").last
    }
  }

  @Test func whatWasUsedRecentlyComesFirst() throws {
    var (sheet, bench) = (TuningSheet.State(), Bench())
    func pitch(_ tenths: Int) throws -> TuningSheet.Message {
      .a4Chosen(try #require(ReferencePitch(tenthsOfHertz: tenths)))
    }
    _ = send(.opened, to: &sheet, &bench)
    #expect(recent(sheet, bench) == [], "nothing to choose from yet")
    // What is tried in between is not remembered, and nothing moves under the finger.
    _ = send(try pitch(4_660), try pitch(4_420), to: &sheet, &bench)
    #expect(recent(sheet, bench) == [])
    _ = send(.closed, .opened, to: &sheet, &bench)
    #expect(recent(sheet, bench) == ["A = 442", "A = 440"])
    _ = send(
      try pitch(4_155), .temperamentChosen("vallotti"), .instrumentChosen("oboe"), to: &sheet,
      &bench)
    #expect(recent(sheet, bench) == ["A = 442", "A = 440"])
    _ = send(.closed, .opened, to: &sheet, &bench)
    #expect(
      recent(sheet, bench) == [
        "A = 415.5", "A = 442", "A = 440", "Vallotti on C", "Equal", "Oboe", "Concert pitch",
      ])
    // One tap brings one back.
    let orders = send(.temperamentChosen("equal"), to: &sheet, &bench)
    #expect(labels(orders) == ["Change the tuning"], "one step to undo")
    #expect(
      bench.settings.temperament == "equal" && bench.settings.recentTemperaments == "equal vallotti"
    )
    // What is back where it was when the sheet was opened leaves no trace.
    _ = send(.temperamentChosen("vallotti"), to: &sheet, &bench)
    #expect(bench.settings.recentTemperaments == "vallotti equal")
  }

  @Test func fourOfEachAreRememberedAndWhatIsUnknownIsLeftOut() {
    var settings = Settings()
    for name in ["oboe", "oboe-d-amore", "cor-anglais", "bassoon", "horn", "oboe"] {
      let before = settings
      settings.instrument = name
      settings.remember(replacing: before)
    }
    #expect(settings.recentInstruments == "oboe horn bassoon cor-anglais")
    settings.recentInstruments = "oboe theremin horn"
    settings.recentTemperaments = "edo-19 own edo-3 equal"
    settings.recentPitches = "9999 x 4420"
    var (sheet, bench) = (TuningSheet.State(), Bench())
    bench.take(settings)
    _ = send(.opened, to: &sheet, &bench)
    #expect(
      recent(sheet, bench) == [
        "A = 440", "A = 442", "Equal", "19 equal steps", "Oboe", "Horn in F",
      ])
    _ = send(.temperamentChosen("edo-19"), to: &sheet, &bench)
    #expect(sheet.numbers[.steps].value.units == 19)
  }

  @Test func whatWasUsedRecentlySurvivesThePage() throws {
    let desk = Desk("/tools/tuner")
    desk.send(.tools(.tuningSheet(.opened)))
    desk.send(.tools(.tuningSheet(.instrumentChosen("oboe"))))
    let other = Desk("/tools/drone", drawer: desk.drawer)
    other.send(.tools(.tuningSheet(.opened)))
    #expect(
      recent(other.state.tools.tuningSheet, other.state.tools.bench) == ["Oboe", "Concert pitch"])
  }

  // MARK: - The line over the title

  @Test(arguments: [Tools.Panel.tuner, .drone])
  func theLineOverTheTitleOpensTheSheet(panel: Tools.Panel) {
    let desk = Desk(panel.path)
    let words = "A = 440 · Equal · Concert pitch"
    #expect(desk.html.contains("aria-label=\"Tuning: \(words)\""))
    #expect(desk.html.contains("<span>\(words)</span>"))
    #expect(desk.html.components(separatedBy: "aria-label=\"Tuning: ").count == 2, "one way")
  }

  @Test func whereTheLineSaysSomethingElseScoresHaveAButtonAndTheMetronomeHasNone() {
    #expect(Desk("/tools/scores").html.contains("aria-label=\"Tuning: A = 440"))
    #expect(!Desk("/tools/metronome").html.contains("aria-label=\"Tuning: "))
  }

  @Test func aScaleThatCannotBeReadLeavesTheBenchAsItIs() {
    var (sheet, bench) = (TuningSheet.State(), Bench())
    let scale = Array("Two\n2\n700.0\n2/1\n".utf8)
    #expect(labels(send(.scalaRead(scale), to: &sheet, &bench)).count == 1)
    #expect(bench.settings.temperament == Settings.own && sheet.problem == nil)
    let tuning = bench.tuning
    #expect(tuning != .standard)
    let orders = send(.scalaRead(Array("Three\n3\n700.0\n2/1\n".utf8)), to: &sheet, &bench)
    #expect(orders.isEmpty && bench.tuning == tuning)
    #expect(sheet.problem?.contains("it has 2 of 3 pitches") == true)
  }
}
