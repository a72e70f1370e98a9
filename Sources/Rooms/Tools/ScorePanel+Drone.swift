import Domain
import Program
import RoomKit
import Sound

extension ScorePanel {
  static func droneNote(_ state: State) -> Note {
    (state.score.drone ?? Note(71)).raised(by: 12 * state.hand.setup.droneOctave)
  }

  static func droneTones(_ state: State, _ bench: Bench) -> [Drone.Tone] {
    let setup = state.hand.setup
    // It swells by this many decibels, in steps too small to notice.
    var chance = Chance(seed: 7, at: state.swayNumber)
    let sway = setup.droneSway == 0 ? 0 : (chance.part() * 2 - 1) * Double(setup.droneSway)
    let level = Double(setup.droneVolume) / 100 * Decibels(sway).amplitude
    let frequency = bench.tuning.frequency(of: droneNote(state))
    guard Drone.range.contains(frequency) else { return [] }
    return [Drone.Tone(frequency: frequency, level: min(level, 1))]
  }

  static func soundDrone(_ state: State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    let setup = state.hand.setup
    let effects = bench.output.sound(.score, .drone(droneTones(state, bench), setup.wave.timbre))
    guard setup.droneSway > 0 else { return effects + [.stop("score-drone")] }
    return effects + [
      .wait(milliseconds: 1_700, as: "score-drone", .score(.droneSwayed))
    ]
  }

  static func swayDrone(_ state: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    guard bench.output.tone == .score else { return [] }
    state.swayNumber += 1
    return soundDrone(state, &bench)
  }

  /// Plays the drone for a few seconds, or stops it.
  static func testDrone(_ state: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    guard !state.isTestingDrone else {
      return endDroneTest(&state, &bench) + [.stop("score-drone-test")]
    }
    state.isTestingDrone = true
    return soundDrone(state, &bench) + [
      .wait(milliseconds: 6_000, as: "score-drone-test", .score(.droneTestOver))
    ]
  }

  static func endDroneTest(_ state: inout State, _ bench: inout Bench) -> [Effect<Tools.Message>] {
    state.isTestingDrone = false
    return bench.output.part == .score ? [] : bench.output.silence(.score)
  }

  /// Retunes what sounds.
  static func retune(
    _ state: State, _ bench: inout Bench
  ) -> [Effect<Tools.Message>] {
    bench.output.tone == .score ? soundDrone(state, &bench) : []
  }
}

extension ScoreSetup {
  /// The settings that define the drone.
  var drone: [Int] {
    [
      hasDrone ? 1 : 0, droneOctave, droneVolume, droneSway,
      wave == .sine ? 0 : wave == .reed ? 1 : 2,
    ]
  }
}
