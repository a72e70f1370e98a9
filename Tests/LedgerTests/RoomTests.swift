import Ledger
import Simulation
import Testing

/// A row has room for so much and no more: what does not fit is refused as a whole action, and set aside on the device.
@Suite struct RoomTests {
  private static let kind = KindID(20)
  private let row = RowID(Bits128(high: 5, low: 1))
  private let other = RowID(Bits128(high: 5, low: 2))

  private func changes(
    _ row: RowID, _ fields: Range<Int>, at time: Int64, _ value: Value = .null
  ) -> [Change] {
    fields.map { number in
      let stamp = Stamp(HybridTime(milliseconds: 1_000_000 + time), DeviceID(1))
      let field = Self.kind.field(UInt64(number))
      return Change(
        RowCell(row: row, kind: Self.kind, cell: Cell(field: field, stamp: stamp, value: value)),
        base: nil)
    }
  }

  private func push(
    _ changes: [Change], to server: inout MemorySpace, isOffer: Bool = false
  ) -> PushReply {
    server.push(
      Push(
        epoch: server.header.epoch, cursor: 0, pulledAt: 0, isOffer: isOffer, changes: changes),
      now: 2_000_000)
  }

  @Test func anActionThatDoesNotFitIsRefusedAsAWhole() {
    var server = MemorySpace(epoch: Epoch(1))
    #expect(push(changes(row, 1..<500, at: 0), to: &server).status == .ok)
    #expect(push(changes(row, 500..<1_000, at: 1), to: &server).status == .ok)
    // An action has a limit of its own.
    #expect(push(changes(other, 1..<502, at: 1), to: &server).status == .forbidden)
    // Two more do not fit, and what comes with them into another row stays out with them.
    let large = changes(row, 1_000..<1_002, at: 2) + changes(other, 1..<2, at: 2)
    let small = changes(other, 5..<6, at: 3) + changes(row, 1_000..<1_001, at: 4)
    let reply = push(large + small, to: &server)
    #expect(reply.status == .forbidden)
    #expect(reply.held == [false, false, false, true, true])
    #expect(server.cells.count == 1_001)
    // What is there can be changed and erased.
    #expect(push(changes(row, 7..<8, at: 5, .int(1)), to: &server).status == .ok)
    let life = Change(
      RowCell(
        row: row, kind: Self.kind,
        cell: Cell(
          field: .life, stamp: Stamp(HybridTime(milliseconds: 1_000_006), DeviceID(1)),
          value: Life.purged.value)), base: nil)
    #expect(push([life], to: &server).status == .ok)
    #expect(server.cells.count { $0.cell.row == row } == 1)
  }

  @Test func anOfferLeavesOutWhatDoesNotFit() {
    var server = MemorySpace(epoch: Epoch(1))
    let reply = push(changes(row, 1..<1_004, at: 1), to: &server, isOffer: true)
    #expect(reply.status == .forbidden)
    #expect(reply.held.count { $0 } == 1_000 && server.cells.count == 1_000)
  }

  @Test func aRowHasSoManyBytes() {
    var server = MemorySpace(epoch: Epoch(1))
    let long = Value.bytes([UInt8](repeating: 7, count: 60_000))
    for number in 1...17 {
      let reply = push(
        changes(row, number..<(number + 1), at: Int64(number), long), to: &server)
      #expect(reply.status == .ok)
    }
    #expect(push(changes(row, 18..<19, at: 20, long), to: &server).status == .forbidden)
    // Nothing that makes it shorter is refused, nor what came before and comes again.
    #expect(push(changes(row, 17..<18, at: 17, long), to: &server).status == .ok)
    #expect(push(changes(row, 1..<2, at: 21), to: &server).status == .ok)
    #expect(push(changes(row, 18..<19, at: 22, long), to: &server).status == .ok)
    #expect(push(changes(row, 1..<2, at: 1, long), to: &server).status == .ok)
  }

  @Test func aDeviceMakesNoRowThatIsTooLarge() {
    var keeper = Keeper(
      space: .own(of: .onlyOwner), device: DeviceID(1), random: RandomBits(seed: 1))
    keeper.loaded([], revision: 0, wall: 0)
    let edits = (1...1_003).map { Edit(row, Self.kind, Self.kind.field(UInt64($0)), .int(1)) }
    keeper.edit("Fill", edits, wall: 1)
    #expect(keeper.replica[row]?.cells.count == Row.cellLimit)
  }

  /// Another device filled the row meanwhile: what waits here is kept aside, and all else goes on.
  @Test func whatAServerHasNoRoomForIsSetAside() {
    var server = MemorySpace(epoch: Epoch(1))
    _ = push(changes(row, 1..<1_001, at: 1), to: &server, isOffer: true)
    var keeper = Keeper(
      space: .own(of: .onlyOwner), device: DeviceID(2), random: RandomBits(seed: 1))
    var store = RecordStore()
    var now: Int64 = 2_000_000
    func run() {
      var orders = keeper.takeOrders()
      while !orders.isEmpty {
        now += 1
        switch orders.removeFirst() {
        case .load(let since):
          let (records, continuity) = store.load(since: since)
          keeper.loaded(records, revision: store.revision, continuity: continuity, wall: now)
        case .commit(let commit):
          let revision = store.commit(commit, now: now)
          keeper.committed(revision == nil ? .moved : .done, revision: revision, wall: now)
        case .send(let number, .now):
          keeper.answered(number, .now(ServerTime(now: now, account: .onlyOwner)), wall: now)
        case .send(let number, .push(let push)):
          keeper.answered(number, .push(server.push(push, now: now)), wall: now)
        case .send(let number, .pull(let since)), .send(let number, .watch(let since)):
          let page = server.pull(since: since, byteLimit: 100_000, now: now)
          keeper.answered(number, .page(page), wall: now)
        case .send(let number, .digest):
          keeper.answered(number, .digest(server.header.digest), wall: now)
        case .wake: break
        }
        orders += keeper.takeOrders()
      }
    }
    run()
    keeper.edit("Add", [Edit(row, Self.kind, Self.kind.field(1_010), .text("mine"))], wall: now)
    keeper.edit("Else", [Edit(other, Self.kind, Self.kind.field(1), .text("fits"))], wall: now)
    run()
    keeper.setOnline(true, wall: now)
    keeper.setHolder(true, wall: now)
    run()
    keeper.syncNow(wall: now)
    run()
    #expect(keeper.replica.waitingCount == 0 && keeper.refusal == nil)
    #expect(keeper.replica[row]?.cells.count == 1_000)
    #expect(keeper.replica[other]?.value(Self.kind.field(1)) == .text("fits"))
    let lost = keeper.replica.actions.flatMap { $0.lost }
    #expect(lost.map { $0.change.cell.cell.value } == [.text("mine")])
    #expect(keeper.replica.shadow.digest == server.header.digest)
  }
}
