import Simulation
import Testing

@testable import Ledger

/// What a device heard of a server may be no longer so when it is kept.
@Suite struct StaleNewsTests {
  private let kind = KindID(20)

  private func row(_ number: UInt64) -> RowID { RowID(Bits128(high: 3, low: number)) }

  private func edit(_ number: UInt64, _ field: UInt64, _ text: String) -> Edit {
    Edit(row(number), kind, kind.field(field), .text(text))
  }

  /// A tab cannot keep that a server took its work; that server is lost, and another tab meets the backup.
  @Test func whatAServerTookIsNotAcknowledgedByItsBackup() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var tab = KeeperTests.Device(1)
    try tab.run(&server, now: 1_000)
    tab.keeper.setHolder(true, wall: 1_000)
    tab.keeper.edit("Write", [edit(1, 1, "early")], wall: 1_000)
    try tab.run(&server, now: 1_000)
    var backup = server
    backup.begin(Epoch(78))

    tab.keeper.edit("Write", [edit(1, 2, "late")], wall: 2_000)
    tab.keeper.syncNow(wall: 2_000)
    try tab.run(&server, now: 2_000) { _, order in
      if case .send(_, .pull) = order { true } else { false }
    }
    #expect(server.cells.contains { $0.cell.cell.value == .text("late") })
    tab.isFull = true
    try tab.run(&server, now: 2_000)
    #expect(!tab.keeper.isWritable)

    var other = KeeperTests.Device(1)
    other.records = tab.records
    other.revision = tab.revision
    try other.run(&backup, now: 3_000)
    other.keeper.setHolder(true, wall: 3_000)
    try other.run(&backup, now: 3_000) { keeper, order in
      if case .send(_, .pull) = order { keeper.replica.head.epoch == Epoch(78) } else { false }
    }
    #expect(other.keeper.replica.head.epoch == Epoch(78))

    tab.isFull = false
    tab.records = other.records
    tab.revision = other.revision
    tab.isOnline = false
    tab.keeper.wake(wall: 4_000)
    try tab.run(&backup, now: 4_000)
    #expect(tab.keeper.isWritable)
    #expect(tab.keeper.replica.head.epoch == Epoch(78))
    #expect(tab.keeper.replica.waitingCount == 1)

    tab.isOnline = true
    tab.keeper.syncNow(wall: 5_000)
    try tab.run(&backup, now: 5_000)
    #expect(tab.keeper.replica.waitingCount == 0)
    #expect(backup.cells.contains { $0.cell.cell.value == .text("late") })
    #expect(tab.keeper.replica.shadow.digest == backup.header.digest)
    #expect(tab.keeper.mismatchCount == 0)
  }

  /// A tab that began anew could not keep that; meanwhile another has pulled further, and somebody writes into a row that
  /// came with it.
  @Test func anOldBeginningTakesNothingFromWhatCameSince() {
    func pulled(_ numbers: ClosedRange<UInt64>, _ cursor: UInt64, isReplacing: Bool) -> Intent {
      let cells = numbers.map { number in
        let stamp = Stamp(HybridTime(milliseconds: 1_000), DeviceID(7))
        let cell = Cell(field: kind.field(1), stamp: stamp, value: .text("theirs"))
        return RowCell(row: row(number), kind: kind, cell: cell)
      }
      return .pulled(
        Pulled(
          over: .none, cells: cells, cursor: cursor, epoch: Epoch(77), now: 1_000, wall: 1_000,
          isReplacing: isReplacing, confirmed: [], gone: [], refused: [:]))
    }
    var replica = Replica(device: DeviceID(1))
    var edit = Intent.edit(
      EditIntent(label: "Write", edits: [edit(2, 1, "mine")], wall: 2_000, group: nil, draft: nil))
    for var intent in [pulled(1...1, 1, isReplacing: true), pulled(2...2, 2, isReplacing: false)] {
      replica.apply(&intent)
    }
    replica.apply(&edit)
    var late = pulled(1...1, 1, isReplacing: true)
    replica.apply(&late)
    #expect(replica.actions.allSatisfy { $0.lost.isEmpty })
    #expect(replica.waitingCount == 1 && replica.head.cursor == 2)
    #expect(replica[row(2)]?.value(kind.field(1)) == .text("mine"))
    #expect(replica.shadow[row(2)] != nil)
  }

  /// Whoever never pulled to the end learns of a purge that was forgotten by what is missing.
  @Test func whatVanishedBeforeTheFirstPullEndedDoesNotComeBack() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var device = KeeperTests.Device(1)
    try device.run(&server, now: 1_000)
    device.keeper.edit("Write", [edit(1, 1, "mine")], wall: 2_000)
    device.keeper.edit("Write", [edit(2, 1, "also mine")], wall: 2_000)
    device.keeper.setHolder(true, wall: 2_000)
    // The first pull is of the server's epoch, the second would tell that all is there.
    var pullCount = 0
    try device.run(&server, now: 2_000) { _, order in
      if case .send(_, .pull) = order { pullCount += 1 }
      return pullCount == 2
    }
    #expect(server.cells.count == 2)

    let purge = RowCell(
      row: row(1), kind: kind,
      cell: Cell(
        field: .life, stamp: Stamp(HybridTime(milliseconds: 3_000), DeviceID(2)),
        value: Life.purged.value))
    let push = Push(epoch: Epoch(77), cursor: 0, pulledAt: 0, changes: [Change(purge, base: nil)])
    #expect(server.push(push, now: 3_000).status == .ok)
    let later = 3_000 + Horizon.history + Horizon.day
    server.forget(now: later)

    device.keeper.edit("Write", [edit(1, 2, "anew"), edit(2, 2, "anew")], wall: later)
    device.keeper.syncNow(wall: later)
    try device.run(&server, now: later)
    device.keeper.wake(wall: later)
    try device.run(&server, now: later)
    #expect(!server.cells.contains { $0.cell.row == row(1) })
    #expect(server.cell(CellKey(row(2), kind.field(2)))?.cell.cell.value == .text("anew"))
    #expect(device.keeper.replica[row(1)] == nil)
    #expect(device.keeper.replica.shadow.digest == server.header.digest)
  }

  /// Between a push and the pull that would show it, somebody copies an old file back: same epoch, less in it.
  @Test func whatAnOldCopyDoesNotHaveIsNotAcknowledged() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var device = KeeperTests.Device(1)
    try device.run(&server, now: 1_000)
    device.keeper.setHolder(true, wall: 1_000)
    device.keeper.edit("Write", [edit(1, 1, "early")], wall: 1_000)
    try device.run(&server, now: 1_000)
    let old = server
    device.keeper.edit("Write", [edit(1, 1, "late")], wall: 2_000)
    device.keeper.syncNow(wall: 2_000)
    var wasPushed = false
    try device.run(&server, now: 2_000) { _, order in
      if case .send(_, .push) = order { wasPushed = true }
      if case .send(_, .pull) = order { return wasPushed }
      return false
    }
    #expect(server.cell(CellKey(row(1), kind.field(1)))?.cell.cell.value == .text("late"))
    var copy = old
    try device.run(&copy, now: 3_000)
    device.keeper.syncNow(wall: 4_000)
    try device.run(&copy, now: 4_000)
    #expect(device.keeper.replica.waitingCount == 0)
    #expect(copy.cell(CellKey(row(1), kind.field(1)))?.cell.cell.value == .text("late"))
    #expect(device.keeper.replica.shadow.digest == copy.header.digest)
  }

  /// A store that lacks a single change finds out by a device that has seen it.
  @Test func anOldCopyFindsOutHoweverLittleItLacks() {
    var server = MemorySpace(epoch: Epoch(77))
    func change(_ number: UInt64, at time: Int64) -> Change {
      let cell = Cell(
        field: kind.field(1), stamp: Stamp(HybridTime(milliseconds: time), DeviceID(1)),
        value: .text("kept"))
      return Change(RowCell(row: row(number), kind: kind, cell: cell), base: nil)
    }
    let epoch = Epoch(77)
    _ = server.push(
      Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: [change(1, at: 1_000)]), now: 1_000)
    let old = server
    _ = server.push(
      Push(epoch: epoch, cursor: 1, pulledAt: 0, changes: [change(2, at: 2_000)]), now: 2_000)
    var copy = old
    let reply = copy.push(Push(epoch: epoch, cursor: 2, pulledAt: 2_000, changes: []), now: 3_000)
    #expect(reply.status == .epoch)
    #expect(reply.epoch != epoch)
    #expect(copy.header.epoch == reply.epoch)
    #expect(copy.cells == old.cells)
  }

  /// Somebody edits a row over what they did not know, and erases it for good: no conflict keeps the text.
  @Test func aPurgeTakesTheConflictsOfItsOwnPushAlong() {
    var server = MemorySpace(epoch: Epoch(77))
    func change(_ field: FieldID, _ value: Value, at time: Int64, by device: UInt64) -> Change {
      let stamp = Stamp(HybridTime(milliseconds: time), DeviceID(device))
      return Change(
        RowCell(
          row: row(1), kind: kind, cell: Cell(field: field, stamp: stamp, value: value)), base: nil)
    }
    func push(_ changes: [Change], now: Int64) {
      let push = Push(epoch: Epoch(77), cursor: 0, pulledAt: 0, changes: changes)
      #expect(server.push(push, now: now).status == .ok)
    }
    push([change(kind.field(1), .text("secret"), at: 1_000, by: 1)], now: 1_000)
    push(
      [
        change(kind.field(1), .text("mine"), at: 2_000, by: 2),
        change(.life, Life.purged.value, at: 3_000, by: 2),
      ], now: 3_000)
    #expect(!server.cells.contains { $0.cell.cell.value == .text("secret") })
    for cell in server.cells { #expect(server.history(of: cell.cell.row).isEmpty) }
  }
}
