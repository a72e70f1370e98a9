import Domain
import Ledger
import Reports
import Statistics

/// What the gouger watch says and shows.
struct GougeWords: Sendable {
  private let log: ReedLog
  private let today: Int64

  init(_ log: ReedLog, today: Int64) { (self.log, self.today) = (log, today) }

  // MARK: - Sentences

  /// The answer for one point: an alarm, one that is over, or none.
  func headline(_ watch: GougeWatch) -> String {
    guard let chart = watch.chart else { return tooEarly(watch) }
    if let alarm = watch.alarmNow {
      return "\(now(alarm, watch)). Check the blade and the bed."
    }
    guard let before = watch.alarmBefore else {
      let pieces = Words.count(chart.points.count, "piece", "pieces")
      return "\(watch.point.label) is steady: \(pieces) around \(mean(chart.target, watch)) and no "
        + "alarm."
    }
    let isThin = before.distance < 0
    let verb = watch.point.isDifference ? "moved" : isThin ? "went thin" : "went thick"
    let what =
      "\(watch.point.label) \(verb) from \(name(before.began, watch)): "
      + "\(reach(before, watch))."
    guard let event = watch.events.last, before.last < watch.lastRun else {
      return "\(what) The newest pieces are within the limits again."
    }
    let count = watch.pieces.count - watch.lastRun
    guard count > 0 else {
      return "\(what) No piece has been measured since \(event.event.clause)."
    }
    // A short alarm since then is over as well.
    return watch.alarms.contains { $0.first >= watch.lastRun }
      ? "\(what) The newest pieces are within the limits again."
      : "\(what) Within the limits since \(event.event.clause) "
        + "(\(Words.count(count, "piece", "pieces")))."
  }

  /// `A left has gone thin since B04-01 (13 Dec 2025): 0.036 mm thinner than the usual 0.461 mm (median), up to 0.052 mm`
  func now(_ alarm: GougeWatch.Alarm, _ watch: GougeWatch, _ label: String? = nil) -> String {
    let isThin = alarm.distance < 0
    let verb = watch.point.isDifference ? "moved" : isThin ? "gone thin" : "gone thick"
    return "\(label ?? watch.point.label) has \(verb) since \(name(alarm.began, watch)): "
      + reach(alarm, watch)
  }

  /// How far the pieces themselves are off: the average lags behind them.
  private func reach(_ alarm: GougeWatch.Alarm, _ watch: GougeWatch) -> String {
    let usual = "the usual \(mean(watch.chart?.target ?? .nan, watch))"
    let isThinner = alarm.distance < 0
    let from =
      watch.point.isDifference ? "from" : isThinner ? "thinner than" : "thicker than"
    let (median, most) = (distance(alarm.median, watch), distance(alarm.most, watch))
    guard !median.hasSameBytes(as: most) else { return "\(most) \(from) \(usual)" }
    guard alarm.median * alarm.distance > 0 else { return "up to \(most) \(from) \(usual)" }
    return "\(median) \(from) \(usual) (median), up to \(most)"
  }

  /// `B04-01 (13 Dec 2025)`
  private func name(_ piece: Int, _ watch: GougeWatch) -> String {
    "\(watch.pieces[piece].name) (\(Words.day(watch.pieces[piece].day)))"
  }

  private func tooEarly(_ watch: GougeWatch) -> String {
    let least = Ewma.baseline.lowerBound
    let count = watch.pieces.count
    if hasNoSpread(watch) {
      return "\(watch.point.label) was \(mean(watch.values[0], watch)) in all \(count) pieces: "
        + "there is no spread to set limits from."
    }
    return "Too early to tell: limits for \(Words.lowered(watch.point.label)) need \(least) pieces "
      + "between two services of the gouger; \(count) measured so far. "
      + pace(watch.pieces).words(ofMore: missing(watch), no: Self.piece)
  }

  /// How many more pieces a chart takes, if nothing is done to the gouger meanwhile.
  private func missing(_ watch: GougeWatch) -> Int {
    max(Ewma.baseline.lowerBound - (watch.pieces.count - watch.lastRun), 1)
  }

  /// What there is none of without a pace.
  private static let piece = "piece was gouged"

  private func pace(_ pieces: [GougePiece]) -> Pace {
    Pace(pieces.map { $0.day }, of: "measured piece", "measured pieces", today: today)
  }

  /// A verdict in a table that has to wait.
  private func tooEarly(_ missing: Int) -> String {
    "\(Strength.tooEarly.label), \(missing) more"
  }

  /// How the chart works, in the player's own figures.
  func explanations(_ watch: GougeWatch) -> [String] {
    var text: [String] = []
    if let chart = watch.chart {
      let from =
        "\(Words.count(watch.baseline, "piece", "pieces")) from \(name(watch.start, watch)) on"
        + (watch.hasChanged ? ", up to where they changed" : "")
      let noticed =
        Self.piecesToNotice(watch.baseline).map {
          "A shift of one SD is noticed after about \($0) pieces"
            + (watch.isLearning
              ? "; while the first \(Ewma.baseline.upperBound) still set what is usual, it can take "
                + "twice as many." : ".")
        } ?? "From so few, a shift of one SD may go unnoticed for long; 16 pieces do."
      text.append(
        "What is usual comes from \(from); SD \(value(chart.deviation, watch)). \(noticed) "
          + Self.luck(watch.baseline))
    }
    if let deviation = watch.deviation,
      let count = GougeWatch.pieces(forHalfWidth: GougeBias.threshold, deviation: deviation)
    {
      text.append(
        "To know the mean to ±\(threshold), measure \(count) pieces: that follows from your SD of "
          + "\(value(deviation, watch)).")
    }
    return text
  }

  /// How much of the spread is the micrometer’s.
  func readings(_ watch: GougeWatch, _ repeats: [GougeRepeat]) -> [String] {
    guard let deviation = watch.deviation, watch.chart != nil else { return [] }
    guard let reading = GougeReading(repeats) else {
      let so = repeats.isEmpty ? "" : " (\(Words.small(repeats.count)) so far)"
      return [
        "To separate the micrometer’s error from the cane’s, measure "
          + "\(Words.small(GougeReading.fewest)) pieces twice\(so). Log a piece as cane, begin a reed "
          + "from it, and replace the copied readings by your second ones; the piece keeps the first."
      ]
    }
    let points = Words.count(reading.shift.count, "point", "points")
    var text = [
      "\(Words.sentence(Words.small(reading.pieces))) pieces were measured twice, \(points): a reading "
        + "is off by \(value(reading.deviation)) (SD), 95 % "
        + "\(Words.means(reading.interval, in: thickness, log))."
    ]
    if let shift = reading.shift.meanInterval(), shift.excludesZero {
      text.append(
        "Second readings are \(Words.difference(reading.shift.mean, in: length, log)) from the first, "
          + "95 % \(Words.differences(shift, in: length, log)). That is no error of a reading and "
          + "does not count as one.")
    }
    guard let share = reading.share(of: deviation, watch.point) else { return text }
    // Two readings halve the micrometer’s part of the variance.
    let narrower = Words.percent(1 - (1 - share / 2).squareRoot())
    text.append(
      share < 1
        ? "About \(Words.percent(share)) of the variance behind the limits is the micrometer’s. A single "
          + "reading tells pieces apart with a reliability of \(reliability(1, share)), the mean of two "
          + "with \(reliability(2, share)), and would make the limits \(narrower) narrower."
        : "The pieces differ no more than readings of one piece do: the limits are the micrometer’s, "
          + "not the gouger’s. Measure each piece twice or more, and log the mean.")
    return text
  }

  private func reliability(_ readings: Double, _ share: Double) -> String {
    Words.number(GougeReading.reliability(of: readings, share: share), places: 2)
  }

  /// How many pieces it takes on average to notice a shift of one deviation, when what is usual comes from this many;
  /// `nil` if more than twenty.
  ///
  /// In simulated logs 11.5 after 40 pieces, 12.0 after 30, 12.7 after 25, 15.6 after 16 and 31 after 12; 9.8 if what is
  /// usual were known.
  static func piecesToNotice(_ baseline: Int) -> Int? {
    switch baseline {
    case 40...: 11
    case 30..<40: 12
    case 25..<30: 13
    case 16..<25: 16
    default: nil
    }
  }

  /// How often a chart raises an alarm by luck.
  static func luck(_ baseline: Int) -> String {
    "Even if the gouger never changes, a chart that starts from \(baseline) pieces has a chance of "
      + "about \(falseAlarms(baseline)) % of a false alarm within the next 50 pieces."
  }

  /// How many of 100 charts raise a false alarm within 50 pieces, when what is usual comes from at least this many.
  ///
  /// The mean time until one is more than 500 pieces for all of them: it hides that many charts from few pieces have limits
  /// that are off from the start. `woodshed statistics coverage` prints these shares.
  static func falseAlarms(_ baseline: Int) -> Int {
    switch baseline {
    case 40...: 19
    case 25..<40: 25
    case 16..<25: 32
    case 12..<16: 37
    default: 45
    }
  }

  // MARK: - Sides

  /// The differences between the sides and the halves of pieces.
  func biases(_ pieces: [GougePiece]) -> [GougeBias] {
    GougeBias.differences.compactMap { label, difference in
      GougeBias(label, pieces.compactMap(difference))
    }
  }

  /// What a player must know about sides and halves; `nil` if nothing is measured.
  func sides(_ pieces: [GougePiece]) -> String? {
    let biases = biases(pieces)
    let uneven = biases.filter { $0.verdict == .uneven }
    if let worst = uneven.max(by: { abs($0.mean) < abs($1.mean) }) {
      return "Uneven: \(Words.lowered(worst.label)) is \(sentence(worst))."
    }
    let known = biases.filter { $0.verdict != .tooEarly }
    guard !known.isEmpty else {
      guard let most = biases.map({ $0.count }).max() else { return nil }
      return "Too early to tell whether sides or halves differ: "
        + "\(Words.count(most, "piece", "pieces")) measured at both, \(GougeBias.fewest) are needed. "
        + pace(pieces).words(ofMore: GougeBias.fewest - most, no: Self.piece)
    }
    return known.allSatisfy { $0.verdict == .even }
      ? "Sides and halves are even to within \(threshold)."
      : "Nothing shows that sides or halves differ by \(threshold) or more."
  }

  /// `+0.012 mm, 95 % +0.008 to +0.016, n = 12`
  private func sentence(_ bias: GougeBias) -> String {
    let mean = Words.difference(bias.mean, in: length, log)
    let interval =
      bias.paired.map { "95 % \(Words.differences($0.interval, in: length, log))" } ?? "all equal"
    return "\(mean), \(interval), n = \(bias.count)"
  }

  /// A section about sides and halves, since the last event and before it.
  func bias(_ choice: GougeChoice) -> Report.Section {
    let now = biases(choice.run(choice.pieces))
    let before = biases(choice.runBefore(choice.pieces))
    var series = ["All pieces"]
    if let event = choice.events.last {
      let what = "\(Words.lowered(event.what.label)), \(Words.day(event.day))"
      let day = Words.day(event.day)
      series = [
        "Since \(what)",
        choice.eventBefore.map { "From \(Words.day($0.day)) until \(day)" } ?? "Before \(day)",
      ]
    }
    var table = Report.Table(["Difference", "Pieces", "n", "Mean", "95 %", "In words"])
    var names: [String] = []
    var spans: [Plot.Span] = []
    for (group, biases) in [now, before].enumerated() {
      for bias in biases {
        table.rows.append(line(bias, series[group]))
        let place =
          names.firstIndex { $0.hasSameBytes(as: bias.label) } ?? names.count
        if place == names.count { names.append(bias.label) }
        guard let interval = bias.paired?.interval else { continue }
        spans.append(
          Plot.Span(
            at: Double(place) + (group == 0 ? -0.12 : 0.12), shown(interval.low),
            shown(interval.high), value: shown(bias.mean), series: group, name: bias.label))
      }
    }
    var plot = Plot(
      "Differences between sides and halves with 95 % intervals",
      x: Plot.Axis("Difference", Words.scale(of: length, log)),
      y: Plot.Axis("", .names(names)), series: before.isEmpty ? [] : series,
      layers: [.intervals(spans, .across)])
    for limit in [-GougeBias.threshold, 0, GougeBias.threshold] {
      plot.layers.append(.rule(at: shown(limit), .upright, label: limit == 0 ? "even" : ""))
    }
    return Report.Section(
      "Left and right, A and B",
      [
        "Paired within each piece. A mean beyond ±\(threshold) counts as uneven if its 95 % interval leaves out 0."
      ],
      plot: spans.isEmpty ? nil : plot, table: table)
  }

  private func line(_ bias: GougeBias, _ pieces: String) -> Report.Table.Line {
    let words =
      switch bias.verdict {
      case .tooEarly: tooEarly(GougeBias.fewest - bias.count)
      case .uneven: "Uneven"
      case .even: "Even"
      case .unclear: "Not clear"
      }
    return Report.Table.Line([
      bias.label, pieces, "\(bias.count)", Words.difference(bias.mean, in: length, log),
      bias.paired.map { Words.differences($0.interval, in: length, log) } ?? "–", words,
    ])
  }

  // MARK: - The chart

  func plot(_ watch: GougeWatch) -> Plot {
    let place = { (index: Int) in Double(index + 1) }
    var dots: [Plot.Dot] = []
    for (index, piece) in watch.pieces.enumerated() {
      var dot = Plot.Dot(
        place(index), shown(watch.values[index], watch), name: piece.name, row: piece.id)
      if let chart = watch.chart, index >= watch.start {
        dot.isMarked = chart.points[index - watch.start].isAlarm
      }
      dots.append(dot)
    }
    var plot = Plot(
      "\(watch.point.label), piece by piece",
      x: Plot.Axis("Piece", .number(places: 0, unit: "")),
      y: Plot.Axis(watch.point.label, Words.scale(of: watch.point.column, log)))
    if let chart = watch.chart {
      let points = chart.points.enumerated().map { (place($0.offset + watch.start), $0.element) }
      plot.layers = [
        .band(points.map { Plot.Span(at: $0, shown($1.low, watch), shown($1.high, watch)) }),
        .line(points.map { Plot.Point($0, shown($1.smoothed, watch)) }, .solid),
        .rule(at: shown(chart.target, watch), .across, label: "usual"),
      ]
    }
    plot.layers.append(.dots(dots))
    for (index, event) in watch.events {
      plot.layers.append(.rule(at: Double(index) + 0.5, .upright, label: event.what.label))
    }
    return plot
  }

  func table(_ watch: GougeWatch) -> Report.Table {
    var table = Report.Table(["Piece", "Gouged", "Measured", "Average", "Limits", "Alarm"])
    for (index, piece) in watch.pieces.enumerated() {
      var cells = [piece.name, Words.day(piece.day), value(watch.values[index], watch)]
      if let chart = watch.chart, index >= watch.start {
        let point = chart.points[index - watch.start]
        let limits = Interval(low: point.low, high: point.high)
        cells += [
          mean(point.smoothed, watch), Words.means(limits, in: watch.point.column, log),
          point.isAlarm ? "Alarm" : "",
        ]
      } else {
        cells += ["–", "–", ""]
      }
      table.rows.append(Report.Table.Line(cells, row: piece.id))
    }
    return table
  }

  /// Every point at a glance: since the last event, and before it.
  func summary(_ watches: [GougeWatch]) -> [Report.Section] {
    let measured = watches.filter { !$0.pieces.isEmpty }
    let event = measured.first?.events.last?.event
    let charts = watches.count { $0.chart != nil }
    var now = Report.Section(
      event.map { "Every point since \($0.clause)" } ?? "Every point",
      charts > 1
        ? [
          "\(charts) charts are watched, so a false alarm is likelier than with one chart alone."
        ]
        : [], table: Report.Table(Self.pointHeads + ["Now"]))
    for watch in measured {
      let state: String
      if let alarm = watch.alarmNow {
        state = "Alarm since \(Words.day(watch.pieces[alarm.began].day))"
      } else if watch.chart == nil {
        state = withoutChart(watch)
      } else {
        state = watch.lastRun < watch.pieces.count ? "Steady" : "No piece yet"
      }
      let run = watch.lastRun..<watch.pieces.count
      now.table?.rows.append(Report.Table.Line(figures(watch, run) + [state]))
    }
    guard let event else { return [now] }
    let earlier = measured.filter { $0.lastRun > 0 }
    let previous = measured.compactMap { $0.eventBefore }.first
    let day = Words.day(event.day)
    let before = Report.Section(
      previous.map { "Before \(day), since \($0.clause)" } ?? "Before \(day)",
      table: Report.Table(
        Self.pointHeads,
        earlier.map { Report.Table.Line(figures($0, $0.runBefore)) }))
    return earlier.isEmpty ? [now] : [now, before]
  }

  private static let pointHeads = ["Point", "n", "Mean", "95 %", "SD"]

  /// A point, how many pieces were measured there, and what they say.
  private func figures(_ watch: GougeWatch, _ run: Range<Int>) -> [String] {
    let values = Array(watch.values[run])
    let summary = Summary(values)
    return [
      watch.point.label, "\(values.count)",
      (summary?.mean ?? values.first).map { mean($0, watch) } ?? "–",
      summary.flatMap { $0.variance > 0 ? $0.meanInterval() : nil }.map {
        Words.means($0, in: watch.point.column, log)
      } ?? "–",
      summary.map { value($0.deviation, watch) } ?? "–",
    ]
  }

  private func withoutChart(_ watch: GougeWatch) -> String {
    hasNoSpread(watch) ? "Always the same" : tooEarly(missing(watch))
  }

  /// Whether there are enough pieces for limits, and all are alike.
  private func hasNoSpread(_ watch: GougeWatch) -> Bool {
    watch.pieces.count >= Ewma.baseline.lowerBound
      && watch.values.allSatisfy { $0 == watch.values[0] }
  }

  // MARK: - Lengths

  /// Any difference of thicknesses.
  private var length: Column { Column(.gougeSides, "gouge_sides", "Left minus right") }

  private var threshold: String {
    Words.value(GougeBias.threshold, in: thickness, log)
  }

  private func shown(_ value: Double) -> Double { Words.shown(value, in: length, log) }

  private func shown(_ value: Double, _ watch: GougeWatch) -> Double {
    Words.shown(value, in: watch.point.column, log)
  }

  private func value(_ thickness: Double) -> String {
    Words.value(thickness, in: self.thickness, log)
  }

  private func value(_ value: Double, _ watch: GougeWatch) -> String {
    Words.value(value, in: watch.point.isDifference ? thickness : watch.point.column, log)
  }

  private var thickness: Column { Column(.gougeMean, "gouge_mean", "Gouge, mean") }

  private func mean(_ value: Double, _ watch: GougeWatch) -> String {
    Words.mean(value, in: watch.point.column, log)
  }

  /// `0.014 mm`; for differences `+0.014 mm`.
  private func distance(_ distance: Double, _ watch: GougeWatch) -> String {
    watch.point.isDifference
      ? Words.difference(distance, in: watch.point.column, log)
      : Words.value(abs(distance), in: watch.point.column, log)
  }
}

extension ToolEvent {
  /// Within a sentence about a gouger: `the blade was ground on 31 Jul 2026`.
  var clause: String {
    let what =
      switch self.what {
      case .other: "something on the gouger was changed"
      case .bladeGround: "the blade was ground"
      case .bladeReplaced: "the blade was replaced"
      case .bedReset: "the bed was reset"
      case .serviced: "the gouger was serviced"
      case .bought: "the gouger was bought"
      }
    return "\(what) on \(Words.day(day))"
  }
}
