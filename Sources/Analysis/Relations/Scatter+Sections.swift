import Domain
import Reports
import Statistics

// Every reed as a dot, and the numbers behind the answer.
extension Scatter {
  var sections: [Report.Section] {
    guard let input, !places.isEmpty else { return [] }
    var first = Report.Section("Every reed", plot: plot(input), table: reedTable(input))
    if line != nil {
      first.text.append(
        "The line is the median of the slopes between all pairs of reeds; the band is its 95 % interval."
      )
    }
    if thirds != nil {
      let what = outcome.column.isShare ? "shares" : "means"
      first.text.append("The marks are the \(what) of the thirds, with 95 % intervals.")
    }
    if let colours {
      let what = colours.grouping.noun ?? "“\(colours.grouping.label)”"
      first.text.append("Colours show the \(what).")
    }
    return [first] + (spearman.map { [numbers($0, input)] } ?? [])
  }

  // MARK: - The plot

  private func plot(_ input: Sheet.Line) -> Plot {
    let log = sheet.log
    let xs = x.map { Words.shown($0, in: input.column, log) }
    let ys = y.map { shownY($0) }
    let dots = places.indices.map { place in
      let entry = sheet.entries[places[place]]
      return Plot.Dot(
        xs[place], ys[place], series: colours?.series(of: entry) ?? 0, name: entry.name,
        row: entry.id)
    }
    var layers: [Plot.Layer] = [.dots(dots)]
    if let line { layers = lines(line, input) + layers }
    if let thirds {
      let spans = thirds.parts.map { part in
        let interval = part.interval ?? Interval(low: part.mean, high: part.mean)
        return Plot.Span(
          at: Words.shown(part.middle, in: input.column, log), shownY(interval.low),
          shownY(interval.high), value: shownY(part.mean), series: colours?.names.count ?? 0,
          name:
            "\(range(part, input)), \(outcome.column.isShare ? "share" : "mean") of \(part.count)")
      }
      layers.append(.intervals(spans, .upright))
      layers.append(.line(spans.map { Plot.Point($0.at, $0.value ?? $0.low) }, .dashed))
    }
    return Plot(
      "\(outcome.goodness.label) by \(Words.lowered(input.label)), reed by reed",
      x: Plot.Axis(input.label, Words.scale(of: input.column, log)),
      y: Plot.Axis(
        outcome.goodness.label, Words.scale(of: outcome.column, log), least: outcome.goodness.span),
      series: colours.map { $0.names + ["All"] } ?? [], layers: layers)
  }

  private func shownY(_ value: Double) -> Double {
    Words.shown(value, in: outcome.column, sheet.log)
  }

  /// The line turns around the medians, between the slopes of its interval.
  private func lines(_ line: TheilSen, _ input: Sheet.Line) -> [Plot.Layer] {
    guard let middle = Quantiles.median(of: x), let low = x.min(), let high = x.max() else {
      return []
    }
    let height = line.intercept + line.slope * middle
    let ends = [low, middle, high]
    let spans = ends.map { end in
      let one = height + line.interval.low * (end - middle)
      let other = height + line.interval.high * (end - middle)
      return Plot.Span(
        at: Words.shown(end, in: input.column, sheet.log), shownY(min(one, other)),
        shownY(max(one, other)), series: colours?.names.count ?? 0, name: "95 % interval")
    }
    let points = ends.map {
      Plot.Point(
        Words.shown($0, in: input.column, sheet.log), shownY(line.intercept + line.slope * $0))
    }
    return [.band(spans), .line(points, .solid)]
  }

  // MARK: - Tables

  private func reedTable(_ input: Sheet.Line) -> Report.Table {
    let order = places.indices.sorted { x[$0] != x[$1] ? x[$0] < x[$1] : $0 < $1 }
    var heads = ["Reed", input.label, outcome.goodness.label]
    if let colours { heads.append(colours.grouping.label) }
    return Report.Table(
      heads,
      order.map { place in
        let entry = sheet.entries[places[place]]
        var cells = [
          entry.name, Words.value(x[place], in: input.column, sheet.log),
          Words.ofReed(y[place], in: outcome.column, sheet.log),
        ]
        if let colours { cells.append(colours.grouping.group(of: entry, sheet.log) ?? "–") }
        return Report.Table.Line(cells, row: entry.id)
      })
  }

  private func numbers(_ spearman: Spearman, _ input: Sheet.Line) -> Report.Section {
    typealias Line = Report.Table.Line
    var lines = [
      Line([
        "Spearman’s rho", Words.number(spearman.rho, places: 2),
        spearman.interval.map { Words.interval($0, places: 2) } ?? "–",
      ])
    ]
    if let bootstrap {
      lines.append(
        Line([
          "The same, BCa bootstrap, \(Words.count(bootstrap.draws)) draws",
          Words.number(spearman.rho, places: 2), Words.interval(bootstrap.interval, places: 2),
        ]))
    }
    if let permutation {
      let how = Words.ways(permutation.count, isExact: permutation.isExact, "orders")
      lines.append(Line(["Permutation p, \(how)", Words.p(permutation.p), "–"]))
    }
    if let line {
      let unit = Words.measure(input.column, sheet.log, extra: 0).unit
      let (slope, interval) = slopes(line, input)
      lines.append(
        Line(["Theil-Sen slope per \(unit.isEmpty ? "1" : unit)", slope, interval]))
    }
    if let thirds {
      for (name, part) in zip(["Lowest third", "Middle third", "Highest third"], thirds.parts) {
        lines.append(
          Line([
            "\(name), \(range(part, input)), \(Words.count(part.count, "reed", "reeds"))",
            Words.mean(part.mean, in: outcome.column, sheet.log),
            part.interval.map { Words.means($0, in: outcome.column, sheet.log) } ?? "–",
          ]))
      }
    }
    return Report.Section(
      "In numbers", ["One value for each reed, \(places.count) reeds."],
      table: Report.Table(["Measure", "Value", "95 % interval"], lines))
  }

  /// A slope for one unit of what is shown, and its interval.
  private func slopes(_ line: TheilSen, _ input: Sheet.Line) -> (String, String) {
    let factor = Words.measure(input.column, sheet.log, extra: 0).factor
    let all = [line.slope, line.interval.low, line.interval.high].map { $0 / factor }
    if case .hours = outcome.column.source {
      let texts = all.map { difference($0) }
      return (texts[0], "\(texts[1]) to \(texts[2])")
    }
    let shown = all.map { shownY($0) }
    let size = shown[0] == 0 ? max(abs(shown[1]), abs(shown[2])) : abs(shown[0])
    let places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
    return (
      Words.signed(shown[0], places: places),
      Words.signedInterval(Interval(low: shown[1], high: shown[2]), places: places)
    )
  }
}
