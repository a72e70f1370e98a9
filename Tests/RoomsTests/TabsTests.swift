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
    #expect(desk.html.contains("Recording stopped: another tab is recording now."))
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
    #expect(desk.html.contains("Sound stopped: another tab is playing now."))
  }
}
