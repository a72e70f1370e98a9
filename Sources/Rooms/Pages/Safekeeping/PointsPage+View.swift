import Domain
import Ledger
public import Markup
import RoomKit

extension PointsPage {
  /// What the page shows besides its own state.
  public struct Shown {
    /// Whether the space is on a server.
    let hasServer: Bool
    /// Whether nobody who may read it is signed in.
    let isPaused: Bool
    let isSample: Bool
    let now: Int64
    let zoneMinutes: Int

    public init(hasServer: Bool, isPaused: Bool, isSample: Bool, now: Int64, zoneMinutes: Int) {
      (self.hasServer, self.isPaused, self.isSample) = (hasServer, isPaused, isSample)
      (self.now, self.zoneMinutes) = (now, zoneMinutes)
    }
  }

  @export(interface)
  public static func view(_ state: State, _ shown: Shown) -> Node<Message> {
    article(.className("page")) {
      pageHead(caps: "Your shed", "Restore points")
      if shown.hasServer {
        if shown.isPaused { signIn }
        state.look.map { look($0, isAnother: state.isAnother) }
        div(.className("columns few")) {
          naming(state)
          asking(state, shown)
          points(state, shown)
        }
      } else {
        alone(shown)
      }
    }
  }

  private static func alone(_ shown: Shown) -> Node<Message> {
    div(.className("card")) {
      if shown.isSample {
        emptyState(
          .undo, "No restore points for sample data",
          "Restore points are stored on a server, and sample data never leaves this device. Undo still works."
        )
      } else {
        emptyState(
          .undo, "Restore points need a server",
          "Your data is stored only on this device, without a history. Undo, at the bottom of every page, reverts your "
            + "latest changes."
        ) {
          a(.className("button primary"), .href(Address.account)) { "Back up your data" }
        }
      }
    }
  }

  private static var signIn: Node<Message> {
    p(.className("note problem")) {
      Icon.warning.view()
      span {
        "You’re not signed in. You can create restore points; to use them, "
        a(.href(Address.account)) { "sign in" }
        "."
      }
    }
  }

  // MARK: - Preview

  private static func look(_ look: Look, isAnother: Bool) -> Node<Message> {
    section(.className("card stack"), .labelledBy("past")) {
      switch look {
      case .asking(let wanted, _):
        heading(wanted.words)
        progressBar("Asking the server …", share: nil)
        p { action("Cancel", .lookClosed) }
      case .failed(let text):
        heading("Couldn’t load your history")
        p(.className("note problem"), .role("alert")) {
          Icon.warning.view()
          span { text }
        }
        p { action("Close", .lookClosed) }
      case .shown(let wanted, _, let lines) where lines.isEmpty:
        heading(wanted.words)
        p { "Nothing would change: your data is the same now as it was then." }
        p { action("Close", .lookClosed) }
      case .shown(let wanted, _, let lines):
        heading(wanted.words)
        p {
          isAnother
            ? "Your data has changed since you looked. If you restore now:" : "If you restore:"
        }
        ul(.className("note-items")) {
          for line in lines { li { line } }
        }
        p(.className("quiet")) {
          "Restoring syncs to your other devices, and you can undo it. Audio isn’t affected, and what was erased for good "
            + "doesn’t come back."
        }
        div(.className("row wrap")) {
          action("Restore", icon: .undo, style: .primary, id: "restore", .restoreTapped)
          action("Cancel", .lookClosed)
        }
      }
    }
  }

  private static func heading(_ words: String) -> Node<Message> {
    h2(.id("past"), .tabIndex(-1)) { words }
  }

  // MARK: - Forms

  private static func naming(_ state: State) -> Node<Message> {
    card("New restore point", id: "naming") {
      form(.className("stack"), .onSubmit(.named)) {
        textField(
          FieldFrame(
            "Name", id: "moment-name",
            help: "You can return to it for 400 days.",
            problem: state.labelProblem),
          value: state.label, placeholder: "Before the recital", Message.labelTyped)
        p {
          button(.type("submit")) {
            Icon.flag.view()
            "Create"
          }
        }
      }
    }
  }

  private static func asking(_ state: State, _ shown: Shown) -> Node<Message> {
    let standard = standard(shown.now, shown.zoneMinutes)
    return card("Restore by date", id: "asking") {
      form(.className("stack"), .onSubmit(.momentAsked)) {
        div(.className("row wrap")) {
          dateField(
            FieldFrame("Day", id: "moment-day"), value: state.day ?? standard.day,
            Message.dayChosen)
          timeField(
            FieldFrame("Time", id: "moment-time"), value: state.clock ?? standard.clock,
            Message.clockChosen)
        }
        state.momentProblem.map { problem in
          p(.className("note problem"), .role("alert")) {
            Icon.warning.view()
            problem
          }
        }
        p {
          button(.type("submit")) {
            Icon.search.view()
            "Show what would change"
          }
        }
      }
    }
  }

  private static func points(_ state: State, _ shown: Shown) -> Node<Message> {
    section(.className("card stack"), .labelledBy("points")) {
      h2(.id("points"), .tabIndex(-1)) { "Points" }
      if state.points.isEmpty {
        emptyState(
          .flag, "No restore points yet",
          "Woodshed creates one automatically before an import, a restore or a large deletion.")
      } else {
        ul(.className("list")) {
          for point in state.points {
            row(point, state, shown).keyed(.wide(point.id.bits.high, point.id.bits.low))
          }
        }
      }
    }
  }

  private static func row(
    _ point: RestorePoint, _ state: State, _ shown: Shown
  ) -> Node<Message> {
    if state.renaming == point.id {
      return li(.className("list-row")) {
        form(.className("row wrap"), .onSubmit(.renamed)) {
          textField(
            FieldFrame("New name", id: "point-name"), value: state.newLabel,
            Message.newLabelTyped)
          button(.type("submit"), .className("primary")) { "Rename" }
          action("Cancel", .renameClosed)
        }
      }
    }
    return li(.className("list-row")) {
      div {
        strong { point.label }
        div(.className("quiet small")) {
          MomentText.text(point.made.milliseconds, zoneMinutes: shown.zoneMinutes)
            + " · \(point.reason.words)"
        }
      }
      div(.className("row")) {
        action("View", label: "View “\(point.label)”", .pointChosen(point.id))
        iconButton(.edit, label: "Rename “\(point.label)”", .renameTapped(point.id))
        iconButton(.trash, label: "Delete “\(point.label)”", .removed(point.id))
      }
    }
  }
}
