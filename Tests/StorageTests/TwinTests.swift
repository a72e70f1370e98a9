import Ledger
import Storage
import Testing

/// Two values with one stamp, which only copies of a device and damage make: what the server has stays, the other is
/// told of, and more copies outvote it.
@Suite struct TwinTests {
  private static let text: UInt64 = 9

  /// A value, and others that damage has made of it: one is greater by its bytes, one smaller.
  private struct Scene {
    let row: RowID
    let right: [Change]
    let greater: [Change]
    let smaller: [Change]
    var device = Device(1)

    init() {
      let row = device.newRow()
      let right = device.set(row, TwinTests.text, "m")
      func twin(_ text: String) -> [Change] {
        right.map { change in
          let cell = Cell(
            field: change.key.field, stamp: change.stamp, value: .text(text))
          return Change(RowCell(row: row, kind: change.cell.kind, cell: cell), base: nil)
        }
      }
      (self.row, self.right) = (row, right)
      (greater, smaller) = (twin("zzz"), twin("a"))
    }

    /// What the row says, and what the conflict about it tells of.
    func found(in store: any Store) throws -> (value: Value?, told: Value?, isSettled: Bool) {
      let conflict = Conflict.row(
        of: CellKey(row, FieldID(TwinTests.text)), lostBy: right[0].stamp.device)
      let cells = try store.cells()
      func value(_ row: RowID, _ field: FieldID) -> Value? {
        cells.first { $0.key == CellKey(row, field) }?.cell.value
      }
      return (
        value(row, FieldID(TwinTests.text)), value(conflict, .conflictValue),
        value(conflict, .conflictSettled) == .bool(true)
      )
    }
  }

  private func hand(
    _ changes: [Change], from sender: UInt64, to store: any Store, isOffer: Bool = true
  ) throws -> PushReply {
    var push = Push(
      epoch: try store.header(of: .own).epoch, cursor: 0, pulledAt: 0, isOffer: isOffer,
      changes: changes)
    push.sender = sender
    return try store.push(push, to: .own, now: start)
  }

  @Test(arguments: Kind.allCases, [true, false])
  func whatTheServerHasStays(kind: Kind, isOffer: Bool) throws {
    let scene = Scene()
    try Ground(kind).with { store throws in
      #expect(try store.push(scene.right).status == .ok)
      for (twin, text) in [(scene.greater, "zzz"), (scene.smaller, "a")] {
        let reply = try hand(twin, from: 2, to: store, isOffer: isOffer)
        #expect(reply.status == .ok && reply.held == [true])
        let found = try scene.found(in: store)
        #expect(found.value == .text("m") && found.told == .text(text) && !found.isSettled)
      }
      // However often they come again: nothing is told twice.
      let header = try store.header(of: .own)
      for twin in [scene.greater, scene.smaller, scene.right] {
        #expect(try hand(twin, from: 2, to: store, isOffer: isOffer).status == .ok)
      }
      #expect(try store.header(of: .own) == header)
      let digests = try store.digests()
      #expect(digests.kept == digests.found)
    }
  }

  /// The first device that hands over what it has after a restored backup may be the one whose copy is damaged.
  @Test(arguments: Kind.allCases)
  func moreCopiesAreRight(kind: Kind) throws {
    let scene = Scene()
    try Ground(kind).with { store throws in
      #expect(try hand(scene.greater, from: 1, to: store).status == .ok)
      #expect(try hand(scene.right, from: 2, to: store).status == .ok)
      #expect(try scene.found(in: store).value == .text("zzz"))
      #expect(try hand(scene.right, from: 2, to: store).status == .ok)
      #expect(try scene.found(in: store).value == .text("zzz"), "one device counts once")
      #expect(try hand(scene.right, from: 3, to: store).status == .ok)
      let found = try scene.found(in: store)
      #expect(found.value == .text("m") && found.told == .text("zzz") && !found.isSettled)
      // Nobody's copy brings the other back, and what stood can be looked up.
      let header = try store.header(of: .own)
      for sender in UInt64(1)...4 {
        #expect(try hand(scene.greater, from: sender, to: store).status == .ok)
        #expect(try hand(scene.right, from: sender, to: store).status == .ok)
      }
      #expect(try store.header(of: .own) == header)
      let past = try store.state(1)
      #expect(past.map { $0.cell.value } == [.text("zzz")])
    }
  }

  /// What somebody writes later wins over what was settled, by whichever clock.
  @Test(arguments: Kind.allCases)
  func aLaterEditWins(kind: Kind) throws {
    var scene = Scene()
    try Ground(kind).with { store throws in
      #expect(try hand(scene.greater, from: 1, to: store).status == .ok)
      let later = scene.device.set(scene.row, Self.text, "later", base: scene.right[0].stamp)
      #expect(try hand(scene.right, from: 2, to: store).status == .ok)
      #expect(try hand(scene.right, from: 3, to: store).status == .ok)
      #expect(try hand(later, from: 2, to: store, isOffer: false).status == .ok)
      #expect(try scene.found(in: store).value == .text("later"))
    }
  }

  @Test(arguments: Kind.allCases)
  func whatAPersonChoseIsNotAskedAgain(kind: Kind) throws {
    let scene = Scene()
    try Ground(kind).with { store throws in
      #expect(try store.push(scene.right).status == .ok)
      #expect(try hand(scene.greater, from: 2, to: store).status == .ok)
      let conflict = Conflict.row(
        of: CellKey(scene.row, FieldID(Self.text)), lostBy: scene.right[0].stamp.device)
      let told = try #require(
        try store.cells().first { $0.key == CellKey(conflict, .conflictSettled) })
      let stamp = Stamp(told.cell.stamp.time.next, DeviceID(1))
      let choice = Change(
        RowCell(
          row: conflict, kind: .conflict,
          cell: Cell(field: .conflictSettled, stamp: stamp, value: .bool(true))),
        base: told.cell.stamp)
      #expect(try hand([choice], from: 2, to: store, isOffer: false).status == .ok)
      for sender in UInt64(2)...5 {
        #expect(try hand(scene.greater, from: sender, to: store).status == .ok)
      }
      let found = try scene.found(in: store)
      #expect(found.value == .text("m") && found.isSettled)
    }
  }

  /// With the row everything goes that told of its values.
  @Test(arguments: Kind.allCases)
  func aPurgeTakesTheTwinAlong(kind: Kind) throws {
    var scene = Scene()
    try Ground(kind).with { store throws in
      #expect(try store.push(scene.right).status == .ok)
      #expect(try hand(scene.greater, from: 2, to: store).status == .ok)
      #expect(try store.push(scene.device.purge(scene.row)).status == .ok)
      #expect(try store.cells().allSatisfy { $0.isPurge })
    }
  }

  /// What a device offers may say of the conflict what another has settled. The same again changes nothing.
  @Test(arguments: Kind.allCases)
  func whatIsOfferedTwiceIsCountedOnce(kind: Kind) throws {
    let scene = Scene()
    try Ground(kind).with { store throws in
      #expect(try store.push(scene.right).status == .ok)
      #expect(try hand(scene.greater, from: 2, to: store).status == .ok)
      let conflict = Conflict.row(
        of: CellKey(scene.row, FieldID(Self.text)), lostBy: scene.right[0].stamp.device)
      func later(_ cell: RowCell, _ value: Value, by milliseconds: Int64) -> Change {
        let time = HybridTime(milliseconds: cell.cell.stamp.time.milliseconds + milliseconds)
        let cell = Cell(field: cell.cell.field, stamp: Stamp(time, DeviceID(9)), value: value)
        return Change(RowCell(row: conflict, kind: .conflict, cell: cell), base: nil)
      }
      let told = try store.cells().filter { $0.row == conflict }
      let settled = try #require(told.first { $0.cell.field == .conflictSettled })
      let choice = later(settled, .bool(true), by: 1)
      #expect(try hand([choice], from: 2, to: store, isOffer: false).status == .ok)
      let offer = scene.greater + told.map { later($0, $0.cell.value, by: 2) }
      #expect(try hand(offer, from: 3, to: store).status == .ok)
      let header = try store.header(of: .own)
      #expect(try hand(offer, from: 3, to: store).status == .ok)
      #expect(try store.header(of: .own) == header)
    }
  }

  /// A device without a server finds conflicts itself. When it gets one, their row may be erased there.
  @Test(arguments: Kind.allCases, [true, false])
  func noConflictComesAboutAPurgedRow(kind: Kind, isPurgedBefore: Bool) throws {
    var scene = Scene()
    try Ground(kind).with { store throws in
      let told = Conflict.row(
        of: CellKey(scene.row, FieldID(Self.text)), lostBy: DeviceID(5))
      let stamp = Stamp(HybridTime(milliseconds: start), DeviceID(5))
      let values: [(FieldID, Value)] = [
        (.conflictRow, .row(scene.row)), (.conflictField, .int(Int64(Self.text))),
        (.conflictValue, .text("secret")), (.conflictTime, .int(1)), (.conflictDevice, .int(5)),
        (.conflictSettled, .bool(false)),
      ]
      let cells = values.map { field, value in
        let cell = Cell(field: field, stamp: stamp, value: value)
        return Change(RowCell(row: told, kind: .conflict, cell: cell), base: nil)
      }
      let purge = scene.device.purge(scene.row)
      if isPurgedBefore {
        #expect(try store.push(purge).status == .ok)
        // The cell that names the row may come in the last of several parts.
        let named = cells.filter { $0.key.field == .conflictRow }
        #expect(
          try hand(cells.filter { $0.key.field != .conflictRow }, from: 5, to: store).status == .ok)
        #expect(try hand(named, from: 5, to: store).gone == [told])
      }
      let reply = try hand(cells + (isPurgedBefore ? [] : purge), from: 5, to: store)
      #expect(reply.status == .ok)
      #expect(reply.gone == (isPurgedBefore ? [told] : []))
      #expect(try store.cells().allSatisfy { $0.isPurge })
      let header = try store.header(of: .own)
      #expect(try hand(cells, from: 5, to: store).gone == [told])
      #expect(try store.header(of: .own) == header)
      let digests = try store.digests()
      #expect(digests.kept == digests.found)
    }
  }
}
