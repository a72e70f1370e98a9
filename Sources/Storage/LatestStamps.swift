public import Ledger

/// The latest stamp of each of many rows.
public struct LatestStamps: Sendable {
  private var stampsByRow: [RowID: Stamp] = [:]

  public init() {}

  public mutating func take(_ row: RowID, _ stamp: Stamp) {
    stampsByRow[row] = max(stampsByRow[row] ?? stamp, stamp)
  }

  /// By row.
  public var list: [RowStamp] {
    stampsByRow.sorted { $0.key < $1.key }.map { RowStamp($0.key, $0.value) }
  }
}

extension [HistoryCell] {
  /// Oldest stamp first.
  public var inOrder: [HistoryCell] {
    sorted { one, other in
      let (a, b) = (one.cell.cell.stamp, other.cell.cell.stamp)
      return a != b ? a < b : one.cell.cell.field < other.cell.cell.field
    }
  }
}
