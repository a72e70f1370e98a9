import Domain
public import RoomKit
import Sound

extension Tools.State {
  /// What other rooms may know about the tools.
  public var atWork: ToolsAtWork {
    let map = tuner.sitting.map
    return ToolsAtWork(
      tools: sounding.map(tool), tempo: tempo, isListening: bench.ear.isListening,
      level: bench.ear.frame?.level, instrument: bench.settings.player.name, notes: { map.notes })
  }

  /// What the microphone hears from a reed, while it is open for one.
  public var heardOfReed: HeardOfReed? {
    if let trouble = bench.ear.trouble, !bench.ear.isHeld(by: .reed) || bench.ear.isAsleep {
      return .trouble(trouble.words)
    }
    guard bench.ear.isHeld(by: .reed) else { return nil }
    guard let pitch = bench.ear.frame?.pitch, pitch.clarity > 0.6 else { return .nothing }
    return .pitch(
      hertz: pitch.frequency, cents: Cents(ratio: pitch.frequency / bench.tuning.a4).value)
  }

  private func tool(_ sounding: Tools.Sounding) -> PractisedBlock.Tool {
    switch sounding {
    case .tuner, .reference: .tuner
    case .drone: .drone
    case .metronome: metronome.calibration.isRunning ? .none : .metronome
    case .score: .score
    case .recorder: .recorder
    case .trial, .take: .none
    }
  }

  private var tempo: Int64 {
    guard bench.output.part == .metronome, !metronome.calibration.isRunning else { return 0 }
    let setup = metronome.played
    guard setup.isPlanned else { return Int64(setup.tempo.centiBeatsPerMinute) }
    guard let beat = metronome.run?.beat else { return 0 }
    return Int64((60_000 / max(beat.length, 1)).rounded()) * 100
  }
}
