import Domain
import Ledger
import Program
import RoomKit
import Sound

/// What the panels share: the sound output, the microphone and the tuning.
///
/// A panel owns its state and is lent the bench; it knows no other panel. The room passes on what one panel needs
/// from another.
public struct Bench: Sendable {
  var output = Output()
  var ear = Ear()
  /// The settings of the whole app, and the tuning that follows from them.
  private(set) var settings = Settings()
  private(set) var tuning = Tuning.standard
  /// How the tuner listens; anything else that opens the microphone listens the same way.
  var mode = TunerSetup().mode
  /// How much later a beat is shown than heard, in milliseconds, as calibrated on this device.
  var beatOffset = 0
  /// Changes whenever the view may change for any reason but a new reading.
  var version: Int64 = 0

  init() {}
}

// MARK: - Tuning

extension Bench {
  /// Changes the settings of the whole app and saves them; they apply at once, even if nothing can be saved.
  ///
  /// The room then retunes the panels.
  mutating func choose(_ settings: Settings) -> [Effect<Tools.Message>] {
    let edits = settings.edits(from: self.settings)
    guard !edits.isEmpty else { return [] }
    take(settings)
    return [.keep("Change the tuning", edits, isVital: false)]
  }

  /// Applies settings of the whole app.
  mutating func take(_ settings: Settings) {
    self.settings = settings
    tuning = settings.tuning
  }
}

// MARK: - Listening

extension Bench {
  /// How the microphone listens.
  var request: ListenRequest {
    ListenRequest(
      mode: mode, instrument: settings.instrument == Settings.own ? .any : settings.player,
      a4: tuning.a4)
  }

  /// Closes the microphone, or says that it stays on for a recording.
  mutating func closeEar() -> [Effect<Tools.Message>] {
    let ended = leaveEar()
    return ear.isHeld(by: .recorder)
      ? [.toast("The microphone stays on for the recording.")] : ended
  }

  /// Closes the microphone, unless a take is being recorded.
  mutating func leaveEar() -> [Effect<Tools.Message>] {
    ear.end(for: .tuner) + ear.end(for: .drone)
  }
}

// MARK: - Beats in the picture

extension Bench {
  /// How much later a beat can be shown than heard, in milliseconds.
  static let beatOffsets = -300...500
  private static let beatOffsetKey = "woodshed.beat-offset"

  static func start() -> [Effect<Tools.Message>] {
    [.load(beatOffsetKey) { .beatOffsetRemembered($0) }]
  }

  mutating func remember(beatOffset text: String?) {
    beatOffset = text.flatMap { Int($0) }.map { Self.bounded($0) } ?? 0
  }

  /// Shows beats this much later than they are heard, and remembers it on this device.
  mutating func showBeats(laterBy milliseconds: Int) -> [Effect<Tools.Message>] {
    beatOffset = Self.bounded(milliseconds)
    return [.save("\(beatOffset)", under: Self.beatOffsetKey)]
  }

  private static func bounded(_ milliseconds: Int) -> Int {
    min(max(milliseconds, beatOffsets.lowerBound), beatOffsets.upperBound)
  }
}
