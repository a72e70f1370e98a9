import Domain
import Foundation
import HTTP
import Ledger
import SQLiteStorage
import Storage
import TestSupport
import Testing
import Training

@testable import Server

/// The climbs as the climbing app of old reads them.
@Suite struct ClimbDetailsTests {
  /// As the app decodes a climb: by these names and types, none of which may be missing.
  private struct Climb: Decodable, Equatable {
    let Climbid: Int
    let IsActive: Int
    let Grade: Int
    let ColorName: String
    let ClimbName: String
    let LocationName: String
  }

  private func climbs(_ response: Response) throws -> [Climb] {
    #expect(response.status == .ok)
    return try JSONDecoder().decode([Climb].self, from: Data(response.body.bytes))
  }

  @Test(arguments: StoreKind.allCases)
  func theAppReadsThem(kind: StoreKind) throws {
    let desk = try kind.desk()
    var gym = Gym(climbs: 6)
    _ = gym.change(0) { $0.grade = "VB" }
    _ = gym.change(1) { $0.outAt = SyncDesk.now / 86_400_000 }
    _ = gym.change(2) { $0.liveFrom = SyncDesk.now / 86_400_000 + 1 }
    _ = gym.change(3) { ($0.place, $0.colour) = (nil, nil) }
    _ = gym.change(4) { $0.grade = "6A+" }
    _ = gym.change(5) { ($0.grade, $0.name) = ("V3/V4", "Ω \"quoted\"\n") }
    try desk.keep(gym.edits, at: 1)
    _ = try desk.publish(gym.catalogue.id)
    let response = desk.read("/climbDetails")
    #expect(response.headers["Access-Control-Allow-Origin"] == "*")
    #expect(response.headers["Content-Type"] == "application/json")
    #expect(
      try climbs(response) == [
        Climb(
          Climbid: 1, IsActive: 1, Grade: -1, ColorName: "Blue", ClimbName: "Climb 0",
          LocationName: "North wall"),
        Climb(
          Climbid: 2, IsActive: 0, Grade: 1, ColorName: "Red", ClimbName: "Climb 1",
          LocationName: "Cave"),
        Climb(
          Climbid: 3, IsActive: 0, Grade: 2, ColorName: "Blue", ClimbName: "Climb 2",
          LocationName: "North wall"),
        Climb(
          Climbid: 4, IsActive: 1, Grade: 3, ColorName: "", ClimbName: "Climb 3", LocationName: ""),
        Climb(
          Climbid: 5, IsActive: 1, Grade: -99, ColorName: "Blue", ClimbName: "Climb 4",
          LocationName: "North wall"),
        Climb(
          Climbid: 6, IsActive: 1, Grade: 3, ColorName: "Red", ClimbName: "Ω \"quoted\"\n",
          LocationName: "Cave"),
      ])
    // Exactly the six, in their order, the first three as numbers.
    let list = try #require(try desk.json(in: response).array)
    for climb in list {
      guard case .object(let members) = climb else { throw SyncDesk.Unexpected() }
      #expect(
        members.map(\.name) == [
          "Climbid", "IsActive", "Grade", "ColorName", "ClimbName", "LocationName",
        ])
      #expect(members[..<3].allSatisfy { $0.value.int != nil })
      #expect(members[3...].allSatisfy { $0.value.string != nil })
    }

    // The next day, what was to come is there.
    desk.pass(milliseconds: 86_400_000)
    #expect(try climbs(desk.read("/climbDetails"))[2].IsActive == 1)
  }

  /// Numbers are each climb's own, and stay when others come, change or go into the trash.
  @Test func numbersAreUniqueAndStay() throws {
    var gym = Gym(climbs: 5)
    for (place, number) in [7, 0, 7, 0, 3].enumerated() {
      _ = gym.change(place) { $0.number = Int64(number) }
    }
    #expect(ClimbList.numbers(of: gym.climbs) == [7, 8, 9, 10, 3])
    let desk = try SyncDesk()
    try desk.keep(gym.edits, at: 1)
    _ = try desk.publish(gym.catalogue.id)
    func numbers() throws -> [String: Int] {
      Dictionary(
        uniqueKeysWithValues: try climbs(desk.read("/climbDetails")).map {
          ($0.ClimbName, $0.Climbid)
        })
    }
    let before = try numbers()
    #expect(before == ["Climb 0": 7, "Climb 1": 8, "Climb 2": 9, "Climb 3": 10, "Climb 4": 3])
    try desk.keep(gym.climbs[1].trashing, at: 2)
    let later = CatalogueItem(
      RowID(Bits128(high: 12, low: 1)), in: gym.catalogue.id, named: "Climb 5")
    try desk.keep(later.edits(from: nil), at: 3)
    var expected = before
    expected["Climb 1"] = nil
    expected["Climb 5"] = 11
    #expect(try numbers() == expected)

    var high = Gym(climbs: 3)
    for (place, number) in [CatalogueItem.numbers.upperBound, 0, 1].enumerated() {
      _ = high.change(place) { $0.number = number }
    }
    #expect(ClimbList.numbers(of: high.climbs) == [CatalogueItem.numbers.upperBound, 2, 1])
  }

  @Test(arguments: [
    ("V0", 0), ("v5", 5), ("V 17", 17), ("5", 5), ("VB", -1), ("vb", -1), ("V0-", 0), ("V5+", 5),
    ("V3/V4", 3), ("V3-4", 3), ("V3-V4", 3), ("VB/V0", -1), ("V3+/V4-", 3),
    ("", nil), ("V", nil), ("V18", nil), ("6A+", nil), ("7b/7b+", nil), ("5.10a", nil),
    ("V3/", nil), ("V1/V2/V3", nil), ("hard", nil), ("ABRSM 5", nil), ("V-1", nil), ("V100", nil),
  ])
  func readsVGrades(text: String, number: Int64?) {
    #expect(ClimbList.vNumber(of: text, on: .v) == number)
  }

  /// Grades of other scales for boulders read as the lowest V grade that they cover; those of other disciplines as none.
  @Test func readsGradesOfOtherScales() {
    #expect(ClimbList.vNumber(of: "6A+", on: .font) == 3)
    #expect(ClimbList.vNumber(of: "7A", on: .font) == 6)
    #expect(ClimbList.vNumber(of: "7a", on: .french) == nil)
    #expect(ClimbList.vNumber(of: "5", on: .abrsm) == nil)
    #expect(ClimbList.vNumber(of: "V5", on: nil) == nil)
  }

  @Test func comesInPages() throws {
    let desk = try SyncDesk()
    let gym = Gym(climbs: ClimbList.pageLimit + 3)
    try desk.keep(gym.edits, at: 1)
    _ = try desk.publish(gym.catalogue.id)
    let pages = try desk.pages(from: "/v1/climbs")
    #expect(pages.map { $0["climbs"]?.array?.count } == [ClimbList.pageLimit, 3])
    let whole = try desk.json(in: desk.read("/climbDetails"))
    #expect(pages.flatMap { $0["climbs"]?.array ?? [] }.map(\.bytes) == whole.array?.map(\.bytes))
    #expect(desk.read("/v1/climbs?after=x").status == .badRequest)
    #expect(
      try desk.json(in: desk.read("/v1/climbs?after=99999"))["climbs"]?.array?.isEmpty == true)
  }

  /// The only catalogue of climbs needs no name; of several, the server is told which.
  @Test func servesTheOneThatIsMeant() throws {
    let folder = TemporaryFolder()
    let desk = try SyncDesk(store: SQLiteStore(path: folder.path + "/x.db"))
    #expect(desk.code(of: desk.read("/climbDetails")) == "no_climbs")
    #expect(desk.read("/climbDetails").status == .notFound)
    let gym = Gym()
    let studies = Catalogue(
      RowID(Bits128(high: 12, low: 1)), named: "Études", .etudes, after: [gym.catalogue])
    let other = Catalogue(
      RowID(Bits128(high: 12, low: 2)), named: "Other hall", .climbs, after: [studies])
    try desk.keep(gym.edits + studies.edits(from: nil) + other.edits(from: nil), at: 1)
    _ = try desk.publish(studies.id)
    #expect(desk.code(of: desk.read("/climbDetails")) == "no_climbs")
    let id = try desk.publish(gym.catalogue.id)
    #expect(try climbs(desk.read("/climbDetails")).count == 3)
    _ = try desk.publish(other.id)
    #expect(desk.code(of: desk.read("/climbDetails")) == "which_climbs")
    desk.store.close()
    let named = try SyncDesk(store: SQLiteStore(path: folder.path + "/x.db"), climbs: id)
    #expect(try climbs(named.read("/climbDetails")).count == 3)
    let wrong = try SyncDesk(climbs: id)
    #expect(desk.code(of: wrong.read("/climbDetails")) == "no_climbs")
  }

  /// The app knows status 500 and an object that has `error`.
  @Test func aStoreThatFails() throws {
    let pipe = Pipe()
    let desk = try SyncDesk(logDescriptor: pipe.fileHandleForWriting.fileDescriptor)
    let gym = Gym()
    try desk.keep(gym.edits, at: 1)
    _ = try desk.publish(gym.catalogue.id)
    desk.store.close()
    let answer = desk.read("/climbDetails")
    #expect(answer.status.code == 500)
    #expect(try desk.json(in: answer)["error"]?["code"]?.string == "storage_failed")
    #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
    #expect(desk.read("/v1/climbs").status == .unavailable)
    desk.closeLog()
    try pipe.fileHandleForWriting.close()
    let log = String(
      decoding: try #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    #expect(log.contains("event=storage failure=unavailable"))
  }
}
