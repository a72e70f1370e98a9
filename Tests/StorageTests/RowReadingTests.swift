import Foundation
import Ledger
import Storage
import Synchronization
import TestSupport
import Testing

@testable import PostgresStorage

/// However much the rows of a push hold, a store reads only so much at once, and comes to the same state.
@Suite struct RowReadingTests {
  /// A limit that many rows exceed by their cells, or by their bytes.
  enum Tightness: CaseIterable {
    case cells, bytes

    var cells: Int { self == .cells ? 40 : 10_000 }
    var bytes: Int { self == .bytes ? 4_000 : 1 << 20 }
  }

  /// What a store has read, as it says itself.
  private final class Readings: Sendable {
    private let readings = Mutex<[RowReading]>([])

    func begin() { readings.withLock { $0 = [] } }

    func limit(_ tightness: Tightness?) -> ReadingLimit {
      let loose = ReadingLimit.push
      return ReadingLimit(
        cells: tightness?.cells ?? loose.cellCount, bytes: tightness?.bytes ?? loose.byteCount
      ) { reading in
        self.readings.withLock { $0.append(reading) }
      }
    }

    var cellCount: Int { readings.withLock { $0.reduce(0) { $0 + $1.cellCount } } }

    /// Whether more was read at once of several rows than the limit, with the cell that exceeds it.
    func exceed(_ tightness: Tightness) -> Bool {
      readings.withLock { readings in
        readings.contains {
          $0.rowCount > 1
            && ($0.cellCount > tightness.cells + 1
              || $0.byteCount > tightness.bytes + Scene.valueLimit)
        }
      }
    }
  }

  /// A space of rows that belong to one device.
  private struct Scene {
    /// No value takes more.
    static let valueLimit = 200
    static let fieldCount: UInt64 = 10

    var (owner, other) = (Device(1), Device(2))
    private(set) var rows: [RowID] = []
    private(set) var filling: [[Change]] = []

    init(rowCount: Int = 24) {
      let text = String(repeating: "a phrase ", count: 10)
      for _ in 0..<rowCount {
        let row = owner.newRow()
        rows.append(row)
        filling.append(owner.set(row, (1...Self.fieldCount).map { ($0, .text(text)) }))
      }
      other.time = owner.time
    }

    var cellCount: Int { rows.count * Int(Self.fieldCount) }

    /// Fills a store, a row at a time.
    func fill(_ store: any Store) throws {
      try store.begin(Epoch(7), in: .own)
      for changes in filling { #expect(try store.push(changes).status == .ok) }
    }

    /// An action for each row, by a device that knows some of the cells: some conflict, some rows go to the trash, and some
    /// are deleted for good.
    mutating func edits() -> [Change] {
      rows.indices.flatMap { index in
        let (row, known) = (rows[index], filling[index][0].stamp)
        switch index % 6 {
        case 0: return other.purge(row)
        case 1: return other.set(row, [(0, Life.trashed.value)])
        case 2: return other.set(row, 1, "another", base: known)
        default: return other.set(row, 1, "another")
        }
      }
    }

    /// One action that changes every row.
    mutating func action() -> [Change] {
      let before = other
      return rows.flatMap { row in
        other = before
        return other.set(row, 2, "at once")
      }
    }
  }

  private struct Outcome: Equatable {
    let reply: PushReply
    let cells: Set<RowCell>
    let digest: SpaceDigest
  }

  /// Pushes to the filled scene; only readings of these pushes are kept.
  private func outcome(
    on kind: Kind, _ scene: Scene, _ changes: [Change], _ tightness: Tightness?,
    _ readings: Readings
  ) throws -> Outcome {
    try Ground(kind, reading: readings.limit(tightness)).with { store throws in
      try scene.fill(store)
      readings.begin()
      let reply = try store.push(changes)
      let digests = try store.digests()
      #expect(digests.kept == digests.found)
      return Outcome(reply: reply, cells: Set(try store.cells()), digest: digests.kept)
    }
  }

  @Test(arguments: Kind.allCases, Tightness.allCases)
  func aPushThatNeedsMoreIsHalved(kind: Kind, tightness: Tightness) throws {
    var scene = Scene()
    let edits = scene.edits()
    let (loose, tight) = (Readings(), Readings())
    let expected = try outcome(on: kind, scene, edits, nil, loose)
    #expect(expected.reply.status == .ok && !expected.reply.held.contains(false))
    #expect(expected.cells.contains { $0.kind == .conflict })
    // It needs more than the limit.
    #expect(loose.exceed(tightness))

    let found = try outcome(on: kind, scene, edits, tightness, tight)
    #expect(found == expected)
    #expect(!tight.exceed(tightness))
    #expect(tight.cellCount >= scene.cellCount)
  }

  /// Half of an action is never saved: one that needs more than the limit is refused, and everything else is saved.
  @Test(arguments: Kind.allCases, Tightness.allCases)
  func anActionThatNeedsMoreIsRefused(kind: Kind, tightness: Tightness) throws {
    var scene = Scene()
    let early = scene.other.set(scene.rows[3], 1, "before")
    let large = scene.action()
    let late = scene.other.set(scene.rows[4], 1, "after")
    let readings = Readings()
    let found = try outcome(on: kind, scene, early + large + late, tightness, readings)
    #expect(found.reply.status == .forbidden)
    #expect(found.reply.held == [true] + large.map { _ in false } + [true])
    #expect(!found.cells.contains { $0.cell.stamp == large[0].stamp })
    #expect(found.cells.isSuperset(of: (early + late).map(\.cell)))
    #expect(!readings.exceed(tightness))
  }

  /// Otherwise it could never be changed.
  @Test(arguments: Kind.allCases, Tightness.allCases)
  func aRowOnItsOwnIsReadHoweverLarge(kind: Kind, tightness: Tightness) throws {
    let readings = Readings()
    try Ground(kind, reading: readings.limit(tightness)).with { store throws in
      var device = Device(1)
      let row = device.newRow()
      let text = Value.text(String(repeating: "a", count: 150))
      let made = device.set(row, (1...60).map { (UInt64($0), text) })
      try store.push(made)
      readings.begin()
      let edit = device.set(row, 1, "another", base: made[0].stamp)
      #expect(try store.push(edit).held == [true])
      #expect(readings.cellCount >= 60)
      #expect(try store.push(device.purge(row)).held == [true])
      #expect(try store.cells().count == 1)
    }
  }

  /// What was accepted while the clock was ahead is held afterwards, however much it takes to find out.
  @Test(arguments: Kind.allCases)
  func whatIsHeldIsNotTooEarly(kind: Kind) throws {
    var scene = Scene()
    let ahead = start + 10 * HybridTime.tolerance
    scene.other.time = HybridTime(milliseconds: ahead)
    let edits = scene.edits()
    let news = scene.other.set(scene.other.newRow(), 1, "new")
    let readings = Readings()
    try Ground(kind, reading: readings.limit(.cells)).with { store throws in
      try scene.fill(store)
      #expect(try store.push(edits, now: ahead).status == .ok)
      readings.begin()
      let again = try store.push(edits)
      #expect(again.status == .ok && !again.held.contains(false))
      let more = try store.push(edits + news)
      #expect(more.status == .clock && more.held.last == false)
      #expect(try !store.cells().contains { $0.key == news[0].key })
      #expect(!readings.exceed(.cells))
    }
  }

  /// In PostgreSQL, pushes that wait share a transaction: when it holds enough, it is written before more is read.
  @Test(arguments: Tightness.allCases)
  func pushesThatShareATransactionReadNoMore(tightness: Tightness) throws {
    var scene = Scene()
    let edits = scene.edits()
    scene.owner.time = scene.other.time
    let changes = edits + scene.rows.flatMap { scene.owner.set($0, 3, "third") }
    let (loose, tight) = (Readings(), Readings())
    let expected = try cells(afterPushing: changes, together: scene, loose.limit(nil), loose)
    #expect(loose.exceed(tightness))
    let found = try cells(
      afterPushing: changes, together: scene, tight.limit(tightness), tight)
    #expect(found == expected)
    #expect(!tight.exceed(tightness))
    // For the second change, a row that is not deleted is read again: it was let go.
    #expect(tight.cellCount >= scene.cellCount * 3 / 2)
  }

  /// The cells after a push of each change, all of them in one transaction.
  private func cells(
    afterPushing changes: [Change], together scene: Scene, _ limit: ReadingLimit,
    _ readings: Readings
  ) throws -> Set<RowCell> {
    let address = try PostgresServer.shared().makeDatabase()
    let store = try PostgresStore(url: address, reading: limit)
    defer { store.close() }
    try scene.fill(store)
    readings.begin()
    let entries = changes.map { change in
      let push = Push(epoch: Epoch(7), cursor: 0, pulledAt: 0, changes: [change])
      return PushLine.Entry(push: push, grantee: nil, now: start)
    }
    let replies = store.carryOut(entries, in: .own)
    #expect(replies.count == changes.count)
    for reply in replies { #expect(try reply.get()?.status == .ok) }
    let digests = try store.digests()
    #expect(digests.kept == digests.found)
    return Set(try store.cells())
  }

  /// Published rows are read by anybody.
  @Test(arguments: Kind.allCases, Tightness.allCases)
  func publishedRowsAreReadInPages(kind: Kind, tightness: Tightness) throws {
    var scene = Scene(rowCount: 60)
    let readings = Readings()
    try Ground(kind, reading: readings.limit(tightness)).with { store throws in
      try scene.fill(store)
      readings.begin()
      var rows: [StoredRow] = []
      let mark = try store.read([.settings], in: .own, changedAfter: 0) { row in
        rows.append(row)
        return true
      }
      #expect(rows.map(\.id) == scene.rows.sorted())
      #expect(rows.allSatisfy { $0.cells.count == Int(Scene.fieldCount) })
      #expect(mark == SpaceMark(try store.header(of: .own)))
      #expect(readings.cellCount >= scene.rows.count)
      #expect(!readings.exceed(tightness))

      var count = 0
      _ = try store.read([.settings], in: .own, changedAfter: 0) { _ in
        count += 1
        return count < 45
      }
      #expect(count == 45)
      #expect(try store.read([.conflict], in: .own, changedAfter: 0) { _ in false } == mark)

      let last = try store.latestSequence(of: .own)
      let changed = [scene.rows[7], scene.rows[3]]
      for row in changed { try store.push(scene.owner.set(row, 11, "more")) }
      rows = []
      _ = try store.read([.settings], in: .own, changedAfter: last) { row in
        rows.append(row)
        return true
      }
      #expect(rows.map(\.id) == changed.sorted())
      #expect(rows.allSatisfy { $0.cells.count == Int(Scene.fieldCount) + 1 })
      #expect(!readings.exceed(tightness))
    }
  }

  /// The processor time of this thread that purging so many rows in one batch takes.
  private func purgeSeconds(_ count: Int) -> Double {
    func seconds() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    var device = Device(1)
    var batch = Batch(header: SpaceHeader(epoch: Epoch(7)))
    let rows = (0..<count).map { _ in device.newRow() }
    let pushes = rows.map { device.set($0, 1, "a phrase") } + rows.map { device.purge($0) }
    let before = seconds()
    for changes in pushes {
      let push = Push(epoch: Epoch(7), cursor: 0, pulledAt: 0, changes: changes)
      let granted = push.settled(over: batch.header, now: start) { needs in
        batch.learn(PushPlanner.Findings(), of: batch.missing(of: needs))
        return batch.findings(for: needs)
      }
      batch.take(granted.plan, now: start)
    }
    #expect(batch.cells.count == count && batch.purgedRows.count == count)
    return seconds() - before
  }

  @Test func fourTimesTheDeletedRowsInABatchTakeFourTimesAsLong() {
    let ratios = (0..<3).map { _ in purgeSeconds(2_000) / purgeSeconds(500) }
    #expect(ratios.contains { $0 < 8 }, "\(ratios)")
  }
}
