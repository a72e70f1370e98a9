public import Ledger

/// The rows of a space that files of training are made from and compared with.
public struct TrainingRows: Sendable {
  /// By their names, those in the trash and those of other kinds, too: of the latter nothing but that they are there.
  private(set) var byID: [RowID: Row] = [:]
  /// One's own catalogues that are there, in their order.
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

  /// Whether files of a log have to do with what a row says.
  static func isOurs(_ row: Row) -> Bool {
    switch row.kind {
    case .session: row.value(PractisedSession.trainingField) != .null
    case .attempt, .catalogue, .project, .vote, .trainingPlan, .trainingSettings, .level: true
    default: false
    }
  }

  /// The rows of a kind that are in no trash, in the order of their names.
  func alive(_ kind: KindID) -> [Row] {
    var rows: [Row] = []
    for row in byID.values where row.kind == kind && row.life == .alive && Self.isOurs(row) {
      rows.append(row)
    }
    return rows.sortedByID()
  }

  /// How many tries there are that are in no trash.
  public var tryCount: Int {
    byID.values.reduce(0) { $0 + ($1.kind == .attempt && $1.life == .alive ? 1 : 0) }
  }
}

extension Row {
  /// Nothing of it but that it is there, and whether it was erased.
  var bare: Row {
    Row(id: id, kind: kind, cells: cells.filter { $0.field == .life })
  }
}
