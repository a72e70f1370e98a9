public import Ledger

/// The rows of a space that training files are made from and compared with.
public struct TrainingRows: Sendable {
  /// By id, including those in the trash, and only the existence of rows of other kinds.
  private(set) var byID: [RowID: Row] = [:]
  /// One's own catalogues, in order.
  private(set) var catalogues: [Catalogue] = []

  public init(_ rows: [Row]) {
    for row in rows { take(row) }
    finish()
  }

  public init(_ data: Replica) {
    data.forEachRow { take($0) }
    finish()
  }

  private mutating func take(_ row: Row) { byID[row.id] = Self.isOurs(row) ? row : row.bare }

  private mutating func finish() { catalogues = CatalogueRows.catalogues(in: Array(byID.values)) }

  subscript(_ id: RowID) -> Row? { byID[id] }

  /// Whether a row matters for files of a log.
  static func isOurs(_ row: Row) -> Bool {
    switch row.kind {
    case .session: row.value(PractisedSession.trainingField) != .null
    case .attempt, .catalogue, .project, .vote, .trainingPlan, .trainingSettings, .level: true
    default: false
    }
  }

  /// The rows of a kind that are not in the trash, sorted by id.
  func alive(_ kind: KindID) -> [Row] {
    var rows: [Row] = []
    for row in byID.values where row.kind == kind && row.life == .alive && Self.isOurs(row) {
      rows.append(row)
    }
    return rows.sortedByID()
  }

  /// How many tries are not in the trash.
  public var tryCount: Int {
    byID.values.reduce(0) { $0 + ($1.kind == .attempt && $1.life == .alive ? 1 : 0) }
  }
}

extension Row {
  /// Only its existence, and whether it was purged.
  var bare: Row {
    Row(id: id, kind: kind, cells: cells.filter { $0.field == .life })
  }
}
