/// Records a crow as it is heard, and measures it.
///
///     var listener = CrowListener(sampleRate: 48_000)
///     for sample in samples { listener.hear(sample) }
///     let crow = listener.crow()
///
/// It keeps the first 20 seconds from the first sound on, and measures only where the sound stays near its highest
/// level for a while: neither the silence around a crow nor a knock counts.
public struct CrowListener: Sendable {
  /// The sample rates at which a crow can be measured.
  public static let sampleRates = PitchTracker.sampleRates
  /// How many seconds are kept.
  static let longest = 20

  private let sampleRate: Int
  /// How many samples a spectrum is made from: about a third of a second.
  private let window: Int
  private let capacity: Int
  private var highPass: HighPass
  private var samples: [Float] = []
  /// The power of each quarter of a window.
  private var powers: [Double] = []
  private var power = 0.0
  private var filled = 0
  private var clipped = 0

  /// Creates one for a rate within ``sampleRates``.
  public init(sampleRate: Int) {
    precondition(Self.sampleRates.contains(sampleRate), "no crow is measured at this rate")
    self.sampleRate = sampleRate
    window = MeanSpectrum.window(at: sampleRate)
    capacity = Self.longest * sampleRate
    highPass = HighPass(corner: Crow.range.lowerBound, sampleRate: Double(sampleRate))
  }

  private var hop: Int { window / 4 }

  /// Takes a sample; NaN counts as silence.
  public mutating func hear(_ sample: Float) {
    let value = Double(sample).withinReason
    let passed = highPass.pass(value)
    guard samples.count < capacity else { return }
    samples.append(Float(value))
    power += passed * passed
    if abs(value) >= 0.999 { clipped += 1 }
    filled += 1
    guard filled == hop else { return }
    let mean = power / Double(hop)
    (power, filled) = (0, 0)
    if powers.isEmpty, Decibels(power: 2 * mean) < PitchTracker.quietest {
      samples.removeAll(keepingCapacity: true)
    } else {
      powers.append(mean)
    }
  }

  /// The measurement of what was heard so far.
  public func crow(_ tuning: Tuning = .standard) -> Crow {
    let loud = loudStarts
    guard let first = loud.first else { return Crow(.unpitched, seconds: seconds(loud)) }
    guard seconds(loud) >= Crow.shortest else {
      return Crow(.unpitched, seconds: seconds(loud), isClipped: isClipped)
    }
    var spectrum = WindowedSpectrum(window: window, sampleRate: Double(sampleRate))
    var sums = [Double](repeating: 0, count: window + 1)
    for start in loud {
      spectrum.measure(samples, from: start)
      for index in sums.indices { sums[index] += spectrum.powers[index] }
    }
    spectrum.replacePowers { index in sums[index] / Double(loud.count) }
    var crow = Crow(.unpitched, seconds: seconds(loud), isClipped: isClipped)
    crow.spectrum = columns(spectrum)
    let highest = min(Crow.range.upperBound, 0.45 * Double(sampleRate))
    let lines = spectrum.lines(above: Crow.range.lowerBound).filter { $0.frequency < highest }
    guard let series = CrowSeries(lines, in: &spectrum) else { return crow }
    var powers = CrowPowers(series, highest: highest)
    for start in loud {
      spectrum.measure(samples, from: start)
      powers.add(spectrum)
    }
    let measured = powers.measured
    guard measured.rattle < 0.95 else { return crow }
    let pitch = CrowPitch(sampleRate: Double(sampleRate)).frequency(
      near: series.fundamental, measured, in: samples, stretches(loud, from: first))
    crow.pitch = Crow.Pitch(pitch, in: tuning)
    crow.rattle = measured.rattle
    crow.partials = measured.octaves(of: pitch, series.mistunings)
    crow.balance = Self.balance(crow.partials)
    let kinds: [Crow.Kind] = [.one, .two, .three]
    crow.kind =
      measured.rattle >= Crow.rattleLimit ? .rattle : kinds[min(max(crow.count, 1), 3) - 1]
    return crow
  }

  /// More than one sample in a thousand at full scale is audible as distortion.
  private var isClipped: Bool { Int64(clipped) * 1_000 > Int64(samples.count) }

  // MARK: - Where it sounds

  /// The first samples of the windows in which the crow sounds, a quarter of a window apart.
  private var loudStarts: [Int] {
    guard powers.count >= 4 else { return [] }
    var levels: [Double] = []
    for index in 3..<powers.count {
      let sum = powers[index - 3] + powers[index - 2] + powers[index - 1] + powers[index]
      levels.append(sum / 4)
    }
    // The level that is sustained for three quarters of a second, or for as long as there is sound.
    let span = min(levels.count, 6)
    var kept = 0.0
    for start in 0...levels.count - span {
      var least = levels[start]
      for index in start..<start + span { least = min(least, levels[index]) }
      kept = max(kept, least)
    }
    guard Decibels(power: 2 * kept) >= PitchTracker.quietest else { return [] }
    return levels.indices.filter { levels[$0] > kept / 10 && levels[$0] < kept * 10 }
      .map { $0 * hop }
  }

  /// The duration of the sound that these windows cover.
  private func seconds(_ starts: [Int]) -> Double {
    var covered = 0
    var end = 0
    for start in starts {
      covered += start + window - max(start, end)
      end = start + window
    }
    return Double(covered) / Double(sampleRate)
  }

  /// The stretches of sound that these windows cover.
  private func stretches(_ starts: [Int], from first: Int) -> [Range<Int>] {
    var stretches = [first..<first + window]
    for start in starts.dropFirst() {
      let last = stretches[stretches.count - 1]
      if start <= last.upperBound {
        stretches[stretches.count - 1] = last.lowerBound..<start + window
      } else {
        stretches.append(start..<start + window)
      }
    }
    return stretches
  }

  // MARK: - Results

  private func columns(_ spectrum: WindowedSpectrum) -> [Decibels] {
    (0..<Crow.columns).map { column in
      let from = Crow.frequency(ofColumn: column) * spectrum.entriesPerHertz
      let to = Crow.frequency(ofColumn: column + 1) * spectrum.entriesPerHertz
      // A step narrower than the spacing of the entries takes the nearest one.
      var index = Int(Functions.nearest((from + to) / 2))
      guard index <= window else { return Decibels(-120) }
      var most = spectrum.powers[index]
      index = Int(Functions.floor(from)) + 1
      while Double(index) <= to, index <= window {
        most = max(most, spectrum.powers[index])
        index += 1
      }
      return Decibels(power: max(most, 1e-12))
    }
  }

  /// The spread between the strongest and the weakest C, as a mark.
  private static func balance(_ partials: [Crow.Partial]) -> Int? {
    let levels = partials.filter { $0.sounds }.map { $0.level }
    guard levels.count >= 2, let most = levels.max(), let least = levels.min() else { return nil }
    let spread = most.value - least.value
    if spread <= 3 { return 5 }
    if spread <= 6 { return 4 }
    if spread <= 10 { return 3 }
    return spread <= 14 ? 2 : 1
  }
}
