/// The rules by which a server accepts changes, independent of any store.
///
/// It says what it needs to know, takes that, and then plans what to write, all in one transaction.
///
///     var planner = PushPlanner(push, header: header, now: now)
///     while let needs = planner.needs { planner.take(store.read(needs)) }
///     let plan = planner.plan()
public struct PushPlanner: Sendable {
  /// What the planner must know before it can continue.
  public struct Needs: Sendable {
    /// Rows of which all cells are needed.
    public var rows: [RowID] = []
    /// Values to look up in history.
    public var identities: [Identity] = []
    /// Rows whose history is needed.
    public var historyRows: [RowID] = []

    public init(rows: [RowID] = []) {
      self.rows = rows
    }

    public var isEmpty: Bool { rows.isEmpty && identities.isEmpty && historyRows.isEmpty }
  }

  /// One value ever written: where, when and by whom.
  public struct Identity: Hashable, Sendable {
    public let key: CellKey
    public let stamp: Stamp

    public init(_ key: CellKey, _ stamp: Stamp) {
      self.key = key
      self.stamp = stamp
    }

    init(_ stored: StoredCell) {
      self.init(stored.cell.key, stored.cell.cell.stamp)
    }
  }

  /// What the store has of what was requested.
  public struct Findings: Sendable {
    public var cells: [StoredCell]
    /// The requested identities, and those of the rows' histories, that exist.
    public var history: [Identity]
    /// Whether there is too much to examine together, so that cells are missing.
    public var isCut = false

    public init(cells: [StoredCell] = [], history: [Identity] = []) {
      self.cells = cells
      self.history = history
    }
  }

  private enum Stage {
    case rows, context, conflictsOfPurged, ready
  }

  /// A value that was replaced, and its ordinal among those of this push.
  private struct Superseded {
    let place: Int
    let entry: HistoryCell
  }

  private let push: Push
  private let changes: [Change]
  /// The index of each of `changes` in the push.
  private let places: [Int]
  private let now: Int64
  private var header: SpaceHeader
  private var stage = Stage.rows
  private var rows: [RowID: PlannedRow] = [:]
  private var history: [RowID: Set<Identity>] = [:]
  /// The latest time arriving for each row.
  private let latestComing: [RowID: HybridTime]
  /// The rows that conflicts in the push are about: devices without a server find conflicts themselves.
  private let toldRows: [RowID: RowID]
  /// The conflicts that the push erases: a device that was alone erased the rows they are about.
  private let erasedConflicts: [RowID]
  /// The conflicts in the push, by the rows they are about.
  private var conflictsByRow: [RowID: [RowID]] = [:]
  /// The known result for the whole of whether it is in time, if any.
  private let verdict: Bool?
  /// Whether the rows are too large for the store to examine together.
  private var isTooLarge = false

  private var reply: PushReply
  private var goneRows: Set<RowID> = []
  /// What was written, in the order of sequences; all of it stands unless `isRewritten`.
  private var writes: [StoredCell] = []
  /// Whether a cell was written twice, or a row erased.
  private var isRewritten = false
  private var superseded: [RowID: [Superseded]] = [:]
  private var supersededCount = 0
  private var purgedRows: [RowID] = []

  /// Starts a plan for a push, or for part of a `whole`.
  public init(_ push: Push, of whole: PushWhole? = nil, header: SpaceHeader, now: Int64) {
    self.push = push
    self.header = header
    self.now = now
    latestComing = whole?.latestByRow ?? push.latestByRow
    toldRows = push.toldRows
    erasedConflicts = push.erasedConflicts
    verdict = whole?.isInTime
    // Action by action: changes with one stamp get consecutive numbers. In an offer, conflicts come first, so that they
    // are known before a value is reported, and repeating the offer finds nothing new.
    let order = push.changes.indices.sorted { one, other in
      let (first, second) = (push.changes[one], push.changes[other])
      let (isFirst, isSecond) = (first.cell.kind == .conflict, second.cell.kind == .conflict)
      if push.isOffer, isFirst != isSecond { return isFirst }
      return first.stamp != second.stamp ? first.stamp < second.stamp : one < other
    }
    places = order
    changes = order.map { push.changes[$0] }
    reply = PushReply(
      status: .ok, epoch: header.epoch, sequence: header.lastSequence, now: now,
      held: [Bool](repeating: false, count: push.changes.count))
    if push.epoch != header.epoch {
      refuse(.epoch)
    } else if isForgotten {
      refuse(.reset)
    }
  }

  /// Whether rows were purged and forgotten since the device was last here.
  private var isForgotten: Bool {
    guard header.minSequence > 0 else { return false }
    if push.isOffer { return push.pulledAt > 0 && push.pulledAt < now - Horizon.history }
    return push.cursor > 0 && push.cursor < header.minSequence
  }

  private mutating func refuse(_ status: PushReply.Status) {
    reply.status = status
    stage = .ready
  }

  // MARK: - What the planner needs

  /// What to read next; `nil` when the plan can be made.
  public var needs: Needs? {
    var needs = Needs()
    switch stage {
    case .rows:
      needs.rows = Self.unique(push.rows(of: places) + toldRows.values.sorted())
    case .context:
      needs = context
    case .conflictsOfPurged:
      let purged = Self.unique(changes.filter { $0.cell.isPurge }.map { $0.key.row })
      let conflicts = purged.flatMap { row in
        (history[row] ?? []).flatMap(Self.conflicts(about:)).filter { rows[$0] == nil }
      }
      needs.rows = Self.unique(conflicts).sorted()
    case .ready:
      return nil
    }
    return needs
  }

  /// Takes what the store has.
  public mutating func take(_ findings: Findings) {
    isTooLarge = isTooLarge || findings.isCut
    for cell in findings.cells { rows[cell.cell.row, default: PlannedRow()].put(cell) }
    for identity in findings.history { history[identity.key.row, default: []].insert(identity) }
    switch stage {
    case .rows: stage = context.isEmpty ? .ready : .context
    case .context: stage = changes.contains { $0.cell.isPurge } ? .conflictsOfPurged : .ready
    case .conflictsOfPurged, .ready: stage = .ready
    }
  }

  /// The history and the conflict rows that the changes may affect.
  private var context: Needs {
    var needs = Needs()
    var keys = Set<CellKey>(minimumCapacity: changes.count)
    var isTwice = false
    var ending: Set<RowID> = []
    var purged: Set<RowID> = []
    for change in changes {
      let (life, current) = found(change.key)
      if !keys.insert(change.key).inserted { isTwice = true }
      if let current, current.cell.cell.stamp > change.stamp {
        needs.identities.append(Identity(change.key, change.stamp))
      }
      if change.cell.isPurge { needs.historyRows.append(change.key.row) }
      if change.cell.isPurge || life == .trashed || isTrashing(change) {
        ending.insert(change.key.row)
      }
      if change.cell.isPurge, purged.insert(change.key.row).inserted {
        let row = cells(of: change.key.row)
        needs.rows += row.flatMap { Self.conflicts(about: Identity($0)) }
      }
      if let current, isTwin(change, current) {
        // It may be written again, with the next stamp, before another change replaces it.
        let devices = Self.unique([change.stamp.device, change.stamp.next.device])
        for device in devices { needs.rows.append(Conflict.row(of: change.key, lostBy: device)) }
      } else if let current, isConcurrent(change, current) {
        let devices = Self.unique([change.stamp.device, current.cell.cell.stamp.device])
        for device in devices { needs.rows.append(Conflict.row(of: change.key, lostBy: device)) }
      }
    }
    if isTwice { needs.rows += conflictsWithin }
    if !ending.isEmpty { needs.rows += conflicts(aboutEnding: ending) }
    needs.rows += erasedConflicts.compactMap { subject(of: $0) }
    needs.rows = Self.unique(needs.rows.sorted()).filter { rows[$0] == nil }
    needs.historyRows = Self.unique(needs.historyRows)
    return needs
  }

  /// The rows that would report conflicts between values that arrive in the same push.
  private var conflictsWithin: [RowID] {
    let writersByKey = Dictionary(grouping: changes) { $0.key }.filter { $0.value.count > 1 }
    return writersByKey.flatMap { key, changes in
      let writers = changes.map { $0.stamp.device }
      let nexts = writers.map { Stamp(.zero, $0).next.device }
      return Self.unique(writers + nexts).map { Conflict.row(of: key, lostBy: $0) }
    }
  }

  /// The rows that would report that somebody wrote to a row while it was trashed or purged.
  private func conflicts(aboutEnding rows: Set<RowID>) -> [RowID] {
    var writers: [RowID: Set<DeviceID>] = [:]
    for row in rows { writers[row] = Set(cells(of: row).map { $0.cell.cell.stamp.device }) }
    for change in changes where rows.contains(change.key.row) {
      writers[change.key.row, default: []].insert(change.stamp.device)
    }
    return writers.flatMap { row, devices in
      devices.map { Conflict.row(of: CellKey(row, .life), lostBy: $0) }
    }
  }

  /// The rows that would report a conflict this value lost, or that its row was in the trash.
  static func conflicts(about value: Identity) -> [RowID] {
    [value.key, CellKey(value.key.row, .life)].map {
      Conflict.row(of: $0, lostBy: value.stamp.device)
    }
  }

  private func isTrashing(_ change: Change) -> Bool {
    change.key.field == .life && Life(change.cell.cell.value) == .trashed
  }

  private static func unique<T: Hashable>(_ list: [T]) -> [T] {
    var seen: Set<T> = []
    return list.filter { seen.insert($0).inserted }
  }

  // MARK: - The plan

  /// What the store writes, and the reply to the device.
  public mutating func plan() -> PushPlan {
    if reply.status == .ok { takeChangesIn() }
    reply.sequence = header.lastSequence
    return PushPlan(
      reply: reply, header: header,
      cells: isRewritten
        ? writes.filter { current($0.cell.key)?.sequence == $0.sequence } : writes,
      history: superseded.values.flatMap { $0 }.sorted { $0.place < $1.place }.map { $0.entry },
      purgedRows: purgedRows)
  }

  private mutating func takeChangesIn() {
    guard push.isOffer || verdict ?? isInTime else {
      for (index, change) in changes.enumerated() { reply.held[places[index]] = isHeld(change) }
      reply.status = .clock
      return
    }
    for (conflict, row) in toldRows { conflictsByRow[row, default: []].append(conflict) }
    for conflict in erasedConflicts {
      if let row = subject(of: conflict) { conflictsByRow[row, default: []].append(conflict) }
    }
    var touched: [Change] = []
    for action in actions {
      guard hasRoom(for: action) else {
        reply.status = .forbidden
        continue
      }
      for index in action {
        reply.held[places[index]] = true
        if take(changes[index]) { touched.append(changes[index]) }
      }
    }
    if !push.isOffer { reportEditsOfTrash(touched) }
  }

  /// The changes that are accepted together or not at all: those with one stamp, or each cell of an offer.
  private var actions: [Range<Int>] {
    var actions: [Range<Int>] = []
    var start = 0
    while start < changes.count {
      var end = start + 1
      while !push.isOffer, end < changes.count, changes[end].stamp == changes[start].stamp {
        end += 1
      }
      actions.append(start..<end)
      start = end
    }
    return actions
  }

  /// Whether an action is not too large, and adds nothing to a full row.
  private func hasRoom(for action: Range<Int>) -> Bool {
    guard !isTooLarge, action.count <= Push.actionLimit else { return false }
    // Nearly always, any of its rows has room for all of it.
    let byteCount = changes[action].reduce(0) { $0 + $1.cell.cell.value.encodedByteCount }
    let isSmall = changes[action].allSatisfy {
      rows[$0.key.row, default: PlannedRow()].hasRoom(cells: action.count, bytes: byteCount)
    }
    guard !isSmall else { return true }
    var growth: [RowID: Row.Growth] = [:]
    for change in changes[action]
    where change.key.field != .life && life(of: change.key.row) != .purged {
      let old = current(change.key)?.cell
      guard old.map({ change.cell.wins(over: $0) }) ?? true else { continue }
      growth[change.key.row, default: Row.Growth()].take(change.cell.cell, over: old?.cell)
    }
    return growth.allSatisfy { row, growth in
      let known = rows[row]
      return growth.fits(cells: known?.cells.count ?? 0, bytes: known?.byteCount ?? 0)
    }
  }

  /// Whether no stamp is further ahead than clocks may differ, or than what its author saw.
  private var isInTime: Bool {
    let limit = HybridTime(milliseconds: now + HybridTime.tolerance)
    var index = 0
    while index < changes.count {
      // The cells of one action share a stamp, which follows the latest of all they replace.
      let stamp = changes[index].stamp
      var action = limit
      var isNew = false
      while index < changes.count, changes[index].stamp == stamp {
        action = max(action, changes[index].latestSeen.advanced(by: HybridTime.leeway))
        isNew = isNew || !isHeld(changes[index])
        index += 1
      }
      if isNew, stamp.time > action { return false }
    }
    return true
  }

  private func isHeld(_ change: Change) -> Bool {
    // Copied devices may give one stamp to two values: only the value that is here is held.
    if let current = current(change.key)?.cell, current.cell.stamp == change.stamp {
      return current.cell.value == change.cell.cell.value
    }
    return life(of: change.key.row) == .purged
      || history[change.key.row]?.contains(Identity(change.key, change.stamp)) == true
  }

  /// Accepts one change; returns whether it is now the current value.
  private mutating func take(_ change: Change) -> Bool {
    let (life, found) = found(change.key)
    let isPurged = life == .purged
    if isPurged, !change.cell.isPurge {
      if goneRows.insert(change.key.row).inserted { reply.gone.append(change.key.row) }
      return false
    }
    if change.cell.kind == .conflict {
      if change.cell.isPurge {
        eraseWhatIsLeft(change.key.row)
        return false
      }
      if let told = toldRows[change.key.row], self.life(of: told) == .purged,
        found.map({ change.cell.wins(over: $0.cell) }) ?? true,
        isConflict(change.key.row)
      {
        eraseConflict(change.key.row)
        return take(change)
      }
    }
    guard let current = found else {
      if change.cell.isPurge { purge(change.key.row) }
      write(change.cell)
      return true
    }
    let hasConflict = isConcurrent(change, current)
    guard change.cell.wins(over: current.cell) else {
      if change.stamp == current.cell.cell.stamp {
        if isTwin(change, current) { takeTwin(change.cell, of: current) }
        return false
      }
      let identity = Identity(change.key, change.stamp)
      guard history[change.key.row, default: []].insert(identity).inserted, !current.cell.isPurge
      else { return false }
      keep(StoredCell(change.cell, sequence: header.lastSequence), hasConflict)
      if hasConflict { report(lost: change.cell, winner: current.cell.cell.stamp) }
      return false
    }
    if change.cell.isPurge {
      if !isPurged { purge(change.key.row) }
      write(change.cell)
      return true
    }
    keep(current, hasConflict)
    write(change.cell)
    if hasConflict { report(lost: current.cell, winner: change.stamp) }
    return true
  }

  /// Whether the author of `change` did not know the current value, and meant another.
  private func isConcurrent(_ change: Change, _ current: StoredCell) -> Bool {
    !push.isOffer && change.cell.kind != .conflict && !change.cell.isPurge
      && current.cell.cell.stamp != change.base && current.cell.cell.value != change.cell.cell.value
  }

  /// Whether the change has the current cell's stamp but another value.
  private func isTwin(_ change: Change, _ current: StoredCell) -> Bool {
    change.stamp == current.cell.cell.stamp && change.cell.kind != .conflict
      && !change.cell.isPurge && !current.cell.isPurge
      && change.cell.cell.value != current.cell.cell.value
  }

  private func current(_ key: CellKey) -> StoredCell? {
    rows[key.row]?[key.field]
  }

  private func cells(of row: RowID) -> [StoredCell] {
    rows[row]?.cells ?? []
  }

  /// A row's life, and one of its cells.
  private func found(_ key: CellKey) -> (Life, StoredCell?) {
    guard let row = rows[key.row] else { return (.alive, nil) }
    return (row.life, row[key.field])
  }

  private func life(of row: RowID) -> Life {
    rows[row]?.life ?? .alive
  }

  /// Makes a cell the current one, with the next number.
  private mutating func write(_ cell: RowCell) {
    header.lastSequence += 1
    let stored = StoredCell(cell, sequence: header.lastSequence)
    if let old = rows[cell.row, default: PlannedRow()].put(stored) {
      header.digest.remove(old.cell)
      if let first = writes.first, old.sequence >= first.sequence { isRewritten = true }
    }
    header.digest.add(cell)
    writes.append(stored)
  }

  private mutating func keep(_ cell: StoredCell, _ isConflict: Bool) {
    let entry = HistoryCell(
      cell.cell, sequence: cell.sequence, isConflict: isConflict, keptAt: now)
    superseded[cell.cell.row, default: []].append(
      Superseded(place: supersededCount, entry: entry))
    supersededCount += 1
  }

  // MARK: - Purging

  /// Forgets everything about a row, including what conflicts say about it.
  private mutating func purge(_ row: RowID) {
    let known = cells(of: row).map { Identity($0) }
    // What lost in this very push has been reported by now, but is not in the store's history yet.
    let lost = (superseded[row] ?? []).map {
      Identity($0.entry.cell.key, $0.entry.cell.cell.stamp)
    }
    let values = known + lost + (history[row] ?? [])
    erase(row)
    let conflicts = values.flatMap(Self.conflicts(about:)) + (conflictsByRow[row] ?? [])
    let those = Self.unique(conflicts).filter { isThere($0) && isConflict($0) }
    for conflict in those.sorted() { eraseConflict(conflict) }
  }

  /// Erases what a conflict says about an erased row, at the request of a device that was alone.
  ///
  /// Most conflicts are found by the values that lost. If the history of that value was forgotten, or is missing from a
  /// backup, only the device knows. While its row exists a conflict stays, as no other would be reported in its place.
  private mutating func eraseWhatIsLeft(_ conflict: RowID) {
    guard isThere(conflict), isConflict(conflict), let row = subject(of: conflict), !isThere(row)
    else { return }
    eraseConflict(conflict)
  }

  /// The row that an existing conflict is about.
  private func subject(of conflict: RowID) -> RowID? {
    guard case .row(let row)? = current(CellKey(conflict, .conflictRow))?.cell.cell.value else {
      return nil
    }
    return row
  }

  /// Whether a row has cells, and is not purged.
  private func isThere(_ row: RowID) -> Bool {
    !cells(of: row).isEmpty && life(of: row) != .purged
  }

  /// Whether a row holds nothing but a conflict, whatever a push calls it.
  private func isConflict(_ row: RowID) -> Bool {
    cells(of: row).allSatisfy { $0.cell.kind == .conflict }
  }

  private mutating func eraseConflict(_ conflict: RowID) {
    let stamp = serverStamp(after: conflict)
    erase(conflict)
    let life = Cell(field: .life, stamp: stamp, value: Life.purged.value)
    write(RowCell(row: conflict, kind: .conflict, cell: life))
  }

  private mutating func erase(_ row: RowID) {
    for cell in cells(of: row) { header.digest.remove(cell.cell) }
    rows[row] = PlannedRow()
    isRewritten = true
    superseded[row] = nil
    purgedRows.append(row)
  }

  // MARK: - Conflicts

  /// Tells the person that `lost` was written without knowledge of the current value.
  private mutating func report(lost: RowCell, winner: Stamp) {
    let row = Conflict.row(of: lost.key, lostBy: lost.cell.stamp.device)
    guard life(of: row) != .purged, isSettled(row) || !isTold(lost, in: row) else { return }
    write(Conflict.values(lost: lost, winner: winner), into: row)
  }

  /// Whether a conflict row reports a value with the same stamp.
  private func isTold(_ lost: RowCell, in row: RowID) -> Bool {
    current(CellKey(row, .conflictTime))?.cell.cell.value
      == .int(Int64(lost.cell.stamp.time.bits))
  }

  private func isSettled(_ row: RowID) -> Bool {
    current(CellKey(row, .conflictSettled))?.cell.cell.value != .bool(false)
  }

  private mutating func write(_ values: [(FieldID, Value)], into row: RowID) {
    let stamp = serverStamp(after: row)
    for (field, value) in values {
      // After a restored backup this row may be the only one that still has the value reported before.
      if let told = current(CellKey(row, field)) { keep(told, false) }
      write(
        RowCell(row: row, kind: .conflict, cell: Cell(field: field, stamp: stamp, value: value)))
    }
  }

  /// Reports a value whose stamp the store has with another value. Once more copies have handed it in than the store's
  /// own, it is written again with the next stamp, so that any later write wins, and the conflict reports the other
  /// value.
  ///
  /// Only the conflict row has it: history has room for one value per stamp, and this one was never current.
  private mutating func takeTwin(_ twin: RowCell, of current: StoredCell) {
    let row = Conflict.row(of: twin.key, lostBy: twin.cell.stamp.device)
    guard life(of: row) != .purged else { return }
    var twins = Twins(self.current(CellKey(row, .conflictCopies))?.cell.cell.value)
    let isNew = !twins.have(twin)
    // What a person has already chosen is not asked again.
    guard isNew || !isSettled(row), twins.add(twin, from: push.sender) else { return }
    var values: [(FieldID, Value)] = []
    if twins.prefer(twin) {
      var winner = twin
      let stamp = twin.cell.stamp.next
      winner.cell = Cell(field: twin.cell.field, stamp: stamp, value: twin.cell.value)
      keep(current, true)
      write(winner)
      values = Conflict.values(lost: current.cell, winner: stamp)
    } else if isNew {
      values = Conflict.values(lost: twin, winner: current.cell.cell.stamp)
    }
    write(values + [(.conflictCopies, twins.value)], into: row)
  }

  /// A stamp of the server's own, later than anything in the row or arriving for it now: whoever settled an earlier
  /// conflict has not seen this one.
  private func serverStamp(after row: RowID) -> Stamp {
    let latest = [rows[row]?.latest, latestComing[row]].compactMap { $0 }.max()
    let time = max(HybridTime(milliseconds: now), latest?.next ?? .zero)
    return Stamp(time, header.epoch.device)
  }

  /// A row that one device edited and another moved to the trash stays there, and is reported.
  private mutating func reportEditsOfTrash(_ touched: [Change]) {
    let stands = Set(touched.map { Identity($0.key, $0.stamp) })
    var trashings: [Identity: Change] = [:]
    for change in touched where change.key.field == .life {
      trashings[Identity(change.key, change.stamp)] = change
    }
    for row in Self.unique(touched.map { $0.key.row }) {
      guard let life = current(CellKey(row, .life)), Life(life.cell.cell.value) == .trashed,
        life.cell.kind != .conflict
      else { continue }
      let trashing = trashings[Identity(life)]
      // One action's cells share a stamp: this fixes the order in which they are reported, whoever stores them.
      let cells = cells(of: row).sorted { one, other in
        let (a, b) = (one.cell.cell, other.cell.cell)
        return a.stamp != b.stamp ? a.stamp < b.stamp : a.field < b.field
      }
      for cell in cells {
        let stamp = cell.cell.cell.stamp
        guard stamp.device != life.cell.cell.stamp.device, cell.cell.cell.field != .life else {
          continue
        }
        let isUnseen: Bool
        if let trashing {
          isUnseen = trashing.seen.map { stamp > $0 } ?? true
        } else {
          isUnseen = stands.contains(Identity(cell))
        }
        guard isUnseen else { continue }
        let wish = Cell(field: .life, stamp: stamp, value: Life.alive.value)
        report(
          lost: RowCell(row: row, kind: cell.cell.kind, cell: wish),
          winner: life.cell.cell.stamp)
      }
    }
  }
}

/// What a store does for a push, in one transaction.
public struct PushPlan: Sendable {
  public let reply: PushReply
  public let header: SpaceHeader
  /// Cells that replace current ones, in sequence order.
  public let cells: [StoredCell]
  /// Values to add to history, unless they are there already.
  public let history: [HistoryCell]
  /// Rows whose cells and history are erased before `cells` are written.
  public let purgedRows: [RowID]

  /// Whether there is nothing to write.
  public var isEmpty: Bool { cells.isEmpty && history.isEmpty && purgedRows.isEmpty }
}

extension HybridTime {
  /// How far ahead of the server a clock may be, in milliseconds.
  public static let tolerance: Int64 = 60_000
}
