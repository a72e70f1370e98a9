import Domain
import Ledger
import Program
import Sound
import Testing

@testable import RoomKit
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
