import Ledger

/// Somebody whom the owner let in: what his device has of the space, and how far it is.
///
/// He is as simple as the rules let him be: where the server's epoch or his view is another than before, or a
/// page says that he begins anew, he deletes his copy and does. So he does where he heard nothing for longer than
/// erased rows are remembered, as a stub that he holds may be of a row that is there again; a real device finds
/// that out by its digest.
struct Guest: Sendable {
  static let account = AccountID(Bits128(high: 0x6E57, low: 1))
  static let device = DeviceID(0x6E57)

  /// What the owner let him do, as the naive truth has it.
  var grant: Grant?
  var random: RandomBits
  /// The time after what he wrote last.
  var lastTime = HybridTime.zero
  private(set) var cells: [CellKey: RowCell] = [:]
  private var cursor: UInt64 = 0
  private var epoch = Epoch.none
  private var view: UInt64 = 0
  /// Pages of a pull that is not complete.
  private var staged: [RowCell] = []
  private var next: UInt64 = 0
  /// When he was sent his last page, by the server's clock.
  private var heardAt: Int64 = 0

  init(random: RandomBits) {
    self.random = random
  }

  /// From where he pulls next.
  var since: UInt64 { next }

  /// Whether he is between two pages.
  var isPulling: Bool { !staged.isEmpty }

  /// Takes the next page in; says whether he now has everything.
  mutating func take(_ page: PullPage) -> Bool {
    let isLate = next > 0 && page.now - heardAt > Horizon.history
    guard page.epoch == epoch, page.view == view, !isLate, !page.isReset || next == 0 else {
      deleteCopy()
      (epoch, view) = (page.epoch, page.view)
      // From the beginning it is his whole view already; from further on it is not.
      guard page.from == 0 else { return false }
      return take(page)
    }
    staged += page.cells
    next = page.to
    heardAt = page.now
    guard !page.hasMore else { return false }
    for cell in staged { merge(cell) }
    staged = []
    cursor = next
    return true
  }

  /// Gives up a pull between its pages.
  mutating func interrupt() {
    staged = []
    next = cursor
  }

  /// He is let see nothing, or begins anew.
  mutating func deleteCopy() {
    cells = [:]
    staged = []
    (cursor, next) = (0, 0)
    (epoch, view) = (.none, 0)
  }

  private mutating func merge(_ cell: RowCell) {
    if let life = cells[CellKey(cell.row, .life)], life.isPurge, !cell.isPurge { return }
    if cell.isPurge {
      for key in cells.keys where key.row == cell.row { cells[key] = nil }
    }
    if let old = cells[cell.key], old.cell.stamp > cell.cell.stamp, !cell.isPurge { return }
    cells[cell.key] = cell
  }
}
