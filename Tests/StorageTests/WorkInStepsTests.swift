import Ledger
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage

/// What goes through all of a space or an account does so in parts, and forgets nothing at their borders.
@Suite struct WorkInStepsTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/woodshed.db" }

  /// Rows that are purged, and one whose value is written again and again.
  private func fill(_ rows: Int, _ values: Int) throws {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    #expect(try store.add(Account(id: .onlyOwner, login: nil, madeAt: start)))
    var device = Device(1)
    let kept = device.newRow()
    var (changes, last) = ([Change](), Stamp?.none)
    for number in 0..<max(rows, values) {
      if number < values {
        changes += device.set(kept, 9, "\(number)", base: last)
        last = changes.last?.stamp
      }
      if number < rows {
        let row = device.newRow()
        changes += device.set(row, 9, "goes") + device.purge(row)
      }
    }
    for first in stride(from: 0, to: changes.count, by: 4_000) {
      try store.push(Array(changes[first..<min(first + 4_000, changes.count)]))
    }
  }

  @Test(arguments: [
    (0, 0), (1, 2), (Database.lookedAtOnce, Database.lookedAtOnce + 1),
    (2 * Database.lookedAtOnce + 1, 3 * Database.lookedAtOnce),
  ])
  func forgetsAStretchAtATime(rows: Int, values: Int) throws {
    try fill(rows, values)
    var database = try Database.openStore(at: path, for: .writing)
    let all = try database.openHeader(of: .own)
    func forget(at now: Int64) throws -> Int {
      let work = ForgetInSteps(in: .own, now: now)
      for count in 1... {
        let step = try database.inTransaction("BEGIN") { database throws(SQLiteError) in
          try work.step(&database)
        }
        if case .done = step { return count }
      }
      return 0
    }
    _ = try forget(at: start + Horizon.history)
    #expect(try database.header(of: .own) == all, "not yet")
    let steps = try forget(at: start + Horizon.history + 1)
    #expect(steps >= 3 + rows / Database.lookedAtOnce + (values - 1) / Database.lookedAtOnce)
    let page = try #require(
      try database.page(of: .own, since: 0, byteLimit: 1 << 30, now: start))
    #expect(page.page.cells.count == min(values, 1))
    #expect(rows == 0 ? page.header == all : page.header.minSequence > 0)
    if let row = page.page.cells.first?.row {
      #expect(try database.history(of: [row], in: .own).isEmpty)
    }
  }

  @Test func anAccountIsErasedInParts() throws {
    try fill(700, 700)
    var database = try Database.openStore(at: path, for: .writing)
    var steps = 0
    while try database.eraseSome(of: .onlyOwner) { steps += 1 }
    // 699 superseded values, 701 cells, 700 purged rows.
    #expect(steps == 3 * 3)
    #expect(try database.account(.onlyOwner) != nil, "until the end, it can be erased again")
  }
}
