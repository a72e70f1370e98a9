import Domain
import Ledger
import Markup
import Reports
import Testing

@testable import RoomKit

/// A plot is read by pointing and by keys.
@Suite struct PlotReaderTests {
  private let row = RowID(Bits128(high: 3, low: 4))

  private var plot: Plot {
    Plot(
      "Two reeds", x: Plot.Axis("Hardness", .number(places: 0, unit: "")),
      y: Plot.Axis("Rating", .number(places: 0, unit: "")),
      layers: [
        .dots([Plot.Dot(1, 5, name: "Soft", row: row), Plot.Dot(9, 7, name: "Hard")])
      ])
  }

  private func html(_ state: PlotReader.State, _ number: Int = 2) -> String {
    let table = Report.Table(["Reed", "Rating"], [.init(["Soft", "5"], row: row)])
    return HTML.text(
      of: PlotReader.figure(plot, table, number: number, state, version: 1) { _ in "/reeds/soft" })
  }

  private func press(_ key: String, _ state: inout PlotReader.State) -> RowID? {
    PlotReader.pressed(KeyPress(key), plot, 2, state.mark(in: 2))
      .flatMap { PlotReader.update(&state, $0) }
  }

  @Test func atFirstNothingIsRead() {
    let html = html(PlotReader.State())
    for text in [
      "role=\"application\"", "aria-label=\"Two reeds. Arrow keys read its values.\"",
      "tabindex=\"0\"", "<p class=\"plot-reading small figure\" aria-live=\"polite\"></p>",
      "<summary>The numbers</summary>", "<a href=\"/reeds/soft\">Soft</a>",
      "class=\"plot-wide\"", "class=\"plot-narrow\"",
    ] { #expect(html.contains(text), "\(text)") }
    #expect(html.ranges(of: "class=\"plot-drawing\"").count == 2)
    #expect(!html.contains("plot-ring"))
  }

  @Test func keysGoFromMarkToMark() {
    var state = PlotReader.State()
    #expect(press("ArrowRight", &state) == nil)
    #expect(html(state).contains("<a href=\"/reeds/soft\">Soft: Hardness 1, Rating 5</a></p>"))
    #expect(html(state).ranges(of: "<circle").count == 2)
    #expect(!html(state, 1).contains("Soft: Hardness"), "another plot of the page")
    #expect(press("End", &state) == nil)
    #expect(html(state).contains(">Hard: Hardness 9, Rating 7</p>"))
    #expect(press("Enter", &state) == nil, "nothing to open")
    #expect(press("Home", &state) == nil && press("Enter", &state) == row)
    #expect(press("Escape", &state) == nil)
    #expect(state.mark(in: 2) == nil)
    let before = state
    #expect(PlotReader.pressed(KeyPress("Escape"), plot, 2, nil) == nil, "Escape is for others now")
    #expect(PlotReader.pressed(KeyPress("a"), plot, 2, nil) == nil && state == before)
    var command = KeyPress("ArrowRight")
    command.alt = true
    #expect(PlotReader.pressed(command, plot, 2, nil) == nil)
  }

  @Test func theNearestIsReadWhateverTheSizeOnThePage() {
    for width in [300.0, 340, 480, 600, 760] {
      let layout = PlotLayout(plot, width: width < 500 ? PlotLayout.narrow : PlotLayout.wide)
      let scale = width / layout.width
      for item in 0...1 {
        let mark = PlotMark(layer: 0, item: item)
        guard let place = layout.place(of: mark, in: plot) else {
          Issue.record("A dot has no place.")
          continue
        }
        let (x, y) = (place.x * scale + 3, place.y * scale - 3)
        #expect(PlotReader.pointed(x, y, width: width, plot, 2, nil) == .read(mark, in: 2))
        #expect(PlotReader.pointed(x, y, width: width, plot, 2, mark) == nil, "already read")
      }
    }
    #expect(PlotReader.pointed(1, 1, width: 0, plot, 2, nil) == nil)
    #expect(PlotReader.pointed(.nan, 1, width: 300, plot, 2, nil) == nil)
  }

  @Test func aLongTableIsCutAndSaysSo() {
    func html(_ count: Int) -> String {
      let lines = (0..<count).map { Report.Table.Line(["Reed \($0)", "5"]) }
      return HTML.text(of: reportTable(Report.Table(["Reed", "Rating"], lines)) as Node<Never>)
    }
    #expect(!html(500).contains("The first"))
    let long = html(501)
    #expect(long.contains("<p class=\"quiet small\">The first 500 of 501 lines.</p>"))
    #expect(long.contains("Reed 499<") && !long.contains("Reed 500<"))
  }

  @Test func whatHasNoValuesIsAPicture() {
    let empty = Plot("Nothing", x: Plot.Axis("", .share), y: Plot.Axis("", .share))
    let html = HTML.text(of: PlotReader.figure(empty, number: 0, PlotReader.State()))
    #expect(html.contains("role=\"img\"") && !html.contains("tabindex"))
    #expect(!html.contains("<details"))
  }
}
