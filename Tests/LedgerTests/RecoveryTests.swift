import Simulation
import Testing

@testable import Ledger

/// A browser may erase a device's store under its open tabs. What a tab had kept there comes back, and
/// nothing is called saved before it is.
@Suite struct RecoveryTests {
  private static let kind = KindID(20)

  private func row(_ number: UInt64) -> RowID { RowID(Bits128(high: 5, low: number)) }

  private func edit(_ number: UInt64, _ text: String) -> Edit {
    Edit(row(number), Self.kind, Self.kind.field(1), .text(text))
  }

  private func cell(_ number: UInt64, _ text: String, _ stamp: Stamp) -> RowCell {
    RowCell(
      row: row(number), kind: Self.kind,
      cell: Cell(field: Self.kind.field(1), stamp: stamp, value: .text(text)))
  }

  private func text(_ number: UInt64, in replica: Replica?) -> Value {
    replica?[row(number)]?.value(Self.kind.field(1)) ?? .null
  }

  @Test func editsThatWaitSurviveAnErasedStore() {
    var browser = Browser()
    let tab = browser.open()
    browser.write(edit(1, "one"), in: tab)
    browser.write(edit(2, "two"), in: tab)
    browser.store.erase()
    browser.write(edit(3, "three"), in: tab)
    #expect(browser.tabs[tab].unkeptCount == 0)
    browser.reload(tab, device: 2)
    for (number, word) in [(1, "one"), (2, "two"), (3, "three")] {
      #expect(text(UInt64(number), in: browser.tabs[tab].replica) == .text(word))
    }
    browser.sync(tab)
    #expect(browser.server.cells.count == 3)
    #expect(browser.tabs[tab].replica.waitingCount == 0)
  }

  @Test func rowsThatTheServerHasSurviveAnErasedStore() {
    var browser = Browser()
    let tab = browser.open()
    for number in 1...20 { browser.write(edit(UInt64(number), "old"), in: tab) }
    browser.sync(tab)
    #expect(browser.tabs[tab].replica.waitingCount == 0)
    browser.store.erase()
    browser.isOnline = false
    browser.write(edit(21, "new"), in: tab)
    browser.reload(tab, device: 2)
    var count = 0
    browser.tabs[tab].replica.forEachRow { _ in count += 1 }
    #expect(count == 21)
    browser.sync(tab)
    #expect(browser.tabs[tab].replica.shadow.digest == browser.server.header.digest)
    #expect(browser.tabs[tab].mismatchCount == 0)
  }

  /// One tab has created a new store and makes its first pull; meanwhile another restores rows that no server has.
  @Test func aFirstPullBuriesNothingThatCameBackMeanwhile() {
    var browser = Browser()
    browser.account = nil
    let old = browser.open()
    browser.write(edit(1, "mine"), in: old)
    browser.sync(old)
    #expect(browser.tabs[old].replica.waitingCount == 0)
    browser.store.erase()
    let new = browser.open(device: 2)

    browser.account = .onlyOwner
    let cell = Cell(
      field: Self.kind.field(1), stamp: Stamp(HybridTime(milliseconds: browser.now), DeviceID(7)),
      value: .text("theirs"))
    let push = Push(
      epoch: browser.server.header.epoch, cursor: 0, pulledAt: 0,
      changes: [Change(RowCell(row: row(1), kind: Self.kind, cell: cell), base: nil)])
    #expect(browser.server.push(push, now: browser.now).status == .ok)
    browser.tabs[new].setOnline(true, wall: browser.now)
    browser.tabs[new].setHolder(true, wall: browser.now)
    browser.run(new) { order in
      if case .send(_, .pull) = order { true } else { false }
    }
    browser.isOnline = false
    browser.tabs[old].wake(wall: browser.now)
    browser.run(old)
    for _ in 0..<3 { browser.sync(new) }

    let had = browser.server.history(of: row(1)).map { $0.cell.cell.value }
    #expect(had == [.text("mine")])
    #expect(text(1, in: browser.tabs[new].replica) == .text("theirs"))
    #expect(browser.tabs[new].replica.shadow.digest == browser.server.header.digest)
  }

  /// Nothing was typed since: looking is enough.
  @Test func aTabThatLooksWritesEverythingAnew() {
    var browser = Browser()
    let tab = browser.open()
    browser.write(edit(1, "one"), in: tab)
    browser.store.erase()
    browser.tabs[tab].wake(wall: browser.now)
    #expect(browser.tabs[tab].unkeptCount == 0)
    browser.run(tab)
    #expect(text(1, in: browser.stored) == .text("one"))
  }

  /// A part of a store is lost: it has fewer records than were noted.
  @Test(arguments: [["page/"], ["action/"], ["head"], [""]])
  func aPartThatIsLostIsWrittenAnew(prefixes: [String]) {
    var browser = Browser()
    let tab = browser.open()
    for number in 1...20 { browser.write(edit(UInt64(number), "kept"), in: tab) }
    browser.sync(tab)
    browser.isOnline = false
    browser.write(edit(21, "waits"), in: tab)
    browser.store.erase { name in
      prefixes.contains { name.utf8.starts(with: $0.utf8) }
    }
    browser.write(edit(22, "later"), in: tab)
    let stored = browser.stored
    var count = 0
    stored?.forEachRow { _ in count += 1 }
    #expect(count == 22)
    #expect(stored?.waitingCount == 2)
    #expect(stored?.shadow.digest == browser.server.header.digest)
  }

  /// Two files from one device may begin with one stamp.
  @Test func filesOfOneStampAllComeBack() {
    var browser = Browser()
    let tab = browser.open()
    let stamp = Stamp(HybridTime(milliseconds: browser.now), DeviceID(7))
    for number in UInt64(1)...3 { browser.adopt([cell(number, "kept", stamp)], in: tab) }
    browser.store.erase()
    browser.write(edit(4, "later"), in: tab)
    for number in UInt64(1)...3 { #expect(text(number, in: browser.stored) == .text("kept")) }
    #expect(browser.stored?.waitingCount == 4)
  }

  /// Two tabs wrote after the same made-up future, under two names that the device has no more. Both keep their time when
  /// the server refuses something else, and must not come to one stamp.
  @Test func whatWasWrittenUnderEarlierNamesKeepsItsStamps() {
    let year: Int64 = 365 * 86_400_000
    var browser = Browser()
    let one = browser.open()
    let future = HybridTime(milliseconds: browser.now + 2 * year)
    browser.adopt([cell(1, "theirs", Stamp(future, DeviceID(7)))], in: one)
    browser.sync(one)
    let other = browser.open(device: 2)
    browser.isOnline = false
    browser.clockOffset = year
    browser.write(edit(1, "first"), in: one)
    browser.type(edit(1, "second"), in: other)
    browser.store.erase()
    browser.run(other)
    browser.write(edit(2, "ahead"), in: one)
    let stamps = Set(
      browser.tabs[one].replica.actions.filter { $0.isWaiting }.map { $0.steps[0].change.stamp }
        .filter { $0.time == future.next })
    #expect(stamps.count == 2)
    browser.sync(one)

    #expect(browser.tabs[one].replica.waitingCount == 0)
    let key = CellKey(row(1), Self.kind.field(1))
    let known =
      browser.server.history(of: row(1)).map { $0.cell }
      + [browser.server.cell(key)?.cell].compactMap { $0 }
    #expect(stamps.isSubset(of: known.map { $0.cell.stamp }))
    for word in ["first", "second"] {
      #expect(known.contains { $0.cell.value == .text(word) })
    }
  }

  /// What came too late for its row is shown until somebody has looked at it, whatever else has its stamp.
  @Test func whatWasSetAsideComesBack() {
    var browser = Browser()
    let tab = browser.open()
    let stamp = Stamp(HybridTime(milliseconds: browser.now), DeviceID(7))
    browser.adopt([cell(1, "kept", stamp)], in: tab)
    browser.sync(tab)
    let purge = Cell(field: .life, stamp: stamp, value: Life.purged.value)
    let push = Push(
      epoch: browser.server.header.epoch, cursor: 0, pulledAt: 0,
      changes: [Change(RowCell(row: row(2), kind: Self.kind, cell: purge), base: nil)])
    #expect(browser.server.push(push, now: browser.now).status == .ok)
    browser.adopt([cell(2, "too late", stamp), cell(3, "kept", stamp)], in: tab)
    browser.sync(tab)
    func shown(_ replica: Replica?) -> [Value] {
      (replica?.actions ?? []).flatMap { action in action.lost.map { $0.change.cell.cell.value } }
    }
    #expect(shown(browser.tabs[tab].replica) == [.text("too late")])
    browser.store.erase()
    browser.write(edit(4, "later"), in: tab)
    #expect(shown(browser.tabs[tab].replica) == [.text("too late")])
    #expect(shown(browser.stored) == [.text("too late")])
  }

  /// A value may stand in the action that wrote it, confirmed long ago, and be set aside by a tab since, as its row is gone.
  @Test func whatATabHasSetAsideComesBackBesideTheActionThatWroteIt() {
    let stamp = Stamp(HybridTime(milliseconds: 1_000), DeviceID(1))
    let value = cell(1, "kept", stamp)
    var store = Replica(device: DeviceID(1))
    var action = Action(
      ordinal: 1, label: "Write", offset: 0,
      steps: [Action.Step(Change(value, base: nil), previous: nil)])
    action.isWaiting = false
    store.append(action)
    var tab = store
    tab.setAside([value])
    for _ in 1...2 {
      _ = store.recover(tab, as: DeviceID(1))
      #expect(store.actions.flatMap { $0.lost.map { $0.change.cell } } == [value])
    }
  }

  /// Another tab brought back the action as it had known it, before anything of it was set aside.
  @Test func whatATabHasSetAsideOfAnActionComesBackBesideAnOlderCopy() {
    let value = cell(1, "kept", Stamp(HybridTime(milliseconds: 1_000), DeviceID(1)))
    var action = Action(
      ordinal: 1, label: "Write", offset: 0,
      steps: [Action.Step(Change(value, base: nil), previous: nil)])
    action.isWaiting = false
    var (store, tab) = (Replica(device: DeviceID(1)), Replica(device: DeviceID(1)))
    store.append(action)
    action.lost = action.steps
    tab.append(action)
    for _ in 1...2 {
      _ = store.recover(tab, as: DeviceID(1))
      #expect(store.actions.flatMap { $0.lost.map { $0.change.cell } } == [value])
    }
  }

  /// Two tabs read what is left of a store, one after the other. What either read there is not what it had kept.
  @Test func nobodyBringsBackTheHoles() {
    var browser = Browser()
    let tabs = [browser.open(), browser.open()]
    browser.write(edit(1, "kept"), in: tabs[0])
    browser.sync(tabs[0])
    browser.tabs[tabs[1]].otherTabCommitted(revision: browser.store.revision)
    browser.run(tabs[1])
    // Of the rest the other tab does not hear.
    for number in 2...20 { browser.write(edit(UInt64(number), "kept"), in: tabs[0]) }
    browser.sync(tabs[0])
    browser.store.erase { $0.utf8.elementsEqual("page/7".utf8) }
    func carryOut(_ count: Int, _ tab: Int) {
      var left = count
      browser.run(tabs[tab]) { _ in
        left -= 1
        return left < 0
      }
    }
    for tab in tabs { browser.tabs[tab].wake(wall: browser.wall) }
    // Each reads it, tries to write, hears that something has happened to it, and reads it again.
    for count in [1, 2] {
      for tab in 0...1 { carryOut(count, tab) }
    }
    for tab in tabs { browser.run(tab) }
    for number in UInt64(1)...20 { #expect(text(number, in: browser.stored) == .text("kept")) }
    #expect(browser.stored?.shadow.digest == browser.server.header.digest)
  }

  /// A store has a hole, but more than the tab that remembers; and the server lost what only the store has.
  @Test func whatIsLeftOfAStoreStaysBesideWhatATabRemembers() throws {
    var browser = Browser()
    let (one, other) = (browser.open(), browser.open())
    for number in 1...8 { browser.write(edit(UInt64(number), "early"), in: one) }
    browser.sync(one)
    browser.tabs[other].otherTabCommitted(revision: browser.store.revision)
    browser.run(other)
    var backup = browser.server
    backup.begin(Epoch(78))
    browser.write(edit(9, "late"), in: one)
    browser.sync(one)
    browser.server = backup
    browser.isOnline = false
    browser.store.erase { $0.utf8.elementsEqual("page/7".utf8) }
    browser.tabs[other].wake(wall: browser.wall)
    browser.run(other)
    for number in UInt64(1)...8 { #expect(text(number, in: browser.stored) == .text("early")) }
    #expect(text(9, in: browser.stored) == .text("late"))
    browser.sync(other)
    #expect(browser.server.cells.contains { $0.cell.cell.value == .text("late") })
    #expect(browser.tabs[other].replica.shadow.digest == browser.server.header.digest)
  }

  /// A device that lost a page finds out at its next pull, though nobody remembers it.
  @Test func aLostPageComesBackFromTheServer() {
    var browser = Browser()
    let tab = browser.open()
    for number in 1...20 { browser.write(edit(UInt64(number), "kept"), in: tab) }
    browser.sync(tab)
    browser.store.erase { $0.utf8.elementsEqual("page/7".utf8) }
    browser.reload(tab, device: 2)
    #expect(text(7, in: browser.tabs[tab].replica) == .null)
    browser.sync(tab)
    #expect(text(7, in: browser.tabs[tab].replica) == .text("kept"))
    #expect(browser.tabs[tab].replica.shadow.digest == browser.server.header.digest)
    #expect(browser.stored?.shadow.digest == browser.server.header.digest)
  }

  /// Two tabs, one behind: each has work that the other has not heard of.
  @Test(arguments: [0, 1]) func twoTabsBringBackWhatEachHadKept(first: Int) {
    var browser = Browser()
    let tabs = [browser.open(), browser.open()]
    browser.write(edit(1, "both know it"), in: tabs[0])
    browser.tabs[1].otherTabCommitted(revision: browser.store.revision)
    browser.run(tabs[1])
    // The other tab does not hear of this one.
    browser.write(edit(2, "one knows it"), in: tabs[0])
    browser.store.erase()
    browser.write(edit(3, "later"), in: tabs[first])
    browser.write(edit(4, "last"), in: tabs[1 - first])
    browser.tabs[first].otherTabCommitted(revision: browser.store.revision)
    browser.run(tabs[first])
    browser.tabs[1 - first].otherTabCommitted(revision: browser.store.revision)
    browser.run(tabs[1 - first])
    for (number, word) in [(1, "both know it"), (2, "one knows it"), (3, "later"), (4, "last")] {
      #expect(text(UInt64(number), in: browser.stored) == .text(word))
      for tab in tabs {
        #expect(text(UInt64(number), in: browser.tabs[tab].replica) == .text(word))
      }
    }
    browser.sync(tabs[0])
    #expect(browser.server.cells.count == 4)
    #expect(browser.tabs[0].replica.waitingCount == 0)
  }

  /// One tab was opened anew after the erasure and has begun another device; the other remembers.
  @Test(arguments: [false, true]) func aNewBeginningTakesInWhatATabRemembers(isSynced: Bool) {
    var browser = Browser()
    let (old, new) = (browser.open(), browser.open())
    browser.write(edit(1, "synced"), in: old)
    browser.sync(old)
    browser.isOnline = false
    browser.tabs[old].setHolder(false, wall: browser.now)
    browser.write(edit(2, "waits"), in: old)
    browser.store.erase()
    browser.reload(new, device: 2)
    browser.write(edit(3, "begun anew"), in: new)
    if isSynced {
      browser.sync(new)
      browser.isOnline = false
    }
    browser.write(edit(4, "remembered"), in: old)
    browser.tabs[new].otherTabCommitted(revision: browser.store.revision)
    browser.run(new)
    for (number, word) in [(1, "synced"), (2, "waits"), (3, "begun anew"), (4, "remembered")] {
      #expect(text(UInt64(number), in: browser.stored) == .text(word))
      #expect(text(UInt64(number), in: browser.tabs[new].replica) == .text(word))
    }
    browser.sync(new)
    #expect(browser.server.cells.count == 4)
    #expect(browser.tabs[new].replica.waitingCount == 0)
    #expect(browser.tabs[new].replica.shadow.digest == browser.server.header.digest)
  }

  /// What is confirmed on a device without a server is nowhere else.
  @Test func confirmedRowsOfADeviceAloneComeBack() {
    var browser = Browser()
    browser.account = nil
    let (old, new) = (browser.open(), browser.open())
    for number in 1...210 { browser.write(edit(UInt64(number), "alone"), in: old) }
    #expect(browser.tabs[old].replica.waitingCount < 210)
    browser.store.erase()
    browser.reload(new, device: 2)
    for number in 301...510 { browser.write(edit(UInt64(number), "anew"), in: new) }
    browser.write(edit(600, "remembered"), in: old)
    var count = 0
    browser.stored?.forEachRow { _ in count += 1 }
    #expect(count == 421)
    browser.tabs[new].otherTabCommitted(revision: browser.store.revision)
    browser.run(new)
    browser.account = .onlyOwner
    browser.sync(new)
    #expect(browser.server.cells.count == 421)
    #expect(browser.tabs[new].replica.waitingCount == 0)
  }

  /// One tab remembers what was confirmed before there was a server; another has begun the erased store anew and met one,
  /// or the other way about. By the time they come together the server has forgotten a purge, and has the device begin anew.
  @Test(arguments: [true, false]) func whatNoServerHasHadIsKeptByADeviceThatBeginsAnew(
    isRemembered: Bool
  ) {
    var browser = Browser()
    browser.account = isRemembered ? nil : .onlyOwner
    let (old, new) = (browser.open(), browser.open())
    browser.write(edit(1, isRemembered ? "alone" : "synced"), in: old)
    browser.sync(old)
    #expect(browser.tabs[old].replica.waitingCount == 0)
    browser.isOnline = false
    browser.tabs[old].setHolder(false, wall: browser.now)
    browser.store.erase()
    browser.account = isRemembered ? .onlyOwner : nil
    browser.reload(new, device: 2)
    browser.write(edit(2, isRemembered ? "synced" : "alone"), in: new)
    browser.sync(new)
    #expect(browser.tabs[new].replica.waitingCount == 0)

    browser.account = .onlyOwner
    purgeAndForget(row(9), &browser)
    browser.isOnline = false
    browser.tabs[new].setHolder(false, wall: browser.now)
    browser.tabs[old].wake(wall: browser.now)
    browser.run(old)
    for _ in 0..<2 { browser.sync(old) }

    let values = browser.server.cells.map { $0.cell.cell.value }
    #expect(values.contains(.text("alone")) && values.contains(.text("synced")))
    for number in [UInt64(1), 2] { #expect(text(number, in: browser.stored) != .null) }
    #expect(browser.stored?.waitingCount == 0)
    #expect(browser.stored?.shadow.digest == browser.server.header.digest)
  }

  /// Another device purges a row, and the server forgets that once its time has come.
  private func purgeAndForget(_ row: RowID, _ browser: inout Browser) {
    let stamp = Stamp(HybridTime(milliseconds: browser.now), DeviceID(7))
    let purge = Cell(field: .life, stamp: stamp, value: Life.purged.value)
    let push = Push(
      epoch: browser.server.header.epoch, cursor: 0, pulledAt: 0,
      changes: [Change(RowCell(row: row, kind: Self.kind, cell: purge), base: nil)])
    #expect(browser.server.push(push, now: browser.now).status == .ok)
    browser.now += Horizon.history + Horizon.day
    browser.server.forget(now: browser.now)
  }

  /// Two tabs bring back what was confirmed before there was a server. What waits of that is not what a person did last.
  @Test func undoTakesNothingBackThatCameBackAsRows() {
    var browser = Browser()
    browser.account = nil
    let (one, other, new) = (browser.open(), browser.open(), browser.open())
    browser.write(edit(1, "stays"), in: one)
    browser.now += 10
    let ordinal = browser.tabs[one].edit("Write", [edit(2, "stays, too")], wall: browser.now)
    browser.run(one)
    browser.sync(one)
    browser.tabs[other].otherTabCommitted(revision: browser.store.revision)
    browser.run(other)
    browser.isOnline = false
    browser.tabs[one].setHolder(false, wall: browser.now)
    browser.store.erase()
    browser.account = .onlyOwner
    browser.reload(new, device: 2)
    browser.write(edit(3, "begun anew"), in: new)
    browser.sync(new)
    browser.isOnline = false
    for tab in [other, one] {
      browser.tabs[tab].wake(wall: browser.now)
      browser.run(tab)
    }
    #expect(browser.tabs[one].replica.waitingCount == 1)
    #expect(browser.tabs[one].undo(ordinal, wall: browser.now) == nil)
    browser.run(one)
    for (number, word) in [(1, "stays"), (2, "stays, too"), (3, "begun anew")] {
      #expect(text(UInt64(number), in: browser.stored) == .text(word))
    }
  }

  /// Somebody else has signed in after the erasure: nothing goes to them.
  @Test func whatIsRememberedDoesNotGoToAnotherAccount() {
    var browser = Browser()
    let (old, new) = (browser.open(), browser.open())
    browser.write(edit(1, "mine"), in: old)
    browser.sync(old)
    browser.tabs[old].setHolder(false, wall: browser.now)
    browser.run(old)
    browser.store.erase()
    browser.account = AccountID(Bits128(high: 8, low: 8))
    browser.server = MemorySpace(epoch: Epoch(78))
    browser.reload(new, device: 2)
    browser.write(edit(2, "theirs"), in: new)
    browser.sync(new)
    browser.isOnline = false
    browser.write(edit(3, "mine, too"), in: old)
    #expect(browser.tabs[old].storage == .failing(Keeper.foreign))
    #expect(text(1, in: browser.tabs[old].replica) == .text("mine"))
    #expect(text(3, in: browser.tabs[old].replica) == .text("mine, too"))
    #expect(text(1, in: browser.stored) == .null)
    #expect(text(2, in: browser.stored) == .text("theirs"))
    browser.tabs[old].wake(wall: browser.now)
    browser.run(old)
    #expect(text(3, in: browser.stored) == .null)
  }

  /// Commits may come faster than milliseconds pass: no revision of an erased store comes again in the next, or a tab would
  /// take that for the one that it knows.
  @Test func anErasedStoreRepeatsNoRevision() {
    let now: Int64 = 1_800_000_000_000
    var store = RecordStore()
    func commit(_ name: String, after revision: UInt64, at time: Int64) -> UInt64 {
      let write = RecordWrite.put(name: name, bytes: [1])
      let commit = Keeper.Commit(expectedRevision: revision, isStrict: true, writes: [write])
      return store.commit(commit, now: time) ?? 0
    }
    var known: UInt64 = 0
    for _ in 0..<1_000 { known = commit("old", after: known, at: now) }
    store.erase()
    var new: UInt64 = 0
    for _ in 0..<1_000 { new = commit("new", after: new, at: now + 1) }
    #expect(store.load(since: known).continuity == .erased)
    #expect(store.load(since: known).records.map { $0.name } == ["new"])
  }

  /// What a person removed stays removed where the clock was set back since the store began.
  @Test func aRemovalIsLaterThanAllBefore() {
    let now: Int64 = 1_800_000_000_000
    var store = RecordStore()
    let write = RecordWrite.put(name: "a", bytes: [1])
    let commit = Keeper.Commit(expectedRevision: 0, isStrict: true, writes: [write])
    let known = store.commit(commit, now: now) ?? 0
    store.remove(now: now - 86_400_000)
    #expect(store.load(since: known).continuity == .removed)
  }

  /// A space that a person removed stays away, also from a tab that hears of it late.
  @Test func whatAPersonRemovedStaysAway() {
    var browser = Browser()
    let (old, new) = (browser.open(), browser.open())
    browser.write(edit(1, "removed"), in: old)
    browser.store.remove(now: browser.now)
    browser.reload(new, device: 2)
    browser.write(edit(2, "anew"), in: new)
    browser.write(edit(3, "late"), in: old)
    #expect(text(1, in: browser.stored) == .null)
    #expect(text(2, in: browser.stored) == .text("anew"))
    #expect(text(1, in: browser.tabs[old].replica) == .null)
    #expect(text(2, in: browser.tabs[old].replica) == .text("anew"))
    browser.write(edit(4, "from here on"), in: old)
    #expect(text(4, in: browser.stored) == .text("from here on"))
  }

  /// Undo of a toast finds its action by the number that it has now, or nothing.
  @Test func undoFindsWhatCameBack() {
    var browser = Browser()
    let (old, new) = (browser.open(), browser.open())
    browser.now += 10
    let ordinal = browser.tabs[old].edit("Write", [edit(1, "undone")], wall: browser.now)
    browser.run(old)
    browser.store.erase()
    browser.reload(new, device: 2)
    browser.write(edit(2, "not undone"), in: new)
    browser.write(edit(3, "nor this"), in: old)
    #expect(browser.tabs[old].undo(ordinal, wall: browser.now)?.label == "Write")
    browser.run(old)
    #expect(text(1, in: browser.stored) == .null)
    #expect(text(2, in: browser.stored) == .text("not undone"))
    #expect(text(3, in: browser.stored) == .text("nor this"))
  }

  /// One tab takes something back, and another that has not heard of it begins the erased store anew.
  @Test(arguments: [false, true]) func whatWasTakenBackIsNotTakenBackTwice(isImport: Bool) {
    var browser = Browser()
    let (behind, ahead) = (browser.open(), browser.open())
    if isImport {
      let stamp = Stamp(HybridTime(milliseconds: browser.now), DeviceID(7))
      browser.adopt([cell(1, "kept", stamp)], in: behind)
    } else {
      browser.write(edit(1, "kept"), in: behind)
    }
    browser.tabs[ahead].otherTabCommitted(revision: browser.store.revision)
    browser.run(ahead)
    #expect(browser.tabs[ahead].undo(wall: browser.wall)?.leftCount == 0)
    browser.run(ahead)
    let undone = browser.stored?[row(1)]
    browser.store.erase()
    for tab in [behind, ahead] {
      browser.tabs[tab].wake(wall: browser.wall)
      browser.run(tab)
    }
    #expect(browser.stored?[row(1)] == undone)
    #expect(browser.tabs[ahead].replica.undoable == nil)
    #expect(browser.tabs[ahead].redo(wall: browser.wall)?.leftCount == 0)
    browser.run(ahead)
    #expect(text(1, in: browser.stored) == .text("kept"))
    #expect(browser.stored?[row(1)]?.life == .alive)
  }

  /// Two actions that wait are both renumbered, the second to where the first was not.
  @Test func undoFindsTheFirstOfTwoThatWereRenumbered() {
    var browser = Browser()
    let (one, other) = (browser.open(), browser.open())
    browser.now += 10
    let first = browser.tabs[one].edit("First", [edit(1, "undone")], wall: browser.now)
    _ = browser.tabs[one].edit("Second", [edit(2, "stays")], wall: browser.now)
    browser.write(edit(3, "of another tab"), in: other)
    browser.run(one)
    #expect(browser.tabs[one].undo(first, wall: browser.now)?.label == "First")
    browser.run(one)
    #expect(text(1, in: browser.stored) == .null)
    #expect(text(2, in: browser.stored) == .text("stays"))
  }

  /// An edit that is made while the tab looks at its store waits for the answer, and is kept then.
  @Test func anEditMadeWhileATabLooksIsKept() {
    var browser = Browser()
    let tab = browser.open()
    browser.write(edit(1, "one"), in: tab)
    browser.tabs[tab].wake(wall: browser.now)
    browser.write(edit(2, "two"), in: tab)
    #expect(browser.tabs[tab].isAllKept)
    #expect(text(2, in: browser.stored) == .text("two"))
  }

  /// A notice of what was kept before the erasure has nobody ask for ever.
  @Test func aNoticeFromBeforeTheErasureComesToRest() {
    var browser = Browser()
    let (one, other) = (browser.open(), browser.open())
    browser.write(edit(1, "one"), in: one)
    let revision = browser.store.revision
    browser.store.erase()
    browser.tabs[other].otherTabCommitted(revision: revision)
    browser.run(other)
    browser.write(edit(2, "two"), in: other)
    #expect(text(2, in: browser.stored) == .text("two"))
  }

  /// What is left cannot be read: the tab keeps what it remembers until it can be written.
  @Test func aDamagedRestHasNobodyForget() {
    var browser = Browser()
    let tab = browser.open()
    browser.write(edit(1, "one"), in: tab)
    browser.write(edit(2, "two"), in: tab)
    browser.store.erase { $0.utf8.elementsEqual("head".utf8) }
    browser.store.spoil { $0.utf8.starts(with: "action/".utf8) }
    browser.tabs[tab].wake(wall: browser.now)
    browser.run(tab)
    #expect(browser.tabs[tab].storage == .failing(Keeper.damaged))
    #expect(text(1, in: browser.tabs[tab].replica) == .text("one"))
    browser.store.erase()
    browser.tabs[tab].wake(wall: browser.now)
    browser.run(tab)
    #expect(browser.tabs[tab].isWritable)
    for (number, word) in [(1, "one"), (2, "two")] {
      #expect(text(UInt64(number), in: browser.stored) == .text(word))
    }
  }
}
