/// Distinguishes a sound from one an octave or more higher, by the partials that only the lower one has.
///
/// A sound whose even partials outweigh its odd ones nearly repeats after half its period, so that comparing it
/// with itself finds the octave above; a bassoon's tenor notes and a piano's lowest notes are examples.
enum OctaveEvidence {
  /// Which fractions of a frequency are tried, lowest first, and how much of its power must support them.
  static let trials = [(divisor: 4, least: 0.03), (3, 0.02), (2, 0.004)]

  /// Whether `spectrum` shows partials of `frequency / divisor` that no higher sound has.
  ///
  /// - Parameter least: the share of the power of the first six partials of `frequency` that they must have.
  static func isLower(
    by divisor: Int, than frequency: Double, in spectrum: inout WindowedSpectrum, least: Double
  ) -> Bool {
    let spacing = frequency / Double(divisor) * spectrum.entriesPerHertz
    let reach = max(2, spacing * 0.1)
    var known = 0.0
    for number in 1...6 {
      let place = spacing * Double(number * divisor)
      guard place < Double(spectrum.window) else { break }
      known += spectrum.peak(near: place, within: reach)?.power ?? 0
    }
    var (telling, count) = (0.0, 0)
    for number in 1..<6 * divisor where haveNoDivisor(number, divisor) {
      let place = spacing * Double(number)
      guard place < Double(spectrum.window) else { break }
      // A partial is in its place; a neighbour's flank or fluctuation is not.
      guard let peak = spectrum.peak(near: place, within: reach) else { continue }
      guard peak.power > 32 * spectrum.floor(around: place, within: spacing) else { continue }
      telling += peak.power
      count += 1
    }
    return count >= 2 && telling > known * least
  }

  // MARK: - Two notes

  /// Two notes that sound together repeat only after their common period: a fifth repeats an octave below its
  /// lower note. Each is a multiple of the frequency at which both repeat.
  private static let pairs = [(2, 3), (3, 4), (3, 5), (4, 5), (5, 6)]
  private static let looked = 15

  /// The two notes that together have all partials of `frequency`, the stronger first, if there are two.
  ///
  /// A single note has its own first partial, or others that belong to neither of the two.
  static func notes(
    repeatingAt frequency: Double, in spectrum: inout WindowedSpectrum
  ) -> (stronger: Double, weaker: Double)? {
    let spacing = frequency * spectrum.entriesPerHertz
    let reach = max(2, spacing * 0.1)
    func power(_ number: Int) -> Double {
      let place = spacing * Double(number)
      guard place < Double(spectrum.window) else { return 0 }
      return spectrum.peak(near: place, within: reach)?.power ?? 0
    }
    func standsOut(_ number: Int, _ power: Double) -> Bool {
      power > 32 * spectrum.floor(around: spacing * Double(number), within: spacing)
    }
    let first = power(1)
    // Most sounds are a single note, as their first partial shows.
    if first > 0.001 * (power(2) + power(3) + power(4)), standsOut(1, first) { return nil }
    var powers = InlineArray<16, Double>(repeating: 0)
    var total = first
    for number in 2...looked {
      powers[number] = power(number)
      total += powers[number]
    }
    powers[1] = first
    // Anything 50 dB below the total is no more than the flank of another line.
    for number in 1...looked
    where powers[number] < 1e-5 * total || !standsOut(number, powers[number]) {
      powers[number] = 0
    }
    for (low, high) in pairs {
      var (lows, highs, lowPower, highPower, strange) = (0, 0, 0.0, 0.0, 0.0)
      for number in 1...looked {
        switch (number % low == 0, number % high == 0) {
        case (true, true): break
        case (true, false):
          lowPower += powers[number]
          lows += powers[number] > 0 ? 1 : 0
        case (false, true):
          highPower += powers[number]
          highs += powers[number] > 0 ? 1 : 0
        case (false, false): strange += powers[number]
        }
      }
      guard strange == 0, lows >= 2, highs >= 2, min(lowPower, highPower) > 0.01 * total
      else { continue }
      let (lower, higher) = (frequency * Double(low), frequency * Double(high))
      return lowPower >= highPower ? (lower, higher) : (higher, lower)
    }
    return nil
  }

  /// Whether two numbers are coprime: then a partial of one frequency is none of a multiple.
  private static func haveNoDivisor(_ one: Int, _ other: Int) -> Bool {
    var (one, other) = (one, other)
    while other > 0 { (one, other) = (other, one % other) }
    return one == 1
  }
}
