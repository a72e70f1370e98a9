import Statistics
import Testing

@Suite struct EwmaTests {
  @Test func agreesWithReference() throws {
    for one in try GoldenFile("time").cases(of: "ewma") {
      let hasTarget = one.input.has("target")
      let chart = try #require(
        Ewma(
          one.input.numbers("values"), restarts: one.input.numbers("restarts").map { Int($0) },
          target: hasTarget ? one.input.number("target") : nil,
          deviation: hasTarget ? one.input.number("deviation") : nil))
      #expect(chart.points.map(\.isAlarm) == (try one.expected.flags("alarms")))
      for (index, point) in chart.points.enumerated() {
        expectNear(point.smoothed, try one.expected.numbers("smoothed")[index])
        expectNear(point.low, try one.expected.numbers("low")[index])
        expectNear(point.high, try one.expected.numbers("high")[index])
      }
    }
  }

  /// The example of the NIST handbook, 6.3.2.4, has these smoothed values for λ = 0.3 and a target
  /// of 50.
  @Test func agreesWithTheHandbook() throws {
    let values = [
      52.0, 47, 53, 49.3, 50.1, 47, 51, 50.1, 51.2, 50.5, 49.6, 47.6, 49.9, 51.3, 47.8, 51.2, 52.6,
      52.4, 53.6, 52.1,
    ]
    let expected = [
      50.60, 49.52, 50.56, 50.18, 50.16, 49.21, 49.75, 49.85, 50.26, 50.33, 50.11, 49.36, 49.52,
      50.05, 49.38, 49.92, 50.73, 51.23, 51.94, 51.99,
    ]
    let chart = try #require(Ewma(values, target: 50, deviation: 2.0539, weight: 0.3))
    expectNear(chart.points.last?.low, 47.4115, within: 1e-4)
    for (point, expected) in zip(chart.points, expected) {
      expectNear(point.smoothed, expected, within: 0.006 / 50)
      #expect(!point.isAlarm)
    }
  }

  @Test func startsAnewAtEachRestart() throws {
    let values = [1.0, 2, 3, 1, 2, 3]
    let chart = try #require(
      Ewma(values, restarts: [3, 3, 0, -1, 99], target: 2, deviation: 1))
    #expect(chart.points[..<3] == chart.points[3...])
  }

  @Test func takesTheFirstRunWithoutATarget() throws {
    let first = (0..<20).map { Double($0 % 5) }
    let chart = try #require(Ewma(first + [100, 200], restarts: [20]))
    #expect(chart.target == 2)
    expectNear(chart.deviation, (40.0 / 19).squareRoot(), within: 1e-12)
    let known = try #require(Ewma(first, target: 3))
    #expect(known.target == 3)
    #expect(known.deviation == chart.deviation)
  }

  /// Values after a lasting change are not usual, whether there was a restart or not.
  @Test func whatChangedIsNotUsual() throws {
    let steady = (0..<20).map { Double($0 % 5) }
    let chart = try #require(Ewma(steady + (0..<6).map { Double($0 % 5 + 6) }))
    #expect(chart.usual == 20 && chart.target == 2)
    #expect(chart.points[22...].allSatisfy { $0.isAlarm })
    // It may change more than once, and the first of its levels counts.
    let twice = try #require(
      Ewma(steady + (0..<6).map { Double($0 % 5 + 6) } + (0..<10).map { Double($0 % 5 + 20) }))
    #expect(twice.usual == 20)
    // Too few values before the change to say what is usual: all of them count.
    #expect(Ewma([1, 2, 3, 1, 2] + [Double](repeating: 90, count: 10))?.usual ?? 0 >= 8)
    // Equal values have no spread that limits could come from.
    #expect(Ewma([Double](repeating: 1, count: 10) + [2, 3])?.deviation ?? 0 > 0)
    #expect(Ewma(steady)?.usual == 20)
    #expect(Ewma(steady, target: 2, deviation: 1)?.usual == 0)
  }

  /// 8 to 40 values of one level are cut short once in 100 logs; two standard errors are 0.5.
  @Test(arguments: [12, 25, 40]) func aChangeIsSeldomSeenWhereNoneIs(count: Int) throws {
    var chance = NormalDraws(seed: 9)
    var cut = 0
    for _ in 0..<2_000 {
      let chart = try #require(Ewma((0..<count).map { _ in chance.next() }))
      cut += chart.usual < count ? 1 : 0
    }
    #expect(cut <= 32)
  }

  /// Mean run lengths in simulated logs: a shift of one deviation is noticed within 12, luck at
  /// most once in 400.
  @Test(arguments: [0, 40]) func noticesSmallShifts(baseline: Int) throws {
    var chance = NormalDraws(seed: 4)
    func runLength(shift: Double, limit: Int, runs: Int) throws -> Double {
      var sum = 0
      for _ in 0..<runs {
        let first = (0..<baseline).map { _ in chance.next() }
        let rest = (0..<limit).map { _ in chance.next() + shift }
        let isKnown = baseline == 0
        let chart = try #require(
          Ewma(
            first + rest, restarts: [baseline], target: isKnown ? 0 : nil,
            deviation: isKnown ? 1 : nil))
        sum += 1 + (chart.points[baseline...].firstIndex(where: \.isAlarm) ?? limit) - baseline
      }
      return Double(sum) / Double(runs)
    }
    #expect(try runLength(shift: 1, limit: 200, runs: 4_000) < 12)
    #expect(try runLength(shift: 0, limit: 2_000, runs: 400) > 400)
  }

  @Test func needsSpreadAndNumbers() {
    #expect(Ewma([]) == nil)
    #expect(Ewma([1, 2, 3, 4, 5, 6, 7]) == nil)
    #expect(Ewma([1, 2, 3, 4, 5, 6, 7, 8], restarts: [7]) == nil)
    #expect(Ewma([1, 2, 3, 4, 5, 6, 7, 8]) != nil)
    #expect(Ewma([Double](repeating: 0.1, count: 30)) == nil)
    #expect(Ewma([], target: 1, deviation: 1)?.points == [])
    #expect(Ewma([1], target: 1, deviation: 0) == nil)
    #expect(Ewma([.nan], target: 1, deviation: 1) == nil)
    #expect(Ewma([.infinity], target: 1, deviation: 1) == nil)
    #expect(Ewma([1], target: .nan, deviation: 1) == nil)
    for weight in [0, -1, 1.1, Double.nan] {
      #expect(Ewma([1], target: 1, deviation: 1, weight: weight) == nil)
    }
    #expect(Ewma([1], target: 1, deviation: 1, weight: 1)?.points.first?.smoothed == 1)
  }
}
