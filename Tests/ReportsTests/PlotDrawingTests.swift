import Ledger
import Markup
import Reports
import Testing

/// What a plot is drawn with.
struct PlotDrawingTests {
  private func page(_ plot: Plot, width: Double = PlotLayout.wide) -> String {
    HTML.text(of: PlotDrawing.drawing(of: plot, width: width) as Node<Int>)
  }

  private func count(_ text: String, in html: String) -> Int { html.ranges(of: text).count }

  @Test func aSeriesIsOnePathWithAColourAndAShapeOfItsOwn() {
    let names = (0..<6).map { "Series \($0)" }
    let dots = (0..<600).map {
      Plot.Dot(Double($0), Double($0 % 7), series: $0 % 6, name: "")
    }
    let html = page(Plots.of([.dots(dots)], series: names))
    // A path for the grid, six for the dots, six for the legend.
    #expect(count("<path", in: html) == 13)
    for (number, name) in names.enumerated() {
      #expect(html.contains(">\(name)</text>"))
      #expect(count("class=\"plot-ink-\(number)\"", in: html) == 2)
    }
    let shapes = html.split(separator: "<path").dropFirst(8).map {
      $0.split(separator: "\"")[1].drop { $0 != "h" && $0 != "m" }
    }
    #expect(Set(shapes).count == 6, "\(shapes)")
    #expect(html.contains("aria-hidden=\"true\"") && !html.contains("xmlns"))
  }

  @Test func noLinesCrossTheSquaresOfAMap() {
    let cells = Plot.Layer.cells([Plot.Cell(0, 0, 0.5, name: ""), Plot.Cell(1, 0, -0.5, name: "")])
    // The frames, a colour for each sign, and the signs.
    #expect(count("<path", in: page(Plots.of([cells]))) == 4)
  }

  @Test func axesHaveNamesUnitsAndTicks() {
    let html = page(Plots.of([.dots([Plot.Dot(0, 0, name: ""), Plot.Dot(10, 10, name: "")])]))
    for text in ["Hardness (N)", "Rating", ">0<", ">10<"] {
      #expect(html.contains(text), "\(text)")
    }
    #expect(!html.contains("NaN") && !html.contains("nan") && !html.contains("inf"))
  }

  @Test func aFileIsReadableAlone() {
    let plot = Plots.of(Plots.layers, series: ["A", "B <&>", "C"])
    let file = PlotDrawing.file(of: plot)
    #expect(file.hasPrefix("<svg viewBox=\"0 0 600 "))
    for text in [
      "xmlns=\"http://www.w3.org/2000/svg\"", "width=\"600\"", "height=\"", "fill=\"#ffffff\"",
      ">Something</text>", "B &lt;&amp;&gt;", "#2762b8",
    ] { #expect(file.contains(text), "\(text)") }
    #expect(
      !file.contains("class=") && !file.contains("currentColor") && !file.contains("aria-hidden"))
  }

  @Test func everyLayerDrawsSomething() {
    let nothing = count("<path", in: page(Plots.of([])))
    for layer in Plots.layers {
      #expect(count("<path", in: page(Plots.of([layer]))) > nothing, "\(layer)")
    }
    #expect(page(Plots.of(Plots.layers)).contains(">Limit</text>"))
  }

  /// A goal that is reached has its last marks where its words would be.
  @Test func theWordsOfARuleLieBesideTheMarks() {
    func anchor(_ values: [Double]) -> String {
      let dots = values.enumerated().map { Plot.Dot(Double($0.offset), $0.element, name: "") }
      let html = page(Plots.of([.dots(dots), .rule(at: 8, .across, label: "Goal")]))
      let text = html.split(separator: "<text").first { $0.contains(">Goal<") } ?? ""
      return text.contains("text-anchor=\"end\"") ? "right" : text.isEmpty ? "none" : "left"
    }
    #expect(anchor([1, 2, 3, 4]) == "right")
    #expect(anchor([1, 4, 6, 8]) == "left")
    #expect(anchor([8, 4, 6, 8]) == "right")
    #expect(anchor([8, 4, 2, 1]) == "right")
  }

  /// Marks may lie on both sides: the words are above them, with the paper around their letters.
  @Test func theWordsOfARuleCanBeReadAboveTheMarks() {
    let dots = [8.0, 4, 6, 8].enumerated().map {
      Plot.Dot(Double($0.offset), $0.element, name: "")
    }
    let plot = Plots.of([.rule(at: 8, .across, label: "Goal"), .dots(dots)])
    let html = page(plot)
    #expect(html.split(separator: "<path").last?.contains(">Goal<") == true)
    #expect(html.contains("class=\"plot-ink-text plot-halo\""))
    #expect(PlotDrawing.file(of: plot).contains("paint-order=\"stroke\" stroke=\"#ffffff\""))
  }

  /// A gap in a line stays a gap, and steps keep their height.
  @Test func linesGoWhereTheirPointsAre() {
    let nan = Double.nan
    let broken = page(
      Plots.of([
        .line([Plot.Point(0, 0), Plot.Point(1, 1), Plot.Point(2, nan), Plot.Point(3, 3)], .solid)
      ]))
    let path = broken.split(separator: "<path").last.map(String.init) ?? ""
    #expect(count("M", in: path) == 2)
  }

  @Test func nothingTraps() {
    for value in Plots.numbers {
      for other in Plots.numbers {
        let layers: [Plot.Layer] = [
          .dots([Plot.Dot(value, other, series: .max, name: "", row: nil)]),
          .dots([Plot.Dot(other, value, series: .min, name: "")]),
          .intervals([Plot.Span(at: value, other, value, value: other, series: .max)], .upright),
          .intervals([Plot.Span(at: value, other, value, series: -4)], .across),
          .band([Plot.Span(at: value, other, value)]),
          .line([Plot.Point(value, other), Plot.Point(other, value)], .faint, series: .max),
          .steps([Plot.Point(value, other), Plot.Point(other, value)], .solid),
          .bars([Plot.Bar(at: value, other, series: .max), Plot.Bar(at: value, value)], .upright),
          .bars([Plot.Bar(at: value, other), Plot.Bar(at: other, value)], .across),
          .cells([Plot.Cell(.max, .min, value, name: "")]), .rule(at: value, .upright, label: "é"),
        ]
        for scale in Plots.scales {
          var plot = Plots.of(layers, series: ["A", "B"])
          (plot.x.scale, plot.y.scale) = (scale, scale)
          let file = PlotDrawing.file(of: plot, width: PlotLayout.narrow)
          #expect(!file.contains("nan") && !file.contains("inf"), "\(value) \(other) \(scale)")
          let layout = PlotLayout(plot)
          _ = layout.mark(nearest: value, other, in: plot).map { plot.text(of: $0) }
          _ = layout.mark(.right, of: nil, in: plot)
        }
      }
    }
  }

  @Test func tenThousandDotsAreDrawnAtOnce() {
    let dots = (0..<10_000).map {
      Plot.Dot(Double($0 * 7_919 % 10_007), Double($0 * 104_729 % 9_973), series: $0 % 3, name: "")
    }
    let plot = Plots.of([.dots(dots)], series: ["A", "B", "C"])
    var html = ""
    let time = ContinuousClock().measure { html = page(plot) }
    print("10,000 dots drawn in \(time), \(html.utf8.count / 1_000) kB")
    #expect(count("<path", in: html) == 7)
    #expect(html.utf8.count < 400_000)
  }
}
