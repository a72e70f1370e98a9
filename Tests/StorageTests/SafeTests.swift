import Foundation
import Ledger
import SQLiteStorage
import Storage
import TestSupport
import Testing

/// Copies, checks and repairs of a store's file.
@Suite struct SafeTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/woodshed.db" }
  private var copy: String { folder.path + "/copy.db" }

  /// Fills a store with rows of some cells each, and closes it.
  @discardableResult
  private func fill(rows: Int, device number: UInt64 = 1) throws -> [RowCell] {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    var device = Device(number)
    for start in stride(from: 0, to: rows, by: 100) {
      var changes: [Change] = []
      for index in start..<min(start + 100, rows) {
        changes += device.set(
          device.newRow(), [(9, .text("a phrase \(index)")), (10, .int(Int64(index)))])
      }
      try store.push(changes)
    }
    // One value that was superseded.
    let cells = try store.cells()
    if let first = cells.first(where: { $0.cell.value == .int(0) }) {
      let base = first.cell.stamp
      try store.push(device.set(first.row, 9, "another phrase", base: base))
    }
    return try store.cells()
  }

  private func cells(at path: String) throws -> [RowCell] {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    return try store.cells()
  }

  @Test func copiesWhatWasKeptWhenItBegan() throws {
    try fill(rows: 3_000)
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let before = try store.cells()
    let stop = DispatchSemaphore(value: 0)
    let writing = Thread {
      var device = Device(2)
      while stop.wait(timeout: .now()) == .timedOut {
        _ = try? store.push(device.set(device.newRow(), 9, "meanwhile"))
      }
      stop.signal()
    }
    writing.start()
    try SQLiteCopy.make(of: path, at: copy)
    stop.signal()
    let report = try SQLiteCheck.report(on: copy, isStill: true)
    #expect(report.problems == [])
    #expect(report.cellCount >= before.count)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.hasPrefix("copy.db-") })
    #expect(Set(before).isSubset(of: try cells(at: copy)))
  }

  @Test func copiesGrants() throws {
    let guest = AccountID(Bits128(high: 3, low: 7))
    do {
      let store = try SQLiteStore(path: path)
      defer { store.close() }
      for id in [.onlyOwner, guest] {
        #expect(try store.add(Account(id: id, login: nil, madeAt: start)))
      }
      _ = try store.give(Grant(.reader, kinds: [KindID(13)]), label: "a guest", in: .own, to: guest)
      try SQLiteCopy.make(of: path, at: copy)
    }
    let report = try SQLiteCheck.report(on: copy, isStill: true)
    #expect(report.problems == [] && report.grantCount == 1)
    let (one, other) = (try SQLiteStore(path: path), try SQLiteStore(path: copy))
    defer {
      one.close()
      other.close()
    }
    #expect(try one.grants(in: .own) == other.grants(in: .own))
    #expect(try one.grants(to: guest) == other.grants(to: guest))
  }

  @Test func neverCopiesOverAFile() throws {
    try fill(rows: 1)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: copy))
    #expect(throws: StorageError.self) { try SQLiteCopy.make(of: path, at: copy) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == Data("mine".utf8))
  }

  @Test func findsAStoreSoundAndSaysWhatIsInIt() throws {
    try fill(rows: 50)
    let report = try SQLiteCheck.report(on: path)
    #expect(report.problems == [])
    #expect(report.remarks == [])
    #expect(report.cellCount == 100)
    #expect(report.spaces.map(\.place) == [.own])
  }

  /// Changes the file behind the store's back.
  private func spoil(_ sql: StaticString) throws {
    var database = try Database.open(path, for: .writing)
    try database.run(sql)
  }

  static let damages: [(StaticString, StoreProblem)] = [
    ("UPDATE space SET digest = zeroblob(2048)", .digest(.own)),
    ("UPDATE cell SET val = x'0301' WHERE seq = 3", .digest(.own)),
    ("DELETE FROM cell WHERE seq = 7", .digest(.own)),
    ("UPDATE space SET last_seq = 4", .sequence(.own)),
    ("UPDATE space SET min_seq = 400", .minimum(.own)),
    ("UPDATE cell SET seq = 0 WHERE seq = 3", .sequence(.own)),
    ("UPDATE cell SET space = zeroblob(16) WHERE seq = 3", .orphans(table: "cell", count: 1)),
    (
      "INSERT INTO stub SELECT account, space, rid, seq, 0 FROM cell WHERE seq = 3",
      .orphans(table: "stub", count: 1)
    ),
    (
      "INSERT INTO signin VALUES (zeroblob(16), zeroblob(32), 1, x'', 0, 0, 0)",
      .orphans(table: "signin", count: 1)
    ),
    ("INSERT INTO login VALUES (zeroblob(32), zeroblob(16))", .orphans(table: "login", count: 1)),
    (
      "INSERT INTO grant_out VALUES (zeroblob(16), zeroblob(16), zeroblob(16), 1, x'', 0, 0, 1, x'', 0)",
      .orphans(table: "grant_out", count: 1)
    ),
    (
      "INSERT INTO grant_out VALUES (zeroblob(16), zeroblob(16), zeroblob(16), 4, x'', 0, 0, 1, x'', 0)",
      .malformed(table: "grant_out", count: 1)
    ),
    ("UPDATE hist SET at_ms = 5 WHERE seq = 1", .damaged(.own, table: "hist", count: 1)),
    ("UPDATE cell SET sum = sum + 1 WHERE seq < 4", .damaged(.own, table: "cell", count: 2)),
    ("UPDATE space SET epoch = epoch + 1", .damaged(.own, table: "space", count: 1)),
    (
      "INSERT INTO grant_in VALUES (zeroblob(16), zeroblob(16), zeroblob(16), 1, 0)",
      .orphans(table: "grant_in", count: 1)
    ),
    (
      "INSERT INTO published VALUES (x'3030303030303030303030303030303030303030', zeroblob(16), x'00112233445566778899aabbccddeeff', zeroblob(16), 1, 0, 48)",
      .orphans(table: "published", count: 1)
    ),
    (
      "INSERT INTO published VALUES (zeroblob(20), zeroblob(16), zeroblob(16), zeroblob(16), 1, 0, 48)",
      .malformed(table: "published", count: 1)
    ),
  ]

  @Test(arguments: 0..<damages.count)
  func findsDamage(number: Int) throws {
    try fill(rows: 20)
    let (sql, problem) = Self.damages[number]
    try spoil(sql)
    let report = try SQLiteCheck.report(on: path)
    #expect(report.problems.contains(problem), "\(sql): \(report.problems)")
  }

  @Test func remarksOnCellsOfOtherKinds() throws {
    try fill(rows: 20)
    try spoil("UPDATE cell SET tbl = tbl + 1 WHERE seq = 3")
    let report = try SQLiteCheck.report(on: path)
    #expect(report.remarks == [.mixedKinds(rows: 1)])
  }

  @Test func repairsWhatFollowsFromTheCells() throws {
    let cells = try fill(rows: 20)
    let epoch = try SQLiteCheck.report(on: path).spaces[0].header.epoch
    try spoil("UPDATE space SET digest = zeroblob(2048), last_seq = 4")
    try spoil("INSERT INTO signin VALUES (zeroblob(16), zeroblob(32), 1, x'', 0, 0, 0)")
    try spoil("INSERT INTO grant_in VALUES (zeroblob(16), zeroblob(16), zeroblob(16), 1, 0)")
    try spoil(
      "INSERT INTO published VALUES (x'3030303030303030303030303030303030303030', zeroblob(16), x'00112233445566778899aabbccddeeff', zeroblob(16), 1, 0, 48)"
    )
    #expect(
      try SQLiteRepair.repair(path) == [
        .headerReckoned(.own), .signInsRemoved, .grantsRemoved, .publicationsRemoved,
      ])
    let report = try SQLiteCheck.report(on: path)
    #expect(report.problems == [])
    #expect(report.spaces[0].header.epoch != epoch)
    #expect(try self.cells(at: path) == cells)
    #expect(try SQLiteRepair.repair(path) == [])
  }

  @Test func doesNotRepairWhatAServerHasOpen() throws {
    try fill(rows: 1)
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    #expect(throws: StorageError.taken) { try SQLiteRepair.repair(path) }
  }

  @Test func refusesToJudgeAStoreOfALaterProgram() throws {
    try fill(rows: 1)
    try spoil("UPDATE version SET version = 99")
    #expect(throws: StorageError.self) { try SQLiteCheck.report(on: path) }
  }

  @Test func handsRowsOutAFewAtATime() throws {
    let cells = try fill(rows: 25)
    var rows: [Row] = []
    var sizes: [Int] = []
    try SQLiteRows.read(.own, of: path, rowsAtATime: 10) {
      #expect($0.isEmpty)
    } take: { some in
      rows += some
      sizes.append(some.count)
      return true
    }
    #expect(sizes == [10, 10, 5])
    #expect(rows == Table(cells).rows.sortedByID())
  }

  /// A damaged file is found so, or reads as it was; nothing traps.
  @Test func flippedBitsAndCutFilesAreFoundOrDoNoHarm() throws {
    let cells = Set(try fill(rows: 400))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = RandomBits(seed: 200)
    var unsound = 0
    for number in 0..<200 {
      var bytes = whole
      if number % 10 == 9 {
        bytes = bytes.prefix(random.below(bytes.count))
      } else {
        let place = random.below(bytes.count)
        bytes[place] ^= 1 << UInt8(random.below(8))
      }
      try bytes.write(to: URL(fileURLWithPath: copy))
      guard let report = try? SQLiteCheck.report(on: copy, isStill: true) else {
        unsound += 1
        continue
      }
      guard report.isSound, report.remarks.isEmpty else {
        unsound += 1
        continue
      }
      var read: Set<RowCell> = []
      try SQLiteRows.read(.own, of: copy) { _ in
      } take: { rows in
        for row in rows {
          for cell in row.cells { read.insert(RowCell(row: row.id, kind: row.kind, cell: cell)) }
        }
        return true
      }
      #expect(read == cells, "flip \(number) of a store that was called sound")
    }
    #expect(unsound > 60)
  }
}
