/// The mean and the spread of at least two numbers.
public struct Summary: Equatable, Sendable {
  public let count: Int
  public let mean: Double
  /// The sum of the squared distances from the mean, divided by one less than the count.
  public let variance: Double

  /// Summarises `values` in two passes; O(n). `nil` for fewer than two, or where one is not finite.
  public init?(_ values: [Double]) {
    guard values.count > 1, let mean = Self.mean(of: values) else { return nil }
    var squares = 0.0
    for value in values { squares += (value - mean) * (value - mean) }
    guard squares < .infinity else { return nil }
    count = values.count
    self.mean = mean
    variance = squares / Double(values.count - 1)
  }

  /// The standard deviation.
  public var deviation: Double { variance.squareRoot() }

  /// The standard error of the mean.
  var error: Double { (variance / Double(count)).squareRoot() }

  /// Where the mean of all such values is: mean ± t · deviation / √n (Student, 1908).
  public func meanInterval(level: Double = 0.95) -> Interval? {
    guard let reach = StudentT.reach(level: level, freedom: Double(count - 1)) else { return nil }
    return Interval(around: mean, reach: reach * error)
  }

  /// The mean; `nil` without values, or where one is not finite.
  ///
  /// Distances from the first value are summed, so that equal values have exactly their own mean.
  static func mean(of values: [Double]) -> Double? {
    guard let first = values.first else { return nil }
    var sum = 0.0
    for value in values { sum += value - first }
    let mean = first + sum / Double(values.count)
    return mean.isFinite ? mean : nil
  }
}

extension Interval {
  init(around middle: Double, reach: Double) {
    self.init(low: middle - reach, high: middle + reach)
  }
}
