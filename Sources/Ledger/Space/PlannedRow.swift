/// A row as a push finds and changes it.
struct PlannedRow: Sendable {
  /// Its cells, by field: most arrive in that order, and are added at the end.
  private(set) var cells: [StoredCell] = []
  /// Roughly how many bytes its values take.
  private(set) var byteCount = 0
  /// The latest time in any cell.
  private(set) var latest: HybridTime?

  subscript(field: FieldID) -> StoredCell? {
    let place = place(of: field)
    return place < cells.count && cells[place].field == field ? cells[place] : nil
  }

  var life: Life {
    self[.life].map { Life($0.cell.cell.value) } ?? .alive
  }

  /// Whether there is room for more cells with values of that size, none of which replaces one.
  func hasRoom(cells count: Int, bytes: Int) -> Bool {
    cells.count + count <= Row.cellLimit && byteCount + bytes <= Row.byteLimit
  }

  /// Replaces the cell in the same field; returns the old one.
  @discardableResult
  mutating func put(_ stored: StoredCell) -> StoredCell? {
    latest = max(latest ?? .zero, stored.cell.cell.stamp.time)
    byteCount += stored.cell.cell.value.encodedByteCount
    let place = place(of: stored.field)
    guard place < cells.count, cells[place].field == stored.field else {
      cells.insert(stored, at: place)
      return nil
    }
    let old = cells[place]
    byteCount -= old.cell.cell.value.encodedByteCount
    cells[place] = stored
    return old
  }

  /// Where the cell of a field is, or would be.
  private func place(of field: FieldID) -> Int {
    guard let last = cells.last, field <= last.field else { return cells.count }
    var (low, high) = (0, cells.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].field < field { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension StoredCell {
  fileprivate var field: FieldID { cell.cell.field }
}
