import Statistics
import Testing

@Suite struct BenjaminiHochbergTests {
  @Test func agreesWithReference() throws {
    for one in try GoldenFile("groups").cases(of: "benjamini-hochberg") {
      let q = try #require(BenjaminiHochberg.adjusted(one.input.numbers("p")))
      for (q, expected) in zip(q, try one.expected.numbers("q")) { expectNear(q, expected) }
    }
  }

  @Test func agreesWithTheDesign() throws {
    let p = [0.001, 0.008, 0.039, 0.041, 0.042, 0.060, 0.074, 0.205, 0.212, 0.216]
    let q = try #require(BenjaminiHochberg.adjusted(p))
    let expected = [0.01, 0.04, 0.084, 0.084, 0.084, 0.1, 0.1057, 0.216, 0.216, 0.216]
    for (q, expected) in zip(q, expected) { expectNear(q, expected, within: 5e-5) }
  }

  @Test func keepsTheOrderAndNeverFallsBelowP() throws {
    let p = [0.9, 0.01, 0.2, 0.01, 1, 0]
    let q = try #require(BenjaminiHochberg.adjusted(p))
    #expect(zip(p, q).allSatisfy { $0 <= $1 && $1 <= 1 })
    #expect(q[1] == q[3])
    #expect(BenjaminiHochberg.adjusted(p.reversed()) == q.reversed())
  }

  @Test func needsProbabilities() {
    #expect(BenjaminiHochberg.adjusted([]) == [])
    for p in [[-0.1], [1.1], [.nan], [0.5, .infinity]] {
      #expect(BenjaminiHochberg.adjusted(p) == nil)
    }
  }
}
