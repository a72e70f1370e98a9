/// Removes what is below any note: draughts, footsteps, a microphone's offset.
struct HighPass: Sendable {
  private let keep: Double
  private var last = 0.0
  private var output = 0.0

  /// Passes half the power at `corner` hertz.
  init(corner: Double, sampleRate: Double) {
    keep = 1 / (1 + 2 * .pi * corner / sampleRate)
  }

  mutating func pass(_ sample: Double) -> Double {
    output = keep * (output + sample - last)
    last = sample
    return output
  }
}
