import CSQLite
import Ledger
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage

/// What a push costs in SQLite, counted in the steps of its virtual machine: they grow with the push, whatever its row holds.
@Suite struct PushStepsTests {
  enum Form: CaseIterable {
    /// An action that adds cells to a new row.
    case newCells
    /// An action over cells of another device that its author did not know: each is told as a conflict.
    case concurrent
    /// Ten cells, again and again: many actions, in many parts.
    case fewCells
    /// An action of cells, and then, in a push of its own, the row is deleted for good.
    case purge
  }

  /// How many steps a push of so many changes to one row takes.
  private func steps(_ form: Form, _ count: Int) throws -> Int {
    let folder = TemporaryFolder()
    let path = folder.path + "/woodshed.db"
    try SQLiteStore(path: path).close()
    var database = try Database.openStore(at: path, for: .writing)
    var (device, other) = (Device(1), Device(2))
    let row = device.newRow()
    let fields = (1...count).map { (UInt64($0), Value.text("here")) }
    if form == .concurrent { try take(other.set(row, fields.map { ($0.0, .int(1)) }), &database) }
    let changes =
      switch form {
      case .newCells, .concurrent: device.set(row, fields)
      case .fewCells: fields.flatMap { device.set(row, $0.0 % 10 + 1, "here") }
      case .purge: device.set(row, fields)
      }
    let before = database.stepCount
    try take(changes, &database)
    if form == .purge { try take(device.purge(row), &database) }
    return database.stepCount - before
  }

  /// Applies a push; says how many steps of the virtual machine each of its own steps took.
  @discardableResult
  private func take(_ changes: [Change], _ database: inout Database) throws -> [Int] {
    let epoch = try database.openHeader(of: .own).epoch
    let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: changes)
    let work = PushInSteps(push, to: .own, by: nil, now: start)
    var counts: [Int] = []
    while true {
      let before = database.stepCount
      let step = try database.inTransaction("BEGIN") { database throws(SQLiteError) in
        try work.step(&database)
      }
      counts.append(database.stepCount - before)
      guard case .done(let progress) = step else { continue }
      let reply = try #require(progress.reply)
      #expect(reply.status == .ok && reply.held == changes.map { _ in true })
      return counts
    }
  }

  /// A row with a long past is purged a part at a time, with all that conflicts say about its past.
  @Test func aLongPastIsPurgedInParts() throws {
    func purge(after overwritings: Int) throws -> [Int] {
      let folder = TemporaryFolder()
      let path = folder.path + "/woodshed.db"
      try SQLiteStore(path: path).close()
      var database = try Database.openStore(at: path, for: .writing)
      func cells() throws -> [RowCell] {
        let found = try database.page(of: .own, since: 0, byteLimit: 1 << 30, now: start)
        return try #require(found).page.cells
      }
      var (device, other) = (Device(1), Device(2))
      let (row, rest) = (device.newRow(), device.newRow())
      try take(device.set(rest, 9, "stays"), &database)
      for number in 0..<overwritings {
        // Neither knows what the other writes, so that what loses is told.
        let number = Int64(number)
        try take(other.set(row, [(1, .int(number)), (2, .text("lost"))]), &database)
        try take(device.set(row, [(1, .int(-number - 1)), (2, .null)]), &database)
      }
      let before = try cells()
      #expect(before.contains { $0.kind == .conflict && !$0.isPurge })
      let counts = try take(device.purge(row), &database)
      let after = try cells()
      #expect(after.allSatisfy { $0.row == rest || $0.isPurge })
      #expect(try database.history(of: Array(Set(before.map(\.row))), in: .own).isEmpty)
      var digest = SpaceDigest()
      for cell in after { digest.add(cell) }
      #expect(try database.header(of: .own)?.digest == digest)
      return counts
    }
    let (short, long) = (try purge(after: 20), try purge(after: 1_500))
    #expect(short.count == 1 && long.count > 6_000 / HistoryTrim.limit)
    let (most, all) = (try #require(long.max()), long.reduce(0, +))
    print("a purge of 6,000 values: \(long.count) steps, the largest \(most) of \(all)")
    #expect(most < 100 * HistoryTrim.limit)
  }

  @Test(arguments: Form.allCases) func fourTimesTheChangesAreFourTimesTheSteps(form: Form) throws {
    // An action has no more than 500.
    let count = form == .fewCells ? 1_240 : 124
    let (small, large) = (try steps(form, count), try steps(form, 4 * count))
    #expect(small > 10 * count)
    #expect(large <= 5 * small, "\(small) steps, then \(large)")
  }
}

extension Database {
  /// How many steps the statements of this connection have taken.
  fileprivate var stepCount: Int {
    var count = 0
    var statement = sqlite3_next_stmt(handle, nil)
    while let next = statement {
      count += Int(sqlite3_stmt_status(next, SQLITE_STMTSTATUS_VM_STEP, 0))
      statement = sqlite3_next_stmt(handle, next)
    }
    return count
  }
}
