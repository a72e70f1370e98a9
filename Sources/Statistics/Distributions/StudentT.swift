/// Student's t distribution.
public enum StudentT {
  /// The probability of a value below `t` (Student, 1908), by the incomplete beta integral:
  /// ½ I(ν / (ν + t²); ν/2, ½) below 0. NaN unless `freedom` is finite and above 0.
  public static func below(_ t: Double, freedom: Double) -> Double {
    guard freedom > 0, freedom < .infinity, !t.isNaN else { return .nan }
    let square = t * t
    guard square < .infinity else { return t < 0 ? 0 : 1 }
    let sum = freedom + square
    let tail = Beta.share(freedom / 2, 0.5, at: freedom / sum, rest: square / sum) / 2
    return t < 0 ? tail : 1 - tail
  }

  /// The value with the probability `p` below it; infinite at 0 and 1, and NaN outside.
  public static func quantile(_ p: Double, freedom: Double) -> Double {
    guard p >= 0, p <= 1, freedom > 0, freedom < .infinity else { return .nan }
    guard p > 0, p < 1 else { return p > 0 ? .infinity : -.infinity }
    let tail = min(p, 1 - p)
    guard tail < 0.5 else { return 0 }
    let size = Halving.last { below(-$0, freedom: freedom) >= tail }
    return p < 0.5 ? -size : size
  }

  /// The probability of a value at least as far from 0 as `t`.
  static func twoSided(_ t: Double, freedom: Double) -> Double {
    min(1, 2 * below(-abs(t), freedom: freedom))
  }

  /// How many standard errors an interval of this level reaches to either side; `nil` unless 0 < `level` < 1.
  static func reach(level: Double, freedom: Double) -> Double? {
    guard level > 0, level < 1, freedom > 0, freedom < .infinity else { return nil }
    return -quantile((1 - level) / 2, freedom: freedom)
  }
}
