import Foundation
import Testing

@testable import Domain
@testable import Ledger

/// `Docs/reeds.schema.json` says what an export is, and an export is what it says.
@Suite struct ReedSchemaTests {
  private let schema: [String: Any]

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Docs/reeds.schema.json")
    schema = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }

  @Test(arguments: UInt64(1)...20)
  func exportsAgreeWithTheSchema(seed: UInt64) throws {
    let rows = RandomReeds.space(seed).map(plain)
    let bytes = ReedFile.export(ReedRows(rows), at: .init(1_780_000_000_000, zoneMinutes: -90))
    let value = try JSONSerialization.jsonObject(with: Data(bytes))
    var known: Set<String> = []
    let problems = check(value, schema, "", &known)
    #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5))")
  }

  @Test func everyMemberIsInTheSchema() throws {
    let lists = try #require(schema["properties"] as? [String: Any])
    for entity in ReedEntity.all(ReedFieldLists()) where entity.kind != .reedFileMember {
      let list = try #require(lists[entity.list] as? [String: Any], "\(entity.list)")
      let item = resolved(try #require(list["items"] as? [String: Any]))
      try checkMembers(entity, item)
    }
  }

  private func checkMembers(_ entity: ReedEntity, _ item: [String: Any]) throws {
    let properties = properties(of: item)
    for member in entity.members {
      let rule = try #require(
        properties[member.name] as? [String: Any], "\(entity.list).\(member.name)")
      guard case .named(let choices) = member.content else { continue }
      let names = try #require(resolved(rule)["enum"] as? [String])
      #expect(names == choices.map(\.label), "\(entity.list).\(member.name)")
    }
    #expect(entity.values.isEmpty || properties["values"] != nil)
    for nested in entity.nested {
      let list = try #require(properties[nested.list] as? [String: Any], "\(nested.list)")
      try checkMembers(nested, resolved(try #require(list["items"] as? [String: Any])))
    }
  }

  @Test func theCheckerFindsWhatIsWrong() {
    var known: Set<String> = []
    for text in [
      #"{"format":"double-reed-log","version":2}"#, #"{"version":1}"#,
      #"{"format":"double-reed-log","version":1,"reeds":[{"id":"x"}]}"#,
      #"{"format":"double-reed-log","version":1,"reeds":[{"id":"00000000000000000000000000000001","stage":"new"}]}"#,
      #"{"format":"double-reed-log","version":1,"boxes":[{"id":"00000000000000000000000000000001","size":99}]}"#,
    ] {
      let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
      #expect(!check(value as Any, schema, "", &known).isEmpty, "\(text)")
    }
  }

  /// The row without what only other programs write: that may be anything.
  private func plain(_ row: Row) -> Row {
    Row(id: row.id, kind: row.kind, cells: row.cells.filter { $0.field != .unknownMembers })
  }

  // MARK: - A small checker

  private func resolved(_ rule: [String: Any]) -> [String: Any] {
    guard let name = rule["$ref"] as? String,
      let definitions = schema["$defs"] as? [String: Any],
      let found = definitions[String(name.dropFirst("#/$defs/".count))] as? [String: Any]
    else { return rule }
    return found
  }

  private func properties(of rule: [String: Any]) -> [String: Any] {
    var all = rule["properties"] as? [String: Any] ?? [:]
    for part in rule["allOf"] as? [[String: Any]] ?? [] {
      all.merge(properties(of: resolved(part))) { one, _ in one }
    }
    return all
  }

  private func check(
    _ value: Any, _ rule: [String: Any], _ path: String, _ known: inout Set<String>
  ) -> [String] {
    let rule = resolved(rule)
    var problems: [String] = []
    for part in rule["allOf"] as? [[String: Any]] ?? [] {
      problems += check(value, part, path, &known)
    }
    if let constant = rule["const"], "\(constant)" != "\(value)" {
      problems.append("\(path) is not \(constant)")
    }
    if let choices = rule["enum"] as? [String], !choices.contains(value as? String ?? "\u{0}") {
      problems.append("\(path): \(value) is none of \(choices)")
    }
    let types = (rule["type"] as? [String]) ?? (rule["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { isOf($0, value) }) {
      problems.append("\(path): \(value) is no \(types)")
    }
    if let text = value as? String, let pattern = rule["pattern"] as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      problems.append("\(path): \(text) is not as \(pattern)")
    }
    if let number = value as? Double, !(value is Bool) {
      if let least = rule["minimum"] as? Double, number < least {
        problems.append("\(path): \(number)")
      }
      if let most = rule["maximum"] as? Double, number > most {
        problems.append("\(path): \(number)")
      }
    }
    if let object = value as? [String: Any] {
      for name in rule["required"] as? [String] ?? [] where object[name] == nil {
        problems.append("\(path).\(name) is missing")
      }
      for (name, member) in object {
        if let rule = (rule["properties"] as? [String: Any])?[name] as? [String: Any] {
          problems += check(member, rule, "\(path).\(name)", &known)
        } else if let rule = rule["additionalProperties"] as? [String: Any] {
          problems += check(member, rule, "\(path).\(name)", &known)
        }
      }
    }
    if let list = value as? [Any], let rule = rule["items"] as? [String: Any] {
      for (place, item) in list.enumerated() {
        problems += check(item, rule, "\(path)[\(place)]", &known)
      }
    }
    return problems
  }

  private func isOf(_ type: String, _ value: Any) -> Bool {
    let isFlag = (value as? NSNumber).map { self.isFlag($0) } ?? false
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "boolean": return isFlag
    case "null": return value is NSNull
    case "number": return value is NSNumber && !isFlag
    case "integer":
      return !isFlag
        && (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } == true
    default: return false
    }
  }

  /// Whether a number is true or false.
  private func isFlag(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B"
  }
}
