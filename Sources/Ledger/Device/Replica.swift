/// One space on one device: the confirmed rows, the pending actions, and what a person sees, which is
/// both together.
///
/// It is a value: whoever holds it can try something and go back.
public struct Replica: Sendable {
  public internal(set) var head: Head
  /// What the server has confirmed, exactly as it was there at the cursor.
  public internal(set) var shadow = Table()
  /// Pending actions, and the last ones that can be undone, by number.
  public internal(set) var actions: [Action] = []
  /// Changes whenever a person may see something else.
  public internal(set) var version: UInt64 = 0
  /// Rows with pending changes, as a person sees them.
  var overlay: [RowID: Row] = [:]
  /// What must be written since the last write.
  var touched = Touched()
  var openDraft: OpenDraft?
  /// Whether its head was read from a store.
  var hasHead = false

  /// Records that differ from what is saved.
  struct Touched: Sendable {
    var actions: Set<UInt64> = []
    var forgotten: Set<UInt64> = []
    var pages: Set<Int> = []
  }

  public init(device: DeviceID) {
    head = Head(device: device)
  }

  // MARK: - What a person sees

  public subscript(row: RowID) -> Row? {
    overlay[row] ?? shadow[row]
  }

  /// Every row, as a person sees it.
  public func forEachRow(_ body: (Row) -> Void) {
    if overlay.isEmpty {
      for row in shadow.rows { body(row) }
      return
    }
    for row in shadow.rows { body(overlay[row.id] ?? row) }
    for row in newRows { body(row) }
  }

  /// Whether there is no row at all.
  public var isEmpty: Bool { overlay.isEmpty && shadow.rows.isEmpty }

  /// Whether there is no row of any other kind, apart from what was deleted.
  public func holdsOnly(_ kinds: [KindID]) -> Bool {
    for row in overlay.values where row.life == .alive && !kinds.contains(row.kind) { return false }
    for row in shadow.rows
    where row.life == .alive && !kinds.contains(row.kind) && overlay[row.id] == nil {
      return false
    }
    return true
  }

  /// Rows that no server has yet, ordered by id.
  var newRows: [Row] {
    overlay.values.filter { shadow[$0.id] == nil }.sortedByID()
  }

  /// How many actions only this device has.
  public var waitingCount: Int {
    var count = 0
    for action in actions where action.isWaiting { count += 1 }
    return count
  }

  public func action(_ ordinal: UInt64) -> Action? {
    place(of: ordinal).map { actions[$0] }
  }

  func place(of ordinal: UInt64) -> Int? {
    var low = 0
    var high = actions.count
    while low < high {
      let middle = (low + high) / 2
      if actions[middle].ordinal < ordinal { low = middle + 1 } else { high = middle }
    }
    return low < actions.count && actions[low].ordinal == ordinal ? low : nil
  }

  // MARK: - The overlay

  /// Lays a pending change over the confirmed rows.
  mutating func lay(_ cell: RowCell) {
    var row = self[cell.row] ?? Row(id: cell.row, kind: cell.kind)
    _ = row.merge(cell)
    overlay[cell.row] = row
  }

  /// Rebuilds the overlay of all pending changes.
  mutating func layAll() {
    overlay.removeAll(keepingCapacity: true)
    for action in actions where action.isWaiting {
      for step in action.steps { lay(step.change.cell) }
    }
  }

  /// Adds an action at the end.
  mutating func append(_ action: Action) {
    actions.append(action)
    head.nextOrdinal = max(head.nextOrdinal, action.ordinal + 1)
    touched.actions.insert(action.ordinal)
    for step in action.steps { lay(step.change.cell) }
  }

  // MARK: - What happens

  /// Carries out an intent; returns the outcome.
  @discardableResult
  mutating func apply(_ intent: inout Intent) -> Outcome {
    version += 1
    switch intent {
    case .edit(var edit):
      let outcome = perform(&edit)
      intent = .edit(edit)
      return outcome
    case .revert(let ordinal, let role, let wall):
      return revert(ordinal, role, wall)
    case .adopt(let label, let cells, let group):
      return adopt(label, cells, group)
    case .setOffset(let offset):
      head.clock.offset = offset
    case .link(let account):
      // Another tab may have linked it meanwhile: an account stays once it is set.
      if head.account == nil { head.account = account }
    case .unlink(let account):
      guard head.account == account else { break }
      // As on a device that never had a server: the next one is offered everything.
      (head.account, head.epoch, head.cursor, head.pulledAt) = (nil, .none, 0, 0)
      confirmAlone()
    case .send(let through):
      head.sentThrough = max(head.sentThrough, through)
    case .stampAnew(let refusal):
      return stampAnew(refusal)
    case .pulled(let pulled):
      take(pulled)
    case .enterEpoch(let epoch, let offered):
      // If another tab has confirmed more, that was not offered: everything will be, again.
      guard shadow.digest.total == offered else { break }
      head.epoch = epoch
      head.cursor = 0
    case .setAside(let cells):
      setAside(cells)
    case .dismissLost(let ordinal):
      guard let place = place(of: ordinal) else { break }
      actions[place].lost = []
      touched.actions.insert(ordinal)
    case .confirm:
      confirmAlone()
    case .recover(let lost, let name):
      return recover(lost, as: name)
    }
    return Outcome()
  }

  /// An action by the name it had when it was made.
  struct Made: Hashable, Sendable {
    var ordinal: UInt64
    var stamp: Stamp
    /// The cells that have that stamp; none if they came with their own.
    var cells: [CellKey]
  }

  /// The outcome of an intent, for the message that a person reads.
  public struct Outcome: Hashable, Sendable {
    /// The number of the action that was made; 0 if nothing changed.
    public var ordinal: UInt64 = 0
    /// How many cells an undo left alone, because they were changed again.
    public var leftCount = 0
    /// Every action that was made, continued or restamped, with its present stamp.
    var made: [Made] = []

    public init() {}
  }
}
