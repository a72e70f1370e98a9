/// A row as a push finds it and changes it: a look at one cell takes as long whatever the row holds.
struct PlannedRow: Sendable {
  private(set) var cells: [StoredCell] = []
  private var placesByField: [FieldID: Int] = [:]
  /// The latest time of any cell.
  private(set) var latest: HybridTime?

  subscript(field: FieldID) -> StoredCell? {
    placesByField[field].map { cells[$0] }
  }

  /// Puts a cell in the place of the one in its field; gives that one.
  @discardableResult
  mutating func put(_ stored: StoredCell) -> StoredCell? {
    latest = max(latest ?? .zero, stored.cell.cell.stamp.time)
    guard let place = placesByField[stored.cell.cell.field] else {
      placesByField[stored.cell.cell.field] = cells.count
      cells.append(stored)
      return nil
    }
    defer { cells[place] = stored }
    return cells[place]
  }
}

extension Row {
  /// How many cells a row may have; in one that has more, those can be changed and erased, but none comes to them.
  ///
  /// What is done with a row takes as long as it has cells, so nobody may have one that is hard to handle.
  public static let cellLimit = 1_000
}
