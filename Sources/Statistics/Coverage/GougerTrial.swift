internal import Sound

/// After how many pieces a gouger's control chart raises its alarm.
public struct GougerTrial: Sendable {
  /// A chart without an alarm counts as this long.
  public static let longest = 20_000
  /// How many pieces are a short while.
  public static let soon = 50

  /// How far the gouger has shifted, in standard deviations.
  public let shift: Double
  /// How many pieces before the shift give the target and the deviation, after which the chart
  /// starts anew; 0 if these are known.
  public let baseline: Int
  /// How many pieces it took on average, the one with the alarm included; `nil` without a chart.
  public let meanLength: Double?
  /// The part of charts with an alarm within ``soon`` pieces; `nil` without a chart.
  public let shareSoon: Double?

  /// Simulates `runs` charts; the same seed gives the same charts.
  public init(shift: Double, baseline: Int = 0, runs: Int, seed: UInt64) {
    (self.shift, self.baseline) = (shift, max(baseline, 0))
    var (total, charts, early) = (0, 0, 0)
    for run in 0..<max(runs, 0) {
      var chance = Chance(seed: seed, at: Int64(run))
      guard let length = Self.length(shift, self.baseline, &chance) else { continue }
      total += length
      charts += 1
      early += length <= Self.soon ? 1 : 0
    }
    meanLength = charts == 0 ? nil : Double(total) / Double(charts)
    shareSoon = charts == 0 ? nil : Double(early) / Double(charts)
  }

  private static func length(_ shift: Double, _ baseline: Int, _ chance: inout Chance) -> Int? {
    var pieces = (0..<baseline).map { _ in chance.normal() }
    let known = baseline == 0 ? (target: 0.0, deviation: 1.0) : nil
    // Most charts raise an alarm within the first few pieces.
    for limit in [100, 1_000, longest] {
      while pieces.count < baseline + limit { pieces.append(shift + chance.normal()) }
      guard
        let chart = Ewma(
          pieces, restarts: [baseline], target: known?.target, deviation: known?.deviation)
      else { return nil }
      let later = chart.points.dropFirst(baseline)
      if let first = later.firstIndex(where: { $0.isAlarm }) { return first - baseline + 1 }
    }
    return longest
  }
}
