import Ledger
import Markup
import Testing

@testable import Reports

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

  /// Marks may lie anywhere: the words are to the right of all of them.
  @Test(arguments: [PlotLayout.wide, PlotLayout.narrow])
  func theWordsOfARuleLieBesideTheMarks(width: Double) {
    let dots = [8.0, 4, 6, 8].enumerated().map {
      Plot.Dot(Double($0.offset), $0.element, name: "")
    }
    let plot = Plots.of([.rule(at: 8, .across, label: "half of them"), .dots(dots)])
    let layout = PlotLayout(plot, width: width)
    #expect(layout.right + 6 + PlotText.width("half of them") <= width)
    #expect(layout.places(of: plot.layers[1]).allSatisfy { $0.x < layout.right + 4 })
    let html = page(plot)
    #expect(html.contains(">half of them</text>"))
    let x = PlotPath.text(PlotLayout(plot).right + 6)
    let text = html.split(separator: "<text").first { $0.contains(">half of them<") } ?? ""
    #expect(text.contains("x=\"\(x)\"") && !text.contains("text-anchor"))
  }

  /// What reaches beyond a scale ends in an arrow at its edge.
  @Test func intervalsEndWhereAScaleDoes() {
    var plot = Plots.of([.intervals([Plot.Span(at: 1, -15, 27, value: 6)], .upright)])
    plot.y.least = 1...10
    #expect(PlotLayout(plot).yRange.lowerBound < -15 && !page(plot).contains("l4 5l4-5"))
    plot.y.isWhole = true
    #expect(PlotLayout(plot).yRange == 1...10)
    #expect(page(plot).contains("m-4-5l4 5l4-5m-4 5") && page(plot).contains("m-4 5l4-5l4 5"))
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

  /// Ratings are whole and measurements have steps, so that many of 10,000 dots are at one place.
  @Test func equalDotsOfManyAreDrawnOnceAndAllCanBeRead() {
    func plot(_ count: Int) -> Plot {
      Plots.of(
        [
          .dots(
            (0..<count).map {
              Plot.Dot(Double($0 % 10), Double($0 / 10 % 10), series: $0 / 100 % 2, name: "\($0)")
            })
        ], series: ["A", "B"])
    }
    let many = page(plot(10_000))
    // A hundred places in two series, and what the plot has without any dot.
    #expect(many.utf8.count < page(plot(400)).utf8.count + 5_000)
    #expect(count("<path", in: many) == count("<path", in: page(plot(400))))
    let last = PlotLayout(plot(10_000)).mark(.last, of: nil, in: plot(10_000))
    #expect(last != nil)
    // Few are drawn as they are.
    #expect(page(plot(400)).utf8.count > page(plot(200)).utf8.count + 1_000)
  }
}
