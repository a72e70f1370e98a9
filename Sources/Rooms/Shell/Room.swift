import JournalRoom
import LightRoom
import Pages
import ReedsRoom
import RoomKit
import SessionsRoom
import ToolsRoom

/// One of the five rooms.
public enum Room: CaseIterable, Sendable {
  case journal, reeds, tools, light, sessions

  public var name: String {
    switch self {
    case .journal: "Journal"
    case .reeds: "Reeds"
    case .tools: "Tools"
    case .light: "Light"
    case .sessions: "Sessions"
    }
  }

  public var path: String {
    switch self {
    case .journal: Journal.Place.days.path
    case .reeds: Reeds.Place.front.path
    case .tools: Tools.Place.last.path
    case .light: Lights.Place.front.path
    case .sessions: Sessions.Place.front.path
    }
  }

  var icon: Icon {
    switch self {
    case .journal: .journal
    case .reeds: .reeds
    case .tools: .tools
    case .light: .light
    case .sessions: .sessions
    }
  }
}
