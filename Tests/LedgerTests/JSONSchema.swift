import Foundation
import Testing

/// As much of JSON Schema as ours use, for tests of what is exported.
struct JSONSchema {
  private let document: [String: Any]

  /// Reads `Docs/NAME.schema.json`.
  init(_ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Docs/\(name).schema.json")
    document = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }

  subscript(name: String) -> Any? { document[name] }

  /// What is wrong with a document.
  func check(_ value: Any) -> [String] { check(value, document, "") }

  func resolved(_ rule: [String: Any]) -> [String: Any] {
    guard let name = rule["$ref"] as? String,
      let definitions = document["$defs"] as? [String: Any],
      let found = definitions[String(name.dropFirst("#/$defs/".count))] as? [String: Any]
    else { return rule }
    return found
  }

  func properties(of rule: [String: Any]) -> [String: Any] {
    var all = rule["properties"] as? [String: Any] ?? [:]
    for part in rule["allOf"] as? [[String: Any]] ?? [] {
      all.merge(properties(of: resolved(part))) { one, _ in one }
    }
    return all
  }

  private func check(
    _ value: Any, _ rule: [String: Any], _ path: String
  ) -> [String] {
    let rule = resolved(rule)
    var problems: [String] = []
    for part in rule["allOf"] as? [[String: Any]] ?? [] {
      problems += check(value, part, path)
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
          problems += check(member, rule, "\(path).\(name)")
        } else if let rule = rule["additionalProperties"] as? [String: Any] {
          problems += check(member, rule, "\(path).\(name)")
        } else if rule["additionalProperties"] as? Bool == false {
          problems.append("\(path).\(name) does not belong here")
        }
      }
    }
    if let list = value as? [Any], let rule = rule["items"] as? [String: Any] {
      for (place, item) in list.enumerated() {
        problems += check(item, rule, "\(path)[\(place)]")
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
