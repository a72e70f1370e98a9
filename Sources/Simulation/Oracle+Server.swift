import Ledger

/// What a server must satisfy after each push.
extension Oracle {
  /// Judges an accepted push; `news` is everything that the server has numbered since.
  mutating func judge(
    _ push: Push, _ reply: PushReply, news: [RowCell], now: Int64
  ) {
    var losses: [Loss] = []
    var standing: [Change] = []
    var trashes: [Change] = []
    let before = truth.cells
    var told: [RowID: RowID] = [:]
    for change in push.changes where change.key.field == .conflictRow {
      if case .row(let row) = change.cell.cell.value { told[change.key.row] = row }
    }
    let changes = push.changes.enumerated().sorted { one, other in
      let isFirst = one.element.cell.kind == .conflict
      if push.isOffer, isFirst != (other.element.cell.kind == .conflict) { return isFirst }
      let (a, b) = (one.element.stamp, other.element.stamp)
      return a != b ? a < b : one.offset < other.offset
    }.map { $0.element }
    check(
      reply.held.count == push.changes.count && reply.held.allSatisfy { $0 },
      "a push was accepted, but the server denies holding all of it")
    for change in changes {
      let number = number(change.cell)
      if truth.life(of: change.key.row) == .purged, !change.cell.isPurge {
        check(reply.gone.contains(change.key.row), "a change to a purged row was not reported")
        accepted(number)
        continue
      }
      if change.cell.kind == .conflict, change.cell.isPurge { continue }
      if let told = told[change.key.row], truth.life(of: told) == .purged,
        truth.cells[change.key].map({ change.cell.wins(over: $0) }) ?? true
      {
        check(
          reply.gone.contains(change.key.row), "a conflict about a purged row was not reported")
        continue
      }
      defer { accepted(number) }
      if change.cell.isPurge {
        purgedRows.insert(change.key.row)
        everPurged.insert(change.key.row)
      }
      let isUnheard = unheardRows[Int(push.sender) - 1]?.contains(change.key.row) ?? false
      if !change.cell.isPurge, !push.isOffer,
        push.cursor == 0 || number == 0 || isUnheard || isKnown(change),
        purgedRows.remove(change.key.row) != nil
      {
        // A device that pushed, never pulled to the end and came back after the horizon pushes again: nothing is left
        // to tell it that the row was purged.
        unclearRows.insert(change.key.row)
      }
      if !change.cell.isPurge, push.isOffer, forgottenRows.contains(change.key.row),
        isKnown(change) || writings[number].isRewritten || isUnheard,
        purgedRows.remove(change.key.row) != nil
      {
        // So does one that imported the row before it was purged, and came, or came back, only after the horizon.
        unclearRows.insert(change.key.row)
      }
      let old = truth.cells[change.key]
      noteIdentity(change.cell, number)
      if push.isOffer { offered.insert(change.key) }
      if !push.isOffer {
        noteStamp(change, number)
        checkStamp(change, changes, now: now, isNew: old?.cell.stamp != change.stamp)
      }
      if let old, let loss = loss(of: change, over: old, push) { losses.append(loss) }
      noteSender(of: push, change)
      truth.take(change.cell)
      guard truth.cells[change.key] == change.cell, old != change.cell else {
        if old?.cell.stamp != change.stamp { superseded(number, at: now) }
        continue
      }
      if let old { superseded(self.number(old), at: now) }
      stands(number)
      if change.key.field == .life {
        if Life(change.cell.cell.value) == .trashed { trashes.append(change) }
      } else {
        standing.append(change)
      }
    }
    takeConflictRows(news)
    takeSettledTwins(news, before: before, now: now)
    compare(news, before: before)
    checkErasedConflicts(push, news, before: before)
    for loss in losses { checkLoss(loss, losses, push, news) }
    for row in Set(changes.filter { $0.cell.isPurge }.map { $0.key.row }) { checkPurged(row) }
    if !push.isOffer { checkTrash(standing, trashes, of: changes, before: before, news) }
    noteActions(push)
  }

  /// Copies of one profile can give one stamp to two values; then history has room for only one of them, and it is
  /// unknown what a later author saw.
  private mutating func noteIdentity(_ cell: RowCell, _ number: Int) {
    let identity = PushPlanner.Identity(cell.key, cell.cell.stamp)
    guard let other = numbersByIdentity.updateValue(number, forKey: identity), other != number
    else { return }
    check(hasCopies, "one stamp was given to two values")
    sharedIdentities.insert(identity)
    for number in [number, other] where number > 0 {
      writings[number].isRewritten = true
      writings[number].isForgiven = true
      writings[number].isTakenBack = true
    }
  }

  /// Even in a push that it refuses for its stamps, the server tells what it has by the stamps.
  mutating func noteRefused(_ push: Push) {
    if hasStolenSync { mayStampTwice = true }
    guard hasCopies else { return }
    for change in push.changes where !change.cell.isPurge {
      noteIdentity(change.cell, number(change.cell))
    }
  }

  // MARK: - Purging

  /// The content of a purged row is nowhere: no cell has it, and no conflict reports it any more.
  private mutating func checkPurged(_ row: RowID) {
    // A conflict is found by the value that lost: if its history was forgotten or is missing from a backup, nobody
    // knows any more that it was reported.
    guard truth.life(of: row) == .purged, !hasForgotten, !hasLostHistory else { return }
    for cell in truth.cells.values where cell.kind == .conflict {
      check(
        cell.cell.field != .conflictRow || cell.cell.value != .row(row),
        "a conflict still reports a purged row")
    }
  }

  /// A conflict that a device erases goes when its row is erased, and none goes while its row exists.
  private mutating func checkErasedConflicts(
    _ push: Push, _ news: [RowCell], before: [CellKey: RowCell]
  ) {
    func subject(_ cell: RowCell) -> RowID? {
      guard cell.kind == .conflict, cell.isPurge,
        case .row(let row)? = before[CellKey(cell.row, .conflictRow)]?.cell.value
      else { return nil }
      return row
    }
    for cell in push.changes.map({ $0.cell }) {
      guard let row = subject(cell), truth.life(of: row) == .purged else { continue }
      check(
        truth.life(of: cell.row) == .purged,
        "a device erased a conflict with its row, and the server still reports it")
    }
    for cell in news {
      guard let row = subject(cell), truth.life(of: row) != .purged else { continue }
      check(
        !truth.cells.keys.contains { $0.row == row },
        "a conflict about an existing row is gone")
    }
  }

  /// No history has a value from a purged row, or one reported by a conflict there.
  mutating func checkPurgedHistory(_ history: (RowID) -> [HistoryCell]) {
    for row in everPurged.sorted() where truth.life(of: row) == .purged {
      checkPurged(row)
      check(history(row).isEmpty, "the history of a purged row is still there")
    }
    for cell in truth.cells.values where cell.kind == .conflict && cell.isPurge {
      check(
        history(cell.row).isEmpty, "the history of a conflict about a purged row is still there")
    }
  }

  /// Queries for a past moment return its true state, except for rows erased for good since.
  mutating func checkPast(_ found: [RowCell], _ then: [CellKey: RowCell], _ sequence: UInt64) {
    let there = Set(truth.cells.values.filter { !$0.isPurge }.map { $0.row })
    let expected = then.filter { there.contains($1.row) && truth.life(of: $1.row) != .purged }
    let cells = found.filter { there.contains($0.row) && truth.life(of: $0.row) != .purged }
    check(
      cells.count == expected.count
        && cells.allSatisfy { expected[$0.key]?.cell == $0.cell },
      "the state at \(sequence) is returned wrongly")
  }

  // MARK: - Refusals

  /// The owner is refused an action only if a row would have too many cells: nothing here is long.
  mutating func checkRefused(_ push: Push, _ reply: PushReply) {
    var fields: [RowID: Set<FieldID>] = [:]
    for key in Set(truth.cells.keys).union(push.changes.map { $0.key }) {
      fields[key.row, default: []].insert(key.field)
    }
    var hasReason: [Stamp: Bool] = [:]
    for (change, isHeld) in zip(push.changes, reply.held) where !isHeld {
      let isFull = fields[change.key.row, default: []].count > Row.cellLimit
      hasReason[change.stamp] = isFull || hasReason[change.stamp] ?? false
    }
    check(
      !hasReason.isEmpty && hasReason.values.allSatisfy { $0 },
      "a change was refused though there is room for it")
  }

  /// For a push that is refused for its stamps, the server tells what it has: exactly that value.
  mutating func checkHeld(
    _ push: Push, _ reply: PushReply, _ history: (RowID) -> [HistoryCell]
  ) {
    guard reply.held.count == push.changes.count else {
      return fail("a refusal does not say for every change whether it is held")
    }
    for (change, isHeld) in zip(push.changes, reply.held) {
      if let current = truth.cells[change.key], current.cell.stamp == change.stamp {
        check(
          isHeld == (current.cell.value == change.cell.cell.value),
          "a refusal says \(isHeld ? "yes" : "no") to a value, and the server has \(isHeld ? "another" : "it")"
        )
      } else if isHeld, truth.life(of: change.key.row) != .purged {
        check(
          history(change.key.row).contains {
            $0.cell.key == change.key && $0.cell.cell.stamp == change.stamp
          }, "a refusal says yes to a value that the server never had")
      }
    }
  }

  // MARK: - Stamps

  /// What the server has keeps its stamp, or it would win over what was written by those who saw it.
  ///
  /// The server no longer knows what lost before the horizon; and a delayed message may be accepted after all, when the
  /// device has restamped its changes because it was refused. So may what a frozen tab sends while another restamps it.
  private mutating func noteStamp(_ change: Change, _ number: Int) {
    guard number > 0, !hasForgotten, !hasLateMessages else { return }
    if let stamp = stampsByNumber[number] {
      let writing = writings[number]
      check(
        stamp == change.stamp || writing.isRewritten || writing.hasLostHistory
          || mayStampTwice || writing.keptIn.nonzeroBitCount > 1,
        "a value that the server had came again with a different stamp")
    }
    stampsByNumber[number] = change.stamp
  }

  /// A stamp comes after everything its author saw, and is ahead of the server's clock only for that reason.
  private mutating func checkStamp(_ change: Change, _ all: [Change], now: Int64, isNew: Bool) {
    let stamp = change.stamp
    check(
      stamp.time > (change.base?.time ?? .zero) && stamp.time > (change.seen?.time ?? .zero),
      "a stamp is not later than what its author saw")
    guard isNew, stamp.time > HybridTime(milliseconds: now + 60_000) else { return }
    // The server has what another copy of the profile gave this stamp to.
    guard !sharedIdentities.contains(PushPlanner.Identity(change.key, stamp)) else { return }
    if writings.indices.contains(number(change.cell)), truth.cells[change.key] == change.cell {
      return
    }
    let seen = all.filter { $0.stamp == stamp }.map {
      max($0.base?.time.bits ?? 0, $0.seen?.time.bits ?? 0)
    }
    check(
      stamp.time.bits <= (seen.max() ?? 0) + 1_000 || isKnown(change),
      "a stamp from the future was accepted: \(stamp.time.milliseconds) at \(now)")
  }

  /// Whether the server had this change already, so that its stamp is not checked again.
  func isKnown(_ change: Change) -> Bool {
    let number = number(change.cell)
    return number == 0 || writings[number].isAccepted
  }

  // MARK: - Concurrent values

  /// A value that lost, or may have.
  struct Loss {
    let lost: RowCell
    /// Whether its author and the winner's did not know of each other; `nil` if unknown.
    let isConcurrent: Bool?
  }

  private func loss(of change: Change, over old: RowCell, _ push: Push) -> Loss? {
    guard change.cell.kind != .conflict, !change.cell.isPurge, old != change.cell else {
      return nil
    }
    let (new, current) = (number(change.cell), number(old))
    if old.cell.stamp == change.stamp {
      // With two copies of a profile, what the server has stays, and the other value is reported when it first comes.
      guard old.cell.value != change.cell.cell.value else { return nil }
      let isFirst = sendersByTwin[Twin(change.cell)] == nil
      return Loss(lost: change.cell, isConcurrent: isFirst ? true : nil)
    }
    guard !push.isOffer else { return nil }
    let isLater = old.cell.stamp < change.stamp
    let lost = isLater ? old : change.cell
    guard old.cell.value != change.cell.cell.value else {
      return Loss(lost: lost, isConcurrent: false)
    }
    guard new > 0, current > 0 else {
      // Life, or nothing: the only sign of what the author saw is the stamp.
      return Loss(lost: lost, isConcurrent: isLater ? old.cell.stamp != change.base : nil)
    }
    // An undo writes an old number again: only the base shows that its device knew its own value.
    if isLater, old.cell.stamp.device == change.stamp.device, change.base == old.cell.stamp {
      return Loss(lost: lost, isConcurrent: nil)
    }
    // With two copies of a profile, one lost its value before a server had it: its next write names the stamp of both.
    if isLater, change.base == old.cell.stamp, sawTwin(of: old, new) {
      return Loss(lost: lost, isConcurrent: nil)
    }
    // What the server has seen before it does not judge again.
    if !isLater, writings[new].supersededAt != nil { return Loss(lost: lost, isConcurrent: nil) }
    if isLater { return Loss(lost: lost, isConcurrent: knows(new, of: current).map { !$0 }) }
    if knows(current, of: new) != false { return Loss(lost: lost, isConcurrent: nil) }
    return Loss(lost: lost, isConcurrent: knows(new, of: current).map { !$0 })
  }

  /// Whether whoever wrote `late` knew another value with the stamp of a cell.
  private func sawTwin(of cell: RowCell, _ late: Int) -> Bool {
    let twins = keptWithStamp[PushPlanner.Identity(cell.key, cell.cell.stamp)] ?? []
    return twins.contains { $0 != number(cell) && knows(late, of: $0) != false }
  }

  private mutating func checkLoss(
    _ loss: Loss, _ all: [Loss], _ push: Push, _ news: [RowCell]
  ) {
    let what = violation == nil ? "value \(words(loss.lost))" : ""
    let key = loss.lost.key
    let row = Conflict.row(of: key, lostBy: loss.lost.cell.stamp.device)
    let telling = truth.cell(row, .conflictTime)?.cell
    let told = telling?.value
    let isTold = told == .int(Int64(loss.lost.cell.stamp.time.bits))
    switch loss.isConcurrent {
    case true where key.field == .life:
      // The row that reports life may report an edit of a trashed row instead.
      guard life(ofTold: key.row) != .purged else { return }
      check(
        truth.cell(row, .conflictSettled)?.cell.value == .bool(false),
        "\(what) lost to one whose author did not know it, and this is not reported")
    case true:
      // There is one row per device and cell: a later loss of the same replaces it. So does one that the server took
      // for a loss because the device lost what was in between, where its author had replaced this very value.
      let isReplaced = all.contains { other in
        other.lost.key == key && other.lost.cell.stamp.device == loss.lost.cell.stamp.device
          && other.lost.cell.stamp != loss.lost.cell.stamp
          && (other.isConcurrent != false
            || told == .int(Int64(other.lost.cell.stamp.time.bits))
              && knows(number(other.lost), of: number(loss.lost)) != false)
      }
      guard !isReplaced, life(ofTold: key.row) != .purged else { return }
      // A device without a server reports it itself, and the person may have chosen by now. So may they if a restored
      // server has that report from a device, and loses the same value once more.
      let isSettled = push.changes.contains { change in
        change.key == CellKey(row, .conflictTime)
          || change.key == CellKey(row, .conflictSettled) && change.base == telling?.stamp
      }
      check(
        isTold && (isSettled || truth.cell(row, .conflictSettled)?.cell.value == .bool(false)),
        "\(what) lost to one whose author did not know it, and this is not reported")
      let identity = PushPlanner.Identity(key, loss.lost.cell.stamp)
      if number(loss.lost) > 0, !sharedIdentities.contains(identity) {
        check(
          truth.cell(row, .conflictValue)?.cell.value == loss.lost.cell.value,
          "a conflict reports a different value than \(what)")
      }
    case false where key.field != .life:
      // An unnecessary report: nothing is lost by it, so it is counted, and must stay rare.
      let isNew = news.contains { $0.row == row }
      if isTold, isNew, !all.contains(where: { $0.isConcurrent != false && $0.lost == loss.lost }) {
        needlessConflicts += 1
      }
    default: break
    }
  }

  private func life(ofTold row: RowID) -> Life { truth.life(of: row) }

  // MARK: - Values with the same stamp

  /// Notes who handed in a value whose stamp may have another on the server.
  private mutating func noteSender(of push: Push, _ change: Change) {
    guard !change.cell.isPurge, change.cell.kind != .conflict else { return }
    sendersByTwin[Twin(change.cell), default: []].insert(push.sender)
  }

  /// A server writes another device's value with a stamp of its own only if more copies have it than the server's own.
  private mutating func takeSettledTwins(
    _ news: [RowCell], before: [CellKey: RowCell], now: Int64
  ) {
    for cell in news where cell.kind != .conflict && truth.cells[cell.key] != cell {
      guard let old = truth.cells[cell.key], cell.cell.stamp > old.cell.stamp else { continue }
      var twin = old
      twin.cell = Cell(field: cell.cell.field, stamp: old.cell.stamp, value: cell.cell.value)
      guard cell.cell.value != old.cell.value, sendersByTwin[Twin(twin)]?.count ?? 0 > 1 else {
        continue
      }
      superseded(number(old), at: now)
      stands(number(cell))
      truth.cells[cell.key] = cell
      settledTwins += 1
    }
  }

  // MARK: - Edits of trashed rows

  /// A row that one device edited and another trashed stays in the trash, and this is reported.
  ///
  /// The promise has a limit. An edit that existed before the trashing is reported only if its stamp is later than
  /// everything that the author of the trashing saw in the row: what was written earlier by the clock, arrived earlier
  /// and was still not seen, goes to the trash with the row.
  private mutating func checkTrash(
    _ standing: [Change], _ trashes: [Change], of changes: [Change],
    before: [CellKey: RowCell], _ news: [RowCell]
  ) {
    for change in standing where change.cell.kind != .conflict {
      guard let life = truth.cell(change.key.row, .life), Life(life.cell.value) == .trashed,
        truth.cells[change.key] == change.cell, life.cell.stamp.device != change.stamp.device,
        !trashes.contains(where: { $0.stamp == life.cell.stamp })
      else { continue }
      let number = number(change.cell)
      guard number > 0, !writings[number].sawTrash, !writings[number].isRewritten else { continue }
      checkTold(of: change.key.row, by: change.stamp.device, "an edit of a row in the trash")
    }
    for trash in trashes where truth.cells[trash.key] == trash.cell {
      for cell in truth.cells.values.filter({ $0.row == trash.key.row }).sorted(by: {
        $0.key < $1.key
      }) {
        guard cell.cell.field != .life, cell.cell.stamp.device != trash.stamp.device,
          cell.cell.stamp > trash.seen ?? Stamp(.zero, DeviceID(0))
        else { continue }
        checkTold(of: trash.key.row, by: cell.cell.stamp.device, "a trashing of an edited row")
      }
      // Of two changes of the row's life in one push, the earlier may have something to report.
      guard changes.count(where: { $0.key == trash.key }) == 1 else { continue }
      checkUntold(trash, standing, before, news)
    }
  }

  /// Edits that the author of a trashing had seen are not reported.
  private mutating func checkUntold(
    _ trash: Change, _ standing: [Change], _ before: [CellKey: RowCell], _ news: [RowCell]
  ) {
    guard let seen = trash.seen, !standing.contains(where: { $0.key.row == trash.key.row }) else {
      return
    }
    for cell in truth.cells.values
    where cell.row == trash.key.row && cell.cell.field != .life && cell.cell.stamp <= seen {
      let device = cell.cell.stamp.device
      let isUnseen = truth.cells.values.contains {
        $0.row == trash.key.row && $0.cell.stamp.device == device && $0.cell.stamp > seen
      }
      let told = Conflict.row(of: trash.key, lostBy: device)
      // What its device had said about the row's life may have lost as well.
      guard before[trash.key]?.cell.stamp.device != device, !isUnseen,
        news.contains(where: { $0.key == CellKey(told, .conflictTime) }),
        truth.cell(told, .conflictTime)?.cell.value == .int(Int64(cell.cell.stamp.time.bits))
      else { continue }
      fail("a trashing of a row is reported although all of it was seen")
    }
  }

  private mutating func checkTold(of row: RowID, by device: DeviceID, _ what: String) {
    let told = Conflict.row(of: CellKey(row, .life), lostBy: device)
    check(
      truth.cell(told, .conflictSettled)?.cell.value == .bool(false),
      "\(what) is not reported")
  }

  // MARK: - Equality

  /// Rows that the server itself added to report conflicts.
  private mutating func takeConflictRows(_ news: [RowCell]) {
    for cell in news where cell.kind == .conflict {
      if cell.isPurge {
        erasedConflicts.insert(cell.row)
        for key in truth.cells.keys.filter({ $0.row == cell.row }) { truth.cells[key] = nil }
        truth.cells[cell.key] = cell
      } else if let old = truth.cells[cell.key] {
        check(
          cell.wins(over: old) || cell == old, "a conflict row was changed with an earlier stamp")
        truth.cells[cell.key] = cell
      } else {
        truth.cells[cell.key] = cell
      }
    }
  }

  /// The server numbered exactly what changed, and it follows the rule.
  private mutating func compare(_ news: [RowCell], before: [CellKey: RowCell]) {
    for cell in news {
      guard truth.cells[cell.key] != cell else { continue }
      fail("the server does not have the later value in a cell")
    }
    let newKeys = Set(news.map { $0.key })
    for (key, cell) in truth.cells where before[key] != cell && !newKeys.contains(key) {
      fail("a change that must win got no number")
    }
  }

  /// An action has the same cells whenever it comes; an offer has some or all of an action's cells.
  private mutating func noteKeys(of push: Push) {
    var keys: [Stamp: Set<CellKey>] = [:]
    for change in push.changes { keys[change.stamp, default: []].insert(change.key) }
    for (stamp, keys) in keys {
      guard let others = keysByStamp[stamp] else {
        keysByStamp[stamp] = keys
        continue
      }
      let isSame = push.isOffer ? keys.isSubset(of: others) : keys == others
      if !isSame {
        sharedStamps.insert(stamp)
        keysByStamp[stamp]?.formUnion(keys)
      }
    }
  }

  private mutating func noteActions(_ push: Push) {
    if hasCopies { noteKeys(of: push) }
    guard !push.isOffer else { return }
    var start = 0
    let changes = push.changes
    while start < changes.count {
      var end = start + 1
      while end < changes.count, changes[end].stamp == changes[start].stamp { end += 1 }
      // What builds on the future takes the next moment after it, and may share that with another action.
      let isBound = changes[start..<end].contains { $0.latestSeen.next == $0.stamp.time }
      if end - start > 1, !isBound, actionsByStamp[changes[start].stamp] == nil {
        actionsByStamp[changes[start].stamp] = changes[start..<end].map { $0.cell }
      }
      start = end
    }
  }
}
