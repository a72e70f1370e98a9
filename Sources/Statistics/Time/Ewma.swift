/// A control chart that notices small lasting shifts, such as a gouger's worn blade.
///
/// An exponentially weighted moving average: zᵢ = λ xᵢ + (1 − λ) zᵢ₋₁, beginning at the target. Only
/// a shift or bad luck takes it beyond the limits, target ± L s √(λ / (2 − λ) · (1 − (1 − λ)²ⁱ))
/// (Roberts 1959; NIST handbook).
public struct Ewma: Sendable {
  /// How many values the target and the deviation come from at most, and at least.
  ///
  /// In simulated logs with a known target and deviation, a false alarm comes every 547 values on
  /// average, and a shift of one deviation is noticed after 9.8. With those of the first 40 values
  /// these are more than 500 and 11.4; a shift is noticed after 12.4 with 25 and after 23 with 10.
  public static let baseline = 8...40

  public let target: Double
  public let deviation: Double
  public let points: [Point]

  public struct Point: Equatable, Sendable {
    public let value: Double
    public let smoothed: Double
    public let low: Double
    public let high: Double
    public let isAlarm: Bool
  }

  /// Charts values in the order of time; before each index of `restarts` the average starts anew.
  ///
  /// A target or a deviation not given is that of the first values up to the first restart, see
  /// ``baseline``. `nil` if they are too few or all the same, if something is not finite, or a
  /// weight is not above 0 and up to 1.
  ///
  /// - Complexity: O(n) for n values.
  public init?(
    _ values: [Double], restarts: [Int] = [], target: Double? = nil, deviation: Double? = nil,
    weight: Double = 0.2, width: Double = 3
  ) {
    guard values.allSatisfy({ $0.isFinite }), weight > 0, weight <= 1, width > 0, width.isFinite
    else { return nil }
    let isRestart = Self.marks(restarts, among: values.count)
    if let target, let deviation {
      (self.target, self.deviation) = (target, deviation)
    } else {
      let run = isRestart.dropFirst().firstIndex(of: true) ?? values.count
      let first = values.prefix(min(run, Self.baseline.upperBound))
      guard first.count >= Self.baseline.lowerBound, let summary = Summary(Array(first)) else {
        return nil
      }
      (self.target, self.deviation) = (target ?? summary.mean, deviation ?? summary.deviation)
    }
    guard self.target.isFinite, self.deviation > 0, self.deviation.isFinite else { return nil }
    var smoothed = self.target
    var left = 1.0
    var points: [Point] = []
    for (value, isRestart) in zip(values, isRestart) {
      if isRestart { (smoothed, left) = (self.target, 1) }
      smoothed = weight * value + (1 - weight) * smoothed
      left *= (1 - weight) * (1 - weight)
      let reach = width * self.deviation * (weight / (2 - weight) * (1 - left)).squareRoot()
      let (low, high) = (self.target - reach, self.target + reach)
      points.append(
        Point(
          value: value, smoothed: smoothed, low: low, high: high,
          isAlarm: smoothed < low || smoothed > high))
    }
    self.points = points
  }

  private static func marks(_ restarts: [Int], among count: Int) -> [Bool] {
    var marks = [Bool](repeating: false, count: count)
    for index in restarts where marks.indices.contains(index) { marks[index] = true }
    return marks
  }
}
