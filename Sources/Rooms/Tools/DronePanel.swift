public import Domain
import Ledger
import Program
public import RoomKit
public import Sound

/// The drone: a note or a chord that sounds until it is told to stop.
public enum DronePanel {
  struct State: Equatable, Sendable {
    var hand = Hand<DroneSetup>()
    var presets = Presets.State()
    /// The note that stands in the place of the root: taken from the player, or from the sequence.
    var taken: Note?
    /// The bar that the metronome plays, or played last.
    var bar = 1
    /// Whether sound is open for a note of the player's that has not come yet.
    var isWaiting = false
    /// Whether the note stays, whatever the player plays.
    var isLocked = false
    /// The note of the player's that may become the drone's, and since when it is heard, in samples.
    var candidate: Candidate?
    /// What the player was told last.
    var told: PlayerCommand?
    var attack = NumberField.State(Decimal(units: 300, places: 0))
    var release = NumberField.State(Decimal(units: 400, places: 0))
    var chorus = NumberField.State(Decimal(units: 0, places: 1))
    /// An own chord and a sequence while they are typed, and what is wrong with them.
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

    /// The note on which the chord stands, as it sounds.
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
    case attack(NumberField.Message)
    case release(NumberField.Message)
    case chorus(NumberField.Message)
    case echoChecked(Bool)
    case listenTapped
    case lockTapped
    case gapsChecked(Bool)
    case sequenceTyped(String)
    case sequenceDone
    case presets(Presets.Message)
  }

  static func update(
    _ tools: inout Tools.State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    let before = tools.drone.hand.setup
    var effects = respond(&tools, message, &room) + settle(&tools, from: before)
    // A tap may open the microphone, also where it recalls a preset.
    if tools.drone.hand.setup.isEcho, !before.isEcho, tools.output.tone == .drone {
      effects += openEar(&tools)
    }
    return effects
  }

  private static func respond(
    _ tools: inout Tools.State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    /// Changes the setup, with words for undo.
    func change(
      _ label: String, _ body: (inout DroneSetup) -> Void
    ) -> [Effect<Tools.Message>] {
      tools.drone.hand.change(label, &room, body)
    }
    switch message {
    case .mainTapped:
      guard tools.output.tone != .drone else { return stop(&tools) }
      let setup = tools.drone.hand.setup
      let bar = tools.output.part == .metronome ? tools.drone.bar : 1
      return begin(&tools, on: setup.sequence.note(inBar: bar), isWaiting: setup.isEcho)
    case .noteTapped(let note):
      if tools.output.tone == .drone, !tools.drone.isWaiting, note == tools.drone.root {
        return stop(&tools)
      }
      tools.drone.taken = nil
      tools.drone.isWaiting = false
      let effects = change("Choose the drone’s note") { $0.root = note }
      return effects + (tools.output.tone == .drone ? [] : begin(&tools, on: nil, isWaiting: false))
    case .octaveStepped(let steps):
      let note = tools.drone.root.raised(by: 12 * steps)
      guard DroneSetup.roots.contains(note) else { return [] }
      tools.drone.taken = nil
      return change("Change the drone’s octave") { $0.root = note }
    case .soundChosen(let sound): return change("Choose the drone’s sound") { $0.sound = sound }
    case .drawbarMoved(let index, let text):
      guard let level = Int(text), DroneSetup.drawbarLevels.contains(level) else { return [] }
      return change("Draw a drawbar") {
        $0.drawbars[index] = level
        $0.sound = .own
      }
    case .harmonyChosen(let harmony):
      tools.drone.chord = State.Draft()
      return change("Choose the drone’s chord") { $0.harmony = harmony }
    case .justnessChosen(let isJust):
      return change("Change how the chord is tuned") { $0.isJust = isJust }
    case .chordTyped(let text):
      tools.drone.chord.text = text
      // What is being typed is judged when it is done, but praised at once.
      if (try? Chord(parsing: text)) != nil { tools.drone.chord.problem = nil }
      return []
    case .chordDone: return keepChord(&tools, &room)
    case .voiceMoved(let index, let text):
      guard let level = Int(text), DroneSetup.voiceLevels.contains(level) else { return [] }
      return change("Change a voice’s level") { $0.voices[index].level = level }
    case .voiceMuted(let index):
      return change("Mute a voice") { $0.voices[index].isMuted.toggle() }
    case .levelMoved(let text):
      guard let level = Int(text), (0...100).contains(level) else { return [] }
      return change("Change the drone’s level") { $0.level = level }
    case .attack(let message):
      let effects = field(&tools.drone.attack, message, fadeRule) { .attack($0) }
      let attack = Int(tools.drone.attack.value.units)
      return effects + change("Change how the drone begins") { $0.attack = attack }
    case .release(let message):
      let effects = field(&tools.drone.release, message, fadeRule) { .release($0) }
      let release = Int(tools.drone.release.value.units)
      return effects + change("Change how the drone ends") { $0.release = release }
    case .chorus(let message):
      let effects = field(&tools.drone.chorus, message, chorusRule) { .chorus($0) }
      let chorus = Int(tools.drone.chorus.value.units)
      return effects + change("Change the chorus") { $0.chorus = chorus }
    case .echoChecked(let isOn): return change("Switch the echo") { $0.isEcho = isOn }
    case .listenTapped: return openEar(&tools)
    case .lockTapped:
      tools.drone.isLocked.toggle()
      // It may have been let go of while nobody needed it.
      return tools.drone.isLocked ? [] : openEar(&tools)
    case .gapsChecked(let isOn):
      return change("Switch where the drone sounds") { $0.isInGaps = isOn }
    case .sequenceTyped(let text):
      tools.drone.sequence.text = text
      if (try? DroneSequence(parsing: text, transposition: tools.settings.player.transposition))
        != nil
      {
        tools.drone.sequence.problem = nil
      }
      return []
    case .sequenceDone: return keepSequence(&tools, &room)
    case .presets(let message):
      let settings = tools.settings
      return Presets.update(&tools.drone.presets, &tools.drone.hand, message, &room) {
        describe($0, settings)
      }
    }
  }

  // MARK: - Starting and stopping

  /// Sounds what is set, or opens sound for the note that the player is going to play.
  private static func begin(
    _ tools: inout Tools.State, on note: Note?, isWaiting: Bool
  ) -> [Effect<Tools.Message>] {
    (tools.drone.taken, tools.drone.candidate) = (note, nil)
    (tools.drone.isWaiting, tools.drone.isLocked) = (isWaiting, false)
    let command = command(tools)
    tools.drone.told = command
    return tools.output.sound(.drone, command, level: level(tools))
      + (tools.drone.hand.setup.isEcho ? openEar(&tools) : [])
  }

  static func stop(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    (tools.drone.taken, tools.drone.candidate) = (nil, nil)
    (tools.drone.isWaiting, tools.drone.isLocked) = (false, false)
    return tools.output.silence(.drone) + tools.ear.end(for: .drone)
  }

  /// What the player is asked for.
  static func command(_ tools: Tools.State) -> PlayerCommand {
    let (drone, setup) = (tools.drone, tools.drone.hand.setup)
    return .drone(
      drone.isWaiting ? [] : setup.tones(tools.tuning, on: drone.root), setup.timbre,
      chorus: Cents(Double(setup.chorus) / 10),
      fades: Drone.Fades(
        attack: Double(setup.attack) / 1_000, release: Double(setup.release) / 1_000),
      inGaps: setup.isInGaps)
  }

  private static func level(_ tools: Tools.State) -> Double {
    Double(tools.drone.hand.setup.level) / 100
  }

  /// What sounds follows what is set, whoever changed it.
  private static func settle(
    _ tools: inout Tools.State, from before: DroneSetup
  ) -> [Effect<Tools.Message>] {
    let setup = tools.drone.hand.setup
    if setup.root != before.root || setup.sequence != before.sequence { tools.drone.taken = nil }
    // What was being typed is about what was there before.
    if setup.ownChord != before.ownChord { tools.drone.chord = State.Draft() }
    if setup.sequence != before.sequence { tools.drone.sequence = State.Draft() }
    var effects: [Effect<Tools.Message>] = []
    // Without the echo no note will come.
    if !setup.isEcho {
      effects = tools.ear.end(for: .drone)
      (tools.drone.isWaiting, tools.drone.isLocked) = (false, false)
      tools.drone.candidate = nil
    }
    show(setup.attack, places: 0, in: &tools.drone.attack)
    show(setup.release, places: 0, in: &tools.drone.release)
    show(setup.chorus, places: 1, in: &tools.drone.chorus)
    guard tools.output.tone == .drone else { return effects }
    effects += tools.output.setTones(level(tools))
    let command = command(tools)
    if command != tools.drone.told {
      tools.drone.told = command
      effects += tools.output.sound(.drone, command, level: level(tools))
    }
    return effects
  }

  // MARK: - Fields

  static let fadeRule = NumberField.Rule(
    Decimal(
      units: Int64(DroneSetup.fades.lowerBound), places: 0)...Decimal(
        units: Int64(DroneSetup.fades.upperBound), places: 0), step: 50, unit: "ms")
  static let chorusRule = NumberField.Rule(
    Decimal(
      units: 0, places: 1)...Decimal(
        units: Int64(DroneSetup.choruses.upperBound), places: 1), step: 5, unit: "cents")

  private static func field(
    _ state: inout NumberField.State, _ message: NumberField.Message, _ rule: NumberField.Rule,
    _ wrap: @escaping (NumberField.Message) -> Message
  ) -> [Effect<Tools.Message>] {
    NumberField.update(&state, message, rule).map { $0.map { .drone(wrap($0)) } }
  }

  /// A field shows what is set, also where another device set it.
  private static func show(_ number: Int, places: Int, in field: inout NumberField.State) {
    let value = Decimal(units: Int64(number), places: places)
    if field.value != value { field = NumberField.State(value) }
  }

  private static func keepChord(
    _ tools: inout Tools.State, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard let text = tools.drone.chord.text else { return [] }
    do throws(ChordError) {
      let chord = try Chord(parsing: text)
      tools.drone.chord = State.Draft()
      return tools.drone.hand.change("Write the drone’s chord", &room) { $0.ownChord = chord }
    } catch {
      tools.drone.chord.problem = words(for: error)
      return []
    }
  }

  private static func keepSequence(
    _ tools: inout Tools.State, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    guard let text = tools.drone.sequence.text else { return [] }
    do throws(DroneSequence.ParseError) {
      let sequence = try DroneSequence(
        parsing: text, transposition: tools.settings.player.transposition)
      tools.drone.sequence = State.Draft()
      return tools.drone.hand.change("Write the drone’s sequence", &room) {
        $0.sequence = sequence
      }
    } catch {
      tools.drone.sequence.problem = words(for: error)
      return []
    }
  }

  private static func words(for error: ChordError) -> String {
    switch error {
    case .empty: "Type at least one interval, such as 0 for the root."
    case .notAnInterval(let number):
      "Interval \(number) is neither semitones such as 7 nor a ratio such as 3:2."
    case .tooFar(let number): "Interval \(number) is more than three octaves away."
    case .tooMany: "A chord has at most \(Chord.sizes.upperBound) voices."
    }
  }

  private static func words(for error: DroneSequence.ParseError) -> String {
    switch error {
    case .notANote(let step): "Step \(step) does not begin with a note such as B4."
    case .outOfRange(let step): "The note of step \(step) is outside what the drone can sound."
    case .notBars(let step):
      "Step \(step) should be a note and its number of bars, from \(DroneSequence.bars.lowerBound) "
        + "to \(DroneSequence.bars.upperBound)."
    case .tooMany: "A sequence has at most \(DroneSequence.stepLimit) notes."
    }
  }

  // MARK: - From outside

  static func refresh(
    _ tools: inout Tools.State, _ data: Replica
  ) -> [Effect<Tools.Message>] {
    let before = tools.drone.hand.setup
    guard tools.drone.hand.refresh(data) else { return [] }
    return settle(&tools, from: before)
  }

  /// What sounds is tuned to another tuning: it glides there where the whole chord moves by one ratio.
  static func retune(
    _ tools: inout Tools.State, from old: Tuning
  ) -> [Effect<Tools.Message>] {
    guard tools.output.tone == .drone else { return [] }
    let (root, setup) = (tools.drone.root, tools.drone.hand.setup)
    let command = command(tools)
    guard command != tools.drone.told else { return [] }
    tools.drone.told = command
    let before = setup.tones(old, on: root)
    let after = setup.tones(tools.tuning, on: root)
    guard let first = before.first, before.count == after.count else {
      return tools.output.sound(.drone, command, level: level(tools))
    }
    let ratio = after[0].frequency / first.frequency
    let isOneRatio = zip(before, after).allSatisfy { old, new in
      old.level == new.level && abs(old.frequency * ratio / new.frequency - 1) < 1e-9
    }
    guard isOneRatio, (0.5...2).contains(ratio) else {
      return tools.output.sound(.drone, command, level: level(tools))
    }
    return tools.output.change(tone: .drone, .retuneDrone(ratio), whole: command)
  }

  /// Follows the bars of the metronome, where a sequence says which notes they have.
  static func hear(_ sounded: Sounded, _ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard case .pulse(let bar, beat: 1, subdivision: 1, voice: 0) = sounded.kind else { return [] }
    tools.drone.bar = bar
    guard tools.output.tone == .drone,
      let note = tools.drone.hand.setup.sequence.note(inBar: bar)
    else { return [] }
    tools.drone.taken = note
    tools.drone.isWaiting = false
    return settle(&tools, from: tools.drone.hand.setup)
  }
}

// MARK: - Echo

extension DronePanel {
  /// A note counts once it has been heard for so long, in seconds.
  private static let steadiness = 0.4
  private static let clarity = 0.8
  /// What is quieter is not the player.
  private static let quietest = Decibels(-50)

  /// Whether the drone takes the notes that the microphone hears.
  static func isFollowing(_ tools: Tools.State) -> Bool {
    tools.output.tone == .drone && tools.drone.hand.setup.isEcho && !tools.drone.isLocked
  }

  static func hear(
    _ frames: [PitchTracker.Frame], _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    guard isFollowing(tools), tools.ear.sampleRate > 0 else { return [] }
    let length = Int64(steadiness * Double(tools.ear.sampleRate))
    var effects: [Effect<Tools.Message>] = []
    for frame in frames {
      guard let note = note(in: frame, tools) else {
        tools.drone.candidate = nil
        continue
      }
      guard let candidate = tools.drone.candidate, candidate.note == note else {
        tools.drone.candidate = State.Candidate(note: note, start: frame.samples)
        continue
      }
      guard frame.samples - candidate.start >= length else { continue }
      tools.drone.candidate = nil
      tools.drone.taken = note
      tools.drone.isWaiting = false
      effects += settle(&tools, from: tools.drone.hand.setup)
    }
    return effects
  }

  /// The note that the player plays, if it is clearly one, and not the drone's own sound.
  private static func note(in frame: PitchTracker.Frame, _ tools: Tools.State) -> Note? {
    guard let pitch = frame.pitch, pitch.clarity >= clarity, frame.level >= quietest else {
      return nil
    }
    let setup = tools.drone.hand.setup
    let heard = tools.tuning.nearest(to: pitch.frequency)
    guard abs(heard.offset.value) <= Timbre.nearness.value,
      DroneSetup.roots.contains(heard.note)
    else { return nil }
    if !tools.drone.isWaiting,
      setup.timbre.sounds(
        pitch.frequency, in: setup.tones(tools.tuning, on: tools.drone.root))
    {
      return nil
    }
    return heard.note
  }

  static func openEar(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    tools.ear.begin(TunerPanel.request(tools), for: .drone)
  }
}
