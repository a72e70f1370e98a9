import JournalRoom
import Ledger
public import Markup
import Pages
import RoomKit
import ToolsRoom

extension Shell {
  @export(interface)
  public static func view(_ state: State) -> Node<Message> {
    // What a stage covers is out of the keyboard's reach as well.
    let isCovered = state.rooms.tools.isOnStage && state.route.home == .tools
    return div(.className("shell")) {
      a(.className("skip"), .href("#main"), .flag("inert", isCovered)) { "Skip to content" }
      rooms(at: state.route, isCovered: isCovered, recorder: state.rooms.tools.recorder)
      main(.id("main"), .tabIndex(-1)) {
        notices(state, isCovered: isCovered)
        page(state)
        div(.flag("inert", isCovered)) {
          Safekeeping.line(
            state.safekeeping, now: state.now, isTyping: state.rooms.journal.days.isTyping,
            isPaused: state.isPaused, isAccountOffered: state.isAccountOffered, undo: .undoTapped,
            redo: .redoTapped)
        }
      }
      dock(state, isCovered: isCovered)
      Recorder.sheet(state.rooms.tools.recorder, state.rooms.tools.bench)
        .map { .room(.tools($0)) }
      help(isOpen: state.isHelpOpen)
    }
  }

  /// The content of `index.html` until the program has started: the frame without a page.
  public static var frame: Node<Message> {
    div(.className("shell")) {
      rooms(at: nil, isCovered: false)
      main(.id("main"), .busy(true)) {
        div(.className("opening quiet")) {
          p { "Opening the shed …" }
          // Web/loading.js shows them and says how much has come.
          progress(.label("Loading Woodshed"), .max("1"), .flag("hidden", true))
          p(.className("small figure"), .hidden(fromReaders: true))
        }
      }
    }
  }

  private static func rooms(
    at route: Route?, isCovered: Bool, recorder: Recorder.State? = nil
  ) -> Node<Message> {
    nav(.className("rooms"), .label("Rooms"), .flag("inert", isCovered)) {
      ul {
        for room in Room.allCases {
          li { roomLink(room, isHere: route?.home == room) }
        }
      }
      recorder.map { Recorder.startButton($0).map { .room(.tools($0)) } }
      a(
        .className("settings-link"), .href("/settings"),
        .current(route == .page(.settings) ? "page" : nil)
      ) {
        Icon.account.view()
        "Settings"
      }
    }
  }

  private static func roomLink(_ room: Room, isHere: Bool) -> Node<Message> {
    a(.href(room.path), .current(isHere ? "page" : nil)) {
      room.icon.view()
      room.name
    }
  }

  private static func notices(_ state: State, isCovered: Bool) -> Node<Message> {
    div(.className("notices"), .live("polite"), .flag("inert", isCovered)) {
      if state.hasUpdate {
        div(.className("notice")) {
          Icon.reload.view()
          span { "A new version of Woodshed is ready." }
          action("Reload", style: .primary, .restartTapped)
        }
      }
      if let reason = state.safekeeping.failure {
        div(.className("notice trouble"), .role("alert")) {
          Icon.warning.view()
          span { Saving.help(for: reason) }
          action("Export", icon: .download, .data(.exportTapped))
        }
      }
      if state.safekeeping.space == .sample {
        div(.className("notice")) {
          Icon.light.view()
          span { "You’re looking at sample data. Nothing here is yours or leaves this device." }
          action("Back to my journal", style: .primary, .data(.spaceChosen(.own)))
        }
      }
      if !state.dataPage.conflicts.isEmpty, state.route != .page(.data) {
        div(.className("notice")) {
          Icon.warning.view()
          span { conflictWords(state.dataPage.conflicts.count) }
          a(.className("button"), .href(PagePlace.data.path)) { "Resolve" }
        }
      }
      if !state.isOnline {
        div(.className("notice")) {
          Icon.offline.view()
          span { "You’re offline. Woodshed keeps working and saves everything on this device." }
        }
      }
    }
  }

  private static func conflictWords(_ count: Int) -> String {
    count == 1
      ? "1 conflict between devices. Both versions are saved; choose one."
      : "\(count) conflicts between devices. All versions are saved; choose one for each."
  }

  private static func page(_ state: State) -> Node<Message> {
    switch state.route {
    case .room(.tools(.sound)):
      state.trials?.sound(state.rooms.tools.trial, state.rooms.tools.bench)
        .map { .room(.tools($0)) }.keyed("sound") ?? absentPage(state.route)
    case .room(let place): RoomList.view(state.rooms, at: place)
    case .page(let place): page(place, state)
    case .unknown(let path): notFound(path).keyed("unknown")
    }
  }

  private static func page(_ place: PagePlace, _ state: State) -> Node<Message> {
    switch place {
    case .settings:
      SettingsRoom.view(state.settings, state.chosen, state.account)
        .map(Message.settings).keyed("settings")
    case .account, .link:
      AccountPage.view(state.account, at: state.route.link, shown(state))
        .map(Message.account).keyed("account")
    case .data:
      DataPage.view(state.dataPage, state.safekeeping, zoneMinutes: state.zoneMinutes)
        .map(Message.data).keyed("data")
    case .points:
      PointsPage.view(state.points, pointsShown(state)).map(Message.points).keyed("points")
    case .row(let row):
      RowPage.view(
        state.rowPage ?? RowPage.State(row), state.safekeeping, zoneMinutes: state.zoneMinutes
      ).map(Message.row).keyed(.wide(row.bits.high, row.bits.low))
    case .about: AboutPage.view(build: state.build).keyed("about")
    case .components:
      state.trials?.components(state.components).map(Message.components).keyed("components")
        ?? absentPage(state.route)
    }
  }

  /// Replaces a trial page whose program could not be loaded.
  private static func absentPage(_ route: Route) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: "Not on this device", route.title)
      div(.className("card stack")) {
        p {
          "This page needs a connection: it is not stored on your device. Go online, then reload."
        }
        div(.className("row wrap")) { action("Reload", icon: .reload, .restartTapped) }
      }
    }.keyed("absent")
  }

  private static func notFound(_ path: String) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: "Not found", "There is nothing at this address")
      div(.className("card stack")) {
        p {
          "Woodshed has no page called "
          code { path }
          ". It may have moved, or the address is mistyped. Your data is safe."
        }
        p { "Go to a room:" }
        ul(.className("room-list")) {
          for room in Room.allCases {
            li {
              a(.className("button"), .href(room.path)) {
                room.icon.view()
                room.name
              }
            }
          }
        }
      }
    }
  }

  /// The dock above the tabs: a row for everything that records, runs or sounds, unless the visible page has its own
  /// controls for it. Toasts appear above the rows.
  private static func dock(_ state: State, isCovered: Bool) -> Node<Message> {
    let rows = RoomList.dockRows(state.rooms, at: state.route.room)
    return div(.className("dock")) {
      toasts(state.toasts)
      div(
        .className("dock-rows"), rows.isEmpty ? .none : .role("region"),
        rows.isEmpty ? .none : .label("Running now"), .flag("inert", isCovered)
      ) { rows }
    }
  }

  private static func toasts(_ toasts: [Toast]) -> Node<Message> {
    // While a dialog is open, the page's script moves the inner element into it: nothing outside can be reached.
    div {
      div(.className("toasts"), .role("status"), .live("polite"), .flag("data-raised", true)) {
        for toast in toasts {
          div(
            .className("toast"), .onFocus(.toastHeld(toast.number)),
            .onBlur(.toastReleased(toast.number))
          ) {
            span { words(of: toast) }
            if toast.take != nil {
              action(
                "Play", label: "Play the new take", icon: .play, style: .quiet,
                .toastPlayed(toast.number))
            }
            if toast.undo != nil {
              action("Undo", icon: .undo, style: .quiet, .toastUndone(toast.number))
            }
            iconButton(.close, label: "Dismiss", .toastClosed(toast.number))
          }.keyed(.number(UInt64(toast.number)))
        }
      }
    }
  }

  @NodeBuilder<Message>
  private static func words(of toast: Toast) -> [Node<Message>] {
    if let parts = toast.aroundTrash {
      parts.before
      button(
        .type("button"), .className("in-text"), .label("Show the trash"), .onClick(.trashTapped)
      ) { parts.word }
      parts.after
    } else {
      toast.text
    }
  }

  private static func help(isOpen: Bool) -> Node<Message> {
    dialogBox("Keyboard", id: "help", isOpen: isOpen, isSheet: true, closed: .helpClosed) {
      p(.className("quiet")) { "Single keys work whenever you’re not typing." }
      dl(.className("shortcuts")) {
        for entry in Shortcut.all {
          div {
            dt { kbd { entry.key == " " ? "Space" : entry.key } }
            dd { entry.text }
          }
        }
        div {
          dt {
            kbd { "Ctrl" }
            " "
            kbd { "Z" }
          }
          dd { "Undo; with Shift, redo" }
        }
        div {
          dt { kbd { "Tab" } }
          dd { "Next control; with Shift, the previous one" }
        }
        div {
          dt { kbd { "Esc" } }
          dd { "Close" }
        }
      }
      p(.className("small quiet")) {
        "In number fields: "
        kbd { "↑" }
        " "
        kbd { "↓" }
        " one step, "
        kbd { "Page ↑" }
        " "
        kbd { "Page ↓" }
        " ten."
      }
    }
  }
}
