public import Ledger
public import RoomKit

extension Sessions {
  /// A place in the room.
  public enum Place: PlaceSet {
    case front, now, history, progress, catalogues
    case log(RowID)
    case catalogue(RowID)
    case item(RowID)

    public static let fixed: [Place] = [.front, .now, .history, .progress, .catalogues]
    public static let ofRows: [(prefix: String, place: @Sendable (RowID) -> Place)] = [
      (logPrefix, { .log($0) }), (cataloguePrefix, { .catalogue($0) }), (itemPrefix, { .item($0) }),
    ]
    private static let logPrefix = Address.training
    private static let cataloguePrefix = "/sessions/catalogue/"
    private static let itemPrefix = "/sessions/item/"

    public var path: String {
      switch self {
      case .front: "/sessions"
      case .now: "/sessions/now"
      case .history: "/sessions/history"
      case .progress: "/sessions/progress"
      case .catalogues: "/sessions/catalogues"
      case .log(let row): Self.logPrefix + row.bits.hex
      case .catalogue(let row): Self.cataloguePrefix + row.bits.hex
      case .item(let row): Self.itemPrefix + row.bits.hex
      }
    }

    public var title: String {
      switch self {
      case .front: "Sessions"
      case .now: "Session"
      case .history: "History"
      case .progress: "Progress"
      case .catalogues: "Catalogues"
      case .log: "Session"
      case .catalogue: "Catalogue"
      case .item: "Item"
      }
    }
  }
}
