/// Rows as they were when a number was a space's last, complete and ordered by id.
public struct PastPage: Hashable, Sendable {
  /// The sequence number that was the last.
  public var sequence: UInt64
  /// Whether more rows follow.
  public var hasMore: Bool
  public var cells: [RowCell]

  public init(sequence: UInt64, hasMore: Bool, cells: [RowCell]) {
    self.sequence = sequence
    self.hasMore = hasMore
    self.cells = cells
  }
}

/// Builds a page of the past from every value known then, row by row and field by field.
///
/// Among consecutive values of one cell, the one that wins over the others was the current one.
public struct PastBuilder: Sendable {
  private let byteLimit: Int
  private var byteCount = 0
  private var cells: [RowCell] = []
  private var isFull = false

  public init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Takes the next value; returns whether there is room for more.
  public mutating func take(_ cell: RowCell) -> Bool {
    if let last = cells.last, last.key == cell.key {
      if cell.wins(over: last) { cells[cells.count - 1] = cell }
      return true
    }
    if byteCount >= byteLimit, let last = cells.last, last.row != cell.row {
      isFull = true
      return false
    }
    cells.append(cell)
    byteCount += Self.cellByteCount + cell.cell.value.encodedByteCount
    return true
  }

  /// The finished page.
  public func page(asOf sequence: UInt64) -> PastPage {
    PastPage(sequence: sequence, hasMore: isFull, cells: cells)
  }

  /// The approximate size of a cell besides its value.
  private static let cellByteCount = 32
}
