import Domain
public import Ledger
public import RoomKit

extension Journal {
  /// A place in the room.
  public enum Place: PlaceSet {
    case days, takes, practice, lessons
    /// The days, with one chosen.
    case day(Int64)
    case take(RowID)
    case piece(RowID)

    public static let fixed: [Place] = [.days, .takes, .practice, .lessons]
    public static let ofRows: [(prefix: String, place: @Sendable (RowID) -> Place)] = [
      (takePrefix, { .take($0) }), (piecePrefix, { .piece($0) }),
    ]
    public static let ofDays: [(prefix: String, place: @Sendable (Int64) -> Place)] = [
      (Address.day, { .day($0) })
    ]
    private static let takePrefix = Address.takes + "/"
    private static let piecePrefix = "/journal/practice/"

    public var path: String {
      switch self {
      case .days: Address.home
      case .day(let day): Address.day + (DayText.text(of: day) ?? "")
      case .takes: Address.takes
      case .practice: "/journal/practice"
      case .lessons: "/journal/lessons"
      case .take(let row): Self.takePrefix + row.bits.hex
      case .piece(let row): Self.piecePrefix + row.bits.hex
      }
    }

    public var title: String {
      switch self {
      case .days: "Journal"
      case .day(let day): DayWords.whole(day)
      case .takes: "Takes"
      case .practice: "Practice"
      case .lessons: "Lessons"
      case .take: "Take"
      case .piece: "Piece"
      }
    }

    /// Whether it is the page of the days, with or without one chosen.
    public var isDays: Bool {
      switch self {
      case .days, .day: true
      default: false
      }
    }
  }
}
