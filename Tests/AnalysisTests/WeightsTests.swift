import Domain
import Ledger
import Testing

@testable import Analysis

/// The player's own score, with the weights that they chose.
@Suite struct WeightsTests {
  private func score(_ settings: StatsSettings?) throws -> Double? {
    var maker = LogMaker()
    let reed = maker.reed("B1", begun: 100)
    maker.test(reed, day: 110, ["q_response": 9, "q_ring": 3])
    if let settings { maker.add(settings) }
    let log = maker.log
    let column = try #require(log.column("score"))
    return log.number(column, of: try #require(log[reed]))
  }

  @Test func everyQualityCountsOnceUntilThePlayerWeighsThem() throws {
    #expect(try score(nil) == 6)
    var settings = StatsSettings()
    settings.weights[0] = 2
    #expect(try score(settings) == 7)
    settings.weights[1] = 0
    #expect(try score(settings) == 9)
    settings.weights = [0, 0, 1, 1, 1, 1, 1, 1]
    #expect(try score(settings) == nil)
  }

  @Test func aPageMayAskForOtherWeights() throws {
    var maker = LogMaker()
    var settings = StatsSettings()
    settings.weights[0] = 5
    maker.add(settings)
    #expect(maker.log.weights == [5, 1, 1, 1, 1, 1, 1, 1])
    let own = try #require(maker.log.outcomes().first { $0.name == "score" })
    let even = try #require(
      maker.log.outcomes(weights: [Double](repeating: 1, count: 8)).first { $0.name == "score" })
    guard case .score(let one) = own.source, case .score(let other) = even.source else {
      Issue.record("the score has no weights")
      return
    }
    #expect(one[0] == 5 && other[0] == 1)
  }
}
