import Simulation
import Testing

@testable import Ledger

/// What a page could not commit before it went away, and what two tabs write at the same moment.
@Suite struct LateTests {
  private let kind = KindID(20)
  private let row = RowID(Bits128(high: 7, low: 9))

  private func edit(_ text: String) -> Edit { Edit(row, kind, kind.field(1), .text(text)) }

  /// A tab of a device without a server, whose row says "Base".
  private func begun(_ server: inout MemorySpace) throws -> KeeperTests.Device {
    var tab = KeeperTests.Device(1)
    tab.isOnline = false
    try tab.run(&server, now: 1_000)
    tab.keeper.edit("Add", [Edit(row, kind, .life, Life.alive.value), edit("Base")], wall: 2_000)
    try tab.run(&server, now: 2_000)
    return tab
  }

  /// Another tab, or the next page, with what the store has.
  private func next(
    to tab: KeeperTests.Device, _ server: inout MemorySpace
  ) throws -> KeeperTests.Device {
    var next = KeeperTests.Device(2)
    next.isOnline = false
    (next.records, next.revision) = (tab.records, tab.revision)
    try next.run(&server, now: 3_000)
    return next
  }

  private func text(_ tab: KeeperTests.Device) -> Value? {
    tab.keeper.replica[row]?.value(kind.field(1))
  }

  private func conflicts(_ tab: KeeperTests.Device) -> [Value] {
    var lost: [Value] = []
    tab.keeper.replica.forEachRow { row in
      if let conflict = Conflict(row), !conflict.isSettled { lost.append(conflict.lost) }
    }
    return lost
  }

  /// Types two letters and leaves; of the two commits only so many are made.
  private func leave(
    _ tab: inout KeeperTests.Device, commits: Int, _ server: inout MemorySpace
  ) throws -> String {
    for text in ["Base a", "Base ab"] {
      tab.keeper.edit("Change", [edit(text)], wall: 2_500, draft: 1)
    }
    let late = try #require(tab.keeper.late)
    var count = 0
    try tab.run(&server, now: 2_500) { _, order in
      if case .commit = order { count += 1 }
      return count > commits
    }
    return late
  }

  @Test(arguments: [0, 1, 2])
  func whatAPageLeavesIsTakenInOnce(commits: Int) throws {
    var server = MemorySpace(epoch: Epoch(77))
    var tab = try begun(&server)
    #expect(tab.keeper.late == nil)
    let late = try leave(&tab, commits: commits, &server)
    var page = try next(to: tab, &server)
    let count = page.keeper.replica.actions.count
    page.keeper.takeInLate(late, wall: 4_000)
    #expect(text(page) == .text("Base ab"))
    #expect(page.keeper.replica.actions.count == (commits == 2 ? count : count + 1))
    #expect(conflicts(page).isEmpty)
    try page.run(&server, now: 4_000)
    #expect(page.keeper.late == nil)

    var again = try next(to: page, &server)
    let version = again.keeper.replica.version
    again.keeper.takeInLate(late, wall: 5_000)
    #expect(again.keeper.replica.version == version)
    #expect(again.keeper.undo(wall: 6_000)?.label == "Change")
    #expect(text(again) == .text(commits == 0 || commits == 2 ? "Base" : "Base a"))
  }

  @Test func whatWasChangedSinceIsKeptBesideIt() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var tab = try begun(&server)
    let late = try leave(&tab, commits: 0, &server)
    var page = try next(to: tab, &server)
    page.keeper.edit("Change", [edit("Another")], wall: 3_500)
    page.keeper.takeInLate(late, wall: 4_000)
    #expect(text(page) == .text("Base ab"))
    #expect(conflicts(page) == [.text("Another")])
  }

  @Test func numbersThatWereChangedSinceStay() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var tab = try begun(&server)
    tab.keeper.edit("Tempo", [Edit(row, kind, kind.field(2), .int(90))], wall: 2_500)
    let late = try #require(tab.keeper.late)
    tab.left = []
    _ = tab.keeper.takeOrders()
    var page = try next(to: tab, &server)
    page.keeper.edit("Tempo", [Edit(row, kind, kind.field(2), .int(60))], wall: 3_500)
    page.keeper.takeInLate(late, wall: 4_000)
    #expect(page.keeper.replica[row]?.value(kind.field(2)) == .int(60))
  }

  @Test func whatIsOfAnotherSpaceOrDeviceIsNotTakenIn() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var tab = try begun(&server)
    let late = try leave(&tab, commits: 0, &server)
    // The space was begun anew by somebody else; one that is empty yet lost its store.
    var other = KeeperTests.Device(5)
    other.isOnline = false
    try other.run(&server, now: 3_000)
    var empty = other
    other.keeper.edit("Add", [Edit(row, kind, .life, Life.alive.value)], wall: 3_000)
    other.keeper.takeInLate(late, wall: 4_000)
    #expect(text(other) == .null)
    empty.keeper.takeInLate(late, wall: 4_000)
    #expect(text(empty) == .text("Base ab"))
    for damaged in ["", "zz", String(late.dropLast(2)), String(late.dropLast()) + "x"] {
      var page = try next(to: tab, &server)
      page.keeper.takeInLate(damaged, wall: 4_000)
      #expect(text(page) == .text("Base"))
    }
    var foreign = Keeper(
      space: SpaceID(Bits128(high: 3, low: 3)), device: DeviceID(1), random: RandomBits(seed: 1))
    foreign.loaded([], revision: 0, wall: 4_000)
    foreign.takeInLate(late, wall: 4_000)
    #expect(foreign.replica.isEmpty)
  }

  /// Both tabs saw "Base"; the second finds that the first was faster, and neither knew.
  @Test func whatTwoTabsWriteAtOnceIsTold() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = try begun(&server)
    var other = try next(to: one, &server)
    one.keeper.edit("Change", [edit("Base, one")], wall: 4_000, draft: 1)
    other.keeper.edit("Change", [edit("Base, ot")], wall: 4_000, draft: 2)
    other.keeper.edit("Change", [edit("Base, other")], wall: 4_001, draft: 2)
    try one.run(&server, now: 4_000)
    (other.records, other.revision) = (one.records, one.revision)
    try other.run(&server, now: 4_000)
    #expect(text(other) == .text("Base, other"))
    #expect(conflicts(other) == [.text("Base, one")])
    // Who goes on has seen it.
    other.keeper.edit("Change", [edit("Base, other one")], wall: 4_002, draft: 2)
    try other.run(&server, now: 4_002)
    (one.records, one.revision) = (other.records, other.revision)
    one.keeper.otherTabCommitted(revision: one.revision)
    try one.run(&server, now: 4_002)
    #expect(text(one) == .text("Base, other one"))
    #expect(conflicts(one) == [.text("Base, one")])
    // It is one step of undo with what it came from.
    #expect(one.keeper.undo(wall: 5_000)?.label == "Change")
    #expect(text(one) == .text("Base, one"))
    #expect(conflicts(one).isEmpty)
  }

  @Test func aServerTellsOfItOnce() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = try begun(&server)
    var other = try next(to: one, &server)
    one.keeper.edit("Change", [edit("Base, one")], wall: 4_000)
    other.keeper.edit("Change", [edit("Base, other")], wall: 4_000)
    try one.run(&server, now: 4_000)
    (other.records, other.revision) = (one.records, one.revision)
    try other.run(&server, now: 4_000)
    other.isOnline = true
    for now in [Int64(5_000), 6_000] {
      other.keeper.setHolder(true, wall: now)
      other.keeper.syncNow(wall: now)
      try other.run(&server, now: now)
    }
    #expect(other.keeper.replica.waitingCount == 0)
    #expect(conflicts(other) == [.text("Base, one")])

    // With a server that is known it is the server that tells.
    var late = try next(to: other, &server)
    late.isOnline = true
    late.keeper.edit("Change", [edit("Late")], wall: 7_000)
    other.keeper.edit("Change", [edit("Soon")], wall: 7_000)
    other.keeper.syncNow(wall: 7_000)
    try other.run(&server, now: 7_000)
    (late.records, late.revision) = (other.records, other.revision)
    try late.run(&server, now: 7_000)
    late.keeper.setHolder(true, wall: 8_000)
    late.keeper.syncNow(wall: 8_000)
    try late.run(&server, now: 8_000)
    #expect(text(late) == .text("Late"))
    #expect(conflicts(late) == [.text("Soon")])
    #expect(late.keeper.replica.shadow.digest == server.header.digest)
  }
}
