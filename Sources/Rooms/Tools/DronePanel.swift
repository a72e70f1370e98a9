public import Domain
import Ledger
import Program
public import RoomKit
public import Sound

/// The drone: a note or a chord that sounds until it is stopped.
public enum DronePanel {
  struct State: Equatable, Sendable {
    var hand = Hand<DroneSetup>()
    var presets = Presets.State()
    /// The note that replaces the root, taken from the player or from the sequence.
    var taken: Note?
    /// The metronome's current or last bar.
    var bar = 1
    /// Whether the drone is on and waits for the player's first note.
    var isWaiting = false
    /// Whether the note is held, whatever the player plays.
    var isLocked = false
    /// The player's note that the drone may follow, and when it began, in samples.
    var candidate: Candidate?
    /// The last command to the player.
    var told: PlayerCommand?
    var numbers = NumberFields<Number>(id: "drone", DroneSetup())
    /// A custom chord and a sequence while they are typed, and what is wrong with them.
    var chord = Draft()
    var sequence = Draft()

    struct Candidate: Equatable, Sendable {
      var note: Note
      var start: Int64
    }

    struct Draft: Equatable, Sendable {
      var text: String?
      var problem: String?
    }

    /// The root of the chord, as it sounds.
    var root: Note { taken ?? hand.setup.root }
  }

  public enum Message: Sendable {
    case mainTapped
    /// As it sounds.
    case noteTapped(Note)
    case octaveStepped(by: Int)
    case soundChosen(DroneSetup.Sound)
    case drawbarMoved(Int, to: String)
    case harmonyChosen(DroneSetup.Harmony)
    case justnessChosen(Bool)
    case chordTyped(String)
    case chordDone
    case voiceMoved(Int, to: String)
    case voiceMuted(Int)
    case levelMoved(to: String)
    case number(Number, NumberField.Message)
    case echoChecked(Bool)
    case listenTapped
    case lockTapped
    case gapsChecked(Bool)
    case sequenceTyped(String)
    case sequenceDone
    case presets(Presets.Message)
  }

  static func update(
    _ drone: inout State, _ bench: inout Bench, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    let before = drone.hand.setup
    var effects = respond(&drone, &bench, message, &room) + settle(&drone, &bench, from: before)
    // A tap may open the microphone, also where it recalls a preset.
    if drone.hand.setup.isEcho, !before.isEcho, bench.output.tone == .drone {
      effects += openEar(&bench)
    }
    return effects
  }

  private static func respond(
    _ drone: inout State, _ bench: inout Bench, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    /// Changes the setup, with words for undo.
    func change(
      _ label: String, _ body: (inout DroneSetup) -> Void
    ) -> [Effect<Tools.Message>] {
      drone.hand.change(label, &room, body)
    }
    switch message {
    case .mainTapped:
      guard bench.output.tone != .drone else { return stop(&drone, &bench) }
      let setup = drone.hand.setup
      let bar = bench.output.part == .metronome ? drone.bar : 1
      return begin(&drone, &bench, on: setup.sequence.note(inBar: bar), isWaiting: setup.isEcho)
    case .noteTapped(let note):
      if note == sounding(drone, bench) {
        return stop(&drone, &bench)
      }
      drone.taken = nil
      drone.isWaiting = false
      let effects = change("Choose the drone’s note") { $0.root = note }
      return effects
        + (bench.output.tone == .drone ? [] : begin(&drone, &bench, on: nil, isWaiting: false))
    case .octaveStepped(let steps):
      let note = drone.root.raised(by: 12 * steps)
      guard DroneSetup.roots.contains(note) else { return [] }
      drone.taken = nil
      return change("Change the drone’s octave") { $0.root = note }
    case .soundChosen(let sound): return change("Choose the drone’s sound") { $0.sound = sound }
    case .drawbarMoved(let index, let text):
      guard let level = Int(text), DroneSetup.drawbarLevels.contains(level) else { return [] }
      return change("Change a drawbar") {
        $0.drawbars[index] = level
        $0.sound = .own
      }
    case .harmonyChosen(let harmony):
      drone.chord = State.Draft()
      return change("Choose the drone’s chord") { $0.harmony = harmony }
    case .justnessChosen(let isJust):
      return change("Change how the chord is tuned") { $0.isJust = isJust }
    case .chordTyped(let text):
      drone.chord.text = text
      // Typing is checked when it is done, but a mistake that is fixed disappears at once.
      if (try? Chord(parsing: text)) != nil { drone.chord.problem = nil }
      return []
    case .chordDone: return keepChord(&drone, &room)
    case .voiceMoved(let index, let text):
      guard let level = Int(text), DroneSetup.voiceLevels.contains(level) else { return [] }
      return change("Change a voice’s level") { $0.voices[index].level = level }
    case .voiceMuted(let index):
      return change("Mute a voice") { $0.voices[index].isMuted.toggle() }
    case .levelMoved(let text):
      guard let level = Int(text), (0...100).contains(level) else { return [] }
      return change("Change the drone’s level") { $0.level = level }
    case .number(let number, let message):
      return drone.hand.enter(number, message, &drone.numbers, &room) {
        .drone(.number(number, $0))
      }
    case .echoChecked(let isOn): return change("Change the echo") { $0.isEcho = isOn }
    case .listenTapped: return openEar(&bench)
    case .lockTapped:
      drone.isLocked.toggle()
      // The microphone may have been closed meanwhile.
      return drone.isLocked ? [] : openEar(&bench)
    case .gapsChecked(let isOn):
      return change("Change when the drone plays") { $0.isInGaps = isOn }
    case .sequenceTyped(let text):
      drone.sequence.text = text
      if (try? DroneSequence(parsing: text, transposition: bench.settings.player.transposition))
        != nil
      {
        drone.sequence.problem = nil
      }
      return []
    case .sequenceDone: return keepSequence(&drone, bench, &room)
    case .presets(let message):
      let settings = bench.settings
      return Presets.update(&drone.presets, &drone.hand, message, &room) {
        describe($0, settings)
      }
    }
  }

  // MARK: - Starting and stopping

  /// Sounds the setup, or waits for the player's first note.
  private static func begin(
    _ drone: inout State, _ bench: inout Bench, on note: Note?, isWaiting: Bool
  ) -> [Effect<Tools.Message>] {
    (drone.taken, drone.candidate) = (note, nil)
    (drone.isWaiting, drone.isLocked) = (isWaiting, false)
    let command = command(drone, bench)
    drone.told = command
    return bench.output.sound(.drone, command, level: level(drone))
      + (drone.hand.setup.isEcho ? openEar(&bench) : [])
  }

  /// The root that is playing.
  static func sounding(_ drone: State, _ bench: Bench) -> Note? {
    bench.output.tone == .drone && !drone.isWaiting ? drone.root : nil
  }

  static func stop(_ drone: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    (drone.taken, drone.candidate) = (nil, nil)
    (drone.isWaiting, drone.isLocked) = (false, false)
    return bench.output.silence(.drone) + bench.ear.end(for: .drone)
  }

  /// The command that makes the player sound the setup.
  static func command(_ drone: State, _ bench: Bench) -> PlayerCommand {
    let setup = drone.hand.setup
    return .drone(
      drone.isWaiting ? [] : setup.tones(bench.tuning, on: drone.root), setup.timbre,
      chorus: Cents(Double(setup.chorus) / 10),
      fades: Drone.Fades(
        attack: Double(setup.attack) / 1_000, release: Double(setup.release) / 1_000),
      inGaps: setup.isInGaps)
  }

  private static func level(_ drone: State) -> Double {
    Double(drone.hand.setup.level) / 100
  }

  /// Lets the sound follow the setup, whoever changed it.
  private static func settle(
    _ drone: inout State, _ bench: inout Bench, from before: DroneSetup
  ) -> [Effect<Tools.Message>] {
    let setup = drone.hand.setup
    if setup.root != before.root || setup.sequence != before.sequence { drone.taken = nil }
    // A draft refers to the old value.
    if setup.ownChord != before.ownChord { drone.chord = State.Draft() }
    if setup.sequence != before.sequence { drone.sequence = State.Draft() }
    var effects: [Effect<Tools.Message>] = []
    // Without the echo there is no note to wait for.
    if !setup.isEcho {
      effects = bench.ear.end(for: .drone)
      (drone.isWaiting, drone.isLocked) = (false, false)
      drone.candidate = nil
    }
    drone.numbers.show(setup)
    guard bench.output.tone == .drone else { return effects }
    effects += bench.output.setTones(level(drone))
    let command = command(drone, bench)
    if command != drone.told {
      drone.told = command
      effects += bench.output.sound(.drone, command, level: level(drone))
    }
    return effects
  }

  // MARK: - Fields

  /// A number of the setup that has a field.
  public enum Number: Int, SetupNumber {
    case attack, release, chorus

    public var entry: NumberEntry<DroneSetup> {
      switch self {
      case .attack:
        NumberEntry(
          "Fade in", DroneSetup.fades, step: 50, "ms", change: "Change the fade-in",
          { $0.attack }, { $0.attack = $1 })
      case .release:
        NumberEntry(
          "Fade out", DroneSetup.fades, step: 50, "ms", change: "Change the fade-out",
          { $0.release }, { $0.release = $1 })
      case .chorus:
        NumberEntry(
          "Chorus", DroneSetup.choruses, places: 1, step: 5, "cents", change: "Change the chorus",
          { $0.chorus }, { $0.chorus = $1 })
      }
    }
  }

  private static func keepChord(
    _ drone: inout State, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard let text = drone.chord.text else { return [] }
    do throws(ChordError) {
      let chord = try Chord(parsing: text)
      drone.chord = State.Draft()
      return drone.hand.change("Edit the drone’s chord", &room) { $0.ownChord = chord }
    } catch {
      drone.chord.problem = words(for: error)
      return []
    }
  }

  private static func keepSequence(
    _ drone: inout State, _ bench: Bench, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard let text = drone.sequence.text else { return [] }
    do throws(DroneSequence.ParseError) {
      let sequence = try DroneSequence(
        parsing: text, transposition: bench.settings.player.transposition)
      drone.sequence = State.Draft()
      return drone.hand.change("Edit the drone’s sequence", &room) {
        $0.sequence = sequence
      }
    } catch {
      drone.sequence.problem = words(for: error)
      return []
    }
  }

  private static func words(for error: ChordError) -> String {
    switch error {
    case .empty: "Enter at least one interval, such as 0 for the root."
    case .notAnInterval(let number):
      "Interval \(number): enter semitones such as 7 or a ratio such as 3:2."
    case .tooFar(let number): "Interval \(number) is more than three octaves away."
    case .tooMany: "A chord has at most \(Chord.sizes.upperBound) voices."
    }
  }

  private static func words(for error: DroneSequence.ParseError) -> String {
    switch error {
    case .notANote(let step): "Step \(step) must start with a note such as B4."
    case .outOfRange(let step): "The note of step \(step) is outside the drone’s range."
    case .notBars(let step):
      "Step \(step) must be a note and \(DroneSequence.bars.lowerBound)–"
        + "\(DroneSequence.bars.upperBound) bars."
    case .tooMany: "A sequence has at most \(DroneSequence.stepLimit) notes."
    }
  }

  // MARK: - From outside

  static func refresh(
    _ drone: inout State, _ bench: inout Bench, _ data: Replica
  ) -> [Effect<Tools.Message>] {
    let before = drone.hand.setup
    guard drone.hand.refresh(data) else { return [] }
    return settle(&drone, &bench, from: before)
  }

  /// Retunes what sounds: it glides if the whole chord moves by one ratio.
  static func retune(
    _ drone: inout State, _ bench: inout Bench, from old: Tuning
  ) -> [Effect<Tools.Message>] {
    guard bench.output.tone == .drone else { return [] }
    let (root, setup) = (drone.root, drone.hand.setup)
    let command = command(drone, bench)
    guard command != drone.told else { return [] }
    drone.told = command
    let before = setup.tones(old, on: root)
    let after = setup.tones(bench.tuning, on: root)
    guard let first = before.first, before.count == after.count else {
      return bench.output.sound(.drone, command, level: level(drone))
    }
    let ratio = after[0].frequency / first.frequency
    let isOneRatio = zip(before, after).allSatisfy { old, new in
      old.level == new.level && abs(old.frequency * ratio / new.frequency - 1) < 1e-9
    }
    guard isOneRatio, (0.5...2).contains(ratio) else {
      return bench.output.sound(.drone, command, level: level(drone))
    }
    return bench.output.change(tone: .drone, .retuneDrone(ratio), whole: command)
  }

  /// Follows the metronome's bars through the sequence.
  static func hear(
    _ sounded: Sounded, _ drone: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    guard case .pulse(let bar, beat: 1, subdivision: 1, voice: 0) = sounded.kind else { return [] }
    drone.bar = bar
    guard bench.output.tone == .drone,
      let note = drone.hand.setup.sequence.note(inBar: bar)
    else { return [] }
    drone.taken = note
    drone.isWaiting = false
    return settle(&drone, &bench, from: drone.hand.setup)
  }
}

// MARK: - Echo

extension DronePanel {
  /// A note counts once it has been heard this long, in seconds.
  private static let steadiness = 0.4
  private static let clarity = 0.8
  /// Anything quieter is not the player.
  private static let quietest = Decibels(-50)

  /// Whether the drone follows the notes that the microphone hears.
  static func isFollowing(_ drone: State, _ bench: Bench) -> Bool {
    bench.output.tone == .drone && drone.hand.setup.isEcho && !drone.isLocked
  }

  static func hear(
    _ frames: [PitchTracker.Frame], _ drone: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    guard isFollowing(drone, bench), bench.ear.sampleRate > 0 else { return [] }
    let length = Int64(steadiness * Double(bench.ear.sampleRate))
    var effects: [Effect<Tools.Message>] = []
    for frame in frames {
      guard let note = note(in: frame, drone, bench) else {
        drone.candidate = nil
        continue
      }
      guard let candidate = drone.candidate, candidate.note == note else {
        drone.candidate = State.Candidate(note: note, start: frame.samples)
        continue
      }
      guard frame.samples - candidate.start >= length else { continue }
      drone.candidate = nil
      drone.taken = note
      drone.isWaiting = false
      effects += settle(&drone, &bench, from: drone.hand.setup)
    }
    return effects
  }

  /// The player's note, if it is clear and not the drone's own sound.
  private static func note(in frame: PitchTracker.Frame, _ drone: State, _ bench: Bench) -> Note? {
    guard let pitch = frame.pitch, pitch.clarity >= clarity, frame.level >= quietest else {
      return nil
    }
    let setup = drone.hand.setup
    let heard = bench.tuning.nearest(to: pitch.frequency)
    guard abs(heard.offset.value) <= Timbre.nearness.value,
      DroneSetup.roots.contains(heard.note)
    else { return nil }
    if !drone.isWaiting,
      setup.timbre.sounds(
        pitch.frequency, in: setup.tones(bench.tuning, on: drone.root))
    {
      return nil
    }
    return heard.note
  }

  static func openEar(_ bench: inout Bench) -> [Effect<Tools.Message>] {
    bench.ear.begin(bench.request, for: .drone)
  }
}
