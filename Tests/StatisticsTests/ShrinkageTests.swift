import Statistics
import Testing

@Suite struct ShrinkageTests {
  @Test func agreesWithReference() throws {
    for one in try GoldenFile("groups").cases(of: "shrinkage") {
      let fit = try #require(Shrinkage(one.input.rows("groups"), draws: 40_000, seed: 1))
      expectNear(fit.within, try one.expected.number("within"))
      expectNear(fit.between, try one.expected.number("between"))
      expectNear(fit.mean, try one.expected.number("mean"))
      for (index, group) in fit.groups.enumerated() {
        expectNear(group.shrunk, try one.expected.numbers("shrunk")[index])
        expectNear(group.error, try one.expected.numbers("errors")[index])
        // Four standard errors of a share of 40,000 draws.
        expectNear(group.chanceBest, try one.expected.numbers("chances")[index], within: 0.01)
      }
    }
  }

  @Test func agreesWithTheDesign() throws {
    let fit = try #require(
      Shrinkage([[6, 6, 5, 8, 7, 5], [7, 7, 8, 4, 6, 9], [9, 7]], seed: 1))
    expectNear(fit.within, 2.151515)
    expectNear(fit.between, 0.103535)
    for (group, expected) in zip(fit.groups, [6.616008, 6.765371, 6.855864]) {
      expectNear(group.shrunk, expected)
    }
  }

  /// The groups of the design, with t of 11 degrees of freedom.
  @Test func itsIntervalAllowsForWhatIsNotKnown() throws {
    let fit = try #require(
      Shrinkage([[6, 6, 5, 8, 7, 5], [7, 7, 8, 4, 6, 9], [9, 7]], draws: 1, seed: 1))
    let expected = [(5.226461, 8.005556), (5.777895, 7.752847), (4.103081, 9.608647)]
    for (group, expected) in zip(fit.groups, expected) {
      expectNear(group.interval.low, expected.0)
      expectNear(group.interval.high, expected.1)
    }
  }

  /// Of the group ahead, where groups are told apart at all.
  @Test(arguments: [(3, 5), (3, 10), (4, 5), (4, 10), (6, 10)], [0.25, 1])
  func itsIntervalContainsTheTruthOfTheOneAhead(size: (Int, Int), spread: Double) throws {
    var (fits, covered) = (0, 0)
    var chance = NormalDraws(seed: 9)
    for _ in 0..<1_000 {
      let truths = (0..<size.0).map { _ in chance.next() * spread }
      let groups = truths.map { truth in (0..<size.1).map { _ in truth + chance.next() } }
      let fit = try #require(Shrinkage(groups, draws: 1, seed: 1))
      guard fit.between > 0,
        let ahead = fit.groups.indices.max(by: { fit.groups[$0].shrunk < fit.groups[$1].shrunk })
      else { continue }
      fits += 1
      let interval = fit.groups[ahead].interval
      covered += interval.low <= truths[ahead] && truths[ahead] <= interval.high ? 1 : 0
    }
    let share = Double(covered) / Double(fits)
    // The goal is 0.93 to 0.98; two standard errors of 500 fits are 0.02.
    #expect((0.91...0.995).contains(share), "\(size) \(spread): \(share) of \(fits)")
  }

  @Test func drawsTheSameFromASeed() {
    func chances(_ seed: UInt64) -> [Double]? {
      Shrinkage([[1, 2], [3, 5], [4, 6]], draws: 100, seed: seed)?.groups.map(\.chanceBest)
    }
    #expect(chances(1) == chances(1))
    #expect(chances(1) != chances(2))
    expectNear(chances(1)?.reduce(0, +), 1)
  }

  @Test func movesWithTheScale() throws {
    let groups = [[1.0, 2], [3, 5], [4, 6.5]]
    let one = try #require(Shrinkage(groups, seed: 3))
    let other = try #require(Shrinkage(groups.map { $0.map { 4 * $0 - 7 } }, seed: 3))
    for (one, other) in zip(one.groups, other.groups) {
      expectNear(other.shrunk, 4 * one.shrunk - 7, within: 1e-12)
      expectNear(other.error, 4 * one.error, within: 1e-12)
      expectNear(other.interval.high, 4 * one.interval.high - 7, within: 1e-12)
    }
  }

  /// Four shapers with five reeds each, whose true means differ by half as much as reeds do.
  @Test func takesTheLuckOutOfTheBest() throws {
    var (right, raw, shrunk) = (0.0, 0.0, 0.0)
    let runs = 2_000
    var chance = NormalDraws(seed: 8)
    for run in 0..<runs {
      let truths = (0..<4).map { _ in chance.next() * 0.5 }
      let groups = truths.map { truth in (0..<5).map { _ in truth + chance.next() } }
      let fit = try #require(Shrinkage(groups, draws: 1, seed: UInt64(run)))
      let best = try #require(fit.groups.indices.max { fit.groups[$0].mean < fit.groups[$1].mean })
      right += truths[best] == truths.max() ? 1 : 0
      raw += fit.groups[best].mean - truths[best]
      shrunk += fit.groups[best].shrunk - truths[best]
    }
    expectNear(right / Double(runs), 0.61, within: 0.04)
    expectNear(raw / Double(runs), 0.3, within: 0.04)
    expectNear(shrunk / Double(runs), 0, within: 0.05)
  }

  @Test func needsGroupsWithASpread() {
    #expect(Shrinkage([], seed: 1) == nil)
    #expect(Shrinkage([[1, 2]], seed: 1) == nil)
    #expect(Shrinkage([[1], [2]], seed: 1) == nil)
    #expect(Shrinkage([[1, 2], []], seed: 1) == nil)
    #expect(Shrinkage([[0.1, 0.1, 0.1], [2]], seed: 1) == nil)
    #expect(Shrinkage([[1, 2], [3, 4]], draws: 0, seed: 1) == nil)
    for odd in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(Shrinkage([[1, 2], [odd, 4]], seed: 1) == nil)
    }
    #expect(Shrinkage([[1, 2], [7]], seed: 1) != nil)
  }
}
