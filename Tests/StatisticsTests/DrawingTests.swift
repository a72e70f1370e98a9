import Sound
import Testing

@testable import Statistics

@Suite struct DrawingTests {
  @Test func permutationsAreAllTried() throws {
    for example in try GoldenFile("drawing").cases(of: "permutation") {
      let (a, b) = (try example.input.numbers("a"), try example.input.numbers("b"))
      let test = try #require(PermutationTest(a, b, seed: 0))
      #expect(test.p == (try example.expected.number("p")))
      #expect(test.count == (try example.expected.int("count")))
      #expect(test.isExact)
      #expect(PermutationTest(b, a, seed: 1)?.p == test.p)
      #expect(PermutationTest(a.map { -8 * $0 }, b.map { -8 * $0 }, seed: 1)?.p == test.p)
    }
  }

  @Test func twelveReedsGive526Of924() {
    let a: [Double] = [6, 6, 5, 8, 7, 5]
    let b: [Double] = [7, 7, 8, 4, 6, 9]
    #expect(PermutationTest(a, b, seed: 0)?.p == 526.0 / 924)
    // The same in tenths, whose sums are inexact.
    #expect(PermutationTest(a.map { $0 / 10 }, b.map { $0 / 10 }, seed: 0)?.p == 526.0 / 924)
    let far = PermutationTest(a.map { $0 / 10 + 440 }, b.map { $0 / 10 + 440 }, seed: 0)
    #expect(far?.p == 526.0 / 924)
  }

  @Test func signsAreAllTried() throws {
    for example in try GoldenFile("drawing").cases(of: "sign-flip") {
      let differences = try example.input.numbers("differences")
      let test = try #require(SignFlipTest(differences, seed: 0))
      #expect(test.p == (try example.expected.number("p")))
      #expect(test.count == (try example.expected.int("count")))
      #expect(test.isExact)
      #expect(SignFlipTest(differences.reversed().map { $0 * -3 }, seed: 1)?.p == test.p)
    }
  }

  @Test func drawnArrangementsAreHitsWhereTheyShould() throws {
    for example in try GoldenFile("drawing").cases(of: "permutation drawn") {
      let (a, b) = (try example.input.numbers("a"), try example.input.numbers("b"))
      let (seed, draws) = (try example.input.int("seed"), try example.input.int("draws"))
      let test = PermutationTest(a, b, draws: draws, seed: UInt64(seed))
      #expect(test?.p == (try example.expected.number("p")))
    }
    for example in try GoldenFile("drawing").cases(of: "sign-flip drawn") {
      let differences = try example.input.numbers("differences")
      let (seed, draws) = (try example.input.int("seed"), try example.input.int("draws"))
      let test = SignFlipTest(differences, draws: draws, seed: UInt64(seed))
      #expect(test?.p == (try example.expected.number("p")))
    }
  }

  @Test func largeSetsAreDrawn() throws {
    var chance = Chance(seed: 6)
    let a = (0..<40).map { _ in chance.normal() }
    let b = (0..<70).map { _ in chance.normal() + 0.4 }
    let test = try #require(PermutationTest(a, b, draws: 5_000, seed: 1))
    #expect(!test.isExact)
    #expect(test.count == 5_000)
    #expect(test.p == PermutationTest(a, b, draws: 5_000, seed: 1)?.p)
    let (low, high) = (a.reduce(0, +) / 40, b.reduce(0, +) / 70)
    let z = (high - low) / (1.0 / 40 + 1.0 / 70).squareRoot()
    expectNear(test.p, 2 * Normal.below(-abs(z)), within: 0.03)
    #expect(PermutationTest(a, b.map { $0 + 9 }, draws: 999, seed: 1)?.p == 1.0 / 1_000)

    let flips = try #require(SignFlipTest(b, draws: 5_000, seed: 1))
    #expect(!flips.isExact)
    #expect(flips.count == 5_000)
    expectNear(flips.p, 2 * Normal.below(-high * 70.0.squareRoot()), within: 0.03)
    #expect(SignFlipTest(b.map { $0 + 9 }, draws: 999, seed: 1)?.p == 1.0 / 1_000)
    // 64 and more pairs take more than one word of signs.
    #expect(try #require(SignFlipTest(b.map { _ in 1 }, draws: 999, seed: 1)).p < 0.01)
  }

  @Test func alarmsAreAsRareAsTheySay() {
    var (chance, exact, drawn) = (Chance(seed: 3), 0, 0)
    for run in 0..<1_000 {
      let values = (0..<40).map { _ in chance.normal() }
      let small = PermutationTest([Double](values[..<6]), [Double](values[6..<12]), seed: 0)
      let large = PermutationTest(
        [Double](values[..<20]), [Double](values[20...]), draws: 199, seed: UInt64(run))
      exact += small.map { $0.p <= 0.05 } == true ? 1 : 0
      drawn += large.map { $0.p <= 0.05 } == true ? 1 : 0
    }
    #expect((30...70).contains(exact), "\(exact) of 1,000")
    #expect((30...70).contains(drawn), "\(drawn) of 1,000")
  }

  @Test(arguments: [(10, 184_756), (11, nil), (0, 1), (20, 1)])
  func smallSetsAreExact(chosen: Int, ways: Int?) {
    #expect(Arrangements.choices(of: chosen, from: chosen == 11 ? 22 : 20) == ways)
  }

  @Test func manyAgainstFewIsExactWithoutOverflow() {
    #expect(Arrangements.choices(of: 1, from: 200_000) == 200_000)
    #expect(Arrangements.choices(of: 1, from: 200_001) == nil)
    #expect(Arrangements.choices(of: 3, from: .max) == nil)
  }

  @Test func noAnswerWhereTheDataHaveNone() {
    #expect(PermutationTest([], [1], seed: 0) == nil)
    #expect(PermutationTest([1], [], seed: 0) == nil)
    #expect(PermutationTest([1, .nan], [1], seed: 0) == nil)
    #expect(PermutationTest([.infinity], [1], seed: 0) == nil)
    #expect(PermutationTest([1, 2], [1], draws: 0, seed: 0) == nil)
    #expect(SignFlipTest([], seed: 0) == nil)
    #expect(SignFlipTest([.nan], seed: 0) == nil)
    #expect(SignFlipTest([1], draws: -1, seed: 0) == nil)
  }

  @Test func extremeAndEqualValuesAreNoTrouble() {
    let large = Double.greatestFiniteMagnitude
    #expect(PermutationTest([large, large, large], [-large, -large, -large], seed: 0)?.p == 0.1)
    #expect(PermutationTest([4, 4], [4, 4, 4], seed: 0)?.p == 1)
    #expect(PermutationTest([Double.leastNonzeroMagnitude, 0], [0, 0], seed: 0)?.p == 1)
    #expect(SignFlipTest([large, large, large, large, large], seed: 0)?.p == 0.0625)
    #expect(SignFlipTest([0, 0, 0], seed: 0)?.p == 1)
    #expect(SignFlipTest([Double](repeating: 0, count: 30), draws: 99, seed: 0)?.p == 1)
  }
}
