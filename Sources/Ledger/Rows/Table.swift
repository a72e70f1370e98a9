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

  /// Merges a cell; returns whether it changed anything.
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

  /// Adds a row that was read from a store.
  ///
  /// Its cells are summed again: a stored digest would hide what the store has lost.
  mutating func insert(_ row: Row) {
    guard placesByRow[row.id] == nil else {
      for cell in row.cells { merge(row.rowCell(cell)) }
      return
    }
    placesByRow[row.id] = rows.count
    rows.append(row)
    for cell in row.cells { digest.add(row.rowCell(cell)) }
  }

  /// Removes the rows for which `isGoing` is true.
  mutating func removeRows(where isGoing: (RowID) -> Bool) {
    var left: [Row] = []
    for row in rows {
      if isGoing(row.id) {
        for cell in row.cells { digest.remove(row.rowCell(cell)) }
      } else {
        left.append(row)
      }
    }
    guard left.count < rows.count else { return }
    rows = left
    placesByRow.removeAll(keepingCapacity: true)
    for (place, row) in rows.enumerated() { placesByRow[row.id] = place }
  }

  /// Reserves capacity for this many rows.
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
