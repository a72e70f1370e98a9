/// How many last how long, when some have not ended yet.
public struct KaplanMeier: Sendable {
  /// One for each time at which something ended.
  public let steps: [Step]
  /// The first time at which no more than half are left; `nil` while more are.
  public let median: Double?
  /// The times that may be the median; its high end is infinite if the data do not bound it.
  public let medianInterval: Interval?

  public struct Step: Equatable, Sendable {
    public let time: Double
    /// How many had neither ended nor left just before.
    public let atRisk: Int
    public let ends: Int
    /// The part that lasts longer.
    public let survival: Double
    /// `nil` once none is left.
    public let interval: Interval?
  }

  /// Estimates survival from times and whether each is an end; otherwise the time is how long it
  /// has lasted so far.
  ///
  /// S = Π (1 − d / n) over the ends so far (Kaplan and Meier 1958), with Greenwood's variance G =
  /// Σ d / (n (n − d)) on the scale log(−log S): from S to the power of exp(z √G / |ln S|) to that
  /// of exp(−z √G / |ln S|) (Kalbfleisch and Prentice 1980). The median may be any time whose
  /// interval holds a half (Brookmeyer and Crowley 1982). What ends and what leaves at one time
  /// were both at risk then. `nil` without times, or if one is not finite.
  ///
  /// - Complexity: O(n log n) for n times.
  public init?(times: [Double], ends: [Bool], level: Double = 0.95) {
    guard !times.isEmpty, times.count == ends.count, times.allSatisfy({ $0.isFinite }),
      let quantile = Normal.reach(level: level)
    else { return nil }
    let order = times.indices.sorted { times[$0] < times[$1] }
    var steps: [Step] = []
    var (survival, greenwood) = (1.0, 0.0)
    var place = 0
    while place < order.count {
      let time = times[order[place]]
      let atRisk = order.count - place
      var count = 0
      while place < order.count, times[order[place]] == time {
        if ends[order[place]] { count += 1 }
        place += 1
      }
      guard count > 0 else { continue }
      let (n, d) = (Double(atRisk), Double(count))
      survival *= (n - d) / n
      greenwood += d / (n * (n - d))
      steps.append(
        Step(
          time: time, atRisk: atRisk, ends: count, survival: survival,
          interval: Self.interval(survival, reach: quantile * greenwood.squareRoot())))
    }
    self.steps = steps
    // A half made of several factors may come out a rounding error above it.
    median = steps.first { $0.survival <= 0.5 + 0x1p-40 }?.time
    medianInterval = steps.first { $0.interval.map { $0.low <= 0.5 } ?? false }.map { first in
      let end = steps.first { $0.interval.map { $0.high < 0.5 } ?? false }
      return Interval(low: first.time, high: end?.time ?? .infinity)
    }
  }

  private static func interval(_ survival: Double, reach: Double) -> Interval? {
    guard survival > 0 else { return nil }
    let logarithm = Logarithm.of(survival)
    let factor = Exponential.of(reach / -logarithm)
    return Interval(
      low: Exponential.of(logarithm * factor), high: Exponential.of(logarithm / factor))
  }
}
