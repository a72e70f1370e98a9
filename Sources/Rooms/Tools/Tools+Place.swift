public import RoomKit

extension Tools {
  /// A place in the room.
  public enum Place: PlaceSet {
    /// The last panel shown.
    case last
    case panel(Panel)
    /// The page for trying out sound.
    case sound

    public static let fixed: [Place] = [.last] + Panel.allCases.map { .panel($0) } + [.sound]

    public var path: String {
      switch self {
      case .last: "/tools"
      case .panel(let panel): panel.path
      case .sound: Address.sound
      }
    }

    public var title: String {
      switch self {
      case .last: "Tools"
      case .panel(let panel): panel.name
      case .sound: "Sound"
      }
    }
  }
}
