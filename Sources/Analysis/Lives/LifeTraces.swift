import Domain
import Ledger
import Reports
import Statistics

/// How the ratings of each reed go with the time it was played, and the median of all reeds.
struct LifeTraces: Sendable {
  struct Trace: Sendable {
    let entry: ReedLog.Entry
    /// Oldest first.
    let points: [Plot.Point]
  }

  /// One stretch of time: the median of the reeds that were rated in it.
  struct Step: Sendable {
    let low: Double
    let high: Double
    let count: Int
    /// `nil` for too few reeds.
    let median: Double?
    /// `nil` below six reeds.
    let interval: Interval?
  }

  let traces: [Trace]
  let steps: [Step]
  private let lives: Lives
  private let column: Column?
  private let log: ReedLog

  /// Below this many reeds a stretch has no median.
  static let fewest = 3
  private static let stretches = 6
  /// More lines than these hide each other: the newest reeds are shown.
  private static let mostLines = 40

  init(_ lives: Lives, _ log: ReedLog) {
    (self.lives, self.log) = (lives, log)
    let column = log.column("success")
    self.column = column
    traces = lives.all.compactMap { life in
      var points: [Plot.Point] = []
      for test in life.entry.tests {
        guard let rating = column.flatMap({ log.number($0, in: test) }) else { continue }
        let time: Double
        switch lives.measure {
        case .hours: time = Double(life.entry.seconds(through: test.day))
        case .days: time = Double(test.day) - Double(life.entry.firstUse ?? test.day)
        }
        points.append(Plot.Point(max(time, 0), rating))
      }
      return points.isEmpty ? nil : Trace(entry: life.entry, points: points)
    }
    let end = traces.reduce(0) { max($0, $1.points.reduce(0) { max($0, $1.x) }) }
    let width = end / Double(Self.stretches)
    let traces = traces
    steps = (0..<Self.stretches).map { number in
      let (low, high) = (Double(number) * width, Double(number + 1) * width)
      let isLast = number == Self.stretches - 1
      // Each reed counts once.
      let values = traces.compactMap { trace -> Double? in
        let own = trace.points.filter { $0.x >= low && ($0.x < high || isLast) }
        return own.isEmpty ? nil : own.reduce(0) { $0 + $1.y } / Double(own.count)
      }
      return Step(
        low: low, high: high, count: values.count,
        median: values.count < Self.fewest ? nil : Quantiles.median(of: values),
        interval: Interval(medianOf: values))
    }
  }

  /// `nil` unless a reed was rated twice.
  var section: Report.Section? {
    let lines = traces.filter { $0.points.count > 1 }
    guard let column, !lines.isEmpty else { return nil }
    var plot = Plot(
      "\(column.label) over the life of each reed",
      x: lives.measure == .hours
        ? Plot.Axis("Played", .time, least: 0...3_600)
        : Plot.Axis("Days since first use", .number(places: 0, unit: "days"), least: 0...7),
      y: Plot.Axis(column.label, Words.scale(of: column, log), least: 1...10))
    for trace in lines.suffix(Self.mostLines) { plot.layers.append(.line(trace.points, .faint)) }
    let medians = steps.compactMap { step in
      step.median.map { Plot.Point((step.low + step.high) / 2, $0) }
    }
    if medians.count > 1 { plot.layers.append(.line(medians, .solid)) }
    var text = [
      "A faint line is a reed, the strong one the median of the reeds rated at that time; "
        + "\(Words.count(traces.count, "reed", "reeds")) with a rating."
    ]
    if medians.count < 2 {
      text.append("Too early for a median: it needs \(Self.fewest) rated reeds at a time.")
    }
    if lines.count > Self.mostLines {
      text.append("Lines are shown for the newest \(Self.mostLines) reeds.")
    }
    var table = Report.Table([
      lives.measure == .hours ? "Played" : "Days", "Reeds", "Median", "95 % interval",
    ])
    for step in steps where step.count > 0 {
      table.rows.append(
        Report.Table.Line([
          "\(lives.words(step.low)) to \(lives.words(step.high))", "\(step.count)",
          step.median.map { Words.mean($0, in: column, log) } ?? "too few",
          step.interval.map { Words.means($0, in: column, log) } ?? "–",
        ]))
    }
    return Report.Section("How they fade", text, plot: plot, table: table)
  }
}
