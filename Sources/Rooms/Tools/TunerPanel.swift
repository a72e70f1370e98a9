import Domain
import Ledger
import Markup
import Program
import Sound

/// The tuner: what is heard, as a note and how far it is out.
public enum TunerPanel {
  struct State: Equatable, Sendable {
    var hand = Hand<TunerSetup>()
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
    case .mainTapped:
      return tools.ear.isListening ? tools.ear.end() : tools.ear.begin(request(tools))
    case .presets(let message):
      return Presets.update(
        &tools.tuner.presets, &tools.tuner.hand, message, room, describe: describe)
    }
  }

  static func request(_ tools: Tools.State) -> ListenRequest {
    ListenRequest(
      mode: tools.tuner.hand.setup.mode, instrument: tools.settings.player, a4: tools.tuning.a4)
  }

  static func hear(
    _ frames: [PitchTracker.Frame], _ tools: inout Tools.State, _ room: RoomContext
  ) -> [Effect<Tools.Message>] {
    []
  }

  static func refresh(_ tools: inout Tools.State, _ data: Replica) -> [Effect<Tools.Message>] {
    _ = tools.tuner.hand.refresh(data)
    return tools.ear.listen(request(tools))
  }

  static func retune(
    _ tools: inout Tools.State, from old: Tuning
  ) -> [Effect<Tools.Message>] {
    []
  }

  static func referenceName(_ tools: Tools.State) -> String { "" }

  static func describe(_ setup: TunerSetup) -> String { setup.mode.name }

  static func view(_ tools: Tools.State) -> Node<Tools.Message> {
    div(.className("panel")) {
      Presets.view(tools.tuner.presets, tools.tuner.hand, describe: describe).map {
        .tuner(.presets($0))
      }
    }
  }
}
