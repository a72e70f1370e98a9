public import Ledger
public import RoomKit

extension Reeds {
  /// A place in the room.
  public enum Place: PlaceSet {
    case front, tools, cane, figures, fields, files
    case reed(RowID)
    case batch(RowID)

    public static let fixed: [Place] = [.front, .tools, .cane, .figures, .fields, .files]
    public static let ofRows: [(prefix: String, place: @Sendable (RowID) -> Place)] = [
      (reedPrefix, { .reed($0) }), (batchPrefix, { .batch($0) }),
    ]
    private static let reedPrefix = Address.reed
    private static let batchPrefix = "/reeds/batch/"

    public var path: String {
      switch self {
      case .front: "/reeds"
      case .tools: "/reeds/tools"
      case .cane: "/reeds/cane"
      case .figures: "/reeds/figures"
      case .fields: "/reeds/fields"
      case .files: "/reeds/files"
      case .reed(let row): Self.reedPrefix + row.bits.hex
      case .batch(let row): Self.batchPrefix + row.bits.hex
      }
    }

    public var title: String {
      switch self {
      case .front: "Reeds"
      case .tools: "Workshop"
      case .cane: "Cane"
      case .figures: "Stats"
      case .fields: "Fields"
      case .files: "Files"
      case .reed: "Reed"
      case .batch: "Batch"
      }
    }
  }
}
