internal import Sound

/// The interval of any statistic, from the data drawn again and again.
public struct Bootstrap: Equatable, Sendable {
  /// The bias-corrected and accelerated interval.
  public let interval: Interval
  /// The number of draws for which the statistic had a value.
  public let draws: Int

  /// Draws `count` indices with repetition, and asks for the `statistic` of the data at these
  /// indices.
  ///
  /// BCa, Efron (1987): the bias is the share of draws below the value (half of the equal ones),
  /// the acceleration comes from leaving out each index in turn. `nil` below 2 indices, above a
  /// million indices or draws, or where the statistic lacks a value: for the data, with one index
  /// left out, or in more than half of the draws. `nil` also if the draws are all equal or all on
  /// one side of the value. O((draws + n) · the statistic).
  public init?(
    count: Int, draws: Int = 2_000, seed: UInt64, level: Double = 0.95,
    _ statistic: ([Int]) -> Double?
  ) {
    guard 2...1_000_000 ~= count, 1...1_000_000 ~= draws, let z = Normal.reach(level: level)
    else { return nil }
    let all = [Int](0..<count)
    guard let value = statistic(all), value.isFinite,
      let acceleration = Self.acceleration(all, statistic)
    else { return nil }

    var (chance, drawn, values) = (Chance(seed: seed), all, [Double]())
    for _ in 0..<draws {
      for index in all { drawn[index] = Int(chance.number(through: UInt64(count - 1))) }
      if let value = statistic(drawn), value.isFinite { values.append(value) }
    }
    guard values.count * 2 >= draws else { return nil }
    values.sort()
    let below = values.reduce(0.0) { $0 + ($1 < value ? 1 : $1 == value ? 0.5 : 0) }
    let bias = Normal.quantile(below / Double(values.count))
    let parts = [bias - z, bias + z].map {
      Normal.below(bias + $0 / (1 - acceleration * $0))
    }
    guard bias.isFinite, let first = values.first, let last = values.last, first < last,
      let low = Quantiles.at(parts[0], of: values), let high = Quantiles.at(parts[1], of: values)
    else { return nil }
    interval = Interval(low: min(low, high), high: max(low, high))
    self.draws = values.count
  }

  /// A sixth of the skewness of the values with one index left out; 0 if they are all equal.
  private static func acceleration(
    _ all: [Int], _ statistic: ([Int]) -> Double?
  ) -> Double? {
    var values: [Double] = []
    for index in all {
      guard let value = statistic(all.filter { $0 != index }), value.isFinite else { return nil }
      values.append(value)
    }
    let mean = values.reduce(0) { $0 + $1 / Double(all.count) }
    let largest = values.reduce(0) { max($0, abs(mean - $1)) }
    guard largest > 0 else { return 0 }
    let distances = values.map { (mean - $0) / largest }
    let squares = distances.reduce(0) { $0 + $1 * $1 }
    let cubes = distances.reduce(0) { $0 + $1 * $1 * $1 }
    let acceleration = cubes / (6 * squares * squares.squareRoot())
    return acceleration.isFinite ? acceleration : nil
  }
}
