import Ledger

/// What people, machines and bad luck do, one thing per step.
extension World {
  mutating func happen() {
    let device = random.below(devices.count)
    guard devices[device].awayUntil <= now else { return }
    let tab = random.below(devices[device].tabs.count)
    thaw(device, tab)
    switch random.below(128) {
    case 0..<42: edit(device, tab)
    case 42..<46: undoOrRedo(device, tab)
    case 46..<49: undoAndRedo(device, tab)
    case 49..<52: adopt(device, tab)
    case 52..<92: sync(device)
    case 92..<98: deliverAny()
    case 98..<101: reopen(device, tab)
    case 101..<105: tabs(device, tab)
    case 105..<109: toggleOnline(device)
    case 109..<113: turnClock(device)
    case 113..<115: wakeOne(device, tab)
    case 115: isServerFull.toggle()
    case 116: putBackupAside()
    case 117..<128:
      if schedule.disasters > 0, random.once(in: 2 * schedule.disasters) { disaster(device) }
    default: break
    }
    carryOut(device, messages: random.below(3))
    if random.once(in: 8) { checkDevice(device) }
  }

  // MARK: - Networks and clocks

  mutating func sync(_ device: Int) {
    guard let tab = holder(device) else { return }
    devices[device].tabs[tab].keeper.syncNow(wall: wall(device))
    tell("device \(device) syncs")
    carryOut(device, messages: 1 + random.below(14))
  }

  private mutating func wakeOne(_ device: Int, _ tab: Int) {
    devices[device].tabs[tab].keeper.wake(wall: wall(device))
    carryOut(device, messages: random.below(10))
  }

  private mutating func toggleOnline(_ device: Int) {
    devices[device].isOnline.toggle()
    tell { "device \(device) is \($0.devices[device].isOnline ? "online" : "offline")" }
    for tab in devices[device].tabs.indices {
      devices[device].tabs[tab].keeper.setOnline(devices[device].isOnline, wall: wall(device))
    }
  }

  private mutating func turnClock(_ device: Int) {
    guard schedule.hasWrongClocks else { return }
    let sign: Int64 = random.once(in: 2) ? 1 : -1
    switch random.below(5) {
    case 0:
      devices[device].clockOffset = sign * 3_600_000
      tally.note(.clockOffByAnHour)
    case 1:
      devices[device].clockOffset = sign * 365 * 86_400_000
      tally.note(.clockOffByAYear)
    case 2: devices[device].clockOffset = sign * Int64(random.below(55_000))
    default:
      devices[device].clockOffset = 0
      tally.note(.clockPutBack)
    }
    tell { "device \(device)'s clock is off by \($0.devices[device].clockOffset / 1_000) s" }
  }

  // MARK: - Tabs

  func holder(_ device: Int) -> Int? {
    devices[device].tabs.firstIndex { $0.isHolder && !$0.isFrozenOut }
  }

  /// A tab that lost the sync to another learns of it when it runs again, not always immediately.
  private mutating func thaw(_ device: Int, _ tab: Int) {
    guard devices[device].tabs[tab].isFrozenOut, random.once(in: 2) else { return }
    release(device, tab)
  }

  private mutating func tabs(_ device: Int, _ tab: Int) {
    guard schedule.hasTabs else { return }
    if devices[device].tabs.count == 1 {
      tell("device \(device) opens another tab")
      openTab(device)
    } else if random.once(in: 3) {
      tell("device \(device) closes tab \(tab)")
      devices[device].tabs.remove(at: tab)
      giveSync(device)
    } else if let holder = holder(device) {
      let other = 1 - holder
      if random.once(in: 2) {
        tally.note(.syncStolen)
        oracle.hasStolenSync = true
        tell("device \(device): tab \(other) takes over the sync from frozen tab \(holder)")
        devices[device].tabs[holder].isFrozenOut = true
      } else {
        tell("device \(device): tab \(holder) hands the sync to tab \(other)")
        release(device, holder)
      }
      hold(device, other)
    }
  }

  /// The tab's process ends and starts again.
  mutating func reopen(_ device: Int, _ tab: Int) {
    if devices[device].tabs[tab].keeper.unkeptCount > 0 { tally.note(.memoryLost) }
    tell("device \(device): tab \(tab) crashes and opens again")
    devices[device].tabs[tab] = newTab(device)
    clearDamagedStore(device)
    giveSync(device)
  }

  /// If no tab remembers what a store has lost, nobody can tell whose the rest is: a person clears it.
  mutating func clearDamagedStore(_ device: Int) {
    guard devices[device].hasLostStore, !devices[device].store.isEmpty, stored(device) == nil,
      !devices[device].tabs.contains(where: { $0.keeper.isWritable })
    else { return }
    tell("device \(device)'s store is cleared because it is damaged")
    devices[device].store.erase()
  }

  // MARK: - Disasters

  private mutating func putBackupAside() {
    server.backUp()
    backup = oracle.truth
    grantInBackup = guest.grant
    oracle.files.backup = oracle.files.listed
    tell("the server is backed up")
  }

  private mutating func disaster(_ device: Int) {
    switch random.below(6) {
    case 0: restoreServer()
    case 1: evict(device)
    case 2: clone(device)
    case 3, 4: eraseStore(device)
    default: goAway(device)
    }
  }

  /// The browser silently erases the store while its tabs are open, wholly or partly: what was saved there is only in
  /// the tabs' memory, and is safe again when one of them says so.
  mutating func eraseStore(_ device: Int) {
    guard !devices[device].store.isEmpty else { return }
    // No browser erases a store and starts another within one millisecond.
    now += 1
    oracle.deadStores |= 1 << UInt64(devices[device].store.number)
    // The lost part may have contained a row that nobody else knows any more.
    oracle.sharedRows.formUnion(oracle.forgottenRows)
    if random.once(in: 2) {
      tally.note(.storeErased)
      tell("device \(device)'s store is erased under its tabs")
      devices[device].store.erase()
    } else {
      tally.note(.storePartlyErased)
      tell("device \(device)'s store loses a part")
      var chance = random
      devices[device].store.erase { _ in chance.once(in: 3) }
      random = chance
    }
    storeCount += 1
    devices[device].store.number = storeCount - 1
    devices[device].hasLostStore = true
    forgiveWhatIsNowhere()
    forgiveFiles()
  }

  mutating func restoreServer() {
    // Whoever copies an old file back tells nobody: the store keeps its epoch.
    let isSilent = random.once(in: 3)
    lives += 1
    server.restore(isSilent ? nil : Self.epoch(lives))
    oracle.truth = backup
    guest.grant = grantInBackup
    oracle.files.listed = oracle.files.backup
    lastPushes = []
    forgetMoments()
    tally.note(isSilent ? .serverCopiedBack : .serverRestored)
    tell("the server is restored from the last backup\(isSilent ? ", silently" : "")")
    if isSilent {
      // A real guest finds out by the digest.
      guest.deleteCopy()
    }
    forgiveWhatIsNowhere(isRestored: true, isSilent: isSilent)
    forgiveFiles()
  }

  mutating func evict(_ device: Int) {
    tally.note(.storageEvicted)
    tell("device \(device) loses its storage")
    oracle.deadStores |= 1 << UInt64(devices[device].store.number)
    devices[device].store = newStore()
    devices[device].tabs = []
    (devices[device].files, devices[device].parts) = ([], [:])
    (devices[device].word, devices[device].choices) = (nil, Carrier.Choices())
    openTab(device)
    forgiveWhatIsNowhere()
    forgiveFiles()
  }

  private mutating func clone(_ device: Int) {
    guard devices.count < 6, stored(device) != nil else { return }
    tally.note(.profileCloned)
    tell { "device \($0.devices.count) starts as a copy of device \(device)" }
    var copy = SimulatedDevice(number: devices.count, store: devices[device].store)
    storeCount += 1
    copy.store.number = storeCount - 1
    copy.clockOffset = devices[device].clockOffset
    (copy.files, copy.parts) = (devices[device].files, devices[device].parts)
    (copy.word, copy.choices) = (devices[device].word, devices[device].choices)
    copy.hasLostStore = devices[device].hasLostStore
    oracle.copied(devices[device].store.number, to: copy.store.number)
    devices.append(copy)
    openTab(devices.count - 1)
    if random.once(in: 2) { writeAtOnce(device, devices.count - 1) }
  }

  /// A device and its copy write to one cell in the same millisecond: one stamp, two values. Then the copy's clock may
  /// go wrong, so that a server refuses its push and still has to answer for that value.
  private mutating func writeAtOnce(_ device: Int, _ copy: Int) {
    let moment = now
    carryOut(copy, messages: 0)
    let key = CellKey(rows[random.below(rows.count)], Self.fields[random.below(Self.fields.count)])
    for one in [device, copy] {
      now = moment
      write(into: key, one)
    }
    guard schedule.hasWrongClocks, random.once(in: 2) else { return }
    devices[copy].clockOffset += 365 * 86_400_000
    tally.note(.clockOffByAYear)
    write(into: CellKey(key.row, Self.fields[random.below(Self.fields.count)]), copy)
  }

  /// A device stays away for longer than the horizon, while the others continue.
  mutating func goAway(_ device: Int) {
    guard devices.count > 1, lives > 0 else { return }
    tally.note(.stubsForgotten)
    tell("device \(device) is away, and 401 days pass")
    now += Horizon.history + Horizon.day
    server.forget(serverNow)
    oracle.forgot(before: serverNow - Horizon.history)
    lastPushes = []
    forgetMoments()
    let rows = oracle.truth.forgetStubs()
    oracle.forgottenRows.formUnion(rows)
    for device in devices.indices {
      let kept = stored(device)
      let hasHeard = kept?.head.cursor ?? 0 != 0
      // What the device wrote in the row may be part of what its browser erased, or what it set aside when a silently
      // restored server no longer had it. A tab that still has it offers it later, unless it knows of the purge.
      let mayHaveLost =
        devices[device].hasLostStore || tally.count(of: .serverCopiedBack) > 0
      for row in rows where !hasHeard || mayHaveLost && kept?.shadow[row]?.life != .purged {
        oracle.unheardRows[devices[device].store.number, default: []].insert(row)
      }
    }
    devices[device].awayUntil = now + Int64(random.below(20_000))
  }

  /// Requires of the remains after a disaster what can be required; a server that was never restored must have
  /// everything.
  ///
  /// A store that was restored silently is required to have only what it has: if its numbers catch up with a device's
  /// before that device returns, their digests reveal it, and by then what only the device had may be overwritten.
  mutating func forgiveWhatIsNowhere(isRestored: Bool = false, isSilent: Bool = false) {
    guard lives > 1 else { return }
    var found: Set<Int> = []
    var purged: Set<RowID> = []
    for cell in oracle.truth.cells.values {
      found.insert(oracle.number(cell))
      if cell.isPurge { purged.insert(cell.row) }
    }
    for row in Set(oracle.writings.map { $0.key.row }) {
      for entry in server.history(row) { found.insert(oracle.number(entry.cell)) }
    }
    for index in devices.indices where !isSilent {
      guard let replica = stored(index) else { continue }
      if !shadowless.contains(index) {
        for cell in replica.shadow.cells {
          found.insert(oracle.number(cell))
          tell { "  device \(index) has \($0.oracle.words(cell))" }
          if cell.isPurge { purged.insert(cell.row) }
        }
      }
      for action in replica.actions where action.isWaiting {
        for step in action.steps {
          found.insert(oracle.number(step.change.cell))
          tell { "  device \(index) has pending \($0.oracle.words(step.change.cell))" }
          if step.change.cell.isPurge { purged.insert(step.change.key.row) }
        }
      }
    }
    oracle.forgive(except: found)
    oracle.forgivePurges(except: purged, isRestored: isRestored)
  }

  /// The content of a device's store, as a tab that opens now would see it.
  func stored(_ device: Int) -> Replica? {
    let store = devices[device].store
    guard !store.isEmpty else { return nil }
    var keeper = Keeper(space: Self.space, device: DeviceID(0), random: RandomBits(seed: 0))
    keeper.loaded(store.load(since: 0).records, revision: store.revision, wall: 0)
    return keeper.isWritable ? keeper.replica : nil
  }
}
