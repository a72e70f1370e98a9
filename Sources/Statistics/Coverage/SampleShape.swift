internal import Sound

/// How simulated values are distributed: each is made from a normal number, so that the truth is
/// known.
public enum SampleShape: CaseIterable, Sendable {
  case normal
  /// Lognormal, with a skewness of 1.75.
  case skewed
  /// Whole ratings from 1 to 10: ties, and a ceiling.
  case ratings

  public var label: String {
    switch self {
    case .normal: "normal"
    case .skewed: "skewed"
    case .ratings: "ratings"
    }
  }

  /// The value of a normal number; a larger number never has a smaller value.
  func value(_ number: Double) -> Double {
    switch self {
    case .normal: number
    case .skewed: Exponential.of(number / 2)
    case .ratings: min(max(Functions.floor(6.5 + 2 * number), 1), 10)
    }
  }

  /// The mean of values whose numbers have the mean `middle` and the deviation 1.
  func mean(at middle: Double) -> Double {
    switch self {
    case .normal: middle
    case .skewed: Exponential.of(middle / 2 + 0.125)
    case .ratings: Self.ratingChances(middle).reduce(0) { $0 + $1.rating * $1.chance }
    }
  }

  func variance(at middle: Double) -> Double {
    switch self {
    case .normal: return 1
    case .skewed: return Exponential.of(middle + 0.25) * (Exponential.of(0.25) - 1)
    case .ratings:
      let mean = mean(at: middle)
      return Self.ratingChances(middle).reduce(0) {
        $0 + ($1.rating - mean) * ($1.rating - mean) * $1.chance
      }
    }
  }

  /// Cliff's delta of values at `middle` against values at 0.
  func delta(at middle: Double) -> Double {
    guard self == .ratings else { return 2 * Normal.below(middle / 2.0.squareRoot()) - 1 }
    var delta = 0.0
    for one in Self.ratingChances(0) {
      for other in Self.ratingChances(middle) where other.rating != one.rating {
        delta += one.chance * other.chance * (other.rating > one.rating ? 1 : -1)
      }
    }
    return delta
  }

  private static func ratingChances(_ middle: Double) -> [(rating: Double, chance: Double)] {
    (1...10).map { rating in
      let low = rating == 1 ? 0 : Normal.below((Double(rating) - 6.5) / 2 - middle)
      let high = rating == 10 ? 1 : Normal.below((Double(rating) - 5.5) / 2 - middle)
      return (Double(rating), high - low)
    }
  }
}
