import Ledger

/// What people do in turn, one step after another, that chance alone would seldom bring about.
extension World {
  mutating func playScene() {
    let one = sceneRandom.below(devices.count)
    let other = sceneRandom.below(devices.count)
    guard devices[one].awayUntil <= now, devices[other].awayUntil <= now else { return }
    switch sceneRandom.below(10) {
    case 0..<4 where one != other: argue(one, other)
    case 4..<6: emptyOldTrash(one)
    case 6: fillRow(one)
    case 7 where schedule.disasters > 0 && sceneRandom.once(in: 3):
      eraseBehind(one)
      goAway(one)
    case 8..<10: type(one)
    default: break
    }
  }

  /// One of the rows of which both have something, and that is not erased.
  private mutating func knownRow(_ device: Int, _ other: Int, of rows: [RowID]) -> RowID? {
    let known = rows.filter { row in
      [device, other].allSatisfy { device in
        view(device, 0)[row].map { $0.life != .purged } ?? false
      }
    }
    return known.isEmpty ? nil : known[sceneRandom.below(known.count)]
  }

  /// Two write into one cell, neither knowing of the other. One of them is told, settles it and writes there
  /// once more, while the other does so, too.
  private mutating func argue(_ one: Int, _ other: Int) {
    guard let row = knownRow(one, other, of: rows) else { return }
    let key = CellKey(row, Self.fields[sceneRandom.below(Self.fields.count)])
    write(into: key, other)
    now += Int64(sceneRandom.below(3_000))
    write(into: key, one)
    for device in [other, one] where !sceneRandom.once(in: 8) { sync(device) }
    if schedule.hasWrongClocks, sceneRandom.once(in: 2) {
      devices[one].clockOffset += Int64(sceneRandom.below(50_000))
    }
    if !sceneRandom.once(in: 8) { write(into: key, other) }
    if !sceneRandom.once(in: 8) { sync(other) }
    settleConflict(one, 0, about: key)
    if !sceneRandom.once(in: 8) { sync(one) }
  }

  /// Somebody types into one field, and now and then takes it back.
  private mutating func type(_ device: Int) {
    guard let row = knownRow(device, device, of: rows) else { return }
    let key = CellKey(row, Self.fields[sceneRandom.below(Self.fields.count)])
    let draft = sceneRandom.next()
    for _ in 0...sceneRandom.below(4) {
      let value = oracle.newValue(at: key, seen: view(device, 0)[row])
      make([Edit(row, Self.kind, key.field, value)], draft, device, 0)
      carryOut(device, messages: sceneRandom.below(2))
    }
    if sceneRandom.once(in: 2) { undo(device, 0) }
  }

  /// A row is in the trash for longer than trash is kept. Then old trash is emptied, unless somebody has taken
  /// the row out again by then.
  private mutating func emptyOldTrash(_ device: Int) {
    guard let row = knownRow(device, device, of: rows) else { return }
    if view(device, 0)[row]?.life != .trashed {
      make([Edit(row, Self.kind, .life, Life.trashed.value)], nil, device, 0)
    }
    sync(device)
    now += Horizon.trash + Horizon.day
    tell("91 days pass")
    sync(device)
    if sceneRandom.once(in: 2) {
      make([Edit(row, Self.kind, .life, Life.alive.value)], nil, device, 0)
    }
    let edits = view(device, 0).expiredTrash()
    for edit in edits {
      oracle.check(
        view(device, 0)[edit.row]?.life == .trashed,
        "a row that is not in the trash is erased with old trash")
    }
    guard !edits.isEmpty else { return }
    tally.note(.trashEmptied)
    make(edits, nil, device, 0)
  }

  /// A row gets as many cells as a row may have. What is there can be changed all the same.
  private mutating func fillRow(_ device: Int) {
    guard schedule.hasFullRow, tally.count(of: .rowFilled) == 0,
      let row = knownRow(device, device, of: rows)
    else { return }
    tally.note(.rowFilled)
    var field: UInt64 = 0x1_0000
    while oracle.violation == nil, devices[device].tabs[0].keeper.isWritable,
      let count = view(device, 0)[row]?.cells.count, count < Row.cellLimit
    {
      var edits: [Edit] = []
      for _ in 0..<min(Row.cellLimit - count, Action.cellLimit) {
        let key = CellKey(row, Self.kind.field(field))
        edits.append(Edit(row, Self.kind, key.field, oracle.newValue(at: key, seen: nil)))
        field += 1
      }
      make(edits, nil, device, 0)
    }
    sync(device)
  }

  /// A device is to be away for long: it has heard of a row, and now another erases that, which is the last that it
  /// misses, or nearly.
  mutating func eraseBehind(_ device: Int) {
    let other = (device + 1) % devices.count
    guard devices[other].awayUntil <= now, other != device else { return }
    for one in [device, other, device] { syncWell(one) }
    guard let row = knownRow(device, other, of: Array(rows[Self.sharedRows...])) else { return }
    if sceneRandom.once(in: 3) {
      write(into: CellKey(row, Self.fields[sceneRandom.below(Self.fields.count)]), device)
    }
    make([Edit(row, Self.kind, .life, Life.purged.value)], nil, other, 0)
    tally.note(.purged)
    syncWell(other)
  }

  /// Goes online and syncs, and once more, as something may go wrong.
  private mutating func syncWell(_ device: Int) {
    devices[device].isOnline = true
    for tab in devices[device].tabs.indices {
      devices[device].tabs[tab].keeper.setOnline(true, wall: wall(device))
    }
    for _ in 0..<2 {
      sync(device)
      carryOut(device, messages: 40)
    }
  }
}
