import Domain
import Program
import RoomKit
import Sound

extension ScorePanel {
  static func droneNote(_ state: State) -> Note {
    (state.score.drone ?? Note(71)).raised(by: 12 * state.hand.setup.droneOctave)
  }

  static func droneTones(_ tools: Tools.State) -> [Drone.Tone] {
    let (state, setup) = (tools.score, tools.score.hand.setup)
    // It comes and goes by so many decibels, in steps that cannot be told apart.
    var chance = Chance(seed: 7, at: state.swayNumber)
    let sway = setup.droneSway == 0 ? 0 : (chance.part() * 2 - 1) * Double(setup.droneSway)
    let level = Double(setup.droneVolume) / 100 * Decibels(sway).amplitude
    let frequency = tools.tuning.frequency(of: droneNote(state))
    guard Drone.range.contains(frequency) else { return [] }
    return [Drone.Tone(frequency: frequency, level: min(level, 1))]
  }

  static func soundDrone(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    let setup = tools.score.hand.setup
    let effects = tools.output.sound(.score, .drone(droneTones(tools), setup.wave.timbre))
    guard setup.droneSway > 0 else { return effects + [.stop("score-drone")] }
    return effects + [
      .wait(milliseconds: 1_700, as: "score-drone", .score(.droneSwayed))
    ]
  }

  static func swayDrone(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard tools.output.tone == .score else { return [] }
    tools.score.swayNumber += 1
    return soundDrone(&tools)
  }

  /// Lets the drone be heard for some seconds, or no longer.
  static func testDrone(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    guard !tools.score.isTestingDrone else {
      return endDroneTest(&tools) + [.stop("score-drone-test")]
    }
    tools.score.isTestingDrone = true
    return soundDrone(&tools) + [
      .wait(milliseconds: 6_000, as: "score-drone-test", .score(.droneTestOver))
    ]
  }

  static func endDroneTest(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    tools.score.isTestingDrone = false
    return tools.output.part == .score ? [] : tools.output.silence(.score)
  }

  /// What sounds is tuned to another tuning.
  static func retune(
    _ tools: inout Tools.State, from old: Tuning
  ) -> [Effect<Tools.Message>] {
    tools.output.tone == .score ? soundDrone(&tools) : []
  }
}

extension ScoreSetup {
  /// What the drone is made from.
  var drone: [Int] {
    [
      hasDrone ? 1 : 0, droneOctave, droneVolume, droneSway,
      wave == .sine ? 0 : wave == .reed ? 1 : 2,
    ]
  }
}
