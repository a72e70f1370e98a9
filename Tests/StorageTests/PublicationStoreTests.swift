import Ledger
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
      let made = Publication(one, of: Self.catalogue, in: .own, madeAt: start)
      #expect(
        try store.publish(Self.catalogue, in: .own, as: one, now: start) == .published(made))
      // Published again, it keeps its id.
      #expect(
        try store.publish(Self.catalogue, in: .own, as: other, now: start + 1)
          == .published(made))
      #expect(try store.publication(other) == nil)
      try store.add(reads: [one: 3, other: 5])
      try store.add(reads: [one: 4])
    }
    try ground.with { store throws in
      let kept = Publication(one, of: Self.catalogue, in: .own, madeAt: start, readCount: 7)
      let found = try #require(try store.publication(one))
      #expect(found.publication == kept)
      #expect(found.mark == SpaceMark(try store.header(of: .own)))
      #expect(try store.publications(in: .own) == [kept])
      #expect(try store.publications(limit: 5) == [kept])
      #expect(try store.publications(in: .other).isEmpty)
      #expect(try !store.endPublication(of: Self.catalogue, in: .other))
      #expect(try store.endPublication(of: Self.catalogue, in: .own))
      #expect(try !store.endPublication(of: Self.catalogue, in: .own))
      #expect(try store.publication(one) == nil && store.publications(limit: 5).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func hasALimitAndNeedsAnAccount(kind: Kind) throws {
    try with(kind) { store in
      for number in 0..<UInt64(Publication.countLimit) {
        let row = RowID(Bits128(high: 8, low: number))
        let publishing = try store.publish(
          row, in: .own, as: id(UInt8(number % 32)).varied(number), now: start)
        guard case .published = publishing else { throw StorageError.unavailable }
      }
      #expect(try store.publish(Self.catalogue, in: .own, as: id(31), now: start) == .full)
      #expect(try store.publish(Self.catalogue, in: .other, as: id(31), now: start) == .noAccount)
      #expect(try store.publications(limit: 3).count == 3)
      try store.erase(.onlyOwner)
      #expect(try store.publications(limit: 3).isEmpty)
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
