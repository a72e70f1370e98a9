import Ledger
import Testing

@Suite struct SortKeyTests {
  @Test func numbersAreSortedBySize() {
    let names = [
      "ferling 1", "Ferling 2", "Ferling 10", "Ferling 10 b", "Ferling 048", "Ferling A",
    ]
    #expect(sorted(names.reversed()) == names)
    #expect(
      sorted(["B02-01", "B01-10", "B01-09", "B1-2"]) == ["B1-2", "B01-09", "B01-10", "B02-01"])
  }

  @Test(arguments: [
    ("007", "7"), ("É 03", "e 3"),
  ])
  func casesAccentsAndLeadingZerosDoNotCount(one: String, other: String) {
    #expect(Fold.sortKey(of: one) == Fold.sortKey(of: other))
  }

  /// A number of any length has a key, and zero precedes all others.
  @Test func edges() {
    let long = String(repeating: "9", count: 300)
    #expect(sorted([long, "1", "", "00", "a"]) == ["", "00", "1", long, "a"])
  }

  private func sorted(_ names: [String]) -> [String] {
    names.sorted { Fold.sortKey(of: $0).lexicographicallyPrecedes(Fold.sortKey(of: $1)) }
  }
}
