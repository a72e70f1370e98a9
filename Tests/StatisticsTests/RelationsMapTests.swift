import Sound
import Testing

@testable import Statistics

@Suite struct RelationsMapTests {
  private static func columns(_ count: Int, rows: Int, seed: UInt64) -> [[Double]] {
    var chance = Chance(seed: seed)
    return (0..<count).map { _ in (0..<rows).map { _ in chance.part() } }
  }

  @Test func eachCellHasThePOfItsOwnTest() throws {
    var inputs = Self.columns(3, rows: 20, seed: 1)
    let outcomes = [inputs[0].map { $0 * $0 }] + Self.columns(1, rows: 20, seed: 2)
    for row in [2, 7, 11] { inputs[1][row] = .nan }
    var map = try #require(
      RelationsMap(inputs: inputs, outcomes: outcomes, draws: 2_000, seed: 4))
    #expect(map.cells.allSatisfy { $0.p == nil && $0.q == nil })
    while map.step() < 1 {}
    #expect(map.cells.map(\.input) == [0, 0, 1, 1, 2, 2])
    #expect(map.cells.map(\.outcome) == [0, 1, 0, 1, 0, 1])
    #expect(map.cells.map(\.spearman.count) == [20, 20, 17, 17, 20, 20])
    for cell in map.cells {
      #expect(cell.p == cell.spearman.p(draws: 2_000, seed: 4)?.p)
    }
    #expect(map.cells.compactMap(\.q) == BenjaminiHochberg.adjusted(map.cells.compactMap(\.p)))
    #expect(map.cells[0].q == 6.0 / 2_001)
  }

  @Test func stepsCountUpToOneAndTheLastGivesTheAnswer() throws {
    let columns = Self.columns(12, rows: 200, seed: 3)
    var map = try #require(
      RelationsMap(inputs: columns, outcomes: columns, draws: 1_000, seed: 4))
    var shares: [Double] = []
    repeat {
      #expect(map.cells[0].p == nil)
      shares.append(map.step())
    } while shares[shares.count - 1] < 1
    #expect(shares.count > 3)
    #expect(shares == shares.sorted())
    #expect(map.cells.allSatisfy { $0.q != nil })
    #expect(map.step() == 1)
  }

  @Test func columnsWithoutAnswerAreLeftOut() throws {
    let inputs: [[Double]] = [[1, 1, 1, 1], [1, .nan, .nan, 2], [4, 3, 2, 5]]
    var map = try #require(RelationsMap(inputs: inputs, outcomes: [[1, 2, 3, 4]], seed: 0))
    #expect(map.cells.map(\.input) == [2])
    while map.step() < 1 {}
    #expect(map.cells[0].p == map.cells[0].q)

    var empty = try #require(RelationsMap(inputs: [], outcomes: [], seed: 0))
    #expect(empty.step() == 1)
    #expect(empty.cells.isEmpty)
    #expect(RelationsMap(inputs: [[1, 2]], outcomes: [[1]], seed: 0) == nil)
    #expect(RelationsMap(inputs: inputs, outcomes: inputs, draws: 0, seed: 0) == nil)
  }

  @Test func twentyInputsTimesSixOutcomesTakeLittleTime() throws {
    var map = try #require(
      RelationsMap(
        inputs: Self.columns(20, rows: 100, seed: 1),
        outcomes: Self.columns(6, rows: 100, seed: 2), seed: 4))
    let time = ContinuousClock().measure { while map.step() < 1 {} }
    #expect(time < .seconds(20))
    #expect(map.cells.count == 120)
    #expect(map.cells.allSatisfy { $0.p != nil })
  }
}
