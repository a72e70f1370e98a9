import Domain
import Markup
public import Program

/// Joins the rooms: where the person is, what they have chosen, and what is said in passing.
public enum Shell: Program {
  public struct State: Sendable {
    public var route: Route
    public var settings: SettingsRoom.State
    public var components = ComponentsPage.State()
    public var toasts: [Toast] = []
    public var isHelpOpen = false
    public var isOnline = true
    public var hasUpdate = false
    let build: String
    var lastToast = 0
  }

  public enum Message: Sendable {
    case addressChanged(String)
    case settingsLoaded(String?)
    case keyPressed(Shortcut)
    case helpClosed
    case onlineChanged(Bool)
    case updateFound
    case restartTapped
    case toastExpired(Int)
    case toastClosed(Int)
    case toastUndone(Int)
    case toastHeld(Int)
    case toastReleased(Int)
    case settings(SettingsRoom.Message)
    case components(ComponentsPage.Message)
  }

  public static func start(_ launch: Launch) -> (State, [Effect<Message>]) {
    let route = Route(path: launch.path)
    let state = State(route: route, settings: SettingsRoom.State(Settings()), build: launch.build)
    var effects: [Effect<Message>] = [
      .load(SettingsRoom.storageKey) { .settingsLoaded($0) },
      .title(documentTitle(route)),
      .watchAddress { .addressChanged($0) },
      .watchKeys { Shortcut($0).map(Message.keyPressed) },
      .watchOnline { .onlineChanged($0) },
      .watchUpdates(.updateFound),
    ]
    if launch.path == "/" { effects.append(.navigate(to: route.path, replacing: true)) }
    return (state, effects)
  }

  public static func update(
    _ state: inout State, _ message: Message, _ context: Context
  ) -> [Effect<Message>] {
    let effects = respond(&state, message, context)
    return effects.flatMap { show($0, &state) }
  }

  private static func respond(
    _ state: inout State, _ message: Message, _ context: Context
  ) -> [Effect<Message>] {
    switch message {
    case .addressChanged(let path):
      return open(Route(path: path), &state)
    case .settingsLoaded(let text):
      guard let text else { return [] }
      state.settings = SettingsRoom.State(Settings(parsing: text))
      return [.theme(state.settings.settings.theme.name)]
    case .keyPressed(let shortcut):
      return act(on: shortcut, &state)
    case .helpClosed:
      state.isHelpOpen = false
      return []
    case .onlineChanged(let isOnline):
      state.isOnline = isOnline
      return []
    case .updateFound:
      state.hasUpdate = true
      return []
    case .restartTapped:
      return [.restart]
    case .toastExpired(let number), .toastClosed(let number):
      state.toasts.removeAll { $0.number == number }
      return []
    case .toastUndone(let number):
      guard let toast = state.toasts.first(where: { $0.number == number }), let undo = toast.undo
      else { return [] }
      state.toasts.removeAll { $0.number == number }
      return [.stop(toast.timer)] + respond(&state, undo, context)
    case .toastHeld(let number):
      return state.toasts.filter { $0.number == number }.map { .stop($0.timer) }
    case .toastReleased(let number):
      return state.toasts.filter { $0.number == number }.map(expiry)
    case .settings(let message):
      if case .shortcutsAsked = message { state.isHelpOpen = true }
      return SettingsRoom.update(&state.settings, message).map { $0.map(Message.settings) }
    case .components(let message):
      return ComponentsPage.update(&state.components, message)
        .map { $0.map(Message.components) }
    }
  }

  /// Shows another place; focus and view begin at its heading.
  private static func open(_ route: Route, _ state: inout State) -> [Effect<Message>] {
    guard route != state.route else { return [] }
    state.route = route
    return [.title(documentTitle(route)), .scrollToTop, .focus("heading")]
  }

  private static func act(on shortcut: Shortcut, _ state: inout State) -> [Effect<Message>] {
    guard state.settings.settings.hasShortcuts, !state.isHelpOpen else { return [] }
    switch shortcut {
    case .help:
      state.isHelpOpen = true
      return []
    case .place(let route):
      return [.navigate(to: route.path)] + open(route, &state)
    }
  }

  /// Keeps a toast in the state instead of ordering it; everything else goes on to the page.
  private static func show(_ effect: Effect<Message>, _ state: inout State) -> [Effect<Message>] {
    guard case .toast(let text) = effect.order else { return [effect] }
    state.lastToast += 1
    let toast = Toast(number: state.lastToast, text: text, undo: effect.message())
    state.toasts.append(toast)
    // More than three cover the page: the oldest goes.
    let crowded = state.toasts.dropLast(3).map { $0.timer }
    state.toasts = Array(state.toasts.suffix(3))
    return crowded.map { .stop($0) } + [expiry(toast)]
  }

  private static func expiry(_ toast: Toast) -> Effect<Message> {
    .wait(milliseconds: Toast.milliseconds, as: toast.timer, .toastExpired(toast.number))
  }

  static func documentTitle(_ route: Route) -> String {
    "\(route.title) · Woodshed"
  }
}
