import Domain
import Ledger
import Markup
import Program
import Sound

public enum DronePanel {
  struct State: Equatable, Sendable {
    var hand = Hand<DroneSetup>()
    var presets = Presets.State()
  }

  public enum Message: Sendable {
    case mainTapped
    case presets(Presets.Message)

  }

  static func update(
    _ tools: inout Tools.State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .mainTapped: return tools.output.tone == .drone ? stop(&tools) : begin(&tools)
    case .presets(let message):
      return Presets.update(
        &tools.drone.presets, &tools.drone.hand, message, room, describe: describe)

    }
  }

  private static func begin(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    []
  }

  static func stop(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    tools.output.silence(.drone)
  }

  static func hear(
    _ frames: [PitchTracker.Frame], _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    []
  }

  /// Whether the drone takes the notes that the microphone hears.
  static func isFollowing(_ tools: Tools.State) -> Bool { false }

  static func refresh(
    _ tools: inout Tools.State, _ data: Replica
  ) -> [Effect<Tools.Message>] {
    _ = tools.drone.hand.refresh(data)
    return []
  }

  /// What sounds is tuned to another tuning.
  static func retune(
    _ tools: inout Tools.State, from old: Tuning
  ) -> [Effect<Tools.Message>] {
    []
  }

  /// What it is set to, in a few words.
  static func words(_ tools: Tools.State) -> String { describe(tools.drone.hand.setup) }

  static func describe(_ setup: DroneSetup) -> String { "" }

  /// The line above the heading.
  static func caps(_ tools: Tools.State) -> String { "" }

  static func view(_ tools: Tools.State) -> Node<Tools.Message> {
    div(.className("panel")) {
      Presets.view(tools.drone.presets, tools.drone.hand, describe: describe).map {
        .drone(.presets($0))
      }
    }
  }
}
