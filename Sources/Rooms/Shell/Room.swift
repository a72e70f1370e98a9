import JournalRoom
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
    case .light: "/light"
    case .sessions: Sessions.Place.front.path
    }
  }

  /// The rooms that are not built yet.
  public static let promised: [Room] = [.light]

  var icon: Icon {
    switch self {
    case .journal: .journal
    case .reeds: .reeds
    case .tools: .tools
    case .light: .light
    case .sessions: .sessions
    }
  }

  /// What the room is for, in a few words.
  var caps: String {
    switch self {
    case .journal: "Day by day"
    case .reeds: "On the bench"
    case .tools: "In the hand"
    case .light: "Colour, played"
    case .sessions: "Training"
    }
  }

  /// What a room that is not built yet will hold.
  var promise: String? {
    switch self {
    case .journal, .reeds, .tools, .sessions: nil
    case .light:
      "Here you will play chords of colour by hand, by keyboard, by MIDI or with your sound."
    }
  }
}
