import Domain
public import Ledger
public import RoomKit

extension Sessions {
  /// A place in the room.
  public enum Place: PlaceSet {
    case front, now, history, progress, catalogues, files
    case log(RowID)
    case catalogue(RowID)
    case item(RowID)
    /// A published catalogue, by its id on the server.
    case published(String)

    public static let fixed: [Place] = [.front, .now, .history, .progress, .catalogues, .files]
    public static let ofRows: [(prefix: String, place: @Sendable (RowID) -> Place)] = [
      (logPrefix, { .log($0) }), (cataloguePrefix, { .catalogue($0) }), (itemPrefix, { .item($0) }),
    ]
    public static let ofNames: [(prefix: String, place: @Sendable (String) -> Place?)] = [
      (publishedPrefix, { PublishedCatalogue.isID($0) ? .published($0) : nil })
    ]
    private static let publishedPrefix = "/sessions/published/"
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
      case .files: "/sessions/files"
      case .log(let row): Self.logPrefix + row.bits.hex
      case .catalogue(let row): Self.cataloguePrefix + row.bits.hex
      case .item(let row): Self.itemPrefix + row.bits.hex
      case .published(let id): Self.publishedPrefix + id
      }
    }

    public var title: String {
      switch self {
      case .front: "Sessions"
      case .now: "Session"
      case .history: "History"
      case .progress: "Progress"
      case .catalogues: "Catalogues"
      case .files: "Import and export"
      case .log: "Session"
      case .catalogue: "Catalogue"
      case .item: "Item"
      case .published: "Published catalogue"
      }
    }
  }
}
