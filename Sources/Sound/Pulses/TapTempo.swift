/// Tells a tempo from taps: a line through their times, so that every tap counts and not only the last two.
///
/// A tap that comes too soon after the last was no tap. One that is far from where it should be is put aside; if
/// the next agrees with it, the player has changed the tempo, and all begins anew. A tap that was left out
/// leaves a gap of two, three or four intervals and does no harm.
public struct TapTempo: Sendable {
  public struct Estimate: Hashable, Sendable {
    public var beatsPerMinute: Double
    /// The standard deviation of the tempo, as the taps scatter; `nil` with fewer than three.
    public var deviation: Double?
    public var taps: Int
  }

  /// How many taps count.
  private static let memory = 12
  /// In milliseconds: taps closer than this are one, and the first gap may be so long.
  private static let shortest = 50.0
  private static let longestFirst = 6_500.0
  private static let bounds = 10.0...600.0
  /// How far from the middle of the intervals one may be, as part of it.
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

  /// Takes a tap at a time in milliseconds; answers what the tempo is now.
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
      // Two gaps that agree with each other and not with the rest: that is the tempo now.
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

  /// The tempo, if there is one from 10 to 600 beats per minute.
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

  /// The median of the time from beat to beat.
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
