import Statistics
import Testing

@Suite struct RandomEffectsTests {
  @Test func agreesWithReference() throws {
    for one in try GoldenFile("groups").cases(of: "random-effects") {
      let pooled = try #require(
        RandomEffects(
          effects: one.input.numbers("effects"), variances: one.input.numbers("variances")))
      expectNear(pooled.effect, try one.expected.number("effect"))
      expectNear(pooled.error, try one.expected.number("error"))
      expectNear(pooled.interval.low, try one.expected.number("low"))
      expectNear(pooled.interval.high, try one.expected.number("high"))
      expectNear(pooled.tau2, try one.expected.number("tau2"))
      expectNear(pooled.q, try one.expected.number("q"))
      expectNear(pooled.iSquared, try one.expected.number("iSquared"))
    }
  }

  /// The BCG vaccine trials as the documentation of metafor has them (Viechtbauer 2010), method
  /// "DL".
  @Test func agreesWithMetafor() throws {
    let one = try #require(try GoldenFile("groups").cases(of: "random-effects").first)
    let pooled = try #require(
      RandomEffects(
        effects: one.input.numbers("effects"), variances: one.input.numbers("variances")))
    expectNear(pooled.effect, -0.7141, within: 5e-5)
    expectNear(pooled.tau2, 0.3088, within: 5e-5)
    expectNear(pooled.q, 152.2330, within: 5e-5)
    expectNear(pooled.error, 0.1787, within: 5e-5)
    expectNear(pooled.iSquared, 0.9212, within: 5e-5)
  }

  @Test func weighsLikeOneEffectWhenAllAgree() throws {
    let pooled = try #require(RandomEffects(effects: [2, 2], variances: [1, 1]))
    #expect(pooled.effect == 2)
    #expect(pooled.tau2 == 0)
    #expect(pooled.iSquared == 0)
    expectNear(pooled.error * pooled.error, 0.5, within: 1e-12)
  }

  @Test(arguments: [(5, 1.0), (10, 0.3), (20, 0)])
  func coversTheMean(count: Int, tau2: Double) throws {
    var chance = NormalDraws(seed: 2)
    var hits = 0
    for _ in 0..<2_000 {
      let variances = (1...count).map { 2 * Double($0) / Double(count) }
      let effects = variances.map { ($0 + tau2).squareRoot() * chance.next() }
      let pooled = try #require(RandomEffects(effects: effects, variances: variances))
      if pooled.interval.contains(0) { hits += 1 }
    }
    #expect((0.93...0.985).contains(Double(hits) / 2_000), "\(hits)")
  }

  @Test func needsTwoEffectsWithErrors() {
    #expect(RandomEffects(effects: [], variances: []) == nil)
    #expect(RandomEffects(effects: [1], variances: [1]) == nil)
    #expect(RandomEffects(effects: [1, 2], variances: [1]) == nil)
    #expect(RandomEffects(effects: [1, 2], variances: [1, 1], level: 1) == nil)
    for odd in [0, -1, Double.nan] {
      #expect(RandomEffects(effects: [1, 2], variances: [1, odd]) == nil)
    }
    for odd in [Double.nan, .infinity, 1e300] {
      #expect(RandomEffects(effects: [1, odd], variances: [1, 1]) == nil)
    }
    #expect(RandomEffects(effects: [1, 2], variances: [.leastNonzeroMagnitude, 1]) == nil)
  }
}
