/// Measures the frequency of a harmonic sound from the positions of its partials in a spectrum.
///
/// Each partial gives an estimate of the fundamental. High and strong partials are the most accurate, so
/// they are weighted by the square of number times amplitude, following the Cramér–Rao bound; those that
/// disagree are left out.
struct HarmonicFit: Sendable {
  /// How many partials are used, and up to which frequency.
  static let partials = 12
  static let highest = 9_000.0

  private var says = [Double](repeating: 0, count: HarmonicFit.partials)
  private var weights = [Double](repeating: 0, count: HarmonicFit.partials)

  /// The exact fundamental near `frequency`, in hertz, or `nil` if there is none.
  mutating func fundamental(
    near frequency: Double, in spectrum: inout WindowedSpectrum, sampleRate: Double
  ) -> Double? {
    let spacing = frequency * spectrum.entriesPerHertz
    let limit = min(Self.highest, sampleRate * 0.45) * spectrum.entriesPerHertz
    var count = 0
    for number in 1...Self.partials {
      let expected = spacing * Double(number)
      guard expected < limit || number == 1 else { break }
      // A line reaches four entries to each side; beyond half the distance to the next partial it belongs
      // to that one.
      let reach = min(max(4, expected * 0.02), spacing * 0.45)
      guard let peak = spectrum.peak(near: expected, within: reach) else { continue }
      let floor = spectrum.floor(around: expected, within: spacing * 0.5)
      guard peak.power > floor * 32 || number == 1 else { continue }
      says[count] = peak.place / Double(number)
      weights[count] = Double(number * number) * peak.power
      count += 1
    }
    guard count > 0 else { return nil }
    let middle = weightedMedian(count)
    // Estimates 8 cents apart disagree.
    let tolerance = middle * 0.00463
    var (sum, weight) = (0.0, 0.0)
    for index in 0..<count where abs(says[index] - middle) <= tolerance {
      sum += says[index] * weights[index]
      weight += weights[index]
    }
    guard weight > 0 else { return nil }
    return sum / weight / spectrum.entriesPerHertz
  }

  private mutating func weightedMedian(_ count: Int) -> Double {
    // Sorted together; there are at most twelve.
    for index in 1..<max(count, 1) {
      var place = index
      while place > 0, says[place - 1] > says[place] {
        says.swapAt(place - 1, place)
        weights.swapAt(place - 1, place)
        place -= 1
      }
    }
    var total = 0.0
    for index in 0..<count { total += weights[index] }
    var below = 0.0
    for index in 0..<count {
      below += weights[index]
      if below * 2 >= total { return says[index] }
    }
    return says[count - 1]
  }
}
