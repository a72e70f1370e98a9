import Foundation
import Ledger
import Platform
import Storage
import TestSupport
import Testing

/// What every store promises.
@Suite struct StoreContractTests {
  @Test(arguments: Kind.allCases)
  func makesASpaceOnFirstUse(kind: Kind) throws {
    try Ground(kind).with { store in
      #expect(try store.places().isEmpty)
      let header = try store.header(of: .own)
      #expect(header.epoch != .none)
      #expect(header.lastSequence == 0)
      #expect(try store.header(of: .own) == header)
      #expect(try store.header(of: .other).epoch != header.epoch)
      #expect(Set(try store.places()) == [.own, .other])
      #expect(try store.latestSequence(of: .own) == 0)
      let page = try store.pull(.own, since: 0, byteLimit: 1_000, now: 5)
      #expect(page.epoch == header.epoch && page.cells.isEmpty && !page.hasMore && page.now == 5)
    }
  }

  @Test(arguments: Kind.allCases)
  func givesBackWhatWasPushed(kind: Kind) throws {
    var device = Device(.max)
    let row = device.newRow()
    let values: [Value] = [
      .null, .bool(true), .int(.min), .number(.pi), .text("Żółw\u{0}"), .bytes([0, 255]),
      .row(row), .day(-1), .instant(milliseconds: 1, zoneMinutes: -90),
      .decimal(units: 15, places: 1), .sealed([1]), .unknown(tag: 200, [1, 2]),
      .bytes([UInt8](repeating: 7, count: 60_000)),
    ]
    let changes = device.set(row, values.enumerated().map { (UInt64($0.offset) + 1, $0.element) })
    let far = device.set(device.newRow(), [(0x7FFF_FFFF_FFFF_FFFF, .text("far"))])
    try Ground(kind).with { store in
      let reply = try store.push(changes + far)
      #expect(reply.status == .ok)
      #expect(reply.held == [Bool](repeating: true, count: changes.count + 1))
      #expect(reply.sequence == UInt64(changes.count + 1))
      let pages = try store.pullAll()
      #expect(pages.flatMap(\.cells) == (changes + far).map(\.cell))
      #expect(pages.last?.to == reply.sequence)
      #expect(pages.last?.digest == (try store.header(of: .own).digest.total))
      #expect(try store.latestSequence(of: .own) == reply.sequence)
      #expect(try store.cells(.other).isEmpty)
      let digests = try store.digests()
      #expect(digests.kept == digests.found)
    }
  }

  @Test(arguments: Kind.allCases)
  func takesTheSamePushTwiceAsOnce(kind: Kind) throws {
    var device = Device(1)
    let row = device.newRow()
    let changes = device.set(row, 9, "a") + device.set(row, 9, "b")
    try Ground(kind).with { store in
      let first = try store.push(changes)
      let second = try store.push(changes)
      #expect(first.held == [true, true])
      #expect(second.held == first.held)
      #expect(second.sequence == first.sequence)
      #expect(try store.wholeHistory(of: row, in: .own).map(\.cell) == [changes[0].cell])
    }
  }

  @Test(arguments: Kind.allCases)
  func keepsWhatWasOvertaken(kind: Kind) throws {
    var (one, other) = (Device(1), Device(2))
    let row = one.newRow()
    let first = one.set(row, 9, "first")
    let mine = one.set(row, 9, "mine", base: first[0].stamp)
    let theirs = other.set(row, 9, "theirs", base: first[0].stamp)
    try Ground(kind).with { store in
      try store.push(first)
      try store.push(mine)
      try store.push(theirs)
      let history = try store.wholeHistory(of: row, in: .own)
      #expect(history.count == 2)
      #expect(history.map(\.isConflict) == [false, true])
      #expect(history.map(\.keptAt) == [start, start])
      let conflicts = try store.cells().filter { $0.kind == .conflict }
      #expect(!conflicts.isEmpty)
      let digests = try store.digests()
      #expect(digests.kept == digests.found)
      // At each number, what stood then.
      #expect(try store.state(1).map(\.cell.value) == [.text("first")])
      #expect(Set(try store.state(.max)) == Set(try store.cells()))
      #expect(try store.state(0).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func endsPagesBetweenActions(kind: Kind) throws {
    var device = Device(1)
    var changes: [Change] = []
    for _ in 0..<40 {
      changes += device.set(device.newRow(), (1...5).map { ($0, .text("0123456789")) })
    }
    try Ground(kind).with { store in
      try store.push(changes)
      for byteLimit in [1, 100, 1_000, 3_000] {
        let pages = try store.pullAll(byteLimit: byteLimit)
        #expect(pages.count > 1)
        #expect(pages.flatMap(\.cells) == changes.map(\.cell))
        for (page, next) in zip(pages, pages.dropFirst()) {
          #expect(page.to == next.from)
          #expect(page.cells.last?.cell.stamp != next.cells.first?.cell.stamp)
          #expect(page.digest == 0)
        }
      }
      let tail = try store.pull(.own, since: 195, byteLimit: 10_000, now: start)
      #expect(tail.cells == changes[195...].map(\.cell))
    }
  }

  /// Several pushes may give everything one stamp: that is no action, and no reason for a page without end.
  @Test(arguments: Kind.allCases)
  func endsPagesInWhatIsTooLargeForAnAction(kind: Kind) throws {
    let long = Value.bytes([UInt8](repeating: 7, count: 60_000))
    let pushes: [(count: UInt64, value: Value)] = [
      (400, .int(1)), (400, .int(1)), (15, long), (15, long),
    ]
    try Ground(kind).with { store in
      var cells: [RowCell] = []
      for (number, push) in pushes.enumerated() {
        // Each is a device that begins, at the same time.
        var device = Device(1)
        let row = RowID(Bits128(high: 5, low: UInt64(number)))
        let changes = device.set(row, (1...push.count).map { ($0, push.value) })
        #expect(try store.push(changes).status == .ok)
        cells += changes.map(\.cell)
      }
      #expect(Set(cells.map(\.cell.stamp)).count == 1)
      let pages = try store.pullAll(byteLimit: 1)
      #expect(pages.map(\.cells.count) == [Push.actionLimit, 318, 12])
      #expect(pages.flatMap(\.cells) == cells)
    }
  }

  @Test(arguments: Kind.allCases)
  func purgingErasesEverything(kind: Kind) throws {
    var (one, other) = (Device(1), Device(2))
    let row = one.newRow()
    let secret = "the word that must go"
    try Ground(kind).with { store in
      let first = one.set(row, 9, secret)
      try store.push(first)
      try store.push(one.set(row, 9, secret + "!", base: first[0].stamp))
      try store.push(other.set(row, 9, secret + "?", base: first[0].stamp))
      try store.push(one.purge(row))
      #expect(try store.wholeHistory(of: row, in: .own).isEmpty)
      let texts = try store.state(.max).map { "\($0.cell.value)" }
      #expect(texts.allSatisfy { !$0.contains(secret) })
      #expect(try store.cells().filter { $0.row == row }.count == 1)
      let late = try store.push(other.set(row, 10, secret))
      #expect(late.gone == [row])
      let digests = try store.digests()
      #expect(digests.kept == digests.found)
    }
  }

  @Test(arguments: Kind.allCases)
  func forgetsWhatIsPastItsTime(kind: Kind) throws {
    var device = Device(1)
    let (row, kept) = (device.newRow(), device.newRow())
    try Ground(kind).with { store in
      try store.push(device.set(row, 9, "a"))
      let first = device.set(kept, 9, "b")
      let second = device.set(kept, 9, "c", base: first[0].stamp)
      try store.push(first)
      try store.push(second)
      try store.push(device.purge(row))
      try store.push(device.set(kept, 10, "d"))
      try store.forget(in: .own, now: start + Horizon.history)
      #expect(try store.wholeHistory(of: kept, in: .own).count == 1)
      #expect(try store.header(of: .own).minSequence == 0)

      let digest = try store.header(of: .own).digest
      try store.forget(in: .own, now: start + Horizon.history + 1)
      #expect(try store.wholeHistory(of: kept, in: .own).isEmpty)
      let header = try store.header(of: .own)
      #expect(header.minSequence == 4)
      #expect(header.digest == digest)
      #expect(try store.cells().allSatisfy { $0.row == kept })
      let page = try store.pull(.own, since: 3, byteLimit: 1_000, now: start)
      #expect(page.isReset && page.to == 5)
      #expect(try !store.pull(.own, since: 4, byteLimit: 1_000, now: start).isReset)
      #expect(try !store.pull(.own, since: 0, byteLimit: 1_000, now: start).isReset)
      let third = device.set(kept, 9, "e", base: second[0].stamp)
      #expect(try store.push(third, cursor: 3).status == .reset)
      #expect(try store.push(third, cursor: 4).status == .ok)
    }
  }

  /// Only whoever was here before has missed something: a device that begins gets all, page by page.
  @Test(arguments: Kind.allCases)
  func givesEveryPageToWhoBeginsAfterRowsWereForgotten(kind: Kind) throws {
    var device = Device(1)
    let row = device.newRow()
    try Ground(kind).with { store in
      let kept = (1...4).map { device.set(device.newRow(), 9, "\($0)") }
      for changes in kept { try store.push(changes) }
      try store.push(device.set(row, 9, "a"))
      try store.push(device.purge(row))
      try store.forget(in: .own, now: start + Horizon.history + 1)
      #expect(try store.header(of: .own).minSequence == 6)
      var (cursor, cells) = (UInt64(0), [RowCell]())
      for _ in kept {
        let page = try store.pull(.own, since: cursor, byteLimit: 1, now: start)
        #expect(page.isReset == (cursor > 0))
        cells += page.cells
        cursor = page.to
      }
      #expect(cells == kept.flatMap { $0 }.map(\.cell))
    }
  }

  @Test(arguments: Kind.allCases)
  func refusesAPushOfAnotherEpoch(kind: Kind) throws {
    var device = Device(1)
    let changes = device.set(device.newRow(), 9, "a")
    try Ground(kind).with { store in
      let push = Push(epoch: Epoch(5), cursor: 0, pulledAt: 0, changes: changes)
      let reply = try store.push(push, to: .own, now: start)
      #expect(reply.status == .epoch)
      #expect(reply.epoch == (try store.header(of: .own).epoch))
      #expect(try store.cells().isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func beginsANewEpochWhenItIsRestored(kind: Kind) throws {
    var device = Device(1)
    let changes = device.set(device.newRow(), 9, "a")
    try Ground(kind).with { store in
      try store.push(changes)
      let epoch = try store.header(of: .own).epoch
      try store.begin(.random(), in: .own)
      let renewed = try store.header(of: .own)
      #expect(renewed.epoch != epoch)
      #expect(renewed.lastSequence == 1)
      #expect(try store.pull(.own, since: 1, byteLimit: 1_000, now: start).epoch == renewed.epoch)
      // Nobody told it, but a device has seen more than it ever gave.
      #expect(try store.push(changes, cursor: 2).status == .epoch)
      let again = try store.header(of: .own)
      #expect(again.epoch != renewed.epoch)
      #expect(try store.pull(.own, since: 1, byteLimit: 1_000, now: start).epoch == again.epoch)
      #expect(try store.push(changes, isOffer: true).held == [true])
    }
  }

  @Test(arguments: Kind.allCases)
  func isRebuiltFromADevice(kind: Kind) throws {
    var (one, other) = (Device(1), Device(2))
    let row = one.newRow()
    let cells = try Ground(kind).with { store in
      let first = one.set(row, 9, "a")
      try store.push(first)
      try store.push(one.set(row, 9, "b", base: first[0].stamp))
      try store.push(other.set(row, 9, "c", base: first[0].stamp))
      return try store.cells()
    }
    try Ground(kind).with { store in
      let reply = try store.push(cells.map { Change($0, base: nil) }, isOffer: true)
      #expect(reply.status == .ok && !reply.held.contains(false))
      #expect(Set(try store.cells()) == Set(cells))
    }
  }

  @Test(arguments: Kind.allCases)
  func keepsAllWhenItIsOpenedAgain(kind: Kind) throws {
    let ground = try Ground(kind)
    var device = Device(1)
    let row = device.newRow()
    let first = device.set(row, 9, "a")
    let second = device.set(row, 9, "b", base: first[0].stamp)
    let before = try ground.with { store in
      try store.push(first)
      try store.push(second)
      return (
        try store.header(of: .own), try store.cells(), try store.wholeHistory(of: row, in: .own)
      )
    }
    try ground.with { (store: any Store) throws -> Void in
      #expect(try store.header(of: .own) == before.0)
      #expect(try store.cells() == before.1)
      #expect(try store.wholeHistory(of: row, in: .own) == before.2)
      let third = device.set(row, 9, "c", base: second[0].stamp)
      #expect(try store.push(third).sequence == before.0.lastSequence + 1)
    }
  }

  @Test(arguments: Kind.allCases)
  func isUnavailableOnceClosed(kind: Kind) throws {
    let ground = try Ground(kind)
    let store = try ground.open()
    _ = try store.header(of: .own)
    store.close()
    #expect(throws: StorageError.unavailable) { try store.header(of: .own) }
    #expect(throws: StorageError.unavailable) { try store.header(of: .other) }
  }
}
