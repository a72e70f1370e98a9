/// How strongly a displayed pitch is smoothed.
public enum PitchMode: Hashable, Sendable, CaseIterable {
  /// Every frame unsmoothed.
  case raw
  case fast, normal, slow
  /// Over up to two seconds, with an error bar.
  case precise

  public var name: String {
    switch self {
    case .raw: "raw"
    case .fast: "fast"
    case .normal: "normal"
    case .slow: "slow"
    case .precise: "precise"
    }
  }
}

/// Smooths a pitch: the median of the last five frames, then a filter that lets fast changes
/// through.
///
/// The filter is the one-euro filter: the faster the pitch moves, the less it is smoothed.
struct PitchSmoother: Sendable {
  /// In hertz, while the pitch is still.
  private let leastCutoff: Double
  /// How much higher per cent per second.
  private let haste: Double
  private let interval: Double
  private var last = [Double](repeating: 0, count: 5)
  private var sorted = [Double](repeating: 0, count: 5)
  private var count = 0
  private var middle = 0.0
  private var level = 0.0
  private var slope = 0.0

  /// - Parameter interval: seconds between frames.
  init(_ mode: PitchMode, interval: Double) {
    self.interval = interval
    switch mode {
    case .fast: (leastCutoff, haste) = (10, 0.05)
    case .normal, .raw, .precise: (leastCutoff, haste) = (1.2, 0.05)
    case .slow: (leastCutoff, haste) = (0.6, 0.02)
    }
  }

  mutating func reset() { count = 0 }

  /// The smoothed frequency, in hertz.
  mutating func smooth(_ frequency: Double) -> Double {
    let cents = Functions.log2(frequency) * 1_200
    // A different note is not a movement of this one.
    if count > 0, abs(cents - level) > 150 {
      last[count % 5] = cents
      // Two frames in a row make it a new note.
      let before = last[(count + 4) % 5]
      guard abs(before - cents) < 100 else {
        count += 1
        return Functions.exp2(level / 1_200)
      }
      count = 0
    }
    if count == 0 {
      for index in 0..<5 { last[index] = cents }
      (middle, level, slope, count) = (cents, cents, 0, 1)
      return frequency
    }
    last[count % 5] = cents
    count += 1
    let before = middle
    middle = median()
    slope += Self.share(1, interval) * ((middle - before) / interval - slope)
    level += Self.share(leastCutoff + haste * abs(slope), interval) * (middle - level)
    return Functions.exp2(level / 1_200)
  }

  /// The weight of a new value for a filter with this cutoff.
  private static func share(_ cutoff: Double, _ interval: Double) -> Double {
    let turns = 2 * .pi * cutoff * interval
    return turns / (1 + turns)
  }

  private mutating func median() -> Double {
    for index in 0..<5 { sorted[index] = last[index] }
    sorted.putInOrder(first: 5)
    return sorted[2]
  }
}
