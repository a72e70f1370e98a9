/// Derives a tempo from taps: fits a line through their times, so that every tap counts and not only the last
/// two.
///
/// A tap too soon after the last is ignored. One that is far from where it should be is set aside; if the next
/// agrees with it, the player has changed the tempo, and everything starts over. A missed tap leaves a gap of
/// two, three or four intervals and does no harm.
public struct TapTempo: Sendable {
  public struct Estimate: Hashable, Sendable {
    public var beatsPerMinute: Double
    /// The standard deviation of the tempo, from the scatter of the taps; `nil` with fewer than three.
    public var deviation: Double?
    public var taps: Int
  }

  /// How many taps count.
  private static let memory = 12
  /// In milliseconds: taps closer together count as one, and the longest first gap.
  private static let shortest = 50.0
  private static let longestFirst = 6_500.0
  private static let bounds = 10.0...600.0
  /// How far an interval may be from the median, as a fraction of it.
  private static let tolerance = 0.35

  private var times: [Double] = []
  /// How many beats each tap is after the first.
  private var indices: [Int] = []
  private var aside: Double?

  public init() {}

  public mutating func reset() {
    times = []
    indices = []
    aside = nil
  }

  /// Takes a tap at a time in milliseconds; returns the present tempo.
  @discardableResult
  public mutating func tap(at time: Double) -> Estimate? {
    guard time.isFinite else { return estimate }
    guard let last = aside ?? times.last else {
      begin([time])
      return estimate
    }
    let gap = time - last
    guard gap >= Self.shortest || gap < 0 else { return estimate }
    guard let interval = middleInterval else {
      begin(gap < 0 || gap > Self.longestFirst ? [time] : [last, time])
      return estimate
    }
    if gap < 0 || gap > max(2_000, 2.2 * interval) {
      begin([time])
      return estimate
    }
    let before = times[times.count - 1]
    let beats = max(1, Functions.nearest((time - before) / interval))
    let fits = beats <= 4 && abs(time - before - beats * interval) <= Self.tolerance * interval
    if let first = aside, abs(gap - (first - before)) <= 0.2 * gap {
      // Two gaps agree with each other but not with the rest: this is the new tempo.
      begin([before, first, time])
    } else if let first = aside, !fits {
      begin([first, time])
    } else if fits {
      aside = nil
      append(time, (indices.last ?? 0) + Int(beats))
    } else {
      aside = time
    }
    return estimate
  }

  /// The tempo, if it is between 10 and 600 beats per minute.
  public var estimate: Estimate? {
    guard times.count >= 2 else { return nil }
    let count = Double(times.count)
    let meanIndex = indices.reduce(0.0) { $0 + Double($1) } / count
    let meanTime = times.reduce(0, +) / count
    var (spread, product) = (0.0, 0.0)
    for (time, index) in zip(times, indices) {
      let offset = Double(index) - meanIndex
      spread += offset * offset
      product += offset * (time - meanTime)
    }
    let interval = product / spread
    let tempo = 60_000 / interval
    guard Self.bounds.contains(tempo) else { return nil }
    var squares = 0.0
    for (time, index) in zip(times, indices) {
      let error = time - meanTime - interval * (Double(index) - meanIndex)
      squares += error * error
    }
    let deviation =
      times.count > 2
      ? (squares / (count - 2) / spread).squareRoot() / interval * tempo : nil
    return Estimate(beatsPerMinute: tempo, deviation: deviation, taps: times.count)
  }

  /// The median time between beats.
  private var middleInterval: Double? {
    guard times.count >= 2 else { return nil }
    var intervals: [Double] = []
    for index in 1..<times.count {
      intervals.append(
        (times[index] - times[index - 1]) / Double(indices[index] - indices[index - 1]))
    }
    intervals.sort()
    return intervals[intervals.count / 2]
  }

  private mutating func begin(_ times: [Double]) {
    self.times = times
    indices = Array(0..<times.count)
    aside = nil
  }

  private mutating func append(_ time: Double, _ index: Int) {
    times.append(time)
    indices.append(index)
    if times.count > Self.memory {
      times.removeFirst()
      indices.removeFirst()
    }
  }
}
