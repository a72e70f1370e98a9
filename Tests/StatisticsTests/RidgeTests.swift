import Statistics
import Testing

@Suite struct RidgeTests {
  @Test func agreesWithReference() throws {
    for one in try GoldenFile("models").cases(of: "ridge") {
      let model = try #require(
        Ridge(rows: one.input.rows("rows"), outcome: one.input.numbers("outcome"), seed: 1))
      #expect(model.penalty == (try one.expected.number("penalty")))
      expectNear(model.intercept, try one.expected.number("intercept"))
      expectNear(model.q2, try one.expected.number("q2"))
      for index in model.coefficients.indices {
        let interval = try #require(model.intervals[index])
        expectNear(model.coefficients[index], try one.expected.numbers("coefficients")[index])
        expectNear(interval.low, try one.expected.numbers("low")[index])
        expectNear(interval.high, try one.expected.numbers("high")[index])
      }
    }
  }

  private static func log(
    _ count: Int, inputs: Int, strength: Double, chance: inout NormalDraws
  ) -> (rows: [[Double]], outcome: [Double]) {
    let rows = (0..<count).map { _ in (0..<inputs).map { _ in chance.next() } }
    return (rows, rows.map { strength * $0[0] + chance.next() })
  }

  @Test func testsInSteps() throws {
    var chance = NormalDraws(seed: 2)
    let log = Self.log(30, inputs: 3, strength: 1, chance: &chance)
    var model = try #require(Ridge(rows: log.rows, outcome: log.outcome, draws: 99, seed: 5))
    #expect(model.permutationP == nil)
    #expect(model.step() == 20.0 / 99)
    #expect(model.permutationP == nil)
    while model.step() < 1 {}
    #expect(model.permutationP == 0.01)
    #expect(model.step() == 1)
    #expect(model.permutationP == 0.01)
  }

  /// With pure noise p is below 0.05 in about 5 of 100 logs, and Q² passes 0.15 seldom.
  @Test func findsLittleInNoise() throws {
    var chance = NormalDraws(seed: 3)
    var (hits, shown) = (0, 0)
    for run in 0..<400 {
      let log = Self.log(40, inputs: 8, strength: 0, chance: &chance)
      var model = try #require(
        Ridge(rows: log.rows, outcome: log.outcome, draws: 99, seed: UInt64(run)))
      while model.step() < 1 {}
      if try #require(model.permutationP) <= 0.05 { hits += 1 }
      if model.q2 >= 0.15 { shown += 1 }
    }
    #expect((8...36).contains(hits), "\(hits)")
    #expect(shown < 24, "\(shown)")
  }

  @Test(arguments: [0.5, 1]) func coversTheCoefficients(strength: Double) throws {
    var chance = NormalDraws(seed: 7)
    var hits = [0, 0]
    for _ in 0..<2_000 {
      let log = Self.log(30, inputs: 4, strength: strength, chance: &chance)
      let model = try #require(Ridge(rows: log.rows, outcome: log.outcome, seed: 1))
      let column = log.rows.map { $0[0] }
      let deviation = try #require(Summary(column)).deviation
      if try #require(model.intervals[0]).contains(strength * deviation) { hits[0] += 1 }
      if try #require(model.intervals[1]).contains(0) { hits[1] += 1 }
    }
    for hits in hits { #expect((0.93...0.98).contains(Double(hits) / 2_000), "\(hits)") }
  }

  @Test func doesNotDependOnUnits() throws {
    var chance = NormalDraws(seed: 1)
    let log = Self.log(25, inputs: 2, strength: 1, chance: &chance)
    let one = try #require(Ridge(rows: log.rows, outcome: log.outcome, seed: 1))
    let other = try #require(
      Ridge(rows: log.rows.map { [$0[0] * 1e6, $0[1] - 50] }, outcome: log.outcome, seed: 1))
    #expect(one.penalty == other.penalty)
    expectNear(one.q2, other.q2, within: 1e-9)
    expectNear(one.coefficients[0], other.coefficients[0], within: 1e-9)
  }

  @Test func takesInputsThatSayTheSame() throws {
    let rows = (0..<20).map { [Double($0), Double($0), -Double($0), Double($0 % 3)] }
    let model = try #require(Ridge(rows: rows, outcome: rows.map { $0[0] }, seed: 1))
    expectNear(model.coefficients[0], model.coefficients[1], within: 1e-9)
    expectNear(model.coefficients[0], -model.coefficients[2], within: 1e-9)
    #expect(model.q2 > 0.99)
    #expect(model.intervals[..<3].allSatisfy { $0 == nil })
    #expect(model.intervals[3]?.contains(0) == true)
  }

  @Test func needsEnoughRowsThatDiffer() {
    let rows = (0..<5).map { [Double($0)] }
    let outcome = [1.0, 3, 2, 5, 4]
    #expect(Ridge(rows: rows, outcome: outcome, seed: 1) != nil)
    #expect(Ridge(rows: [], outcome: [], seed: 1) == nil)
    #expect(Ridge(rows: [[]], outcome: [1], seed: 1) == nil)
    #expect(Ridge(rows: [[1], [2]], outcome: [1, 2], seed: 1) == nil)
    #expect(Ridge(rows: rows, outcome: [1], seed: 1) == nil)
    #expect(Ridge(rows: rows, outcome: outcome, draws: 0, seed: 1) == nil)
    #expect(Ridge(rows: rows, outcome: outcome, seed: 1, level: 1) == nil)
    #expect(Ridge(rows: rows.map { $0 + $0 }, outcome: outcome, seed: 1) == nil)
    #expect(Ridge(rows: rows.dropLast() + [[1, 2]], outcome: outcome, seed: 1) == nil)
    #expect(Ridge(rows: rows.map { _ in [0.1] }, outcome: outcome, seed: 1) == nil)
    #expect(Ridge(rows: rows, outcome: outcome.map { _ in 0.1 }, seed: 1) == nil)
    for odd in [Double.nan, .infinity, 1e300] {
      #expect(Ridge(rows: rows.dropLast() + [[odd]], outcome: outcome, seed: 1) == nil)
      #expect(Ridge(rows: rows, outcome: outcome.dropLast() + [odd], seed: 1) == nil)
    }
  }
}
