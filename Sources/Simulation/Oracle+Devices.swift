import Ledger

/// What devices must satisfy.
extension Oracle {
  /// An action is there with all its cells or with none, apart from those that were replaced later.
  mutating func checkActions(in table: Table) {
    for row in table.rows {
      for cell in row.cells {
        let cell = RowCell(row: row.id, kind: row.kind, cell: cell)
        let stamp = cell.cell.stamp
        // A copy of the device may have given the stamp to another action.
        guard let action = actionsByStamp[stamp], action.contains(cell),
          !exported.contains(stamp), !sharedStamps.contains(stamp)
        else { continue }
        // What a device set aside because its row is gone no longer belongs to the action.
        for key in action.filter({ !setAside.contains(number($0)) }).map({ $0.key }) {
          let there = table[key.row]
          if there?.life == .purged || everPurged.contains(key.row) {
            continue
          }
          // A conflict goes with its row, even for whoever settles it later; nobody remembers it once that was
          // forgotten.
          if there == nil, erasedConflicts.contains(key.row) { continue }
          let isThere = there?.cell(key.field).map { $0.stamp >= stamp } ?? false
          // A full row accepts an offer only as far as there is room.
          if !isThere, let there, there.cells.count >= Row.cellLimit { continue }
          if !isThere, violation == nil {
            let what = words(cell)
            let field = key.field.number & 0xFF
            fail("half an action is visible: \(what), but not field \(field)")
          }
        }
      }
    }
  }

  /// A device shows its saved edits that are pending for the server, unless something later replaced them.
  mutating func checkView(_ replica: Replica) {
    for action in replica.actions where action.isWaiting {
      for step in action.steps {
        guard let row = replica[step.change.key.row] else {
          fail("a saved edit is not visible")
          continue
        }
        if row.life == .purged { continue }
        check(
          row.cell(step.change.key.field).map { $0.stamp >= step.change.stamp } ?? false,
          "a saved edit is not visible")
      }
    }
  }

  /// Two readings of a store are the same.
  mutating func checkSame(_ one: Replica, _ other: Replica) {
    check(one.head == other.head, "a store returns a different head than was saved")
    check(one.actions == other.actions, "a store returns different actions than were saved")
    check(
      one.shadow.rows.count == other.shadow.rows.count
        && one.shadow.rows.allSatisfy { other.shadow[$0.id] == $0 },
      "a store returns different rows than were saved")
    check(one.shadow.digest == other.shadow.digest, "a store returns a different digest")
  }

  /// The numbers that were typed into an action before its last ones, and that nobody wrote elsewhere.
  ///
  /// If another tab committed in between, the rest of the typing belongs to a later action.
  func typedBefore(_ action: Action) -> Set<Int> {
    var found: Set<Int> = []
    for step in action.steps {
      var writing = writings[number(step.change.cell)]
      while writing.replaced > 0, writing.action == action.ordinal, !writing.isRewritten {
        let earlier = writing.replaced
        writing = writings[earlier]
        if !writing.isRewritten { found.insert(earlier) }
      }
    }
    return found
  }

  // MARK: - The end

  private func words(_ cells: [RowCell]) -> String {
    guard let cell = cells.first else { return "nothing" }
    return "\(cells.count) cells, first \(words(cell))"
  }

  func words(_ cell: RowCell) -> String {
    "\(Hex.text(of: cell.row.bits.low & 0xFFFF, digits: 4)).\(cell.cell.field.number & 0xFF)"
      + " \(cell.cell.value.number.map { String($0) } ?? "?") of "
      + "\(cell.cell.stamp.time.milliseconds)+\(cell.cell.stamp.time.counter) "
      + Hex.text(of: cell.cell.stamp.device.bits & 0xFFFF, digits: 4)
  }

  /// Everything is quiet: every device has what the server has, and the server has what it must.
  mutating func checkEnd(_ table: Table, _ expected: [RowCell], waiting: Int, device: Int) {
    check(waiting == 0, "device \(device) still has \(waiting) actions that the server lacks")
    let found = table.cells.sorted { $0.key < $1.key }.filter { !$0.isPurge }
    // A device has one kind per row, whatever its cells say.
    let expected = expected.map {
      RowCell(row: $0.row, kind: table[$0.row]?.kind ?? $0.kind, cell: $0.cell)
    }
    if expected != found {
      let missing = words(expected.filter { !found.contains($0) })
      let extra = words(found.filter { !expected.contains($0) })
      fail("device \(device) differs from the server: it lacks \(missing), has \(extra)")
    }
    var digest = SpaceDigest()
    for cell in found { digest.add(cell) }
    check(table.digest == digest, "device \(device)'s digest does not match its rows")
  }

  /// The number that a conflict row reports.
  private func toldNumber(of cell: RowCell) -> Int? {
    guard let number = cell.cell.value.number, writings.indices.contains(number),
      truth.cell(cell.row, .conflictRow)?.cell.value == .row(writings[number].key.row)
    else { return nil }
    return number
  }

  /// Every value that was ever said to be safe is there, or someone who saw it wrote another.
  mutating func checkPromises(_ history: (RowID) -> [HistoryCell]) {
    var there: Set<Int> = []
    var told: Set<Int> = []
    var rows: Set<RowID> = []
    for cell in truth.cells.values {
      there.insert(number(cell))
      // A conflict row reports a device's last lost value; its history has the earlier ones.
      if cell.kind == .conflict { rows.insert(cell.row) }
      if cell.cell.field == .conflictValue, let number = toldNumber(of: cell) {
        told.insert(number)
      }
    }
    for writing in writings { rows.insert(writing.key.row) }
    for row in rows.sorted() {
      for entry in history(row) {
        there.insert(number(entry.cell))
        if entry.cell.cell.field == .conflictValue, let number = toldNumber(of: entry.cell) {
          told.insert(number)
        }
      }
    }
    var hasHeir = Set<Int>()
    for (number, writing) in writings.enumerated() where isKept(number) || writing.isAccepted {
      // There may have been a draft in between that was never saved.
      var seen = writing.seen
      while seen != 0, hasHeir.insert(seen).inserted { seen = writings[seen].seen }
    }
    // When an offer replaced a value nobody was notified, and only the history had it.
    for number in writings.indices.dropFirst() where !there.contains(number) {
      let writing = writings[number]
      let row = writing.key.row
      if truth.life(of: row) == .purged || purgedRows.contains(row) || unclearRows.contains(row) {
        continue
      }
      let isOverwritten = writing.isTakenBack || told.contains(number) || hasHeir.contains(number)
      if isOwed(number),
        !writing.hasLostHistory || !(isOverwritten || offered.contains(writing.key))
      {
        fail("value \(number), which the server accepted, is gone")
      }
      if !writing.isAccepted, isKept(number), !isOverwritten {
        fail("value \(number), which a device saved, never reached the server")
      }
    }
    for row in purgedRows.subtracting(sharedRows).sorted() {
      let cells = truth.sorted.filter { $0.row == row && !$0.isPurge }
      let what = words(cells)
      check(cells.isEmpty, "a purged row came back with \(what)")
    }
  }
}
