/// Builds a page of a pull, cell by cell in sequence order.
///
/// It ends between actions: consecutive cells with the same stamp stay together. A longer run of one stamp than any action
/// has comes from several pushes; it is cut where an action would have to end. A guest's page also ends where their view
/// does, which may be within an action: a device applies the pages of a pull together.
public struct PageBuilder: Sendable {
  private let byteLimit: Int
  private var byteCount = 0
  /// How many of the last cells share a stamp, and how large their values are.
  private var run = (count: 0, byteCount: 0)
  private var cells: [RowCell] = []
  private var lastSequence: UInt64?
  private var isFull = false

  public init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Takes the next cell; returns whether there is room for more.
  public mutating func take(_ stored: StoredCell) -> Bool {
    let isNext = stored.cell.cell.stamp != cells.last?.cell.stamp
    if byteCount >= byteLimit,
      isNext || run.count >= Push.actionLimit || run.byteCount >= Frame.byteLimit
    {
      isFull = true
      return false
    }
    if isNext { run = (0, 0) }
    let size = stored.cell.cell.value.encodedByteCount
    run = (run.count + 1, run.byteCount + size)
    cells.append(stored.cell)
    lastSequence = stored.sequence
    byteCount += Self.cellByteCount + size
    return true
  }

  /// Takes the next cell, if a view shows it; returns whether there is room for more.
  public mutating func take(_ stored: StoredCell, through view: GrantedView) -> Bool {
    guard stored.sequence <= view.end else {
      // Everything before it was looked at, however far the view's end is behind.
      (lastSequence, isFull) = (stored.sequence - 1, true)
      return false
    }
    return view.shows(stored.cell.row) ? take(stored) : true
  }

  /// The page after `sequence`, in a space whose header was read at the same moment as the cells.
  ///
  /// It has its cells even if rows were forgotten since: a device that started empty has missed
  /// nothing, and only the device knows where it started.
  ///
  /// In another's space, `view` says which view of it the cells belong to, and the header is the
  /// view's.
  public func page(
    after sequence: UInt64, header: SpaceHeader, view: UInt64 = 0, now: Int64
  ) -> PullPage {
    PullPage(
      epoch: header.epoch, from: sequence,
      to: isFull ? lastSequence ?? sequence : header.lastSequence, hasMore: isFull,
      isReset: header.hasForgotten(after: sequence), now: now,
      digest: isFull ? 0 : header.digest.total, view: view, cells: cells)
  }

  /// The approximate size of a cell besides its value, when few cells of its row come with it.
  private static let cellByteCount = 32
}

extension SpaceHeader {
  /// Whether rows were purged and forgotten since a device with this progress was here.
  public func hasForgotten(after sequence: UInt64) -> Bool {
    sequence > 0 && sequence < minSequence
  }
}

extension Value {
  /// Roughly how many bytes the value takes; exact for values that may be long.
  public var encodedByteCount: Int {
    switch self {
    case .text(let text): text.utf8.count + 1
    case .bytes(let bytes), .sealed(let bytes), .unknown(_, let bytes): bytes.count + 1
    case .blob(let blob): 40 + blob.mimeType.utf8.count
    default: 9
    }
  }
}
