import Domain
import Ledger
import Reports
import Statistics

// Every reed as a dot, and the numbers behind the answer.
extension Comparison {
  var sections: [Report.Section] {
    let shown = Self.largest(sides)
    guard !shown.isEmpty else { return [] }
    var first = Report.Section("Every reed", plot: plot(shown), table: groupTable)
    let rated = sides.filter { !$0.values.isEmpty }.count
    if rated > shown.count {
      first.text.append(
        "The \(shown.count) largest groups are drawn and counted; the table has all "
          + "\(sides.count).")
    }
    if let colour {
      let what = colour.noun ?? "“\(colour.label)”"
      first.text.append("Colours show the \(what).")
      // It differs most and is not warned of: that must have a reason.
      if let pair, let overlap = pair.overlap, !overlap.isNamed,
        overlap.grouping.name.hasSameBytes(as: colour.name)
      {
        first.text.append(overlap.reason(words(pair.ahead), words(pair.behind)))
      }
    }
    // The outcome of an experiment is a number.
    if input.isFree, !goodness.column.isShare {
      let two = pair.map { [$0.ahead, $0.behind] } ?? []
      first.actions.append(
        Report.Action(
          pair.map { "Test \(words($0.ahead)) against \(words($0.behind))" }
            ?? "Plan an experiment",
          .experiment(
            field: input.name, outcome: goodness.column.name,
            arms: two.compactMap { $0.entries.first.flatMap { input.arm(of: $0, log) } })))
    }
    return [first] + (pair.map { [numbers($0)] + alsoDiffers($0) } ?? [])
  }

  // MARK: - The plot

  private func plot(_ shown: [Side]) -> Plot {
    let colours = colour.map { DotColours($0, shown.flatMap { $0.entries }, log) }
    let series = colours?.names ?? []
    var dots: [Plot.Dot] = []
    var spans: [Plot.Span] = []
    for (place, side) in shown.enumerated() {
      for (index, entry) in side.entries.enumerated() {
        // Neighbours in a group are spread evenly by the golden ratio; the same at every drawing.
        let step = Double(index) * 0.618_033_988_75
        let aside = side.entries.count > 1 ? (step - step.rounded(.down) - 0.5) * 0.5 : 0
        dots.append(
          Plot.Dot(
            Double(place) + aside, shownValue(side.values[index]),
            series: colours?.series(of: entry) ?? 0, name: entry.name, row: entry.id))
      }
      guard let interval = interval(of: side) else { continue }
      spans.append(
        Plot.Span(
          at: Double(place), shownValue(interval.low), shownValue(interval.high),
          value: shownValue(Self.mean(side.values)), series: max(series.count, 1),
          name: "\(side.name), \(goodness.column.isShare ? "share" : "mean")"))
    }
    let names = series.isEmpty ? ["Reed"] : series
    var y = Plot.Axis(goodness.label, Words.scale(of: goodness.column, log), least: goodness.span)
    y.isWhole = goodness.span != nil
    return Plot(
      "\(goodness.label) of every reed, by \(Words.lowered(input.label))",
      x: Plot.Axis(input.label, .names(shown.map { input.name(of: $0.name) })), y: y,
      series: names + ["\(meanHead) and 95 % interval"],
      layers: [.dots(dots), .intervals(spans, .upright)])
  }

  /// Student’s interval of a mean, or Wilson’s of a share.
  private func interval(of side: Side) -> Interval? {
    goodness.column.isShare
      ? Wilson.interval(hits: side.hits, of: side.values.count)
      : (Summary(side.values)?.meanInterval()).map { possible($0) }
  }

  private var meanHead: String { goodness.column.isShare ? "Share" : "Mean" }

  private func shownValue(_ value: Double) -> Double {
    Words.shown(value, in: goodness.column, log)
  }

  // MARK: - The numbers

  private var groupTable: Report.Table {
    // Of a share, how many reeds it is says more than the median.
    let isShare = goodness.column.isShare
    var heads = [
      input.label, "Reeds", meanHead, "95 % interval", isShare ? goodness.column.label : "Median",
    ]
    if field != nil { heads += ["Luck taken out", "Luck taken out, 95 %", "Chance to lead"] }
    heads.append(Words.sentence(goodness.missing))
    let lines = sides.map { side in
      var cells = [input.name(of: side.name), "\(side.values.count)"]
      cells.append(side.values.isEmpty ? "–" : mean(Self.mean(side.values)))
      cells.append(
        interval(of: side).map { Words.means($0, in: goodness.column, log) } ?? "–")
      cells.append(
        isShare ? "\(side.hits)" : Quantiles.median(of: side.values).map { mean($0) } ?? "–")
      if let field {
        let place = field.sides.firstIndex { $0.name.hasSameBytes(as: side.name) }
        let group = place.map { field.shrunk[$0] }
        cells.append(group.map { mean($0.shrunk * goodness.sign) } ?? "–")
        cells.append(group.map { interval(of: $0) } ?? "–")
        cells.append(group.map { Words.percent($0.chanceBest) } ?? "–")
      }
      return Report.Table.Line(cells + ["\(side.unrated)"])
    }
    return Report.Table(heads, lines)
  }

  private func numbers(_ pair: Pair) -> Report.Section {
    let contrast = pair.contrast
    let (ahead, behind) = (words(pair.ahead), words(pair.behind))
    typealias Line = Report.Table.Line
    var lines: [Line] = []
    if let welch = contrast.welch {
      lines += [
        Line([
          "Difference of the means (Welch)", difference(welch.difference),
          Words.differences(welch.interval, in: goodness.column, log),
        ]),
        Line([
          "Welch’s t, degrees of freedom",
          "\(Words.signed(welch.t, places: 2)), \(Words.number(welch.freedom, places: 1))", "–",
        ]),
      ]
    }
    if let shares = contrast.shares {
      lines.append(
        Line([
          "Difference of the shares (Newcombe)", difference(shares.difference),
          Words.differences(shares.interval, in: goodness.column, log),
        ]))
    }
    if let hedges = contrast.hedges {
      lines.append(
        Line([
          "Hedges’ g", Words.signed(hedges.value, places: 2),
          Words.signedInterval(hedges.interval, places: 2),
        ]))
    }
    if let cliff = contrast.cliff {
      lines.append(
        Line([
          "Cliff’s delta", Words.signed(cliff.value, places: 2),
          Words.signedInterval(cliff.interval, places: 2),
        ]))
    }
    if let test = contrast.permutation {
      let how = Words.ways(test.count, isExact: test.isExact, "arrangements")
      lines.append(Line(["Permutation p, \(how)", Words.p(test.p), "–"]))
    }
    var section = Report.Section(
      "\(Words.sentence(ahead)) against \(behind), in numbers",
      table: Report.Table(["Measure", "Value", "95 % interval"], lines))
    section.text.append("Each is \(ahead) minus \(behind), with one value a reed.")
    if contrast.shares == nil, let deviation = pooled(pair) {
      section.text.append(
        "One SD, the usual distance of a reed from its group’s mean, is "
          + "\(spread(deviation)) here.")
    }
    return section
  }

  /// Every measurement that was looked at for what else differs.
  private func alsoDiffers(_ pair: Pair) -> [Report.Section] {
    guard !pair.imbalances.isEmpty else { return [] }
    let (ahead, behind) = (words(pair.ahead), words(pair.behind))
    let lines = pair.imbalances.map { imbalance in
      let column = imbalance.column
      return Report.Table.Line([
        column.label,
        "\(Words.mean(imbalance.second.mean, in: column, log)) (\(reeds(imbalance.second.count)))",
        "\(Words.mean(imbalance.first.mean, in: column, log)) (\(reeds(imbalance.first.count)))",
        imbalance.hedges.map { Words.signed($0.value, places: 2) } ?? "–",
        imbalance.hedges.map { Words.signedInterval($0.interval, places: 2) } ?? "–",
        imbalance.isMixedIn ? "Possible explanation" : "",
      ])
    }
    return [
      Report.Section(
        "What else differs",
        [
          "Every measurement that most of these reeds have. One is a possible explanation if it differs by "
            + "0.8 SD or more, goes with \(Words.lowered(goodness.label)), and luck alone would seldom "
            + "make any of the \(pair.imbalances.count) differ so much (permutation test, corrected for "
            + "how many were looked at)."
        ],
        table: Report.Table(
          ["Measurement", Words.sentence(ahead), behind, "Hedges’ g", "95 % interval", "Note"],
          lines))
    ]
  }

  /// The standard deviation inside both groups.
  private func pooled(_ pair: Pair) -> Double? {
    let (one, other) = (Summary(pair.behind.values), Summary(pair.ahead.values))
    let freedom = pair.behind.values.count + pair.ahead.values.count - 2
    guard one != nil || other != nil, freedom > 0 else { return nil }
    let squares = [one, other].reduce(0.0) { sum, part in
      sum + (part.map { $0.variance * Double($0.count - 1) } ?? 0)
    }
    let deviation = (squares / Double(freedom)).squareRoot()
    return deviation > 0 && deviation.isFinite ? deviation : nil
  }

  /// A distance: a difference without its sign.
  private func spread(_ value: Double) -> String {
    let text = difference(value)
    return text.utf8.first == UInt8(ascii: "+")
      ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text
  }
}
