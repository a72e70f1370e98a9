import Foundation
import Testing

@testable import Domain
@testable import Ledger

/// `Docs/reeds.schema.json` says what an export is, and an export is what it says.
@Suite struct ReedSchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema("reeds")
  }

  @Test(arguments: UInt64(1)...20)
  func exportsAgreeWithTheSchema(seed: UInt64) throws {
    let rows = RandomReeds.space(seed).map(plain)
    let bytes = ReedFile.export(ReedRows(rows), at: .init(1_780_000_000_000, zoneMinutes: -90))
    let value = try JSONSerialization.jsonObject(with: Data(bytes))
    let problems = schema.check(value)
    #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5))")
  }

  @Test func everyMemberIsInTheSchema() throws {
    let lists = try #require(schema["properties"] as? [String: Any])
    for entity in ReedEntity.all(ReedFieldLists()) where entity.kind != .reedFileMember {
      let list = try #require(lists[entity.list] as? [String: Any], "\(entity.list)")
      let item = schema.resolved(try #require(list["items"] as? [String: Any]))
      try checkMembers(entity, item)
    }
  }

  private func checkMembers(_ entity: ReedEntity, _ item: [String: Any]) throws {
    let properties = schema.properties(of: item)
    for member in entity.members {
      let rule = try #require(
        properties[member.name] as? [String: Any], "\(entity.list).\(member.name)")
      guard case .named(let choices) = member.content else { continue }
      let names = try #require(schema.resolved(rule)["enum"] as? [String])
      #expect(names == choices.map(\.label), "\(entity.list).\(member.name)")
    }
    #expect(entity.values.isEmpty || properties["values"] != nil)
    for nested in entity.nested {
      let list = try #require(properties[nested.list] as? [String: Any], "\(nested.list)")
      try checkMembers(nested, schema.resolved(try #require(list["items"] as? [String: Any])))
    }
  }

  @Test func theCheckerFindsWhatIsWrong() {
    for text in [
      #"{"format":"double-reed-log","version":2}"#, #"{"version":1}"#,
      #"{"format":"double-reed-log","version":1,"reeds":[{"id":"x"}]}"#,
      #"{"format":"double-reed-log","version":1,"reeds":[{"id":"00000000000000000000000000000001","stage":"new"}]}"#,
      #"{"format":"double-reed-log","version":1,"boxes":[{"id":"00000000000000000000000000000001","size":99}]}"#,
    ] {
      let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
      #expect(!schema.check(value as Any).isEmpty, "\(text)")
    }
  }

  /// The row without what only other programs write: that may be anything.
  private func plain(_ row: Row) -> Row {
    Row(id: row.id, kind: row.kind, cells: row.cells.filter { $0.field != .unknownMembers })
  }
}
