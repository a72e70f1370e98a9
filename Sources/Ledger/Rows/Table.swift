/// The rows of a space, and their digest.
public struct Table: Sendable {
  public private(set) var rows: [Row] = []
  public private(set) var digest = SpaceDigest()
  private var placesByRow: [RowID: Int] = [:]

  public init() {}

  public init(_ cells: [RowCell]) {
    for cell in cells { merge(cell) }
  }

  public var isEmpty: Bool { rows.isEmpty }

  public subscript(row: RowID) -> Row? {
    placesByRow[row].map { rows[$0] }
  }

  /// Takes a cell in; says whether it changed anything.
  @discardableResult
  public mutating func merge(_ new: RowCell) -> Bool {
    guard let place = placesByRow[new.row] else {
      placesByRow[new.row] = rows.count
      rows.append(Row(id: new.row, kind: new.kind, cells: [new.cell]))
      digest.add(new)
      return true
    }
    switch rows[place].merge(new) {
    case .kept: return false
    case .added: break
    case .replaced(let old): digest.remove(old)
    case .purged(let gone): for cell in gone { digest.remove(cell) }
    }
    digest.add(new)
    return true
  }

  /// Adds a row that is not there yet, as it was read back; its cells are not added up.
  mutating func insert(_ row: Row) {
    placesByRow[row.id] = rows.count
    rows.append(row)
  }

  /// Takes over what the rows were known to add up to when they were kept.
  mutating func trust(_ digest: SpaceDigest) {
    self.digest = digest
  }

  /// Makes room for so many rows.
  mutating func reserve(_ count: Int) {
    rows.reserveCapacity(count)
    placesByRow.reserveCapacity(count)
  }

  /// Every cell of every row.
  public var cells: [RowCell] {
    var cells: [RowCell] = []
    for row in rows {
      for cell in row.cells { cells.append(row.rowCell(cell)) }
    }
    return cells
  }
}
