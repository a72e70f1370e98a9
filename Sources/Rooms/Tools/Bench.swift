import Domain
import Ledger
import Program
import RoomKit
import Sound

/// What the panels share: what sounds, what listens, and how everything is tuned.
///
/// A panel owns its state and is lent the bench; it knows no other panel. What one panel needs of another, the room
/// asks for and hands over.
public struct Bench: Sendable {
  var output = Output()
  var ear = Ear()
  /// What is chosen for the whole app, and what it makes of notes.
  private(set) var settings = Settings()
  private(set) var tuning = Tuning.standard
  /// How the tuner listens; whoever opens the microphone listens the same way.
  var mode = TunerSetup().mode
  /// How much later than it is heard a beat is shown, as the person calibrated it on this device.
  var beatOffset = 0
  /// Another number whenever something other than what is heard may show otherwise.
  var version: Int64 = 0

  init() {}
}

// MARK: - Tuning

extension Bench {
  /// Chooses settings for the whole app and keeps them; they hold at once, also where nothing can be kept.
  ///
  /// The room then tunes what sounds and what listens at the panels.
  mutating func choose(_ settings: Settings) -> [Effect<Tools.Message>] {
    let edits = settings.edits(from: self.settings)
    guard !edits.isEmpty else { return [] }
    take(settings)
    return [.keep("Change the tuning", edits, isVital: false)]
  }

  /// Takes in what is chosen for the whole app.
  mutating func take(_ settings: Settings) {
    self.settings = settings
    tuning = settings.tuning
  }
}

// MARK: - Listening

extension Bench {
  /// How the microphone is listened to.
  var request: ListenRequest {
    ListenRequest(
      mode: mode, instrument: settings.instrument == Settings.own ? .any : settings.player,
      a4: tuning.a4)
  }

  /// Closes the microphone, unless a take is being recorded with it; says so then.
  mutating func closeEar() -> [Effect<Tools.Message>] {
    let ended = leaveEar()
    return ear.isHeld(by: .recorder)
      ? [.toast("The microphone stays open for the take that is being recorded.")] : ended
  }

  /// Closes the microphone, or leaves it to the take that is being recorded with it.
  mutating func leaveEar() -> [Effect<Tools.Message>] {
    ear.end(for: .tuner) + ear.end(for: .drone)
  }
}

// MARK: - Beats in the picture

extension Bench {
  /// How much later than it is heard a beat can be shown, in milliseconds.
  static let beatOffsets = -300...500
  private static let beatOffsetKey = "woodshed.beat-offset"

  static func start() -> [Effect<Tools.Message>] {
    [.load(beatOffsetKey) { .beatOffsetRemembered($0) }]
  }

  mutating func remember(beatOffset text: String?) {
    beatOffset = text.flatMap { Int($0) }.map { Self.bounded($0) } ?? 0
  }

  /// Shows beats so much later than they are heard, and remembers it on this device.
  mutating func showBeats(laterBy milliseconds: Int) -> [Effect<Tools.Message>] {
    beatOffset = Self.bounded(milliseconds)
    return [.save("\(beatOffset)", under: Self.beatOffsetKey)]
  }

  private static func bounded(_ milliseconds: Int) -> Int {
    min(max(milliseconds, beatOffsets.lowerBound), beatOffsets.upperBound)
  }
}
