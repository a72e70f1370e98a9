/// Finds where notes are struck, tongued or bowed, even while the previous one still rings.
///
/// A note begins where it first reaches a tenth of the strength that it soon attains. It is less strict than
/// ``OnsetDetector``, which decides what a note is: a false beginning does little harm to time stretching.
struct AttackFinder: Sendable {
  /// How much stronger a beginning is than all of the 27 ms before it: 4 dB.
  private static let rise = 2.5
  private static let quietest = Decibels(-60)
  /// The fraction of its eventual power at which it begins: a tenth of the strength.
  private static let part = 0.01
  /// In milliseconds: the stretch compared, the gap after it, how soon a note is strong, and when the next may
  /// begin.
  private static let before = 27
  private static let gap = 2
  private static let ahead = 80
  private static let rest = 50

  /// How many samples after a beginning it needs.
  var reach: Int { hop * (Self.ahead + 4) }

  /// 1 ms.
  private let hop: Int
  private var last = 0.0
  private var heard: Int64 = 0
  private var power = 0.0
  private var loudness = 0.0
  /// The powers of differences, which emphasise the high frequencies of new notes, and of samples; one per hop.
  private var powers: [Double] = []
  private var loudnesses: [Double] = []
  /// How many hops came before those.
  private var passed: Int64 = 0
  /// The next hop to examine.
  private var next = AttackFinder.before + AttackFinder.gap + 1

  init(sampleRate: Int) {
    hop = max(sampleRate / 1_000, 8)
  }

  /// Takes a sample; returns the one on which a note began, counted from the first, once that is known.
  mutating func hear(_ sample: Float) -> Int64? {
    let value = Double(sample).withinReason
    let difference = value - last
    last = value
    power += difference * difference
    loudness += value * value
    heard += 1
    guard heard % Int64(hop) == 0 else { return nil }
    powers.append(power)
    loudnesses.append(loudness)
    (power, loudness) = (0, 0)
    guard next + Self.ahead + 2 < powers.count else { return nil }
    defer { forget() }
    return look()
  }

  /// The power of differences in the 3 ms around a hop.
  private func strength(_ index: Int) -> Double {
    powers[index - 1] + powers[index] + powers[index + 1]
  }

  private mutating func look() -> Int64? {
    let first = next
    next += 1
    var before = 0.0
    for index in first - Self.gap - Self.before..<first - Self.gap {
      before = max(before, strength(index))
    }
    guard strength(first) > Self.rise * before else { return nil }
    var (strongest, loudest) = (0.0, 0.0)
    for index in first...first + Self.ahead {
      strongest = max(strongest, strength(index))
      loudest = max(loudest, loudnesses[index])
    }
    guard Decibels(power: 2 * loudest / Double(hop)) > Self.quietest else { return nil }
    var found = first
    while strength(found) < Self.part * strongest { found += 1 }
    next = found + Self.rest
    // A struck note comes all at once, in the last of the three hops.
    if powers[found + 1] > 4 * powers[found] { found += 1 }
    return (passed + Int64(found)) * Int64(hop)
  }

  /// Drops what is no longer examined.
  private mutating func forget() {
    let old = next - Self.before - Self.gap - 1
    guard old > 500, old < powers.count else { return }
    powers.removeFirst(old)
    loudnesses.removeFirst(old)
    passed += Int64(old)
    next -= old
  }
}
