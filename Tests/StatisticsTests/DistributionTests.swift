import Testing

@testable import Statistics

@Suite struct DistributionTests {
  /// Far below the 10⁻⁶ asked of every method, so that none loses what the distributions give.
  private static let tolerance = 1e-12

  private func expectSame(_ value: Double, _ expected: Double, _ given: String) {
    let isSame = value == expected || abs(value - expected) <= Self.tolerance * abs(expected)
    #expect(isSame, "\(value) instead of \(expected) at \(given)")
  }

  private func compare(
    _ method: String, with function: (GoldenFile.Values) throws -> Double
  ) throws {
    for item in try GoldenFile("distributions").cases(of: method) {
      let expected = try item.expected.number("value")
      expectSame(try function(item.input), expected, "\(item.input)")
    }
  }

  @Test func normalAgreesWithSciPy() throws {
    try compare("normal below") { Normal.below(try $0.number("z")) }
    try compare("normal quantile") { Normal.quantile(try $0.number("p")) }
  }

  @Test func tAgreesWithSciPy() throws {
    try compare("t below") {
      StudentT.below(try $0.number("t"), freedom: try $0.number("freedom"))
    }
    try compare("t quantile") {
      StudentT.quantile(try $0.number("p"), freedom: try $0.number("freedom"))
    }
  }

  @Test func chiSquareAgreesWithSciPy() throws {
    for item in try GoldenFile("distributions").cases(of: "chi-square") {
      let (x, freedom) = (try item.input.number("x"), try item.input.number("freedom"))
      let (below, above) = (try item.expected.number("below"), try item.expected.number("above"))
      expectSame(ChiSquare.below(x, freedom: freedom), below, "\(item.input)")
      expectSame(ChiSquare.above(x, freedom: freedom), above, "\(item.input)")
    }
    try compare("chi-square quantile") {
      ChiSquare.quantile(try $0.number("p"), freedom: try $0.number("freedom"))
    }
  }

  @Test func fAgreesWithSciPy() throws {
    try compare("f below") {
      FRatio.below(try $0.number("f"), try $0.number("a"), try $0.number("b"))
    }
    try compare("f quantile") {
      FRatio.quantile(try $0.number("p"), try $0.number("a"), try $0.number("b"))
    }
  }

  @Test func exponentialAndLogarithmAgreeWithNumPy() throws {
    try compare("exponential") { Exponential.of(try $0.number("x")) }
    try compare("logarithm") { Logarithm.of(try $0.number("x")) }
    try compare("logarithm of one plus") { Logarithm.ofOnePlus(try $0.number("x")) }
  }

  @Test func endsAreDefined() {
    #expect(Exponential.of(-.infinity) == 0)
    #expect(Exponential.of(.infinity) == .infinity)
    #expect(Exponential.of(.nan).isNaN)
    #expect(Logarithm.of(0) == -.infinity)
    #expect(Logarithm.of(-1).isNaN)
    #expect(Logarithm.ofOnePlus(.infinity) == .infinity)
    #expect(Logarithm.ofOnePlus(-1) == -.infinity)
    #expect(Normal.below(-.infinity) == 0)
    #expect(Normal.below(.infinity) == 1)
    #expect(Normal.below(.nan).isNaN)
    #expect(Normal.quantile(0) == -.infinity)
    #expect(Normal.quantile(1) == .infinity)
    #expect(Normal.quantile(0.5) == 0)
    #expect(StudentT.below(-.infinity, freedom: 3) == 0)
    #expect(StudentT.below(.infinity, freedom: 3) == 1)
    #expect(StudentT.below(0, freedom: 3) == 0.5)
    #expect(StudentT.quantile(0, freedom: 3) == -.infinity)
    #expect(StudentT.quantile(1, freedom: 3) == .infinity)
    #expect(ChiSquare.below(0, freedom: 3) == 0)
    #expect(ChiSquare.below(-1, freedom: 3) == 0)
    #expect(ChiSquare.above(.infinity, freedom: 3) == 0)
    #expect(ChiSquare.quantile(0, freedom: 3) == 0)
    #expect(ChiSquare.quantile(1, freedom: 3) == .infinity)
  }

  @Test func normalQuantilesRiseEverywhere() {
    let parts: [Double] = [
      .leastNonzeroMagnitude, 1e-299, 1e-9, 0.1, 0.5.nextDown, 0.5, 0.5.nextUp, 0.9, 1.0.nextDown,
    ]
    let quantiles = parts.map { Normal.quantile($0) }
    #expect(quantiles == quantiles.sorted())
    #expect(quantiles.allSatisfy { $0.isFinite })
  }

  @Test(arguments: [-0.1, 1.1, .nan, .infinity])
  func noQuantileOutsideZeroToOne(p: Double) {
    #expect(Normal.quantile(p).isNaN)
    #expect(StudentT.quantile(p, freedom: 5).isNaN)
    #expect(ChiSquare.quantile(p, freedom: 5).isNaN)
  }

  @Test(arguments: [0, -1, .nan, .infinity])
  func needsDegreesOfFreedom(freedom: Double) {
    #expect(StudentT.below(1, freedom: freedom).isNaN)
    #expect(StudentT.quantile(0.3, freedom: freedom).isNaN)
    #expect(StudentT.reach(level: 0.95, freedom: freedom) == nil)
    #expect(ChiSquare.below(1, freedom: freedom).isNaN)
    #expect(ChiSquare.quantile(0.3, freedom: freedom).isNaN)
  }

  @Test(arguments: [1e-300, 1e-9, 1e9, 1e15, 1e300])
  func tTakesAnyFreedom(freedom: Double) {
    #expect((0...0.5).contains(StudentT.below(-2, freedom: freedom)))
    #expect(StudentT.quantile(0.2, freedom: freedom) < 0)
  }

  @Test(arguments: [1e-300, 1e-9, 1e7, 1e8])
  func chiSquareEndsInTime(freedom: Double) {
    #expect((0...1).contains(ChiSquare.below(freedom, freedom: freedom)))
    #expect(ChiSquare.quantile(0.2, freedom: freedom) <= freedom)
  }

  @Test func chiSquareRefusesMoreFreedomThanItCounts() {
    #expect(ChiSquare.below(1e9, freedom: 1e9).isNaN)
    #expect(ChiSquare.above(1e9, freedom: 1e9).isNaN)
    #expect(ChiSquare.quantile(0.5, freedom: 1e9).isNaN)
  }

  @Test func manyDegreesOfFreedomApproachNormal() {
    for t in [-3, -1.96, 0.2, 2.5] {
      expectNear(StudentT.below(t, freedom: 1e13), Normal.below(t), within: 1e-12)
    }
  }

  @Test func quantilesUndoTheirProbabilities() {
    for p in [0.001, 0.2, 0.5, 0.77, 0.999] {
      expectNear(Normal.below(Normal.quantile(p)), p, within: 1e-14)
      expectNear(StudentT.below(StudentT.quantile(p, freedom: 7), freedom: 7), p, within: 1e-14)
      expectNear(ChiSquare.below(ChiSquare.quantile(p, freedom: 7), freedom: 7), p, within: 1e-14)
      expectNear(Normal.quantile(p), -Normal.quantile(1 - p), within: 1e-12)
    }
  }

  @Test(arguments: [0, 1, -2, .nan, 7])
  func levelsLieBetweenZeroAndOne(level: Double) {
    #expect(Normal.reach(level: level) == nil)
    #expect(StudentT.reach(level: level, freedom: 9) == nil)
  }
}
