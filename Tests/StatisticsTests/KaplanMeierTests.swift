import Statistics
import Testing

@Suite struct KaplanMeierTests {
  @Test func agreesWithReference() throws {
    for one in try GoldenFile("time").cases(of: "kaplan-meier") {
      let curve = try #require(
        KaplanMeier(times: one.input.numbers("times"), ends: one.input.flags("ends")))
      let expected = one.expected
      #expect(curve.steps.map(\.time) == (try expected.numbers("times")))
      #expect(curve.steps.map { Double($0.atRisk) } == (try expected.numbers("atRisk")))
      #expect(curve.steps.compactMap(\.interval).count == (try expected.numbers("low").count))
      for (index, step) in curve.steps.enumerated() {
        expectNear(step.survival, try expected.numbers("survival")[index])
        guard let interval = step.interval else { continue }
        expectNear(interval.low, try expected.numbers("low")[index])
        expectNear(interval.high, try expected.numbers("high")[index])
      }
      func time(_ name: String) throws -> Double? {
        expected.has(name) ? try expected.number(name) : nil
      }
      #expect(curve.median == (try time("median")))
      #expect(curve.medianInterval?.low == (try time("medianLow")))
      let isBounded = curve.medianInterval.map { $0.high < .infinity } ?? false
      #expect((isBounded ? curve.medianInterval?.high : nil) == (try time("medianHigh")))
    }
  }

  @Test func agreesWithTheDesign() throws {
    let curve = try #require(
      KaplanMeier(
        times: [4, 8, 8, 11, 12, 14, 15, 9, 6, 13],
        ends: [true, true, true, true, false, true, true, false, false, true]))
    #expect(curve.steps.map(\.time) == [4, 8, 11, 13, 14, 15])
    for (step, expected) in zip(curve.steps, [0.9, 0.675, 0.54, 0.36, 0.18, 0]) {
      expectNear(step.survival, expected, within: 1e-12)
    }
    #expect(curve.median == 13)
  }

  @Test func doesNotDependOnOrder() {
    let (times, ends) = ([5.0, 1, 3, 3, 2], [true, false, true, false, true])
    let one = KaplanMeier(times: times, ends: ends)
    let other = KaplanMeier(times: times.reversed(), ends: ends.reversed())
    #expect(one?.steps == other?.steps)
    #expect(one?.median == other?.median)
  }

  @Test func findsAMedianOfExactlyAHalf() {
    for count in stride(from: 2, through: 60, by: 2) {
      let curve = KaplanMeier(
        times: (1...count).map { Double($0) }, ends: [Bool](repeating: true, count: count))
      #expect(curve?.median == Double(count / 2))
    }
  }

  /// The interval of the median, with a fifth still in use, holds the true one in 93 to 98 of 100
  /// logs.
  @Test(arguments: [20, 50]) func coversTheMedian(count: Int) throws {
    var chance = NormalDraws(seed: 9)
    var hits = 0
    for _ in 0..<2_000 {
      let lives = (0..<count).map { _ in chance.next() }
      let ends = (0..<count).map { _ in chance.next() + 1.2 }
      let curve = try #require(
        KaplanMeier(times: zip(lives, ends).map(min), ends: zip(lives, ends).map(<)))
      if curve.medianInterval?.contains(0) ?? true { hits += 1 }
    }
    #expect((0.93...0.98).contains(Double(hits) / 2_000), "\(hits)")
  }

  @Test func needsFiniteTimes() {
    #expect(KaplanMeier(times: [], ends: []) == nil)
    #expect(KaplanMeier(times: [1], ends: []) == nil)
    #expect(KaplanMeier(times: [.nan], ends: [true]) == nil)
    #expect(KaplanMeier(times: [.infinity], ends: [false]) == nil)
    #expect(KaplanMeier(times: [1], ends: [true], level: 0) == nil)
    let unended = KaplanMeier(times: [1, 2], ends: [false, false])
    #expect(unended?.steps == [])
    #expect(unended?.median == nil)
    #expect(unended?.medianInterval == nil)
    let one = KaplanMeier(times: [3], ends: [true])
    #expect(one?.median == 3)
    #expect(one?.medianInterval == nil)
  }
}
