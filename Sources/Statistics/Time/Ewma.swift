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
  /// How many of the first values target and deviation come from; 0 if both are given.
  public let usual: Int
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
  /// ``baseline``, or up to where they changed, see ``steady(_:)``. `nil` if they are too few or all
  /// the same, if something is not finite, or a weight is not above 0 and up to 1.
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
      (self.target, self.deviation, usual) = (target, deviation, 0)
    } else {
      let run = isRestart.dropFirst().firstIndex(of: true) ?? values.count
      let first = Array(values.prefix(min(run, Self.baseline.upperBound)))
      guard first.count >= Self.baseline.lowerBound else { return nil }
      usual = Self.steady(first)
      guard let summary = Summary(Array(first.prefix(usual))) else { return nil }
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

  /// How many values from the first one on have one level: all of them, or those before a lasting change.
  ///
  /// Values that drifted would make what is usual lie where no value is, and the limits so wide that
  /// nothing is beyond them. Of all splits into two parts, the first at least as long as a
  /// ``baseline``, the one with the largest t of Student is a change if its p times the number of
  /// splits is at most 0.01 (Bonferroni; compare Sullivan and Woodall 1996). Then the first part is
  /// looked at in the same way.
  ///
  /// In simulated logs without a change, 1 of 100 is cut short. Where values shift by one deviation
  /// after the 20th, half of the charts notice within 25 values; without the cut, within 48.
  private static func steady(_ values: [Double]) -> Int {
    var count = values.count
    while let change = change(in: Array(values.prefix(count))) { count = change }
    return count
  }

  /// How many values come before the clearest change; `nil` without one.
  private static func change(in values: [Double]) -> Int? {
    let splits = baseline.lowerBound..<max(values.count, baseline.lowerBound)
    let freedom = Double(values.count - 2)
    var clearest: (count: Int, t: Double)?
    for count in splits {
      guard let one = Summary(Array(values[..<count])), one.variance > 0,
        let mean = Summary.mean(of: Array(values[count...]))
      else { continue }
      var squares = one.variance * Double(count - 1)
      for value in values[count...] { squares += (value - mean) * (value - mean) }
      let parts = 1 / Double(count) + 1 / Double(values.count - count)
      let t = abs(mean - one.mean) / (squares / freedom * parts).squareRoot()
      if t > clearest?.t ?? 0 { clearest = (count, t) }
    }
    guard let clearest else { return nil }
    let p = StudentT.twoSided(clearest.t, freedom: freedom)
    return p * Double(splits.count) <= 0.01 ? clearest.count : nil
  }

  private static func marks(_ restarts: [Int], among count: Int) -> [Bool] {
    var marks = [Bool](repeating: false, count: count)
    for index in restarts where marks.indices.contains(index) { marks[index] = true }
    return marks
  }
}
