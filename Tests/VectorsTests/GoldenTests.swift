import Foundation
import Testing

@testable import Vectors

/// The golden cases as they run in WebAssembly, too, beside the files that they come from.
@Suite struct GoldenTests {
  private struct File: Decodable {
    let cases: [Case]
  }

  private struct Case: Decodable {
    let method: String
    let input: [String: Numbers]
    let expected: [String: Numbers]
  }

  /// A number, a flag, or lists of them, as a table.
  private struct Numbers: Decodable {
    let rows: [[Double]]

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        rows = [[flag ? 1 : 0]]
      } else if let number = try? value.decode(Double.self) {
        rows = [[number]]
      } else if let numbers = try? value.decode([Double].self) {
        rows = [numbers]
      } else if let flags = try? value.decode([Bool].self) {
        rows = [flags.map { $0 ? 1 : 0 }]
      } else if let tables = try? value.decode([[Double]].self) {
        rows = tables
      } else {
        rows = try value.decode([[Bool]].self).map { $0.map { $0 ? 1 : 0 } }
      }
    }
  }

  private static func cases() throws -> [Case] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("StatisticsTests/Golden")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "json" }.flatMap {
      try JSONDecoder().decode(File.self, from: Data(contentsOf: $0)).cases
    }
  }

  /// `python Tools/golden_vectors.py` writes them from the files.
  @Test func theyAreAllThoseOfTheFiles() throws {
    let cases = try Self.cases()
    #expect(Golden.all.count == cases.count)
    #expect(Set(Golden.all.map(\.method)) == Set(cases.map(\.method)))
    for golden in Golden.all {
      let isThere = cases.contains { one in
        one.method == golden.method && one.input.count == golden.input.count
          && golden.input.allSatisfy { one.input[$0.name]?.rows == $0.rows }
          && golden.expected.allSatisfy { one.expected[$0.name]?.rows == [$0.values] }
      }
      #expect(isThere, "\(golden.method)")
      #expect(!golden.expected.isEmpty, "\(golden.method)")
    }
  }

  @Test(arguments: Golden.all.indices)
  func comesToItsReferenceValues(at index: Int) throws {
    let golden = Golden.all[index]
    let results = try #require(golden.results(), "\(golden.method)")
    for (name, expected) in golden.expected {
      let values = results.first { $0.name == name }?.values ?? []
      #expect(
        Golden.isNear(values, expected), "\(golden.method), \(name): \(values), not \(expected)")
    }
  }

  @Test func nearIsAMillionthOfTheValue() {
    #expect(Golden.isNear([1], [1 + 9e-7]) && !Golden.isNear([1], [1 + 2e-6]))
    #expect(Golden.isNear([2e6], [2e6 + 1]) && !Golden.isNear([.nan], [.nan]))
    #expect(!Golden.isNear([], [1]) && !Golden.isNear([1, 1], [1]))
  }
}
