import Ledger

/// The end of a schedule: faults cease, clocks are right, and everything must come to rest and agree.
extension World {
  /// A promise of liveness: after so many rounds without faults nothing waits and all agree.
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
      // A late word from before the calm may have sent a device to rest: its timer brings it back.
      for device in devices.indices {
        isWaiting =
          isWaiting
          || devices[device].tabs.contains { tab in
            let replica = tab.keeper.replica
            // Whoever has something has entered the server's epoch with it.
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
      tell("waiting: \(words)")
    }
    oracle.check(isQuiet, "not everything is synced after \(Self.rounds) rounds without faults")
    let expected = oracle.truth.sorted.filter { !$0.isPurge }
    for device in devices.indices { checkRest(device, expected) }
    oracle.check(
      server.header().digest == oracle.truth.digest,
      "the server's digest is not what its cells add up to")
    if tally.count(of: .serverRestored) > 0, tally.count(of: .stubsForgotten) > 0 {
      // A restore and an absence beyond the horizon, together, may bring a purged row back.
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
    tell("from here on all is calm")
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

  /// A device syncs, carries its files, and syncs what rows say of them.
  mutating func round(_ device: Int) {
    // Its tabs may have found out only in the calm.
    clearDamagedStore(device)
    for tab in devices[device].tabs.indices {
      devices[device].tabs[tab].keeper.otherTabCommitted(revision: devices[device].store.revision)
      devices[device].tabs[tab].keeper.wake(wall: wall(device))
    }
    carryOut(device, messages: 2_000)
    for tab in devices[device].tabs.indices { carry(device, tab, messages: 2_000) }
    carryOut(device, messages: 2_000)
  }

  /// What a device set aside because its row is gone, it shows, so that a person can keep a copy.
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
      oracle.check(keeper.isWritable && keeper.unkeptCount == 0, "device \(device) keeps no more")
      // Mending itself is for what only a restored or forgetful server can do to a device, or a full row.
      oracle.check(
        keeper.mismatchCount == 0 || lives > 1 || tally.count(of: .stubsForgotten) > 0
          || tally.count(of: .storePartlyErased) > 0 || tally.count(of: .rowFilled) > 0,
        "device \(device) did not add up to the server")
    }
    checkDevice(device)
  }

  /// What a tab shows as set aside it shows until a person has looked at it, whatever becomes of the store.
  private mutating func checkSetAside(_ device: Int) {
    for tab in devices[device].tabs.indices {
      guard devices[device].tabs[tab].keeper.isWritable else {
        // It has read a damaged store whose owner it cannot tell; those rows disappear when the store is cleared.
        devices[device].tabs[tab].setAside = []
        continue
      }
      var shown: Set<CellKey> = []
      // What was heard of a row's end may not be kept yet, and is heard again: until then it waits.
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
          "what device \(device) set aside of \(cell) is gone before anybody has looked at it")
      }
      devices[device].tabs[tab].setAside = shown
    }
  }

  /// What must hold of a device at any time.
  mutating func checkDevice(_ device: Int) {
    checkSetAside(device)
    guard let stored = stored(device) else { return }
    for tab in devices[device].tabs {
      oracle.checkView(tab.keeper.replica)
      if isCalm { oracle.checkSame(tab.keeper.replica, stored) }
    }
    oracle.checkView(stored)
    // A part of an action may be what a store has lost, or what an old copy gave a number that the device
    // had seen: it is found out by the digest.
    guard tally.count(of: .storePartlyErased) == 0, tally.count(of: .serverCopiedBack) == 0 else {
      return
    }
    oracle.checkActions(in: stored.shadow)
  }
}
