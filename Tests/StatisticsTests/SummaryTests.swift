import Testing

@testable import Statistics

@Suite struct SummaryTests {
  @Test func agreesWithNumPy() throws {
    for item in try GoldenFile("summaries").cases(of: "summary") {
      let summary = try #require(Summary(try item.input.numbers("values")))
      let interval = summary.meanInterval(level: try item.input.number("level"))
      expectNear(summary.mean, try item.expected.number("mean"), within: 1e-12)
      expectNear(summary.variance, try item.expected.number("variance"), within: 1e-9)
      expectNear(summary.deviation, try item.expected.number("deviation"), within: 1e-9)
      expectNear(interval?.low, try item.expected.number("low"), within: 1e-9)
      expectNear(interval?.high, try item.expected.number("high"), within: 1e-9)
    }
  }

  @Test(
    arguments: [
      [], [1], [1, .nan], [.infinity, 1], [1, -.infinity], [1e308, -1e308], [1e200, -1e200],
    ] as [[Double]])
  func refuses(values: [Double]) {
    #expect(Summary(values) == nil)
  }

  @Test func equalValuesHaveNoSpread() {
    let summary = Summary([0.1, 0.1, 0.1])
    #expect(summary?.mean == 0.1)
    #expect(summary?.variance == 0)
    #expect(summary?.meanInterval() == Interval(low: 0.1, high: 0.1))
    #expect(summary?.meanInterval(level: 1) == nil)
  }

  @Test func aShiftMovesTheMeanAlone() {
    let values = [6, 7, 6, 7, 5, 8, 8, 4.5]
    let (summary, shifted) = (Summary(values), Summary(values.map { $0 + 1_048_576 }))
    #expect(shifted?.variance == summary?.variance)
    #expect(shifted?.mean == summary.map { $0.mean + 1_048_576 })
  }
}

@Suite struct QuantilesTests {
  @Test func agreeWithNumPy() throws {
    for item in try GoldenFile("summaries").cases(of: "quantile") {
      let value = Quantiles.at(
        try item.input.number("part"), of: try item.input.numbers("values"))
      expectNear(value, try item.expected.number("value"), within: 1e-12)
    }
  }

  @Test func medianIsInTheMiddle() {
    #expect(Quantiles.median(of: [9, 1, 5]) == 5)
    #expect(Quantiles.median(of: [9, 1, 5, 6]) == 5.5)
    #expect(Quantiles.median(of: [0.1, 0.1]) == 0.1)
    #expect(Quantiles.median(of: [7]) == 7)
  }

  @Test(arguments: [[], [.nan, 1], [1, .infinity]] as [[Double]])
  func refuses(values: [Double]) {
    #expect(Quantiles.median(of: values) == nil)
  }

  @Test(arguments: [-0.1, 1.1, .nan])
  func refuses(part: Double) {
    #expect(Quantiles.at(part, of: [1, 2]) == nil)
  }
}

@Suite struct WilsonTests {
  @Test func agreesWithSciPy() throws {
    for item in try GoldenFile("summaries").cases(of: "wilson") {
      let interval = Wilson.interval(
        hits: try item.input.int("hits"), of: try item.input.int("count"),
        level: try item.input.number("level"))
      expectNear(interval?.low, try item.expected.number("low"), within: 1e-12)
      expectNear(interval?.high, try item.expected.number("high"), within: 1e-12)
    }
  }

  /// Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I.
  @Test(arguments: [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
    (1, 29, 0.0061, 0.1718),
  ])
  func agreesWithNewcombe(hits: Int, count: Int, low: Double, high: Double) {
    let interval = Wilson.interval(hits: hits, of: count)
    expectNear(interval?.low, low, within: 0.00005)
    expectNear(interval?.high, high, within: 0.00005)
  }

  @Test func noneAndAllReachTheEnds() {
    for count in 1...200 {
      #expect(Wilson.interval(hits: 0, of: count)?.low == 0)
      #expect(Wilson.interval(hits: count, of: count)?.high == 1)
    }
  }

  @Test func successAndFailureMirror() {
    for hits in 0...13 {
      let (one, other) = (
        Wilson.interval(hits: hits, of: 13), Wilson.interval(hits: 13 - hits, of: 13)
      )
      expectNear(one?.low, 1 - (other?.high ?? .nan), within: 1e-15)
    }
  }

  @Test(arguments: [(0, 0), (-1, 4), (5, 4), (0, -3)])
  func refuses(hits: Int, count: Int) {
    #expect(Wilson.interval(hits: hits, of: count) == nil)
  }

  @Test func hugeCountsAreFine() {
    let interval = Wilson.interval(hits: Int(Int32.max) / 2, of: Int(Int32.max))
    expectNear(interval?.low, 0.5, within: 1e-4)
    #expect(Wilson.interval(hits: 1, of: 2, level: 1) == nil)
  }

  /// The true coverage at 95 %, summed over all possible results.
  @Test(arguments: [8, 12, 20, 50])
  func coversOnAverage(count: Int) {
    let intervals = (0...count).compactMap { Wilson.interval(hits: $0, of: count) }
    var coverage = 0.0
    let rates = (5...95).map { Double($0) / 100 }
    for rate in rates {
      var chance = (0..<count).reduce(1.0) { product, _ in product * (1 - rate) }
      for (hits, interval) in intervals.enumerated() {
        if interval.contains(rate) { coverage += chance / Double(rates.count) }
        chance *= rate / (1 - rate) * Double(count - hits) / Double(hits + 1)
      }
    }
    #expect((0.93...0.98).contains(coverage), "\(coverage)")
  }
}
