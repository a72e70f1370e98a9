import Domain
import Ledger
public import Markup
import RoomKit

extension PointsPage {
  /// What the page shows beside its own state.
  public struct Shown {
    /// Whether a server keeps the space.
    let hasServer: Bool
    /// Whether nobody is signed in who may ask it.
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
          .undo, "The sample has no restore points",
          "It never leaves this device, and no server knows what was when. Undo works here as everywhere."
        )
      } else {
        emptyState(
          .undo, "Restore points live on your server. Keep it safe first.",
          "What you keep is only on this device, which does not remember what was when. Undo, at the foot of every "
            + "page, takes back the last things that you did here."
        ) {
          a(.className("button primary"), .href(Address.account)) { "Keep it safe" }
        }
      }
    }
  }

  private static var signIn: Node<Message> {
    p(.className("note problem")) {
      Icon.warning.view()
      span {
        "Nobody is signed in. Points can be made, and are there for looking once you "
        a(.href(Address.account)) { "sign in" }
        "."
      }
    }
  }

  // MARK: - What was

  private static func look(_ look: Look, isAnother: Bool) -> Node<Message> {
    section(.className("card stack"), .labelledBy("past")) {
      switch look {
      case .asking(let wanted, _):
        heading(wanted.words)
        progressBar("Asking the server …", share: nil)
        p { action("Cancel", .lookClosed) }
      case .failed(let text):
        heading("It could not be looked at")
        p(.className("note problem"), .role("alert")) {
          Icon.warning.view()
          span { text }
        }
        p { action("Close", .lookClosed) }
      case .shown(let wanted, _, let lines) where lines.isEmpty:
        heading(wanted.words)
        p { "Nothing would change: everything is now as it was then." }
        p { action("Close", .lookClosed) }
      case .shown(let wanted, _, let lines):
        heading(wanted.words)
        p {
          isAnother
            ? "Something was changed since you looked. If you go back now:" : "If you go back:"
        }
        ul(.className("note-items")) {
          for line in lines { li { line } }
        }
        p(.className("quiet")) {
          "Going back is a change like any other: it reaches your other devices, and you can undo it. The sound of takes "
            + "is not touched, and what was erased for good does not return."
        }
        div(.className("row wrap")) {
          action("Go back", icon: .undo, style: .primary, id: "restore", .restoreTapped)
          action("Leave it as it is", .lookClosed)
        }
      }
    }
  }

  private static func heading(_ words: String) -> Node<Message> {
    h2(.id("past"), .tabIndex(-1)) { words }
  }

  // MARK: - What to look at

  private static func naming(_ state: State) -> Node<Message> {
    card("Name this moment", id: "naming") {
      form(.className("stack"), .onSubmit(.named)) {
        textField(
          FieldFrame(
            "Name", id: "moment-name",
            help: "Before something large, say. You can come back to it for 400 days.",
            problem: state.labelProblem),
          value: state.label, placeholder: "Before the recital", Message.labelTyped)
        p {
          button(.type("submit")) {
            Icon.flag.view()
            "Keep this moment"
          }
        }
      }
    }
  }

  private static func asking(_ state: State, _ shown: Shown) -> Node<Message> {
    let standard = standard(shown.now, shown.zoneMinutes)
    return card("As it was on …", id: "asking") {
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
          .flag, "No points yet",
          "One is made by itself before an import, before you go back, and before a large deletion."
        )
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
            FieldFrame("Name of the point", id: "point-name"), value: state.newLabel,
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
        action("Look", label: "Look at “\(point.label)”", .pointChosen(point.id))
        iconButton(.edit, label: "Rename “\(point.label)”", .renameTapped(point.id))
        iconButton(.trash, label: "Remove “\(point.label)”", .removed(point.id))
      }
    }
  }
}
