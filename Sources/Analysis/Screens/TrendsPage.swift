import Domain
import Ledger
public import Reports
import Statistics

/// How reeds change over the months, how they go with the weather, and whether they run sharp or flat.
public struct TrendsPage: Sendable {
  public let report: Report

  public init(_ question: Question, _ log: ReedLog) {
    let filter = LogFilter(question)
    let reeds = filter.reeds(log)
    var report = Report("Trends and weather")
    let outcomes = Self.outcomes(log, reeds, filter.moment)
    let outcome =
      question["outcome"].flatMap { name in outcomes.first { $0.name.hasSameBytes(as: name) } }
      ?? outcomes.first
    let references = Self.references(question.a4)
    let reference =
      question["reference"].flatMap { text in
        references.first { $0.text.hasSameBytes(as: text) }
      } ?? question.a4
    typealias Option = Report.Control.Option
    if outcomes.count > 1, let outcome {
      report.controls.append(
        Report.Control(
          "outcome", "Outcome", .question, outcomes.map { Option($0.name, $0.label) },
          chosen: outcome.name))
    }
    let pitches = PitchTendency.Measure.allCases.compactMap {
      PitchTendency($0, reeds, log, filter.moment, reference: reference.inHertz)
    }
    if pitches.contains(where: { $0.measure == .a4 }) {
      report.controls.append(
        Report.Control(
          "reference", "A4 should be", .question,
          references.map { Option($0.text, "\($0.text) Hz") }, chosen: reference.text))
    }
    report.controls += filter.controls(log)
    guard let outcome else {
      self.report = report
      return
    }
    let rated = RatedReeds(outcome, reeds, log, filter.moment)
    let isShare = outcome.isShare
    let trend = isShare ? nil : RatingTrend(rated)
    let shares = isShare ? ShareTrend(rated) : nil
    report.answer = [
      isShare
        ? ShareTrend.sentence(shares, rated, log, today: question.today)
        : Self.sentence(trend, rated, log, today: question.today)
    ]
    if let pitch = pitches.first(where: { $0.isVerdict }) ?? pitches.first {
      let others = pitches.filter { $0.measure != pitch.measure }
      // Reeds change as they age: what their latest tests say may differ from the mean of all.
      let latest =
        filter.moment == .latest
        ? nil
        : ([pitch] + others).compactMap {
          PitchTendency($0.measure, reeds, log, .latest, reference: reference.inHertz)
        }.first { $0.isVerdict && $0.verdict != pitch.verdict }
      report.answer.append(
        pitch.sentence(filter.moment, beside: others, latest: latest, today: question.today))
    }
    if rated.left > 0 {
      report.answer.append(
        "\(Words.count(rated.left, "reed", "reeds")) without a \(isShare ? "record" : "rating") \(rated.left == 1 ? "is" : "are") not counted."
      )
    }
    if !rated.all.isEmpty {
      report.sections.append(
        isShare ? ShareTrend.months(rated, log) : Self.months(rated, trend, log))
    }
    // What is said of a reed itself is said in no weather.
    let isOfReed = if case .reedIs = outcome.source { true } else { false }
    if !isOfReed {
      report.sections += Self.weather(
        outcome, reeds, log, filter.moment, today: question.today)
    }
    if !pitches.isEmpty { report.sections.append(Self.pitch(pitches, filter.moment)) }
    self.report = report
  }

  /// What orchestras tune to, and what the player does, which counts without a choice.
  private static func references(_ own: ReferencePitch) -> [ReferencePitch] {
    let usual = (440...445).compactMap { ReferencePitch(tenthsOfHertz: $0 * 10) }
    return (usual.filter { $0 != own } + [own]).sorted { $0.tenthsOfHertz < $1.tenthsOfHertz }
  }

  /// What a reed can be rated by: numbers of tests that are good or bad, and choices that were made.
  private static func outcomes(
    _ log: ReedLog, _ reeds: [ReedLog.Entry], _ moment: Column.Moment
  ) -> [Column] {
    numbers(log)
      + log.shares.filter { column in
        reeds.contains { log.number(column, of: $0, moment) == 1 }
      }
  }

  private static func numbers(_ log: ReedLog) -> [Column] {
    log.outcomes().filter { column in
      guard column.direction == .higher, case .test = column.source else { return false }
      return column.name.hasSameBytes(as: "success")
        || log.entries.contains { entry in
          entry.tests.contains { log.number(column, in: $0) != nil }
        }
    }
  }

  // MARK: - Time

  private static func sentence(
    _ trend: RatingTrend?, _ rated: RatedReeds, _ log: ReedLog, today: Int64
  ) -> String {
    let what = rated.column.label
    guard let trend else {
      let count = rated.all.count
      if count >= RatingTrend.fewest { return "All rated reeds were started on one day." }
      let more = RatingTrend.fewest - count
      return "Too early to tell whether your reeds get better: "
        + "\(Words.count(count, "rated reed", "rated reeds")), \(RatingTrend.fewest) are needed. "
        + Pace(rated.all.map { $0.day }, of: "rated reed", "rated reeds", today: today).words(
          ofMore: more)
    }
    guard trend.isSupported else {
      return "Nothing shows that your reeds got better or worse: \(Words.lowered(what)) "
        + "\(trend.figures(log))."
    }
    return "Your reeds got \(trend.line.slope > 0 ? "better" : "worse"): \(Words.lowered(what)) "
      + "\(trend.figures(log))."
  }

  private static func months(
    _ rated: RatedReeds, _ trend: RatingTrend?, _ log: ReedLog
  ) -> Report.Section {
    let column = rated.column
    func shown(_ value: Double) -> Double { Words.shown(value, in: column, log) }
    var least: ClosedRange<Double>?
    if case .test(let field) = column.source, case .scale(let range, _, _, _) = field.content {
      least = Double(range.lowerBound)...Double(range.upperBound)
    }
    var plot = Plot(
      "\(column.label) of reeds by the day they were started", x: Plot.Axis("Started", .day),
      y: Plot.Axis(column.label, Words.scale(of: column, log), least: least))
    plot.layers.append(
      .dots(
        rated.all.map {
          Plot.Dot(
            Double($0.day), shown($0.value), name: $0.entry.name, row: $0.entry.id)
        }))
    var (spans, table) = ([Plot.Span](), Report.Table(["Month", "Reeds", "Median", "95 %"]))
    for month in rated.months {
      let interval = Interval(medianOf: month.values)
      if let interval {
        spans.append(
          Plot.Span(
            at: month.middle, shown(interval.low), shown(interval.high),
            value: shown(month.median), name: month.month.name))
      }
      table.rows.append(
        Report.Table.Line([
          month.month.name, "\(month.values.count)", Words.mean(month.median, in: column, log),
          interval.map { Words.means($0, in: column, log) } ?? "too few reeds",
        ]))
    }
    plot.layers.append(.intervals(spans, .upright))
    plot.layers.append(
      .line(rated.runningMedian.map { Plot.Point($0.x, shown($0.y)) }, .solid))
    if let trend, let first = rated.all.first, let last = rated.all.last {
      plot.layers.append(
        .line(
          [Double(first.day), Double(last.day)].map {
            Plot.Point($0, shown(trend.line.intercept + trend.line.slope * $0))
          }, .dashed))
    }
    var text = [
      "A dot is one or more reeds: equal ratings of one day share one. The line is the median of five reeds in a row, or of all reeds of a day with five or more, with a point for each day; marks are the median of a month with at least six reeds, and its 95 % interval."
    ]
    if let trend {
      let p = trend.test.map { "; Mann–Kendall p = \(Words.p($0.p))" } ?? ""
      text.append("Dashed: the trend (Theil–Sen), \(trend.figures(log))\(p).")
    }
    return Report.Section("Over the months", text, plot: plot, table: table)
  }

  // MARK: - Weather

  private static func weather(
    _ outcome: Column, _ reeds: [ReedLog.Entry], _ log: ReedLog, _ moment: Column.Moment,
    today: Int64
  ) -> [Report.Section] {
    let relations = log.conditions.compactMap {
      WeatherRelation($0, outcome, reeds, log, moment)
    }
    guard !relations.isEmpty else {
      return [
        Report.Section(
          "Weather",
          ["Nothing recorded yet: note humidity or altitude with a test to see whether it matters."]
        )
      ]
    }
    // All that are looked at count as questions.
    let tested = relations.compactMap { $0.p }
    let adjusted = BenjaminiHochberg.adjusted(tested) ?? []
    var place = 0
    return relations.map { relation in
      var q: Double?
      if relation.p != nil, place < adjusted.count {
        q = adjusted[place]
        place += 1
      }
      return relation.section(outcome, q: q, log, today: today)
    }
  }

  // MARK: - Pitch

  private static func pitch(
    _ pitches: [PitchTendency], _ moment: Column.Moment
  ) -> Report.Section {
    var table = Report.Table(["Measured by", "n", "Mean and 95 %", "In words"])
    var strange = 0
    for pitch in pitches {
      let words =
        switch pitch.verdict {
        case .tooEarly: "Too early to tell, \(pitch.missing) more"
        case .sharp: "Sharp"
        case .flat: "Flat"
        case .unclear: "Neither, as far as can be told"
        }
      strange += pitch.strange
      table.rows.append(
        Report.Table.Line([
          pitch.measure.label, "\(pitch.values.count)", pitch.value, words,
        ]))
    }
    var text = [
      "The newest \(PitchTendency.counts.upperBound) reeds with a value, each once: \(moment.words)."
    ]
    if strange > 0 {
      text.append(
        "\(Words.count(strange, "value", "values")) nowhere near the note \(strange == 1 ? "is" : "are") left out."
      )
    }
    return Report.Section("Sharp or flat", text, table: table)
  }
}
