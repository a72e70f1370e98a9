/// Finds where notes begin that are struck, tongued or bowed anew, also while the last one rings.
///
/// It asks less than ``OnsetDetector``, which says what a note is: a beginning that is none does little harm to a stretch.
struct AttackFinder: Sendable {
  /// How much stronger than all of the 27 ms before a beginning is: 4 dB.
  private static let rise = 2.5
  private static let quietest = Decibels(-60)

  /// 2.7 ms.
  private let hop: Int
  private let restHops: Int
  private var last = 0.0
  private var heard: Int64 = 0
  /// The powers of the ten hops before, as a ring.
  private var powers = [Double](repeating: 0, count: 10)
  private var hops = 0
  private var waiting = 0
  private var power = 0.0
  private var loudness = 0.0
  private var peak = 0.0
  private var peakPlace: Int64 = 0

  init(sampleRate: Int) {
    hop = max(sampleRate / 375, 16)
    restHops = Int(0.05 * Double(sampleRate) / Double(hop))
  }

  /// Takes a sample; answers the one on which a note began, counted from the first, when that is known.
  mutating func hear(_ sample: Float) -> Int64? {
    let value = Double(sample).withinReason
    // Differences: what is high is what is new.
    let difference = value - last
    last = value
    power += difference * difference
    loudness += value * value
    if difference * difference > peak {
      // The first that comes near the strongest of this hop.
      if difference * difference > 4 * peak { peakPlace = heard }
      peak = difference * difference
    }
    heard += 1
    guard heard % Int64(hop) == 0 else { return nil }
    defer {
      powers[hops % powers.count] = power
      hops += 1
      (power, loudness, peak) = (0, 0, 0)
    }
    waiting = max(waiting - 1, 0)
    var before = 0.0
    for power in powers { before = max(before, power) }
    guard waiting == 0, power > Self.rise * before,
      Decibels(power: 2 * loudness / Double(hop)) > Self.quietest
    else { return nil }
    waiting = restHops
    return peakPlace
  }
}
