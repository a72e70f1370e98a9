/// A row as a push finds and changes it: looking up a cell takes the same time however large the row
/// is.
struct PlannedRow: Sendable {
  private(set) var cells: [StoredCell] = []
  /// Roughly how many bytes its values take.
  private(set) var byteCount = 0
  private var placesByField: [FieldID: Int] = [:]
  /// The latest time in any cell.
  private(set) var latest: HybridTime?

  subscript(field: FieldID) -> StoredCell? {
    placesByField[field].map { cells[$0] }
  }

  /// Replaces the cell in the same field; returns the old one.
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
