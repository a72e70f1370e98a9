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

/// The recorder by messages: what is written becomes a take, whatever ends it.
@Suite struct RecorderTests {
  /// A desk at which a take is being recorded.
  private func recording(at path: String = "/tools/tuner") -> Desk {
    let desk = Desk(path)
    desk.send(.tools(.recorder(.mainTapped)))
    desk.send(
      .tools(.heard(.state(.running("Mic"), sampleRate: 48_000, isBent: false))))
    return desk
  }

  private func tell(
    _ stage: RecordEvent.Stage, _ frames: Int64, peak: Double = 0.2, clipped: Int64 = 0,
    missed: Int64 = 0, failure: String = "", to desk: Desk
  ) {
    desk.send(
      .tools(
        .recorder(
          .told(
            RecordEvent(
              stage, frames: frames, peak: peak, clipped: clipped, missed: missed, began: 1_000,
              failure: failure)))))
  }

  private func takes(_ desk: Desk) -> [Take] { Take.all(in: desk.data) }

  /// A desk at which a take is recorded beside a click, whose first bar is heard half a second after the take began.
  private func recordingBesideAClick(_ drawer: Desk.Drawer = Desk.Drawer()) -> Desk {
    let desk = Desk("/tools/metronome", drawer: drawer)
    desk.send(.tools(.metronome(.mainTapped)))
    desk.send(.tools(.sounded(.state(.running, sampleRate: 48_000, delaySeconds: 0))))
    desk.send(.tools(.recorder(.mainTapped)))
    desk.send(.tools(.heard(.state(.running("Mic"), sampleRate: 48_000, isBent: false))))
    tell(.recording, 0, to: desk)
    let run = desk.state.tools.bench.output.run
    let message: [Double] = [12_000, 0, 1, 1, 1, 0, Double(Accent.strong.rawValue), Double(run)]
    desk.send(.tools(.sounded(.sounded(atMilliseconds: 1_500, message: message))))
    tell(.recording, 48_000, to: desk)
    return desk
  }

  @Test func oneTapOpensTheMicrophoneAndTheFile() throws {
    let desk = recording(at: "/reeds")
    #expect(desk.orders.contains(.listen(ListenRequest().message, input: "")))
    let files = desk.orders.compactMap { order in
      if case .record(let space, let file, let numbers) = order {
        (space, file, numbers)
      } else {
        nil
      }
    }
    let (space, file, numbers) = try #require(files.first)
    #expect(space == "own")
    #expect(file.hasSuffix(".wav") && file.utf8.count == 36)
    #expect(RecordRequest(message: numbers)?.depth == .bits16)
    #expect(takes(desk).isEmpty, "nothing is kept before something is written")
    #expect(desk.html.contains("Stop recording"))
  }

  /// R pressed twice: by the time the recorder stops, a busy device may have recorded more than a moment.
  @Test func whatEndsBeforeItIsSeenToBeginIsNothing() {
    let desk = recording()
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 48_000, to: desk)
    #expect(takes(desk).isEmpty)
    #expect(desk.html.contains("Nothing was recorded."))
    // After half a second it is a take, even if the device has not confirmed that it records.
    let slow = recording()
    slow.milliseconds += 500
    slow.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 48_000, to: slow)
    #expect(takes(slow).count == 1)
  }

  @Test func aTakeIsKeptAtItsEnd() throws {
    let desk = recording()
    tell(.recording, 0, to: desk)
    tell(.recording, 96_000, to: desk)
    #expect(desk.html.contains("0:02"))
    desk.send(.tools(.recorder(.mainTapped)))
    #expect(desk.orders.last == .recordOtherwise(2))
    tell(.ended, 102_400, to: desk)
    let take = try #require(takes(desk).first)
    #expect(take.frames == 102_400)
    #expect(take.sampleRate == 48_000)
    #expect([.recorded, .kept].contains(take.state))
    #expect(!desk.state.tools.recorder.isRecording)
    #expect(desk.state.toasts.contains { $0.text.hasSuffix("” (0:02).") })
    #expect(!desk.state.tools.bench.ear.isListening, "the microphone was opened for the take alone")
  }

  @Test func pausesAndGoesOn() {
    let desk = recording()
    tell(.recording, 0, to: desk)
    desk.send(.tools(.recorder(.pauseTapped)))
    #expect(desk.orders.last == .recordOtherwise(0))
    tell(.paused, 4_800, to: desk)
    #expect(desk.html.contains("Resume recording"))
    desk.send(.tools(.recorder(.pauseTapped)))
    #expect(desk.orders.last == .recordOtherwise(1))
  }

  @Test(arguments: [
    ("QuotaExceededError", "this device is full"), ("lost", "was disconnected"),
    ("NotReadableError", "(NotReadableError)"),
  ])
  func whatEndsByItselfIsKeptToThere(failure: String, words: String) throws {
    let desk = recording()
    tell(.recording, 0, to: desk)
    tell(.failed, 480_000, failure: failure, to: desk)
    let take = try #require(takes(desk).first)
    #expect(take.frames == 480_000)
    #expect(
      desk.state.toasts.contains { $0.text.contains(words) && $0.text.contains("0:10 is saved") })
  }

  @Test func nothingIsLeftOfATakeOfNothing() {
    let desk = recording()
    tell(.recording, 0, to: desk)
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 0, to: desk)
    #expect(takes(desk).isEmpty)
    #expect(
      desk.orders.contains { order in
        if case .takeWork(let work) = order { work.verb == "erase" } else { false }
      })
  }

  @Test func aMicrophoneThatCannotBeHadSaysSo() {
    let desk = Desk("/journal")
    desk.send(.tools(.recorder(.mainTapped)))
    desk.send(.tools(.heard(.state(.refused, sampleRate: 0, isBent: false))))
    #expect(!desk.state.tools.recorder.isRecording)
    #expect(desk.state.toasts.contains { $0.text.contains("Nothing was recorded") })
    #expect(takes(desk).isEmpty)
  }

  @Test func aTakeKeepsTheMicrophoneOpen() {
    let desk = recording()
    tell(.recording, 0, to: desk)
    // The tuner's button would close it, and so would leaving the room.
    desk.send(.tools(.tuner(.mainTapped)))
    #expect(desk.state.tools.bench.ear.isListening)
    desk.send(.addressChanged("/reeds"))
    #expect(desk.state.tools.bench.ear.isListening)
    #expect(desk.html.contains("Stop recording"))
  }

  @Test func whoListenedBeforeListensOn() {
    let desk = Desk("/tools/tuner")
    desk.send(.tools(.tuner(.mainTapped)))
    desk.send(.tools(.heard(.state(.running("Mic"), sampleRate: 48_000, isBent: false))))
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.recording, 0, to: desk)
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 48_000, to: desk)
    #expect(desk.state.tools.bench.ear.isListening)
  }

  @Test func theRecorderAloneHoldsTheMicrophoneAsLongAsItsTake() {
    var (recorder, bench, room) = (Recorder.State(), Bench(), RoomContext.nowhere)
    func tell(_ stage: RecordEvent.Stage, _ frames: Int64) -> [Order] {
      let event = RecordEvent(
        stage, frames: frames, peak: 0.2, clipped: 0, missed: 0, began: 1_000, failure: "")
      return Recorder.update(&recorder, &bench, .told(event), &room).map(\.order)
    }
    // Nothing is recorded yet, so what clicks is nothing to it.
    let click = TakeClick(Metronome(meter: .common, tempo: .standard), offset: 7)
    Recorder.follow(click, hasChanged: false, &recorder)
    #expect(recorder == Recorder.State())
    _ = bench.ear.begin(bench.request, for: .tuner)
    _ = bench.ear.hear(.state(.running("Mic"), sampleRate: 44_100, isBent: false))
    _ = Recorder.update(&recorder, &bench, .mainTapped, &room)
    #expect(bench.ear.isHeld(by: .recorder))
    Recorder.follow(click, hasChanged: false, &recorder)
    _ = tell(.recording, 0)
    // The tuner lets go, and is told that the microphone stays open.
    let kept = bench.closeEar().map(\.order)
    #expect(bench.ear.isListening && kept.count == 1)
    _ = Recorder.update(&recorder, &bench, .mainTapped, &room)
    let ended = tell(.ended, 44_100)
    #expect(!bench.ear.isListening && !recorder.isRecording)
    let keeping = ended.compactMap { if case .keep(let keeping) = $0 { keeping } else { nil } }
    #expect(keeping.first?.edits.contains { $0.value == .text(click.text) } == true)
    // Nobody holds it any more: closing it says nothing.
    #expect(bench.closeEar().isEmpty)
  }

  @Test func loudAndSoftAreToldWhatToDo() {
    let desk = recording()
    tell(.recording, 480_000, peak: 0.01, to: desk)
    tell(.recording, 484_800, peak: 0.01, to: desk)
    #expect(desk.html.contains("Very soft"))
    tell(.recording, 489_600, peak: 1, clipped: 12, to: desk)
    #expect(desk.html.contains("the sound is clipping"))
    // Those who listen are told once, not of each sample.
    let words = desk.html
    tell(.recording, 489_600, peak: 1, clipped: 13, to: desk)
    #expect(desk.html == words)
  }

  @Test func aKeyBeginsAndEnds() throws {
    let desk = Desk("/journal")
    desk.send(.keyPressed(try #require(Shortcut(KeyPress("r")))))
    #expect(desk.state.tools.recorder.isRecording)
  }

  @Test func theMetronomeBesideIsRemembered() throws {
    let desk = recordingBesideAClick()
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 96_000, to: desk)
    let take = try #require(takes(desk).first)
    let click = try #require(TakeClick(parsing: take.click))
    #expect(click.offset == 24_000)
    #expect(click.metronome.tempo.stretches.count == 1)
  }

  /// Where the first bar begins in a take that is recorded now.
  private func firstBar(_ drawer: Desk.Drawer) throws -> Int64 {
    let desk = recordingBesideAClick(drawer)
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 96_000, to: desk)
    let take = try #require(takes(desk).first)
    return try #require(TakeClick(parsing: take.click)).offset
  }

  @Test func theWayThroughTheDevicesIsTakenOutOfTheTakesToCome() throws {
    let drawer = Desk.Drawer()
    let desk = recordingBesideAClick(drawer)
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 96_000, to: desk)
    let take = try #require(takes(desk).first)
    desk.send(.addressChanged(Journal.Place.take(take.id).path))
    let subject = TakePage.Subject(take: take.id, edit: take.heard)
    let found = TakeTiming(
      hits: 16, median: 43.2, deviation: 0.4,
      trend: ClickTiming.Trend(perMinute: 0, uncertainty: 1), missed: 0, extra: 0)
    desk.send(.journal(.takes(.page(.timingKnown(subject, .done(.timing(found)))))))
    desk.send(.journal(.takes(.page(.wayTapped))))
    #expect(desk.state.toasts.last?.text.contains("corrected by 43.2 ms") == true)
    // Later a click of the take is found where it is heard: half a second, and 43.2 ms, after the beginning.
    drawer.records = [:]
    drawer.revision = 0
    #expect(try firstBar(drawer) == 26_074)
    // A second measure adds to the first; what no room has is left alone.
    desk.send(.tools(.recorder(.wayMeasured(-3.2))))
    drawer.records = [:]
    drawer.revision = 0
    #expect(try firstBar(drawer) == 25_920)
    desk.send(.tools(.recorder(.wayMeasured(5_000))))
    #expect(desk.state.tools.recorder.way == 40)
    desk.send(.tools(.recorder(.wayForgotten)))
    #expect(drawer.texts["woodshed.way"] == nil)
  }

  // MARK: Beginning and ending

  @Test func theUndoOfItsToastMovesATakeToTheBin() throws {
    let desk = recording()
    tell(.recording, 0, to: desk)
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 102_400, to: desk)
    let id = try #require(takes(desk).first).id
    let toast = try #require(desk.state.toasts.last { $0.text.contains("Saved “") })
    desk.send(.toastUndone(toast.number))
    #expect(takes(desk).isEmpty)
    let row = try #require(desk.data[id])
    #expect(row.life == .trashed && Take(row).frames == 102_400, "it comes back whole")
  }

  @Test func itsToastPlaysATakeThatIsNotFinishedYet() throws {
    let desk = recording()
    tell(.recording, 0, to: desk)
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 102_400, to: desk)
    let id = try #require(takes(desk).first).id
    let toast = try #require(desk.state.toasts.last { $0.text.contains("Saved “Take 1”") })
    #expect(desk.html.contains("Play the new take"))
    desk.send(.toastPlayed(toast.number))
    let files = desk.orders.compactMap {
      if case .playTake(_, let file, _) = $0 { file } else { nil }
    }
    #expect(files == [TakeFiles.recording(id)])
    #expect(desk.state.toasts.isEmpty && desk.html.contains("Take playing"))
  }

  @Test func aTakeIsOfThePieceThatIsPractised() throws {
    let desk = Desk("/journal/practice")
    desk.send(.journal(.practice(.nameTyped("Ferling 14"))))
    desk.send(.journal(.practice(.pieceMade)))
    let piece = try #require(Piece.all(in: desk.data).first)
    desk.send(.journal(.practice(.started(.init(piece.id)))))
    var number = 0
    for name in ["Ferling 14, take 1", "Ferling 14, take 2"] {
      number += 1
      desk.send(.tools(.recorder(.mainTapped)))
      desk.send(.tools(.heard(.state(.running("Mic"), sampleRate: 48_000, isBent: false))))
      tell(.recording, 0, to: desk)
      desk.send(.tools(.recorder(.stopTapped)))
      tell(.ended, 48_000, to: desk)
      #expect(takes(desk).map(\.name).contains(name) && takes(desk).count == number)
      #expect(takes(desk).allSatisfy { $0.piece == piece.id })
    }
  }

  @Test func oneUndoTakesARecordingBackWhole() throws {
    let desk = recording()
    tell(.recording, 0, to: desk)
    tell(.recording, 48_000, to: desk)
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 102_400, to: desk)
    desk.send(.undoTapped)
    #expect(takes(desk).isEmpty)
    desk.send(.redoTapped)
    #expect(takes(desk).map(\.frames) == [102_400])
  }

  @Test func stopWhileTheFileIsOpenedWaitsForTheFile() {
    let desk = Desk("/tools/tuner")
    desk.send(.tools(.tuner(.mainTapped)))
    desk.send(.tools(.heard(.state(.running("Mic"), sampleRate: 48_000, isBent: false))))
    desk.send(.tools(.recorder(.mainTapped)))
    desk.send(.tools(.recorder(.mainTapped)))
    #expect(desk.orders.last == .recordOtherwise(2))
    #expect(desk.state.tools.recorder.isRecording)
    tell(.recording, 0, to: desk)
    tell(.ended, 0, to: desk)
    #expect(!desk.state.tools.recorder.isRecording)
    #expect(
      desk.orders.contains { order in
        if case .takeWork(let work) = order { work.verb == "erase" } else { false }
      })
    #expect(desk.state.tools.bench.ear.isListening, "the tuner listened before")
  }

  @Test func stopWhileAPersonIsAskedLetsGoAtOnce() {
    let desk = Desk("/journal")
    desk.send(.tools(.recorder(.mainTapped)))
    desk.send(.tools(.recorder(.mainTapped)))
    #expect(!desk.state.tools.recorder.isRecording)
    #expect(!desk.state.tools.bench.ear.isListening)
    #expect(desk.state.toasts.map(\.text) == ["Nothing was recorded."])
  }

  @Test func anotherSpaceWaitsForTheEndOfTheTake() {
    let desk = recording(at: "/about/data")
    tell(.recording, 48_000, to: desk)
    desk.send(.data(.spaceChosen(.sample)))
    #expect(desk.state.safekeeping.space == .own)
    #expect(desk.state.toasts.contains { $0.text.contains("Stop recording first") })
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 48_000, to: desk)
    #expect(takes(desk).count == 1)
    desk.send(.data(.spaceChosen(.sample)))
    #expect(desk.state.safekeeping.space == .sample)
  }

  @Test func theFocusGoesBackToTheButtonThatBegan() {
    let desk = recording()
    tell(.recording, 48_000, to: desk)
    // Nothing that has the focus may become disabled.
    #expect(desk.html.contains("id=\"record\""))
    #expect(desk.html.contains("aria-disabled=\"true\""))
    desk.send(.tools(.recorder(.stopTapped)))
    #expect(desk.orders.suffix(2) == [.recordOtherwise(2), .focus(id: "record")])
  }

  // MARK: The microphone

  @Test(arguments: [MicrophoneState.suspended, .interrupted])
  func aMicrophoneThatSleepsSaysSoInEveryRoom(state: MicrophoneState) {
    let desk = recording(at: "/journal")
    tell(.recording, 48_000, to: desk)
    #expect(!desk.html.contains("Resume</button>"))
    desk.send(.tools(.heard(.state(state, sampleRate: 48_000, isBent: false))))
    #expect(desk.html.contains("Resume</button>"))
    desk.send(.tools(.wakeEarTapped))
    #expect(desk.orders.last == .wakeListening)
    desk.send(.tools(.recorder(.pauseTapped)))
    #expect(desk.orders.suffix(2) == [.wakeListening, .recordOtherwise(0)])
  }

  @Test func aTakeWakesAMicrophoneThatSleeps() {
    let desk = Desk("/tools/tuner")
    desk.send(.tools(.tuner(.mainTapped)))
    desk.send(.tools(.heard(.state(.suspended, sampleRate: 48_000, isBent: false))))
    desk.send(.tools(.recorder(.mainTapped)))
    #expect(desk.orders.contains(.wakeListening))
  }

  @Test(arguments: [true, false])
  func aTunerThatIsLeftMeanwhileListensNoMore(isLeft: Bool) {
    let desk = Desk("/tools/tuner")
    desk.send(.tools(.tuner(.mainTapped)))
    desk.send(.tools(.heard(.state(.running("Mic"), sampleRate: 48_000, isBent: false))))
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.recording, 0, to: desk)
    desk.send(isLeft ? .addressChanged("/reeds") : .tools(.tuner(.mainTapped)))
    #expect(desk.state.tools.bench.ear.isListening)
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 48_000, to: desk)
    #expect(!desk.state.tools.bench.ear.isListening)
  }

  @Test func whatWasMissedIsTold() {
    let desk = recording()
    tell(.recording, 48_000, to: desk)
    #expect(!desk.html.contains("Some sound is missing"))
    tell(.recording, 96_000, missed: 5_120, to: desk)
    #expect(desk.html.contains("Some sound is missing"))
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 96_000, missed: 5_120, to: desk)
    #expect(desk.state.toasts.contains { $0.text.contains("(0:02). 0.2 s is silent") })
  }

  @Test(arguments: [(true, false), (false, true)])
  func aClickIsLetGoOfOnceATakeGoesOnAfterAPause(goesOn: Bool, isKept: Bool) throws {
    let desk = recordingBesideAClick()
    tell(.paused, 96_000, to: desk)
    if goesOn { tell(.recording, 96_000, to: desk) }
    desk.send(.tools(.recorder(.mainTapped)))
    tell(.ended, 96_000, to: desk)
    #expect((try #require(takes(desk).first).click != "") == isKept)
  }

  // MARK: Work on files

  @Test func workIsOverWithItsLastAnswer() {
    var numbers: [UInt32] = []
    let runtime = Runtime<Worker>(
      Launch(path: "/"),
      host: .init(
        show: { _ in }, carryOut: { numbers.append($1) },
        context: { Context(milliseconds: 0, zoneMinutes: 0) }))
    func answer(_ parts: Double...) {
      var payload = Payload()
      payload.append(parts[0])
      if parts[0] == 0 { payload.append("") }
      for part in parts.dropFirst() { payload.append(part) }
      runtime.answer(numbers[0], payload)
    }
    answer(1, 0.5)
    answer(1, 0.75)
    answer(0, 7)
    // Nothing waits for more of it.
    answer(0, 8)
    #expect(runtime.state == [.goesOn(0.5), .goesOn(0.75), .done([7])])
  }
}

/// A program that has one thing done and says what it heard.
private enum Worker: Program {
  static func state(at launch: Launch) -> [TakeOutcome<[Double]>] { [] }
  static func start(
    _ state: inout [TakeOutcome<[Double]>], _ launch: Launch
  ) -> [Effect<TakeOutcome<[Double]>>] {
    [.workOnTake([], reading: [], of: "own") { $0 }]
  }
  static func update(
    _ state: inout [TakeOutcome<[Double]>], _ message: TakeOutcome<[Double]>, _ context: Context
  ) -> [Effect<TakeOutcome<[Double]>>] {
    state.append(message)
    return []
  }
  static func view(_ state: [TakeOutcome<[Double]>]) -> Node<TakeOutcome<[Double]>> { div {} }
}
