import Foundation
import HTTP
import Ledger
import Platform
import SQLiteStorage
import Storage
import TestSupport
import Testing

@testable import Server

/// A server whose store has damaged rows.
@Suite struct ServedDamageTests {
  private let folder = TemporaryFolder()

  /// A damaged value in the housekeeping's rounds and in answers: it is told, and nothing of its space is forgotten.
  @Test func isToldAndForgetsNothing() throws {
    let path = folder.path + "/damaged.db"
    let pipe = Pipe()
    let desk = try SyncDesk(
      logDescriptor: pipe.fileHandleForWriting.fileDescriptor, store: SQLiteStore(path: path))
    let first = desk.changes(2)
    #expect(try desk.push(first).status == .ok)
    let time = HybridTime(milliseconds: SyncDesk.now + 5)
    let cell = Cell(
      field: first[0].key.field, stamp: Stamp(time, DeviceID(1)), value: .text("later"))
    let change = Change(
      RowCell(row: first[0].key.row, kind: .settings, cell: cell), base: first[0].stamp)
    #expect(try desk.push([change]).status == .ok)
    let place = Place(.onlyOwner, desk.space)
    let rounds = desk.housekeeping()
    let gauges = Gauges(of: rounds)
    rounds.hourly()
    do {
      var database = try Database.open(path, for: .writing)
      try database.run("UPDATE cell SET dev = dev + 1 WHERE seq = 2")
    }
    #expect(gauges["woodshed_damaged_rows"] == 0 && gauges["woodshed_damaged_rows_met"] == 0)
    guard case .pull(let page) = try desk.frame(of: desk.ask(.get, desk.path("pull?since=0"))).body
    else { throw SyncDesk.Unexpected() }
    #expect(page.cells == [change.cell])
    // The answer met it, and the look at night will find it.
    #expect(gauges["woodshed_damaged_rows"] == 0 && gauges["woodshed_damaged_rows_met"] == 1)
    #expect(desk.ask(.get, desk.path("at?seq=3")).status == .unavailable)
    #expect(try desk.push(desk.changes(1, at: 9)).status == .ok)

    desk.pass(milliseconds: Horizon.history + 1)
    rounds.hourly()
    #expect(gauges["woodshed_damaged_rows"] == 1)
    #expect(try desk.store.wholeHistory(of: first[0].key.row, in: place).count == 1)
    desk.store.close()
    _ = try SQLiteRepair.repair(path)
    let mended = try SyncDesk(store: SQLiteStore(path: path))
    mended.pass(milliseconds: Horizon.history + 1)
    let after = mended.housekeeping()
    after.hourly()
    #expect(Gauges(of: after)["woodshed_damaged_rows"] == 0)
    #expect(try mended.store.wholeHistory(of: first[0].key.row, in: place).isEmpty)
    desk.closeLog()
    try pipe.fileHandleForWriting.close()
    let text = try String(
      decoding: #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    #expect(text.contains("level=error event=damaged-rows space=\(place.words) table=cell count=1"))
  }

  /// What the nightly check finds without a single damaged row: a missing one, and entries that contradict each other.
  @Test(
    arguments: [
      ("DELETE FROM cell WHERE seq = 2", "missing-rows"), ("DELETE FROM login", "damaged-store"),
    ] as [(StaticString, String)])
  func whatDoesNotAddUpIsTold(sql: StaticString, event: String) throws {
    let path = folder.path + "/damaged.db"
    let pipe = Pipe()
    let desk = try SyncDesk(
      logDescriptor: pipe.fileHandleForWriting.fileDescriptor, store: SQLiteStore(path: path))
    _ = try desk.signUp("anna")
    #expect(try desk.push(desk.changes(2)).status == .ok)
    do {
      var database = try Database.open(path, for: .writing)
      try database.run(sql)
    }
    let rounds = desk.housekeeping()
    rounds.hourly()
    #expect(Gauges(of: rounds)["woodshed_damaged_rows"] == 1)
    desk.closeLog()
    try pipe.fileHandleForWriting.close()
    let text = try String(
      decoding: #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains(" level=error event=") }
    let line = try #require(lines.first)
    #expect(lines.count == 1 && line.contains(" event=\(event) "))
    #expect(line.hasSuffix(" do=\"stop the server and run `woodshed check`\""))
    let space = " space=\(Place(.onlyOwner, desk.space).words) "
    #expect(line.contains(space) == (event == "missing-rows"))
  }
}
