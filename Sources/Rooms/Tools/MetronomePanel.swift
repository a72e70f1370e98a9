import Domain
import Ledger
import Markup
import Program
import Sound

public enum MetronomePanel {
  struct State: Equatable, Sendable {
    var hand = Hand<MetronomeSetup>()
    var presets = Presets.State()
  }

  public enum Message: Sendable {
    case mainTapped
    case presets(Presets.Message)
    /// Goes on to another entry of the setlist.
    case setlistMoved(by: Int)
  }

  static func update(
    _ tools: inout Tools.State, _ message: Message, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    switch message {
    case .mainTapped: return tools.output.part == .metronome ? stop(&tools) : begin(&tools)
    case .presets(let message):
      return Presets.update(
        &tools.metronome.presets, &tools.metronome.hand, message, room, describe: describe)
    case .setlistMoved: return []
    }
  }

  private static func begin(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    []
  }

  static func stop(_ tools: inout Tools.State) -> [Effect<Tools.Message>] {
    tools.output.stop(.metronome)
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
    _ = tools.metronome.hand.refresh(data)
    return []
  }

  /// What it is set to, in a few words.
  static func words(_ tools: Tools.State) -> String { describe(tools.metronome.hand.setup) }

  static func describe(_ setup: MetronomeSetup) -> String { "" }

  /// The line above the heading.
  static func caps(_ tools: Tools.State) -> String { "" }

  static func view(_ tools: Tools.State) -> Node<Tools.Message> {
    div(.className("panel")) {
      Presets.view(tools.metronome.presets, tools.metronome.hand, describe: describe).map {
        .metronome(.presets($0))
      }
    }
  }
}
