import Sound
import Statistics
import Testing

@testable import Analysis
@testable import Domain

/// The means on the front of the stats, whose intervals the page computes itself.
@Suite struct ReedFiguresTests {
  private static func mean(_ values: [Int64]) -> ReedFigures.Mean {
    var mean = ReedFigures.Mean(of: ReedField.test[0])
    for value in values { mean.add(value) }
    return mean
  }

  @Test(arguments: [6, 7, 8, 10, 14, 30, 100, 1_000])
  func theIntervalIsThatOfTheAnalyst(count: Int) throws {
    for (seed, top) in [(1, 9), (2, 9), (3, 700), (4, 1_000_000)] as [(UInt64, Int)] {
      var chance = Chance(seed: seed)
      let values = (0..<count).map { _ in Int64(chance.number(through: UInt64(top))) - 3 }
      let mean = Self.mean(values)
      let summary = try #require(Summary(values.map { Double($0) }))
      let exact = try #require(summary.meanInterval()).halfWidth
      let reach = try #require(mean.reach)
      #expect(abs(mean.value - summary.mean) <= 1e-9 * max(1, abs(summary.mean)))
      #expect(abs(reach / exact - 1) < 2e-4, "\(reach) instead of \(exact)")
    }
  }

  @Test func thereIsOneLeastNumber() {
    #expect(ReedFigures.Mean.fewest == Strength.fewestPairs)
    #expect(Self.mean([7, 5, 8, 6, 9]).reach == nil)
    #expect(Self.mean([7, 5, 8, 6, 9, 4]).reach != nil)
  }

  @Test func withoutSpreadThereIsNoInterval() {
    #expect(Self.mean([Int64](repeating: 7, count: 40)).reach == nil)
    #expect(Self.mean([]).value == 0 && Self.mean([]).reach == nil)
    // Values that no form accepts can come from elsewhere.
    #expect(Self.mean([Int64](repeating: .max, count: 8) + [.min]).count == 9)
  }
}
