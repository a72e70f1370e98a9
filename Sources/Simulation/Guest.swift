import Ledger

/// Somebody to whom the owner gave access: their device's copy of the space, and its progress.
///
/// The guest is as simple as the rules allow: if the server's epoch or the view changes, or a page says to start
/// over, they delete their copy and do so. They also do so after hearing nothing for longer than erased rows are
/// remembered, as a stub they hold may belong to a row that exists again; a real device finds that out by its
/// digest.
struct Guest: Sendable {
  static let account = AccountID(Bits128(high: 0x6E57, low: 1))
  static let device = DeviceID(0x6E57)

  /// What the owner allows the guest, according to the naive truth.
  var grant: Grant?
  var random: RandomBits
  /// The time after the guest's last write.
  var lastTime = HybridTime.zero
  private(set) var cells: [CellKey: RowCell] = [:]
  private var cursor: UInt64 = 0
  private var epoch = Epoch.none
  private var view: UInt64 = 0
  /// Pages of an incomplete pull.
  private var staged: [RowCell] = []
  private var next: UInt64 = 0
  /// When the last page was sent, by the server's clock.
  private var heardAt: Int64 = 0

  init(random: RandomBits) {
    self.random = random
  }

  /// Where the next pull starts.
  var since: UInt64 { next }

  /// Whether the guest is between two pages. A page may be empty, and more come after it.
  var isPulling: Bool { next != cursor }

  /// Takes the next page; returns whether the guest now has everything.
  mutating func take(_ page: PullPage) -> Bool {
    let isLate = next > 0 && page.now - heardAt > Horizon.history
    guard page.epoch == epoch, page.view == view, !isLate, !page.isReset || next == 0 else {
      deleteCopy()
      (epoch, view) = (page.epoch, page.view)
      // From the beginning it is already the whole view; from further on it is not.
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

  /// Abandons a pull between its pages.
  mutating func interrupt() {
    staged = []
    next = cursor
  }

  /// The guest lost access, or starts over.
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
