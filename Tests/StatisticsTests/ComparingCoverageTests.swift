import Sound
import Testing

@testable import Statistics

/// How often the 95 % intervals hold the truth, in simulated logs with a fixed seed.
@Suite struct ComparingCoverageTests {
  /// How qualities are spread over reeds.
  enum Shape: CaseIterable {
    case normal, skewed, ratings

    /// A quality; `shift` moves it by standard deviations of what lies beneath.
    func draw(shift: Double, from chance: inout Chance) -> Double {
      let z = Normal.quantile(chance.part()) + shift
      switch self {
      case .normal: return z
      case .skewed: return Exponential.of(z / 2)
      case .ratings: return min(10, max(1, (6 + 2 * z).rounded()))
      }
    }

    func sample(_ count: Int, shift: Double, from chance: inout Chance) -> [Double] {
      var values: [Double] = []
      for _ in 0..<count { values.append(draw(shift: shift, from: &chance)) }
      return values
    }
  }

  private static let runs = 400
  /// So many runs tell the coverage to about ±2 %.
  private static let goal = 0.93...0.98
  private static let slack = 0.022

  private func expectCoverage(
    _ hits: Int, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let coverage = Double(hits) / Double(Self.runs)
    let (low, high) = (Self.goal.lowerBound - Self.slack, Self.goal.upperBound + Self.slack)
    #expect((low...high).contains(coverage), "\(name): \(coverage)", sourceLocation: sourceLocation)
  }

  @Test(arguments: Shape.allCases, [8, 20, 50])
  func differencesAreCovered(shape: Shape, count: Int) throws {
    var chance = Chance(seed: 7)
    let shift = 0.5
    let many = 10_000
    let (lower, upper) = (
      shape.sample(many, shift: 0, from: &chance), shape.sample(many, shift: shift, from: &chance)
    )
    let difference = try #require(Welch(lower, upper)).difference
    let effect = try #require(HedgesG(lower, upper)).value
    let delta = try #require(CliffDelta(lower, upper)).value
    let mean = try #require(Summary(lower)).mean
    var (welch, hedges, cliff, means, paired) = (0, 0, 0, 0, 0)
    for _ in 0..<Self.runs {
      let a = shape.sample(count / 2, shift: 0, from: &chance)
      let b = shape.sample(count - count / 2, shift: shift, from: &chance)
      let pairs = zip(b, a).map { $0 - $1 }
      if Welch(a, b)?.interval.contains(difference) == true { welch += 1 }
      if HedgesG(a, b)?.interval.contains(effect) == true { hedges += 1 }
      if CliffDelta(a, b)?.interval.contains(delta) == true { cliff += 1 }
      if PairedMean(pairs)?.interval.contains(difference) == true { paired += 1 }
      let all = a + shape.sample(count - a.count, shift: 0, from: &chance)
      if Summary(all)?.meanInterval()?.contains(mean) == true { means += 1 }
    }
    expectCoverage(welch, "Welch")
    expectCoverage(hedges, "Hedges")
    expectCoverage(cliff, "Cliff")
    expectCoverage(paired, "paired")
    expectCoverage(means, "mean")
  }

  /// Things with a deviation of 2, raters with 0.5, error with 1: ICC(A,1) = 4 / 5.25.
  @Test(arguments: [8, 20])
  func agreementIsCovered(things: Int) {
    var chance = Chance(seed: 8)
    var hits = 0
    for _ in 0..<Self.runs {
      let raters = Shape.normal.sample(4, shift: 0, from: &chance)
      let ratings = (0..<things).map { _ in
        let thing = 2 * Shape.normal.draw(shift: 0, from: &chance)
        return raters.map { thing + $0 / 2 + Shape.normal.draw(shift: 0, from: &chance) }
      }
      if Agreement(ratings)?.interval.contains(4 / 5.25) == true { hits += 1 }
    }
    expectCoverage(hits, "agreement")
  }
}
