import Domain
import Foundation
import Ledger
import Testing

/// The numbers of kinds and fields: people's data is kept under them, so none is changed or used again.
@Suite struct NumbersTests {
  /// One line for each kind and field: number, name, and what it holds.
  private static var lines: [String] {
    Schema.woodshed.kinds.flatMap { kind in
      ["\(kind.id.number) \(kind.name)"]
        + kind.fields.map { "\($0.id.number) \(kind.name).\($0.name) \(format($0.format))" }
    }
  }

  private static func format(_ format: Field.Format) -> String {
    switch format {
    case .text: "text"
    case .flag: "flag"
    case .whole: "whole"
    case .decimal(_, let places, _): "decimal \(places)"
    case .choice(let choices):
      "choice " + choices.map { "\($0.number) \($0.label)" }.joined(separator: ", ")
    case .day: "day"
    case .instant: "instant"
    case .row: "row"
    case .blob: "blob"
    case .any: "any"
    }
  }

  @Test func areThoseThatWereEverGivenOut() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("numbers.txt")
    let given = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let now = Self.lines
    for line in given where !now.contains(line) {
      Issue.record("“\(line)” was given out and is no longer so; retire a field, never change it")
    }
    for line in now where !given.contains(line) {
      Issue.record("add “\(line)” to Tests/LedgerTests/numbers.txt, for ever")
    }
  }

  @Test func noTwoKindsShareOne() {
    let kinds = Schema.woodshed.kinds.map(\.id.number)
    #expect(Set(kinds).count == kinds.count)
    #expect(!kinds.contains(20), "20 is for tests")
  }

  @Test func lieInTheirKindsBlock() {
    var seen: Set<UInt64> = []
    for kind in Schema.woodshed.kinds {
      for field in kind.fields {
        #expect(field.id.number >> 8 == kind.id.number, "\(kind.name).\(field.name)")
        #expect(seen.insert(field.id.number).inserted, "\(kind.name).\(field.name)")
      }
      #expect(Set(kind.fields.map(\.name)).count == kind.fields.count)
      #expect(!kind.fields.contains { $0.name == "life" || Int($0.name) != nil })
    }
    #expect(Set(Schema.woodshed.kinds.map(\.name)).count == Schema.woodshed.kinds.count)
  }
}
