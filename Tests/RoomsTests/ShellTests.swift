import Domain
import Markup
import Program
import Foundation
import Rooms
import Testing

@Suite struct ShellTests {
  private let context = Context(milliseconds: 0, zoneMinutes: 0)

  private func start(_ path: String = "/journal") -> Shell.State {
    Shell.start(Launch(path: path, build: "b")).0
  }

  private func send(_ message: Shell.Message, to state: inout Shell.State) -> [Order] {
    Shell.update(&state, message, context).map(\.order)
  }

  @Test func beginsInTheJournal() {
    let (state, effects) = Shell.start(Launch(path: "/"))
    #expect(state.route == .room(.journal))
    #expect(effects.map(\.order).contains(.navigate(path: "/journal", replacing: true)))
  }

  @Test(arguments: Route.known + [.unknown("/nowhere")])
  func hasOneHeadingAndOneCurrentLinkAtMost(route: Route) {
    let html = HTML.text(of: Shell.view(start(route.path)))
    #expect(html.components(separatedBy: "<h1").count == 2)
    #expect(html.components(separatedBy: "aria-current").count <= 2)
  }

  @Test func movesFocusToTheHeadingOfANewPlace() {
    var state = start()
    let orders = send(.addressChanged("/tools"), to: &state)
    #expect(orders == [.title("Tools · Woodshed"), .scrollToTop, .focus(id: "heading")])
    #expect(send(.addressChanged("/tools"), to: &state) == [])
  }

  @Test func opensPlacesByKey() throws {
    var state = start()
    let shortcut = try #require(Shortcut(KeyPress("2")))
    let orders = send(.keyPressed(shortcut), to: &state)
    #expect(orders.first == .navigate(path: "/reeds", replacing: false))
    #expect(state.route == .room(.reeds))
  }

  @Test func leavesKeysAloneWhenTheyAreNotOurs() {
    var command = KeyPress("1")
    command.control = true
    #expect(Shortcut(command) == nil)
    #expect(Shortcut(KeyPress("x")) == nil)
    var state = start()
    _ = send(.settings(.shortcutsSwitched(false)), to: &state)
    #expect(send(.keyPressed(.place(.room(.reeds))), to: &state) == [])
    #expect(state.route == .room(.journal))
  }

  @Test func keepsSettingsAtEveryChangeAndReadsThemAgain() {
    var state = start()
    let orders = send(.settings(.themeChosen(.dark)), to: &state)
    guard case .save(let key, let text) = orders.first else {
      Issue.record("nothing was kept")
      return
    }
    #expect(key == "woodshed.settings")
    #expect(orders.last == .theme("dark"))
    var next = start()
    #expect(send(.settingsLoaded(text), to: &next) == [.theme("dark")])
    #expect(next.settings.settings.theme == .dark)
    #expect(send(.settingsLoaded(nil), to: &next) == [])
  }

  @Test func resetCanBeTakenBack() throws {
    var state = start()
    _ = send(.settings(.firstDayChosen(.sunday)), to: &state)
    let orders = send(.settings(.resetTapped), to: &state)
    #expect(orders.contains(.wait(milliseconds: 8_000)))
    #expect(!orders.contains { if case .toast = $0 { true } else { false } })
    #expect(state.settings.settings == Settings())
    #expect(state.toasts.count == 1)
    _ = send(.toastUndone(1), to: &state)
    #expect(state.settings.settings.firstDayOfWeek == .sunday)
    #expect(state.toasts.isEmpty)
  }

  @Test func showsThreeToastsAtMost() {
    var state = start("/about/components")
    for _ in 0..<5 { _ = send(.components(.toastAsked), to: &state) }
    #expect(state.toasts.count == 3)
    _ = send(.toastExpired(5), to: &state)
    #expect(state.toasts.count == 2)
    #expect(send(.toastUndone(99), to: &state) == [])
  }

  @Test func holdsAToastWhileItHasTheFocus() {
    var state = start("/about/components")
    _ = send(.components(.toastAsked), to: &state)
    #expect(send(.toastHeld(1), to: &state) == [.stop])
    #expect(send(.toastReleased(1), to: &state) == [.wait(milliseconds: 8_000)])
  }
}
