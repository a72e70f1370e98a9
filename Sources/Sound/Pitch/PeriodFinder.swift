/// Finds the period of a sound in samples, by comparing it with itself (McLeod and Wyvill's normalised square
/// difference).
///
/// The likeness at a lag is twice the sum of products of samples that far apart, over the sum of their squares: 1
/// for a sound that repeats exactly, about 0 for noise. The first of the highest peaks gives the period.
struct PeriodFinder: Sendable {
  /// The result: the lag, with its fraction, and the likeness there.
  struct Period {
    var lag: Double
    var clarity: Double
  }

  /// How many samples are compared.
  let window: Int
  /// The longest period that fits three times.
  var longestLag: Int { window / 3 }
  private var transform: RealTransform
  private var products: RealTransform
  private var samples: [Double]
  private var power: [Double]
  private var likeness: [Double]

  init(window: Int) {
    self.window = window
    transform = RealTransform(size: 2 * window)
    products = transform
    samples = [Double](repeating: 0, count: window)
    power = [Double](repeating: 0, count: 2 * window)
    likeness = [Double](repeating: 0, count: window / 3 + 2)
  }

  /// The period of the newest ``window`` samples, if it is between two lags.
  ///
  /// - Parameter firstPeak: how high a peak must be, relative to the highest, to be chosen before it.
  mutating func period(
    of history: SampleHistory, from shortest: Double, to longest: Double, firstPeak: Double
  ) -> Period? {
    measure(history)
    let last = min(Int(longest) + 1, longestLag)
    let likeness = likeness.span
    // Up to where the sound first differs from itself, all lags are alike.
    var lag = 1
    while lag <= last, likeness[lag] > 0 { lag += 1 }
    var highest = 0.0
    for lag in lag..<max(lag, last + 1) { highest = max(highest, likeness[lag]) }
    guard highest > 0 else { return nil }
    // Between two samples a peak may be higher than at either.
    let wanted = highest * firstPeak
    while lag <= last {
      // One hump of likeness.
      while lag <= last, likeness[lag] <= 0 { lag += 1 }
      var top = lag
      while lag <= last, likeness[lag] > 0 {
        if likeness[lag] > likeness[top] { top = lag }
        lag += 1
      }
      // If it is still rising at the end, the peak needs a longer window.
      guard top <= last, likeness[top + 1] <= likeness[top] else { return nil }
      let peak = Self.peak(of: likeness, near: top)
      if peak.clarity >= wanted, peak.lag >= shortest, peak.lag <= longest { return peak }
    }
    return nil
  }

  /// How well the samples of the last window repeat after `lag`.
  func clarity(at lag: Double) -> Double {
    let near = Int(Functions.nearest(lag))
    guard near >= 1, near <= longestLag else { return 0 }
    return Self.peak(of: likeness.span, near: near).clarity
  }

  /// The peak of the parabola through three neighbours.
  private static func peak(of likeness: Span<Double>, near lag: Int) -> Period {
    let (before, here, after) = (likeness[lag - 1], likeness[lag], likeness[lag + 1])
    let bend = before - 2 * here + after
    guard bend < 0 else { return Period(lag: Double(lag), clarity: here) }
    let shift = min(max((before - after) / (2 * bend), -1), 1)
    return Period(
      lag: Double(lag) + shift, clarity: min(here - (before - after) * shift / 4, 1))
  }

  /// Compares the newest ``window`` samples with themselves.
  mutating func measure(_ history: SampleHistory) {
    history.copyNewest(to: &samples)
    transform.transform(samples)
    // The transform of the power spectrum gives the sum of products at each lag.
    for index in 0...window {
      let value = transform.power(index)
      power[index] = value
      if index > 0, index < window { power[2 * window - index] = value }
    }
    products.transform(power)
    let scale = 1 / Double(2 * window)
    var squares = 0.0
    for index in 0..<window { squares += samples[index] * samples[index] }
    squares *= 2
    likeness[0] = 1
    for lag in 1...longestLag + 1 {
      let (first, last) = (samples[lag - 1], samples[window - lag])
      squares -= first * first + last * last
      // Rounding leaves a small residue instead of zero.
      likeness[lag] = squares > 1e-12 ? 2 * products.real[lag] * scale / squares : 0
    }
  }
}
