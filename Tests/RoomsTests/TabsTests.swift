import Markup
import Program
import Sound
import Testing

@testable import Domain
@testable import Ledger
@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

/// Two tabs of one browser: one records, and the one that began last sounds.
@Suite struct TabsTests {
  private func recording(_ desk: Desk, isHeld: Bool) {
    desk.send(.tools(.recorder(.mainTapped)))
    desk.send(.tools(.recorder(.lockChanged(isHeld))))
  }

  private func tell(_ stage: RecordEvent.Stage, _ frames: Int64, to desk: Desk) {
    let event = RecordEvent(
      stage, frames: frames, peak: 0.2, clipped: 0, missed: 0, began: 1_000, failure: "")
    desk.send(.tools(.recorder(.told(event))))
  }

  private func hear(_ desk: Desk) {
    desk.send(.tools(.heard(.state(.running("Mic"), sampleRate: 48_000, isBent: false))))
  }

  private let locks: (Bool) -> Order = {
    .holdLock(name: "woodshed recording", isStealing: $0, isWaiting: false)
  }

  @Test func whoRecordsSecondIsToldAndMayTakeOver() {
    let desk = Desk("/tools/tuner")
    recording(desk, isHeld: false)
    #expect(desk.orders.contains(locks(false)))
    #expect(!desk.state.tools.recorder.isRecording && !desk.state.tools.bench.ear.isListening)
    #expect(desk.html.contains("Another tab is recording."))
    desk.send(.tools(.recorder(.takenOver)))
    #expect(desk.orders.contains(locks(true)))
    #expect(desk.state.tools.recorder.isRecording)
    #expect(!desk.html.contains("Another tab is recording."))
  }

  @Test func nothingIsLeftOfATakeThatWasRefused() {
    // The tuner listens already, so that the file is open before the answer comes.
    let desk = Desk("/tools/tuner")
    desk.send(.tools(.tuner(.mainTapped)))
    hear(desk)
    recording(desk, isHeld: false)
    #expect(desk.orders.contains(.recordOtherwise(2)))
    tell(.ended, 960, to: desk)
    #expect(Take.all(in: desk.data).isEmpty)
    #expect(
      desk.orders.contains { order in
        if case .takeWork(let work) = order { work.verb == "erase" } else { false }
      })
    #expect(desk.state.tools.bench.ear.isListening)
    desk.send(.tools(.recorder(.dismissed)))
    #expect(!desk.html.contains("Another tab is recording."))
  }

  @Test func whoIsTakenOverKeepsTheTake() throws {
    let desk = Desk("/tools/tuner")
    recording(desk, isHeld: true)
    hear(desk)
    tell(.recording, 48_000, to: desk)
    desk.send(.tools(.recorder(.lockChanged(false))))
    #expect(desk.orders.contains(.recordOtherwise(2)))
    tell(.ended, 96_000, to: desk)
    #expect(try #require(Take.all(in: desk.data).first).frames == 96_000)
    #expect(desk.html.contains("Recording stopped from another tab."))
    #expect(!desk.html.contains("Stop it there"))
  }

  @Test func theTabThatBeganLastSounds() {
    let desk = Desk("/tools/metronome")
    desk.send(.tools(.metronome(.mainTapped)))
    #expect(desk.orders.contains(.holdLock(name: "woodshed sound", isStealing: true)))
    desk.send(.tools(.lockChanged(true)))
    #expect(desk.state.tools.sounding == [.metronome])
    desk.send(.tools(.lockChanged(false)))
    #expect(desk.state.tools.sounding.isEmpty)
    #expect(desk.html.contains("Sound stopped from another tab."))
  }

  // MARK: - What other tabs do

  private let soundLock = Order.holdLock(name: "woodshed sound", isStealing: true)

  private func hears(_ text: String, _ desk: Desk) {
    desk.send(.tools(.elsewhereChanged(text)))
  }

  private func count(_ words: String, in desk: Desk) -> Int {
    desk.html.ranges(of: words).count
  }

  @Test func whatSoundsIsToldToOtherTabsUntilItStops() {
    let desk = Desk("/tools/metronome")
    desk.send(.tools(.metronome(.mainTapped)))
    let told = desk.state.tools.told.tabs
    #expect(told.hasPrefix("DMetronome 120"))
    #expect(desk.orders.contains(.holdLock(name: "woodshed tab\n" + told, isStealing: false)))
    desk.send(.tools(.drone(.mainTapped)))
    #expect(desk.state.tools.told.tabs.hasPrefix(told + "\nBDrone "))
    desk.send(.tools(.drone(.mainTapped)))
    #expect(desk.state.tools.told.tabs == told)
    desk.send(.tools(.metronome(.mainTapped)))
    #expect(desk.state.tools.told.tabs.isEmpty)
  }

  @Test func aPausedScoreIsNotToldOf() {
    let desk = Desk("/tools/scores")
    desk.send(.tools(.score(.mainTapped)))
    #expect(desk.state.tools.told.tabs.hasPrefix("EScore "))
    desk.send(.tools(.score(.pauseTapped)))
    #expect(desk.state.tools.told.tabs.isEmpty)
  }

  @Test func aTakeIsToldOfOnceThisTabMayRecord() {
    let desk = Desk("/tools/tuner")
    desk.send(.tools(.recorder(.mainTapped)))
    #expect(desk.state.tools.told.tabs.isEmpty)
    desk.send(.tools(.recorder(.lockChanged(true))))
    #expect(desk.state.tools.told.tabs == "FRecorder")
    hear(desk)
    tell(.recording, 48_000, to: desk)
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 48_000, to: desk)
    #expect(desk.state.tools.told.tabs.isEmpty)
  }

  @Test func whatSoundsElsewhereIsShownOnItsPageOrInTheDock() {
    let desk = Desk("/tools/metronome")
    hears("DMetronome 96, 4 beats\nBDrone A4", desk)
    #expect(count("In another tab: Metronome 96, 4 beats, Drone A4", in: desk) == 1)
    #expect(count("Sound in another tab", in: desk) == 1)
    #expect(!desk.html.contains("dock-row sounding"))
    desk.send(.addressChanged("/journal"))
    #expect(count("In another tab: Metronome 96, 4 beats, Drone A4", in: desk) == 1)
    #expect(desk.html.contains("dock-row sounding") && desk.html.contains("Play here"))
    hears("", desk)
    #expect(!desk.html.contains("another tab"))
  }

  @Test func whatSoundsElsewhereIsStoppedThere() {
    let desk = Desk("/journal")
    hears("DMetronome 96, 4 beats", desk)
    desk.send(.tools(.elsewhereStopped))
    #expect(desk.orders.last == soundLock)
    // The lock is given back at once: nothing sounds here.
    desk.send(.tools(.lockChanged(true)))
    #expect(desk.orders.last == .stop)
    #expect(desk.state.tools.sounding.isEmpty)
  }

  @Test func whatSoundsElsewhereGoesOnHere() {
    let desk = Desk("/tools/drone")
    hears("DMetronome 96, 4 beats\nBDrone A4", desk)
    desk.send(.tools(.elsewhereTaken))
    #expect(desk.orders.contains(soundLock))
    #expect(desk.state.tools.sounding == [.metronome, .drone])
    // The other tab is about to stop.
    #expect(!desk.html.contains("another tab"))
    desk.send(.tools(.lockChanged(true)))
    #expect(desk.state.tools.sounding == [.metronome, .drone])
  }

  @Test func aTrainerGoesOnAsATrainer() {
    let (first, second) = (Desk("/tools/metronome"), Desk("/journal"))
    first.send(.tools(.metronome(.trainer(.tapped))))
    #expect(first.state.tools.metronome.isTraining)
    hears(first.state.tools.told.tabs, second)
    #expect(second.html.contains("In another tab: Metronome Trainer"))
    second.send(.tools(.elsewhereTaken))
    #expect(second.state.tools.metronome.isTraining)
  }

  @Test func aNoteOfTheTunerIsOnlyStopped() {
    let desk = Desk("/journal")
    hears("CNote A4", desk)
    #expect(desk.html.contains("Stop it there") && !desk.html.contains("Play here"))
  }

  @Test func aTakeThatPlaysElsewhereIsOnlyStopped() {
    let desk = Desk("/journal/takes")
    hears("HPlayback of “Take 1”", desk)
    #expect(count("In another tab: Playback of “Take 1”", in: desk) == 1)
    #expect(desk.html.contains("Stop it there") && !desk.html.contains("Play here"))
    desk.send(.tools(.elsewhereStopped))
    #expect(desk.orders.last == soundLock)
  }

  @Test func aTakeElsewhereIsShownEndedAndFollowed() {
    let desk = Desk("/journal")
    hears("FRecorder", desk)
    #expect(desk.html.contains("Recording in another tab"))
    desk.send(.tools(.recorder(.elsewhereStopped)))
    #expect(desk.orders.last == locks(true))
    desk.send(.tools(.recorder(.lockChanged(true))))
    #expect(desk.orders.last == .stop && !desk.state.tools.recorder.isRecording)
    desk.send(.tools(.recorder(.takenOver)))
    #expect(desk.state.tools.recorder.isRecording)
    #expect(!desk.html.contains("another tab"))
  }

  @Test func aRefusalGoesAwayWithTheOtherTake() {
    let desk = Desk("/journal")
    hears("FRecorder", desk)
    recording(desk, isHeld: false)
    // It is said once.
    #expect(desk.html.contains("Another tab is recording."))
    #expect(!desk.html.contains("Recording in another tab"))
    hears("", desk)
    #expect(!desk.state.tools.recorder.isElsewhere && !desk.html.contains("Another tab"))
  }

  @Test(arguments: ["", "\n\n", "Z", "7 seas\n{"])
  func whatNoTabSaysIsPassedOver(text: String) {
    #expect(Tools.Elsewhere.all(in: text).isEmpty)
  }
}
