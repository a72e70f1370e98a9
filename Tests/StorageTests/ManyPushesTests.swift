import Foundation
import Ledger
import Storage
import Synchronization
import TestSupport
import Testing

/// Pushes by chance, in turn and at once.
@Suite struct ManyPushesTests {
  /// A script of pushes that follows from its seed: few rows and fields, so that much collides.
  static func script(seed: UInt64, count: Int) -> [Push] {
    var random = RandomBits(seed: seed)
    var devices = (1...4).map { Device(UInt64($0)) }
    var rows: [RowID] = []
    for _ in 0..<6 { rows.append(devices[0].newRow()) }
    var stamps: [Stamp] = []
    return (0..<count).map { _ in
      let isOffer = random.once(in: 8)
      var changes: [Change] = []
      for _ in 0...random.below(4) {
        let index = random.below(devices.count)
        let base = random.once(in: 3) || stamps.isEmpty ? nil : stamps[random.below(stamps.count)]
        let row = rows[random.below(rows.count)]
        let action: [Change]
        switch random.below(12) {
        case 0:
          action = devices[index].set(row, [(0, Life.trashed.value)], base: base, seen: base)
        case 1: action = devices[index].set(row, [(0, Life.alive.value)], base: base, seen: base)
        case 2 where random.once(in: 6): action = devices[index].purge(row)
        default:
          let fields = (0...random.below(3)).map { UInt64($0 + 1) }
          let text = "\(random.below(5))"
          action = devices[index].set(row, fields.map { ($0, .text(text)) }, base: base)
        }
        stamps.append(action[0].stamp)
        changes += action
      }
      return Push(epoch: .none, cursor: 0, pulledAt: 0, isOffer: isOffer, changes: changes)
    }
  }

  /// The epoch that both stores are given, so that the rows they write themselves are the same.
  private static func play(_ pushes: [Push], on kind: Kind) throws -> (SpaceDigest, [PushReply]) {
    try Ground(kind).with { store in
      let epoch = try store.header(of: .own).epoch
      let replies = try pushes.enumerated().map { index, push in
        var push = push
        push.epoch = epoch
        var reply = try store.push(push, to: .own, now: start + Int64(index))
        reply.epoch = .none
        return reply
      }
      let digests = try store.digests()
      #expect(digests.kept == digests.found)
      var digest = SpaceDigest()
      for cell in try store.cells() {
        // Under its epoch's name the store writes conflict rows: leave the name out.
        var cell = cell
        if cell.kind == .conflict {
          cell.cell.stamp = Stamp(cell.cell.stamp.time, DeviceID(0))
        }
        digest.add(cell)
      }
      return (digest, replies)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func bothStoresComeToTheSame(seed: UInt64) throws {
    let pushes = Self.script(seed: seed, count: 150)
    let one = try Self.play(pushes, on: .sqlite)
    let other = try Self.play(pushes, on: .postgres)
    #expect(one.0 == other.0, "seed \(seed)")
    #expect(one.1 == other.1, "seed \(seed)")
  }

  @Test(arguments: Kind.allCases)
  func manyThreadsLoseNothing(kind: Kind) throws {
    try Ground(kind).with { store in
      let writers = 8
      try Self.pushAtOnce(writers: writers, count: 25) { _ in store }
      try Self.checkWholeness(of: store, cellCount: writers * 25 * 3)
    }
  }

  @Test func twoServersShareADatabase() throws {
    let ground = try Ground(.postgres)
    // They also make the tables at the same time.
    let opened = Mutex<[any Store]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      do {
        let store = try ground.open()
        opened.withLock { $0.append(store) }
      } catch {
        Issue.record(error)
      }
    }
    let stores = opened.withLock { $0 }
    try #require(stores.count == 2)
    defer { for store in stores { store.close() } }
    try Self.pushAtOnce(writers: 8, count: 25) { stores[$0 % 2] }
    for store in stores { try Self.checkWholeness(of: store, cellCount: 8 * 25 * 3) }
  }

  /// Each writer pushes actions of three cells in rows of its own, while readers pull.
  private static func pushAtOnce(
    writers: Int, count: Int, store: @Sendable (Int) -> any Store
  ) throws {
    let failures = Mutex<[String]>([])
    let epoch = try store(0).header(of: .own).epoch
    DispatchQueue.concurrentPerform(iterations: writers + 2) { index in
      do {
        guard index < writers else { return try readAlong(store(index), failures) }
        var device = Device(UInt64(index + 1))
        for number in 0..<count {
          let values = (1...3).map { (UInt64($0), Value.int(Int64(number))) }
          let changes = device.set(device.newRow(), values)
          let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: changes)
          let reply = try store(index).push(push, to: .own, now: start)
          if reply.status != .ok || reply.held.contains(false) {
            failures.withLock { $0.append("\(reply)") }
          }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  /// Pulls on: no number is missed, and no action is seen in part.
  private static func readAlong(
    _ store: any Store, _ failures: borrowing Mutex<[String]>
  ) throws {
    var (cursor, count) = (UInt64(0), 0)
    for _ in 0..<40 {
      let page = try store.pull(.own, since: cursor, byteLimit: 2_000, now: start)
      count += page.cells.count
      cursor = page.to
      if count != Int(cursor) || count % 3 != 0 {
        failures.withLock { $0.append("\(count) cells up to \(cursor)") }
      }
    }
  }

  private static func checkWholeness(of store: any Store, cellCount: Int) throws {
    #expect(try store.latestSequence(of: .own) == UInt64(cellCount))
    let cells = try store.cells()
    #expect(cells.count == cellCount)
    let digests = try store.digests()
    #expect(digests.kept == digests.found)
  }
}
