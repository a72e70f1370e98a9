import Domain
import Markup
import Program
import Foundation
@testable import Rooms
import Testing

@Suite struct ShellTests {
  private let context = Context(milliseconds: 0, zoneMinutes: 0)

  private func start(_ path: String = "/journal") -> Shell.State {
    TrialShell.start(Launch(path: path, build: "b")).0
  }

  private func send(_ message: Shell.Message, to state: inout Shell.State) -> [Order] {
    Shell.update(&state, message, context).map(\.order)
  }

  @Test func beginsInTheJournal() {
    let (state, effects) = Shell.start(Launch(path: "/"))
    #expect(state.route == .journal(.days))
    #expect(effects.map(\.order).contains(.navigate(path: "/journal", replacing: true)))
  }

  @Test(arguments: Route.known + [.unknown("/nowhere")])
  func hasOneHeadingAndOneCurrentLinkAtMost(route: Route) {
    let html = HTML.text(of: Shell.view(start(route.path)))
    #expect(html.components(separatedBy: "<h1").count == 2)
    // In the tools and the journal the room is current, and the part of it.
    let current = html.components(separatedBy: "aria-current").count - 1
    #expect(
      current
        <= (["/tools", "/journal", "/reeds", "/sessions"].contains { route.path.hasPrefix($0) }
          ? 2 : 1))
  }

  @Test(arguments: TrialPages.paths)
  func saysThatATrialPageNeedsItsProgram(path: String) {
    var (state, _) = Shell.start(Launch(path: path))
    let html = HTML.text(of: Shell.view(state))
    #expect(html.contains("not stored on your device"))
    #expect(html.components(separatedBy: "<h1").count == 2)
    #expect(send(.restartTapped, to: &state) == [.restart])
    #expect(!HTML.text(of: Shell.view(start(path))).contains("not stored on your device"))
    // What their controls would do is not there either.
    #expect(send(.components(.toastAsked), to: &state) == [])
    #expect(state.toasts.isEmpty)
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
    #expect(state.route == .room(.reeds(.front)))
  }

  @Test func leavesKeysAloneWhenTheyAreNotOurs() {
    var command = KeyPress("1")
    command.control = true
    #expect(Shortcut(command) == nil)
    #expect(Shortcut(KeyPress("x")) == nil)
    let desk = Desk("/journal")
    desk.send(.settings(.shortcutsSwitched(false)))
    desk.send(.keyPressed(.place(.room(.reeds(.front)))))
    #expect(desk.state.route == .journal(.days))
  }

  @Test func showsThreeToastsAtMost() {
    var state = start("/about/components")
    for _ in 0..<5 { _ = send(.components(.toastAsked), to: &state) }
    #expect(state.toasts.count == 3)
    _ = send(.toastExpired(5), to: &state)
    #expect(state.toasts.count == 2)
    #expect(send(.toastUndone(99), to: &state) == [])
  }

  private static func accents(_ count: Int) -> String { String(repeating: "é", count: count) }

  @Test(
    arguments: [
      ("Restored “Long tones”.", "Restored “Long tones”."),
      (
        "Restored “Low notes speak later than on the old reed, most of all the D”.",
        "Restored “Low notes speak later than on the old…”."
      ),
      (
        "“See https://example.org/fingerings/oboe/low-d/and-more” is in the trash.",
        "“See https://example.org/fingerings/oboe/…” is in the trash."
      ),
      (
        "Undone: Restore “Before “Delete twenty reeds of the box for concerts””.",
        "Undone: Restore “Before “Delete twenty reeds of the box…”."
      ),
      (
        "Merge “\(accents(40))” into “\(accents(44))”.",
        "Merge “\(accents(40))” into “\(accents(40))…”."
      ),
      ("It says “\(accents(60)).", "It says “\(accents(60))."), ("Saved.", "Saved."), ("", ""),
    ])
  func titlesInToastsAreShort(text: String, short: String) {
    #expect(text.withShortTitles == short)
  }

  @Test(
    arguments: [
      ("“Trash polka” is in the trash. You keep it.", true, "“Trash polka” is in the "),
      ("trash", true, ""), ("Deleted.", true, nil), ("It is in the trash.", false, nil),
    ] as [(String, Bool, String?)])
  func theLastWordLeadsToTheTrash(text: String, leads: Bool, before: String?) {
    let toast = Toast(number: 1, text: text, undo: nil, take: nil, leadsToTrash: leads, row: nil)
    #expect(toast.aroundTrash?.before == before)
    if let parts = toast.aroundTrash { #expect(parts.before + parts.word + parts.after == text) }
  }

  @Test func holdsAToastWhileItHasTheFocus() {
    var state = start("/about/components")
    _ = send(.components(.toastAsked), to: &state)
    #expect(send(.toastHeld(1), to: &state) == [.stop])
    #expect(send(.toastReleased(1), to: &state) == [.wait(milliseconds: 4_000)])
  }
}
