/// What a few measurements say about all possible ones.
enum Likelihood {
  /// The half-width of the 95 % confidence interval of a mean, in standard deviations, by Student's
  /// distribution.
  static func factor(degrees: Int) -> Double {
    guard degrees > 0 else { return .infinity }
    let first = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228]
    if degrees <= first.count { return first[degrees - 1] }
    // Two terms of its series for many degrees: accurate to a thousandth from here on.
    let share = 1 / Double(degrees)
    return 1.95996 + share * (2.37227 + share * 2.82250)
  }
}
