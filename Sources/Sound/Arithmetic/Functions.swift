/// Sines, powers and logarithms from additions and multiplications alone.
///
/// A platform's own functions differ in their last bits, and WebAssembly has none. With these every sample
/// and every reading is the same wherever Woodshed runs. Each is accurate to a few units in the last place.
package enum Functions {
  /// The nearest whole number, ties to even; correct below 2⁵¹, without a platform's help.
  @inline(__always)
  static func nearest(_ x: Double) -> Double {
    (x + 0x1.8p52) - 0x1.8p52
  }

  /// The largest whole number not above `x`; correct below 2⁵¹.
  @inline(__always)
  package static func floor(_ x: Double) -> Double {
    let near = nearest(x)
    return near > x ? near - 1 : near
  }

  /// The largest whole number not above a fraction.
  static func wholePart(of fraction: Fraction) -> Int64 {
    let (quotient, rest) = fraction.numerator.quotientAndRemainder(dividingBy: fraction.denominator)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// The sine of an angle in whole turns: 0.25 is the peak.
  package static func sine(turns: Double) -> Double { sine(turns: turns, andQuarters: 0) }

  /// The cosine of an angle in whole turns.
  package static func cosine(turns: Double) -> Double { sine(turns: turns, andQuarters: 1) }

  /// The sine `quarters` quarter turns further on; they are added exactly.
  @inline(__always)
  private static func sine(turns: Double, andQuarters quarters: Int) -> Double {
    let rest = turns - nearest(turns)
    let quarter = nearest(rest * 4)
    let angle = (rest - quarter * 0.25) * (2 * .pi)
    guard quarter == quarter else { return .nan }
    switch (Int(quarter) + quarters) & 3 {
    case 0: return sineNearZero(angle)
    case 1: return cosineNearZero(angle)
    case 2: return -sineNearZero(angle)
    default: return -cosineNearZero(angle)
    }
  }

  /// The angle of a point seen from the origin, in whole turns from −0.5 to 0.5.
  package static func turns(y: Double, x: Double) -> Double {
    let (high, low) = (max(abs(x), abs(y)), min(abs(x), abs(y)))
    guard high > 0 else { return 0 }
    let eighth = arctangent(low / high) / (2 * .pi)
    let quarter = abs(y) > abs(x) ? 0.25 - eighth : eighth
    let half = x < 0 ? 0.5 - quarter : quarter
    return y < 0 ? -half : half
  }

  /// 2 to the power of `x`; 0 and infinity beyond the range of `Double`.
  package static func exp2(_ x: Double) -> Double {
    guard x > -1022 else { return x.isNaN ? x : 0 }
    guard x < 1024 else { return .infinity }
    let whole = nearest(x)
    let y = (x - whole) * 0x1.62e42fefa39efp-1
    // The exponential series; at half of ln 2 the first omitted term is below 10⁻¹⁸.
    var sum = 1.0
    for divisor in stride(from: 15.0, to: 0, by: -1) { sum = 1 + sum * y / divisor }
    // Two steps, because 2¹⁰²³·⁵ rounds up to an exponent that cannot be represented.
    let half = Int64(whole) / 2
    return sum * powerOfTwo(half) * powerOfTwo(Int64(whole) - half)
  }

  /// The logarithm to base 2; minus infinity at 0, and NaN below.
  package static func log2(_ x: Double) -> Double {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x < .infinity else { return x }
    guard x.isNormal else { return log2(x * 0x1p60) - 60 }
    var exponent = Double(x.exponent)
    var part = x.significand
    if part > 0x1.6a09e667f3bcdp0 {
      part /= 2
      exponent += 1
    }
    // The logarithm as an area tangent; terms beyond the 23rd power are negligible.
    let ratio = (part - 1) / (part + 1)
    let square = ratio * ratio
    var sum = 0.0
    for power in stride(from: 23.0, to: 0, by: -2) { sum = sum * square + 1 / power }
    return exponent + ratio * sum * (2 * 0x1.71547652b82fep0)
  }

  /// `base` to the power of `exponent`, for a base above 0.
  package static func power(_ base: Double, _ exponent: Double) -> Double {
    exp2(exponent * log2(base))
  }

  /// The cube root; negative for a negative number.
  package static func cubeRoot(_ x: Double) -> Double {
    guard x != 0, x.isFinite else { return x }
    let size = abs(x)
    let near = exp2(log2(size) / 3)
    // One Newton step makes it exact to the last place.
    let root = near - (near * near * near - size) / (3 * near * near)
    return x < 0 ? -root : root
  }

  private static func powerOfTwo(_ exponent: Int64) -> Double {
    Double(bitPattern: UInt64(exponent + 1023) << 52)
  }

  /// The sine of at most an eighth of a turn, in radians.
  @inline(__always)
  private static func sineNearZero(_ x: Double) -> Double {
    let y = x * x
    var sum = 1 - y / 272
    sum = 1 - y / 210 * sum
    sum = 1 - y / 156 * sum
    sum = 1 - y / 110 * sum
    sum = 1 - y / 72 * sum
    sum = 1 - y / 42 * sum
    sum = 1 - y / 20 * sum
    return x - x * (y / 6 * sum)
  }

  /// The cosine of at most an eighth of a turn, in radians.
  @inline(__always)
  private static func cosineNearZero(_ x: Double) -> Double {
    let y = x * x
    var sum = 1 - y / 240
    sum = 1 - y / 182 * sum
    sum = 1 - y / 132 * sum
    sum = 1 - y / 90 * sum
    sum = 1 - y / 56 * sum
    sum = 1 - y / 30 * sum
    sum = 1 - y / 12 * sum
    return 1 - y / 2 * sum
  }

  /// The arctangent of 0 to 1, in radians.
  private static func arctangent(_ x: Double) -> Double {
    // Halved twice, the angle is at most 11.25°: tan(a/2) = t / (1 + √(1 + t²)).
    let half = x / (1 + (1 + x * x).squareRoot())
    let quarter = half / (1 + (1 + half * half).squareRoot())
    let square = quarter * quarter
    var sum = 0.0
    for power in stride(from: 21.0, to: 0, by: -2) { sum = 1 / power - square * sum }
    return 4 * quarter * sum
  }
}
