import Program
import Testing

@testable import Domain
@testable import Ledger
@testable import RoomKit
@testable import Rooms
@testable import SessionsRoom

/// Catalogues that others publish: from the link to the first send, without a network, with the walls set anew meanwhile.
@Suite struct PublishedTests {
  private static let id = "0123456789abcdefghjk"
  private static let link = "/sessions/published/\(id)"

  /// A server with one catalogue, that can be set anew, ended, or broken.
  private final class Publisher {
    var names = ["Crimps", "Sloper", "Mantle"]
    var removed: Set<String> = []
    var version = 1
    var status = 200
    var body: [UInt8]?
    private(set) var asked: [String] = []

    func answer(_ request: FetchRequest) -> (status: Int, body: [UInt8])? {
      guard request.path.hasPrefix("/v1/catalogues/") else { return nil }
      asked.append(request.path)
      return (status, body ?? page(isWhole: !request.path.contains("since=")))
    }

    private func page(isWhole: Bool) -> [UInt8] {
      let items = names.enumerated().map { place, name in
        JSON.object(
          [
            .init("id", .string(PublishedTests.item(place).bits.hex)), .init("name", .string(name)),
            .init("place", .string(Bits128(high: 5, low: 1).hex)),
            .init("grade", .string("V\(place + 3)")), .init("liveFrom", .string("2025-01-01")),
          ] + (removed.contains(name) ? [.init("out", .string("2025-11-13"))] : []))
      }
      return JSON.object([
        .init("version", .string("0000000000000001-\(version)")),
        .init("whole", .bool(isWhole)), .init("count", .int(Int64(names.count))),
        .init(
          "catalogue",
          .object([
            .init("id", .string(Bits128(high: 5, low: 9).hex)),
            .init("name", .string("Boulder Hall")), .init("words", .string("climbs")),
            .init("scale", .string("v")),
          ])),
        .init(
          "places",
          .array([
            .object([
              .init("id", .string(Bits128(high: 5, low: 1).hex)), .init("name", .string("Cave")),
            ])
          ])), .init("tags", .array([])), .init("items", .array(items)), .init("gone", .array([])),
      ]).bytes
    }
  }

  private static func item(_ place: Int) -> RowID {
    RowID(Bits128(high: 5, low: 100 + UInt64(place)))
  }

  private func desk(_ publisher: Publisher, _ drawer: Desk.Drawer = Desk.Drawer()) -> Desk {
    Desk(Self.link, drawer: drawer, server: publisher.answer)
  }

  private func send(_ messages: Sessions.Message..., to desk: Desk) {
    for message in messages { desk.send(.sessions(message)) }
  }

  private func state(_ desk: Desk) -> Sessions.State { desk.state.sessions }

  private var subscription: RowID { PublishedCatalogue.subscription(to: Self.id) }

  @Test func fromTheLinkToTheFirstSendAndOfflineAgain() throws {
    let publisher = Publisher()
    let drawer = Desk.Drawer()
    let desk = desk(publisher, drawer)
    #expect(desk.html.contains("Boulder Hall") && desk.html.contains("3 climbs"))
    send(.published(.subscribed), to: desk)
    #expect(state(desk).catalogue?.id == subscription)
    #expect(state(desk).standing?.items.map { $0.name } == ["Crimps", "Mantle", "Sloper"])
    send(.first(.skipped), .started(plan: nil), .tapped(Self.item(0), .send), to: desk)
    #expect(state(desk).index.tries.values.first?.name == "Crimps")
    send(.endTapped, to: desk)

    // Without a network the copy on this device is what it was.
    let later = Desk("/sessions", drawer: drawer, server: { _ in (0, []) })
    #expect(state(later).standing?.items.count == 3)
    #expect(later.html.contains("Boulder Hall") || later.html.contains("Mantle"))
    later.send(.addressChanged(Sessions.Place.catalogue(subscription).path))
    #expect(later.html.contains("Updated just now"))
    #expect(!later.html.contains("Add several") && !later.html.contains("Rename"))
    later.send(.addressChanged(Sessions.Place.item(Self.item(0)).path))
    #expect(!later.html.contains(">Edit<"), "it is somebody else's")
  }

  @Test func wallsThatAreSetAnewInASessionTakeNothingOfIt() throws {
    let publisher = Publisher()
    let desk = desk(publisher)
    send(
      .published(.subscribed), .first(.skipped), .started(plan: nil),
      .tapped(Self.item(0), .attempt), to: desk)
    let before = state(desk).index.tries
    publisher.removed = ["Crimps"]
    publisher.names.append("Dyno")
    publisher.version = 2
    desk.milliseconds += Sessions.Library.age + 1_000
    send(.ticked, to: desk)
    #expect(publisher.asked.last?.contains("?since=0000000000000001-1") == true)
    #expect(state(desk).index.tries == before, "no byte of what was logged is another")
    #expect(state(desk).standing?.items.first { $0.name == "Crimps" }?.outAt == 20_405)
    #expect(state(desk).standing?.items.contains { $0.name == "Dyno" } == true)
    send(.tapped(Self.item(0), .send), to: desk)
    #expect(state(desk).index.tries.values.first?.count == 2)
  }

  /// If the page closes before the new copy is written, the old copy doesn't count as up to date.
  @Test func aCopyThatWasNotWrittenIsAskedForAgain() {
    let publisher = Publisher()
    let drawer = Desk.Drawer()
    let desk = desk(publisher, drawer)
    send(.published(.subscribed), .first(.skipped), to: desk)
    let opened = Desk("/sessions", drawer: drawer, server: publisher.answer)
    #expect(state(opened).standing?.items.count == 3)
    let count = publisher.asked.count
    drawer.isLeftEarly = true
    publisher.names.append("Dyno")
    publisher.version = 2
    send(.published(.asked(Self.id)), to: desk)
    #expect(state(desk).standing?.items.count == 4)
    let later = Desk("/sessions", drawer: drawer, server: publisher.answer)
    #expect(publisher.asked.count == count + 2)
    #expect(state(later).standing?.items.count == 4)
  }

  /// However recent the copy is: it may be that of a page that was left before it could write a newer one.
  @Test func anAppThatOpensAsksOnceAndAfterAFailureSoonAgain() {
    let publisher = Publisher()
    let drawer = Desk.Drawer()
    send(.published(.subscribed), .first(.skipped), to: desk(publisher, drawer))
    let count = publisher.asked.count
    let opened = Desk("/sessions", drawer: drawer, server: publisher.answer)
    #expect(publisher.asked.count == count + 1)
    publisher.status = 0
    opened.milliseconds += Sessions.Library.age + 1_000
    send(.ticked, to: opened)
    #expect(publisher.asked.count == count + 2)
    opened.milliseconds += Sessions.Library.patience / 2
    send(.ticked, to: opened)
    #expect(publisher.asked.count == count + 2)
    publisher.status = 200
    opened.milliseconds += Sessions.Library.patience
    send(.ticked, to: opened)
    #expect(publisher.asked.count == count + 3)
    opened.milliseconds += Sessions.Library.patience * 2
    send(.ticked, to: opened)
    #expect(publisher.asked.count == count + 3)
  }

  @Test(arguments: [
    (0, "can’t be reached"), (404, "may have stopped publishing it"), (500, "error 500"),
    (200, "isn’t a catalogue"),
  ])
  func aServerThatFailsIsToldAndCostsNothing(status: Int, words: String) {
    let publisher = Publisher()
    let desk = desk(publisher)
    send(.published(.subscribed), .first(.skipped), to: desk)
    (publisher.status, publisher.body) = (status, Array("<html>".utf8))
    desk.milliseconds += Sessions.Library.age + 1_000
    send(.published(.asked(Self.id)), to: desk)
    desk.send(.addressChanged(Sessions.Place.catalogue(subscription).path))
    #expect(desk.html.contains(words))
    #expect(desk.html.contains("Showing the saved copy."))
    #expect(state(desk).standing?.items.count == 3)

    // Whoever comes with the link is told as well.
    let stranger = Desk(Self.link, server: publisher.answer)
    #expect(stranger.html.contains(words) && stranger.html.contains("Try again"))
  }

  @Test func unsubscribingKeepsTheHistoryAndComesBack() {
    let publisher = Publisher()
    let desk = desk(publisher)
    send(
      .published(.subscribed), .first(.skipped), .started(plan: nil), .tapped(Self.item(1), .send),
      .endTapped, to: desk)
    send(.desk(.trashed(subscription)), to: desk)
    #expect(state(desk).index.items.isEmpty && state(desk).index.catalogues.isEmpty)
    #expect(state(desk).index.tries.values.map { $0.name } == ["Sloper"])
    desk.send(.undoTapped)
    #expect(state(desk).index.items.count == 3)
    send(.desk(.trashed(subscription)), to: desk)
    desk.send(.addressChanged(Self.link))
    send(.published(.subscribed), to: desk)
    #expect(state(desk).index.items.count == 3 && state(desk).index.catalogues.count == 1)
  }

  @Test func anAddressThatNamesNothingIsNotAPlace() {
    for name in ["", "x", "0123456789ABCDEFGHJK", "0123456789abcdefghjk0"] {
      #expect(Sessions.Place(path: "/sessions/published/\(name)") == nil)
    }
    #expect(Sessions.Place(path: Self.link) == .published(Self.id))
  }
}
