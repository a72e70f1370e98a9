/// Finds where struck, plucked and tongued notes begin, by their loudness.
///
/// A slurred note has no such onset; its pitch shows where it begins.
public struct OnsetDetector: Sendable {
  /// How much louder an onset is than the 50 ms before it.
  private static let rise = 10.0
  /// Quieter sounds are not onsets.
  private static let quietest = Decibels(-55)
  /// In seconds, until the next onset is possible.
  private static let rest = 0.06

  /// 2.7 ms at 48 kHz.
  private let hop: Int
  private let restHops: Int
  private var highPass: HighPass
  private var heard: Int64 = 0
  /// The powers of the previous hops, as a ring buffer.
  private var powers: [Double]
  private var hops = 0
  private var power = 0.0
  private var peak = 0.0
  private var peakPlace: Int64 = 0
  private var waiting = 0

  public init(sampleRate: Int) {
    hop = max(sampleRate / 375, 16)
    restHops = Int(Self.rest * Double(sampleRate) / Double(hop))
    powers = [Double](repeating: 0, count: max(Int(0.05 * Double(sampleRate)) / hop, 4))
    highPass = HighPass(corner: 40, sampleRate: Double(sampleRate))
  }

  /// Takes a sample; returns the sample on which a note began, counted from the first, once that is known.
  public mutating func hear(_ sample: Float) -> Int64? {
    let value = highPass.pass(Double(sample).withinReason)
    let square = value * value
    power += square
    if square > peak {
      // The first sample near the maximum of this hop.
      if square > 4 * peak { peakPlace = heard }
      peak = square
    }
    heard += 1
    guard heard % Int64(hop) == 0 else { return nil }
    defer {
      powers[hops % powers.count] = power / Double(hop)
      hops += 1
      (power, peak) = (0, 0)
    }
    waiting = max(waiting - 1, 0)
    var before = 0.0
    for value in powers { before += value }
    before /= Double(powers.count)
    let now = power / Double(hop)
    guard waiting == 0, hops >= powers.count, Decibels(power: 2 * now) > Self.quietest,
      now > before * Functions.exp2(Self.rise / 3.0103)
    else { return nil }
    waiting = restHops
    return peakPlace
  }
}
