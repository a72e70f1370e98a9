import Ledger

/// Sequences of steps that would seldom occur in this order otherwise.
extension World {
  mutating func playScene() {
    let one = sceneRandom.below(devices.count)
    let other = sceneRandom.below(devices.count)
    guard devices[one].awayUntil <= now, devices[other].awayUntil <= now else { return }
    switch sceneRandom.below(12) {
    case 0..<4 where one != other: argue(one, other)
    case 4..<6: emptyOldTrash(one)
    case 6: fillRow(one)
    case 7 where schedule.disasters > 0 && sceneRandom.once(in: 3):
      eraseBehind(one)
      goAway(one)
    case 7 where schedule.disasters > 0 && sceneRandom.once(in: 3): setUpTwice(one)
    case 8..<10: type(one)
    case 10..<12 where schedule.disasters > 0: eraseBeneath(one)
    default: break
    }
  }

  /// One of the rows that both devices have and that is not erased.
  private mutating func knownRow(_ device: Int, _ other: Int, of rows: [RowID]) -> RowID? {
    let known = rows.filter { row in
      [device, other].allSatisfy { device in
        view(device, 0)[row].map { $0.life != .purged } ?? false
      }
    }
    return known.isEmpty ? nil : known[sceneRandom.below(known.count)]
  }

  /// Two devices write to one cell without knowing of each other. One settles the conflict and writes again, while the
  /// other also writes again.
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

  /// Somebody types in one field, and sometimes undoes it.
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

  /// A row has been in the trash for longer than the trash is kept. Old trash is emptied, but somebody may just have
  /// restored the row.
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
    let edits = view(device, 0).expiredTrash(wall: wall(device))
    for edit in edits {
      oracle.check(
        view(device, 0)[edit.row]?.life == .trashed,
        "a row that is not in the trash is erased with the old trash")
    }
    guard !edits.isEmpty else { return }
    tally.note(.trashEmptied)
    make(edits, nil, device, 0)
  }

  /// Fills a row to its limit. Its cells can still be changed.
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

  /// Erases, on another device, a row that this one knows, just before this one is away for long: the purge is the last
  /// change it misses, or nearly.
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
    // The device that erased it is lost as well: nobody is left to say so again.
    if sceneRandom.once(in: 2) { evict(other) }
  }

  /// A device starts with an empty server, which accepts what it wrote. Before the device's first pull has brought
  /// anything, the server is set up anew.
  private mutating func setUpTwice(_ device: Int) {
    guard hasAccount, backup.cells.isEmpty else { return }
    if !oracle.truth.cells.isEmpty { restoreServer() }
    evict(device)
    goOnline(device)
    carryOutUntil(device) { $0.devices[device].tabs[0].keeper.isWritable }
    guard devices[device].tabs[0].keeper.isWritable else { return }
    let row = rows[sceneRandom.below(rows.count)]
    write(into: CellKey(row, Self.fields[sceneRandom.below(Self.fields.count)]), device)
    devices[device].tabs[0].keeper.syncNow(wall: wall(device))
    carryOutUntil(device) { !$0.oracle.truth.cells.isEmpty }
    // The device learns that, too, and asks for what else there is.
    carryOut(device, messages: 1)
    tally.note(.setUpTwice)
    restoreServer()
    sync(device)
  }

  /// The browser erases the store of a tab that shows something set aside, which nobody else has. A fresh tab restarts
  /// the store before the first one notices.
  private mutating func eraseBeneath(_ device: Int) {
    let first = devices[device].tabs[0].keeper
    guard schedule.hasTabs, first.isWritable,
      first.replica.actions.contains(where: { !$0.lost.isEmpty })
    else { return }
    checkDevice(device)
    eraseStore(device)
    if devices[device].tabs.count == 1 { openTab(device) } else { reopen(device, 1) }
    carryOutUntil(device) { $0.devices[device].tabs[1].keeper.isWritable }
    for tab in [1, 0] where devices[device].tabs[tab].keeper.isWritable {
      let key = CellKey(
        rows[sceneRandom.below(rows.count)], Self.fields[sceneRandom.below(Self.fields.count)])
      write(into: key, device, tab)
      carryOut(device, messages: 1)
    }
    checkDevice(device)
  }

  /// What a device confirmed before there was a server is erased under a tab that sleeps, and remembers it. A fresh tab
  /// meets the server and stays away for long before the first one wakes.
  mutating func sleep(_ device: Int) {
    devices[device].tabs.removeLast(devices[device].tabs.count - 1)
    giveSync(device)
    carryOutUntil(device) { $0.devices[device].tabs[0].keeper.isWritable }
    guard devices[device].tabs[0].keeper.isWritable else { return }
    writeAnywhere(device)
    syncWell(device)
    release(device, 0)
    carryOut(device, messages: 0)
    let sleeping = devices[device].tabs.removeFirst()
    eraseStore(device)
    openTab(device)
    hasAccount = true
    syncWell(device)
    writeAnywhere(device)
    eraseBehind(device)
    goAway(device)
    devices[device].tabs.insert(sleeping, at: 0)
  }

  private mutating func writeAnywhere(_ device: Int) {
    let row = rows[sceneRandom.below(rows.count)]
    write(into: CellKey(row, Self.fields[sceneRandom.below(Self.fields.count)]), device)
  }

  /// Delivers one message after another until a condition holds, unless that takes too long.
  private mutating func carryOutUntil(_ device: Int, _ isDone: (World) -> Bool) {
    for _ in 0..<80 where !isDone(self) { carryOut(device, messages: 1) }
  }

  /// Goes online and syncs twice, as something may go wrong.
  private mutating func syncWell(_ device: Int) {
    goOnline(device)
    for _ in 0..<2 {
      sync(device)
      carryOut(device, messages: 40)
    }
  }

  private mutating func goOnline(_ device: Int) {
    devices[device].isOnline = true
    for tab in devices[device].tabs.indices {
      devices[device].tabs[tab].keeper.setOnline(true, wall: wall(device))
    }
  }
}
