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
  /// Whether the pieces after these changed, so that they don’t count as usual.
  let hasChanged: Bool

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
    baseline = found?.chart.usual ?? 0
    let most = found.map { min($0.end - $0.start, Ewma.baseline.upperBound) } ?? 0
    hasChanged = baseline < most
  }

  /// Where the pieces since the last event begin; their count if there are none yet.
  var lastRun: Int { events.last?.index ?? 0 }

  /// What was done before the last event, on an earlier day.
  var eventBefore: ToolEvent? {
    guard let last = events.last?.event else { return nil }
    return events.last { $0.event.day < last.day }?.event
  }

  /// The pieces between the last event and that one.
  var runBefore: Range<Int> {
    let previous = eventBefore.flatMap { before in events.first { $0.event.id == before.id } }
    return (previous?.index ?? 0)..<lastRun
  }

  /// Whether the next piece counts as usual, too, so that a small shift hides in what it is measured against.
  var isLearning: Bool {
    chart != nil && start + baseline == pieces.count && baseline < Ewma.baseline.upperBound
  }

  /// A stretch of pieces whose average is beyond the limits on one side.
  struct Alarm: Sendable {
    /// The pieces with the first and the last average beyond the limits, among those of the watch.
    let first: Int
    let last: Int
    /// Where the shift most likely began: at ``first``, or some pieces earlier.
    let began: Int
    /// How far the average got from the target in its last piece.
    let distance: Double
    /// How far the pieces that had shifted are from the target: their median, and the farthest one. The average is back
    /// some pieces later than they are.
    let median: Double
    let most: Double
  }

  /// All of them, oldest first. One ends where an average is within its limits again, or where something was
  /// done to the gouger.
  var alarms: [Alarm] {
    guard let chart else { return [] }
    var stretches: [(first: Int, last: Int, distance: Double)] = []
    for (place, point) in chart.points.enumerated() where point.isAlarm {
      let index = start + place
      let distance = point.smoothed - chart.target
      let isRestart = events.contains { $0.index == index }
      if let before = stretches.last, before.last == index - 1, !isRestart,
        (before.distance > 0) == (distance > 0)
      {
        stretches[stretches.count - 1] = (before.first, index, distance)
      } else {
        stretches.append((index, index, distance))
      }
    }
    return stretches.map { stretch in
      let isAbove = stretch.distance > 0
      let restart = events.last { $0.index <= stretch.first }?.index ?? start
      let began = farthest(
        (max(restart, start)...stretch.first).reversed(), chart.target, isAbove: isAbove)
      let shifted = farthest(Array(began...stretch.last), chart.target, isAbove: isAbove)
      let distances = values[began...shifted].map { $0 - chart.target }.sorted()
      return Alarm(
        first: stretch.first, last: stretch.last, began: began, distance: stretch.distance,
        median: Quantiles.median(of: distances) ?? stretch.distance,
        most: (isAbove ? distances.last : distances.first) ?? stretch.distance)
    }
  }

  /// How far from the first of some neighbouring pieces on a shift most likely reaches: its likelihood is greatest where the
  /// squared sum of the distances from the target, divided by their number, is (Samuel, Pignatiello and Calvin 1998).
  private func farthest(_ pieces: [Int], _ target: Double, isAbove: Bool) -> Int {
    var (sum, most, farthest) = (0.0, 0.0, pieces[0])
    for (place, index) in pieces.enumerated() {
      sum += isAbove ? values[index] - target : target - values[index]
      let likelihood = sum > 0 ? sum * sum / Double(place + 1) : 0
      if likelihood > most { (most, farthest) = (likelihood, index) }
    }
    return farthest
  }

  /// The one that the newest piece belongs to.
  var alarmNow: Alarm? {
    guard let last = alarms.last, last.last == pieces.count - 1, lastRun < pieces.count else {
      return nil
    }
    return last
  }

  /// The farthest one, if the newest piece belongs to none.
  var alarmBefore: Alarm? {
    guard alarmNow == nil else { return nil }
    let alarms = alarms
    return alarms.last { alarm in
      alarms.allSatisfy { abs($0.distance) <= abs(alarm.distance) }
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
