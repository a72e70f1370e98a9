public import Domain
import Ledger
import Program
import RoomKit
public import Sound

/// The tuner: what is heard, as a note and how far it is out.
public enum TunerPanel {
  struct State: Sendable {
    var hand = Hand<TunerSetup>()
    var presets = Presets.State()
    var sitting = Sitting()
    /// Whether what is shown stays as it is.
    var isFrozen = false
    /// Whether the next steady A is taken for A4.
    var isLearning = false
    /// The note that sounds as a reference, as it sounds.
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
    case learnTapped
    case mapCleared
    case presets(Presets.Message)
  }

  static func update(
    _ tools: inout Tools.State, _ message: Message, _ room: inout RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .mainTapped:
      tools.tuner.isLearning = false
      tools.tuner.isFrozen = false
      return tools.ear.isListening
        ? Tools.closeEar(&tools) : tools.ear.begin(request(tools), for: .tuner)
    case .modeChosen(let mode): return change("Change the tuner", &tools, &room) { $0.mode = mode }
    case .toleranceChosen(let cents):
      return change("Change the tuner", &tools, &room) { $0.tolerance = cents }
    case .lookChosen(let look):
      return change("Change the tuner", &tools, &room) { $0.look = look }
    case .holdingSwitched(let isOn):
      return change("Change the tuner", &tools, &room) { $0.isHolding = isOn }
    case .reedSwitched(let isOn):
      return change("Change the tuner", &tools, &room) { $0.hasReed = isOn }
    case .spellingTapped:
      var settings = tools.settings
      settings.spelling = settings.spelling == .sharps ? .flats : .sharps
      return TuningSheet.keep(settings, &tools)
    case .freezeTapped:
      tools.tuner.isFrozen.toggle()
      return []
    case .targetTapped:
      let shown = tools.tuner.sitting.reading?.written ?? tools.settings.player.written(.a4)
      return change("Lock a note", &tools, &room) {
        $0.target = $0.target == nil ? shown : nil
      }
    case .targetStepped(let steps):
      return change("Lock a note", &tools, &room) { setup in
        setup.target = setup.target.map { Note(min(max($0.number + steps, 12), 119)) }
      }
    case .referenceTapped:
      return tools.output.tone == .reference
        ? tools.output.silence(.reference) : playReference(&tools)
    case .learnTapped:
      tools.tuner.isLearning.toggle()
      tools.tuner.isFrozen = false
      tools.tuner.sitting.forgetSteadiness()
      return tools.tuner.isLearning ? tools.ear.begin(request(tools), for: .tuner) : []
    case .mapCleared:
      tools.tuner.sitting.map = IntonationMap()
      return []
    case .presets(let message):
      let before = tools.tuner.hand.setup
      let effects: [Effect<Tools.Message>] = Presets.update(
        &tools.tuner.presets, &tools.tuner.hand, message, &room, describe: describe)
      return effects + follow(&tools, from: before)
    }
  }

  private static func change(
    _ label: String, _ tools: inout Tools.State, _ room: inout RoomContext,
    _ body: (inout TunerSetup) -> Void
  ) -> [Effect<Tools.Message>] {
    let before = tools.tuner.hand.setup
    return tools.tuner.hand.change(label, &room, body) + follow(&tools, from: before)
  }

  /// Listens, shows and sounds as the setup says now.
  private static func follow(
    _ tools: inout Tools.State, from old: TunerSetup
  ) -> [Effect<Tools.Message>] {
    let heard = tools.ear.listen(request(tools))
    guard tools.tuner.hand.setup.target != old.target else { return heard }
    // Another note is another picture; what it is called is told once more.
    tools.tuner.sitting.trace = PitchTrace()
    return heard + (tools.output.tone == .reference ? playReference(&tools) : [])
  }

  static func request(_ tools: Tools.State) -> ListenRequest {
    ListenRequest(
      mode: tools.tuner.hand.setup.mode,
      instrument: tools.settings.instrument == Settings.own ? .any : tools.settings.player,
      a4: tools.tuning.a4)
  }

  static func refresh(_ tools: inout Tools.State, _ data: Replica) -> [Effect<Tools.Message>] {
    let before = tools.tuner.hand.setup
    guard tools.tuner.hand.refresh(data) else { return [] }
    return follow(&tools, from: before)
  }

  /// What it is set to, in a few words.
  static func describe(_ setup: TunerSetup) -> String {
    let target = setup.target.map { " · \($0.name(in: .sharps))" } ?? ""
    return "\(setup.mode.name) · ± \(setup.tolerance) cents\(target)"
  }
}

// MARK: - The reference

extension TunerPanel {
  /// Sounds the note that is shown, or the one that is locked.
  private static func playReference(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    let player = tools.settings.player
    let target = tools.tuner.hand.setup.target.map { $0.raised(by: player.transposition) }
    let note = target ?? tools.tuner.sitting.reading?.sounding ?? .a4
    let tone = Drone.Tone(frequency: tools.tuning.frequency(of: note))
    guard Drone.range.contains(tone.frequency) else {
      return tools.output.silence(.reference) + [.toast("This note lies beyond what can be heard.")]
    }
    tools.tuner.reference = note
    return tools.output.sound(.reference, .drone([tone], .reed))
  }

  /// What sounds is tuned to another tuning.
  static func retune(
    _ tools: inout Tools.State, from old: Tuning
  ) -> [Effect<Tools.Message>] {
    tools.tuner.sitting.trace = PitchTrace()
    return tools.output.tone == .reference ? playReference(&tools) : []
  }

  static func referenceName(_ tools: Tools.State) -> String {
    tools.tuner.reference?.name(in: tools.settings.spelling) ?? ""
  }
}

// MARK: - What is heard

extension TunerPanel {
  static func hear(
    _ frames: [PitchTracker.Frame], _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    guard !tools.tuner.isFrozen, tools.ear.sampleRate > 0 else { return [] }
    let rule = Sitting.Rule(
      tuning: tools.tuning, player: tools.settings.player, setup: tools.tuner.hand.setup,
      spelling: tools.settings.spelling, sampleRate: Double(tools.ear.sampleRate))
    for frame in frames { tools.tuner.sitting.hear(frame, rule) }
    return tools.tuner.isLearning ? learn(&tools) : []
  }

  /// Takes a steady A, in whatever octave, for A4.
  private static func learn(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard let steady = tools.tuner.sitting.steady, let a4 = Self.a4(from: steady) else { return [] }
    tools.tuner.isLearning = false
    var settings = tools.settings
    settings.a4 = a4
    return TuningSheet.keep(settings, &tools) + [.toast("A4 is \(a4.hertz.text) Hz now.")]
  }

  /// The A4 that a sounding A stands for, or `nil` where it is none.
  static func a4(from frequency: Double) -> ReferencePitch? {
    var hertz = frequency
    while hertz > 0, hertz < 350 { hertz *= 2 }
    while hertz > 520 { hertz /= 2 }
    return ReferencePitch(tenthsOfHertz: Int(hertz * 10 + 0.5))
  }
}
