/// The pitch whose partials form the lines of a crow.
struct CrowSeries {
  /// The pitch, in hertz.
  let fundamental: Double
  /// The number of the strongest partial, which is followed when the pitch moves.
  let strongest: Int
  /// How much the pitch, the octave above it and so on exceed exact octaves, as ratios.
  let mistunings: [Double]

  /// How much weaker than the strongest an octave may be and still be heard beside it.
  static let depth = Decibels(18)
  /// How many cents from its place a line may be and still be a partial.
  private static let tolerance = 20.0
  private static let pitches = 100.0...2_000.0

  /// Finds the pitch of a spectrum's lines; `nil` if they have none.
  init?(_ all: [MeanSpectrum.Line], in spectrum: inout WindowedSpectrum) {
    guard let most = all.map({ $0.level.value }).max(),
      // Of two equally strong lines that beat, the lower is the pitch.
      let top = all.first(where: { $0.level.value >= most - 0.5 })
    else { return nil }
    let floor = most - 24
    let lines = Self.strongest(all, above: floor)
    var best: (frequency: Double, score: Double)?
    for line in lines.prefix(4) {
      for part in 1...8 {
        let candidate = line.frequency / Double(part)
        guard Self.pitches.contains(candidate), let number = Self.number(of: top, at: candidate)
        else { continue }
        var score = 0.0
        var found: [Int] = []
        for other in lines {
          guard let number = Self.number(of: other, at: candidate), !found.contains(number)
          else { continue }
          found.append(number)
          score += other.level.value - floor + 1
        }
        // Of two that explain equally much, the higher wins: all its partials are present.
        score *= Functions.power(Double(number), -0.25)
        if score > best?.score ?? 0 { best = (candidate, score) }
      }
    }
    guard let best else { return nil }
    var fundamental = best.frequency
    // A C below it may be much weaker, and then explains little.
    let least = Decibels(most - Self.depth.value)
    while Self.pitches.contains(fundamental / 2) {
      let lower = fundamental / 2
      let odd = [1, 3, 5, 7].filter { number in
        Self.line(at: lower * Double(number), least, in: &spectrum) != nil
      }
      guard odd.first == 1 || odd.count >= 2 else { break }
      fundamental = lower
    }
    guard let strongest = Self.number(of: top, at: fundamental) else { return nil }
    let exact =
      Self.refined(fundamental, lines) ?? Self.line(at: fundamental, least, in: &spectrum)
      ?? top.frequency / Double(strongest)
    self.strongest = strongest
    self.fundamental = exact
    mistunings = [1, 2, 4, 8].map { octave in
      let line = lines.first { Self.number(of: $0, at: exact) == octave }
      return octave == 1 ? 1 : (line?.frequency ?? exact * Double(octave)) / exact / Double(octave)
    }
  }

  /// The strongest lines, at most 24, strongest first.
  private static func strongest(
    _ all: [MeanSpectrum.Line], above floor: Double
  ) -> [MeanSpectrum.Line] {
    var lines: [MeanSpectrum.Line] = []
    for line in all where line.level.value >= floor {
      lines.append(line)
      // Insertion sort: the program of the page's worker has no other sort.
      var place = lines.count - 1
      while place > 0, lines[place - 1].level < line.level {
        lines[place] = lines[place - 1]
        place -= 1
      }
      lines[place] = line
      if lines.count > 24 { lines.removeLast() }
    }
    return lines
  }

  /// The frequency of a line near a given one with at least a given level, in hertz.
  ///
  /// It need not stand out as much as a line that may be anywhere.
  private static func line(
    at frequency: Double, _ least: Decibels, in spectrum: inout WindowedSpectrum
  ) -> Double? {
    let place = frequency * spectrum.entriesPerHertz
    let reach = place * (Cents(tolerance).ratio - 1)
    guard let peak = spectrum.peak(near: place, within: reach),
      abs(peak.place - place) <= max(reach, 1), Decibels(power: peak.power) >= least,
      peak.power > 8 * spectrum.floor(around: place, within: 60)
    else { return nil }
    return peak.place / spectrum.entriesPerHertz
  }

  /// Which partial of a pitch a line is, if any.
  private static func number(of line: MeanSpectrum.Line, at frequency: Double) -> Int? {
    let ratio = line.frequency / frequency
    let number = Functions.nearest(ratio)
    guard number >= 1, number <= 20, abs(Cents(ratio: ratio / number).value) < tolerance
    else { return nil }
    return Int(number)
  }

  /// The mean estimate of its odd partials, which no higher C shares, weighted by strength and agreement with the
  /// strongest.
  private static func refined(
    _ frequency: Double, _ lines: [MeanSpectrum.Line]
  ) -> Double? {
    var (sum, weight, first) = (0.0, 0.0, 0.0)
    for line in lines {
      guard let number = number(of: line, at: frequency), number % 2 == 1 else { continue }
      let said = line.frequency / Double(number)
      if first == 0 { first = said }
      guard abs(Cents(ratio: said / first).value) < 8 else { continue }
      let strength = line.level.amplitude
      sum += said * strength
      weight += strength
    }
    return weight > 0 ? sum / weight : nil
  }
}

/// The power of each partial of a crow and of what is between them, summed over its windows.
struct CrowPowers {
  /// The power of one partial, and of the frequencies nearer to it than to any other.
  private struct Part {
    /// Where its lines are, from the lowest to the highest, in multiples of the pitch.
    var lines: ClosedRange<Double>
    var inside = 0.0
    var width = 0.0
    var all = 0.0
    var allWidth = 0.0
  }

  private let series: CrowSeries
  private let highest: Double
  private var parts: [Part]
  private var total = 0.0
  private var pitches = 0.0
  private var count = 0

  init(_ series: CrowSeries, highest: Double) {
    (self.series, self.highest) = (series, highest)
    let count = max(series.strongest, Int(highest / series.fundamental))
    parts = (1...count).map { number in
      // A partial of the octave is also one of the pitch, and the two may be at different places.
      var (low, high) = (1.0, 1.0)
      for octave in 1...3 where number % (1 << octave) == 0 {
        low = min(low, series.mistunings[octave])
        high = max(high, series.mistunings[octave])
      }
      return Part(lines: low * Double(number)...high * Double(number))
    }
  }

  /// Adds a window in which the pitch may be slightly higher or lower.
  mutating func add(_ spectrum: WindowedSpectrum) {
    let scale = spectrum.entriesPerHertz
    let lines = parts[series.strongest - 1].lines
    let number = lines.lowerBound < Double(series.strongest) ? lines.lowerBound : lines.upperBound
    let place = series.fundamental * number * scale
    var step = series.fundamental * scale
    if let peak = spectrum.peak(near: place, within: place * 0.02) { step = peak.place / number }
    pitches += step / scale
    count += 1
    let last = min(spectrum.window - 1, Int(highest * scale))
    for index in Int(Crow.range.lowerBound * scale)...last {
      let power = spectrum.powers[index]
      total += power
      let nearest = Functions.nearest(Double(index) / step)
      guard nearest >= 1, Int(nearest) <= parts.count else { continue }
      // A line is a few entries wide, and wider if the pitch moves within the window.
      let reach = max(4.4, nearest * step * 0.0035)
      let part = Int(nearest) - 1
      parts[part].all += power
      parts[part].allWidth += 1
      let lines = parts[part].lines
      if (lines.lowerBound * step - reach...lines.upperBound * step + reach).contains(Double(index))
      {
        parts[part].inside += power
        parts[part].width += 1
      }
    }
  }

  /// The result of the sums.
  var measured: CrowMeasure {
    var steady = 0.0
    let powers = parts.map { part -> Double in
      // The noise continues under the line.
      let beside = max(part.allWidth - part.width, 1)
      let noise = (part.all - part.inside) / beside * part.width
      let power = max(part.inside - noise, 0)
      steady += power
      return power
    }
    let rattle = total > 0 ? min(max(1 - steady / total, 0), 1) : 1
    return CrowMeasure(
      powers: powers, rattle: rattle, pitch: count > 0 ? pitches / Double(count) : 0)
  }
}

/// The power of each partial of a crow without the noise, and the share of the total that is in none of them.
struct CrowMeasure {
  let powers: [Double]
  let rattle: Double
  /// The mean pitch over the windows, in hertz.
  let pitch: Double

  /// How far an octave must exceed the partial that the Cs below it would have there: four times the power.
  private static let excess = 4.0

  func power(_ number: Int) -> Double {
    number >= 1 && number <= powers.count ? powers[number - 1] : 0
  }

  /// The octaves of a pitch, and which of them sound.
  func octaves(of pitch: Double, _ mistunings: [Double]) -> [Crow.Partial] {
    let octaves = (0...3).filter { 1 << $0 <= powers.count }
    let strongest = octaves.map { power(1 << $0) }.max() ?? 0
    guard strongest > 0 else { return [] }
    return octaves.map { octave in
      let number = 1 << octave
      let level = Decibels(power: max(power(number) / strongest, 1e-8))
      let isStrong = level.value >= -CrowSeries.depth.value
      // The lowest is the pitch itself, however weak.
      return Crow.Partial(
        pitch * Double(number) * mistunings[octave], level: level,
        sounds: octave == 0 || (isStrong && standsOut(number)))
    }
  }

  /// Whether an octave is stronger than it would be as a mere partial of the Cs below.
  ///
  /// Its own partials, three and five times as high, count with it. What they would be without it is estimated from the
  /// neighbours that a lower C has and this one does not.
  private func standsOut(_ octave: Int) -> Bool {
    var (there, expected) = (0.0, 0.0)
    for multiple in [1, 3, 5] where octave * multiple <= powers.count {
      let number = octave * multiple
      there += power(number)
      var most = 0.0
      var lower = 1
      while lower < octave {
        most = max(most, expectation(of: number, from: number - lower, number + lower))
        lower *= 2
      }
      expected += most
    }
    return there >= Self.excess * expected
  }

  /// The power expected of a partial if strength falls off evenly per octave between two neighbours.
  private func expectation(of number: Int, from low: Int, _ high: Int) -> Double {
    let octaves = Functions.log2(Double(number) / Double(low))
    // Above the measured range, it falls off by 12 dB per octave.
    guard high <= powers.count else { return power(low) * Functions.exp2(-4 * octaves) }
    let least = (powers.max() ?? 0) * 1e-7
    guard least > 0 else { return 0 }
    let (below, above) = (max(power(low), least), max(power(high), least))
    let part = octaves / Functions.log2(Double(high) / Double(low))
    return below * Functions.power(above / below, part)
  }
}
