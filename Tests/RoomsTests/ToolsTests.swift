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
    #expect(tools.bench.output.levels.clicks == 0)
    send(.score(.mainTapped), to: &tools)
    #expect(tools.bench.output.part == .score)
    #expect(tools.bench.output.levels.clicks == 1)
    #expect(tools.metronome.run == nil)
    send(.metronome(.muteTapped), .metronome(.muteTapped), to: &tools)
    #expect(tools.bench.output.levels.clicks == 1)
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
    #expect(tools.bench.ear.isListening)
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
    #expect(tools.bench.output.part == .score)
    send(.mediaKeyPressed(.stop), to: &tools)
    #expect(tools.bench.output.part == nil)
  }

  @Test func aMediaKeyBeginsWhatWasPlayedLast() {
    var tools = Tools.State()
    send(.drone(.mainTapped), .mediaKeyPressed(.pause), to: &tools)
    #expect(tools.bench.output.tone == nil)
    tools.panel = .scores
    send(.mediaKeyPressed(.play), to: &tools)
    #expect(tools.bench.output.tone == .drone)
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

  @Test func whatThePanelsChooseTheRoomTellsTheOthersBeforeItIsKept() throws {
    var tools = Tools.State()
    send(.drone(.noteTapped(.a4)), to: &tools)
    let pitch = try #require(ReferencePitch(tenthsOfHertz: 4_420))
    let orders = send(.tuningSheet(.a4Chosen(pitch)), to: &tools)
    guard case .retuneDrone(let ratio) = commands(orders).first else {
      Issue.record("the drone stays at 440 Hz")
      return
    }
    #expect(abs(ratio / (442 / 440.0) - 1) < 1e-9)
    guard case .keep? = orders.last else {
      Issue.record("the tuning is not kept")
      return
    }
    // Nothing new is nothing to tell.
    #expect(send(.tuningSheet(.a4Chosen(pitch)), to: &tools).isEmpty)
  }

  @Test func readingsLeaveTheDataAlone() throws {
    let desk = Desk("/tools/tuner")
    let before = desk.state.tools.bench.version
    desk.send(.tools(.heard(.heard([512, 440, 0.95, -18, -1, 0, 0, 0]))))
    desk.send(.tools(.heard(.heard([1_024, 440, 0.95, -18, -1, 0, 0, 0]))))
    #expect(desk.state.tools.bench.version == before)
  }

  // MARK: - The stage

  @Test func theFocusIsOnTheWayBackWhenTheStageComesAndGoes() {
    var tools = Tools.State()
    #expect(send(.stageTapped, to: &tools) == [.fullscreen(true), .focus(id: "stage")])
    #expect(HTML.text(of: Tools.view(tools)).contains("id=\"stage\""))
    #expect(send(.stageTapped, to: &tools) == [.fullscreen(false), .focus(id: "stage")])
  }

  @Test func whatTheStageCoversIsOutOfReach() {
    let desk = Desk("/tools/metronome")
    desk.send(.tools(.drone(.mainTapped)))
    #expect(!desk.html.contains(" inert"))
    desk.send(.tools(.stageTapped))
    // The way past the rooms, the rooms, the notices, the bar of what sounds and the foot.
    #expect(desk.html.split(separator: " inert").count - 1 == 5)
    #expect(!desk.html.contains("on-stage\" inert"))
    desk.send(.tools(.stageTapped))
    #expect(!desk.html.contains(" inert"))
  }

  @Test func leavingTheToolsUncoversTheRest() {
    let desk = Desk("/tools/metronome")
    desk.send(.tools(.stageTapped))
    desk.send(.addressChanged("/journal"))
    #expect(!desk.html.contains(" inert"))
  }

  @Test func aLowScreenHasTheStagesLayoutInsideTheFrame() {
    let desk = Desk("/tools/metronome")
    desk.send(.tools(.drone(.mainTapped)))
    #expect(!desk.html.contains("on-stage") && !desk.html.contains("More controls"))
    desk.send(.tools(.lowChanged(true)))
    #expect(desk.html.contains("page tools on-stage fitted"))
    #expect(!desk.html.contains(" inert"), "the rooms and the dock stay in reach")
    #expect(desk.html.split(separator: "class=\"panels\"").count == 2, "so do the other tools")
    desk.send(.tools(.lowChanged(false)))
    #expect(!desk.html.contains("on-stage"))
  }

  @Test func aLowScreenShowsTheWholePanelUntilItTurns() {
    var tools = Tools.State()
    send(.lowChanged(true), to: &tools)
    #expect(send(.wholeTapped, to: &tools) == [.focus(id: "whole")])
    let html = HTML.text(of: Tools.view(tools))
    #expect(!html.contains("on-stage") && html.contains("Fewer controls"))
    send(.lowChanged(false), .lowChanged(true), to: &tools)
    #expect(tools.isFitted)
    send(.wholeTapped, to: &tools)
    _ = Tools.leave(&tools)
    #expect(tools.isFitted, "a room that is entered again fits")
  }

  @Test func theStageCoversALowScreenToo() {
    let desk = Desk("/tools/metronome")
    desk.send(.tools(.lowChanged(true)))
    desk.send(.tools(.stageTapped))
    #expect(!desk.html.contains("fitted") && !desk.html.contains("More controls"))
    #expect(desk.html.contains(" inert"))
    desk.send(.tools(.stageTapped))
    #expect(desk.html.contains("page tools on-stage fitted"))
  }

  // MARK: - The rows of a bar

  @Test(arguments: [
    ([4], 4, 1), ([7], 7, 1), ([8], 4, 2), ([11], 6, 2), ([16], 6, 3), ([32], 7, 5),
    ([3, 3, 3, 2], 6, 2), ([4, 4, 3], 7, 2), ([2, 2, 3], 7, 1), ([4, 4, 4, 4], 4, 4),
  ])
  func beatsStandInEvenRows(groups: [Int], columns: Int, rows: Int) {
    var setup = MetronomeSetup()
    setup.setBeatCount(groups.reduce(0, +))
    if groups.count > 1 { setup.group(groups) }
    #expect(setup.shownGroups == groups)
    let layout = MetronomePanel.BarLayout(setup, atMost: 7)
    #expect(layout.columns == columns)
    #expect(layout.rows == rows)
  }

  @Test func theMicrophoneIsOpenForAsLongAsAnybodyListens() {
    var ear = Ear()
    #expect(ear.begin(ListenRequest(), for: .recorder).count == 1)
    #expect(ear.begin(ListenRequest(), for: .drone).isEmpty)
    #expect(ear.end(for: .recorder).isEmpty && ear.isListening)
    #expect(ear.end(for: .recorder).isEmpty && ear.isListening)
    #expect(ear.end(for: .drone).map { $0.order } == [.stop])
    #expect(!ear.isListening)
  }

  @Test func theStageIsLeftWithTheRoom() {
    let desk = Desk("/tools/tuner")
    desk.send(.tools(.stageTapped))
    desk.send(.addressChanged("/tools/metronome"))
    #expect(desk.state.tools.isOnStage, "another tool is in the same room")
    desk.send(.addressChanged("/journal"))
    #expect(!desk.state.tools.isOnStage)
    #expect(desk.orders.contains(.fullscreen(false)))
  }

  @Test func whoeverOpensTheMicrophoneAgainCanCloseIt() {
    var ear = Ear()
    _ = ear.begin(ListenRequest(), for: .recorder)
    _ = ear.hear(.state(.refused, sampleRate: 0, isBent: false))
    #expect(ear.end(for: .recorder).isEmpty)
    #expect(ear.wake().count == 1 && ear.isListening)
    #expect(ear.end(for: .tuner).map { $0.order } == [.stop])
    #expect(!ear.isListening)
  }
}
