/// Measures the pitch of a crow to a fraction of a cent, from the phase advance of its partials.
///
/// Even partials also belong to a higher C, which need not be an exact octave above: they are used only if the odd ones
/// are too weak to follow.
struct CrowPitch {
  private let sampleRate: Double
  private let window: Int
  private let weights: [Double]

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    // A sixth of a second: long enough to separate the partials of the lowest crow from its noise.
    let window = MeanSpectrum.window(at: Int(sampleRate)) / 2
    self.window = window
    weights = (0..<window).map { index in
      0.5 - 0.5 * Functions.cosine(turns: (Double(index) + 0.5) / Double(window))
    }
  }

  private var hop: Int { window / 4 }

  /// The mean frequency over stretches of a recording whose pitch is about `frequency`.
  func frequency(
    near frequency: Double, _ crow: CrowMeasure, in samples: [Float], _ stretches: [Range<Int>]
  ) -> Double {
    let most = crow.powers.max() ?? 0
    // A typical distance of a higher C from an exact octave.
    let mistuning = frequency * (Cents(3).ratio - 1)
    var (sum, weight) = (0.0, 0.0)
    for number in 1...8 where crow.power(number) > most * 1e-3 {
      guard let said = advance(of: frequency * Double(number), in: samples, stretches) else {
        continue
      }
      var variance = said.variance / Double(number * number)
      if number % 2 == 0 { variance += mistuning * mistuning }
      sum += said.difference / Double(number) / variance
      weight += 1 / variance
    }
    guard weight > 0 else { return frequency }
    let exact = frequency + sum / weight
    // Two equally strong lines that beat are misleading; the spectra are more accurate then.
    let reach = max(1.5, frequency * 0.005)
    let isNear = abs(exact - frequency) < reach || abs(exact - crow.pitch) < reach
    return isNear ? exact : frequency
  }

  /// How many hertz a partial is above a frequency, and the variance of that.
  private func advance(
    of frequency: Double, in samples: [Float], _ stretches: [Range<Int>]
  ) -> (difference: Double, variance: Double)? {
    var (moment, spread, bends, count) = (0.0, 0.0, 0.0, 0)
    for stretch in stretches {
      let phases = phases(of: frequency, in: samples, stretch)
      let middle = Double(phases.count - 1) / 2
      for index in phases.indices {
        moment += (Double(index) - middle) * phases[index]
        spread += (Double(index) - middle) * (Double(index) - middle)
        guard index >= 2 else { continue }
        let bend = phases[index] - 2 * phases[index - 1] + phases[index - 2]
        bends += bend * bend
        count += 1
      }
    }
    guard count > 0, spread > 0 else { return nil }
    // Windows overlap by three quarters: the random error of a phase is as large as the bends, and lasts for 2.65 of
    // them.
    let variance = (bends / Double(count) + 1e-8) * 2.65 / spread
    let rate = sampleRate / Double(hop)
    return (moment / spread * rate, variance * rate * rate)
  }

  /// The phase of a partial relative to a frequency every quarter of a window, in unwrapped turns.
  private func phases(
    of frequency: Double, in samples: [Float], _ stretch: Range<Int>
  ) -> [Double] {
    var phases: [Double] = []
    let turnsPerSample = frequency / sampleRate
    let (stepC, stepS) = (
      Functions.cosine(turns: turnsPerSample), Functions.sine(turns: turnsPerSample)
    )
    var start = stretch.lowerBound
    while start + window <= stretch.upperBound {
      // A phasor at the frequency, as if it had turned since the beginning.
      let angle = turnsPerSample * Double(start)
      var (c, s) = (Functions.cosine(turns: angle), Functions.sine(turns: angle))
      var (x, y) = (0.0, 0.0)
      for index in 0..<window {
        let sample = Double(samples[start + index]) * weights[index]
        x += sample * c
        y -= sample * s
        (c, s) = (c * stepC - s * stepS, s * stepC + c * stepS)
      }
      var phase = Functions.turns(y: y, x: x)
      if let last = phases.last { phase += Functions.nearest(last - phase) }
      phases.append(phase)
      start += hop
    }
    return phases
  }
}
