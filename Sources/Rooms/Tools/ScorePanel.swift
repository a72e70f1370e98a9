import Domain
import Ledger
import Markup
import Program
import Sound

public enum ScorePanel {
  struct State: Equatable, Sendable {
    var hand = Hand<ScoreSetup>()
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
    case .mainTapped: return tools.output.part == .score ? stop(&tools) : begin(&tools)
    case .presets(let message):
      return Presets.update(
        &tools.score.presets, &tools.score.hand, message, room, describe: describe)

    }
  }

  private static func begin(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    []
  }

  static func stop(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    tools.output.stop(.score)
  }

  /// Takes in what was played, and when it is heard by the page's clock, in milliseconds.
  static func hear(
    _ sounded: Sounded, at moment: Double, _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    []
  }

  static func refresh(
    _ tools: inout Tools.State, _ data: Replica
  ) -> [Effect<Tools.Message>] {
    _ = tools.score.hand.refresh(data)
    return []
  }

  /// What sounds is tuned to another tuning.
  static func retune(
    _ tools: inout Tools.State, from old: Tuning
  ) -> [Effect<Tools.Message>] {
    []
  }

  /// What it is set to, in a few words.
  static func words(_ tools: Tools.State) -> String { describe(tools.score.hand.setup) }

  static func describe(_ setup: ScoreSetup) -> String { "" }

  /// The line above the heading.
  static func caps(_ tools: Tools.State) -> String { "" }

  static func view(_ tools: Tools.State) -> Node<Tools.Message> {
    div(.className("panel")) {
      Presets.view(tools.score.presets, tools.score.hand, describe: describe).map {
        .score(.presets($0))
      }
    }
  }
}
