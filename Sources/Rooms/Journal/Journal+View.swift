import Ledger
import Markup

extension Journal {
  static func view(_ state: State, at route: Route) -> Node<Message> {
    switch route {
    case .journal(.takes): Takes.view(state.takes).map(Message.takes).keyed("takes")
    case .take: TakePage.view(state.takes).map(Message.takes).keyed("take")
    case .journal(.practice):
      Practice.view(state.practice).map(Message.practice).keyed("practice")
    case .piece(let row): Practice.page(row, state.practice).map(Message.practice).keyed("piece")
    default: Days.view(state.days).map(Message.days).keyed("days")
    }
  }

  /// The ways between the room's parts.
  static func parts<Message>(_ here: Part) -> Node<Message> {
    nav(.className("panels"), .label("Journal")) {
      ul {
        for part in Part.allCases {
          li {
            a(.href(part.path), .current(part == here ? "page" : nil)) {
              part.icon.view()
              part.name
            }
          }
        }
      }
    }
  }
}

extension Journal.Part {
  var icon: Icon {
    switch self {
    case .days: .journal
    case .takes: .record
    case .practice: .flag
    }
  }
}
