import Ledger
import SQLiteStorage
import Storage
import Testing

/// What every store promises of published catalogues.
@Suite struct PublicationStoreTests {
  private static let catalogue = RowID(Bits128(high: 9, low: 1))

  /// A store with an owner.
  private func with(_ kind: Kind, _ body: (any ServerStore) throws -> Void) throws {
    try Ground(kind).with { store throws in
      #expect(try store.add(Account(id: .onlyOwner, login: nil, madeAt: start)))
      try body(store)
    }
  }

  private func id(_ number: UInt8) -> PublicationID {
    PublicationID(random: [UInt8](repeating: number, count: PublicationID.length))
  }

  /// Every row that changed after a number, and where the space was.
  private func rows(
    _ store: any ServerStore, of kinds: [KindID] = [.settings], after sequence: UInt64 = 0
  ) throws -> (rows: [StoredRow], mark: SpaceMark?) {
    var rows: [StoredRow] = []
    let mark = try store.read(kinds, in: .own, changedAfter: sequence) { row in
      rows.append(row)
      return true
    }
    return (rows, mark)
  }

  @Test(arguments: Kind.allCases)
  func publishesCountsAndEnds(kind: Kind) throws {
    let ground = try Ground(kind)
    let (one, other) = (id(1), id(2))
    try ground.with { store throws in
      #expect(try store.add(Account(id: .onlyOwner, login: nil, madeAt: start)))
      #expect(try store.publications(in: .own).isEmpty)
      #expect(try store.publication(one) == nil)
      let made = Publication(one, of: Self.catalogue, .settings, in: .own, madeAt: start)
      #expect(
        try store.publish(Self.catalogue, of: .settings, in: .own, as: one, now: start)
          == .published(made))
      // Published again, it keeps its id.
      #expect(
        try store.publish(Self.catalogue, of: .settings, in: .own, as: other, now: start + 1)
          == .published(made))
      #expect(try store.publication(other) == nil)
      try store.add(reads: [one: 3, other: 5])
      try store.add(reads: [one: 4])
    }
    try ground.with { store throws in
      let kept = Publication(
        one, of: Self.catalogue, .settings, in: .own, madeAt: start, readCount: 7)
      let found = try #require(try store.publication(one))
      #expect(found.publication == kept)
      #expect(found.mark == SpaceMark(try store.header(of: .own)))
      #expect(try store.publications(in: .own) == [kept])
      #expect(try store.publications(of: .settings, limit: 5) == [kept])
      #expect(try store.publications(in: .other).isEmpty)
      #expect(try !store.endPublication(of: Self.catalogue, in: .other))
      #expect(try store.endPublication(of: Self.catalogue, in: .own))
      #expect(try !store.endPublication(of: Self.catalogue, in: .own))
      #expect(
        try store.publication(one) == nil && store.publications(of: .settings, limit: 5).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func hasALimitAndNeedsAnAccount(kind: Kind) throws {
    try with(kind) { store in
      for number in 0..<UInt64(Publication.countLimit) {
        let row = RowID(Bits128(high: 8, low: number))
        let publishing = try store.publish(
          row, of: .settings, in: .own, as: id(UInt8(number % 32)).varied(number), now: start)
        guard case .published = publishing else { throw StorageError.unavailable }
      }
      #expect(
        try store.publish(Self.catalogue, of: .settings, in: .own, as: id(31), now: start) == .full)
      #expect(
        try store.publish(Self.catalogue, of: .settings, in: .other, as: id(31), now: start)
          == .noAccount)
      #expect(try store.publications(of: .settings, limit: 3).count == 3)
      try store.erase(.onlyOwner)
      #expect(try store.publications(of: .settings, limit: 3).isEmpty)
    }
  }

  /// Takes and catalogues are counted and listed apart, and a row of one kind is not found among the other.
  @Test(arguments: Kind.allCases)
  func keepsKindsApart(kind: Kind) throws {
    try with(kind) { store in
      let take = RowID(Bits128(high: 9, low: 2))
      let (one, other) = (id(1), id(2))
      let made = Publication(one, of: Self.catalogue, .settings, in: .own, madeAt: start)
      let shared = Publication(other, of: take, .conflict, in: .own, madeAt: start + 1)
      #expect(
        try store.publish(Self.catalogue, of: .settings, in: .own, as: one, now: start)
          == .published(made))
      #expect(
        try store.publish(take, of: .conflict, in: .own, as: other, now: start + 1)
          == .published(shared))
      #expect(try store.publication(other)?.publication == shared)
      #expect(try store.publications(in: .own) == [made, shared])
      #expect(try store.publications(of: .settings, limit: 5) == [made])
      #expect(try store.publications(of: .conflict, limit: 5) == [shared])
      for number in 1..<UInt64(Publication.countLimit) {
        let row = RowID(Bits128(high: 8, low: number))
        _ = try store.publish(row, of: .conflict, in: .own, as: id(3).varied(number), now: start)
      }
      let next = RowID(Bits128(high: 9, low: 3))
      #expect(try store.publish(next, of: .conflict, in: .own, as: id(4), now: start) == .full)
      #expect(try store.publish(next, of: .settings, in: .own, as: id(4), now: start) != .full)
    }
  }

  /// What was published before there were kinds is a catalogue.
  @Test(arguments: Kind.allCases)
  func earlierPublicationsAreCatalogues(kind: Kind) throws {
    let ground = try Ground(kind)
    try ground.with { store throws in
      #expect(try store.add(Account(id: .onlyOwner, login: nil, madeAt: start)))
      _ = try store.publish(Self.catalogue, of: .conflict, in: .own, as: id(1), now: start)
    }
    try ground.spoil("ALTER TABLE published DROP COLUMN tbl")
    try ground.spoil("UPDATE version SET version = 8")
    if kind == .sqlite { #expect(try SQLiteCheck.report(on: ground.path).problems == []) }
    try ground.with { store throws in
      #expect(try store.publications(in: .own).map(\.kind) == [KindID(48)])
    }
  }

  /// One row comes whole, whatever its kind.
  @Test(arguments: Kind.allCases)
  func readsOneRow(kind: Kind) throws {
    let ground = try Ground(kind)
    var device = Device(1)
    let (one, other) = (device.newRow(), device.newRow())
    try ground.with { store throws in
      #expect(try store.row(one, in: .own) == nil)
      try store.push(device.set(one, [(1, .text("a name")), (2, .int(5))]))
      try store.push(device.set(other, 1, "another"))
      let row = try #require(try store.row(one, in: .own))
      #expect(row.id == one && row.cells.count == 2)
      #expect(row.row(only: [FieldID(1)])?.cells.map(\.value) == [.text("a name")])
      #expect(try store.row(one, in: .other) == nil)
      try store.push(device.purge(one))
      #expect(try store.row(one, in: .own)?.row(only: [.life])?.life == .purged)
    }
    try ground.spoil("UPDATE cell SET dev = dev + 1 WHERE seq = 3")
    try ground.with { store throws in
      #expect(throws: StorageError.corrupt) { _ = try store.row(other, in: .own) }
      #expect(try store.row(one, in: .own) != nil)
    }
  }

  /// Rows come whole, each with the numbers of its cells, and only those that changed.
  @Test(arguments: Kind.allCases)
  func handsOverRowsThatChanged(kind: Kind) throws {
    try with(kind) { store in
      #expect(try rows(store).mark == nil)
      var device = Device(1)
      let made = (0..<3).map { _ in device.newRow() }
      for row in made {
        try store.push(device.set(row, [(1, .text("a name")), (2, .int(5))]))
      }
      let all = try rows(store)
      #expect(all.rows.map(\.id) == made.sorted())
      #expect(all.rows.allSatisfy { $0.cells.count == 2 })
      #expect(all.mark == SpaceMark(try store.header(of: .own)))
      #expect(try rows(store, of: [.conflict]).rows.isEmpty)

      let first = try #require(all.rows.first)
      let base = try #require(first.cells.first { $0.cell.cell.field == FieldID(1) })
      try store.push(device.set(first.id, 1, "another", base: base.cell.cell.stamp))
      let changed = try rows(store, after: 6)
      #expect(changed.rows.map(\.id) == [first.id] && changed.mark?.sequence == 7)
      let row = try #require(changed.rows.first)
      #expect(row.cells.count == 2)
      #expect(row.sequence(of: [FieldID(1)]) == 7 && row.sequence(of: [FieldID(2)]) < 7)
      #expect(row.sequence(of: [FieldID(3)]) == 0)
      #expect(row.row(only: [FieldID(1)])?.cells.map(\.value) == [.text("another")])
      #expect(try rows(store, after: 7).rows.isEmpty)

      try store.push(device.purge(first.id))
      let gone = try #require(try rows(store, after: 7).rows.first)
      #expect(gone.cells.count == 1 && gone.row(only: [.life])?.life == .purged)
      var count = 0
      _ = try store.read([.settings], in: .own, changedAfter: 0) { _ in
        count += 1
        return false
      }
      #expect(count == 1)
    }
  }

  /// What is damaged may be what says that a row is in the trash.
  @Test(arguments: Kind.allCases)
  func aDamagedRowFails(kind: Kind) throws {
    let ground = try Ground(kind)
    try ground.with { store throws in
      var device = Device(1)
      try store.push(device.set(device.newRow(), 1, "one"))
      try store.push(device.set(device.newRow(), 1, "two"))
    }
    try ground.spoil("UPDATE cell SET dev = dev + 1 WHERE seq = 1")
    try ground.with { store throws in
      #expect(throws: StorageError.corrupt) { try rows(store) }
      #expect(try rows(store, after: 1).rows.count == 1)
    }
  }

  @Test func readsIDs() throws {
    let id = PublicationID(random: Array(0..<20))
    #expect(id.text == "0123456789abcdefghjk")
    #expect(PublicationID("0123456789ABCDEFGHJK") == id)
    for text in ["", "0123456789abcdefghj", "0123456789abcdefghji", "0123456789abcdefghjk0"] {
      #expect(PublicationID(text) == nil)
    }
  }
}

extension PublicationID {
  /// Another id for each number.
  fileprivate func varied(_ number: UInt64) -> PublicationID {
    PublicationID(
      random: (0..<20).map { $0 < 2 ? UInt8(number >> (5 * UInt64($0)) & 31) : 7 })
  }
}
