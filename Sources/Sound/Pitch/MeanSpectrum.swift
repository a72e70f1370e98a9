/// The mean spectrum of a sound, and the lines in it.
public struct MeanSpectrum: Sendable {
  /// A line: a component of the sound with a steady frequency.
  public struct Line: Hashable, Sendable {
    /// In hertz.
    public var frequency: Double
    /// A sine at full scale has 0 dB.
    public var level: Decibels
    /// Which partial of the sound's pitch it is, if any.
    public var partial: Int?
  }

  private let sampleRate: Double
  private var history: SampleHistory
  private var spectrum: WindowedSpectrum
  private var powers: [Double]
  private var count = 0
  private var heard = 0

  public init(sampleRate: Int) {
    self.sampleRate = Double(sampleRate)
    let window = Self.window(at: sampleRate)
    history = SampleHistory(capacity: window)
    spectrum = WindowedSpectrum(window: window, sampleRate: Double(sampleRate))
    powers = [Double](repeating: 0, count: window + 1)
  }

  /// How many samples each spectrum is made from: a power of two, about a third of a second.
  static func window(at sampleRate: Int) -> Int {
    let scale = Functions.exp2(Functions.nearest(Functions.log2(Double(sampleRate) / 48_000)))
    return max(1_024, Int(16_384 * min(scale, 8)))
  }

  public mutating func hear(_ sample: Float) {
    history.append(Double(sample).withinReason)
    heard += 1
    guard heard >= spectrum.window, (heard - spectrum.window) % (spectrum.window / 4) == 0 else {
      return
    }
    take()
  }

  /// The strongest lines, from low to high; none is more than `depth` below the strongest.
  public mutating func lines(_ limit: Int, depth: Decibels) -> [Line] {
    // A sound shorter than the window is padded with silence before it.
    if count == 0, heard > 0 { take() }
    guard count > 0 else { return [] }
    let scale = Double(spectrum.window) / Double(min(heard, spectrum.window))
    spectrum.replacePowers { index in powers[index] / Double(count) * scale * scale }
    var lines = spectrum.lines(above: 20)
    guard let strongest = lines.map({ $0.level }).max() else { return [] }
    lines.removeAll { $0.level.value < strongest.value - depth.value }
    lines.sort { $0.level > $1.level }
    lines = Array(lines.prefix(limit))
    number(&lines)
    return lines.sorted { $0.frequency < $1.frequency }
  }

  private mutating func take() {
    spectrum.measure(history)
    for index in powers.indices { powers[index] += spectrum.powers[index] }
    count += 1
  }

  /// Identifies partials, if the strong lines are at multiples of one frequency.
  private func number(_ lines: inout [Line]) {
    // The pitch is one of the lines, or a fraction of the strongest.
    let candidates = lines.prefix(6).flatMap { line in (1...6).map { line.frequency / Double($0) } }
    func fits(_ frequency: Double, _ line: Line) -> Int? {
      let ratio = line.frequency / frequency
      let number = Functions.nearest(ratio)
      guard number >= 1, abs(Cents(ratio: ratio / number).value) < 25, abs(ratio - number) < 0.2
      else { return nil }
      return Int(number)
    }
    var best: (frequency: Double, score: Double)?
    for candidate in candidates where candidate > 20 {
      var (score, highest) = (0.0, 1)
      for line in lines {
        guard let number = fits(candidate, line) else { continue }
        score += line.level.value - (lines.last?.level.value ?? 0) + 1
        highest = max(highest, number)
      }
      // Of two that explain equally much, the one with fewer partials missing wins.
      score /= Functions.power(Double(highest), 0.3)
      if score > best?.score ?? 0 { best = (candidate, score) }
    }
    guard let best else { return }
    let matching = lines.filter { fits(best.frequency, $0) != nil }.count
    guard matching >= 2, matching * 2 >= lines.count else { return }
    for index in lines.indices { lines[index].partial = fits(best.frequency, lines[index]) }
  }
}

extension WindowedSpectrum {
  /// The lines above a frequency that stand out from their surroundings, from low to high.
  mutating func lines(above lowest: Double) -> [MeanSpectrum.Line] {
    var lines: [MeanSpectrum.Line] = []
    for index in max(Int(lowest * entriesPerHertz), 1)..<window {
      let power = powers[index]
      guard power > powers[index - 1], power >= powers[index + 1],
        let peak = peak(near: Double(index), within: 0),
        peak.power > 32 * floor(around: peak.place, within: 60)
      else { continue }
      lines.append(
        MeanSpectrum.Line(
          frequency: peak.place / entriesPerHertz, level: Decibels(power: peak.power)))
    }
    return lines
  }
}
