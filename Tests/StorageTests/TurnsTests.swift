import Ledger
import Platform
import Storage
import Testing

@testable import SQLiteStorage

/// However much one account wants, another waits for one piece of its work.
@Suite struct TurnsTests {
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
    #expect(queue.isShared)
    #expect(names(&queue) == ["a1", "b1", "own", "a2", "b2", "a3"])
    #expect(queue.isEmpty && !queue.isShared)
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

  /// Another account's push is answered while a large one is still being taken in, and all of that is kept.
  @Test func aSmallPushGoesBetweenThePartsOfALargeOne() throws {
    try Ground(.sqlite).with { store in
      var device = Device(1)
      let large = (0..<4_000).flatMap { _ in device.set(device.newRow(), 9, "large") }
      var parts: [PushPart] = []
      let push = Push(epoch: Epoch(1), cursor: 0, pulledAt: 0, changes: large)
      parts = push.parts(changeLimit: 64, rowLimit: 16)
      #expect(parts.count == 250 && parts.flatMap(\.places).sorted() == Array(0..<4_000))
      let reply = try store.push(large)
      #expect(reply.status == .ok && reply.held.count == 4_000 && !reply.held.contains(false))
      #expect(try store.cells().count == 4_000)
      // Again, it is the same as once; an action's cells are in one part.
      let header = try store.header(of: .own)
      #expect(try store.push(large).status == .ok)
      #expect(try store.header(of: .own) == header)
      let row = device.newRow()
      let action = device.set(row, (1...400).map { (UInt64($0), .int(1)) })
      let whole = Push(epoch: Epoch(1), cursor: 0, pulledAt: 0, changes: action)
      #expect(whole.parts(changeLimit: 64, rowLimit: 16).count == 1)
    }
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
