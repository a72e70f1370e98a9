import Ledger

/// The end of a schedule: faults cease, clocks are right, and everything must come to rest and agree.
extension World {
  /// A promise of liveness: after this many rounds without faults nothing is pending and all agree.
  static let rounds = 8

  mutating func comeToRest() {
    calmDown()
    var isQuiet = false
    for _ in 0..<Self.rounds where !isQuiet && oracle.violation == nil {
      let sequence = server.header().lastSequence
      var isWaiting = false
      for device in devices.indices {
        now += 700
        round(device)
        isWaiting =
          isWaiting || devices[device].tabs.contains { $0.keeper.replica.waitingCount > 0 }
      }
      // A late message from before the calm may have sent a device to rest: its timer brings it back.
      for device in devices.indices {
        isWaiting =
          isWaiting
          || devices[device].tabs.contains { tab in
            let replica = tab.keeper.replica
            // Everybody with data has entered the server's epoch with it.
            let hasEntered =
              replica.head.epoch == server.header().epoch || replica.shadow.rows.isEmpty
            return !hasEntered || replica.head.cursor < sequence
          }
      }
      isQuiet = !isWaiting && server.header().lastSequence == sequence
    }
    guard oracle.violation == nil else { return }
    if !isQuiet {
      let words = devices.map { device in
        device.tabs.map { "\($0.keeper.replica.waitingCount) \($0.keeper.storage)" }
          .joined(separator: ", ")
      }
      tell("pending: \(words)")
    }
    oracle.check(isQuiet, "not everything is synced after \(Self.rounds) rounds without faults")
    let expected = oracle.truth.sorted.filter { !$0.isPurge }
    for device in devices.indices { checkRest(device, expected) }
    oracle.check(
      server.header().digest == oracle.truth.digest,
      "the server's digest does not match its cells")
    if tally.count(of: .serverRestored) > 0, tally.count(of: .stubsForgotten) > 0 {
      // A restore and an absence beyond the horizon may together bring a purged row back.
      oracle.sharedRows.formUnion(oracle.everPurged)
    }
    guestRests()
    noteSetAside()
    oracle.checkPromises(server.history)
    oracle.checkPurgedHistory(server.history)
    filesRest()
  }

  private mutating func calmDown() {
    step += 1
    tell("from here on everything is calm")
    isCalm = true
    hasAccount = true
    isServerFull = false
    now += 1_000
    for device in devices.indices {
      devices[device].clockOffset = 0
      devices[device].awayUntil = 0
      devices[device].isOnline = true
      for tab in devices[device].tabs.indices {
        if devices[device].tabs[tab].isFrozenOut { release(device, tab) }
        devices[device].tabs[tab].keeper.setOnline(true, wall: wall(device))
      }
      giveSync(device)
    }
    calmFiles()
  }

  /// A device syncs, transfers its files, and syncs what rows say about them.
  mutating func round(_ device: Int) {
    // Its tabs may have found out only now.
    clearDamagedStore(device)
    for tab in devices[device].tabs.indices {
      devices[device].tabs[tab].keeper.otherTabCommitted(revision: devices[device].store.revision)
      devices[device].tabs[tab].keeper.wake(wall: wall(device))
    }
    carryOut(device, messages: 2_000)
    for tab in devices[device].tabs.indices { carry(device, tab, messages: 2_000) }
    carryOut(device, messages: 2_000)
  }

  /// A device shows what it set aside because its row is gone, so that a person can save a copy.
  private mutating func noteSetAside() {
    for device in devices.indices {
      for action in devices[device].tabs[0].keeper.replica.actions {
        for step in action.lost { oracle.noteTakenBack(oracle.number(step.change.cell)) }
      }
    }
  }

  private mutating func checkRest(_ device: Int, _ expected: [RowCell]) {
    for tab in devices[device].tabs.indices {
      let keeper = devices[device].tabs[tab].keeper
      oracle.checkEnd(
        keeper.replica.shadow, expected, waiting: keeper.replica.waitingCount, device: device)
      oracle.check(keeper.isWritable && keeper.unkeptCount == 0, "device \(device) cannot save")
      // Repairs are only for what a restored or forgetful server can do to a device, or for a full row.
      oracle.check(
        keeper.mismatchCount == 0 || lives > 1 || tally.count(of: .stubsForgotten) > 0
          || tally.count(of: .storePartlyErased) > 0 || tally.count(of: .rowFilled) > 0,
        "device \(device) did not match the server")
    }
    checkDevice(device)
  }

  /// A tab shows what it set aside until a person has looked at it, whatever happens to the store.
  private mutating func checkSetAside(_ device: Int) {
    for tab in devices[device].tabs.indices {
      guard devices[device].tabs[tab].keeper.isWritable else {
        // It has read a damaged store whose owner it cannot tell; those rows disappear when the store is cleared.
        devices[device].tabs[tab].setAside = []
        continue
      }
      var shown: Set<CellKey> = []
      // The news of a row's end may not be saved yet, and comes again: until then the change is pending.
      var waiting: Set<CellKey> = []
      for action in devices[device].tabs[tab].keeper.replica.actions {
        for step in action.lost { shown.insert(step.change.key) }
        guard action.isWaiting else { continue }
        for step in action.steps { waiting.insert(step.change.key) }
      }
      let gone = devices[device].tabs[tab].setAside.subtracting(shown).subtracting(waiting)
      for key in gone.sorted() {
        let cell = "\(name(key.row)).\(key.field.number & 0xFF)"
        oracle.fail(
          "what device \(device) set aside of \(cell) is gone before anybody looked at it")
      }
      devices[device].tabs[tab].setAside = shown
    }
  }

  /// What must hold for a device at any time.
  mutating func checkDevice(_ device: Int) {
    checkSetAside(device)
    guard let stored = stored(device) else { return }
    for tab in devices[device].tabs {
      oracle.checkView(tab.keeper.replica)
      if isCalm { oracle.checkSame(tab.keeper.replica, stored) }
    }
    oracle.checkView(stored)
    // A store may have lost part of an action, or an old copy may have reused a number that the device had seen:
    // the digest reveals it.
    guard tally.count(of: .storePartlyErased) == 0, tally.count(of: .serverCopiedBack) == 0 else {
      return
    }
    oracle.checkActions(in: stored.shadow)
  }
}
