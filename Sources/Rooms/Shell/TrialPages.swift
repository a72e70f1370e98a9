import JournalRoom
public import Markup
import Pages
public import Program
import RoomKit
import ToolsRoom

/// The pages that show every component and try out what sounds.
///
/// Few people open them, so the app leaves them out: only ``TrialShell``, a separate program, has their code.
public final class TrialPages: Sendable {
  let components: @Sendable (ComponentsPage.State) -> Node<ComponentsPage.Message>
  let updateComponents:
    @Sendable (inout ComponentsPage.State, ComponentsPage.Message) -> [Effect<
      ComponentsPage.Message
    >]
  let sound: @Sendable (SoundPage.State, Bench) -> Node<Tools.Message>
  let updateSound: Tools.TrialUpdate

  private init(
    components: @escaping @Sendable (ComponentsPage.State) -> Node<ComponentsPage.Message>,
    updateComponents:
      @escaping @Sendable (inout ComponentsPage.State, ComponentsPage.Message) -> [Effect<
        ComponentsPage.Message
      >],
    sound: @escaping @Sendable (SoundPage.State, Bench) -> Node<Tools.Message>,
    updateSound: @escaping Tools.TrialUpdate
  ) {
    (self.components, self.updateComponents) = (components, updateComponents)
    (self.sound, self.updateSound) = (sound, updateSound)
  }

  /// Both pages.
  @export(interface)
  public static func all() -> TrialPages {
    TrialPages(
      components: { ComponentsPage.view($0) },
      updateComponents: { ComponentsPage.update(&$0, $1) },
      sound: { SoundPage.view($0, $1) },
      updateSound: { SoundPage.update(&$0, &$1, $2) })
  }

  /// Their addresses.
  public static let paths = [PagePlace.components.path, Tools.Place.sound.path]
}

/// The app with its trial pages.
public enum TrialShell: Program {
  public static func state(at launch: Launch) -> Shell.State {
    Shell.State(launch, trials: .all())
  }

  public static func start(
    _ state: inout Shell.State, _ launch: Launch
  ) -> [Effect<Shell.Message>] {
    Shell.start(&state, launch)
  }

  public static func update(
    _ state: inout Shell.State, _ message: Shell.Message, _ context: Context
  ) -> [Effect<Shell.Message>] {
    Shell.update(&state, message, context)
  }

  public static func view(_ state: Shell.State) -> Node<Shell.Message> {
    Shell.view(state)
  }
}
