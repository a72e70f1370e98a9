import Ledger
import Testing

/// Two tabs of one device write at once. Whichever keeps its work later does it again behind the other's.
@Suite struct TabsTests {
  private let kind = KindID(20)
  private let row = RowID(Bits128(high: 5, low: 1))
  private let otherRow = RowID(Bits128(high: 5, low: 2))

  private func edit(_ text: String) -> Edit { Edit(row, kind, kind.field(1), .text(text)) }

  private func edit(_ number: Int64) -> Edit { Edit(row, kind, kind.field(1), .int(number)) }

  private func stamps(_ replica: Replica?) -> [Stamp] {
    let key = CellKey(row, kind.field(1))
    return (replica?.actions ?? []).flatMap { action in
      action.steps.filter { $0.change.key == key }.map { $0.change.stamp }
    }
  }

  /// The clock was ahead and counts on: what one tab gives next the other may have given as the next after what it saw.
  @Test func noStampIsGivenTwice() throws {
    var browser = Browser()
    let (one, other) = (browser.open(), browser.open())
    browser.clockOffset = 50_000
    browser.write(edit(1), in: one)
    browser.clockOffset = 0
    browser.tabs[other].otherTabCommitted(revision: browser.store.revision)
    browser.run(other)

    _ = browser.tabs[other].undo(wall: browser.wall)
    _ = browser.tabs[other].redo(wall: browser.wall)
    browser.type(edit(2), in: other)
    browser.write(edit(3), in: one)
    browser.type(edit(4), in: one)
    browser.run(other)
    browser.run(one)

    let given = stamps(browser.stored)
    #expect(given.count == 4)
    #expect(Set(given).count == given.count)
  }

  /// The clock was a year ahead and counts on. The server refuses that while an edit is not kept yet, and another tab's
  /// edit comes before it.
  @Test func aRefusedClockConfusesNobodysEdits() throws {
    var browser = Browser()
    let (one, other) = (browser.open(), browser.open())
    let stamp = Stamp(HybridTime(milliseconds: browser.now), DeviceID(7))
    let theirs = RowCell(
      row: row, kind: kind, cell: Cell(field: kind.field(1), stamp: stamp, value: .text("theirs")))
    let push = Push(
      epoch: browser.server.header.epoch, cursor: 0, pulledAt: 0,
      changes: [Change(theirs, base: nil)])
    #expect(browser.server.push(push, now: browser.now).status == .ok)
    browser.sync(one)
    browser.clockOffset = 365 * 86_400_000
    browser.type(Edit(otherRow, kind, kind.field(1), .text("ahead")), in: one)
    browser.clockOffset = 0
    browser.tabs[one].syncNow(wall: browser.wall)
    browser.run(one) { order in
      if case .send(_, .push) = order { true } else { false }
    }
    // This tab has not heard of the pull.
    browser.write(edit("unknowing"), in: other)
    browser.type(edit("knowing"), in: one)
    browser.run(one) { order in
      if case .commit = order { true } else { false }
    }
    browser.type(edit("still knowing"), in: one)
    browser.run(one)
    for _ in 0..<3 { browser.sync(one) }

    #expect(browser.tabs[one].replica.waitingCount == 0)
    let cell = browser.server.cell(CellKey(row, kind.field(1)))
    #expect(cell?.cell.cell.value == .text("still knowing"))
    let told = Conflict.row(of: CellKey(row, kind.field(1)), lostBy: DeviceID(1))
    let lost = browser.server.cell(CellKey(told, .conflictValue))
    #expect(lost?.cell.cell.value == .text("unknowing"))
  }

  /// Behind a made-up future two edits of different cells have one stamp, and only one of them gets another behind another
  /// tab's edit. What was built on that one says so: the other tab's text is the one that is told of.
  @Test func whatSharesAStampIsRenamedByItsCells() throws {
    var browser = Browser()
    let (one, other) = (browser.open(), browser.open())
    let future = Stamp(HybridTime(milliseconds: browser.now + 86_400_000), DeviceID(7))
    let push = Push(
      epoch: browser.server.header.epoch, cursor: 0, pulledAt: 0, isOffer: true,
      changes: [row, otherRow].map { row in
        let cell = Cell(field: kind.field(1), stamp: future, value: .text("theirs"))
        return Change(RowCell(row: row, kind: kind, cell: cell), base: nil)
      })
    #expect(browser.server.push(push, now: browser.now).status == .ok)
    browser.sync(one)
    browser.tabs[other].otherTabCommitted(revision: browser.store.revision)
    browser.run(other)

    browser.type(edit("knowing"), in: one)
    browser.type(Edit(otherRow, kind, kind.field(1), .text("elsewhere")), in: one)
    browser.type(edit("still knowing"), in: one)
    browser.write(edit("unknowing"), in: other)
    browser.run(one)
    let given = browser.stored?.actions.map { $0.steps[0].change } ?? []
    #expect(given.count == 4)
    // The second edit has the stamp that the other tab's has in another cell, as the first one had.
    #expect(given[2].stamp == given[0].stamp)
    #expect(given[3].base == given[1].stamp)
    browser.sync(one)

    let cell = browser.server.cell(CellKey(row, kind.field(1)))
    #expect(cell?.cell.cell.value == .text("still knowing"))
    let told = Conflict.row(of: CellKey(row, kind.field(1)), lostBy: DeviceID(1))
    let lost = browser.server.cell(CellKey(told, .conflictValue))
    #expect(lost?.cell.cell.value == .text("unknowing"))
  }

  /// An edit of what a file brought from the future keeps its stamp, and one of another cell that had the same is stamped
  /// anew, as the clock was wrong. What was built on the first is not called by the other's new name.
  @Test func whatSharesAStampIsStampedAnewByItsCells() throws {
    var browser = Browser()
    let tab = browser.open()
    browser.sync(tab)
    browser.isOnline = false
    browser.clockOffset = 365 * 86_400_000
    let future = Stamp(HybridTime(milliseconds: browser.wall + 1_000), DeviceID(7))
    let cell = Cell(field: kind.field(1), stamp: future, value: .text("theirs"))
    browser.adopt([RowCell(row: row, kind: kind, cell: cell)], in: tab)
    browser.write(edit("mine"), in: tab)
    browser.now = future.time.milliseconds - browser.clockOffset - 10
    for number in 1...2 {
      browser.type(Edit(otherRow, kind, kind.field(UInt64(number)), .int(1)), in: tab)
      browser.now -= 10
      browser.run(tab)
      browser.now = future.time.milliseconds - browser.clockOffset - 10
    }
    browser.write(edit("mine again"), in: tab)
    let actions = browser.stored?.actions ?? []
    #expect(actions.count == 5)
    #expect(actions[1].steps[0].change.stamp == actions[3].steps[0].change.stamp)
    for _ in 0..<3 { browser.sync(tab) }

    #expect(browser.tabs[tab].replica.waitingCount == 0)
    let stands = browser.server.cell(CellKey(row, kind.field(1)))
    #expect(stands?.cell.cell.value == .text("mine again"))
    // Whoever wrote again knew what they had written.
    #expect(browser.server.cells.allSatisfy { $0.cell.kind == kind })
  }

  /// The server refuses a clock, and the tab cannot keep what follows from that. Another tab stamps the same work anew, and
  /// the server takes it together with later work.
  @Test func aRefusalSaysNothingOfWhatAnotherTabStampedAnew() throws {
    var browser = Browser()
    let (one, other) = (browser.open(), browser.open())
    browser.sync(one)
    browser.clockOffset = 365 * 86_400_000
    browser.write(edit("ahead"), in: one)
    browser.tabs[one].syncNow(wall: browser.wall)
    browser.run(one) { order in
      if case .send(_, .push) = order { true } else { false }
    }
    browser.run(one) { order in
      if case .commit = order { true } else { false }
    }
    browser.type(edit("not kept"), in: one)
    browser.isFull = true
    browser.run(one)
    browser.isFull = false
    browser.now += 2 * 3_600_000
    browser.tabs[one].setHolder(false, wall: browser.wall)
    browser.tabs[other].otherTabCommitted(revision: browser.store.revision)
    browser.write(Edit(otherRow, kind, kind.field(1), .text("later")), in: other)
    browser.tabs[other].setOnline(true, wall: browser.wall)
    browser.tabs[other].setHolder(true, wall: browser.wall)
    var isTaken = false
    browser.run(other) { order in
      if case .send(_, .pull) = order { isTaken = true }
      return isTaken
    }
    #expect(isTaken)
    let taken = browser.server.cells.map { $0.cell.cell.stamp }
    #expect(taken.count == 2)
    browser.tabs[one].wake(wall: browser.wall)
    browser.run(one)

    #expect(browser.tabs[one].isAllKept)
    let kept = (browser.stored?.actions ?? []).map { $0.steps[0].change.stamp }
    #expect(kept.count == 3)
    #expect(Set(kept).isSuperset(of: taken))
    for _ in 0..<2 { browser.sync(one) }
    #expect(browser.tabs[one].replica.waitingCount == 0)
    let cell = browser.server.cell(CellKey(row, kind.field(1)))
    #expect(cell?.cell.cell.value == .text("not kept"))
    // The later edit knew of the earlier: nothing is told of as lost.
    #expect(browser.server.cells.allSatisfy { $0.cell.kind == kind })
  }

  /// Nor of what another tab pushed as it was, once the time had come to which its clock was ahead.
  @Test func aRefusalSaysNothingOfWhatAnotherTabPushed() throws {
    var browser = Browser()
    let (one, other) = (browser.open(), browser.open())
    browser.sync(one)
    browser.clockOffset = 3_600_000
    browser.write(edit("ahead"), in: one)
    browser.tabs[one].syncNow(wall: browser.wall)
    browser.run(one) { order in
      if case .send(_, .push) = order { true } else { false }
    }
    browser.isFull = true
    browser.run(one)
    browser.isFull = false
    browser.tabs[one].setHolder(false, wall: browser.wall)
    browser.now += 10 * 3_600_000
    browser.clockOffset = 0
    browser.tabs[other].otherTabCommitted(revision: browser.store.revision)
    browser.run(other)
    browser.tabs[other].setOnline(true, wall: browser.wall)
    browser.tabs[other].setHolder(true, wall: browser.wall)
    browser.run(other) { order in
      if case .send(_, .pull) = order { true } else { false }
    }
    let taken = browser.server.cell(CellKey(row, kind.field(1)))?.cell.cell.stamp
    #expect(taken != nil)
    browser.tabs[one].wake(wall: browser.wall)
    browser.run(one)

    #expect(browser.tabs[one].isAllKept)
    #expect(stamps(browser.stored) == [taken])
  }

  /// On a device without a server, nobody else erases what a conflict says of a row that is erased for good.
  @Test func whatIsErasedAloneIsNoLongerToldOf() throws {
    var browser = Browser()
    browser.account = nil
    let (one, other) = (browser.open(), browser.open())
    browser.write(edit("first"), in: one)
    browser.tabs[other].otherTabCommitted(revision: browser.store.revision)
    browser.run(other)
    browser.type(edit("the other's"), in: other)
    browser.write(edit("secret"), in: one)
    browser.run(other)
    let told = Conflict.row(of: CellKey(row, kind.field(1)), lostBy: DeviceID(1))
    #expect(browser.tabs[other].replica[told]?.value(.conflictValue) == .text("secret"))

    browser.write(Edit(row, kind, .life, Life.purged.value), in: other)
    #expect(browser.tabs[other].replica[told]?.life == .purged)
    #expect(browser.tabs[other].replica[told]?.value(.conflictValue) == .null)
    browser.account = .onlyOwner
    for _ in 0..<2 { browser.sync(other) }
    #expect(browser.tabs[other].replica.waitingCount == 0)
    #expect(browser.server.cells.allSatisfy { $0.cell.isPurge })
  }

  private var conflict: RowID {
    Conflict.row(of: CellKey(row, kind.field(1)), lostBy: DeviceID(7))
  }

  /// A device that has a conflict which its server told of, and is alone again: the server has forgotten the value that
  /// lost, so nothing but the conflict itself has it.
  private func browserWithConflict() -> Browser {
    var browser = Browser()
    let tab = browser.open()
    browser.write(edit("mine"), in: tab)
    let stamp = Stamp(HybridTime(milliseconds: browser.now - 5_000), DeviceID(7))
    let theirs = RowCell(
      row: row, kind: kind, cell: Cell(field: kind.field(1), stamp: stamp, value: .text("secret")))
    let push = Push(
      epoch: browser.server.header.epoch, cursor: 0, pulledAt: 0,
      changes: [Change(theirs, base: nil)])
    #expect(browser.server.push(push, now: browser.now).status == .ok)
    browser.sync(tab)
    #expect(browser.tabs[tab].replica[conflict]?.value(.conflictValue) == .text("secret"))
    browser.now += Horizon.history + 1
    browser.server.forget(now: browser.now)
    #expect(browser.server.history(of: row).isEmpty)
    browser.isOnline = false
    browser.tabs[tab].accountErased(.onlyOwner, wall: browser.now)
    browser.run(tab)
    return browser
  }

  @Test func whatIsErasedAloneIsNoLongerToldOfAlsoWhereItsHistoryIsForgotten() {
    var browser = browserWithConflict()
    browser.write(Edit(row, kind, .life, Life.purged.value), in: 0)
    #expect(browser.tabs[0].replica[conflict]?.life == .purged)
    for _ in 0..<2 { browser.sync(0) }
    #expect(browser.tabs[0].replica.waitingCount == 0)
    #expect(browser.server.cells.allSatisfy { $0.cell.isPurge })
    #expect(browser.tabs[0].replica.shadow.digest == browser.server.header.digest)
  }

  /// Nobody would be told of the next conflict in its place. No device waits for that.
  @Test func aConflictAboutARowThatIsThereStays() {
    var browser = browserWithConflict()
    browser.write(Edit(conflict, .conflict, .life, Life.purged.value), in: 0)
    for _ in 0..<2 { browser.sync(0) }
    #expect(browser.tabs[0].replica.waitingCount == 0)
    #expect(browser.tabs[0].replica[conflict]?.value(.conflictValue) == .text("secret"))
    let told = browser.server.cell(CellKey(conflict, .conflictValue))
    #expect(told?.cell.cell.value == .text("secret"))
  }

  /// Of an offer each cell comes by itself, and what conflicts say before the rows.
  @Test func aConflictGoesWithARowThatIsErasedOnlyAfterIt() {
    var browser = browserWithConflict()
    let stamp = Stamp(HybridTime(milliseconds: browser.now), DeviceID(1))
    let life = Cell(field: .life, stamp: stamp, value: Life.purged.value)
    let push = Push(
      epoch: browser.server.header.epoch, cursor: 0, pulledAt: 0, isOffer: true,
      changes: [
        Change(RowCell(row: conflict, kind: .conflict, cell: life), base: nil),
        Change(RowCell(row: row, kind: kind, cell: life), base: nil),
      ])
    #expect(browser.server.push(push, now: browser.now).status == .ok)
    #expect(browser.server.cells.allSatisfy { $0.cell.isPurge })
  }
}
