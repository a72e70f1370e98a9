import Domain
import Ledger
import Statistics

/// The control chart of one point of a gouge, restarted at everything that was done to the gouger.
struct GougeWatch: Sendable {
  let point: GougePoint
  /// Those with a value, in the order in which they were gouged.
  let pieces: [GougePiece]
  let values: [Double]
  /// Where something was done to the gouger: before the piece of this index; the count if after all of them.
  let events: [(index: Int, event: ToolEvent)]
  /// The chart, from the piece ``start`` on: the first one of a stretch that is long enough to know what is
  /// usual. `nil` without such a stretch, or if all its pieces are equal.
  let chart: Ewma?
  let start: Int
  /// How many pieces the target comes from.
  let baseline: Int

  /// - Parameter events: of the gouger, oldest first.
  init(_ point: GougePoint, _ pieces: [GougePiece], _ events: [ToolEvent]) {
    var measured: [GougePiece] = []
    var values: [Double] = []
    for piece in pieces {
      guard let value = point.value(of: piece) else { continue }
      measured.append(piece)
      values.append(value)
    }
    self.point = point
    (self.pieces, self.values) = (measured, values)
    self.events = events.map { event in
      (measured.firstIndex { $0.day >= event.day } ?? measured.count, event)
    }
    var borders = [0]
    for (index, _) in self.events where index > borders[borders.count - 1] { borders.append(index) }
    if borders[borders.count - 1] < values.count { borders.append(values.count) }
    var found: (chart: Ewma, start: Int, end: Int)?
    for (start, end) in zip(borders, borders.dropFirst()) where found == nil {
      guard end - start >= Ewma.baseline.lowerBound else { continue }
      let restarts = borders.map { $0 - start }.filter { $0 > 0 }
      if let chart = Ewma(Array(values[start...]), restarts: restarts) {
        found = (chart, start, end)
      }
    }
    chart = found?.chart
    start = found?.start ?? 0
    baseline = found.map { min($0.end - $0.start, Ewma.baseline.upperBound) } ?? 0
  }

  /// Where the pieces since the last event begin; their count if there are none yet.
  var lastRun: Int { events.last?.index ?? 0 }

  /// A stretch of pieces beyond the limits on one side.
  struct Alarm: Sendable {
    /// Among the pieces of the watch.
    let first: Int
    let last: Int
    /// How far the average got from the target in its last piece.
    let distance: Double
  }

  /// All of them, oldest first. One ends where an average is within its limits again, or where something was
  /// done to the gouger.
  var alarms: [Alarm] {
    guard let chart else { return [] }
    var alarms: [Alarm] = []
    for (place, point) in chart.points.enumerated() where point.isAlarm {
      let index = start + place
      let distance = point.smoothed - chart.target
      let isRestart = events.contains { $0.index == index }
      if let before = alarms.last, before.last == index - 1, !isRestart,
        (before.distance > 0) == (distance > 0)
      {
        alarms[alarms.count - 1] = Alarm(first: before.first, last: index, distance: distance)
      } else {
        alarms.append(Alarm(first: index, last: index, distance: distance))
      }
    }
    return alarms
  }

  /// The one that the newest piece belongs to.
  var alarmNow: Alarm? {
    guard let last = alarms.last, last.last == pieces.count - 1, lastRun < pieces.count else {
      return nil
    }
    return last
  }

  /// The farthest one of the pieces before the last event.
  var alarmBefore: Alarm? {
    let before = alarms.filter { $0.last < lastRun }
    return before.last { alarm in
      before.allSatisfy { abs($0.distance) <= abs(alarm.distance) }
    }
  }

  /// How far the newest piece is from its target, in deviations, for putting watches in order.
  var distanceNow: Double {
    guard let chart, let last = chart.points.last else { return 0 }
    return abs(last.smoothed - chart.target) / chart.deviation
  }

  /// The deviation of single pieces: of the chart, or of the pieces since the last event.
  var deviation: Double? { chart?.deviation ?? Summary(Array(values[lastRun...]))?.deviation }

  /// How many pieces give the mean to ± 0.01 mm in 95 of 100 cases; `nil` if nobody could measure that many.
  static func pieces(forHalfWidth width: Double, deviation: Double) -> Int? {
    guard deviation.isFinite, deviation >= 0, width > 0 else { return nil }
    let most = 10_000
    func isEnough(_ count: Int) -> Bool {
      let quantile = StudentT.quantile(0.975, freedom: Double(count - 1))
      return quantile * deviation / Double(count).squareRoot() <= width
    }
    guard isEnough(most) else { return nil }
    var (low, high) = (1, most)
    while high - low > 1 {
      let middle = (low + high) / 2
      if middle > 1, isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

/// How far two sides or halves of the gouge differ on average.
struct GougeBias: Sendable {
  let label: String
  let count: Int
  let mean: Double
  /// `nil` for a single piece, or if all differ by the same, but for rounding.
  let paired: PairedMean?

  /// What a micrometer and a reed maker notice, in millimetres.
  static let threshold = 0.01
  /// Below this many pieces no word is said.
  static let fewest = Strength.fewestPairs

  /// What is compared within each piece.
  static var differences: [(label: String, of: (GougePiece) -> Double?)] {
    [
      ("Half A, left minus right", { $0.difference(0, 2) }),
      ("Half B, left minus right", { $0.difference(3, 5) }),
      ("Half A minus half B, middle", { $0.difference(1, 4) }),
      ("Half A minus half B, ends", { $0.difference(6, 7) }),
    ]
  }

  /// Whether a mean is more than the threshold from 0; what exceeds it by rounding is not.
  static func isBeyond(_ mean: Double) -> Bool { abs(mean) > threshold + 1e-9 }

  enum Verdict: Sendable { case tooEarly, uneven, even, unclear }

  /// - Returns: `nil` without differences.
  init?(_ label: String, _ differences: [Double]) {
    guard let first = differences.first else { return nil }
    self.label = label
    count = differences.count
    mean = first + differences.reduce(0) { $0 + ($1 - first) } / Double(differences.count)
    let paired = PairedMean(differences)
    self.paired = paired.map { $0.interval.high - $0.interval.low > 1e-9 } == true ? paired : nil
  }

  var verdict: Verdict {
    guard count >= Self.fewest else { return .tooEarly }
    let (low, high) = (paired?.interval.low ?? mean, paired?.interval.high ?? mean)
    if Self.isBeyond(mean), low > 0 || high < 0 { return .uneven }
    return low > -Self.threshold && high < Self.threshold ? .even : .unclear
  }
}
