import Domain
import Ledger
import Markup
import Program
import Sound
import Testing

@testable import Rooms

/// The tools side by side: what one does is not done to another.
@Suite struct ToolsTests {
  @discardableResult
  private func send(_ messages: Tools.Message..., to tools: inout Tools.State) -> [Order] {
    messages.flatMap { Tools.update(&tools, $0, .nowhere).map(\.order) }
  }

  private func commands(_ orders: [Order]) -> [PlayerCommand] {
    orders.compactMap { order in
      guard case .playSound(let message) = order else { return nil }
      return PlayerCommand(message: message)
    }
  }

  @Test func aMutedMetronomeLeavesAScoreToItself() {
    var tools = Tools.State()
    send(.metronome(.mainTapped), .metronome(.muteTapped), to: &tools)
    #expect(tools.output.levels.clicks == 0)
    send(.score(.mainTapped), to: &tools)
    #expect(tools.output.part == .score)
    #expect(tools.output.levels.clicks == 1)
    #expect(tools.metronome.run == nil)
    send(.metronome(.muteTapped), .metronome(.muteTapped), to: &tools)
    #expect(tools.output.levels.clicks == 1)
  }

  @Test func aTestThatAnotherSoundEndsIsOver() {
    var tools = Tools.State()
    send(.score(.test(.startTapped)), to: &tools)
    #expect(tools.score.test.isRunning)
    let orders = send(.metronome(.mainTapped), to: &tools)
    #expect(!tools.score.test.isRunning)
    // What was not played to its end is not kept.
    #expect(!orders.contains { if case .keep = $0 { true } else { false } })
  }

  @Test func aLostDeviceLeavesNothingBehind() {
    var tools = Tools.State()
    send(.drone(.echoChecked(true)), .drone(.mainTapped), .score(.mainTapped), to: &tools)
    #expect(tools.ear.isListening)
    send(.sounded(.state(.lost, sampleRate: 0, delaySeconds: 0)), to: &tools)
    #expect(tools.sounding.isEmpty)
    #expect(tools.score.place == nil)
  }

  @Test func mediaKeysPauseAScoreWhereItIs() {
    var tools = Tools.State()
    send(.score(.mainTapped), to: &tools)
    let paused = send(.mediaKeyPressed(.pause), to: &tools)
    #expect(commands(paused) == [.pause])
    #expect(
      paused.contains { if case .nowPlaying(_, isPlaying: false) = $0 { true } else { false } })
    #expect(commands(send(.mediaKeyPressed(.play), to: &tools)) == [.goOn])
    #expect(tools.output.part == .score)
    send(.mediaKeyPressed(.stop), to: &tools)
    #expect(tools.output.part == nil)
  }

  @Test func aMediaKeyBeginsWhatWasPlayedLast() {
    var tools = Tools.State()
    send(.drone(.mainTapped), .mediaKeyPressed(.pause), to: &tools)
    #expect(tools.output.tone == nil)
    tools.panel = .scores
    send(.mediaKeyPressed(.play), to: &tools)
    #expect(tools.output.tone == .drone)
  }

  @Test func theNameOfWhatSoundsIsOfNow() {
    var tools = Tools.State()
    send(.drone(.mainTapped), to: &tools)
    let orders = send(.drone(.noteTapped(Note(60))), to: &tools)
    #expect(
      orders.contains {
        if case .nowPlaying(let title, isPlaying: true) = $0 { title.contains("C4") } else { false }
      })
  }

  @Test func learningEndsWithThePanel() {
    var tools = Tools.State()
    send(.tuner(.learnTapped), to: &tools)
    #expect(tools.tuner.isLearning)
    _ = Tools.open(.drone, &tools)
    #expect(!tools.tuner.isLearning)
  }

  @Test func aLockedNoteSoundsAsItIsOnTheInstrument() {
    var tools = Tools.State()
    send(.tuner(.targetTapped), .tuner(.referenceTapped), to: &tools)
    #expect(tools.tuner.reference == .a4)
    var settings = Settings()
    settings.instrument = "clarinet-b-flat"
    let orders = Tools.apply(settings, &tools).map(\.order)
    #expect(tools.tuner.reference == Note(67))
    #expect(commands(orders).count == 1)
  }

  @Test func readingsLeaveTheDataAlone() throws {
    let desk = Desk("/tools/tuner")
    let before = desk.state.tools.version
    desk.send(.tools(.heard(.heard([512, 440, 0.95, -18, -1, 0, 0, 0]))))
    desk.send(.tools(.heard(.heard([1_024, 440, 0.95, -18, -1, 0, 0, 0]))))
    #expect(desk.state.tools.version == before)
  }
}
