public import Ledger
public import Reports
public import RoomKit

extension Reeds {
  /// A place in the room.
  public enum Place: PlaceSet {
    case front, tools, cane, figures, fields, files, study, experiments
    case reed(RowID)
    case batch(RowID)
    case stats(Question.Subject)
    case experiment(RowID)

    public static let fixed: [Place] =
      [.front, .tools, .cane, .figures, .fields, .files, .study, .experiments]
      + Question.Subject.allCases.map { .stats($0) }
    public static let ofRows: [(prefix: String, place: @Sendable (RowID) -> Place)] = [
      (reedPrefix, { .reed($0) }), (batchPrefix, { .batch($0) }),
      (experimentPrefix, { .experiment($0) }),
    ]
    private static let reedPrefix = Address.reed
    private static let batchPrefix = "/reeds/batch/"
    private static let experimentPrefix = "/reeds/experiments/"

    public var path: String {
      switch self {
      case .front: "/reeds"
      case .tools: "/reeds/tools"
      case .cane: "/reeds/cane"
      case .figures: "/reeds/figures"
      case .fields: "/reeds/fields"
      case .files: "/reeds/files"
      case .experiments: "/reeds/experiments"
      case .experiment(let row): Self.experimentPrefix + row.bits.hex
      case .study: "/reeds/study"
      case .reed(let row): Self.reedPrefix + row.bits.hex
      case .batch(let row): Self.batchPrefix + row.bits.hex
      case .stats(let subject): "/reeds/stats/" + subject.name
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
      case .study: "Studies"
      case .reed: "Reed"
      case .batch: "Batch"
      case .experiments: "Your experiments"
      case .experiment: "Experiment"
      case .stats(let subject): subject.title
      }
    }
  }
}
