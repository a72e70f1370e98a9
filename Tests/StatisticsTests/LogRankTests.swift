import Statistics
import Testing

@Suite struct LogRankTests {
  @Test func agreesWithReference() throws {
    for one in try GoldenFile("time").cases(of: "log-rank") {
      let groups = zip(try one.input.rows("times"), try one.input.rows("ends")).map {
        (times: $0, ends: $1.map { $0 > 0 })
      }
      let test = try #require(LogRank(groups))
      expectNear(test.chiSquare, try one.expected.number("chiSquare"))
      #expect(test.freedom == (try one.expected.int("freedom")))
      expectNear(test.p / (try one.expected.number("p")), 1)
    }
  }

  @Test func doesNotDependOnTheOrderOfGroups() throws {
    let (a, b) = ([1.0, 4, 2, 8], [3.0, 9, 7, 8])
    let ends = [true, true, false, true]
    let one = try #require(LogRank([(a, ends), (b, ends)]))
    let other = try #require(LogRank([(b, ends), (a, ends)]))
    expectNear(one.chiSquare, other.chiSquare, within: 1e-12)
  }

  @Test func findsNothingInEqualGroups() throws {
    let group = (times: [1.0, 2, 2, 3], ends: [true, true, false, true])
    let test = try #require(LogRank([group, group, group]))
    expectNear(test.chiSquare, 0, within: 1e-12)
    #expect(test.freedom == 2)
    expectNear(test.p, 1)
  }

  /// Without a true difference, p is below 0.05 in about 5 of 100 logs.
  @Test func seldomFindsADifferenceInNoise() throws {
    var chance = NormalDraws(seed: 6)
    var hits = 0
    for _ in 0..<2_000 {
      let groups = (0..<2).map { _ in
        (times: (0..<15).map { _ in chance.next() }, ends: (0..<15).map { $0 % 5 > 0 })
      }
      if try #require(LogRank(groups)).p < 0.05 { hits += 1 }
    }
    #expect((0.035...0.07).contains(Double(hits) / 2_000), "\(hits)")
  }

  @Test func needsGroupsAndEnds() {
    #expect(LogRank([]) == nil)
    #expect(LogRank([([1], [true])]) == nil)
    #expect(LogRank([([1], [true]), ([2], [])]) == nil)
    #expect(LogRank([([], []), ([], [])]) == nil)
    #expect(LogRank([([1, 2], [true, true]), ([], [])]) == nil)
    #expect(LogRank([([1, 2], [false, false]), ([3], [false])]) == nil)
    #expect(LogRank([([1], [true]), ([1], [true])]) == nil)
    #expect(LogRank([([1], [true]), ([.nan], [true])]) == nil)
    #expect(LogRank([([1], [true]), ([.infinity], [true])]) == nil)
  }
}
