extension Timbre {
  /// Anything closer to a tone than this may be that tone.
  public static let nearness = Cents(35)
  /// Listeners do not mistake any higher partial for a note.
  private static let highestHeard = 8
  /// Partials weaker than this, relative to the strongest, are not heard as notes.
  private static let weakest = 0.02
  /// Below this fraction of the lowest tone, a frequency may be the note that several tones fuse into.
  private static let depth = 0.4

  /// Whether a microphone may hear a frequency when nothing but these tones sounds: a tone itself, its octaves,
  /// its partials, or the low note whose partials the tones of a chord are.
  public func sounds(_ frequency: Double, in tones: [Drone.Tone]) -> Bool {
    var lowest = Double.infinity
    for tone in tones {
      lowest = min(lowest, tone.frequency)
      if isNear(frequency, tone.frequency, octaves: 2) { return true }
      let partials = partials(of: tone.frequency)
      let strongest = partials.reduce(0) { max($0, $1.amplitude) }
      for (halves, amplitude) in partials
      where halves <= 2 * Self.highestHeard && amplitude >= Self.weakest * strongest {
        if isNear(frequency, tone.frequency * Double(halves) / 2) { return true }
      }
    }
    return tones.count > 1 && frequency < lowest * Self.depth
  }

  private func isNear(_ one: Double, _ other: Double, octaves: Int = 0) -> Bool {
    let distance = Cents(ratio: one / other).value
    let octave = Double(min(max(Int((distance / 1200).rounded()), -octaves), octaves))
    return abs(distance - octave * 1200) <= Self.nearness.value
  }
}
