/// The spectrum of the newest samples under a Hann window, at twice their natural resolution.
struct WindowedSpectrum: Sendable {
  /// A line of the spectrum, between entries.
  struct Peak {
    /// Its position, in entries.
    var place: Double
    /// Its power; a sine of amplitude 1 has 1.
    var power: Double
  }

  /// How many samples it is made from.
  let window: Int
  /// How many entries of the spectrum there are per hertz.
  let entriesPerHertz: Double
  private(set) var transform: RealTransform
  private let weights: [Double]
  private var weighted: [Double]
  /// The squared magnitudes; a sine of amplitude 1 comes to 1 at its peak.
  private(set) var powers: [Double]
  private var around: [Double]

  init(window: Int, sampleRate: Double) {
    self.window = window
    entriesPerHertz = Double(2 * window) / sampleRate
    transform = RealTransform(size: 2 * window)
    weights = (0..<window).map { index in
      0.5 - 0.5 * Functions.cosine(turns: (Double(index) + 0.5) / Double(window))
    }
    weighted = [Double](repeating: 0, count: window)
    powers = [Double](repeating: 0, count: window + 1)
    around = [Double](repeating: 0, count: 17)
  }

  /// Measures the newest ``window`` samples.
  mutating func measure(_ history: SampleHistory) {
    history.copyNewest(to: &weighted)
    for index in 0..<window { weighted[index] *= weights[index] }
    measure()
  }

  /// Measures ``window`` samples of a recording, from a given one on.
  mutating func measure(_ samples: [Float], from start: Int) {
    for index in 0..<window { weighted[index] = Double(samples[start + index]) * weights[index] }
    measure()
  }

  private mutating func measure() {
    transform.transform(weighted)
    // The window's mean is one half, and half of a sine is at the negative frequency.
    let scale = 16 / (Double(window) * Double(window))
    for index in 0...window { powers[index] = transform.power(index) * scale }
  }

  /// Replaces the powers with others, such as the mean of several.
  mutating func replacePowers(_ power: (Int) -> Double) {
    for index in 0...window { powers[index] = power(index) }
  }

  /// The highest line within `reach` entries of a position, if there is one and not just the flank of another.
  func peak(near place: Double, within reach: Double) -> Peak? {
    let first = max(1, Int(Functions.nearest(place - reach)))
    let last = min(window - 1, Int(Functions.nearest(place + reach)))
    guard first <= last else { return nil }
    var top = first
    for index in first...last where powers[index] > powers[top] { top = index }
    let (before, here, after) = (powers[top - 1], powers[top], powers[top + 1])
    guard here > 0, here >= before, here >= after else { return nil }
    // For a Hann window's line, two entries one step of the plain transform apart determine its position.
    let (left, right) = (before.squareRoot(), after.squareRoot())
    guard left + right > 0 else { return Peak(place: Double(top), power: here) }
    let shift = (2 * right - left) / (left + right) - 0.5
    return Peak(place: Double(top) + 2 * shift, power: here / Self.flank(shift))
  }

  /// The power of a line this many steps of the plain transform from its peak, where the peak is 1.
  private static func flank(_ steps: Double) -> Double {
    guard abs(steps) > 1e-6 else { return 1 }
    let amplitude = Functions.sine(turns: steps / 2) / (.pi * steps * (1 - steps * steps))
    return amplitude * amplitude
  }

  /// The power that three quarters of the entries within `reach` of a position exceed: the floor that lines
  /// stand out from.
  mutating func floor(around place: Double, within reach: Double) -> Double {
    let reach = min(reach, 1e6)
    let first = max(1, Int(Functions.nearest(place - reach)))
    let last = min(window, Int(Functions.nearest(place + reach)))
    guard first < last else { return 0 }
    // At most 65 of them, evenly spaced, of which the lowest quarter is sorted.
    let count = min(last - first + 1, 65)
    let wanted = count / 4
    var kept = 0
    for index in 0..<count {
      let power = powers[first + (last - first) * index / (count - 1)]
      if kept > wanted {
        guard power < around[wanted] else { continue }
        kept = wanted
      }
      var place = kept
      while place > 0, around[place - 1] > power {
        around[place] = around[place - 1]
        place -= 1
      }
      around[place] = power
      kept += 1
    }
    return around[wanted]
  }
}
