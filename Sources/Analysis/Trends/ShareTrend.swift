import Domain
import Reports
import Statistics

/// Whether more or fewer reeds than before have something: the newer half of them against the older one.
struct ShareTrend: Sendable {
  let older: [Double]
  let newer: [Double]
  let contrast: Contrast

  /// With fewer reeds, their two halves are too small to compare.
  static let fewest = 2 * Strength.fewestForHint

  /// Reeds that were started on one day stay together, so the halves may differ in size. `nil` if all were.
  init?(_ rated: RatedReeds) {
    let all = rated.all
    var border: Int?
    for place in all.indices.dropFirst() where all[place].day != all[place - 1].day {
      if let border, abs(2 * border - all.count) <= abs(2 * place - all.count) { continue }
      border = place
    }
    guard let border else { return nil }
    older = all[..<border].map { $0.value }
    newer = all[border...].map { $0.value }
    guard let contrast = Contrast(older, newer, isShare: true) else { return nil }
    self.contrast = contrast
  }

  // MARK: - In words

  static func sentence(
    _ trend: ShareTrend?, _ rated: RatedReeds, _ log: ReedLog, today: Int64
  ) -> String {
    let (count, name) = (rated.all.count, "“\(rated.column.label)”")
    guard let trend, count >= fewest || trend.contrast.strength > .tooEarly else {
      if count >= fewest { return "All recorded reeds were started on one day." }
      return "Too early to tell whether \(name) gets more frequent or rarer: "
        + "\(Words.count(count, "recorded reed", "recorded reeds")), \(fewest) are needed. "
        + Pace(rated.all.map { $0.day }, of: "recorded reed", "recorded reeds", today: today)
        .words(ofMore: fewest - count)
    }
    let figures = trend.figures(rated.column, log)
    guard trend.contrast.strength >= .supported else {
      return "Nothing shows that \(name) got more frequent or rarer: \(figures)."
    }
    return "\(name) got \(trend.contrast.difference > 0 ? "more frequent" : "rarer"): \(figures)."
  }

  /// `older half 25 % (2 of 8 reeds), newer half 88 % (7 of 8): +63 points, 95 % +13 to +84 points, p = 0.041`
  private func figures(_ column: Column, _ log: ReedLog) -> String {
    func share(_ values: [Double], _ reeds: String) -> String {
      let hits = values.count { $0 > 0 }
      return "\(Words.percent(Double(hits) / Double(values.count))) "
        + "(\(hits) of \(values.count)\(reeds))"
    }
    let interval =
      contrast.interval.map { ", 95 % \(Words.differences($0, in: column, log))" } ?? ""
    return "older half \(share(older, " reeds")), newer half \(share(newer, "")): "
      + "\(Words.difference(contrast.difference, in: column, log))\(interval)"
      + (contrast.permutation.map { ", p = \(Words.p($0.p))" } ?? "")
  }

  // MARK: - Month by month

  static func months(_ rated: RatedReeds, _ log: ReedLog) -> Report.Section {
    let column = rated.column
    var plot = Plot(
      "\(column.label) of reeds by the day they were started", x: Plot.Axis("Started", .day),
      y: Plot.Axis(column.label, .share, least: 0...1))
    plot.layers.append(
      .dots(
        rated.all.map {
          Plot.Dot(Double($0.day), $0.value, name: $0.entry.name, row: $0.entry.id)
        }))
    var (spans, table) = (
      [Plot.Span](), Report.Table(["Month", "Reeds", column.label, "Share", "95 %"])
    )
    for month in rated.months {
      let (hits, count) = (month.values.count { $0 > 0 }, month.values.count)
      guard let interval = Wilson.interval(hits: hits, of: count) else { continue }
      let share = Double(hits) / Double(count)
      spans.append(
        Plot.Span(
          at: month.middle, interval.low, interval.high, value: share, name: month.month.name))
      table.rows.append(
        Report.Table.Line([
          month.month.name, "\(count)", "\(hits)", Words.percent(share),
          Words.means(interval, in: column, log),
        ]))
    }
    plot.layers.append(.intervals(spans, .upright))
    return Report.Section(
      "Over the months",
      [
        "A dot is one or more reeds of a day, at the top for yes and at the bottom for no. Marks are the share of a month "
          + "and its 95 % interval (Wilson)."
      ], plot: plot, table: table)
  }
}
