import HTTP
import Ledger
import Platform
import Storage
import TestSupport
import Testing

@testable import Server

/// Requests that are held until something is new.
@Suite struct WatchesTests {
  /// A request on a thread of its own.
  private final class Held: Sendable {
    let answer = Monitor<Response?>(nil)

    init(_ desk: SyncDesk, since: UInt64, device: Int = 0) {
      let answer = answer
      _ = Thread {
        let response = desk.ask(
          .get, desk.path("watch?since=\(since)&device=\(device)"))
        answer.change { $0 = response }
      }
    }

    /// What came within five seconds.
    func response() throws -> Response { try #require(answer.wait(milliseconds: 5_000) { $0 }) }

    var isWaiting: Bool { answer.change { $0 == nil } }
  }

  private func page(_ response: Response, _ desk: SyncDesk) throws -> PullPage {
    guard case .pull(let page) = try desk.frame(of: response).body else {
      throw SyncDesk.Unexpected()
    }
    return page
  }

  @Test func whatIsNewAlreadyIsAnsweredAtOnce() throws {
    let desk = try SyncDesk()
    _ = try desk.push(desk.changes(3))
    let page = try page(desk.ask(.get, desk.path("watch?since=0")), desk)
    #expect(page.cells.count == 3 && page.to == 3)
    #expect(desk.watches.count == 0)
  }

  /// Watches are not counted among an account's requests, so that their answers are small.
  @Test func whatIsMuchIsLeftToAPull() throws {
    let desk = try SyncDesk()
    _ = try desk.push(desk.changes(300))
    let many = try page(desk.ask(.get, desk.path("watch?since=0")), desk)
    #expect(many.cells.isEmpty && many.hasMore && many.to == 0 && many.digest == 0)
    #expect(try page(desk.ask(.get, desk.path("pull?since=0")), desk).cells.count == 300)
    var large = desk.changes(1, at: 7)
    large[0].cell.cell.value = .text(String(repeating: "a", count: 20_000))
    _ = try desk.push(large)
    let news = try page(desk.ask(.get, desk.path("watch?since=300")), desk)
    #expect(news.cells.isEmpty && news.hasMore && news.from == 300 && news.to == 300)
    #expect(try page(desk.ask(.get, desk.path("pull?since=300")), desk).cells == large.map(\.cell))
  }

  @Test func anAnswerWaitsUntilSomethingIsNew() throws {
    let desk = try SyncDesk()
    _ = try desk.push(desk.changes(3))
    let held = Held(desk, since: 3)
    #expect(waitUntil { desk.watches.count == 1 })
    #expect(held.isWaiting)
    _ = try desk.push(desk.changes(2, at: 5))
    let page = try page(held.response(), desk)
    #expect(page.cells.count == 2 && page.from == 3 && page.to == 5)
    #expect(waitUntil { desk.watches.count == 0 })
  }

  @Test func aDeviceWatchesOnce() throws {
    let desk = try SyncDesk()
    let first = Held(desk, since: 0)
    #expect(waitUntil { desk.watches.count == 1 })
    let second = Held(desk, since: 0)
    #expect(try page(first.response(), desk).cells.isEmpty)
    #expect(waitUntil { desk.watches.count == 1 })
    #expect(second.isWaiting)
    desk.watches.close()
    #expect(try page(second.response(), desk).cells.isEmpty)
  }

  @Test func copiesOfAProfileWatchBeside() throws {
    let desk = try SyncDesk()
    let one = Held(desk, since: 0, device: 1)
    let other = Held(desk, since: 0, device: 2)
    #expect(waitUntil { desk.watches.count == 2 })
    #expect(one.isWaiting && other.isWaiting)
    _ = try desk.push(desk.changes(1))
    #expect(try page(one.response(), desk).cells.count == 1)
    #expect(try page(other.response(), desk).cells.count == 1)
  }

  @Test func aServerThatStopsHoldsNothing() throws {
    let desk = try SyncDesk()
    let held = Held(desk, since: 0)
    #expect(waitUntil { desk.watches.count == 1 })
    desk.watches.close()
    #expect(try held.response().status == .ok)
    #expect(try page(desk.ask(.get, desk.path("watch?since=0")), desk).cells.isEmpty)
  }

  @Test func whoeverIsSignedOutMeanwhileIsToldNothing() throws {
    let desk = try SyncDesk()
    let held = Held(desk, since: 0)
    #expect(waitUntil { desk.watches.count == 1 })
    let owner = try #require(try desk.store.signIns(of: .onlyOwner).first)
    try desk.store.endSignIns(.one(owner.id), of: .onlyOwner)
    desk.watches.changed(SyncDesk.owned)
    #expect(try held.response().status == .unauthorized)
  }

  @Test func otherPlacesAreNotWoken() throws {
    let watches = Watches()
    let mine = Place(.onlyOwner, .own(of: .onlyOwner))
    let other = Place(AccountID(Bits128(high: 7, low: 7)), .own(of: .onlyOwner))
    let watch = watches.begin(at: mine, by: Watches.Watcher(signIn: 1))
    watches.changed(other)
    #expect(watches.count == 1)
    watches.end(watch)
    #expect(watches.count == 0)
  }

  @Test func oneAccountHoldsOnlySoMany() throws {
    let watches = Watches()
    let place = Place(.onlyOwner, .own(of: .onlyOwner))
    let first = watches.begin(at: place, by: Watches.Watcher(signIn: 0))
    for device in 1...UInt64(Watches.placeLimit) {
      _ = watches.begin(at: place, by: Watches.Watcher(signIn: 0, device: device))
    }
    #expect(watches.count == Watches.placeLimit)
    // The oldest was answered; this would wait for a minute otherwise.
    first.wait(milliseconds: 60_000)
  }

  @Test func heldRequestsLeaveRoomForOthers() throws {
    var limits = SyncDesk.noLimits
    limits.parallel = 1
    let desk = try SyncDesk(limits: limits)
    let held = Held(desk, since: 0)
    #expect(waitUntil { desk.watches.count == 1 })
    #expect(try desk.push(desk.changes(1)).status == .ok)
    #expect(try page(held.response(), desk).cells.count == 1)
  }
}
