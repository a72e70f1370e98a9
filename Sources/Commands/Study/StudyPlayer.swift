import Domain
import Ledger

/// What a player's file says about each of their reeds.
struct StudyPlayer {
  let name: String
  private let reeds: [JSON]
  private var models: [String: String] = [:]

  init(_ part: StudyPart) {
    name = part.participant
    reeds = part.content["reeds"]?.array ?? []
    for tool in part.content["tools"]?.array ?? [] {
      guard let id = tool["id"]?.string, let model = tool["model"]?.string else { continue }
      models[id] = model
    }
  }

  var reedCount: Int { reeds.count }

  /// The fields that have a value.
  var fields: (reeds: Set<String>, tests: Set<String>) {
    var (ofReeds, ofTests): (Set<String>, Set<String>) = ([], [])
    for reed in reeds {
      ofReeds.formUnion(Self.names(reed["values"]))
      for member in ["style", "origin", "season", "instrument"] where reed[member] != nil {
        ofReeds.insert(member)
      }
      for test in reed["snapshots"]?.array ?? [] { ofTests.formUnion(Self.names(test["values"])) }
    }
    return (ofReeds, ofTests)
  }

  private static func names(_ values: JSON?) -> [String] {
    guard case .object(let members) = values else { return [] }
    return members.map(\.name)
  }

  /// Whether a field has numbers; `nil` without a value.
  func isNumber(_ field: String) -> Bool? {
    for reed in reeds {
      if Self.number(field, of: reed) != nil { return true }
      if group(field, of: reed) != nil { return false }
    }
    return nil
  }

  /// Reeds that have both numbers.
  func pairs(_ input: String, _ outcome: String) -> (x: [Double], y: [Double]) {
    var (x, y): ([Double], [Double]) = ([], [])
    for reed in reeds {
      guard let one = Self.number(input, of: reed), let other = Self.number(outcome, of: reed)
      else { continue }
      x.append(one)
      y.append(other)
    }
    return (x, y)
  }

  /// The outcomes of each group.
  func groups(_ input: String, _ outcome: String) -> [String: [Double]] {
    var groups: [String: [Double]] = [:]
    for reed in reeds {
      guard let group = group(input, of: reed), let value = Self.number(outcome, of: reed) else {
        continue
      }
      groups[group, default: []].append(value)
    }
    return groups
  }

  /// A number of a reed, or the mean of its tests.
  private static func number(_ field: String, of reed: JSON) -> Double? {
    if let number = number(reed["values"]?[field]) { return number }
    let numbers = (reed["snapshots"]?.array ?? []).compactMap { number($0["values"]?[field]) }
    return numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
  }

  private static func number(_ value: JSON?) -> Double? {
    guard case .number(let digits) = value else { return nil }
    return Double(String(decoding: digits, as: UTF8.self))
  }

  /// What a reed has in common with others. Pooled values are no group, as they differ.
  private func group(_ field: String, of reed: JSON) -> String? {
    let value = reed["values"]?[field] ?? reed[field]
    switch value {
    case .string(let text): return text == StudyFile.pooled ? nil : text
    case .bool(let flag): return flag ? "yes" : "no"
    case .object:
      guard let model = value?["ref"]?.string.flatMap({ models[$0] }), model != StudyFile.pooled
      else { return nil }
      return model
    default: return nil
    }
  }
}
