/// Rows as they stood when a number was a space's last, whole and in the order of their names.
public struct PastPage: Hashable, Sendable {
  /// The number that was the last.
  public var sequence: UInt64
  /// Whether rows follow behind these.
  public var hasMore: Bool
  public var cells: [RowCell]

  public init(sequence: UInt64, hasMore: Bool, cells: [RowCell]) {
    self.sequence = sequence
    self.hasMore = hasMore
    self.cells = cells
  }
}

/// Puts a page of the past together from every value that was known then, row by row and field by field.
///
/// Of several values of a cell, which follow each other, the one that wins over the others stood.
public struct PastBuilder: Sendable {
  private let byteLimit: Int
  private var byteCount = 0
  private var cells: [RowCell] = []
  private var isFull = false

  public init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Takes the next value; says whether there is room for more.
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

  /// The page of what was taken.
  public func page(asOf sequence: UInt64) -> PastPage {
    PastPage(sequence: sequence, hasMore: isFull, cells: cells)
  }

  /// About what a cell takes beside its value.
  private static let cellByteCount = 32
}
