/// A row as a push finds it and changes it: a look at one cell takes as long whatever the row holds.
struct PlannedRow: Sendable {
  private(set) var cells: [StoredCell] = []
  /// About how many bytes its values take.
  private(set) var byteCount = 0
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
    byteCount += stored.cell.cell.value.encodedByteCount
    guard let place = placesByField[stored.cell.cell.field] else {
      placesByField[stored.cell.cell.field] = cells.count
      cells.append(stored)
      return nil
    }
    defer { cells[place] = stored }
    byteCount -= cells[place].cell.cell.value.encodedByteCount
    return cells[place]
  }
}
