public import Domain
import Ledger
import Program
import RoomKit
public import Sound

/// The tuner: the note that is heard, and how far it is out of tune.
public enum TunerPanel {
  struct State: Sendable {
    var hand = Hand<TunerSetup>()
    var presets = Presets.State()
    var sitting = Sitting()
    /// Whether the reading is frozen.
    var isFrozen = false
    /// Whether the next steady A sets A4.
    var isLearning = false
    /// The reference note that is playing, as it sounds.
    var reference: Note?
  }

  public enum Message: Sendable {
    case mainTapped
    case modeChosen(PitchMode)
    case toleranceChosen(Int)
    case lookChosen(TunerSetup.Look)
    case holdingSwitched(Bool)
    case reedSwitched(Bool)
    case spellingTapped
    case freezeTapped
    case targetTapped
    case targetStepped(by: Int)
    case referenceTapped
    /// The drone takes the note that is shown, or stops if it is playing it; without a note it starts or stops as it is.
    /// The room passes this on.
    case droneTapped
    case learnTapped
    case mapCleared
    case presets(Presets.Message)
  }

  static func update(
    _ tuner: inout State, _ bench: inout Bench, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .mainTapped:
      tuner.isLearning = false
      tuner.isFrozen = false
      return bench.ear.isListening
        ? bench.closeEar() : bench.ear.begin(bench.request, for: .tuner)
    case .modeChosen(let mode):
      return change("Change the tuner", &tuner, &bench, &room) { $0.mode = mode }
    case .toleranceChosen(let cents):
      return change("Change the tuner", &tuner, &bench, &room) { $0.tolerance = cents }
    case .lookChosen(let look):
      return change("Change the tuner", &tuner, &bench, &room) { $0.look = look }
    case .holdingSwitched(let isOn):
      return change("Change the tuner", &tuner, &bench, &room) { $0.isHolding = isOn }
    case .reedSwitched(let isOn):
      return change("Change the tuner", &tuner, &bench, &room) { $0.hasReed = isOn }
    case .spellingTapped:
      var settings = bench.settings
      settings.spelling = settings.spelling == .sharps ? .flats : .sharps
      return bench.choose(settings)
    case .freezeTapped:
      tuner.isFrozen.toggle()
      return []
    case .targetTapped:
      let shown = tuner.sitting.reading?.written ?? bench.settings.player.written(.a4)
      return change("Lock a note", &tuner, &bench, &room) {
        $0.target = $0.target == nil ? shown : nil
      }
    case .targetStepped(let steps):
      return change("Lock a note", &tuner, &bench, &room) { setup in
        setup.target = setup.target.map { Note(min(max($0.number + steps, 12), 119)) }
      }
    case .referenceTapped:
      return bench.output.tone == .reference
        ? bench.output.silence(.reference) : playReference(&tuner, &bench)
    case .droneTapped: return []
    case .learnTapped:
      tuner.isLearning.toggle()
      tuner.isFrozen = false
      tuner.sitting.forgetSteadiness()
      return tuner.isLearning ? bench.ear.begin(bench.request, for: .tuner) : []
    case .mapCleared:
      tuner.sitting.map = IntonationMap()
      return []
    case .presets(let message):
      let before = tuner.hand.setup
      let effects: [Effect<Tools.Message>] = Presets.update(
        &tuner.presets, &tuner.hand, message, &room, describe: describe)
      return effects + follow(&tuner, &bench, from: before)
    }
  }

  private static func change(
    _ label: String, _ tuner: inout State, _ bench: inout Bench, _ room: inout RoomContext,
    _ body: (inout TunerSetup) -> Void
  ) -> [Effect<Tools.Message>] {
    let before = tuner.hand.setup
    return tuner.hand.change(label, &room, body) + follow(&tuner, &bench, from: before)
  }

  /// Lets listening, display and reference note follow the setup.
  private static func follow(
    _ tuner: inout State, _ bench: inout Bench, from old: TunerSetup
  ) -> [Effect<Tools.Message>] {
    bench.mode = tuner.hand.setup.mode
    let heard = bench.ear.listen(bench.request)
    guard tuner.hand.setup.target != old.target else { return heard }
    // Another note needs a new trace and a new reference tone.
    tuner.sitting.trace = PitchTrace()
    return heard + (bench.output.tone == .reference ? playReference(&tuner, &bench) : [])
  }

  static func refresh(
    _ tuner: inout State, _ bench: inout Bench, _ data: Replica
  ) -> [Effect<Tools.Message>] {
    let before = tuner.hand.setup
    guard tuner.hand.refresh(data) else { return [] }
    return follow(&tuner, &bench, from: before)
  }

  /// The setup in a few words.
  static func describe(_ setup: TunerSetup) -> String {
    let target = setup.target.map { " · \($0.name(in: .sharps))" } ?? ""
    return "\(setup.mode.name) · ± \(setup.tolerance) cents\(target)"
  }
}

// MARK: - The note that is shown

extension TunerPanel {
  /// What is heard or held.
  static func reading(_ tuner: State, _ bench: Bench) -> Sitting.Reading? {
    bench.ear.isListening || tuner.isFrozen ? tuner.sitting.reading : nil
  }

  /// The note that is heard, held or locked, as it sounds.
  static func note(_ tuner: State, _ bench: Bench) -> Note? {
    reading(tuner, bench)?.sounding ?? target(tuner, bench)
  }

  /// The locked note, as it sounds.
  private static func target(_ tuner: State, _ bench: Bench) -> Note? {
    tuner.hand.setup.target.map { $0.raised(by: bench.settings.player.transposition) }
  }

  static var outOfRange: Effect<Tools.Message> { .toast("This note is out of range.") }
}

// MARK: - The reference

extension TunerPanel {
  /// Plays the locked note, or the one that is shown.
  private static func playReference(
    _ tuner: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    let note = target(tuner, bench) ?? tuner.sitting.reading?.sounding ?? .a4
    let tone = Drone.Tone(frequency: bench.tuning.frequency(of: note))
    guard Drone.range.contains(tone.frequency) else {
      return bench.output.silence(.reference) + [outOfRange]
    }
    tuner.reference = note
    return bench.output.sound(.reference, .drone([tone], .reed))
  }

  /// Retunes what sounds.
  static func retune(_ tuner: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    tuner.sitting.trace = PitchTrace()
    return bench.output.tone == .reference ? playReference(&tuner, &bench) : []
  }

  /// As it is written for the player's instrument.
  static func referenceName(_ tuner: State, _ settings: Settings) -> String {
    tuner.reference.map { settings.player.written($0).name(in: settings.spelling) } ?? ""
  }
}

// MARK: - What is heard

extension TunerPanel {
  static func hear(
    _ frames: [PitchTracker.Frame], _ tuner: inout State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    guard !tuner.isFrozen, bench.ear.sampleRate > 0 else { return [] }
    let rule = Sitting.Rule(
      tuning: bench.tuning, player: bench.settings.player, setup: tuner.hand.setup,
      spelling: bench.settings.spelling, sampleRate: Double(bench.ear.sampleRate))
    for frame in frames { tuner.sitting.hear(frame, rule) }
    return tuner.isLearning ? learn(&tuner, &bench) : []
  }

  /// Sets A4 from a steady A in any octave.
  private static func learn(_ tuner: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    guard let steady = tuner.sitting.steady, let a4 = Self.a4(from: steady) else { return [] }
    tuner.isLearning = false
    var settings = bench.settings
    settings.a4 = a4
    return bench.choose(settings) + [.toast("A4 is now \(a4.hertz.text) Hz.")]
  }

  /// The A4 that a sounding A implies, or `nil` if it is not an A.
  static func a4(from frequency: Double) -> ReferencePitch? {
    var hertz = frequency
    while hertz > 0, hertz < 350 { hertz *= 2 }
    while hertz > 520 { hertz /= 2 }
    return ReferencePitch(tenthsOfHertz: Int(hertz * 10 + 0.5))
  }
}
