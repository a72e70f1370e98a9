/// What a grant shows of a space: found by one look at all cells that stand, row by row.
public struct GrantedView: Sendable {
  private let grant: Grant
  private var hiddenRows: Set<RowID> = []
  /// What the cells that it shows add up to.
  public private(set) var digest = SpaceDigest()
  private var cells: [RowCell] = []

  public init(of grant: Grant) {
    self.grant = grant
  }

  /// Takes the next cell; those of a row come one behind the other.
  public mutating func take(_ cell: RowCell) {
    if let row = cells.first?.row, row != cell.row { finishRow() }
    cells.append(cell)
  }

  /// Ends the look: nothing is shown of a row that was not taken in before.
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

  /// The header as it is for whoever has this view.
  public func header(_ header: SpaceHeader) -> SpaceHeader {
    var shown = header
    shown.digest = digest
    return shown
  }
}
