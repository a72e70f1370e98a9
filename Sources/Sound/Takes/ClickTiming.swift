/// How a take fits the click it was played to: each onset against the nearest tick.
public struct ClickTiming: Hashable, Sendable {
  /// An onset that belongs to a tick.
  public struct Hit: Hashable, Sendable {
    /// The frame on which it was heard.
    public var onset: Int64
    public var tick: Int64
    /// In milliseconds; positive if late.
    public var deviation: Double
  }

  /// How the deviations change over the take.
  public struct Trend: Hashable, Sendable {
    /// In milliseconds per minute: negative if the player rushes, positive if they drag.
    public var perMinute: Double
    /// The 95 % confidence interval.
    public var uncertainty: Double

    public init(perMinute: Double, uncertainty: Double) {
      (self.perMinute, self.uncertainty) = (perMinute, uncertainty)
    }

    /// Whether the player rushes or drags more than chance would explain.
    public var isClear: Bool { abs(perMinute) > uncertainty }
  }

  /// In order of time.
  public let hits: [Hit]
  /// Ticks without an onset, from the first that was met to the last.
  public let missed: Int
  /// Onsets that lose their tick to a nearer one, and those before or after all ticks.
  public let extra: Int
  /// Of the deviations, in milliseconds; `nil` if there are none.
  public let median: Double?
  /// `nil` with fewer than two.
  public let deviation: Double?
  /// `nil` with fewer than eight.
  public let trend: Trend?

  private static let leastForTrend = 8

  /// Compares onsets with ticks; both are frames of the take, in order.
  ///
  /// - Parameter sampleRate: frames per second.
  public init(onsets: [Int64], ticks: [Int64], sampleRate: Int) {
    let perFrame = 1_000 / Double(sampleRate)
    var hits: [Hit] = []
    var extra = 0
    var next = 0
    for onset in onsets {
      while next + 1 < ticks.count, abs(ticks[next + 1] - onset) < abs(ticks[next] - onset) {
        next += 1
      }
      guard next < ticks.count, Self.isNear(onset, next, ticks) else {
        extra += 1
        continue
      }
      let hit = Hit(
        onset: onset, tick: ticks[next], deviation: Double(onset - ticks[next]) * perFrame)
      guard let last = hits.last, last.tick == hit.tick else {
        hits.append(hit)
        continue
      }
      extra += 1
      if abs(hit.deviation) < abs(last.deviation) { hits[hits.count - 1] = hit }
    }
    self.hits = hits
    self.extra = extra
    var between = 0
    if let first = hits.first, let last = hits.last {
      for tick in ticks where tick >= first.tick && tick <= last.tick { between += 1 }
    }
    missed = between - hits.count
    let sorted = hits.map { $0.deviation }.sorted()
    median =
      sorted.isEmpty ? nil : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    let mean = sorted.reduce(0, +) / Double(max(sorted.count, 1))
    let squares = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    deviation = sorted.count < 2 ? nil : (squares / Double(sorted.count - 1)).squareRoot()
    trend = Self.trend(hits, mean, Double(sampleRate))
  }

  /// Whether an onset is within half the distance from its tick to the next on that side.
  private static func isNear(_ onset: Int64, _ tick: Int, _ ticks: [Int64]) -> Bool {
    let distance = onset - ticks[tick]
    let other = distance < 0 ? tick - 1 : tick + 1
    let way: Int64
    if ticks.indices.contains(other) {
      way = abs(ticks[other] - ticks[tick])
    } else if ticks.count > 1 {
      // At the ends, the distance on the other side is used.
      way = abs(ticks[tick] - ticks[distance < 0 ? tick + 1 : tick - 1])
    } else {
      way = .max
    }
    return abs(distance) <= way / 2
  }

  /// A line through the deviations, and how certain its slope is.
  private static func trend(_ hits: [Hit], _ mean: Double, _ sampleRate: Double) -> Trend? {
    guard hits.count >= leastForTrend else { return nil }
    let minutes = hits.map { Double($0.onset) / sampleRate / 60 }
    let middle = minutes.reduce(0, +) / Double(minutes.count)
    var (spread, product, squares) = (0.0, 0.0, 0.0)
    for (hit, minute) in zip(hits, minutes) {
      spread += (minute - middle) * (minute - middle)
      product += (minute - middle) * (hit.deviation - mean)
      squares += (hit.deviation - mean) * (hit.deviation - mean)
    }
    guard spread > 0 else { return nil }
    let slope = product / spread
    let degrees = hits.count - 2
    let rest = max(squares - slope * product, 0) / Double(degrees)
    return Trend(
      perMinute: slope,
      uncertainty: (rest / spread).squareRoot() * Likelihood.factor(degrees: degrees))
  }
}
