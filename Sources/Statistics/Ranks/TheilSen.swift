/// The line through points whose slope is the median of the slopes of all pairs: outliers hardly
/// move it.
public struct TheilSen: Equatable, Sendable {
  public let slope: Double
  /// The median of y minus `slope` times the median of x.
  public let intercept: Double
  /// The interval of the slope.
  public let interval: Interval

  /// Every pair of points needs its slope in memory: this many points take 16 MB.
  public static let largestCount = 2_000

  /// Fits a line; `nil` below 2 points, above ``largestCount``, for values that are not finite, or
  /// if all x are equal.
  ///
  /// Theil (1950), Sen (1968): the interval is between the slopes whose places are half the
  /// variance of Kendall's score away from the middle. O(n² log n).
  public init?(_ x: [Double], _ y: [Double], level: Double = 0.95) {
    guard x.count == y.count, 2...Self.largestCount ~= x.count, let z = Normal.reach(level: level),
      (x + y).allSatisfy({ $0.isFinite }), var slopes = Self.slopes(x, y), !slopes.isEmpty,
      let middleX = Quantiles.median(of: x), let middleY = Quantiles.median(of: y)
    else { return nil }
    slopes.sort()
    slope = Quantiles.at(0.5, ofOrdered: slopes)
    intercept = middleY - slope * middleX
    guard intercept.isFinite else { return nil }

    let variance =
      (Concordance.spread([x.count]) - Concordance.spread(Ranks.ties(of: x))
        - Concordance.spread(Ranks.ties(of: y))) / 18
    let reach = z * max(variance, 0).squareRoot()
    let last = Double(slopes.count - 1)
    let low = ((Double(slopes.count) - reach) / 2).rounded(.toNearestOrEven) - 1
    let high = ((Double(slopes.count) + reach) / 2).rounded(.toNearestOrEven)
    interval = Interval(
      low: slopes[Int(min(max(low, 0), last))],
      high: slopes[Int(min(max(high, 0), last))])
  }

  /// The slopes between all points of different x, or `nil` if one is too steep for a `Double`.
  private static func slopes(_ x: [Double], _ y: [Double]) -> [Double]? {
    var slopes: [Double] = []
    for end in x.indices {
      for start in 0..<end where x[start] != x[end] {
        let slope = (y[end] - y[start]) / (x[end] - x[start])
        guard slope.isFinite else { return nil }
        slopes.append(slope)
      }
    }
    return slopes
  }
}
