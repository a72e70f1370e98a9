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
    /// An action of cells, and then the row is deleted for good.
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
      case .purge: device.set(row, fields) + device.purge(row)
      }
    let before = database.stepCount
    try take(changes, &database)
    return database.stepCount - before
  }

  private func take(_ changes: [Change], _ database: inout Database) throws {
    let epoch = try database.openHeader(of: .own).epoch
    let push = Push(epoch: epoch, cursor: 0, pulledAt: 0, changes: changes)
    let work = PushInSteps(push, to: .own, by: nil, now: start)
    while true {
      let step = try database.inTransaction("BEGIN") { database throws(SQLiteError) in
        try work.step(&database)
      }
      guard case .done(let progress) = step else { continue }
      let reply = try #require(progress.reply)
      #expect(reply.status == .ok && reply.held == changes.map { _ in true })
      return
    }
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
