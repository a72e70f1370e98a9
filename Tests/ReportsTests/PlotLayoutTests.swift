import Ledger
import Testing

@testable import Reports

/// Where things are in a plot: ticks, ranges and places.
struct PlotLayoutTests {
  private func texts(_ scale: Plot.Scale, _ range: ClosedRange<Double>, most: Int = 6) -> [String] {
    scale.ticks(range, most: most).map(\.text)
  }

  @Test func ticksAreRound() {
    let whole = Plot.Scale.number(places: 0, unit: "")
    #expect(texts(whole, 0...10) == ["0", "2", "4", "6", "8", "10"])
    #expect(texts(whole, 0...3) == ["0", "1", "2", "3"], "no half where values are whole")
    #expect(
      texts(.number(places: 3, unit: "mm"), 0.58...0.61, most: 4) == [
        "0.580", "0.590", "0.600", "0.610",
      ], "thousandths keep all their decimals")
    #expect(
      texts(.signed(places: 1, unit: ""), -1...1, most: 4) == [
        "−1.0", "−0.5", "0.0", "+0.5", "+1.0",
      ])
    #expect(texts(.share, 0...1) == ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"])
    #expect(texts(.time, 0...7_200, most: 4) == ["0", "30 min", "1 h", "1 h 30 min", "2 h"])
    #expect(texts(.names(["A", "B"]), -0.5...1.5) == ["A", "B"])
  }

  @Test func daysAreNamedByWeekMonthAndYear() {
    // 1 November 2025 is day 20 393.
    #expect(texts(.day, 20_393...20_396) == ["1 Nov 2025", "2 Nov", "3 Nov", "4 Nov"])
    #expect(texts(.day, 20_393...20_420) == ["3 Nov 2025", "10 Nov", "17 Nov", "24 Nov"])
    #expect(
      texts(.day, 20_393...20_513) == ["Nov 2025", "Dec 2025", "Jan 2026", "Feb 2026", "Mar 2026"])
    #expect(texts(.day, 18_300...20_393) == ["2021", "2022", "2023", "2024", "2025"])
    #expect(texts(.day, -1e9...1e9).count >= 2)
  }

  /// At 12 pixels they are drawn 52 wide and end 7 before the first value.
  @Test func namesInCapitalsHaveRoom() {
    let plot = Plot(
      "Level", x: Plot.Axis("", .day), y: Plot.Axis("", .names(["ABRSM 8", "ABRSM 7"])),
      layers: [.line([Plot.Point(1, 0), Plot.Point(2, 1)], .solid)])
    #expect(PlotLayout(plot).left >= 7 + 52)
  }

  @Test func noScaleTrapsOrRunsAway() {
    for scale in Plots.scales {
      for low in Plots.numbers {
        _ = scale.text(low)
        for high in Plots.numbers where low < high && abs(low) < 1e150 && abs(high) < 1e150 {
          #expect(scale.ticks(low...high, most: 6).count <= 60)
        }
      }
    }
  }

  @Test func rangesHoldEveryValue() {
    let plot = Plots.of([
      .dots([Plot.Dot(1, 2, name: ""), Plot.Dot(.nan, 900, name: ""), Plot.Dot(40, -8, name: "")]),
      .intervals([Plot.Span(at: 3, -20, 60, value: 5)], .upright),
      .rule(at: 70, .across, label: ""),
    ])
    let layout = PlotLayout(plot)
    #expect(layout.xRange.contains(1) && layout.xRange.contains(40))
    #expect(layout.yRange.contains(-20) && layout.yRange.contains(70))
    for value in [1.0, 40] {
      #expect((layout.left...layout.right).contains(layout.x(value)))
    }
    #expect(layout.y(-20) > layout.y(70), "more is higher")
    #expect(layout.x(.nan).isNaN)
  }

  @Test func whatIsAskedForIsTheLeast() {
    var plot = Plots.of([.dots([Plot.Dot(5, 5, name: "")])])
    plot.y.least = 0...10
    #expect(PlotLayout(plot).yRange == 0...10)
    plot.layers = [.dots([Plot.Dot(5, 12, name: "")])]
    let range = PlotLayout(plot).yRange
    #expect(range.lowerBound == 0 && range.upperBound > 12)
    plot.layers = []
    #expect(PlotLayout(plot).yRange == 0...10)
  }

  @Test func barsStandOnZero() {
    let plot = Plots.of([.bars([Plot.Bar(at: 0, 5), Plot.Bar(at: 1, 8)], .upright)])
    let layout = PlotLayout(plot)
    #expect(layout.yRange.lowerBound == 0 && layout.yRange.upperBound > 8)
    #expect(layout.xRange == -0.5...1.5)
  }

  @Test func seriesAtOnePlaceAreSideBySide() {
    let layer = Plot.Layer.bars(
      [Plot.Bar(at: 0, 5), Plot.Bar(at: 0, 8, series: 1), Plot.Bar(at: 1, 8)], .upright)
    let places = PlotLayout(Plots.of([layer])).places(of: layer)
    #expect(places[1].x - places[0].x > 5)
    #expect(places[2].x > places[1].x)
  }

  @Test func namesAreReadFromTheTop() {
    var plot = Plots.of([.intervals([Plot.Span(at: 0, 1, 2), Plot.Span(at: 1, 1, 2)], .across)])
    plot.y.scale = .names(["First", "Second"])
    let layout = PlotLayout(plot)
    #expect(layout.y(0) < layout.y(1))
  }

  /// Every label lies in the drawing, and none on the next.
  @Test(arguments: [PlotLayout.wide, PlotLayout.narrow])
  func labelsFit(width: Double) {
    let long = (0..<9).map { "Something long number \($0)" }
    for scale in Plots.scales + [.names(long)] {
      for (low, high) in [(0.0, 1.0), (0, 8), (20_000, 20_900), (-1e6, 1e6), (0, 90_000)] {
        var plot = Plots.of([.dots([Plot.Dot(low, low, name: ""), Plot.Dot(high, high, name: "")])])
        (plot.x.scale, plot.y.scale, plot.series) = (scale, scale, long)
        let layout = PlotLayout(plot, width: width)
        #expect(layout.left < layout.right - 100, "\(scale)")
        #expect(layout.bottom > layout.top + 50 && layout.height > layout.bottom)
        for label in layout.xLabels where !layout.isSlanted {
          let half = PlotText.width(label.text) / 2
          #expect(label.middle - half >= 0 && label.middle + half <= width, "\(label.text)")
        }
        for (one, next) in zip(layout.xLabels, layout.xLabels.dropFirst()) where !layout.isSlanted {
          #expect(
            next.middle - one.middle
              >= (PlotText.width(one.text) + PlotText.width(next.text)) / 2)
        }
        for label in layout.yLabels { #expect(PlotText.width(label.text) <= layout.left) }
        for entry in layout.legend {
          #expect(entry.x + 15 + PlotText.width(entry.text) <= width)
        }
      }
    }
  }

  // MARK: - Reading

  private let dots = Plots.of([
    .dots([
      Plot.Dot(3, 1, name: "C"), Plot.Dot(1, 2, name: "A", row: Plots.row),
      Plot.Dot(2, 9, name: "B"), Plot.Dot(.nan, 3, name: "lost"),
    ])
  ])

  @Test func theNearestIsFound() throws {
    let layout = PlotLayout(dots)
    let mark = try #require(layout.mark(nearest: layout.x(2) + 4, layout.y(9) - 3, in: dots))
    #expect(mark == PlotMark(layer: 0, item: 2))
    #expect(dots.text(of: mark) == "B: Hardness 2.0 N, Rating 9.0")
    #expect(dots.row(of: mark) == nil)
    #expect(dots.row(of: PlotMark(layer: 0, item: 1)) == Plots.row)
    #expect(layout.place(of: mark, in: dots)?.x == layout.x(2))
    #expect(layout.place(of: PlotMark(layer: 0, item: 3), in: dots) == nil)
    #expect(layout.place(of: PlotMark(layer: 4, item: 3), in: dots) == nil)
    #expect(dots.text(of: PlotMark(layer: 0, item: 99)).isEmpty)
  }

  @Test func arrowsGoFromMarkToMark() {
    let layout = PlotLayout(dots)
    func walk(_ steps: [PlotLayout.Step]) -> [String] {
      var mark: PlotMark?
      return steps.map { step in
        mark = layout.mark(step, of: mark, in: dots)
        return mark.map { String(dots.text(of: $0).prefix(1)) } ?? "-"
      }
    }
    #expect(
      walk([.right, .right, .right, .right, .left, .first, .last]) == [
        "A", "B", "C", "C", "B", "A", "C",
      ])
    #expect(walk([.left]) == ["C"])
    #expect(walk([.down, .down, .down, .up]) == ["B", "A", "C", "A"], "from the top down")
    let empty = Plots.of([.rule(at: 1, .across, label: "")])
    #expect(PlotLayout(empty).mark(.right, of: nil, in: empty) == nil && !empty.isReadable)
  }

  @Test func aMapIsReadRowByRow() {
    var map = Plots.of([
      .cells([
        Plot.Cell(0, 0, 1, name: "a"), Plot.Cell(1, 0, 0, name: "b"),
        Plot.Cell(0, 1, -1, name: "c"),
      ])
    ])
    (map.x.scale, map.y.scale) = (.names(["x", "y"]), .names(["1", "2"]))
    let layout = PlotLayout(map)
    var mark = layout.mark(.right, of: nil, in: map)
    #expect(mark.map { map.text(of: $0) } == "a")
    mark = layout.mark(.right, of: mark, in: map)
    #expect(mark.map { map.text(of: $0) } == "b")
    mark = layout.mark(.first, of: mark, in: map)
    mark = layout.mark(.down, of: mark, in: map)
    #expect(mark.map { map.text(of: $0) } == "c")
  }

  @Test func everyKindIsSaidInWords() {
    let plot = Plots.of(Plots.layers, series: ["One", "Two", "Three"])
    let texts = Plots.layers.indices.map { plot.text(of: PlotMark(layer: $0, item: 0)) }
    #expect(texts[0] == "Reed 1, Two: Hardness 1.0 N, Rating 2.0")
    #expect(texts[1] == "A, Three: Rating 3.0, 2.0 to 4.0")
    #expect(texts[3].hasSuffix("Rating 1.0 to 2.0"))
    #expect(texts[6] == "A, One: Rating 5.0")
    #expect(texts[8] == "r = −0.5")
    #expect(texts[9].isEmpty)
  }
}
