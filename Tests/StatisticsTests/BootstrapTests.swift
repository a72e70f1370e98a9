import Sound
import Testing

@testable import Statistics

@Suite struct BootstrapTests {
  private static func mean(_ values: [Double]) -> ([Int]) -> Double? {
    { $0.reduce(0) { $0 + values[$1] } / Double($0.count) }
  }

  @Test func intervalsAreThoseOfSciPyForTheSameDraws() throws {
    for (method, isMean) in [("bootstrap of mean", true), ("bootstrap of rho", false)] {
      for example in try GoldenFile("drawing").cases(of: method) {
        let input = example.input
        let x = try input.numbers("column0")
        let y = isMean ? x : try input.numbers("column1")
        let bootstrap = Bootstrap(
          count: x.count, draws: try input.int("draws"), seed: UInt64(try input.int("seed")),
          level: try input.number("level"),
          isMean
            ? Self.mean(x)
            : { rows in Spearman(rows.map { x[$0] }, rows.map { y[$0] })?.rho })
        expectNear(bootstrap?.interval.low, try example.expected.number("low"))
        expectNear(bootstrap?.interval.high, try example.expected.number("high"))
        #expect(bootstrap?.draws == (try input.int("draws")))
      }
    }
  }

  @Test func intervalMovesAndGrowsWithTheData() throws {
    let values: [Double] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    let interval = try #require(Bootstrap(count: 10, seed: 1, Self.mean(values))).interval
    let other = Bootstrap(count: 10, seed: 1, Self.mean(values.map { 4 * $0 + 8 }))
    #expect(other?.interval == Interval(low: 4 * interval.low + 8, high: 4 * interval.high + 8))
    let mirrored = try #require(Bootstrap(count: 10, seed: 1, Self.mean(values.map { -$0 })))
    expectNear(mirrored.interval.low, -interval.high, within: 1e-12)
    let narrow = try #require(Bootstrap(count: 10, seed: 1, level: 0.5, Self.mean(values)))
    #expect(narrow.interval.halfWidth < interval.halfWidth)
  }

  @Test func noAnswerWhereTheDataHaveNone() {
    let mean = Self.mean([1, 2, 4, 8])
    #expect(Bootstrap(count: 0, seed: 1, mean) == nil)
    #expect(Bootstrap(count: 1, seed: 1, mean) == nil)
    #expect(Bootstrap(count: .max, seed: 1, mean) == nil)
    #expect(Bootstrap(count: -1, seed: 1, mean) == nil)
    #expect(Bootstrap(count: 4, draws: 0, seed: 1, mean) == nil)
    #expect(Bootstrap(count: 4, draws: .max, seed: 1, mean) == nil)
    #expect(Bootstrap(count: 4, seed: 1, level: 1, mean) == nil)
    #expect(Bootstrap(count: 4, seed: 1, Self.mean([3, 3, 3, 3])) == nil)
    #expect(Bootstrap(count: 4, seed: 1, Self.mean([3, .nan, 3, 3])) == nil)
    #expect(Bootstrap(count: 4, seed: 1, Self.mean([3, .infinity, 3, 3])) == nil)
    #expect(Bootstrap(count: 4, seed: 1) { _ in nil } == nil)
    // Every draw is below a value that only the data in their order have.
    #expect(Bootstrap(count: 9, seed: 2) { $0 == [Int](0..<9) ? 99 : Double($0[0]) } == nil)
  }

  @Test func drawsWithoutAValueAreSkipped() throws {
    let values: [Double] = [1, 2, 3, 4]
    let bootstrap = try #require(
      Bootstrap(count: 4, seed: 3) { rows in
        Set(rows).count < 2 ? nil : Self.mean(values)(rows)
      })
    #expect((1_900..<2_000).contains(bootstrap.draws))
  }

  @Test func tinyAndLargeValuesAreNoTrouble() throws {
    let values: [Double] = [3, 1, 4, 1, 5, 9]
    let interval = try #require(Bootstrap(count: 6, seed: 1, Self.mean(values))).interval
    for scale in [0x1p-700, 0x1p700] {
      let other = Bootstrap(count: 6, seed: 1, Self.mean(values.map { $0 * scale }))
      #expect(
        other?.interval == Interval(low: interval.low * scale, high: interval.high * scale))
    }
  }

  @Test func intervalsCoverTheTruth() {
    for count in [15, 30] {
      var (chance, covered) = (Chance(seed: 2, at: Int64(count)), 0)
      for run in 0..<500 {
        let values = (0..<count).map { _ in chance.normal() }
        let bootstrap = Bootstrap(
          count: count, draws: 500, seed: UInt64(run), Self.mean(values))
        covered += bootstrap?.interval.contains(0) == true ? 1 : 0
      }
      let share = Double(covered) / 500
      #expect((0.90...0.98).contains(share), "\(share) at \(count)")
    }
  }
}
