import HTTP
import Ledger
import Server
import Storage
import Testing

@testable import Domain

/// A published catalogue read as the app reads it, from what the server really answers.
@Suite struct CatalogueReadingTests {
  private struct NoCatalogue: Error {}

  /// Reads to the end; says how many pages that took.
  private func read(
    _ id: PublicationID, over old: PublishedCatalogue? = nil, from desk: SyncDesk
  ) throws -> (copy: PublishedCatalogue, pages: Int) {
    var reading = CatalogueReading(of: id.text, over: old)
    for page in 1...20 {
      let answer = desk.read(reading.path)
      try #require(answer.status == .ok)
      switch reading.take(answer.body.bytes) {
      case .more: continue
      case .done(let copy): return (copy, page)
      case .unreadable: throw NoCatalogue()
      }
    }
    throw NoCatalogue()
  }

  private func expect(_ copy: PublishedCatalogue, isLike gym: Gym) {
    #expect(copy.catalogue.name == gym.catalogue.name && copy.origin == gym.catalogue.id)
    #expect(copy.places.map { $0.name } == gym.walls.map { $0.name })
    #expect(copy.tags.map { $0.name } == ["Blue", "Red", "slab"])
    #expect(copy.tags.map { $0.colour } == [0x1E6FD9, 0xC62828, 0])
    for climb in gym.climbs {
      var mine = climb
      mine.note = ""
      var theirs = copy.items[climb.id]
      #expect(theirs?.catalogue == copy.catalogue.id)
      theirs?.catalogue = gym.catalogue.id
      #expect(theirs == mine)
    }
    #expect(copy.items.count == gym.climbs.count)
  }

  @Test func theWholeOfItThenWhatChanged() throws {
    let desk = try SyncDesk()
    var gym = Gym(climbs: 2_500)
    try desk.keep(gym.edits, at: 1)
    let id = try desk.publish(gym.catalogue.id)
    let first = try read(id, from: desk)
    #expect(first.pages == 3)
    expect(first.copy, isLike: gym)

    let nothing = try read(id, over: first.copy, from: desk)
    #expect(nothing.pages == 1 && nothing.copy.version == first.copy.version)

    let edits = gym.change(7) {
      ($0.name, $0.grade, $0.outAt, $0.tempo) = ("Ça — “glisse” 🧗", "V4/V5", 20_000, 7_250)
    }
    try desk.keep(edits, at: 2)
    let second = try read(id, over: first.copy, from: desk)
    #expect(second.pages == 1 && second.copy.version != first.copy.version)
    expect(second.copy, isLike: gym)

    // One goes to the trash, as whoever follows hears.
    try desk.keep(gym.climbs[3].trashing, at: 3)
    let third = try read(id, over: second.copy, from: desk)
    #expect(third.copy.items.count == 2_499 && third.copy.items[gym.climbs[3].id] == nil)
  }

  @Test func whatIsKeptOnTheDeviceIsTheSame() throws {
    let desk = try SyncDesk()
    let gym = Gym(climbs: 40)
    try desk.keep(gym.edits, at: 1)
    let copy = try read(try desk.publish(gym.catalogue.id), from: desk).copy
    let again = try #require(PublishedCatalogue(copy.bytes))
    expect(again, isLike: gym)
    #expect(again.version == copy.version && again.id == copy.id)
    #expect(again.catalogue == copy.catalogue)
  }

  /// Damaged files and answers are read as something or as nothing, and never end the program.
  @Test func damageIsNoTrap() throws {
    let desk = try SyncDesk()
    let gym = Gym(climbs: 5)
    try desk.keep(gym.edits, at: 1)
    let id = try desk.publish(gym.catalogue.id)
    let file = try read(id, from: desk).copy.bytes
    let page = desk.read("/v1/catalogues/\(id)").body.bytes
    var random = RandomBits(seed: 7)
    func damaged(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      for _ in 0...random.below(4) where !bytes.isEmpty {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.remove(at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      return bytes
    }
    for _ in 0..<4_000 {
      _ = PublishedCatalogue(damaged(file))
      var reading = CatalogueReading(of: id.text)
      _ = reading.take(damaged(page))
    }
  }

  @Test(
    arguments: [
      "", "{}", "[]", "<html>", #"{"version":"a-1","whole":true,"items":[],"gone":[]}"#,
      #"{"version":"a-1","whole":true,"items":7,"catalogue":{"id":"x"}}"#,
    ])
  func anAnswerThatIsNoCatalogueIsToldFromOne(text: String) {
    var reading = CatalogueReading(of: "0123456789abcdefghjk")
    guard case .unreadable = reading.take(Array(text.utf8)) else {
      Issue.record("\(text) was taken for a catalogue")
      return
    }
  }

  /// A server that leads elsewhere, or round and round, is not followed.
  @Test func pagesStayWithTheirCatalogueAndEnd() {
    func page(next: String) -> [UInt8] {
      Array(
        (#"{"version":"a-1","whole":true,"count":0,"items":[],"gone":[],"catalogue":{"id":""#
          + Bits128(high: 1, low: 2).hex + #"","name":"x"},"next":""# + next + "\"}").utf8)
    }
    let id = "0123456789abcdefghjk"
    var other = CatalogueReading(of: id)
    guard case .unreadable = other.take(page(next: "/v1/catalogues/other?after=1")) else {
      Issue.record("it went elsewhere")
      return
    }
    var circle = CatalogueReading(of: id)
    for _ in 0..<2_000 {
      if case .unreadable = circle.take(page(next: "/v1/catalogues/\(id)?after=1")) { return }
    }
    Issue.record("it never ended")
  }
}
