import Ledger
import Reports

/// Plots with every kind of layer.
enum Plots {
  static let row = RowID(Bits128(high: 7, low: 9))

  static func of(_ layers: [Plot.Layer], series: [String] = []) -> Plot {
    Plot(
      "Something", x: Plot.Axis("Hardness", .number(places: 1, unit: "N")),
      y: Plot.Axis("Rating", .number(places: 1, unit: "")), series: series, layers: layers)
  }

  static let layers: [Plot.Layer] = {
    var dot = Plot.Dot(1, 2, series: 1, name: "Reed 1", row: row)
    dot.isMarked = true
    var cell = Plot.Cell(0, 1, -0.5, name: "r = −0.5")
    (cell.isHatched, cell.isMarked) = (true, true)
    return [
      .dots([dot, Plot.Dot(3, 4, name: "Reed 2")]),
      .intervals([Plot.Span(at: 1, 2, 4, value: 3, series: 2, name: "A")], .upright),
      .intervals([Plot.Span(at: 1, 2, 4)], .across),
      .band([Plot.Span(at: 0, 1, 2), Plot.Span(at: 1, 2, 3, value: 2.5)]),
      .line([Plot.Point(0, 1), Plot.Point(1, 2)], .dashed, series: 1),
      .steps([Plot.Point(0, 1), Plot.Point(2, 0.5)], .faint),
      .bars([Plot.Bar(at: 0, 5, name: "A"), Plot.Bar(at: 1, -2, series: 1)], .upright),
      .bars([Plot.Bar(at: 0, 5), Plot.Bar(at: 1, 3)], .across),
      .cells([cell, Plot.Cell(1, 0, nil, name: "nothing")]),
      .rule(at: 2, .upright, label: "Limit"), .rule(at: 3, .across, label: ""),
    ]
  }()

  static let scales: [Plot.Scale] = [
    .number(places: 2, unit: "mm"), .signed(places: 1, unit: ""), .share, .day, .time,
    .names(["A", "B", "C"]), .names([]),
  ]

  /// Numbers that break things.
  static let numbers: [Double] = [
    0, -0.0, 1, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e18, -1e18, 20_405, 1e-9,
  ]

  static var report: Report {
    var report = Report("Rieger or Kunibert?")
    report.controls = [
      Report.Control(
        "group", "By", .question, [.init("cane", "Cane"), .init("shaper", "Shaper")], chosen: "cane"
      ),
      Report.Control("from", "From", .filter, [.init("", "Ever")], chosen: ""),
    ]
    report.answer = ["Too early to tell.", "“Ä” & <b>"]
    report.sections = [
      Report.Section("One", ["Text"], plot: of(layers, series: ["A", "B", "C"])),
      Report.Section(
        "", plot: of([]), table: Report.Table(["Reed", "Mean"], [.init(["1", "−1.3"], row: row)]),
        actions: [
          .init("Ask", .ask(.life, [.init("a", "b")])),
          .init("Try", .experiment(field: "cane", outcome: "rating", arms: ["1", "2"])),
          .init("Open", .open(row)),
          .init("Not again", .dismiss("x")),
        ]),
    ]
    for scale in scales {
      var plot = of([.dots([Plot.Dot(0.5, 0.5, name: "")])])
      (plot.x.scale, plot.y.scale, plot.x.least) = (scale, scale, 0...1)
      report.sections.append(Report.Section("", plot: plot))
    }
    return report
  }
}
