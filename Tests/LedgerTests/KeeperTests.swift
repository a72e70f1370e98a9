import Ledger
import Simulation
import Testing

/// Two devices and a server, without faults: what must hold before any simulation.
@Suite struct KeeperTests {
  /// A device whose store and network always work.
  struct Device {
    var keeper: Keeper
    var records: [String: [UInt8]] = [:]
    var revision: UInt64 = 0
    var isOnline = true
    /// Who the server says is signed in.
    var account: AccountID? = .onlyOwner
    /// A network that takes pushes there and brings no answer back.
    var losesReplies = false
    /// A disk that is full refuses every commit.
    var isFull = false
    /// Orders that were not carried out when a run stopped.
    var left: [Keeper.Order] = []

    init(_ number: UInt64) {
      keeper = Keeper(
        space: SpaceID(Bits128(high: 1, low: 2)), device: DeviceID(number),
        random: RandomBits(seed: number))
    }

    /// Carries out every order until there is none, or one before which to stop; of wakes only so many.
    mutating func run(
      _ server: inout MemorySpace, now: Int64, wakes: Int = 6,
      until isEnough: (Keeper, Keeper.Order) -> Bool = { _, _ in false }
    ) throws {
      var wakes = wakes
      var orders = left + keeper.takeOrders()
      defer { left = orders }
      while let order = orders.first, !isEnough(keeper, order) {
        switch orders.removeFirst() {
        case .load:
          keeper.loaded(
            records.map { Record(name: $0.key, bytes: $0.value) }, revision: revision, wall: now)
        case .commit(let commit):
          guard !isFull else {
            keeper.committed(.failed("QuotaExceeded"), wall: now)
            break
          }
          guard commit.expectedRevision == revision else {
            keeper.committed(.moved, wall: now)
            break
          }
          for write in commit.writes {
            switch write {
            case .put(let name, let bytes): records[name] = bytes
            case .delete(let name): records[name] = nil
            }
          }
          revision += 1
          keeper.committed(.done, wall: now)
        case .send(let number, let request):
          guard isOnline else {
            keeper.answered(number, .unreachable, wall: now)
            break
          }
          switch request {
          case .now:
            keeper.answered(number, .now(ServerTime(now: now, account: account)), wall: now)
          case .push, .pull, .watch, .digest:
            guard keeper.replica.head.account == account else {
              keeper.answered(number, .refused, wall: now)
              break
            }
            try answer(number, request, server: &server, now: now)
          }
        case .wake:
          if wakes > 0 {
            wakes -= 1
            keeper.wake(wall: now)
          }
        }
        orders += keeper.takeOrders()
      }
    }

    private mutating func answer(
      _ number: UInt64, _ request: ServerRequest, server: inout MemorySpace, now: Int64
    ) throws {
      switch request {
      case .now: break
      case .push(let push):
        let frame = Frame(space: keeper.space, .push(push))
        #expect(try Frame(bytes: frame.bytes) == frame)
        let reply = server.push(push, now: now)
        keeper.answered(number, losesReplies ? .unreachable : .push(reply), wall: now)
      case .pull(let since), .watch(let since):
        let page = server.pull(since: since, byteLimit: 100, now: now)
        let frame = Frame(space: keeper.space, .pull(page))
        #expect(try Frame(bytes: frame.bytes) == frame)
        keeper.answered(number, .page(page), wall: now)
      case .digest:
        keeper.answered(number, .digest(server.header.digest), wall: now)
      }
    }
  }

  private let kind = KindID(20)
  private let row = RowID(Bits128(high: 7, low: 9))

  private func edit(_ field: UInt64, _ text: String) -> Edit {
    Edit(row, kind, kind.field(field), .text(text))
  }

  @Test func whatOneDeviceWritesTheOtherSees() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var (one, other) = (Device(1), Device(2))
    for now in [Int64(1_000), 2_000] {
      try one.run(&server, now: now)
      one.keeper.setHolder(true, wall: now)
      try one.run(&server, now: now)
      try other.run(&server, now: now)
      other.keeper.setHolder(true, wall: now)
      try other.run(&server, now: now)
    }
    let alive = Edit(row, kind, .life, Life.alive.value)
    one.keeper.edit("Name", [alive, edit(1, "Lorée"), edit(2, "Paris")], wall: 3_000)
    try one.run(&server, now: 3_000)
    #expect(one.keeper.replica.waitingCount == 0)
    other.keeper.syncNow(wall: 4_000)
    try other.run(&server, now: 4_000)
    #expect(other.keeper.replica[row]?.value(kind.field(1)) == .text("Lorée"))
    #expect(other.keeper.replica.shadow.digest == server.header.digest)
    #expect(one.keeper.replica.shadow.digest == server.header.digest)

    let undone = one.keeper.undo(wall: 5_000)
    #expect(undone?.label == "Name")
    try one.run(&server, now: 5_000)
    #expect(one.keeper.replica[row]?.life == .trashed)
    _ = one.keeper.redo(wall: 6_000)
    try one.run(&server, now: 6_000)
    #expect(one.keeper.replica[row]?.life == .alive)
  }

  @Test func severalChangesOfOneCellAreTakenBackOneByOne() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = Device(1)
    try one.run(&server, now: 1_000)
    var now: Int64 = 2_000
    one.keeper.edit("Add", [Edit(row, kind, .life, Life.alive.value)], wall: now)
    for text in ["A", "B"] { one.keeper.edit("Name", [edit(1, text)], wall: now) }
    func holds(_ value: Value) {
      #expect(one.keeper.replica[row]?.value(kind.field(1)) == value)
      #expect(one.keeper.replica[row]?.life == .alive)
    }
    for _ in 0..<2 {
      for value in [Value.text("A"), .null] {
        now += 1
        #expect(one.keeper.undo(wall: now)?.leftCount == 0)
        holds(value)
      }
      for value in [Value.text("A"), .text("B")] {
        now += 1
        #expect(one.keeper.redo(wall: now)?.leftCount == 0)
        holds(value)
      }
      try one.run(&server, now: now)
    }
    #expect(one.keeper.redo(wall: now) == nil)
  }

  @Test func whatBelongsTogetherIsUndoneTogether() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = Device(1)
    try one.run(&server, now: 1_000)
    func value(_ field: UInt64) -> Value? { one.keeper.replica[row]?.value(kind.field(field)) }
    one.keeper.edit("Before", [edit(1, "A")], wall: 2_000)
    let new = RowID(Bits128(high: 9, low: 9))
    func text(_ text: String) -> Edit { Edit(new, kind, kind.field(1), .text(text)) }
    let first = one.keeper.edit(
      "Add", [Edit(new, kind, .life, Life.alive.value), text("N")], wall: 3_000)
    one.keeper.edit("Add", [text("Name")], wall: 4_000, draft: 1, with: first)
    // What has been sent meanwhile belongs to it, too.
    try one.run(&server, now: 5_000)
    one.keeper.edit("Add", [edit(2, "B")], wall: 6_000, with: first)
    #expect(one.keeper.edit("Add", [text("Name")], wall: 6_500, with: first) == 0)
    #expect(one.keeper.undo(wall: 7_000)?.label == "Add")
    #expect(one.keeper.replica[new]?.life == .trashed)
    #expect(value(1) == .text("A") && value(2) ?? .null == .null)
    #expect(one.keeper.redo(wall: 8_000)?.leftCount == 0)
    #expect(one.keeper.replica[new]?.life == .alive && value(2) == .text("B"))
    #expect(one.keeper.replica[new]?.value(kind.field(1)) == .text("Name"))
    // After an undo, what is done next stands alone.
    #expect(one.keeper.undo(wall: 9_000)?.label == "Add")
    one.keeper.edit("Later", [edit(2, "C")], wall: 10_000, with: first)
    #expect(one.keeper.undo(wall: 11_000)?.label == "Later")
    #expect(value(1) == .text("A") && value(2) ?? .null == .null)
    #expect(one.keeper.replica[new]?.life == .trashed)
  }

  @Test func undoPassesOverWhatNoPersonDid() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = Device(1)
    try one.run(&server, now: 1_000)
    func value(_ field: UInt64) -> Value? { one.keeper.replica[row]?.value(kind.field(field)) }
    for text in ["A", "B"] { one.keeper.edit("Name", [edit(1, text)], wall: 2_000) }
    var now: Int64 = 3_000
    func count(_ times: Int = 1) throws {
      for _ in 0..<times {
        now += 60_000
        one.keeper.edit(Action.byItself, [edit(2, "\(now)")], wall: now)
      }
      try one.run(&server, now: now)
    }
    try count()
    #expect(one.keeper.replica.undoable?.label == "Name")
    #expect(one.keeper.undo(wall: now)?.label == "Name")
    #expect(value(1) == .text("A") && value(2) == .text("\(now)"))
    try count()
    #expect(one.keeper.redo(wall: now)?.label == "Name")
    #expect(value(1) == .text("B") && value(2) == .text("\(now)"))
    // However much of it there is, what a person did can be taken back; and it does not grow for ever.
    try count(150)
    #expect(one.keeper.undo(wall: now)?.label == "Name")
    for _ in 0..<9 { try count(90) }
    #expect(one.keeper.replica.actions.count <= 900)
    #expect(one.keeper.replica.undoable == nil)
    #expect(value(1) == .text("A"))
  }

  @Test func concurrentValuesBothStay() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var (one, other) = (Device(1), Device(2))
    for now in [Int64(1_000), 2_000] {
      try one.run(&server, now: now)
      one.keeper.setHolder(true, wall: now)
      try other.run(&server, now: now)
      other.keeper.setHolder(true, wall: now)
      try one.run(&server, now: now)
      try other.run(&server, now: now)
    }
    one.isOnline = false
    other.isOnline = false
    one.keeper.edit("Name", [edit(1, "A")], wall: 3_000)
    other.keeper.edit("Name", [edit(1, "B")], wall: 3_500)
    try one.run(&server, now: 3_600)
    try other.run(&server, now: 3_600)
    one.isOnline = true
    other.isOnline = true
    for now in [Int64(10_000), 20_000, 30_000] {
      one.keeper.syncNow(wall: now)
      try one.run(&server, now: now)
      other.keeper.syncNow(wall: now)
      try other.run(&server, now: now)
    }
    #expect(one.keeper.replica[row]?.value(kind.field(1)) == .text("B"))
    #expect(other.keeper.replica[row]?.value(kind.field(1)) == .text("B"))
    let conflict = Conflict.row(of: CellKey(row, kind.field(1)), lostBy: DeviceID(1))
    for device in [one, other] {
      #expect(device.keeper.replica[conflict]?.value(.conflictValue) == .text("A"))
    }
  }

  /// Also the last actions, which remember what stood before, know no more of a row that was erased.
  @Test func whatIsErasedIsErasedOnEveryDevice() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var devices = [Device(1), Device(2)]
    func sync(_ now: Int64) throws {
      for index in devices.indices {
        try devices[index].run(&server, now: now)
        devices[index].keeper.setHolder(true, wall: now)
        devices[index].keeper.syncNow(wall: now)
        try devices[index].run(&server, now: now)
      }
    }
    func devicesThatKnow(_ word: String) -> Int {
      devices.count { device in
        device.records.values.contains { bytes in
          bytes.indices.contains { bytes[$0...].starts(with: Array(word.utf8)) }
        }
      }
    }
    try sync(1_000)
    devices[0].keeper.edit("Write", [edit(1, "secret"), edit(2, "open")], wall: 2_000)
    try sync(2_000)
    try sync(3_000)
    devices[1].keeper.edit("Write", [edit(1, "hidden")], wall: 4_000)
    try sync(4_000)
    try sync(5_000)
    #expect(devicesThatKnow("secret") == 2)
    #expect(devicesThatKnow("hidden") == 2)
    devices[0].keeper.edit("Erase", [Edit(row, kind, .life, Life.purged.value)], wall: 6_000)
    try sync(6_000)
    try sync(7_000)
    #expect(devicesThatKnow("secret") == 0)
    #expect(devicesThatKnow("hidden") == 0)
    #expect(devices.allSatisfy { $0.keeper.replica.undoable == nil })
  }

  @Test func onlyWhatLiesAheadIsStampedAnew() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = Device(1)
    let now: Int64 = 10_000_000
    try one.run(&server, now: now)
    one.keeper.edit("Right", [edit(1, "a")], wall: now)
    let right = one.keeper.replica[row]?.cell(kind.field(1))?.stamp
    one.keeper.edit("Ahead", [edit(2, "b")], wall: now + 86_400_000)
    try one.run(&server, now: now)
    one.keeper.setHolder(true, wall: now)
    try one.run(&server, now: now + 1_000)
    #expect(one.keeper.replica.waitingCount == 0)
    let cells = one.keeper.replica[row]
    #expect(cells?.cell(kind.field(1))?.stamp == right)
    let stamp = try #require(cells?.cell(kind.field(2))?.stamp)
    #expect((now...(now + 60_000)).contains(stamp.time.milliseconds))
  }

  @Test func whatIsRightKeepsItsStampAlsoBeforeWhatTheServerHas() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var (one, other) = (Device(1), Device(2))
    let now: Int64 = 10_000_000
    try one.run(&server, now: now)
    one.keeper.edit("Right", [edit(1, "a")], wall: now)
    one.keeper.edit("Exported", [edit(1, "b")], wall: now + 5)
    one.keeper.edit("Ahead", [edit(2, "c")], wall: now + 86_400_000)
    let stamps = one.keeper.replica.actions.map { $0.steps[0].change.stamp }
    try other.run(&server, now: now)
    other.keeper.setHolder(true, wall: now)
    let exported = one.keeper.replica.actions[1].steps[0].change.cell
    other.keeper.adopt("Import", [exported], wall: now)
    try other.run(&server, now: now)
    try one.run(&server, now: now)
    one.keeper.setHolder(true, wall: now)
    try one.run(&server, now: now + 1_000)
    #expect(one.keeper.replica.waitingCount == 0)
    #expect(one.keeper.replica.actions[0].steps[0].change.stamp == stamps[0])
    #expect(one.keeper.replica.actions[1].steps[0].change.stamp == stamps[1])
    #expect(one.keeper.replica.actions[2].steps[0].change.stamp < stamps[2])
  }

  /// A push was taken and its answer lost; in the next, something lies too far ahead.
  @Test func whatTheServerHoldsKeepsItsStamp() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = Device(1)
    let now: Int64 = 10_000_000
    func sync() throws {
      one.keeper.syncNow(wall: now)
      try one.run(&server, now: now, wakes: 0)
    }
    try one.run(&server, now: now)
    one.keeper.edit("First", [edit(1, "a")], wall: now)
    one.keeper.setHolder(true, wall: now)
    try one.run(&server, now: now)
    one.losesReplies = true
    one.keeper.edit("A little ahead", [edit(2, "b")], wall: now + 50_000)
    try sync()
    let held = try #require(server.cell(CellKey(row, kind.field(2)))?.cell.cell.stamp)
    #expect(one.keeper.replica.waitingCount == 1)
    one.losesReplies = false
    one.keeper.edit("Far ahead", [edit(3, "c")], wall: now + 86_400_000)
    try sync()
    #expect(one.keeper.replica.waitingCount == 0)
    #expect(one.keeper.replica[row]?.cell(kind.field(2))?.stamp == held)
    let anew = try #require(one.keeper.replica[row]?.cell(kind.field(3))?.stamp)
    #expect(anew > held && anew.time.milliseconds < now + 120_000)
  }

  @Test func aTimeThatWasGivenUpIsNotGivenAgain() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = Device(1)
    let now: Int64 = 10_000_000
    let future = Stamp(HybridTime(milliseconds: now + 31_536_000_000), DeviceID(9))
    let made = RowCell(
      row: row, kind: kind, cell: Cell(field: .life, stamp: future, value: Life.alive.value))
    try one.run(&server, now: now)
    one.keeper.edit("Ahead", [edit(1, "a")], wall: now + 31_536_000_000)
    one.keeper.edit("Ahead", [edit(1, "b")], wall: now + 31_536_000_000)
    let given = one.keeper.replica.actions.map { $0.steps[0].change.stamp }
    try one.run(&server, now: now)
    one.keeper.setHolder(true, wall: now)
    try one.run(&server, now: now + 1_000)
    #expect(one.keeper.replica.actions.allSatisfy { !given.contains($0.steps[0].change.stamp) })
    one.keeper.adopt("Import", [made], wall: now + 2_000)
    one.keeper.edit(
      "Behind", [Edit(row, kind, .life, Life.trashed.value), edit(1, "c")], wall: now + 3_000)
    let behind = try #require(one.keeper.replica[row]?.cell(kind.field(1))?.stamp)
    #expect(behind > future)
    #expect(!given.contains(behind))
  }

  @Test func aRestartKeepsEverything() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = Device(1)
    one.isOnline = false
    try one.run(&server, now: 1_000)
    for index in 0..<250 {
      let row = RowID(Bits128(high: 1, low: UInt64(index) &* 0x9E37_79B9_7F4A_7C15))
      one.keeper.edit(
        "Add", [Edit(row, kind, kind.field(1), .int(Int64(index)))], wall: 2_000 + Int64(index))
      try one.run(&server, now: 3_000)
    }
    #expect(one.keeper.replica.waitingCount < 200)
    var again = Device(5)
    again.records = one.records
    again.revision = one.revision
    try again.run(&server, now: 4_000)
    #expect(again.keeper.replica.head.device == DeviceID(1))
    var count = 0
    again.keeper.replica.forEachRow { _ in count += 1 }
    #expect(count == 250)
    #expect(again.keeper.replica.shadow.digest == one.keeper.replica.shadow.digest)
  }

  // MARK: - Whose it is

  private func linked(_ server: inout MemorySpace, to account: AccountID) throws -> Device {
    var one = Device(1)
    one.account = account
    try one.run(&server, now: 1_000)
    one.keeper.setHolder(true, wall: 1_000)
    try one.run(&server, now: 1_000)
    return one
  }

  private let ada = AccountID(Bits128(high: 1, low: 1))
  private let bob = AccountID(Bits128(high: 2, low: 2))

  @Test func whoeverSignsInFirstAdoptsASpace() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = Device(1)
    one.account = nil
    try one.run(&server, now: 1_000)
    one.keeper.setHolder(true, wall: 1_000)
    one.keeper.edit("Name", [edit(1, "A")], wall: 1_000)
    try one.run(&server, now: 1_000)
    #expect(!one.keeper.hasServer && !one.keeper.isSignedOut)
    #expect(server.header.lastSequence == 0)
    one.account = ada
    one.keeper.sessionChanged(wall: 2_000)
    try one.run(&server, now: 2_000)
    #expect(one.keeper.replica.head.account == ada)
    #expect(one.keeper.replica.waitingCount == 0)
    // What was made before is there, and nothing was written over.
    #expect(one.keeper.replica[row]?.value(kind.field(1)) == .text("A"))
    #expect(server.header.digest == one.keeper.replica.shadow.digest)
    #expect(server.header.lastSequence > 0)
  }

  @Test func anotherAccountNeverGetsWhatIsNotItsOwn() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = try linked(&server, to: ada)
    let before = server.header.lastSequence
    one.account = bob
    one.keeper.edit("Name", [edit(1, "A")], wall: 2_000)
    one.keeper.syncNow(wall: 2_000)
    try one.run(&server, now: 2_000)
    #expect(one.keeper.otherAccount == bob && !one.keeper.isSignedOut)
    #expect(one.keeper.replica.head.account == ada)
    #expect(one.keeper.replica.waitingCount == 1)
    #expect(server.header.lastSequence == before)
    one.account = ada
    one.keeper.sessionChanged(wall: 3_000)
    try one.run(&server, now: 3_000)
    #expect(one.keeper.otherAccount == nil && one.keeper.replica.waitingCount == 0)
  }

  @Test func anErasedAccountLeavesWhatIsHereToTheDeviceAlone() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = try linked(&server, to: ada)
    one.keeper.edit("Name", [edit(1, "A")], wall: 2_000)
    one.keeper.syncNow(wall: 2_000)
    try one.run(&server, now: 2_000)
    one.account = nil
    one.keeper.edit("Name", [edit(2, "B")], wall: 3_000)
    one.keeper.accountErased(bob, wall: 3_000)
    #expect(one.keeper.hasServer, "it was somebody else's")
    one.keeper.accountErased(ada, wall: 3_000)
    try one.run(&server, now: 3_000, wakes: 2)
    #expect(!one.keeper.hasServer && !one.keeper.isSignedOut)
    #expect(one.keeper.replica.waitingCount == 0)
    #expect(one.keeper.replica[row]?.value(kind.field(2)) == .text("B"))
    // Nobody's place knows anything of it; all of it goes there, though it is long ago.
    let now = 3_000 + Horizon.history + Horizon.day
    var other = MemorySpace(epoch: Epoch(78))
    one.account = bob
    one.keeper.sessionChanged(wall: now)
    try one.run(&other, now: now)
    #expect(one.keeper.replica.head.account == bob)
    #expect(one.keeper.replica.waitingCount == 0)
    #expect(other.header.digest == one.keeper.replica.shadow.digest)
    #expect(one.keeper.replica[row]?.value(kind.field(1)) == .text("A"))
  }

  @Test func aSpaceMadeForAnAccountIsLinkedWithNoOther() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = Device(1)
    one.keeper = Keeper(
      space: .own(of: ada), device: DeviceID(1), random: RandomBits(seed: 1), account: ada)
    one.account = bob
    try one.run(&server, now: 1_000)
    one.keeper.setHolder(true, wall: 1_000)
    try one.run(&server, now: 1_000)
    #expect(one.keeper.otherAccount == bob && !one.keeper.hasServer)
  }

  @Test func whoIsSignedOutLosesNothingAndGoesOn() throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = try linked(&server, to: ada)
    one.account = nil
    one.keeper.edit("Name", [edit(1, "A")], wall: 2_000)
    one.keeper.syncNow(wall: 2_000)
    try one.run(&server, now: 2_000, wakes: 2)
    #expect(one.keeper.isSignedOut && one.keeper.hasServer)
    #expect(one.keeper.replica.waitingCount == 1)
    #expect(one.keeper.replica[row]?.value(kind.field(1)) == .text("A"))
    // It asks again, later and later, and sends nothing meanwhile.
    var waits: [Int64] = []
    for now in [Int64(3_000), 4_000, 5_000, 6_000] {
      one.keeper.wake(wall: now)
      try one.run(&server, now: now, wakes: 0) { _, order in
        if case .wake(let milliseconds) = order { waits.append(milliseconds) }
        return false
      }
    }
    #expect(waits.count == 4 && waits == waits.sorted() && waits[3] > 4_000)
    one.account = ada
    one.keeper.sessionChanged(wall: 7_000)
    #expect(!one.keeper.isSignedOut)
    try one.run(&server, now: 7_000)
    #expect(one.keeper.replica.waitingCount == 0 && !one.keeper.isSignedOut)
  }
}

/// What the reviews and the simulation found, each as small as it gets.
@Suite struct KeeperRuleTests {
  private let kind = KindID(20)

  private func open(_ device: UInt64 = 1) -> Keeper {
    var keeper = Keeper(
      space: SpaceID(Bits128(high: 1, low: 2)), device: DeviceID(device),
      random: RandomBits(seed: device))
    keeper.loaded([], revision: 0, wall: 1_000)
    _ = keeper.takeOrders()
    return keeper
  }

  private func row(_ number: UInt64) -> RowID { RowID(Bits128(high: 3, low: number)) }

  @Test func noActionIsTooLargeForAPush() throws {
    var keeper = open()
    let text = Value.text(String(repeating: "a", count: 1_500))
    let edits = (0..<1_000).map { Edit(row($0), kind, kind.field(1), text) }
    keeper.edit("Many notes", edits, wall: 2_000)
    #expect(keeper.replica.actions.count > 1)
    #expect(Set(keeper.replica.actions.map(\.group)).count == 1)
    for action in keeper.replica.actions {
      let push = Push(
        epoch: Epoch(1), cursor: 0, pulledAt: 0, changes: action.steps.map(\.change))
      #expect(Frame(space: keeper.space, .push(push)).bytes.count < Frame.byteLimit)
    }
    _ = keeper.undo(wall: 3_000)
    #expect(keeper.replica.rows(Query(kind)).allSatisfy { $0.value(kind.field(1)) == .null })
  }

  /// A page that is left in the middle of it has saved all of a large change or nothing.
  @Test(arguments: [false, true]) func aLargeChangeIsSavedInOneCommit(isImported: Bool) throws {
    var server = MemorySpace(epoch: Epoch(77))
    var one = KeeperTests.Device(1)
    try one.run(&server, now: 1_000)
    let edits = (0..<1_700).map { Edit(row($0), kind, kind.field(1), .int(Int64($0))) }
    if isImported {
      var rows = ImportedRows()
      rows.edits = edits
      _ = one.keeper.takeIn("Import", rows, wall: 2_000)
    } else {
      one.keeper.edit("Add many", edits, wall: 2_000)
    }
    #expect(one.keeper.replica.actions.count > 3)
    let start = one.revision
    try one.run(&server, now: 2_000) { _, order in
      if case .commit(let commit) = order { commit.expectedRevision > start } else { false }
    }
    #expect(one.revision == start + 1)
    var again = KeeperTests.Device(5)
    (again.records, again.revision, again.isOnline) = (one.records, one.revision, false)
    try again.run(&server, now: 3_000)
    #expect(again.keeper.replica.rows(Query(kind)).count == 1_700)
  }

  @Test func whatIsNotKeptGoesIntoAFileWithoutItsStamp() throws {
    let schema = Schema(Kind.ledger)
    func cells(_ number: UInt64, _ field: UInt64, _ text: String) -> Edit {
      Edit(row(number), kind, kind.field(field), .text(text))
    }
    func file(_ keeper: Keeper) -> [UInt8] {
      var rows: [Row] = []
      keeper.replica.forEachRow { rows.append($0) }
      return RowText.export(rows, schema, unkept: keeper.unkeptCells)
    }
    var keeper = open()
    let trash = Edit(row(1), kind, .life, Life.trashed.value)
    keeper.edit("Kept", [cells(1, 1, "kept"), cells(2, 1, "kept"), trash], wall: 2_000)
    _ = keeper.takeOrders()
    keeper.committed(.done, wall: 2_000)
    #expect(keeper.unkeptCells.isEmpty)
    let kept = try RowText.read(file(keeper), schema)
    #expect(kept.edits.isEmpty)
    keeper.edit("Lost", [cells(1, 1, "new"), cells(1, 2, "new"), cells(3, 1, "new")], wall: 3_000)
    _ = keeper.takeOrders()
    keeper.committed(.failed("QuotaExceededError"), wall: 3_000)
    #expect(keeper.unkeptCells.count == 3)

    let read = try RowText.read(file(keeper), schema)
    let left = kept.cells.filter { $0.key != CellKey(row(1), kind.field(1)) }
    #expect(Table(read.cells).rows == Table(left).rows)
    var other = open(2)
    _ = other.takeIn("Import", read, wall: 4_000)
    for number in UInt64(1)...3 {
      for field in [FieldID.life, kind.field(1), kind.field(2)] where field != .life || number < 3 {
        let expected = keeper.replica[row(number)]?.value(field)
        #expect(other.replica[row(number)]?.value(field) == expected)
      }
    }
  }

  /// A tab whose work got a new number, since another tab's was stored first; and the number it had.
  private func overtaken() throws -> (Keeper, UInt64) {
    var (one, other) = (open(), open())
    one.edit("One's work", [Edit(row(1), kind, .life, Life.alive.value)], wall: 2_000)
    let ordinal = other.edit(
      "Other's work", [Edit(row(2), kind, .life, Life.alive.value)], wall: 2_000)
    guard case .commit(let commit) = try #require(one.takeOrders().first) else {
      throw NoCommit()
    }
    let records = commit.writes.compactMap { write -> Record? in
      if case .put(let name, let bytes) = write { Record(name: name, bytes: bytes) } else { nil }
    }
    _ = other.takeOrders()
    other.committed(.moved, wall: 2_500)
    other.loaded(records, revision: 1, wall: 2_500)
    return (other, ordinal)
  }

  private struct NoCommit: Error {}

  @Test func anUndoMeansTheActionItWasOfferedFor() throws {
    var (other, ordinal) = try overtaken()
    #expect(other.replica.actions.map(\.label) == ["One's work", "Other's work"])
    #expect(other.undo(ordinal, wall: 3_000)?.label == "Other's work")
    #expect(other.replica[row(1)]?.life == .alive)
    #expect(other.replica[row(2)]?.life == .trashed)
  }

  @Test func whatJoinsAnActionFindsItUnderItsNewNumber() throws {
    var (other, ordinal) = try overtaken()
    other.edit(
      "Other's work", [Edit(row(2), kind, kind.field(1), .text("N"))], wall: 2_600, with: ordinal)
    #expect(other.undo(wall: 3_000)?.label == "Other's work")
    #expect(other.replica[row(1)]?.life == .alive)
    #expect(other.replica[row(2)]?.life == .trashed)
    #expect(other.replica.undoable?.label == "One's work")
  }

  /// A note goes into the trash while somebody types into it, who then wants it back.
  @Test func whatWasDoneBesideADraftIsTakenBackInItsTurn() {
    var keeper = open()
    func text(_ text: String) -> Edit { Edit(row(1), kind, kind.field(1), .text(text)) }
    func life(_ life: Life) -> Edit { Edit(row(1), kind, .life, life.value) }
    func holds(_ text: String, _ life: Life) {
      #expect(keeper.replica[row(1)]?.value(kind.field(1)) == .text(text))
      #expect(keeper.replica[row(1)]?.life == life)
    }
    keeper.edit("Write", [text("Scales"), life(.alive)], wall: 2_000)
    keeper.edit("Change", [text("Scales, slowly")], wall: 3_000, draft: 1)
    keeper.edit("Remove", [life(.trashed)], wall: 4_000)
    keeper.edit("Change", [text("Scales, slower"), life(.alive)], wall: 5_000, draft: 1)
    holds("Scales, slower", .alive)
    #expect(keeper.undo(wall: 6_000)?.leftCount == 0)
    holds("Scales, slowly", .trashed)
    #expect(keeper.undo(wall: 7_000)?.leftCount == 0)
    holds("Scales, slowly", .alive)
    #expect(keeper.undo(wall: 8_000)?.leftCount == 0)
    holds("Scales", .alive)
  }

  /// A server whose clock was ahead for one answer must not empty anybody's trash, then or later.
  @Test func theTrashIsEmptiedOnceBothClocksSaySo() {
    var keeper = open()
    keeper.edit("Remove", [Edit(row(1), kind, .life, Life.trashed.value)], wall: 2_000)
    let later = 2_000 + Horizon.trash + 120_000
    #expect(keeper.replica.expiredTrash(wall: later).isEmpty)
    keeper.setHolder(true, wall: 2_000)
    var server = MemorySpace(epoch: Epoch(5))
    var revision: UInt64 = 0
    func serve(at now: Int64) {
      var orders = keeper.takeOrders()
      while !orders.isEmpty {
        switch orders.removeFirst() {
        case .commit:
          revision += 1
          keeper.committed(.done, revision: revision, wall: 2_000)
        case .send(let number, .now):
          keeper.answered(number, .now(ServerTime(now: now, account: .onlyOwner)), wall: 2_000)
        case .send(let number, .push(let push)):
          keeper.answered(number, .push(server.push(push, now: now)), wall: 2_000)
        case .send(let number, .pull(let since)):
          let page = server.pull(since: since, byteLimit: 4_000, now: now)
          keeper.answered(number, .page(page), wall: 2_000)
        default: break
        }
        orders += keeper.takeOrders()
      }
    }
    serve(at: later)
    #expect(keeper.replica.head.pulledAt == later)
    #expect(
      keeper.replica.expiredTrash(wall: later)
        == [Edit(row(1), kind, .life, Life.purged.value)])
    #expect(keeper.replica.expiredTrash(wall: 2_000).isEmpty)
    // An answer with nothing new puts the time right.
    keeper.setOnline(false, wall: 2_000)
    keeper.setOnline(true, wall: 2_000)
    serve(at: 5_000)
    #expect(keeper.replica.head.pulledAt == 5_000)
    #expect(keeper.replica.expiredTrash(wall: later).isEmpty)
  }

  /// What was purged and forgotten between two pages, only a pull from the beginning leaves out.
  @Test func whoSleepsBetweenTwoPagesBeginsAgain() {
    var keeper = open()
    var (server, random) = (MemorySpace(epoch: Epoch(5)), RandomBits(seed: 3))
    var now: Int64 = 2_000
    func change(_ row: RowID, _ field: FieldID, _ value: Value) -> Change {
      let stamp = Stamp(
        HybridTime(milliseconds: now, counter: UInt16(random.below(60_000))), DeviceID(9))
      return Change(
        RowCell(row: row, kind: kind, cell: Cell(field: field, stamp: stamp, value: value)),
        base: nil)
    }
    func push(_ change: Change) {
      _ = server.push(Push(epoch: Epoch(5), cursor: 0, pulledAt: 0, changes: [change]), now: now)
    }
    for number in 1...3 { push(change(row(UInt64(number)), kind.field(1), .text("\(number)"))) }
    keeper.setHolder(true, wall: now)
    var (revision, pageCount) = (UInt64(0), 0)
    var orders = keeper.takeOrders()
    while !orders.isEmpty, pageCount < 20 {
      switch orders.removeFirst() {
      case .commit:
        revision += 1
        keeper.committed(.done, revision: revision, wall: now)
      case .send(let number, .now):
        keeper.answered(number, .now(ServerTime(now: now, account: .onlyOwner)), wall: now)
      case .send(let number, .pull(let since)):
        if pageCount == 1 {
          now += 1
          push(change(row(1), .life, Life.purged.value))
          now += Horizon.history + Horizon.day
          server.forget(now: now)
        }
        pageCount += 1
        keeper.answered(
          number, .page(server.pull(since: since, byteLimit: 1, now: now)), wall: now)
      case .send: Issue.record("a device that has nothing to say said something")
      default: break
      }
      orders += keeper.takeOrders()
    }
    #expect(pageCount > 3)
    #expect(keeper.replica[row(1)] == nil)
    #expect(keeper.replica[row(3)]?.value(kind.field(1)) == .text("3"))
    #expect(keeper.replica.shadow.digest == server.header.digest)
    #expect(keeper.mismatchCount == 0)
  }
}

/// A device that somebody looks at, and a server that tells it what is new.
extension KeeperTests {
  /// A device in sync that somebody looks at, and the number of the request it has open.
  private func watching(
    _ server: inout MemorySpace, now: Int64
  ) throws -> (device: Device, number: UInt64) {
    var device = Device(1)
    device.keeper.setWatching(true)
    device.keeper.setHolder(true, wall: now)
    device.keeper.edit("Add", [edit(1, "a")], wall: now)
    try device.run(&server, now: now) { $1.isWatch }
    guard case .send(let number, .watch(let since)) = try #require(device.left.first) else {
      throw Unexpected()
    }
    #expect(since == server.header.lastSequence)
    #expect(device.left.dropFirst() == [.wake(afterMilliseconds: 75_000)])
    device.left = []
    return (device, number)
  }

  private struct Unexpected: Error {}

  @Test func whoIsLookedAtHearsAtOnce() throws {
    var server = MemorySpace(epoch: Epoch(5))
    var (device, number) = try watching(&server, now: 1_000)
    let stamp = Stamp(HybridTime(milliseconds: 5_000), DeviceID(9))
    let cell = Cell(field: kind.field(2), stamp: stamp, value: .text("theirs"))
    let change = Change(RowCell(row: row, kind: kind, cell: cell), base: nil)
    _ = server.push(Push(epoch: Epoch(5), cursor: 0, pulledAt: 0, changes: [change]), now: 5_000)
    let cursor = device.keeper.replica.head.cursor
    let page = server.pull(since: cursor, byteLimit: 10_000, now: 9_000)
    device.keeper.answered(number, .page(page), wall: 9_000)
    try device.run(&server, now: 9_000) { $1.isWatch }
    #expect(device.keeper.replica[row]?.value(kind.field(2)) == .text("theirs"))
    #expect(device.left.first?.isWatch == true, "it watches again")
    #expect(device.keeper.lastContact == 9_000)
  }

  @Test func anEditDoesNotWaitForAWatch() throws {
    var server = MemorySpace(epoch: Epoch(5))
    var (device, number) = try watching(&server, now: 1_000)
    device.keeper.edit("Add", [edit(2, "b")], wall: 3_000)
    try device.run(&server, now: 3_000, wakes: 1) { $1.isWatch }
    #expect(device.keeper.replica.waitingCount == 0)
    #expect(server.header.digest == device.keeper.replica.shadow.digest)
    // The old request is answered late.
    let orders = device.left
    device.keeper.answered(number, .unreachable, wall: 60_000)
    #expect(device.keeper.takeOrders() == [] && device.left == orders)
  }

  @Test func somethingOnTheWayMayEndAWatch() throws {
    var server = MemorySpace(epoch: Epoch(5))
    var (device, number) = try watching(&server, now: 1_000)
    device.keeper.answered(number, .unreachable, wall: 31_000)
    try device.run(&server, now: 31_000) { $1.isWatch }
    #expect(device.left.first?.isWatch == true)
    #expect(device.keeper.lastContact == 31_000)
  }

  @Test func aServerThatIsGoneIsTriedLater() throws {
    var server = MemorySpace(epoch: Epoch(5))
    var (device, number) = try watching(&server, now: 1_000)
    device.keeper.answered(number, .unreachable, wall: 1_500)
    guard case .wake(let wait)? = device.keeper.takeOrders().last else { throw Unexpected() }
    #expect((700...1_300).contains(wait))
  }

  @Test func aServerThatHoldsNothingIsAskedTwiceAMinute() throws {
    var server = MemorySpace(epoch: Epoch(5))
    var (device, number) = try watching(&server, now: 1_000)
    let cursor = device.keeper.replica.head.cursor
    device.keeper.answered(
      number, .page(server.pull(since: cursor, byteLimit: 10_000, now: 1_000)), wall: 1_020)
    #expect(device.keeper.takeOrders() == [.wake(afterMilliseconds: 30_000)])
  }

  @Test func aServerWithoutWatchesIsAskedTwiceAMinute() throws {
    var server = MemorySpace(epoch: Epoch(5))
    var (device, number) = try watching(&server, now: 1_000)
    device.keeper.answered(number, .refused, wall: 1_020)
    try device.run(&server, now: 1_020, wakes: 0) { _, order in
      order == .wake(afterMilliseconds: 30_000)
    }
    #expect(device.left.first == .wake(afterMilliseconds: 30_000))
    #expect(!device.keeper.isSignedOut)
    // It was refused because nobody was signed in any more; now somebody is.
    device.left = []
    device.keeper.sessionChanged(wall: 5_000)
    try device.run(&server, now: 5_000) { $1.isWatch }
    #expect(device.left.first?.isWatch == true)
  }
}

extension Keeper.Order {
  /// Whether it asks the server to say when something is new.
  fileprivate var isWatch: Bool {
    if case .send(_, .watch) = self { true } else { false }
  }
}
