import Sound
import Testing

@testable import Statistics

@Suite struct RanksTests {
  @Test func ranksAreThoseOfSciPy() throws {
    for example in try GoldenFile("ranks").cases(of: "ranks") {
      let ranks = Ranks.of(try example.input.numbers("values"))
      #expect(ranks == (try example.expected.numbers("ranks")))
    }
  }

  @Test func whatIsNotANumberHasNoRank() {
    let ranks = Ranks.of([2, .nan, .infinity, 1, 2, -.infinity])
    #expect(ranks[1].isNaN)
    #expect(ranks.filter { !$0.isNaN } == [3.5, 5, 2, 3.5, 1])
    #expect(Ranks.centred([5, 1, 5, 9]) == [0, -3, 0, 3])
    #expect(Ranks.ties(of: [5, 1, 5, 9]) == [1, 2, 1])
  }

  @Test func spearmanIsThatOfSciPy() throws {
    for example in try GoldenFile("ranks").cases(of: "spearman") {
      let (x, y) = (try example.input.numbers("x"), try example.input.numbers("y"))
      let spearman = try #require(Spearman(x, y))
      expectNear(spearman.rho, try example.expected.number("rho"))
      expectNear(spearman.interval?.low, try example.expected.number("low"))
      expectNear(spearman.interval?.high, try example.expected.number("high"))
      #expect(spearman.count == x.count)
    }
  }

  @Test func allOrdersOfAFewPointsAreTried() throws {
    for example in try GoldenFile("ranks").cases(of: "spearman p") {
      let (x, y) = (try example.input.numbers("x"), try example.input.numbers("y"))
      let test = try #require(Spearman(x, y)?.p(seed: 0))
      #expect(test.p == (try example.expected.number("p")))
      #expect(test.count == (try example.expected.int("count")))
      #expect(test.isExact)
    }
  }

  @Test func drawnOrdersAreHitsWhereTheyShould() throws {
    for example in try GoldenFile("ranks").cases(of: "spearman drawn p") {
      let (x, y) = (try example.input.numbers("x"), try example.input.numbers("y"))
      let (seed, draws) = (try example.input.int("seed"), try example.input.int("draws"))
      let test = try #require(Spearman(x, y)?.p(draws: draws, seed: UInt64(seed)))
      #expect(test.p == (try example.expected.number("p")))
    }
  }

  @Test func drawnOrdersComeNearTheExactAnswer() throws {
    let x = [Double](stride(from: 1, through: 9, by: 1))
    let spearman = try #require(Spearman(x, [4, 1, 2, 6, 3, 9, 5, 7, 8]))
    let test = try #require(spearman.p(draws: 20_000, seed: 5))
    #expect(!test.isExact)
    #expect(test.count == 20_000)
    let same = try #require(spearman.p(draws: 20_000, seed: 5))
    #expect(test.p == same.p)
    let t = spearman.rho * (7 / (1 - spearman.rho * spearman.rho)).squareRoot()
    expectNear(test.p, 2 * StudentT.below(-t, freedom: 7), within: 0.01)
    #expect(spearman.p(draws: 0, seed: 5) == nil)
  }

  @Test func kendallIsThatOfSciPy() throws {
    for example in try GoldenFile("ranks").cases(of: "kendall") {
      let kendall = Kendall(try example.input.numbers("x"), try example.input.numbers("y"))
      expectNear(kendall?.tau, try example.expected.number("tau"))
      expectNear(kendall?.p, try example.expected.number("p"))
    }
  }

  @Test func theilSenIsThatOfSciPy() throws {
    for example in try GoldenFile("ranks").cases(of: "theil-sen") {
      let (x, y) = (try example.input.numbers("x"), try example.input.numbers("y"))
      let level = try example.input.number("level")
      let line = try #require(TheilSen(x, y, level: level))
      expectNear(line.slope, try example.expected.number("slope"))
      expectNear(line.intercept, try example.expected.number("intercept"))
      expectNear(line.interval.low, try example.expected.number("low"))
      expectNear(line.interval.high, try example.expected.number("high"))
    }
  }

  @Test func mannKendallIsThatOfAllPairs() throws {
    for example in try GoldenFile("ranks").cases(of: "mann-kendall") {
      let test = try #require(MannKendall(try example.input.numbers("values")))
      #expect(test.s == (try example.expected.number("s")))
      for (name, value) in [("variance", test.variance), ("z", test.z), ("p", test.p)] {
        expectNear(value, try example.expected.number(name))
      }
    }
  }

  /// The relation of gouge and rating in twelve reeds.
  @Test func twelveReedsGiveThePublishedFigures() {
    let gouge = [0.58, 0.59, 0.59, 0.60, 0.57, 0.61, 0.60, 0.58, 0.62, 0.59, 0.60, 0.57]
    let quality: [Double] = [6, 7, 6, 7, 5, 8, 8, 4, 7, 6, 9, 5]
    let spearman = Spearman(gouge, quality)
    expectNear(spearman?.rho, 0.836957)
    expectNear(spearman?.interval?.low, 0.423348)
    expectNear(spearman?.interval?.high, 0.961852)
    expectNear(Kendall(gouge, quality)?.tau, 0.689655)
    let line = TheilSen(gouge, quality)
    expectNear(line?.slope, 87.5)
    expectNear(line?.interval.low, 33.333333)
    expectNear(line?.interval.high, 133.333333)
  }

  @Test(arguments: [
    [], [1], [1, 2], [3, 3, 3, 3], [1, 2, .nan, 4], [1, 2, .infinity, 4],
  ])
  func noAnswerWhereTheDataHaveNone(values: [Double]) {
    let steady = [Double](stride(from: 0, to: Double(values.count), by: 1))
    #expect(Spearman(values, steady) == nil)
    #expect(Spearman(steady, values) == nil)
    #expect(Kendall(values, steady) == nil)
    #expect(Kendall(steady, values) == nil)
    #expect(MannKendall(values) == nil)
    #expect(values.count == 2 || TheilSen(values, steady) == nil)
  }

  @Test func columnsOfDifferentLengthsAndLevelsOutsideTheirRangeAreRefused() {
    let values: [Double] = [1, 2, 3, 4, 6]
    #expect(Spearman(values, [1, 2, 3]) == nil)
    #expect(Kendall(values, [1, 2, 3]) == nil)
    #expect(TheilSen(values, [1, 2, 3]) == nil)
    for level in [0, 1, -1, 2, Double.nan] {
      #expect(Spearman(values, values, level: level) == nil)
      #expect(TheilSen(values, values, level: level) == nil)
    }
  }

  @Test func perfectOrderHasNoInterval() {
    let values: [Double] = [1, 2, 3, 4, 6]
    let rise = Spearman(values, values.map { $0 * $0 })
    #expect(rise?.rho == 1)
    #expect(rise?.interval == nil)
    #expect(Spearman(values, values.reversed())?.rho == -1)
    #expect(Spearman([1, 2, 3], [1, 3, 2])?.interval == nil)
    #expect(Kendall(values, values)?.tau == 1)
    #expect(Kendall(values, values.reversed())?.tau == -1)
  }

  @Test func scaleAndSwappingColumnsDoNotMatter() throws {
    var chance = Chance(seed: 9)
    let x = (0..<30).map { _ in (chance.part() * 12).rounded() }
    let y = x.map { ($0 + chance.part() * 12).rounded() }
    let (rho, tau) = (try #require(Spearman(x, y)).rho, try #require(Kendall(x, y)).tau)
    #expect(Spearman(y, x)?.rho == rho)
    #expect(Spearman(x.map { $0 * 0x1p-900 }, y.map { $0 * 0x1p900 })?.rho == rho)
    #expect(Spearman(x.map { -$0 }, y)?.rho == -rho)
    #expect(Spearman(x.reversed(), y.reversed())?.rho == rho)
    expectNear(Kendall(y, x)?.tau, tau, within: 1e-15)
    expectNear(Kendall(x.map { -$0 }, y)?.tau, -tau, within: 1e-15)
    let (up, down) = (MannKendall(y), MannKendall(y.reversed()))
    #expect(up?.s == down.map { -$0.s })
    #expect(up?.p == down?.p)
    expectNear(TheilSen(x, y.map { 3 * $0 })?.slope, 3 * (TheilSen(x, y)?.slope ?? 0))
  }

  @Test func twoPointsMakeALine() {
    let line = TheilSen([0, 1], [1, 3])
    #expect(line?.slope == 2)
    #expect(line?.intercept == 1)
    #expect(line?.interval == Interval(low: 2, high: 2))
  }

  @Test func outliersHardlyMoveTheLine() throws {
    let x = [Double](stride(from: 0, to: 20, by: 1))
    var y = x.map { 2 * $0 + 1 }
    y[3] = -1e300
    y[15] = 1e300
    let line = try #require(TheilSen(x, y))
    #expect(line.slope == 2)
    #expect(line.intercept == 1)
    #expect(line.interval.contains(2))
    #expect(TheilSen([0, 1, 2], [-1.7e308, 1.7e308, 0]) == nil)
    let many = [Double](repeating: 1, count: TheilSen.largestCount + 1)
    #expect(TheilSen(many.indices.map { Double($0) }, many) == nil)
  }

  @Test func tenThousandPointsTakeNoTime() throws {
    let x = (0..<10_000).map { Double($0) }
    #expect(try #require(Kendall(x, x)).tau == 1)
    #expect(try #require(MannKendall(x)).s == 49_995_000)
    #expect(try #require(MannKendall(x.map { -$0 })).s == -49_995_000)
  }

  @Test func slopeIntervalsCoverTheTruth() throws {
    for count in [8, 30] {
      var (chance, covered) = (Chance(seed: 2, at: Int64(count)), 0)
      for _ in 0..<1_000 {
        let x = (0..<count).map { _ in chance.normal() }
        let line = TheilSen(x, x.map { 3 * $0 + chance.normal() })
        covered += line?.interval.contains(3) == true ? 1 : 0
      }
      #expect((930...980).contains(covered), "\(covered) of 1,000 at \(count)")
    }
  }

  @Test func fisherIntervalsCoverTheTruth() throws {
    // Ranks of a normal pair of correlation ρ have one of 6/π · arcsin(ρ/2): 0.582 for 0.6.
    for count in [8, 12, 20, 50] {
      var (chance, covered, all) = (Chance(seed: 1, at: Int64(count)), 0, 0)
      for _ in 0..<1_000 {
        let x = (0..<count).map { _ in chance.normal() }
        let y = x.map { 0.6 * $0 + 0.8 * chance.normal() }
        guard let interval = Spearman(x, y)?.interval else { continue }
        all += 1
        covered += interval.contains(0.58190) ? 1 : 0
      }
      let share = Double(covered) / Double(all)
      #expect((0.93...0.985).contains(share), "\(share) at \(count)")
    }
  }
}
