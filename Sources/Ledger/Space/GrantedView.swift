/// What a grant shows of a space: found in one pass over all current cells, row by row.
///
/// It remembers the hidden rows of a stretch of the sequence only, so that its memory has a limit however many there are.
public struct GrantedView: Sendable {
  /// How many numbers a view reaches.
  public static let reach: UInt64 = 262_144

  private let grant: Grant
  private let start: UInt64
  /// The last number up to which it knows what is hidden: a page ends there.
  public let end: UInt64
  private var hiddenRows: Set<RowID> = []
  /// The digest of the cells it shows.
  public private(set) var digest = SpaceDigest()
  private var cells: [StoredCell] = []

  /// Starts the view of what came after a number.
  public init(of grant: Grant, since sequence: UInt64, reach: UInt64 = GrantedView.reach) {
    self.grant = grant
    start = sequence
    end = sequence > .max - reach ? .max : sequence + reach
  }

  /// Takes the next cell; the cells of a row must follow each other.
  public mutating func take(_ stored: StoredCell) {
    if let row = cells.first?.cell.row, row != stored.cell.row { finishRow() }
    cells.append(stored)
  }

  /// Ends the pass: rows that were not taken before are not shown.
  public mutating func finish() { finishRow() }

  private mutating func finishRow() {
    if grant.covers(RowFacts(cells.lazy.map { $0.cell })) {
      for stored in cells { digest.add(stored.cell) }
    } else if let row = cells.first?.cell.row,
      cells.contains(where: { $0.sequence > start && $0.sequence <= end })
    {
      hiddenRows.insert(row)
    }
    cells.removeAll(keepingCapacity: true)
  }

  /// Whether it shows a row that has a cell in its stretch.
  public func shows(_ row: RowID) -> Bool { !hiddenRows.contains(row) }

  /// The header as seen with this view.
  public func header(_ header: SpaceHeader) -> SpaceHeader {
    var shown = header
    shown.digest = digest
    return shown
  }
}
