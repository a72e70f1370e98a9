/// Measures a steady pitch far more exactly than one frame can: by the phase advance of its partials.
///
/// Relative to a fixed frequency near the sound's own, each partial's phase advances evenly; the slope over up to
/// two seconds gives the difference, and the scatter around the slope shows how far it can be trusted.
struct PrecisePitch: Sendable {
  struct Estimate: Hashable, Sendable {
    /// In hertz.
    var frequency: Double
    /// The standard deviation, in cents.
    var deviation: Double
  }

  private static let partials = 12
  /// How many seconds are used at most, and at least.
  private static let longest = 2.0
  private static let least = 0.5

  private let sampleRate: Double
  private let step: Int
  private let capacity: Int
  private let weights: [Double]
  private var samples: [Double]
  /// Phases in turns and powers, with all partials of one moment side by side.
  private var phases: [Double]
  private var powers: [Double]
  private var count = 0
  /// The fixed frequency, in hertz, and how many samples were heard since it was set.
  private var reference = 0.0
  private var time = 0.0
  private var used = 0

  /// - Parameter hop: how many samples come between two calls.
  init(sampleRate: Double, hop: Int, window: Int) {
    self.sampleRate = sampleRate
    step = hop
    capacity = max(4, Int(Self.longest * sampleRate) / hop)
    weights = (0..<window).map { index in
      0.5 - 0.5 * Functions.cosine(turns: (Double(index) + 0.5) / Double(window))
    }
    samples = [Double](repeating: 0, count: window)
    phases = [Double](repeating: 0, count: capacity * Self.partials)
    powers = phases
  }

  mutating func reset() { count = 0 }

  /// Takes the newest samples, whose pitch is about `frequency`.
  mutating func hear(_ history: SampleHistory, near frequency: Double) -> Estimate? {
    let isSame = count > 0 && abs(Cents(ratio: frequency / reference).value) < 30
    if !isSame {
      count = 0
      time = 0
      reference = frequency
      let highest = min(HarmonicFit.highest, sampleRate * 0.45)
      used = max(1, min(Self.partials, Int(highest / frequency)))
    }
    history.copyNewest(to: &samples)
    time += Double(step)
    if count == capacity {
      // The oldest moment is dropped.
      let rest = (capacity - 1) * Self.partials
      for index in 0..<rest {
        phases[index] = phases[index + Self.partials]
        powers[index] = powers[index + Self.partials]
      }
      count -= 1
    }
    for partial in 0..<used { measure(partial) }
    count += 1
    return estimate
  }

  /// Compares the samples with a phasor at the partial's frequency.
  private mutating func measure(_ partial: Int) {
    let turnsPerSample = reference * Double(partial + 1) / sampleRate
    // The phasor is where it would be had it turned since the reference was set.
    var (c, s) = (
      Functions.cosine(turns: turnsPerSample * time), Functions.sine(turns: turnsPerSample * time)
    )
    let (stepC, stepS) = (
      Functions.cosine(turns: turnsPerSample), Functions.sine(turns: turnsPerSample)
    )
    var (x, y) = (0.0, 0.0)
    for index in 0..<samples.count {
      let sample = samples[index] * weights[index]
      x += sample * c
      y -= sample * s
      (c, s) = (c * stepC - s * stepS, s * stepC + c * stepS)
    }
    let place = count * Self.partials + partial
    var phase = Functions.turns(y: y, x: x)
    if count > 0 {
      // Phases are unwrapped: of all values a whole number of turns apart, the one nearest to the last.
      let last = phases[place - Self.partials]
      phase += Functions.nearest(last - phase)
    }
    phases[place] = phase
    powers[place] = x * x + y * y
  }

  private var estimate: Estimate? {
    let seconds = Double(step) / sampleRate
    guard Double(count) * seconds >= Self.least, count >= 8 else { return nil }
    let middle = Double(count - 1) / 2
    var spread = 0.0
    for index in 0..<count { spread += (Double(index) - middle) * (Double(index) - middle) }
    var (sum, weight, strayed, voices) = (0.0, 0.0, 0.0, 0.0)
    for partial in 0..<used {
      var (mean, slope) = (0.0, 0.0)
      for index in 0..<count { mean += phases[index * Self.partials + partial] }
      mean /= Double(count)
      for index in 0..<count {
        slope += (Double(index) - middle) * (phases[index * Self.partials + partial] - mean)
      }
      slope /= spread
      var squares = 0.0
      for index in 0..<count {
        let error =
          phases[index * Self.partials + partial] - mean - slope * (Double(index) - middle)
        squares += error * error
      }
      // Windows overlap, so neighbours err together: with a Hann window, those within two thirds of its length.
      let overlap = max(1, Double(samples.count) / Double(step) * 2 / 3)
      let free = max(Double(count) - 2 * overlap, 4)
      let variance = max(squares / free, 1e-12) / spread * overlap
      // A partial whose phase cannot be followed is ignored.
      guard squares / Double(count) < 0.01 else { continue }
      let number = Double(partial + 1)
      let said = slope / seconds / number
      let trust = number * number * seconds * seconds / variance
      sum += said * trust
      weight += trust
      strayed += said * said * trust
      voices += 1
    }
    guard weight > 0 else { return nil }
    let difference = sum / weight
    // Partials that disagree by more than their scatter make the result less certain.
    let disagreement = max(strayed - weight * difference * difference, 0) / max(voices - 1, 1)
    let deviation = (max(1, disagreement) / weight).squareRoot()
    let frequency = reference + difference
    return Estimate(
      frequency: frequency, deviation: Cents(ratio: 1 + deviation / frequency).value)
  }
}
