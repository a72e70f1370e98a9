import Domain
import Foundation
import Markup
import Program
import Sound
import Testing

@testable import Ledger
@testable import JournalRoom
@testable import Pages
@testable import RoomKit
@testable import Rooms
@testable import ToolsRoom

@Suite struct DronePanelTests {
  private typealias Message = DronePanel.Message

  /// Sends messages; answers what the player is told.
  @discardableResult
  private func send(_ messages: Message..., to state: inout Tools.State) -> [PlayerCommand] {
    messages.flatMap { commands(Tools.update(&state, .drone($0), .nowhere)) }
  }

  private func commands(_ effects: [Effect<Tools.Message>]) -> [PlayerCommand] {
    effects.compactMap { effect in
      guard case .playSound(let message) = effect.order else { return nil }
      return PlayerCommand(message: message)
    }
  }

  private func html(_ state: Tools.State) -> String {
    HTML.text(of: DronePanel.view(state.drone, state.bench))
  }

  /// The tones of the last chord that was asked for.
  private func tones(_ commands: [PlayerCommand]) -> [Drone.Tone]? {
    for command in commands.reversed() {
      if case .drone(let tones, _, _, _, _) = command { return tones }
    }
    return nil
  }

  private func frequencies(_ commands: [PlayerCommand]) -> [Double]? {
    tones(commands)?.map(\.frequency)
  }

  private func isNear(_ one: Double?, _ other: Double) -> Bool {
    one.map { abs($0 / other - 1) < 1e-9 } ?? false
  }

  /// What a device holds after edits.
  private func data(_ data: Replica, _ edits: [Edit]) -> Replica {
    var data = data
    var intent = EditIntent(
      label: "Edit", edits: edits, wall: 1_763_000_000_000, group: nil, draft: nil)
    _ = data.perform(&intent)
    return data
  }

  // MARK: - One tap

  @Test func oneTapStartsAndOneTapStops() {
    var state = Tools.State()
    let orders = Tools.update(&state, .drone(.noteTapped(Note(69))), .nowhere).map(\.order)
    #expect(orders.contains(.openSound))
    #expect(state.bench.output.tone == .drone)
    #expect(html(state).contains("Playing</p>"))
    #expect(
      send(.noteTapped(Note(69)), to: &state) == [.stopDrone])
    #expect(state.bench.output.tone == nil)
    #expect(html(state).contains("Silent"))
    // Another note changes; the same one stops.
    #expect(isNear(frequencies(send(.noteTapped(Note(69)), to: &state))?[0], 440))
    let change = send(.noteTapped(Note(57)), to: &state)
    #expect(change.count == 1 && isNear(frequencies(change)?[0], 220))
    #expect(send(.mainTapped, to: &state) == [.stopDrone])
    #expect(isNear(frequencies(send(.mainTapped, to: &state))?[0], 220))
  }

  @Test func whatIsSetIsHeardAtOnceWhileItSoundsOnly() {
    var state = Tools.State()
    #expect(send(.soundChosen(.pure), .harmonyChosen(.fifth), to: &state).isEmpty)
    send(.noteTapped(Note(60)), to: &state)
    guard
      case .drone(let tones, .shruti, _, _, false) = send(.soundChosen(.shruti), to: &state).last
    else {
      Issue.record("the sound stays")
      return
    }
    #expect(tones.count == 2)
    #expect(send(.soundChosen(.shruti), to: &state).isEmpty)
  }

  @Test func theOctaveStaysWithinItsNotes() {
    var state = Tools.State()
    send(.noteTapped(Note(96)), to: &state)
    #expect(send(.octaveStepped(by: 1), to: &state).isEmpty)
    #expect(isNear(frequencies(send(.octaveStepped(by: -1), to: &state))?[0], 1_046.5022612))
    for _ in 0..<9 { send(.octaveStepped(by: -1), to: &state) }
    #expect(state.drone.root == Note(24))
    // Of the octave from C7 on only its C can sound.
    for _ in 0..<9 { send(.octaveStepped(by: 1), to: &state) }
    #expect(state.drone.root == Note(96))
    #expect(
      html(state).components(separatedBy: "class=\"drone-note\" aria-pressed=\"false\" disabled")
        .count
        == 12)
  }

  // MARK: - Tuning

  @Test(arguments: [
    (Note(69), 4_400, 440.0), (Note(71), 4_400, 493.8833), (Note(69), 4_420, 442.0),
    (Note(57), 4_150, 207.5),
  ])
  func aNoteHasItsFrequency(note: Note, tenths: Int, hertz: Double) throws {
    var state = Tools.State()
    var settings = Settings()
    settings.a4 = try #require(ReferencePitch(tenthsOfHertz: tenths))
    _ = Tools.apply(settings, &state)
    let frequency = try #require(frequencies(send(.noteTapped(note), to: &state))?.first)
    #expect(abs(frequency - hertz) < 0.0001)
    #expect(html(state).contains("\(DronePanel.hertz(hertz))"))
  }

  @Test func chordsFollowTheTemperamentOrAreJust() throws {
    var setup = DroneSetup()
    setup.root = Note(57)
    setup.harmony = .major
    let equal = setup.tones(.standard).map { $0.frequency / 220 }
    #expect(isNear(equal[1], 1.2599210498948732) && isNear(equal[2], 1.4983070768766815))
    setup.isJust = true
    #expect(setup.tones(.standard).map { $0.frequency / 220 } == [1, 1.25, 1.5])
    setup.harmony = .minor
    #expect(setup.tones(.standard).map { $0.frequency / 220 } == [1, 1.2, 1.5])
    setup.harmony = .seventh
    #expect(setup.tones(.standard).map { $0.frequency / 220 } == [1, 1.25, 1.5, 1.75])
    // Pythagorean on A: its major third is 81:64.
    let pythagorean = try #require(
      Temperament.all.first { $0.id == "pythagorean" })
    let tuning = try #require(Tuning(temperament: pythagorean, root: .a))
    setup.isJust = false
    setup.harmony = .major
    let thirds = setup.tones(tuning).map { $0.frequency / 220 }
    #expect(abs(thirds[1] - 81.0 / 64) < 1e-4 && abs(thirds[2] - 1.5) < 1e-4)
  }

  @Test func oneRatioGlidesAndAnotherTemperamentChanges() throws {
    var state = Tools.State()
    send(.harmonyChosen(.major), .noteTapped(Note(69)), to: &state)
    var settings = Settings()
    settings.a4 = try #require(ReferencePitch(tenthsOfHertz: 4_420))
    let glide = commands(Tools.apply(settings, &state))
    #expect(glide.count == 1)
    guard case .retuneDrone(let ratio) = glide.first else {
      Issue.record("it does not glide: \(glide)")
      return
    }
    #expect(isNear(ratio, 442.0 / 440))
    // What follows begins where it is now, and sound that begins again has the new tuning.
    #expect(send(.mainTapped, to: &state) == [.stopDrone])
    #expect(isNear(frequencies(send(.mainTapped, to: &state))?[0], 442))
    settings.temperament = "pythagorean"
    #expect(frequencies(commands(Tools.apply(settings, &state)))?.count == 3)
    // A drone that is silent is tuned when it begins.
    send(.mainTapped, to: &state)
    settings.a4 = .standard
    #expect(commands(Tools.apply(settings, &state)).isEmpty)
  }

  @Test func afterAGlideSoundBeginsAgainAsItIsTunedNow() throws {
    var state = Tools.State()
    send(.noteTapped(Note(69)), to: &state)
    var settings = Settings()
    settings.a4 = try #require(ReferencePitch(tenthsOfHertz: 4_420))
    _ = Tools.apply(settings, &state)
    _ = Tools.update(
      &state, .sounded(.state(.running, sampleRate: 48_000, delaySeconds: 0)), .nowhere)
    _ = Tools.update(&state, .sounded(.devicesChanged), .nowhere)
    let again = commands(Tools.update(&state, .wakeSoundTapped, .nowhere))
    #expect(isNear(frequencies(again)?[0], 442))
  }

  // MARK: - Voices and levels

  @Test func voicesHaveLevelsAndCanBeMuted() {
    var state = Tools.State()
    send(.harmonyChosen(.major), .noteTapped(Note(60)), to: &state)
    #expect(tones(send(.voiceMoved(1, to: "5"), to: &state))?.map(\.level) == [1, 0.5, 1])
    #expect(tones(send(.voiceMuted(0), to: &state))?.map(\.level) == [0.5, 1])
    #expect(tones(send(.voiceMoved(2, to: "0"), to: &state))?.map(\.level) == [0.5])
    #expect(send(.voiceMoved(2, to: "11"), .voiceMoved(2, to: "x"), to: &state).isEmpty)
    #expect(tones(send(.voiceMuted(1), to: &state)) == [])
    #expect(html(state).contains("nothing can be heard"))
    #expect(tones(send(.voiceMuted(0), to: &state))?.map(\.level) == [1])
  }

  @Test func theWholeHasALevel() {
    var state = Tools.State()
    #expect(send(.levelMoved(to: "50"), to: &state).isEmpty)
    let begun = send(.noteTapped(Note(60)), to: &state)
    #expect(begun.first == .levels(Player.Levels(clicks: 1, drone: 0.5)))
    #expect(
      send(.levelMoved(to: "25"), to: &state) == [.levels(Player.Levels(clicks: 1, drone: 0.25))])
    #expect(send(.levelMoved(to: "101"), .levelMoved(to: ""), to: &state).isEmpty)
  }

  @Test func fadesAndChorusAreTold() {
    var state = Tools.State()
    send(.noteTapped(Note(60)), to: &state)
    send(
      .number(.attack, .typed("1200")), .number(.attack, .left), .number(.release, .typed("60")),
      .number(.release, .left), to: &state)
    guard
      case .drone(_, .reed, let chorus, let fades, false) = send(
        .number(.chorus, .typed("1,5")), .number(.chorus, .left), to: &state
      ).last
    else {
      Issue.record("nothing changes")
      return
    }
    #expect(fades == Drone.Fades(attack: 1.2, release: 0.06))
    #expect(chorus == Cents(1.5))
    // What is out of range is said, and nothing is lost.
    #expect(send(.number(.attack, .typed("10")), .number(.attack, .left), to: &state).isEmpty)
    #expect(html(state).contains("Enter 50–3000 ms."))
    #expect(state.drone.hand.setup.attack == 1_200)
  }

  @Test func aDrawbarThatIsDrawnIsHeard() {
    var state = Tools.State()
    send(.noteTapped(Note(60)), to: &state)
    let orders = send(.drawbarMoved(8, to: "3"), to: &state)
    guard case .drone(_, .drawbars(let bars), _, _, _) = orders.last else {
      Issue.record("no drawbars are heard")
      return
    }
    #expect(bars == [8, 0, 8, 6, 4, 3, 0, 0, 3])
    #expect(send(.drawbarMoved(8, to: "9"), to: &state).isEmpty)
  }

  @Test func anOwnChordIsTypedOrSaysWhatIsWrong() {
    var state = Tools.State()
    send(.harmonyChosen(.own), .noteTapped(Note(57)), to: &state)
    let just = send(.chordTyped("1:1 3:2 7:4"), .chordDone, to: &state)
    #expect(frequencies(just) == [220, 330, 385])
    #expect(send(.chordTyped("0 3:"), .chordDone, to: &state).isEmpty)
    #expect(
      html(state).contains("Interval 2: enter semitones such as 7 or a ratio such as 3:2."))
    #expect(html(state).contains("value=\"0 3:\""))
    send(.chordTyped("0 40"), .chordDone, to: &state)
    #expect(html(state).contains("Interval 2 is more than three octaves away."))
    send(.chordTyped(""), .chordDone, to: &state)
    #expect(html(state).contains("Enter at least one interval"))
    send(.chordTyped("0 0 0 0 0 0 0 0 0"), .chordDone, to: &state)
    #expect(html(state).contains("at most 8 voices"))
    #expect(isNear(frequencies(send(.chordTyped("0 12"), .chordDone, to: &state))?[1], 440))
  }

  /// A voice that nobody could hear is left out, and its row says so.
  @Test func voicesBelowAndAboveHearingAreLeftOut() {
    var state = Tools.State()
    send(.harmonyChosen(.own), .chordTyped("0 -36"), .chordDone, to: &state)
    let orders = send(.noteTapped(Note(24)), to: &state)
    #expect(frequencies(orders)?.count == 1)
    #expect(html(state).contains("out of range"))
  }

  // MARK: - Echo

  private static let hop: Int64 = 512

  /// A listening drone: on A3, or waiting for a note.
  private func echo(on note: Note? = Note(57), _ messages: Message...) -> Tools.State {
    var state = Tools.State()
    send(.soundChosen(.pure), .echoChecked(true), to: &state)
    send(note.map { .noteTapped($0) } ?? .mainTapped, to: &state)
    for message in messages { send(message, to: &state) }
    _ = Tools.update(
      &state, .heard(.state(.running("Mic"), sampleRate: 48_000, isBent: false)), .nowhere)
    return state
  }

  /// Plays a sound into the microphone for some milliseconds, beginning at a time.
  private func play(
    _ frequency: Double?, from start: Int = 0, for milliseconds: Int, clarity: Double = 0.95,
    level: Double = -20, to state: inout Tools.State
  ) -> [PlayerCommand] {
    let first = Int64(start) * 48 / Self.hop
    let last = Int64(start + milliseconds) * 48 / Self.hop
    return (first..<last).flatMap { number in
      let message = [Double(number * Self.hop), frequency ?? 0, clarity, level, -1, 0, 0, 0]
      return commands(Tools.update(&state, .heard(.heard(message)), .nowhere))
    }
  }

  @Test func aNoteThatIsHeldIsTaken() {
    var state = echo()
    #expect(state.bench.ear.isListening)
    #expect(play(330, for: 390, to: &state).isEmpty)
    #expect(isNear(frequencies(play(330, from: 390, for: 60, to: &state))?[0], 329.6275569))
    #expect(state.drone.root == Note(64))
    // The root that is set stays what it is.
    #expect(state.drone.hand.setup.root == Note(57))
    #expect(html(state).contains("Playing E4"))
  }

  @Test func anUnsteadyNoteIsNotTaken() {
    var state = echo()
    for turn in 0..<10 {
      let heard = play(turn % 2 == 0 ? 330 : 349.2, from: turn * 300, for: 300, to: &state)
      #expect(heard.isEmpty)
    }
    // A breath begins it anew, and so does what is unclear, soft or between two notes.
    var breath = echo()
    _ = play(330, for: 300, to: &breath)
    _ = play(nil, from: 300, for: 50, to: &breath)
    #expect(play(330, from: 350, for: 350, to: &breath).isEmpty)
    #expect(play(330, for: 900, clarity: 0.7, to: &breath).isEmpty)
    #expect(play(330, for: 900, level: -60, to: &breath).isEmpty)
    #expect(play(330 * 1.024, for: 900, to: &breath).isEmpty)
    #expect(!play(330 * 1.018, for: 900, to: &breath).isEmpty)
  }

  @Test func itDoesNotFollowItself() {
    var state = echo()
    for own in [220.0, 440, 110, 880, 222] {
      #expect(play(own, for: 1_000, to: &state).isEmpty, "it follows \(own) Hz")
    }
    // With partials these count, too.
    send(.soundChosen(.reed), to: &state)
    #expect(play(660, for: 1_000, to: &state).isEmpty)
    send(.soundChosen(.pure), to: &state)
    #expect(!play(660, for: 1_000, to: &state).isEmpty)
  }

  /// Lets the tuner hear a sound, and the drone what the tuner heard.
  private func listen(_ state: inout Tools.State, seconds: Double, _ next: () -> Float) {
    var tracker = PitchTracker(sampleRate: 48_000, state.bench.request)
    for _ in 0..<Int(seconds * 48_000) {
      guard let frame = tracker.hear(next()) else { continue }
      let message = frame.message
      let numbers = message.indices.map { message[$0] }
      _ = Tools.update(&state, .heard(.heard(numbers)), .nowhere)
    }
  }

  /// A chord that comes from a loudspeaker into the microphone, as the tuner hears it.
  @Test(arguments: DroneSetup.Sound.allCases.filter { $0 != .own })
  func aChordDoesNotFollowItself(sound: DroneSetup.Sound) {
    for harmony in DroneSetup.Harmony.allCases where harmony != .own {
      for isJust in harmony.canBeJust ? [false, true] : [false] {
        var state = echo(on: Note(71))
        send(.soundChosen(sound), .harmonyChosen(harmony), .justnessChosen(isJust), to: &state)
        let setup = state.drone.hand.setup
        var drone = Drone(sampleRate: 48_000, timbre: setup.timbre)
        drone.play(setup.tones(state.bench.tuning))
        listen(&state, seconds: 0.9) { drone.next() }
        #expect(state.drone.taken == nil, "\(harmony.name), just: \(isJust), follows itself")
        #expect(state.bench.ear.pitch != nil)
      }
    }
  }

  /// Headphones that leak: 30 dB below the player. Over loudspeakers, at 20 dB, an octave too low may be heard.
  @Test(arguments: [(Note(57), 71), (Note(62), 66), (Note(71), 64)])
  func aPlayerIsHeardBesideTheDrone(root: Note, played: Int) {
    var state = echo(on: root)
    send(.soundChosen(.reed), to: &state)
    var drone = Drone(sampleRate: 48_000, timbre: .reed)
    drone.play(state.drone.hand.setup.tones(state.bench.tuning))
    var player = Drone(sampleRate: 48_000, timbre: .string)
    listen(&state, seconds: 0.6) { drone.next() * 0.03 }
    #expect(state.drone.taken == nil)
    // Three cents high, as people play.
    let frequency = Tuning.standard.frequency(of: Note(played)) * Cents(3).ratio
    player.play([Drone.Tone(frequency: frequency)])
    listen(&state, seconds: 1) { drone.next() * 0.03 + player.next() }
    #expect(state.drone.taken == Note(played))
  }

  @Test func aLockHoldsTheNote() {
    var state = echo()
    _ = play(330, for: 500, to: &state)
    send(.lockTapped, to: &state)
    #expect(html(state).contains("holding this note"))
    #expect(!DronePanel.isFollowing(state.drone, state.bench))
    #expect(play(392, for: 1_000, to: &state).isEmpty)
    send(.lockTapped, to: &state)
    #expect(isNear(frequencies(play(392, for: 1_000, to: &state))?[0], 391.9954360))
  }

  @Test func itWaitsForTheFirstNote() {
    var state = echo(on: nil)
    #expect(state.bench.output.tone == .drone && state.drone.isWaiting)
    #expect(html(state).contains("Play a note for the drone to follow"))
    #expect(DronePanel.words(state.drone, state.bench.settings) == "waiting for your note")
    #expect(isNear(frequencies(play(220, for: 500, to: &state))?[0], 220))
    #expect(DronePanel.words(state.drone, state.bench.settings) == "A3 · pure")
    // Stopped, it lets go of the microphone and of the note.
    let orders = Tools.update(&state, .drone(.mainTapped), .nowhere).map(\.order)
    #expect(orders.contains(.stop))
    #expect(!state.bench.ear.isListening && state.drone.root == state.drone.hand.setup.root)
  }

  @Test func onlyATapOpensTheMicrophone() {
    var state = Tools.State()
    #expect(
      !Tools.update(&state, .drone(.echoChecked(true)), .nowhere).map(\.order).contains {
        if case .listen = $0 { true } else { false }
      })
    send(.noteTapped(Note(60)), to: &state)
    #expect(state.bench.ear.isListening)
    // Leaving the room it goes on, as long as it follows.
    _ = Tools.leave(&state)
    #expect(state.bench.ear.isListening)
    send(.echoChecked(false), to: &state)
    #expect(!state.bench.ear.isListening && state.bench.output.tone == .drone)
    send(.echoChecked(true), to: &state)
    #expect(state.bench.ear.isListening)
  }

  @Test func theTunerListensOnWithoutTheEcho() {
    var state = Tools.State()
    _ = Tools.update(&state, .tuner(.mainTapped), .nowhere)
    send(.echoChecked(true), .noteTapped(Note(60)), .echoChecked(false), to: &state)
    #expect(state.bench.ear.isListening)
    // In another room nobody would see it: there it is open for the echo alone.
    send(.echoChecked(true), to: &state)
    _ = Tools.leave(&state)
    #expect(state.bench.ear.isListening)
    send(.echoChecked(false), to: &state)
    #expect(!state.bench.ear.isListening)
  }

  // MARK: - With the metronome

  @Test func thePanelAloneLetsGoOfItsOwnOnly() {
    var (drone, bench, room) = (DronePanel.State(), Bench(), RoomContext.nowhere)
    _ = bench.ear.begin(bench.request, for: .tuner)
    _ = bench.ear.hear(.state(.running("Mic"), sampleRate: 48_000, isBent: false))
    for message in [Message.soundChosen(.pure), .echoChecked(true), .noteTapped(Note(57))] {
      _ = DronePanel.update(&drone, &bench, message, &room)
    }
    #expect(bench.ear.isHeld(by: .drone))
    for number in 1...60 {
      let samples = Double(number * 512)
      let frames = bench.ear.hear(.heard([samples, 330, 0.95, -20, -1, 0, 0, 0]))
      _ = DronePanel.hear(frames, &drone, &bench)
    }
    #expect(drone.root == Note(64))
    #expect(commands(DronePanel.stop(&drone, &bench)) == [.stopDrone])
    #expect(!bench.ear.isHeld(by: .drone) && bench.ear.isListening, "the tuner listens on")
    // A score's drone is none of its business.
    _ = bench.output.sound(.score, .drone([Drone.Tone(frequency: 220)], .pure))
    #expect(DronePanel.stop(&drone, &bench).isEmpty && bench.output.tone == .score)
  }

  @Test func gapsAreThePlayers() {
    var state = Tools.State()
    send(.gapsChecked(true), to: &state)
    guard case .drone(_, _, _, _, true) = send(.noteTapped(Note(60)), to: &state).last else {
      Issue.record("it does not know of gaps")
      return
    }
    #expect(html(state).contains("while the metronome is silent"))
    guard case .drone(_, _, _, _, false) = send(.gapsChecked(false), to: &state).last else {
      Issue.record("it does not forget the gaps")
      return
    }
  }

  /// The metronome plays.
  private func hear(_ sounded: Sounded, _ state: inout Tools.State) -> [PlayerCommand] {
    commands(DronePanel.hear(sounded, &state.drone, &state.bench))
  }

  @Test func aSequenceFollowsTheBars() throws {
    var state = Tools.State()
    send(.sequenceTyped("B4 2, A4"), .sequenceDone, .noteTapped(Note(60)), to: &state)
    func bar(_ number: Int, beat: Int = 1) throws -> [Double]? {
      let sounded = try #require(
        Sounded(message: [0, 0, Double(number), Double(beat), 1, 0, 2, 1]))
      return frequencies(hear(sounded, &state))
    }
    #expect(isNear(try bar(0)?[0], 493.8833013))
    #expect(try bar(1) == nil && bar(2) == nil)
    #expect(try bar(3, beat: 2) == nil)
    #expect(isNear(try bar(3)?[0], 440))
    #expect(isNear(try bar(4)?[0], 493.8833013))
    // Begun anew without a metronome, it begins with its first note.
    send(.mainTapped, to: &state)
    #expect(isNear(frequencies(send(.mainTapped, to: &state))?[0], 493.8833013))
    // Without it the root is heard again.
    #expect(
      isNear(frequencies(send(.sequenceTyped(""), .sequenceDone, to: &state))?[0], 261.6255653))
  }

  @Test(arguments: [
    ("B4 4, X", "Step 2 must start with a note"), ("B9", "step 1 is outside"),
    ("B4 0", "Step 1 must be a note and 1–100 bars."),
    ("B4 2 2", "Step 1 must be a note"),
  ])
  func aSequenceSaysWhatIsWrong(text: String, words: String) {
    var state = Tools.State()
    send(.sequenceTyped(text), .sequenceDone, to: &state)
    #expect(html(state).contains(words))
    #expect(html(state).contains("value=\"\(text)\""))
    #expect(state.drone.hand.setup.sequence.isEmpty)
  }

  // MARK: - From outside

  @Test func anotherDeviceChangesWhatSounds() throws {
    var state = Tools.State()
    send(.noteTapped(Note(60)), to: &state)
    var data = Replica(device: DeviceID(2))
    var setup = DroneSetup()
    setup.root = Note(69)
    setup.harmony = .fifth
    setup.isJust = true
    setup.attack = 900
    data = self.data(data, setup.edits(from: nil))
    #expect(frequencies(commands(Tools.refresh(&state, data))) == [440, 660])
    #expect(state.drone.numbers[.attack].value.units == 900)
    #expect(commands(Tools.refresh(&state, data)).isEmpty)
    // A drone that is silent stays silent.
    send(.mainTapped, to: &state)
    let before = setup
    setup.root = Note(70)
    data = self.data(data, setup.edits(from: before))
    #expect(commands(Tools.refresh(&state, data)).isEmpty)
    #expect(state.drone.root == Note(70))
  }

  @Test func aPresetIsHeardAtOnce() throws {
    let desk = Desk("/tools/drone")
    desk.send(.tools(.drone(.harmonyChosen(.major))))
    desk.send(.tools(.drone(.soundChosen(.string))))
    desk.send(.tools(.drone(.presets(.saveTapped))))
    let preset = try #require(desk.state.tools.drone.hand.presets.first)
    #expect(preset.name == "A4 major · string")
    desk.send(.tools(.drone(.harmonyChosen(.root))))
    desk.send(.tools(.drone(.noteTapped(Note(71)))))
    let before = desk.orders.count
    desk.send(.tools(.drone(.presets(.recalled(preset.id)))))
    let told = desk.orders[before...].compactMap { order -> PlayerCommand? in
      guard case .playSound(let message) = order else { return nil }
      return PlayerCommand(message: message)
    }
    guard told.count == 1, case .drone(let tones, .string, _, _, _) = told[0] else {
      Issue.record("the preset is not heard: \(told)")
      return
    }
    #expect(tones.count == 3 && isNear(tones[0].frequency, 440))
    #expect(desk.html.contains("A4 major · string"))
  }

  @Test func aFreshDroneIsOnA4() {
    #expect(DroneSetup().root == .a4)
    #expect(DronePanel.words(Tools.State().drone, Settings()) == "A4 · reed")
  }

  @Test func everythingIsKept() throws {
    var setup = DroneSetup()
    setup.root = Note(24)
    setup.sound = .own
    setup.drawbars = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    setup.harmony = .own
    setup.isJust = true
    setup.ownChord = try Chord(parsing: "0 -12 3:2")
    setup.voices[1].level = 0
    setup.voices[7].isMuted = true
    setup.level = 33
    (setup.attack, setup.release, setup.chorus) = (50, 3_000, 30)
    (setup.isEcho, setup.isInGaps) = (true, true)
    setup.sequence = try DroneSequence(parsing: "Bb4 4, A4 2, C5")
    let data = self.data(Replica(device: DeviceID(1)), setup.edits(from: nil))
    #expect(DroneSetup(try #require(data[DroneSetup.hand])) == setup)
    // Nothing is written that is not new.
    #expect(setup.edits(from: setup).isEmpty)
  }

  @Test func whatCannotBeUnderstoodIsAsItIsFoundAtFirst() throws {
    func field(_ number: UInt64, _ value: Value) -> Edit {
      Edit(DroneSetup.hand, DroneSetup.kind, KindID.drone.field(number), value)
    }
    let data = self.data(
      Replica(device: DeviceID(1)),
      [
        field(3, .int(5)), field(4, .int(99)), field(5, .text("99")), field(8, .text("what")),
        field(9, .text("z?K")), field(11, .int(-4)), field(16, .text("H4")),
      ])
    let setup = DroneSetup(try #require(data[DroneSetup.hand]))
    var expected = DroneSetup()
    expected.root = Note(24)
    expected.voices[2].isMuted = true
    #expect(setup == expected)
  }

  // MARK: - What is shown

  @Test func notesAreWrittenForTheInstrument() throws {
    var state = Tools.State()
    var settings = Settings()
    settings.instrument = "clarinet-b-flat"
    settings.spelling = .flats
    _ = Tools.apply(settings, &state)
    send(.noteTapped(Note(68)), to: &state)
    let page = html(state)
    // A♭4 sounds where B♭4 is written.
    #expect(page.contains("sounds as A♭4"))
    #expect(page.contains("<small>sounds A♭4</small>"))
    #expect(page.contains("Octave 4"))
    #expect(DronePanel.words(state.drone, state.bench.settings) == "B♭4 · reed")
    settings.spelling = .sharps
    _ = Tools.apply(settings, &state)
    // B4 sounds as A4, its C5 as B♭4, and the G♯4 that is written with a sharp as F♯4.
    send(.noteTapped(Note(70)), to: &state)
    #expect(html(state).contains("sounds as B♭4"))
    #expect(!html(state).contains("sounds A♯"))
    #expect(html(state).contains("<small>sounds F♯5</small>"))
    // A sequence is typed as it is written.
    send(.sequenceTyped("B4"), .sequenceDone, to: &state)
    #expect(state.drone.hand.setup.sequence.steps.map(\.note) == [Note(69)])
    #expect(html(state).contains("value=\"B4 1\""))
  }

  @Test func theOneThatSoundsIsMarkedByWordAndState() {
    var state = Tools.State()
    #expect(!html(state).contains("drone-note on"))
    send(.noteTapped(Note(71)), to: &state)
    let marked = html(state).components(separatedBy: "drone-note on\" aria-pressed=\"true\"")
    #expect(marked.count == 2)
    #expect(marked[1].prefix(400).contains("Stop"))
    // No id stands twice.
    let ids = html(state).components(separatedBy: " id=\"").dropFirst().compactMap {
      $0.split(separator: "\"").first
    }
    #expect(Set(ids).count == ids.count)
  }
}
