/// Tells a sound from one an octave or more higher, by the partials that only the lower one has.
///
/// A sound whose even partials outweigh its odd ones nearly repeats after half its period, so that comparing
/// it with itself finds the octave above; a bassoon's tenor notes and a piano's lowest are such.
enum OctaveEvidence {
  /// Which parts of a frequency are tried, the lowest first, and how much of its power must tell of them.
  static let trials = [(divisor: 4, least: 0.03), (3, 0.02), (2, 0.004)]

  /// Whether `spectrum` shows partials that `frequency / divisor` has and no higher sound.
  ///
  /// - Parameter least: how much of the power of the first six partials of `frequency` they must have.
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
      // A partial has its place; a flank or a wobble of a neighbour has not.
      guard let peak = spectrum.peak(near: place, within: reach) else { continue }
      guard peak.power > 32 * spectrum.floor(around: place, within: spacing) else { continue }
      telling += peak.power
      count += 1
    }
    return count >= 2 && telling > known * least
  }

  /// Whether two numbers have no divisor but 1: a partial of one frequency is none of a multiple then.
  private static func haveNoDivisor(_ one: Int, _ other: Int) -> Bool {
    var (one, other) = (one, other)
    while other > 0 { (one, other) = (other, one % other) }
    return one == 1
  }
}
