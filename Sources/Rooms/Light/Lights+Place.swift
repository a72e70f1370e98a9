public import RoomKit

extension Lights {
  /// A place in the room.
  public enum Place: PlaceSet {
    case front
    /// A window that shows what is played in another, and nothing else.
    case screen
    /// A shared set, as encoded in its link.
    case shared(String)

    public static let fixed: [Place] = [.front, .screen]
    public static let ofNames: [(prefix: String, place: @Sendable (String) -> Place?)] = [
      (sharedPrefix, { $0.utf8.isEmpty ? nil : .shared($0) })
    ]
    private static let sharedPrefix = "/light/set/"

    public var path: String {
      switch self {
      case .front: "/light"
      case .screen: "/light/screen"
      case .shared(let text): Self.sharedPrefix + text
      }
    }

    public var title: String {
      switch self {
      case .front: "Light"
      case .screen: "Second screen"
      case .shared: "Shared chordset"
      }
    }
  }
}
