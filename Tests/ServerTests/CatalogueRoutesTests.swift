import Domain
import Foundation
import HTTP
import Ledger
import SQLiteStorage
import Storage
import TestSupport
import Testing

@testable import Server

/// Published catalogues over the interface, on both stores.
@Suite struct CatalogueRoutesTests {
  private func answer(_ json: JSON, _ name: String) -> [String] {
    json[name]?.array?.compactMap { $0.string ?? $0["id"]?.string } ?? []
  }

  @Test(arguments: StoreKind.allCases)
  func publishesIsReadAndEnds(kind: StoreKind) throws {
    let desk = try kind.desk()
    let gym = Gym()
    try desk.keep(gym.edits, at: 1)
    let id = try desk.publish(gym.catalogue.id)
    #expect(try desk.publish(gym.catalogue.id) == id)

    let response = desk.read("/v1/catalogues/\(id)")
    #expect(response.status == .ok)
    #expect(response.headers["Cache-Control"] == "public, max-age=30")
    #expect(response.headers["Access-Control-Allow-Origin"] == "*")
    #expect(response.headers["Content-Type"] == "application/json")
    #expect(response.headers["Set-Cookie"] == nil)
    let page = try desk.json(in: response)
    #expect(page["whole"]?.bool == true && page["count"]?.int == 3 && page["next"] == nil)
    #expect(page["catalogue"]?["name"]?.string == "Boulder Hall")
    #expect(page["catalogue"]?["words"]?.string == "climbs")
    #expect(page["catalogue"]?["scale"]?.string == "v")
    #expect(answer(page, "places") == gym.walls.map(\.id.bits.hex))
    #expect(page["tags"]?.array?.map { $0["colour"]?.string } == ["#1e6fd9", "#c62828", nil])
    #expect(answer(page, "items") == gym.climbs.map(\.id.bits.hex))
    let first = try #require(page["items"]?.array?.first)
    #expect(first["name"]?.string == "Climb 0" && first["number"]?.int == 1)
    #expect(first["place"]?.string == gym.walls[0].id.bits.hex)
    #expect(first["colour"]?.string == gym.colours[0].id.bits.hex)
    #expect(first["tags"]?.array?.compactMap(\.string) == ["slab"])
    #expect(first["grade"]?.string == "V0" && first["out"] == nil && first["author"] == nil)

    // Capitals do, as on a label that somebody types.
    #expect(desk.read("/v1/catalogues/\(id.text.uppercased())").status == .ok)
    _ = desk.read("/v1/catalogues/\(id)")
    let list = try desk.json(in: desk.ask(.get, desk.path("catalogues")))
    let one = try #require(list["catalogues"]?.array?.first)
    #expect(one["id"]?.string == id.text && one["published"]?.int == SyncDesk.now)
    #expect(one["reads"]?.int == 3)
    try desk.catalogues.keepCounts()
    #expect(try desk.store.publication(id)?.publication.readCount == 3)
    let later = try desk.json(in: desk.ask(.get, desk.path("catalogues")))
    #expect(later["catalogues"]?.array?.first?["reads"]?.int == 3)

    let ended = desk.tell(
      [.init("catalogue", .string(gym.catalogue.id.bits.hex))], to: "catalogues/end")
    #expect(try desk.json(in: ended)["catalogues"]?.array?.isEmpty == true)
    let gone = desk.read("/v1/catalogues/\(id)")
    #expect(gone.status == .notFound && desk.code(of: gone) == "no_catalogue")
    #expect(gone.headers["Cache-Control"] == "no-store")
    #expect(try desk.publish(gym.catalogue.id) != id)
  }

  @Test(arguments: StoreKind.allCases)
  func tellsWhatChangedSinceAVersion(kind: StoreKind) throws {
    let desk = try kind.desk()
    var gym = Gym(climbs: 5)
    try desk.keep(gym.edits, at: 1)
    let id = try desk.publish(gym.catalogue.id)
    let before = try desk.json(in: desk.read("/v1/catalogues/\(id)"))
    let version = try #require(before["version"]?.string)
    let since = "/v1/catalogues/\(id)?since=\(version)"
    let nothing = try desk.json(in: desk.read(since))
    #expect(nothing["whole"]?.bool == false && nothing["version"]?.string == version)
    #expect(answer(nothing, "items").isEmpty && answer(nothing, "gone").isEmpty)

    // What is private and what is of another kind changes nothing.
    let private1 = gym.change(0) { $0.note = "loose hold" }
    try desk.keep(
      private1 + [Edit(RowID(Bits128(high: 1, low: 1)), .note, FieldID(9), .int(1))], at: 2)
    let etag = desk.read(since).headers["ETag"]
    #expect(try desk.json(in: desk.read(since))["version"]?.string == version)

    try desk.keep(gym.change(1) { $0.outAt = 20_000 }, at: 3)
    try desk.keep(gym.climbs[2].trashing, at: 4)
    let changed = try desk.json(in: desk.read(since))
    #expect(changed["whole"]?.bool == false && changed["count"]?.int == 4)
    #expect(answer(changed, "items") == [gym.climbs[1].id.bits.hex])
    #expect(changed["items"]?.array?.first?["out"]?.string == "2024-10-04")
    #expect(answer(changed, "gone") == [gym.climbs[2].id.bits.hex])
    #expect(desk.read(since).headers["ETag"] != etag)

    // What is erased for good is told by sending everything.
    try desk.keep(
      [Edit(gym.climbs[2].id, .item, .life, Life.purged.value)], at: 5)
    let whole = try desk.json(in: desk.read(since))
    #expect(whole["whole"]?.bool == true && answer(whole, "items").count == 4)
    let latest = try #require(whole["version"]?.string)
    let none = try desk.json(in: desk.read("/v1/catalogues/\(id)?since=\(latest)"))
    #expect(none["whole"]?.bool == false && answer(none, "items").isEmpty)

    // Of another life of the store, or of a time to come, nothing is known.
    for other in ["0000000000000001-5", "\(latest)0"] {
      let answer = try desk.json(in: desk.read("/v1/catalogues/\(id)?since=\(other)"))
      #expect(answer["whole"]?.bool == true)
    }
    for wrong in ["since=x", "since=", "since=\(latest)&since=\(latest)", "after=x"] {
      #expect(desk.read("/v1/catalogues/\(id)?\(wrong)").status == .badRequest)
    }

    // A store that begins another life hands everything over again.
    try desk.store.begin(.random(), in: SyncDesk.owned)
    try desk.keep(gym.change(3) { $0.grade = "V9" }, at: 6)
    let anew = try desk.json(in: desk.read("/v1/catalogues/\(id)?since=\(latest)"))
    #expect(anew["whole"]?.bool == true && answer(anew, "items").count == 4)
  }

  /// A reader who follows the links has every item once, and what changes meanwhile is in the next answer.
  @Test(arguments: StoreKind.allCases)
  func isReadInPages(kind: StoreKind) throws {
    let desk = try kind.desk()
    var gym = Gym(climbs: 2 * CatalogueAnswer.pageLimit + 5)
    try desk.keep(gym.edits, at: 1)
    let id = try desk.publish(gym.catalogue.id)
    let pages = try desk.pages(from: "/v1/catalogues/\(id)")
    #expect(pages.count == 3 && pages[1]["places"] == nil && pages[1]["catalogue"] == nil)
    #expect(pages.flatMap { answer($0, "items") } == gym.climbs.map(\.id.bits.hex))

    let first = try desk.json(in: desk.read("/v1/catalogues/\(id)"))
    let version = try #require(first["version"]?.string)
    try desk.keep(gym.change(3) { $0.name = "renamed" }, at: 2)
    let rest = try desk.pages(from: try #require(first["next"]?.string))
    #expect(rest.first?["version"]?.string != version)
    let news = try desk.json(in: desk.read("/v1/catalogues/\(id)?since=\(version)"))
    #expect(answer(news, "items") == [gym.climbs[3].id.bits.hex])

    let all = (0..<gym.climbs.count).flatMap { gym.change($0) { $0.author = "set anew" } }
    try desk.keep(all, at: 3)
    let changed = try desk.pages(from: "/v1/catalogues/\(id)?since=\(version)")
    #expect(changed.count == 3 && changed.allSatisfy { $0["whole"]?.bool == false })
    #expect(changed.flatMap { answer($0, "items") } == gym.climbs.map(\.id.bits.hex))
    #expect(desk.catalogues.heldByteCount > 100_000)
  }

  @Test func answersAreKeptByWhoeverHasThem() throws {
    let desk = try SyncDesk()
    var gym = Gym(climbs: 40)
    try desk.keep(gym.edits, at: 1)
    let id = try desk.publish(gym.catalogue.id)
    let targets = ["/v1/catalogues/\(id)", "/climbDetails", "/v1/climbs"]
    for (place, target) in targets.enumerated() {
      let plain = desk.read(target)
      let packed = desk.read(target, ["Accept-Encoding": "gzip"])
      #expect(
        packed.headers["Content-Encoding"] == "gzip" && plain.headers["Content-Encoding"] == nil)
      #expect(packed.headers["Vary"] == "Accept-Encoding")
      #expect(packed.body.count < plain.body.count / 4)
      let (tag, other) = (
        try #require(plain.headers["ETag"]), try #require(packed.headers["ETag"])
      )
      #expect(tag != other && !tag.hasPrefix("W/"))
      for (tag, coding) in [(tag, ""), (other, "gzip")] {
        let same = desk.read(target, ["If-None-Match": tag, "Accept-Encoding": coding])
        #expect(same.status == .notModified && same.headers["ETag"] == tag)
        #expect(same.headers["Cache-Control"] == "public, max-age=30")
      }
      // The next read sees what was synced.
      try desk.keep(gym.change(7) { $0.name += "!" }, at: Int64(place) + 2)
      let news = desk.read(target, ["If-None-Match": tag])
      #expect(news.status == .ok && news.headers["ETag"] != tag)
    }
  }

  @Test func onlyTheOwnerPublishes() throws {
    let desk = try SyncDesk()
    let gym = Gym()
    try desk.keep(gym.edits, at: 1)
    let body: [JSON.Member] = [.init("catalogue", .string(gym.catalogue.id.bits.hex))]
    let guest = try desk.person("a guest")
    try desk.letIn(guest, Grant(.editor))
    for call in ["catalogues", "catalogues/end"] {
      #expect(desk.tell(body, to: call, as: guest.asker).status == .notFound)
      #expect(desk.tell(body, to: call, as: .nobody).status == .unauthorized)
      let foreign = desk.ask(
        .post, desk.path(call),
        ["Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"],
        body: JSON.object(body).bytes)
      #expect(foreign.status == .forbidden && desk.code(of: foreign) == "cross_site")
      let text = desk.ask(
        .post, desk.path(call), ["Content-Type": "text/plain"], body: JSON.object(body).bytes)
      #expect(desk.code(of: text) == "not_json")
    }
    #expect(desk.ask(.get, desk.path("catalogues"), as: guest.asker).status == .notFound)
    #expect(desk.ask(.get, desk.path("catalogues"), as: .nobody).status == .unauthorized)
    #expect(try desk.store.publications(of: .catalogue, limit: 1).isEmpty)
  }

  /// What the server does not have, what is no catalogue and what is somebody else's is not published.
  @Test func refusesWhatIsNoCatalogue() throws {
    let desk = try SyncDesk()
    let gym = Gym()
    try desk.keep(gym.edits, at: 1)
    var copy = Catalogue(
      RowID(Bits128(high: 12, low: 1)), named: "Another hall", .climbs, after: [])
    copy.source = "https://shed.example/v1/catalogues/0123456789abcdefghjk"
    try desk.keep(copy.edits(from: nil), at: 2)
    for id in [copy.id, gym.walls[0].id, RowID(Bits128(high: 12, low: 2))] {
      let answer = desk.tell([.init("catalogue", .string(id.bits.hex))], to: "catalogues")
      #expect(answer.status == .unprocessable && desk.code(of: answer) == "no_such_catalogue")
    }
    for body in [[JSON.Member("catalogue", .string("x"))], [.init("catalogue", .int(1))], []] {
      #expect(desk.tell(body, to: "catalogues").status.code / 100 == 4)
    }
    #expect(try desk.store.publications(of: .catalogue, limit: 1).isEmpty)
  }

  /// A catalogue in the trash is not read, and is read again when it comes back.
  @Test func followsTheCatalogueIntoTheTrash() throws {
    let desk = try SyncDesk()
    let gym = Gym()
    try desk.keep(gym.edits, at: 1)
    let id = try desk.publish(gym.catalogue.id)
    try desk.keep(gym.catalogue.trashing, at: 2)
    #expect(desk.read("/v1/catalogues/\(id)").status == .notFound)
    #expect(desk.code(of: desk.read("/climbDetails")) == "no_climbs")
    try desk.keep([Edit(gym.catalogue.id, .catalogue, .life, Life.alive.value)], at: 3)
    #expect(desk.read("/v1/catalogues/\(id)").status == .ok)
    #expect(desk.read("/climbDetails").status == .ok)
  }

  @Test func unknownIDsAreNotThere() throws {
    let desk = try SyncDesk()
    for id in ["0123456789abcdefghjk", "x", "0123456789abcdefghjk0", "..%00"] {
      let answer = desk.read("/v1/catalogues/\(id)")
      #expect(answer.status == .notFound || answer.status == .badRequest)
    }
    let answer = desk.read("/v1/catalogues/0123456789abcdefghjk")
    #expect(desk.code(of: answer) == "no_catalogue")
    #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
    // Other paths and methods beside it stay closed.
    #expect(desk.read("/v1/catalogues").status == .unauthorized)
    #expect(desk.read("/v1/catalogues/x/y").status == .unauthorized)
    let post = desk.ask(.post, "/v1/catalogues/0123456789abcdefghjk", as: .nobody)
    #expect(post.status == .unauthorized || post.status == .methodNotAllowed)
  }

  /// One address reads so often, and others are not held up by it.
  @Test func limitsEachAddress() throws {
    let desk = try SyncDesk()
    let gym = Gym()
    try desk.keep(gym.edits, at: 1)
    let id = try desk.publish(gym.catalogue.id)
    let (one, other) = (try #require(IPAddress("192.0.2.1")), try #require(IPAddress("192.0.2.2")))
    let target = "/v1/catalogues/\(id)"
    for _ in 0..<CatalogueRoutes.rate.burst { #expect(desk.read(target, peer: one).status == .ok) }
    let refused = desk.read(target, peer: one)
    #expect(refused.status == .tooManyRequests && refused.headers["Retry-After"] == "1")
    #expect(desk.read("/climbDetails", peer: one).status == .tooManyRequests)
    #expect(desk.read(target, peer: other).status == .ok && desk.read(target).status == .ok)
    desk.pass(milliseconds: 60_000)
    #expect(desk.read(target, peer: one).status == .ok)
  }

  /// Damage closes a catalogue rather than showing what may be in the trash.
  @Test func damageIsNotServed() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/damaged.db"
    let desk = try SyncDesk(store: SQLiteStore(path: path))
    let gym = Gym()
    try desk.keep(gym.edits, at: 1)
    let id = try desk.publish(gym.catalogue.id)
    do {
      var database = try Database.open(path, for: .writing)
      try database.run("UPDATE cell SET dev = dev + 1 WHERE seq = 5")
    }
    let anew = try SyncDesk(
      store: {
        desk.store.close(); return try SQLiteStore(path: path)
      }())
    #expect(anew.read("/v1/catalogues/\(id)").status == .unavailable)
    #expect(anew.read("/climbDetails").status == .internalError)
  }

  /// Everything that is kept in every field of every kind, and what of it gets out: a field that nobody listed is private.
  @Test func privateFieldsNeverLeave() throws {
    let shown: [KindID: Set<UInt64>] = [
      .catalogue: [1, 2, 3, 4], .cataloguePlace: [1, 2], .catalogueTag: [1, 2, 3, 4],
      .item: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    ]
    let desk = try SyncDesk()
    let gym = Gym(climbs: 1)
    try desk.keep(gym.edits, at: 1)
    let id = try desk.publish(gym.catalogue.id)
    let rows: [KindID: RowID] = [
      .catalogue: gym.catalogue.id, .cataloguePlace: gym.walls[0].id,
      .catalogueTag: gym.colours[0].id, .item: gym.climbs[0].id,
    ]
    let targets = ["/v1/catalogues/\(id)", "/climbDetails", "/v1/climbs"]
    func answers() -> String {
      targets.map { String(decoding: desk.read($0).body.bytes, as: UTF8.self) }.joined()
    }
    // A version tells that something changed: nothing but what is shown may do even that.
    var before = answers()
    var moment: Int64 = 10
    for kind in Schema.woodshed.kinds {
      for field in kind.fields {
        // Its own catalogue, and whether it is somebody else's, say where a row belongs.
        if field.id == KindID.catalogue.field(6) || field.name == "catalogue" { continue }
        moment += 1
        let row = rows[kind.id] ?? RowID(Bits128(high: 77, low: kind.id.number))
        let value = value(of: field.format, moment)
        try desk.keep([Edit(row, kind.id, field.id, value)], at: moment)
        let isShown = shown[kind.id]?.contains { kind.id.field($0) == field.id } == true
        let after = answers()
        let isOrder = kind.id == .cataloguePlace && field.name == "place"
        if isShown {
          #expect(after != before, "\(kind.name) \(field.name) should be shown")
        } else if !isOrder {
          #expect(after == before, "\(kind.name) \(field.name) should be private")
        }
        #expect(isShown || !after.contains("secret-\(moment)-"), "\(kind.name) \(field.name)")
        before = after
      }
    }
  }

  /// A value that a field takes and that nothing else has.
  private func value(of format: Field.Format, _ number: Int64) -> Value {
    switch format {
    case .text: .text("secret-\(number)-")
    case .flag: .bool(false)
    case .whole(let range, _): .int(min(max(number, range.lowerBound), range.upperBound))
    case .decimal(let range, let places, _):
      .decimal(units: min(max(number, range.lowerBound), range.upperBound), places: places)
    case .choice(let choices): .int(choices.first?.number ?? number)
    case .day: .day(number)
    case .instant: .instant(milliseconds: number, zoneMinutes: 0)
    case .row: .row(RowID(Bits128(high: 78, low: UInt64(number))))
    default: .text("secret-\(number)-")
    }
  }
}
