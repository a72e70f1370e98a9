/// What a grant shows of a space: found in one pass over all current cells, row by row.
public struct GrantedView: Sendable {
  private let grant: Grant
  private var hiddenRows: Set<RowID> = []
  /// The digest of the cells it shows.
  public private(set) var digest = SpaceDigest()
  private var cells: [RowCell] = []

  public init(of grant: Grant) {
    self.grant = grant
  }

  /// Takes the next cell; the cells of a row must follow each other.
  public mutating func take(_ cell: RowCell) {
    if let row = cells.first?.row, row != cell.row { finishRow() }
    cells.append(cell)
  }

  /// Ends the pass: rows that were not taken before are not shown.
  public mutating func finish() { finishRow() }

  private mutating func finishRow() {
    if grant.covers(RowFacts(cells)) {
      for cell in cells { digest.add(cell) }
    } else if let row = cells.first?.row {
      hiddenRows.insert(row)
    }
    cells.removeAll(keepingCapacity: true)
  }

  public func shows(_ row: RowID) -> Bool { !hiddenRows.contains(row) }

  /// The header as seen with this view.
  public func header(_ header: SpaceHeader) -> SpaceHeader {
    var shown = header
    shown.digest = digest
    return shown
  }
}
