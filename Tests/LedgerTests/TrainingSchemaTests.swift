import Foundation
import Testing

@testable import Domain
@testable import Ledger

/// `Docs/training.schema.json` says what an export is, and an export is what it says.
@Suite struct TrainingSchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema("training")
  }

  private func id(_ number: UInt64) -> RowID { RowID(Bits128(high: 3, low: number)) }

  private var rows: [Row] {
    var edits = Catalogue(id(1), named: "Hall", .climbs, after: []).edits(from: nil)
    var session = PractisedSession(id(2), day: 20_000, began: 1_728_000_000_000)
    (session.training, session.catalogue, session.ended) = (.climbs, id(1), 1_728_000_900_250)
    session.sentence = "Good"
    edits += session.edits(from: nil, zoneMinutes: -90)
    let item = CatalogueItem(id(3), in: id(1), named: "Prow")
    for (number, precision) in Try.Precision.allCases.enumerated() {
      var attempt = Try(
        id(10 + UInt64(number)), of: item, in: id(2), at: 1_728_000_000_000, .flash)
      (attempt.precision, attempt.tempo, attempt.feel) = (precision, 7_250, 3)
      edits += attempt.edits(from: nil)
    }
    edits += Project(of: id(3)).edits(from: nil) + Vote(of: id(3), at: 5).edits(from: nil)
    edits += Level(on: "v").edits(from: nil)
    edits += TrainingPlan(id(4), named: "Plan", .onTheMinute).edits(from: nil)
    var settings = TrainingSettings()
    settings.isAsked = true
    edits += settings.edits(from: nil)
    var table = Table()
    let stamp = Stamp(HybridTime(milliseconds: 1), DeviceID(1))
    for edit in edits {
      table.merge(
        RowCell(
          row: edit.row, kind: edit.kind,
          cell: Cell(field: edit.field, stamp: stamp, value: edit.value)))
    }
    return table.rows
  }

  @Test func anExportAgreesWithTheSchema() throws {
    let bytes = TrainingFile.export(
      TrainingRows(rows), at: .init(1_780_000_000_000, zoneMinutes: -90))
    let value = try JSONSerialization.jsonObject(with: Data(bytes))
    #expect(schema.check(value).isEmpty, "\(schema.check(value).prefix(5))")
    let document = try #require(value as? [String: Any])
    for entity in TrainingEntity.all() {
      #expect((document[entity.list] as? [Any])?.isEmpty == false, "\(entity.list)")
    }
  }

  @Test func everyMemberIsInTheSchema() throws {
    let lists = try #require(schema["properties"] as? [String: Any])
    #expect(lists.count == 3 + TrainingEntity.all().count)
    for entity in TrainingEntity.all() {
      let list = try #require(lists[entity.list] as? [String: Any], "\(entity.list)")
      let properties = schema.properties(
        of: schema.resolved(try #require(list["items"] as? [String: Any])))
      #expect(properties.count == entity.members.count + 2, "\(entity.list)")
      for member in entity.members {
        let rule = try #require(
          properties[member.name] as? [String: Any], "\(entity.list).\(member.name)")
        guard case .named(let choices) = member.content else { continue }
        let names = try #require(schema.resolved(rule)["enum"] as? [String])
        #expect(names == choices.map(\.label), "\(entity.list).\(member.name)")
        // Each choice that rows have has a name.
        guard case .choice(let all) = member.format else { continue }
        #expect(all.map(\.number) == choices.map(\.number), "\(entity.list).\(member.name)")
      }
    }
  }
}
