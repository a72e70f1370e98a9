import Testing

@testable import Statistics

/// Qualities of twelve reeds by shaper; the values expected of them were computed with SciPy.
private let shaperA: [Double] = [6, 6, 5, 8, 7, 5]
private let shaperB: [Double] = [7, 7, 8, 4, 6, 9]

/// Pairs of groups that allow no answer.
private let uselessPairs: [([Double], [Double])] = [
  ([], []), ([1], [2]), ([1, 2], [3]), ([], [1, 2]), ([1, .nan], [2, 3]),
  ([1, 2], [.infinity, 3]),
]

private func comparisons(
  _ method: String
) throws -> [(case: GoldenFile.Case, a: [Double], b: [Double], level: Double)] {
  try GoldenFile("comparing").cases(of: method).map {
    ($0, try $0.input.numbers("a"), try $0.input.numbers("b"), try $0.input.number("level"))
  }
}

private func expectNear(
  _ interval: Interval?, _ expected: GoldenFile.Values, within tolerance: Double = 1e-9,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let (low, high) = (try expected.number("low"), try expected.number("high"))
  expectNear(interval?.low, low, within: tolerance, sourceLocation: sourceLocation)
  expectNear(interval?.high, high, within: tolerance, sourceLocation: sourceLocation)
}

@Suite struct WelchTests {
  @Test func sharesAgreeWithNewcombe() throws {
    for item in try GoldenFile("comparing").cases(of: "share difference") {
      let input = item.input
      let shares = ShareDifference(
        hitsA: try input.int("hitsA"), of: try input.int("countA"),
        hitsB: try input.int("hitsB"), of: try input.int("countB"),
        level: try input.number("level"))
      expectNear(shares?.difference, try item.expected.number("difference"), within: 1e-12)
      try expectNear(shares?.interval, item.expected)
    }
    // As printed: 56 of 70 against 48 of 80.
    let printed = ShareDifference(hitsA: 48, of: 80, hitsB: 56, of: 70)
    expectNear(printed?.interval.low, 0.0524, within: 0.00005)
    expectNear(printed?.interval.high, 0.3339, within: 0.00005)
  }

  @Test func sharesWithoutTriesHaveNoDifference() {
    #expect(ShareDifference(hitsA: 0, of: 0, hitsB: 1, of: 2) == nil)
    #expect(ShareDifference(hitsA: 0, of: 3, hitsB: 3, of: 2) == nil)
    #expect(ShareDifference(hitsA: -1, of: 3, hitsB: 1, of: 2) == nil)
    #expect(ShareDifference(hitsA: 1, of: 3, hitsB: 1, of: 2, level: 1) == nil)
    let whole = ShareDifference(hitsA: 0, of: 10, hitsB: 10, of: 10)
    #expect(whole?.difference == 1 && whole?.interval.high == 1)
    let level = ShareDifference(hitsA: 3, of: 9, hitsB: 3, of: 9)
    #expect(level?.difference == 0)
    expectNear(level?.interval.low, -(level?.interval.high ?? .nan), within: 1e-15)
  }

  /// How often the interval has the true difference: exactly, over shares from 0.1 to 0.9.
  @Test(arguments: [8, 20]) func differencesOfSharesAreCovered(count: Int) {
    func chances(_ share: Double) -> [Double] {
      var chances = [1.0]
      for _ in 0..<count {
        let more = [0] + chances.map { $0 * share }
        chances = zip(chances.map { $0 * (1 - share) } + [0], more).map { $0 + $1 }
      }
      return chances
    }
    let intervals = (0...count).map { a in
      (0...count).map { b in
        ShareDifference(hitsA: a, of: count, hitsB: b, of: count)?.interval
      }
    }
    let shares = (1...9).map { Double($0) / 10 }
    var covered = 0.0
    for one in shares {
      for other in shares {
        let (chancesA, chancesB) = (chances(one), chances(other))
        for a in 0...count {
          for b in 0...count {
            guard let interval = intervals[a][b] else { continue }
            let truth = other - one
            if interval.low - 1e-12 <= truth, truth <= interval.high + 1e-12 {
              covered += chancesA[a] * chancesB[b]
            }
          }
        }
      }
    }
    let mean = covered / Double(shares.count * shares.count)
    #expect((0.93...0.98).contains(mean), "\(mean)")
  }

  @Test func agreesWithSciPy() throws {
    for (item, a, b, level) in try comparisons("welch") {
      let welch = Welch(a, b, level: level)
      expectNear(welch?.difference, try item.expected.number("difference"), within: 1e-12)
      try expectNear(welch?.interval, item.expected)
      expectNear(welch?.t, try item.expected.number("t"), within: 1e-9)
      expectNear(welch?.freedom, try item.expected.number("freedom"), within: 1e-9)
      expectNear(welch?.p, try item.expected.number("p"), within: 1e-9)
    }
  }

  @Test func answersTheShaperQuestion() {
    let welch = Welch(shaperA, shaperB)
    expectNear(welch?.difference, 0.666667)
    expectNear(welch?.interval.low, -1.262470)
    expectNear(welch?.interval.high, 2.595803)
  }

  @Test(arguments: uselessPairs + [([2, 2], [2, 2]), ([2, 2], [3, 3])])
  func refuses(a: [Double], b: [Double]) {
    #expect(Welch(a, b) == nil)
  }

  @Test func oneGroupMayBeAllEqual() {
    let welch = Welch([2, 2, 2], [3, 4, 5])
    expectNear(welch?.freedom, 2, within: 1e-12)
    expectNear(welch?.difference, 2, within: 1e-12)
  }

  @Test func swappingMirrorsAndScalingScales() throws {
    let welch = try #require(Welch(shaperA, shaperB))
    let swapped = try #require(Welch(shaperB, shaperA))
    let scaled = try #require(Welch(shaperA.map { $0 * 1e-150 }, shaperB.map { $0 * 1e-150 }))
    expectNear(swapped.interval.low, -welch.interval.high, within: 1e-12)
    expectNear(swapped.p, welch.p, within: 1e-12)
    expectNear(scaled.p, welch.p, within: 1e-12)
    expectNear(scaled.interval.high * 1e150, welch.interval.high, within: 1e-12)
    expectNear(Welch(shaperA.reversed(), shaperB)?.t, welch.t, within: 1e-12)
  }
}

@Suite struct PairedMeanTests {
  @Test func agreesWithSciPy() throws {
    for item in try GoldenFile("comparing").cases(of: "paired") {
      let paired = PairedMean(
        try item.input.numbers("differences"), level: try item.input.number("level"))
      expectNear(paired?.difference, try item.expected.number("difference"), within: 1e-12)
      try expectNear(paired?.interval, item.expected)
      expectNear(paired?.t, try item.expected.number("t"), within: 1e-9)
      expectNear(paired?.freedom, try item.expected.number("freedom"))
      expectNear(paired?.p, try item.expected.number("p"), within: 1e-9)
    }
  }

  @Test(arguments: [[], [1], [1, 1, 1], [0, 0], [1, .nan], [.infinity, 2]] as [[Double]])
  func refuses(differences: [Double]) {
    #expect(PairedMean(differences) == nil)
  }
}

@Suite struct HedgesGTests {
  @Test func agreesWithSciPy() throws {
    for (item, a, b, level) in try comparisons("hedges") {
      let g = HedgesG(a, b, level: level)
      expectNear(g?.value, try item.expected.number("value"), within: 1e-12)
      try expectNear(g?.interval, item.expected)
    }
    expectNear(HedgesG(shaperA, shaperB)?.value, 0.418072)
  }

  @Test(arguments: uselessPairs + [([2, 2], [2, 2]), ([2, 2], [3, 3])])
  func refuses(a: [Double], b: [Double]) {
    #expect(HedgesG(a, b) == nil)
  }

  @Test func scaleDoesNotMatter() {
    let scaled = HedgesG(shaperA.map { $0 * 1000 + 3 }, shaperB.map { $0 * 1000 + 3 })
    expectNear(scaled?.value, HedgesG(shaperA, shaperB)?.value ?? .nan, within: 1e-12)
    expectNear(HedgesG(shaperB, shaperA)?.value, -0.418072)
  }
}

@Suite struct CliffDeltaTests {
  @Test func agreesWithSciPy() throws {
    for (item, a, b, level) in try comparisons("cliff") {
      let delta = CliffDelta(a, b, level: level)
      expectNear(delta?.value, try item.expected.number("value"), within: 1e-12)
      expectNear(delta?.chanceOfMore, try item.expected.number("more"), within: 1e-12)
      try expectNear(delta?.interval, item.expected)
    }
    expectNear(CliffDelta(shaperA, shaperB)?.value, 0.305556)
  }

  @Test(arguments: uselessPairs)
  func refuses(a: [Double], b: [Double]) {
    #expect(CliffDelta(a, b) == nil)
  }

  @Test func equalGroupsDoNotDiffer() {
    let delta = CliffDelta([2, 2, 2], [2, 2, 2])
    #expect(delta?.value == 0)
    #expect(delta?.chanceOfMore == 0.5)
    expectNear(delta?.interval.low, -(delta?.interval.high ?? .nan), within: 1e-12)
  }

  @Test func groupsApartHaveAnIntervalThatEndsAtOne() throws {
    let delta = try #require(CliffDelta([1, 2, 3], [4, 5, 6]))
    #expect(delta.value == 1)
    #expect(delta.interval.high == 1)
    #expect((-1..<0.9).contains(delta.interval.low))
    let swapped = try #require(CliffDelta([4, 5, 6], [1, 2, 3]))
    #expect(swapped.interval.low == -1)
    expectNear(swapped.interval.high, -delta.interval.low, within: 1e-12)
  }

  @Test func onlyTheOrderMatters() {
    let cubes = CliffDelta(shaperA.map { $0 * $0 * $0 }, shaperB.map { $0 * $0 * $0 }.reversed())
    #expect(cubes == CliffDelta(shaperA, shaperB))
  }
}

@Suite struct AgreementTests {
  @Test func agreesWithLeastSquares() throws {
    for item in try GoldenFile("comparing").cases(of: "agreement") {
      let agreement = Agreement(
        try item.input.rows("ratings"), level: try item.input.number("level"))
      expectNear(agreement?.value, try item.expected.number("value"), within: 1e-9)
      try expectNear(agreement?.interval, item.expected, within: 1e-7)
      expectNear(
        agreement?.smallestDifference, try item.expected.number("smallest"), within: 1e-9)
    }
  }

  /// Shrout and Fleiss (1979), "Intraclass correlations", table 4: ICC(2,1).
  @Test func agreesWithShroutAndFleiss() {
    let agreement = Agreement([
      [9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7],
    ])
    expectNear(agreement?.value, 0.29, within: 0.005)
  }

  @Test(
    arguments: [
      [], [[]], [[1, 2]], [[1], [2]], [[1, 2], [3]], [[3, 3], [3, 3]], [[1, 2], [.nan, 4]],
    ] as [[[Double]]])
  func refuses(ratings: [[Double]]) {
    #expect(Agreement(ratings) == nil)
  }

  @Test func sameRatingsAgreePerfectly() {
    let agreement = Agreement([[1, 1], [4, 4], [2, 2]])
    #expect(agreement?.value == 1)
    #expect(agreement?.interval == Interval(low: 1, high: 1))
    #expect(agreement?.smallestDifference == 0)
  }

  @Test func aStricterRaterLowersAgreement() throws {
    let fair = try #require(Agreement([[1, 2], [4, 4], [7, 6], [9, 9]]))
    let strict = try #require(Agreement([[1, 4], [4, 6], [7, 8], [9, 11]]))
    #expect(strict.value < fair.value)
    #expect(strict.smallestDifference > fair.smallestDifference)
  }

  @Test func onlyARaterDiffers() {
    let agreement = Agreement([[3, 5], [3, 5], [3, 5]])
    #expect(agreement?.value == 0 || agreement == nil)
  }
}

@Suite struct KappaTests {
  @Test func agreesWithFractions() throws {
    for item in try GoldenFile("comparing").cases(of: "kappa") {
      let table = try item.input.rows("table").map { $0.map { Int($0) } }
      let kappa = try #require(Kappa(table, level: try item.input.number("level")))
      #expect(kappa.agreed == (try item.expected.int("agreed")))
      expectNear(kappa.chance, try item.expected.number("chance"), within: 1e-12)
      expectNear(kappa.share.low, try item.expected.number("shareLow"), within: 1e-9)
      expectNear(kappa.share.high, try item.expected.number("shareHigh"), within: 1e-9)
      guard item.expected.has("value") else {
        #expect(kappa.value == nil && kappa.interval == nil)
        continue
      }
      expectNear(kappa.value, try item.expected.number("value"), within: 1e-9)
      try expectNear(kappa.interval, item.expected, within: 1e-9)
    }
  }

  /// Cohen (1960), table 1.
  @Test func agreesWithCohen() {
    let kappa = Kappa([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
    expectNear(kappa?.value, 0.492, within: 0.0005)
    expectNear(kappa?.chance, 0.41, within: 1e-9)
  }

  @Test func fullAgreementOfAFewIsNotCertain() throws {
    let kappa = try #require(Kappa([[5, 0], [0, 5]]))
    #expect(kappa.value == 1 && kappa.interval?.high == 1)
    // By hand: Wilson's lower limit of 10 in 10 is 10 / (10 + 1.96²) = 0.7225, and chance is 0.5.
    expectNear(kappa.interval?.low, 0.4449, within: 1e-4)
    // One thing alone: two answers that differ are what chance does.
    #expect(Kappa([[0, 1], [0, 0]])?.value == 0)
  }

  /// Chance alone would agree as well.
  @Test(arguments: [[[9]], [[1, 0], [0, 0]], [[0, 0], [0, 8]]] as [[[Int]]])
  func oneAnswerAloneHasNoKappa(table: [[Int]]) throws {
    let kappa = try #require(Kappa(table))
    #expect(kappa.value == nil && kappa.interval == nil)
    #expect(kappa.agreed == kappa.count && kappa.chance == 1)
  }

  @Test(
    arguments: [[], [[0]], [[0, 0], [0, 0]], [[1, 2]], [[1], [2]], [[1, -1], [1, 1]]] as [[[Int]]])
  func refuses(table: [[Int]]) {
    #expect(Kappa(table) == nil)
  }
}

@Suite struct PowerTests {
  @Test func agreesWithSciPy() throws {
    let golden = try GoldenFile("power")
    for item in golden.cases(of: "half width") {
      let reach = Power.halfWidth(
        perArm: try item.input.int("count"), level: try item.input.number("level"))
      expectNear(reach, try item.expected.number("value"), within: 1e-10)
    }
    for item in golden.cases(of: "miss") {
      let miss = Power.chanceOfMiss(
        effect: try item.input.number("effect"), freedom: try item.input.number("freedom"),
        level: try item.input.number("level"))
      expectNear(miss, try item.expected.number("value"), within: 1e-9)
    }
    for item in golden.cases(of: "per arm") {
      let count = Power.perArm(
        effect: try item.input.number("effect"), power: try item.input.number("power"),
        level: try item.input.number("level"))
      #expect(count == (try item.expected.int("count")))
    }
    for item in golden.cases(of: "pairs") {
      let count = Power.pairs(
        effect: try item.input.number("effect"),
        correlation: try item.input.number("correlation"),
        power: try item.input.number("power"), level: try item.input.number("level"))
      #expect(count == (try item.expected.int("count")))
    }
  }

  @Test(arguments: [
    (3, 2.27), (5, 1.46), (8, 1.07), (10, 0.94), (15, 0.75), (20, 0.64), (30, 0.52),
  ])
  func intervalsNarrow(count: Int, halfWidth: Double) {
    expectNear(Power.halfWidth(perArm: count), halfWidth, within: 0.005)
  }

  @Test(
    arguments: [(0.5, 64, 34, 21), (0.8, 26, 15, 10), (1, 17, 10, 7), (1.5, 9, 6, 5)]
      as [(Double, Int, Int, Int)])
  func findsDifferencesWith(effect: Double, perArm: Int, pairs: Int, closePairs: Int) {
    #expect(Power.perArm(effect: effect) == perArm)
    #expect(Power.pairs(effect: effect, correlation: 0.5) == pairs)
    #expect(Power.pairs(effect: effect, correlation: 0.7) == closePairs)
  }

  @Test(arguments: [0, .nan, 1e-6])
  func refuses(effect: Double) {
    #expect(Power.perArm(effect: effect) == nil)
    #expect(Power.pairs(effect: effect, correlation: 0.5) == nil)
  }

  @Test func refusesWhatHasNoAnswer() {
    #expect(Power.halfWidth(perArm: 1) == nil)
    #expect(Power.halfWidth(perArm: -4) == nil)
    #expect(Power.halfWidth(perArm: 5, level: 1) == nil)
    #expect(Power.perArm(effect: 1, power: 1) == nil)
    #expect(Power.perArm(effect: 1, level: 0) == nil)
    #expect(Power.pairs(effect: 1, correlation: 1) == nil)
    #expect(Power.pairs(effect: 1, correlation: .nan) == nil)
  }

  @Test func hugeEffectsNeedTheFewest() {
    #expect(Power.perArm(effect: .infinity) == 2)
    #expect(Power.perArm(effect: -1) == Power.perArm(effect: 1))
  }
}
