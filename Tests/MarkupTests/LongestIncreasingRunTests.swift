import Testing

@testable import Markup

@Suite struct LongestIncreasingRunTests {
  @Test(arguments: [
    [], [0], [2, 1, 0], [0, 1, 2], [3, 1, 2, 0, 4], [5, 0, 4, 1, 3, 2],
  ])
  func isAsLongAsTryingEverythingFinds(numbers: [Int]) {
    let run = longestIncreasingRun(of: numbers)
    #expect(run.map { numbers[$0] } == run.map { numbers[$0] }.sorted())
    #expect(run.count == longestByTrying(numbers))
  }

  @Test func leavesOutWhatIsNew() {
    #expect(longestIncreasingRun(of: [nil, 1, nil, 0, 2]).count == 2)
    #expect(longestIncreasingRun(of: [nil, nil]) == [])
  }

  private func longestByTrying(_ numbers: [Int]) -> Int {
    (0..<(1 << numbers.count)).map { mask in
      let chosen = numbers.indices.filter { mask >> $0 & 1 == 1 }.map { numbers[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 } ? chosen.count : 0
    }.max() ?? 0
  }
}
