import Domain
import Markup
import Program
import Sound
import Testing

@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

@Suite struct SoundPageTests {
  private typealias Message = Tools.Message

  /// Sends messages; answers what is ordered, but for what every sound asks of the device.
  private func send(_ messages: Message..., to state: inout Tools.State) -> [Order] {
    messages.flatMap { Tools.update(&state, $0, .nowhere).map(\.order) }.filter { order in
      switch order {
      case .keepAwake, .nowPlaying: false
      default: true
      }
    }
  }

  private func command(_ order: Order?) -> PlayerCommand? {
    guard case .playSound(let message) = order else { return nil }
    return PlayerCommand(message: message)
  }

  /// The tools, with the page that tries out sound.
  private func tools() -> Tools.State {
    var state = Tools.State()
    state.trialUpdate = { SoundPage.update(&$0, &$1, $2) }
    return state
  }

  private func running() -> Tools.State {
    var state = tools()
    _ = send(
      .trial(.clicksTapped), .sounded(.state(.running, sampleRate: 48_000, delaySeconds: 0.0212)),
      to: &state)
    return state
  }

  @Test func theFirstTapOpensSoundAndPlays() throws {
    var state = tools()
    let orders = send(.trial(.clicksTapped), to: &state)
    #expect(orders.first == .openSound)
    // Other tabs hear that this one sounds now.
    #expect(
      orders.suffix(2) == [
        .holdLock(name: "woodshed sound", isStealing: true),
        .holdLock(name: "woodshed tab\nGTrial", isStealing: false),
      ])
    guard case .play(let metronome, .tick) = try #require(command(orders.dropLast(2).last)) else {
      Issue.record("no metronome begins")
      return
    }
    #expect(metronome.tempo == TempoPlan(steady: .standard))
    // It is open now: more only sounds along.
    #expect(send(.trial(.droneTapped), to: &state).count == 1)
    #expect(command(send(.trial(.clicksTapped), to: &state).first) == .stop)
  }

  @Test func thePageAloneStopsOnlyWhatItBegan() {
    var (trial, bench) = (SoundPage.State(), Bench())
    _ = SoundPage.update(&trial, &bench, .clicksTapped)
    _ = SoundPage.update(&trial, &bench, .droneTapped)
    #expect(bench.output.part == .trialClicks && bench.output.tone == .trial)
    // A score takes the place of the clicks; the tone stays the page's.
    _ = bench.output.play(.score, .stop)
    #expect(SoundPage.update(&trial, &bench, .tempo(.stepped(by: 1))).isEmpty)
    _ = SoundPage.update(&trial, &bench, .droneTapped)
    #expect(bench.output.part == .score && bench.output.tone == nil)
  }

  @Test func aTempoIsChangedWhileItPlaysOnly() {
    var state = running()
    let orders = send(.trial(.tempo(.stepped(by: 1))), to: &state)
    let tempo = TempoPlan(steady: Tempo(clamping: 121))
    guard case .change(let metronome) = command(orders.last) else {
      Issue.record("nothing changes")
      return
    }
    #expect(metronome.tempo == tempo)
    _ = send(.trial(.clicksTapped), to: &state)
    #expect(send(.trial(.tempo(.stepped(by: 1))), to: &state).isEmpty)
  }

  @Test(arguments: [
    (SoundState.suspended, "paused the sound", Order.wakeSound),
    (.interrupted, "another app is using", .wakeSound),
    (.insecure, "over https", .openSound),
    (.lost, "output was disconnected", .openSound),
    (.failed("NotSupportedError"), "(NotSupportedError)", .openSound),
  ])
  func whatKeepsSoundAwayHasItsWayBack(sound: SoundState, words: String, way: Order) {
    var state = running()
    _ = send(.sounded(.state(sound, sampleRate: 0, delaySeconds: 0)), to: &state)
    let html = HTML.text(of: SoundPage.view(state.trial, state.bench))
    #expect(html.contains(words))
    #expect(html.contains("role=\"alert\""))
    #expect(send(.wakeSoundTapped, to: &state).first == way)
  }

  @Test func withOtherDevicesEverythingCanBeginAgain() {
    var state = running()
    _ = send(.trial(.droneTapped), .sounded(.devicesChanged), to: &state)
    #expect(HTML.text(of: SoundPage.view(state.trial, state.bench)).contains("audio device"))
    let orders = send(.wakeSoundTapped, to: &state)
    #expect(orders.prefix(2) == [.stop, .openSound])
    guard orders.count == 4, case .play = command(orders[2]), case .drone = command(orders[3])
    else {
      Issue.record("not everything begins again: \(orders)")
      return
    }
    _ = send(.sounded(.state(.running, sampleRate: 48_000, delaySeconds: 0)), to: &state)
    #expect(!HTML.text(of: SoundPage.view(state.trial, state.bench)).contains("audio device"))

    _ = send(
      .trial(.listenTapped), .heard(.state(.running("Mic"), sampleRate: 48_000, isBent: false)),
      .heard(.devicesChanged), to: &state)
    let notice = "Still listening"
    #expect(HTML.text(of: SoundPage.view(state.trial, state.bench)).contains(notice))
    #expect(
      send(.wakeEarTapped, to: &state) == [.stop, .listen(ListenRequest().message, input: "")])
    #expect(!HTML.text(of: SoundPage.view(state.trial, state.bench)).contains(notice))
  }

  @Test func whatSleepsIsWokenAlsoAmongOtherDevices() {
    var state = running()
    _ = send(
      .sounded(.devicesChanged), .sounded(.state(.suspended, sampleRate: 0, delaySeconds: 0)),
      .trial(.listenTapped), .heard(.devicesChanged),
      .heard(.state(.interrupted, sampleRate: 0, isBent: false)), to: &state)
    #expect(send(.wakeSoundTapped, to: &state) == [.wakeSound])
    #expect(send(.wakeEarTapped, to: &state) == [.wakeListening])
  }

  @Test func whatSoundsIsTold() {
    var state = running()
    for beat in 1...20 {
      let message = [Double(beat) * 24_000, 0, 1, Double(beat), 1, 0, 2, 1]
      _ = send(.sounded(.sounded(atMilliseconds: 0, message: message)), to: &state)
    }
    _ = send(.sounded(.sounded(atMilliseconds: 0, message: [1, 2])), to: &state)
    _ = send(.sounded(.load(0.0123, gapCount: 1)), to: &state)
    #expect(state.trial.soundedCount == 20)
    let html = HTML.text(of: SoundPage.view(state.trial, state.bench))
    for words in ["Bar 1, beat 20", "480000", "1.2 %", "once", "21.2 ms", "48000"] {
      #expect(html.contains(words), "\(words)")
    }
    #expect(!html.contains("Bar 1, beat 12<"))
    let orders = send(.trial(.offTapped), to: &state)
    // The sound, and the locks by which other tabs know of it.
    #expect(orders == [.stop, .stop, .stop])
    #expect(HTML.text(of: SoundPage.view(state.trial, state.bench)).contains("Off."))
  }

  @Test(arguments: [
    ("suspended", "paused the microphone", Order.wakeListening),
    ("interrupted", "is using the microphone", .wakeListening),
    ("NotAllowedError", "access is blocked", .listen(ListenRequest().message, input: "")),
    ("NotFoundError", "No microphone found", .listen(ListenRequest().message, input: "")),
    ("NotReadableError", "Another app is using", .listen(ListenRequest().message, input: "")),
    ("lost", "was disconnected", .listen(ListenRequest().message, input: "")),
    ("insecure", "over https", .listen(ListenRequest().message, input: "")),
    ("TypeError", "(something)", .listen(ListenRequest().message, input: "")),
  ])
  func whatKeepsTheMicrophoneAwayHasItsWayBack(name: String, words: String, way: Order) throws {
    var state = tools()
    #expect(
      send(.trial(.listenTapped), to: &state) == [.listen(ListenRequest().message, input: "")])
    let effect = Effect<Message>.listen([], as: "listening") { .heard($0) }
    var payload = Payload()
    for number in [0.0, 48_000, 1] { payload.append(number) }
    payload.append(name)
    payload.append("something")
    _ = send(try #require(effect.message(for: payload)), to: &state)
    let html = HTML.text(of: SoundPage.view(state.trial, state.bench))
    #expect(html.contains(words))
    #expect(html.contains("role=\"alert\""))
    #expect(html.contains("for speech"))
    #expect(send(.wakeEarTapped, to: &state) == [way])
  }

  @Test func whatIsHeardIsShown() {
    var state = tools()
    _ = send(
      .trial(.listenTapped),
      .heard(.state(.running("Mic"), sampleRate: 44_100, isBent: false)),
      .heard(
        .heard(
          [512, 441, 0.98, -20.04, 0.06, 5.5, 20, 441] + [1_024, 0, 0, -61, -1, 0, 0, 0, 7])),
      .heard(.load(0.051, lostSamples: 512)), to: &state)
    let html = HTML.text(of: SoundPage.view(state.trial, state.bench))
    for words in [
      "A4 +3.9 ± 0.1 cents, 441.0 Hz", "-61.0 dBFS", "5.1 %", "512", "Mic", "44100",
    ] {
      #expect(html.contains(words), "\(words)")
    }
    let slow = ListenRequest(mode: .slow)
    #expect(send(.trial(.modeChosen(3)), to: &state) == [.listenOtherwise(slow.message)])
    #expect(send(.trial(.listenTapped), to: &state) == [.stop])
    #expect(ListenRequest(message: slow.message) == slow)
    #expect(ListenRequest(message: [9, 0, 440]) == nil)
    #expect(ListenRequest(message: [0, 0, 100]) == nil)
  }

  @Test func anAnswerThatIsCutShortHarmsNobody() {
    let effect = Effect<Message>.openSound(as: "sound") { .sounded($0) }
    for count in 0...40 {
      _ = effect.message(for: Payload(bytes: [UInt8](repeating: 0, count: count)))
    }
    var payload = Payload()
    for number in [0, .nan, 0.1] { payload.append(number) }
    payload.append("running")
    guard case .sounded(let event) = effect.message(for: payload) else {
      Issue.record("nothing is heard")
      return
    }
    #expect(event == .state(.running, sampleRate: 0, delaySeconds: 0.1))
  }
}
