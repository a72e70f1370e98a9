public import Ledger

extension Store {
  /// All superseded values of a row, oldest stamp first, read page by page; for comparing whole stores.
  public func wholeHistory(
    of row: RowID, in place: Place, byteLimit: Int = 1 << 20
  ) throws(StorageError) -> [HistoryCell] {
    var cells: [HistoryCell] = []
    var last: HistoryPlace?
    repeat {
      let page = try history(of: row, in: place, behind: last, byteLimit: byteLimit)
      cells += page.cells
      last = page.next
    } while last != nil
    return cells.inOrder
  }
}

extension [HistoryCell] {
  /// Oldest stamp first.
  fileprivate var inOrder: [HistoryCell] {
    sorted { one, other in
      let (a, b) = (one.cell.cell.stamp, other.cell.cell.stamp)
      return a != b ? a < b : one.cell.cell.field < other.cell.cell.field
    }
  }
}
