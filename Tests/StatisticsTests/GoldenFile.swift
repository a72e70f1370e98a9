import Foundation
import Testing

/// Reference values made by `Tools/golden.py`, in `Golden/<family>.json`.
struct GoldenFile: Decodable {
  struct Case: Decodable {
    let method: String
    let input: Values
    let expected: Values
  }

  private let cases: [Case]

  init(_ family: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("Golden/\(family).json")
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }

  /// The cases of a method; a method without any fails the test.
  func cases(of method: String, sourceLocation: SourceLocation = #_sourceLocation) -> [Case] {
    let cases = cases.filter { $0.method == method }
    #expect(!cases.isEmpty, "no case of \(method)", sourceLocation: sourceLocation)
    return cases
  }

  /// The inputs or the results of a case, by name.
  struct Values: Decodable {
    private let values: [String: Value]

    init(from decoder: any Decoder) throws {
      values = try decoder.singleValueContainer().decode([String: Value].self)
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func number(_ name: String) throws -> Double {
      guard case .number(let number) = values[name] else { throw Missing(name: name) }
      return number
    }

    func int(_ name: String) throws -> Int {
      guard let int = Int(exactly: try number(name)) else { throw Missing(name: name) }
      return int
    }

    func numbers(_ name: String) throws -> [Double] {
      switch values[name] {
      case .numbers(let numbers): return numbers
      case .rows(let rows) where rows.isEmpty: return []
      default: throw Missing(name: name)
      }
    }

    func rows(_ name: String) throws -> [[Double]] {
      switch values[name] {
      case .rows(let rows): return rows
      case .numbers(let numbers) where numbers.isEmpty: return []
      default: throw Missing(name: name)
      }
    }

    func flags(_ name: String) throws -> [Bool] {
      switch values[name] {
      case .flags(let flags): return flags
      case .numbers(let numbers) where numbers.isEmpty: return []
      default: throw Missing(name: name)
      }
    }

    func flag(_ name: String) throws -> Bool {
      guard case .flag(let flag) = values[name] else { throw Missing(name: name) }
      return flag
    }
  }

  /// A value that a case lacks, or that is of another kind.
  struct Missing: Error {
    let name: String
  }

  private enum Value: Decodable {
    case flag(Bool)
    case number(Double)
    case numbers([Double])
    case flags([Bool])
    case rows([[Double]])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let numbers = try? value.decode([Double].self) {
        self = .numbers(numbers)
      } else if let flags = try? value.decode([Bool].self) {
        self = .flags(flags)
      } else {
        self = .rows(try value.decode([[Double]].self))
      }
    }
  }
}

/// Expects a value near another: within `tolerance`, of its size where that is above 1.
func expectNear(
  _ value: Double?, _ expected: Double, within tolerance: Double = 1e-6,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let value else {
    Issue.record("no value instead of \(expected)", sourceLocation: sourceLocation)
    return
  }
  let isNear = value == expected || abs(value - expected) <= tolerance * max(1, abs(expected))
  #expect(isNear, "\(value) instead of \(expected)", sourceLocation: sourceLocation)
}
