import Testing

@testable import Statistics

@Suite struct BlockedPermutationTests {
  private typealias Block = BlockedPermutationTest.Block

  @Test func allArrangementsWithinBlocksAreTried() throws {
    // Counted with itertools: of 6³ arrangements 24 are as extreme.
    let blocks = [Block([5, 6], [7, 6]), Block([4, 6], [6, 8]), Block([7, 5], [6, 9])]
    let test = try #require(BlockedPermutationTest(blocks, seed: 1))
    #expect(test.isExact && test.count == 216 && test.p == 24.0 / 216)
    let turned = blocks.map { Block($0.b, $0.a) }
    #expect(BlockedPermutationTest(turned, seed: 9)?.p == test.p)
    // Huge and tiny units change nothing.
    let scaled = blocks.map { Block($0.a.map { $0 * 1e300 }, $0.b.map { $0 * 1e300 }) }
    #expect(BlockedPermutationTest(scaled, seed: 1)?.p == test.p)
  }

  @Test func agreesWithFractions() throws {
    for item in try GoldenFile("drawing").cases(of: "blocked permutation") {
      let blocks = zip(try item.input.rows("a"), try item.input.rows("b")).map { Block($0, $1) }
      let test = try #require(BlockedPermutationTest(blocks, seed: 1))
      expectNear(test.p, try item.expected.number("p"), within: 1e-12)
      let count = try item.expected.int("count")
      #expect(test.isExact && test.count == count)
    }
  }

  @Test func oneBlockIsTheUsualTest() throws {
    let (a, b) = ([1.0, 3, 4, 2, 7], [6.0, 5, 9, 8])
    let plain = try #require(PermutationTest(a, b, seed: 1))
    let blocked = try #require(BlockedPermutationTest([Block(a, b)], seed: 1))
    #expect(blocked.p == plain.p && blocked.count == plain.count)
  }

  @Test func aBlockOfOneArmSaysNothing() throws {
    let blocks = [Block([5, 6], [7, 9]), Block([4, 6], [6, 8])]
    let test = try #require(BlockedPermutationTest(blocks, seed: 1))
    let more = try #require(
      BlockedPermutationTest(blocks + [Block([1], []), Block([], [9])], seed: 1))
    #expect(more.p == test.p && more.count == test.count)
  }

  @Test func manyBlocksAreDrawnTheSameWayEachTime() throws {
    let blocks = (0..<20).map { Block([Double($0), 1], [Double($0) + 1, 2]) }
    let test = try #require(BlockedPermutationTest(blocks, draws: 2_000, seed: 1))
    #expect(!test.isExact && test.count == 2_000)
    #expect(test == BlockedPermutationTest(blocks, draws: 2_000, seed: 1))
    #expect(test.p >= 1.0 / 2_001 && test.p <= 1)
  }

  @Test func nothingToCompareHasNoAnswer() {
    #expect(BlockedPermutationTest([], seed: 1) == nil)
    #expect(BlockedPermutationTest([Block([1], [])], seed: 1) == nil)
    #expect(BlockedPermutationTest([Block([1], [.nan])], seed: 1) == nil)
    #expect(BlockedPermutationTest([Block([1], [.infinity])], seed: 1) == nil)
    #expect(BlockedPermutationTest([Block([1], [2])], draws: 0, seed: 1) == nil)
    #expect(BlockedPermutationTest([Block([3, 3], [3, 3])], seed: 1)?.p == 1)
  }
}
