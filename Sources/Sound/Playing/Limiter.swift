/// Keeps the sum of all sounds below full scale: anything beyond is turned down at once, and the level returns
/// slowly.
struct Limiter: Sendable {
  /// The highest sample that is output.
  static let ceiling = Decibels(-1).amplitude
  /// In seconds, until a third of the way back is left.
  private static let recovery = 0.08

  private let step: Double
  private var gain = 1.0

  init(sampleRate: Int) {
    step = 1 - Functions.exp2(-1.585 / (Self.recovery * Double(sampleRate)))
  }

  mutating func pass(_ sample: Float) -> Float {
    let level = abs(Double(sample))
    gain += (1 - gain) * step
    if level * gain > Self.ceiling { gain = Self.ceiling / level }
    return Float(Double(sample) * gain)
  }
}
