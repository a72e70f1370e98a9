import Ledger
import Platform
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import Storage

/// However much one account wants, another waits for one piece of its work.
@Suite struct TurnsTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/woodshed.db" }

  private final class Piece: Job {
    let account: AccountID?
    let weight: Int
    let name: String

    init(_ name: String, of account: UInt64?, weight: Int = 1) {
      self.name = name
      self.account = account.map { AccountID(Bits128(high: 0, low: $0)) }
      self.weight = weight
    }

    func run(in database: inout Database) -> JobOutcome { .done }
    func tell(_ shared: StorageError?) {}
  }

  private func names(_ queue: inout WriterQueue, weight: Int = .max) -> [String] {
    var names: [String] = []
    while let job = queue.takeNext(weight: weight) as? Piece { names.append(job.name) }
    return names
  }

  @Test func accountsTakeTurns() {
    var queue = WriterQueue()
    for number in 1...3 { queue.append(Piece("a\(number)", of: 1)) }
    queue.append(Piece("b1", of: 2))
    queue.append(Piece("own", of: nil))
    queue.append(Piece("b2", of: 2))
    #expect(queue.hasOthers(than: AccountID(Bits128(high: 0, low: 1))))
    #expect(names(&queue) == ["a1", "b1", "own", "a2", "b2", "a3"])
    #expect(queue.isEmpty && !queue.hasOthers(than: AccountID(Bits128(high: 0, low: 1))))
  }

  @Test func anAccountIsNoOtherToItself() {
    let (one, other) = (AccountID(Bits128(high: 0, low: 1)), AccountID(Bits128(high: 0, low: 2)))
    var queue = WriterQueue()
    queue.append(Piece("a1", of: 1))
    #expect(!queue.hasOthers(than: one))
    #expect(queue.hasOthers(than: other) && queue.hasOthers(than: nil))
  }

  /// Whoever was served by a heavy piece waits until others have had as much, also those that come later.
  @Test func whoeverHadLeastIsNext() {
    var queue = WriterQueue()
    queue.append(Piece("a1", of: 1, weight: 3))
    queue.append(Piece("a2", of: 1, weight: 3))
    let first = queue.takeNext()
    if let first { queue.putBack(first) }
    for number in 1...4 { queue.append(Piece("b\(number)", of: 2)) }
    #expect(names(&queue) == ["b1", "b2", "b3", "a1", "b4", "a2"])
  }

  /// Nobody who was away for long has the thread for himself when he is back.
  @Test func nobodySavesUp() {
    var queue = WriterQueue()
    queue.append(Piece("b0", of: 2))
    #expect(names(&queue) == ["b0"])
    for number in 1...50 { queue.append(Piece("a\(number)", of: 1)) }
    #expect(names(&queue).count == 50)
    for number in 1...4 { queue.append(Piece("b\(number)", of: 2)) }
    for number in 51...52 { queue.append(Piece("a\(number)", of: 1)) }
    #expect(names(&queue) == ["b1", "b2", "a51", "b3", "a52", "b4"])
  }

  @Test func whatIsTooHeavyWaits() {
    var queue = WriterQueue()
    queue.append(Piece("a1", of: 1, weight: 100))
    queue.append(Piece("b1", of: 2))
    #expect(names(&queue, weight: 50) == [])
    #expect(names(&queue) == ["a1", "b1"])
  }

  /// Another account's pushes are answered while a large one is still being applied, and everything is saved.
  @Test func aSmallPushGoesBetweenThePartsOfALargeOne() throws {
    try Ground(.sqlite).with { store in
      var (device, other) = (Device(1), Device(2))
      let large = (0..<4_000).flatMap { _ in device.set(device.newRow(), 9, "large") }
      try store.push(other.set(other.newRow(), 9, "small"), to: .other)
      let reply = Lock<PushReply?>(nil)
      let isOver = Lock(false)
      let thread = Platform.Thread {
        let answer = try? store.push(large)
        reply.withLock { $0 = answer }
        isOver.withLock { $0 = true }
      }
      // Small pushes that began after a part of the large one was committed, and were answered before its last.
      var betweenCount = 0
      while !isOver.withLock({ $0 }) {
        let before = try store.latestSequence(of: .own)
        let small = try store.push(other.set(other.newRow(), 9, "small"), to: .other)
        #expect(small.held == [true])
        let after = try store.latestSequence(of: .own)
        if before > 0, after < 4_000 { betweenCount += 1 }
      }
      thread?.join()
      #expect(betweenCount > 0)
      let answer = try #require(reply.withLock { $0 })
      #expect(answer.status == .ok && answer.held.count == 4_000 && !answer.held.contains(false))
      #expect(try store.cells().count == 4_000)
      // Again, it is the same as once.
      let header = try store.header(of: .own)
      #expect(try store.push(large).status == .ok)
      #expect(try store.header(of: .own) == header)
    }
  }

  @Test func cutsAPushBetweenActions() {
    var device = Device(1)
    let large = (0..<4_000).flatMap { _ in device.set(device.newRow(), 9, "large") }
    let push = Push(epoch: Epoch(1), cursor: 0, pulledAt: 0, changes: large)
    let parts = push.parts(changeLimit: 64, rowLimit: 16)
    #expect(parts.count == 250 && parts.flatMap(\.places).sorted() == Array(0..<4_000))
    let action = device.set(device.newRow(), (1...400).map { (UInt64($0), .int(1)) })
    let whole = Push(epoch: Epoch(1), cursor: 0, pulledAt: 0, changes: action)
    #expect(whole.parts(changeLimit: 64, rowLimit: 16).count == 1)
  }

  /// What is committed goes to a log first. It is copied into the file as it grows, and then begins again.
  @Test func theLogDoesNotGrowForEver() throws {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    var device = Device(1)
    for _ in 0..<12 {
      let changes = (0..<10).flatMap { _ in
        device.set(device.newRow(), (1...500).map { (UInt64($0), .text("of a row")) })
      }
      #expect(try store.push(changes).status == .ok)
    }
    let (log, file) = (Files.byteCount(of: path + "-wal"), Files.byteCount(of: path))
    print("60,000 cells: \(file ?? 0) bytes in the file, \(log ?? 0) in its log")
    #expect(try #require(log) < 7 << 20 && #require(file) > 5 << 20)
  }

  /// Each step writes one part of a large push.
  @Test func aLargePushTakesAStepForEachPart() throws {
    try SQLiteStore(path: path).close()
    var database = try Database.openStore(at: path, for: .writing)
    var device = Device(1)
    let changes = (0..<10 * PushInParts.rowLimit).flatMap { _ in
      device.set(device.newRow(), 9, "large")
    }
    var header = try database.openHeader(of: .own)
    let push = Push(epoch: header.epoch, cursor: 0, pulledAt: 0, changes: changes)
    let work = PushInSteps(push, to: .own, by: nil, now: start)
    let parts = 10
    for part in 1...parts {
      let step = try work.step(&database)
      let next = try database.openHeader(of: .own)
      #expect(next.lastSequence - header.lastSequence == UInt64(PushInParts.rowLimit))
      header = next
      if case .done(let progress) = step {
        #expect(part == parts && progress.reply?.held.contains(false) == false)
      } else {
        #expect(part < parts)
      }
    }
  }

  /// One account's work takes as many steps as it likes: another's is committed and answered between two of them.
  @Test func anotherAccountIsServedBetweenTwoSteps() throws {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let (began, isServed) = (Bell(), Lock(false))
    let gaveWay = Lock(false)
    let thread = Platform.Thread {
      let start = Instant.now
      let end = try? store.writer.performInSteps(for: AccountID(Bits128(high: 0, low: 1))) {
        256
      } _: { _ throws(SQLiteError) in
        began.ring()
        let isOver = isServed.withLock { $0 }
        let isLate = Instant.now.nanoseconds(since: start) > 60_000_000_000
        return isOver || isLate ? .done(isOver) : .more(false)
      }
      gaveWay.withLock { $0 = end == true }
    }
    began.wait(milliseconds: 60_000)
    try store.writer.perform(for: AccountID(Bits128(high: 0, low: 2))) { _ throws(SQLiteError) in }
    // Not earlier: its work may share the transaction of those steps, and is answered once that is committed.
    isServed.withLock { $0 = true }
    thread?.join()
    #expect(gaveWay.withLock { $0 })
  }

  /// Whose small work is done does not wait for the heavy work of another account that is next.
  @Test func aHeavyStepStaysOutOfAnothersTransaction() throws {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let (one, other) = (AccountID(Bits128(high: 0, low: 1)), AccountID(Bits128(high: 0, low: 2)))
    let began = Bell()
    // What the other's work has come to, as the writing thread knows it.
    let (isWritten, isCommitted, wereTogether) = (Lock(false), Lock(false), Lock(false))
    let thread = Platform.Thread {
      let start = Instant.now
      _ = try? store.writer.performInSteps(for: one) {
        499
      } _: { _ throws(SQLiteError) in
        began.ring()
        let isOver = isCommitted.withLock { $0 }
        if isWritten.withLock({ $0 }), !isOver { wereTogether.withLock { $0 = true } }
        let isLate = Instant.now.nanoseconds(since: start) > 60_000_000_000
        return isOver || isLate ? .done(isOver) : .more(false)
      }
    }
    began.wait(milliseconds: 60_000)
    try store.writer.perform(for: other) { _ throws(SQLiteError) in
      isWritten.withLock { $0 = true }
    } committed: {
      isCommitted.withLock { $0 = true }
    }
    thread?.join()
    #expect(isCommitted.withLock { $0 } && !wereTogether.withLock { $0 })
  }

  /// The steps that erase a row's past count for what they are, not for the one change that asks for them.
  @Test func erasingALongPastIsHeavy() throws {
    try SQLiteStore(path: path).close()
    var database = try Database.openStore(at: path, for: .writing)
    var device = Device(1)
    let row = device.newRow()
    let header = try database.openHeader(of: .own)
    func push(_ changes: [Change]) -> PushInSteps {
      PushInSteps(
        Push(epoch: header.epoch, cursor: 0, pulledAt: 0, changes: changes), to: .own, by: nil,
        now: start)
    }
    var (past, base) = ([Change](), Stamp?.none)
    for number in 0..<1_200 {
      past += device.set(row, [(9, .int(Int64(number)))], base: base)
      base = past.last?.stamp
    }
    let writing = push(past)
    while case .more = try writing.step(&database) {}
    let purge = push(device.purge(row))
    #expect(purge.weight == 1)
    for _ in 1...2 {
      guard case .more = try purge.step(&database) else {
        Issue.record("purged at once")
        return
      }
      #expect(purge.weight == HistoryTrim.limit)
    }
    guard case .done(let progress) = try purge.step(&database) else {
      Issue.record("not purged")
      return
    }
    #expect(progress.reply?.held == [true] && purge.weight == 1)
    #expect(try database.history(of: [row], in: .own).isEmpty)
  }

  @Test func noAccountHasMoreThanHalfOfTheConnections() {
    let (one, other) = (AccountID(Bits128(high: 0, low: 1)), AccountID(Bits128(high: 0, low: 2)))
    var lent = LentByAccount(of: 4)
    for _ in 0..<2 {
      #expect(lent.hasRoom(for: one))
      lent.lend(to: one)
    }
    #expect(!lent.hasRoom(for: one) && lent.hasRoom(for: other) && lent.hasRoom(for: nil))
    lent.takeBack(from: one)
    #expect(lent.hasRoom(for: one))
    #expect(LentByAccount(of: 1).hasRoom(for: one), "a single one can be had")
  }

  /// While two reads of an account last, a third one waits, and another account's does not.
  @Test func aThirdReadOfAnAccountWaits() throws {
    let store = try SQLiteStore(path: path, readerCount: 4)
    defer { store.close() }
    let (one, other) = (AccountID(Bits128(high: 0, low: 1)), AccountID(Bits128(high: 0, low: 2)))
    let (inside, gate) = (Monitor(0), Monitor(false))
    let threads = (0..<2).map { _ in
      Platform.Thread {
        try? store.readers.read(for: one) { _ throws(SQLiteError) in
          inside.change { $0 += 1 }
          gate.wait { $0 ? () : nil }
        }
      }
    }
    inside.wait { $0 == 2 ? () : nil }
    let (asks, hasWaited) = (Bell(), Lock(false))
    let third = Platform.Thread {
      asks.ring()
      let isOpen = try? store.readers.read(for: one) { _ throws(SQLiteError) in
        gate.change { $0 }
      }
      hasWaited.withLock { $0 = isOpen == true }
    }
    asks.wait(milliseconds: 60_000)
    let never = Bell()
    for _ in 0..<20 {
      try store.readers.read(for: other) { _ throws(SQLiteError) in }
      // Time for the third read, which nothing else would stop.
      never.wait(milliseconds: 5)
    }
    gate.change { $0 = true }
    for thread in threads + [third] { thread?.join() }
    #expect(hasWaited.withLock { $0 })
  }

  /// A stamp too far ahead refuses the whole push, whichever part it is in, and none of it is kept.
  @Test func aWrongClockRefusesTheWhole() throws {
    try Ground(.sqlite).with { store in
      var device = Device(1)
      var changes = (0..<600).flatMap { _ in device.set(device.newRow(), 9, "right") }
      device.time = HybridTime(milliseconds: start + 400 * 86_400_000)
      changes += device.set(device.newRow(), 9, "ahead")
      let reply = try store.push(changes)
      #expect(reply.status == .clock && !reply.held.contains(true))
      #expect(try store.cells().isEmpty)
    }
  }
}
