import Foundation
import HTTP
import Ledger
import Platform
import PostgresStorage
import SQLiteStorage
import Storage
import TestSupport
import Testing

@testable import Server

/// A server whose clock is wrong for a while.
@Suite struct ClockTests {
  private static let day: Int64 = 86_400_000

  /// A desk whose server has run for three hours, on either store.
  private func desk(_ database: String) throws -> SyncDesk {
    let store: (any ServerStore)? =
      database == "postgres"
      ? try PostgresStore(url: PostgresServer.shared().makeDatabase()) : nil
    let desk = try SyncDesk(store: store)
    let rounds = desk.housekeeping()
    for _ in 0..<3 {
      desk.pass(milliseconds: 3_600_000)
      rounds.hourly()
    }
    return desk
  }

  private func history(at desk: SyncDesk, of row: RowID) throws -> Int {
    try desk.store.wholeHistory(of: row, in: Place(.onlyOwner, desk.space)).count
  }

  /// Writes a value and then another over it, so that there is something to forget.
  private func overwrite(at desk: SyncDesk) throws -> RowID {
    let first = desk.changes(1)
    #expect(try desk.push(first).status == .ok)
    let time = HybridTime(milliseconds: SyncDesk.now + 5)
    let cell = Cell(
      field: first[0].key.field, stamp: Stamp(time, DeviceID(1)), value: .text("later"))
    let change = Change(
      RowCell(row: first[0].key.row, kind: .settings, cell: cell), base: first[0].stamp)
    #expect(try desk.push([change]).status == .ok)
    return first[0].key.row
  }

  /// A file that no row refers to.
  private func keepFile(at desk: SyncDesk) throws -> BlobName {
    let name = try #require(BlobName(bytes: [UInt8](repeating: 3, count: 32)))
    let upload = UploadID(Bits128(high: 1, low: 2))
    let blob = Blob(
      account: .onlyOwner, name: name, byteCount: 9, mimeType: "audio/flac",
      state: .arriving(upload), receivedAt: desk.now)
    #expect(try desk.store.admit(blob, within: BlobQuota()) == .added)
    #expect(try desk.store.finish(upload, of: .onlyOwner, now: desk.now))
    return name
  }

  /// 500 days ahead for an hour and a day, with every round of the housekeeping: nothing is forgotten, nobody is
  /// signed out, and what is asked meanwhile is answered.
  @Test(arguments: ["sqlite", "postgres"])
  func aClockAheadForgetsNothing(database: String) throws {
    let desk = try desk(database)
    let rounds = desk.housekeeping()
    let cookie = try desk.signUp("anna")
    let row = try overwrite(at: desk)
    let invitation = try desk.tickets.issue(.invitation, now: desk.clock.now)
    let file = try keepFile(at: desk)
    desk.setClock(ahead: 500 * Self.day)
    #expect(desk.clock.isSuspect)
    for _ in 0..<25 {
      rounds.hourly()
      desk.pass(milliseconds: 3_600_000)
    }
    #expect(desk.ask(.get, "/v1/account", as: .cookie(cookie)).status == .ok)
    let during = try desk.cookie(in: desk.signIn("anna"))
    #expect(desk.ask(.get, "/v1/account", as: .cookie(during)).status == .ok)
    #expect(try history(at: desk, of: row) == 1)

    desk.setClock(ahead: -500 * Self.day)
    #expect(desk.clock.isSteady)
    rounds.hourly()
    #expect(try history(at: desk, of: row) == 1)
    for cookie in [cookie, during] {
      #expect(desk.ask(.get, "/v1/account", as: .cookie(cookie)).status == .ok)
    }
    let ticket = try desk.tickets.ticket(for: invitation, .invitation, now: desk.clock.now)
    #expect(ticket != nil)
    #expect(try desk.store.blob(file, of: .onlyOwner) != nil)
    // And what is past its time is forgotten in the end.
    desk.pass(milliseconds: Horizon.history)
    rounds.hourly()
    #expect(try history(at: desk, of: row) == 0)
    #expect(try desk.store.blob(file, of: .onlyOwner) == nil)
  }

  /// A server that is started while the clock is ahead cannot know better: it keeps everything, and what is made
  /// then is worth nothing afterwards.
  @Test func aStartWithAClockAheadForgetsNothing() throws {
    let desk = try desk("sqlite")
    let cookie = try desk.signUp("anna")
    let account = AccountID(try #require(Bits128(hex: String(cookie.prefix(32)))))
    let row = try overwrite(at: desk)
    let token = try desk.tickets.issue(.invitation, now: desk.now)
    let bad = desk.now + 500 * Self.day
    let log = EventLog(descriptor: -1)
    let clock = try ServerClock(desk.store, log: log, wall: { bad }, elapsed: { 1 })
    #expect(clock.isSuspect && clock.now == bad)
    let rounds = HousekeepingRounds(
      desk.store, tickets: desk.tickets, blobs: nil, clock: clock, log: log, elapsed: { 1 })
    rounds.hourly()
    let sessions = Sessions(
      desk.store, origin: desk.origin, clock: { clock.now },
      isSteady: { clock.isSteady })
    let request = Request(
      .get, "/", headers: ["Cookie": "\(desk.origin.sessionCookieName)=\(cookie)"], body: [],
      peer: .loopback)
    #expect(try sessions.find(request) == nil)
    let made = try sessions.begin(account, device: "made by a wrong clock", for: request).signIn
    let badToken = try desk.tickets.issue(.invitation, now: bad)

    #expect(desk.ask(.get, "/v1/account", as: .cookie(cookie)).status == .ok)
    #expect(try history(at: desk, of: row) == 1)
    #expect(!made.isValid(at: desk.now) && !made.isProved(at: desk.now))
    #expect(try desk.tickets.ticket(for: token, .invitation, now: desk.now) != nil)
    #expect(try desk.tickets.ticket(for: badToken, .invitation, now: desk.now) == nil)
    #expect(try desk.store.seenTime()?.trusted ?? 0 <= desk.now)
    desk.pass(milliseconds: Self.day)
    desk.housekeeping().hourly()
    #expect(try desk.store.signIns(of: account).map(\.id).contains(made.id) == false)
    log.close()
  }

  @Test func aUseInTheNearFutureIsNotedAnew() throws {
    let desk = try SyncDesk()
    let cookie = try desk.signUp("anna")
    desk.pass(milliseconds: 40 * Self.day / 2)
    desk.setClock(ahead: 5 * Self.day)
    #expect(desk.ask(.get, "/v1/account", as: .cookie(cookie)).status == .ok)
    desk.setClock(ahead: -5 * Self.day)
    #expect(desk.ask(.get, "/v1/account", as: .cookie(cookie)).status == .ok)
    let account = AccountID(try #require(Bits128(hex: String(cookie.prefix(32)))))
    #expect(try desk.store.signIns(of: account).map(\.seenAt) == [desk.now])
  }

  @Test func theOperatorIsTold() throws {
    let pipe = Pipe()
    let desk = try SyncDesk(logDescriptor: pipe.fileHandleForWriting.fileDescriptor)
    let rounds = desk.housekeeping()
    let gauges = Gauges(of: rounds)
    #expect(gauges["woodshed_clock_suspect"] == 0)
    desk.setClock(ahead: 500 * Self.day)
    #expect(gauges["woodshed_clock_suspect"] == 1)
    rounds.hourly()
    desk.setClock(ahead: -1_000 * Self.day)
    #expect(gauges["woodshed_clock_suspect"] == 1)
    desk.housekeeping().hourly()
    desk.setClock(ahead: 500 * Self.day)
    #expect(gauges["woodshed_clock_suspect"] == 0)
    _ = desk.clock.look()
    desk.closeLog()
    try pipe.fileHandleForWriting.close()
    let text = try String(
      decoding: #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    #expect(text.contains("level=warning event=clock-suspect ahead-days=500"))
    #expect(text.contains("level=warning event=clock-suspect behind-days=500"))
    #expect(text.contains("level=info event=clock-steady"))
  }

  /// Once when the clock jumps, and again with each daily round while it is not trusted.
  @Test func theOperatorIsToldDaily() throws {
    let pipe = Pipe()
    let desk = try SyncDesk(logDescriptor: pipe.fileHandleForWriting.fileDescriptor)
    let rounds = desk.housekeeping()
    rounds.hourly()
    desk.setClock(ahead: 500 * Self.day)
    #expect(desk.clock.isSuspect)
    for _ in 0..<71 {
      desk.pass(milliseconds: 3_600_000)
      rounds.hourly()
    }
    #expect(desk.clock.isSuspect)
    desk.closeLog()
    try pipe.fileHandleForWriting.close()
    let text = try String(
      decoding: #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("event=clock-suspect") }
    // The jump, and the ends of the first and the second day.
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.contains("level=warning event=clock-suspect ahead-days=500") })
  }

  @Test func aDelayIsCountedFromNowWhenTheClockIsSetBack() {
    var rate = LoginRate()
    let key = LoginKey("anna")
    let future = SyncDesk.now + 500 * Self.day
    for _ in 0..<LoginRate.freeFailures {
      #expect(rate.attempt(key, from: .loopback, now: future) == nil)
    }
    #expect(rate.attempt(key, from: .loopback, now: SyncDesk.now) == LoginRate.firstDelay)
    #expect(
      rate.attempt(key, from: .loopback, now: SyncDesk.now + LoginRate.firstDelay) == nil)
  }
}
