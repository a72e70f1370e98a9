/// The standard normal distribution.
public enum Normal {
  /// The probability of a value below `z`, by the incomplete gamma integral: ½ Q(½, z²/2) below 0.
  public static func below(_ z: Double) -> Double {
    guard !z.isNaN else { return z }
    let (inside, outside) = Gamma.shares(0.5, at: z * z / 2)
    return z < 0 ? outside / 2 : 0.5 + inside / 2
  }

  /// The value with the probability `p` below it; infinite at 0 and 1, and NaN outside.
  public static func quantile(_ p: Double) -> Double {
    guard p >= 0, p <= 1 else { return .nan }
    guard p > 0, p < 1 else { return p > 0 ? .infinity : -.infinity }
    // Further out the tail itself has no digits left.
    let tail = max(1e-300, min(p, 1 - p))
    guard tail < 0.5 else { return 0 }
    // Newton's method on the logarithm of the tail, which is concave: from this start, which is too far
    // out, each step comes nearer and none goes too far.
    let logarithm = Logarithm.of(tail)
    var (size, step) = ((-2 * logarithm).squareRoot(), 0.0)
    repeat {
      let found = below(-size)
      let density = Exponential.of(-size * size / 2) / (2 * .pi).squareRoot()
      step = (logarithm - Logarithm.of(found)) * (found / density)
      size -= step
    } while step > abs(size) * 0x1p-50
    return p < 0.5 ? -size : size
  }

  /// How many standard errors an interval of this level reaches to either side; `nil` unless 0 < `level` < 1.
  static func reach(level: Double) -> Double? {
    guard level > 0, level < 1 else { return nil }
    return -quantile((1 - level) / 2)
  }
}
