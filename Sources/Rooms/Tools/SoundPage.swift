import Domain
public import Program
public import RoomKit
import Sound

/// A page for trying out sound and the microphone, for tests and by ear. It shares the tools' audio thread and
/// microphone.
public enum SoundPage {
  public struct State: Equatable, Sendable {
    var tempo = NumberField.State(Decimal(units: 12_000, places: 2))
    var timbre = 1
    var mode = 2
    /// The last cues, newest first, each with its sample.
    var sounded: [Sounded] = []
    var soundedCount = 0
  }

  public enum Message: Equatable, Sendable {
    case tempo(NumberField.Message)
    case clicksTapped
    case scoreTapped
    case droneTapped
    case timbreChosen(Int)
    case offTapped
    case listenTapped
    case modeChosen(Int)
  }

  @export(interface)
  public static func update(
    _ trial: inout State, _ bench: inout Bench, _ message: Message
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .tempo(let message):
      let before = trial.tempo.value
      let effects = NumberField.update(&trial.tempo, message, tempoRule)
        .map { $0.map { Tools.Message.trial(.tempo($0)) } }
      guard trial.tempo.value != before else { return effects }
      let metronome = metronome(trial)
      return effects
        + bench.output.change(
          .trialClicks, .change(metronome), whole: .play(metronome, .tick))
    case .clicksTapped:
      return bench.output.part == .trialClicks
        ? bench.output.stop(.trialClicks)
        : bench.output.play(.trialClicks, .play(metronome(trial), .tick))
    case .scoreTapped:
      return bench.output.part == .trialScore
        ? bench.output.stop(.trialScore) : bench.output.play(.trialScore, score)
    case .droneTapped:
      return bench.output.tone == .trial
        ? bench.output.silence(.trial) : bench.output.sound(.trial, drone(trial))
    case .timbreChosen(let number):
      trial.timbre = number
      guard bench.output.tone == .trial else { return [] }
      return bench.output.sound(.trial, drone(trial))
    case .offTapped: return bench.output.close()
    case .listenTapped:
      return bench.ear.isListening
        ? bench.closeEar() : bench.ear.begin(request(trial), for: .tuner)
    case .modeChosen(let number):
      trial.mode = number
      return bench.ear.listen(request(trial))
    }
  }

  /// Handles a cue of the player.
  static func hear(_ sounded: Sounded, _ state: inout State) {
    state.sounded = [sounded] + state.sounded.prefix(7)
    state.soundedCount += 1
  }

  static let tempoRule = NumberField.Rule(1_000...60_000, places: 2, step: 100, "bpm")

  // MARK: - Commands and requests

  private static func request(_ state: State) -> ListenRequest {
    ListenRequest(mode: PitchMode.allCases[state.mode])
  }

  private static func metronome(_ state: State) -> Metronome {
    let hundredths = Int(clamping: state.tempo.value.units)
    return Metronome(meter: .common, tempo: Tempo(centiBeatsPerMinute: hundredths) ?? .standard)
  }

  private static var score: PlayerCommand {
    .playScore(Score.sequenzaVII.cues(countIn: 3), .written, isLooping: false)
  }

  private static func drone(_ state: State) -> PlayerCommand {
    let a = Tuning.standard.frequency(of: .a4) / 2
    return .drone(
      [Drone.Tone(frequency: a), Drone.Tone(frequency: a * 1.5, level: 0.7)],
      Timbre.named[state.timbre].timbre)
  }
}
