import Markup

/// Draws one plot.
struct PlotArtist {
  let form: PlotDrawing.Form
  private(set) var nodes: [Node<Never>] = []

  init(form: PlotDrawing.Form) { self.form = form }

  // MARK: - Strokes and texts

  private struct Pen {
    var ink: PlotInk
    var isFilled = false
    var stroke = 0.0
    var opacity = 1.0
    var dash = ""
    var isRound = false
  }

  private mutating func put(_ path: PlotPath, _ pen: Pen) {
    if path.isEmpty { return }
    let colour = form == .page ? "currentColor" : pen.ink.colour
    var attributes: [Attribute<Never>] = [
      .pathData(path.text), .plain("fill", pen.isFilled ? colour : "none"),
    ]
    if form == .page { attributes.append(.className(pen.ink.className)) }
    if pen.stroke > 0 {
      attributes.append(.plain("stroke", colour))
      attributes.append(.plain("stroke-width", PlotPath.text(pen.stroke)))
      if pen.isRound {
        attributes.append(.plain("stroke-linecap", "round"))
        attributes.append(.plain("stroke-linejoin", "round"))
      }
      if !pen.dash.utf8.isEmpty { attributes.append(.plain("stroke-dasharray", pen.dash)) }
    }
    if pen.opacity < 1 {
      // Hundredths, as the styles write them.
      let hundredths = Int(max(pen.opacity, 0) * 100)
      attributes.append(.plain("opacity", "0.\(hundredths / 10)\(hundredths % 10)"))
    }
    nodes.append(.drawing("path", attributes, []))
  }

  mutating func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String?, ink: PlotInk, size: String = "12",
    slanted isSlanted: Bool = false
  ) {
    let (x, y) = (PlotPath.text(x), PlotPath.text(y))
    var attributes: [Attribute<Never>] = [
      .plain("x", x), .plain("y", y), .plain("font-size", size),
    ]
    attributes.append(
      form == .page ? .className(ink.className) : .plain("fill", ink.colour))
    if form == .page { attributes.append(.plain("fill", "currentColor")) }
    if let anchor { attributes.append(.plain("text-anchor", anchor)) }
    if isSlanted { attributes.append(.plain("transform", "rotate(-45 \(x) \(y))")) }
    nodes.append(.drawing("text", attributes, [.text(text)]))
  }

  // MARK: - Around the values

  mutating func frame(_ plot: Plot, _ layout: PlotLayout) {
    var grid = PlotPath()
    for label in layout.yLabels {
      grid.move(layout.left, label.place)
      grid.line(layout.right, label.place)
      text(label.text, layout.left - 7, label.place + 4, anchor: "end", ink: .text)
    }
    for label in layout.xLabels {
      grid.move(label.place, layout.top)
      grid.line(label.place, layout.bottom + 4)
      text(
        label.text, label.middle + (layout.isSlanted ? 4 : 0),
        layout.bottom + (layout.isSlanted ? 14 : 18), anchor: layout.isSlanted ? "end" : "middle",
        ink: .text, slanted: layout.isSlanted)
    }
    grid.move(layout.left, layout.bottom)
    grid.line(layout.right, layout.bottom)
    // Squares are a grid of their own, and lines through them would cross out their signs.
    if !plot.layers.contains(where: { $0.isMap }) {
      // Under everything else.
      var under = PlotArtist(form: form)
      under.put(grid, Pen(ink: .grid, stroke: 1))
      nodes = under.nodes + nodes
    }
    let room = layout.width - 16
    if !plot.y.title.utf8.isEmpty {
      text(PlotText.fitting(plot.y.title, room), 8, layout.top - 10, anchor: nil, ink: .text)
    }
    if !plot.x.title.utf8.isEmpty {
      text(
        PlotText.fitting(plot.x.title, room), layout.right, layout.height - 6, anchor: "end",
        ink: .text)
    }
  }

  mutating func legend(_ plot: Plot, _ layout: PlotLayout) {
    for entry in layout.legend {
      var path = PlotPath()
      mark(entry.series, at: entry.x + 5, entry.y, &path)
      put(path, markPen(entry.series))
      text(entry.text, entry.x + 15, entry.y + 4, anchor: nil, ink: .text)
    }
  }

  // MARK: - Shapes

  /// Shapes and colours come round together, but shifted, so that no two of 36 series look alike.
  private static func shape(_ series: Int) -> Int { (series + series / PlotInk.count) % 6 }

  private func mark(_ series: Int, at x: Double, _ y: Double, _ path: inout PlotPath) {
    path.move(x, y)
    switch Self.shape(series) {
    case 0: path.add("h0")
    case 1: path.add("m-3-3h6v6h-6z")
    case 2: path.add("m0-4l4 7h-8z")
    case 3: path.add("m0-4.5l4.5 4.5l-4.5 4.5l-4.5-4.5z")
    case 4: path.add("m0 4l4-7h-8z")
    default: path.add("m-3.5-3.5l7 7m0-7l-7 7")
    }
  }

  private func markPen(_ series: Int, _ opacity: Double = 1) -> Pen {
    let shape = Self.shape(series)
    // A round end without a line is a dot.
    return Pen(
      ink: .series(series), isFilled: shape != 0 && shape != 5,
      stroke: shape == 0 ? 8 : shape == 5 ? 2 : 1, opacity: opacity, isRound: shape == 0)
  }

  private static func number(_ series: Int) -> Int { max(series, 0) % (PlotInk.count * 6) }

  /// From this many marks on, equal ones are drawn once: they would look the same, and ratings are few.
  private static let manyMarks = 500

  /// Adds a mark for each value and puts those of a series together.
  private mutating func marks(
    _ places: [Plot.Point], _ series: (Int) -> Int, opacity: Double = 1
  ) {
    var paths = [PlotPath](repeating: PlotPath(), count: PlotInk.count * 6)
    // The last mark of each slot. Two that share one may be drawn again, which nobody sees.
    var drawn = [Int64](repeating: -1, count: places.count < Self.manyMarks ? 0 : 1 << 14)
    for (item, place) in places.enumerated() where place.isDrawn {
      let number = Self.number(series(item))
      if !drawn.isEmpty {
        let key = PlotPath.key(place.x, place.y) << 6 | Int64(number)
        let slot = Int((UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> 50)
        if drawn[slot] == key { continue }
        drawn[slot] = key
      }
      mark(number, at: place.x, place.y, &paths[number])
    }
    for (number, path) in paths.enumerated() { put(path, markPen(number, opacity)) }
  }

  // MARK: - Layers

  mutating func draw(_ layer: Plot.Layer, _ plot: Plot, _ layout: PlotLayout) {
    let places = layout.places(of: layer)
    switch layer {
    case .dots(let dots):
      marks(places, { dots[$0].series }, opacity: dots.count > 150 ? 0.6 : 1)
      var alarms = PlotPath()
      for (item, dot) in dots.enumerated() where dot.isMarked && places[item].isDrawn {
        alarms.move(places[item].x - 8, places[item].y)
        alarms.add("a8 8 0 1 0 16 0a8 8 0 1 0-16 0")
      }
      put(alarms, Pen(ink: .alarm, stroke: 2))
    case .intervals(let spans, let direction): draw(spans, direction, places, layout)
    case .band(let spans): band(spans, layout)
    case .line(let points, let stroke, let series):
      line(points.map { Plot.Point(layout.x($0.x), layout.y($0.y)) }, stroke, series, plot)
    case .steps(_, let stroke, let series):
      var corners: [Plot.Point] = []
      for place in places where place.isDrawn {
        if let last = corners.last { corners.append(Plot.Point(place.x, last.y)) }
        corners.append(place)
      }
      line(corners, stroke, series, plot)
    case .bars(let bars, let direction): draw(bars, direction, places, plot, layout)
    case .cells(let cells): draw(cells, places, layout)
    case .rule(let value, let direction, _): rule(value, direction, layout)
    }
  }

  private mutating func draw(
    _ spans: [Plot.Span], _ direction: Plot.Direction, _ places: [Plot.Point],
    _ layout: PlotLayout
  ) {
    var paths = [PlotPath](repeating: PlotPath(), count: PlotInk.count * 6)
    for (item, span) in spans.enumerated() {
      let number = Self.number(span.series)
      if direction == .upright {
        let (x, low, high) = (places[item].x, layout.y(span.low), layout.y(span.high))
        guard x.isFinite, low.isFinite, high.isFinite else { continue }
        // What is beyond the axis is not drawn: an arrow says that there is more.
        paths[number].move(x, low)
        paths[number].add(
          span.low < layout.yRange.lowerBound ? "m-4-5l4 5l4-5m-4 5" : "m-4 0h8m-4 0")
        paths[number].line(x, high)
        paths[number].add(span.high > layout.yRange.upperBound ? "m-4 5l4-5l4 5" : "m-4 0h8")
      } else {
        let (y, low, high) = (places[item].y, layout.x(span.low), layout.x(span.high))
        guard y.isFinite, low.isFinite, high.isFinite else { continue }
        paths[number].move(low, y)
        paths[number].add("m0-4v8m0-4")
        paths[number].line(high, y)
        paths[number].add("m0-4v8")
      }
    }
    for (number, path) in paths.enumerated() { put(path, Pen(ink: .series(number), stroke: 2)) }
    let valued = places.enumerated().map { item, place in
      spans[item].value == nil ? Plot.Point(.nan, .nan) : place
    }
    marks(valued) { spans[$0].series }
  }

  private mutating func band(_ spans: [Plot.Span], _ layout: PlotLayout) {
    var (path, back): (PlotPath, [Plot.Point]) = (PlotPath(), [])
    for span in spans {
      let (x, low, high) = (layout.x(span.at), layout.y(span.low), layout.y(span.high))
      guard x.isFinite, low.isFinite, high.isFinite else { continue }
      if path.isEmpty { path.move(x, high) } else { path.line(x, high) }
      back.append(Plot.Point(x, low))
    }
    for place in back.reversed() { path.line(place.x, place.y) }
    if !path.isEmpty { path.close() }
    let series = Self.number(spans.first?.series ?? 0)
    put(path, Pen(ink: .series(series), isFilled: true, opacity: 0.2))
  }

  /// A gap in the values is a gap in the line.
  private mutating func line(
    _ places: [Plot.Point], _ stroke: Plot.Stroke, _ series: Int, _ plot: Plot
  ) {
    var (path, isDown, last) = (PlotPath(), false, Plot.Point(.nan, .nan))
    for place in places {
      guard place.isDrawn else {
        isDown = false
        continue
      }
      if isDown {
        path.line(place.x, place.y)
      } else {
        path.move(place.x, place.y)
        // A single point is seen too.
        path.add("h0")
      }
      (isDown, last) = (true, place)
    }
    let number = Self.number(series)
    let dashes = ["", "9 4", "2 4", "12 3 2 3", "16 5", "5 3"]
    put(
      path,
      Pen(
        ink: .series(number), stroke: stroke == .faint ? 1 : 2.5,
        opacity: stroke == .faint ? 0.35 : 1,
        dash: stroke == .dashed ? "6 5" : stroke == .faint ? "" : dashes[Self.shape(number)],
        isRound: true))
    // The shape of its series, at its end.
    guard plot.series.count > 1, stroke != .faint, last.isDrawn else { return }
    marks([last]) { _ in number }
  }

  /// So few bars say their values themselves.
  static let spokenBars = 12

  private mutating func draw(
    _ bars: [Plot.Bar], _ direction: Plot.Direction, _ places: [Plot.Point], _ plot: Plot,
    _ layout: PlotLayout
  ) {
    let slot = layout.slot(of: .bars(bars, direction))
    let half = max(slot.width / 2 - (slot.width > 6 ? 1 : 0), 0.5)
    let (zeroX, zeroY) = (layout.x(0), layout.y(0))
    var paths = [PlotPath](repeating: PlotPath(), count: PlotInk.count * 6)
    for (item, bar) in bars.enumerated() where places[item].isDrawn {
      let (number, place) = (Self.number(bar.series), places[item])
      if direction == .upright {
        paths[number].box(place.x - half, zeroY, place.x + half, place.y)
      } else {
        paths[number].box(zeroX, place.y - half, place.x, place.y + half)
      }
    }
    for (number, path) in paths.enumerated() {
      put(path, Pen(ink: .series(number), isFilled: true, opacity: 0.75))
    }
    if plot.series.count > 1 { marks(places) { bars[$0].series } }
    guard bars.count <= Self.spokenBars else { return }
    for (item, bar) in bars.enumerated() where places[item].isDrawn && bar.value != 0 {
      let (place, isBelow) = (places[item], bar.value < 0)
      if direction == .upright {
        text(
          plot.y.scale.bareText(bar.value), place.x, place.y + (isBelow ? 15 : -6),
          anchor: "middle", ink: .text)
      } else {
        text(
          plot.x.scale.bareText(bar.value), place.x + (isBelow ? -6 : 6), place.y + 4,
          anchor: isBelow ? "end" : nil, ink: .text)
      }
    }
  }

  /// Colour and strength say how two things go together, and a plus or minus says it without colour.
  private mutating func draw(_ cells: [Plot.Cell], _ places: [Plot.Point], _ layout: PlotLayout) {
    let halfX = max(abs(layout.x(1) - layout.x(0)) / 2 - 1, 0.5)
    let halfY = max(abs(layout.y(1) - layout.y(0)) / 2 - 1, 0.5)
    var fills = [PlotPath](repeating: PlotPath(), count: 10)
    var (empty, signs, hatches, marked) = (PlotPath(), PlotPath(), PlotPath(), PlotPath())
    let small = min(halfX, halfY)
    for (item, cell) in cells.enumerated() where places[item].isDrawn {
      let (x, y) = (places[item].x, places[item].y)
      empty.box(x - halfX, y - halfY, x + halfX, y + halfY)
      if let value = cell.value, value.isFinite {
        let level = min(Int(min(abs(value), 1) * 5), 4) + (value < 0 ? 5 : 0)
        fills[level].box(x - halfX, y - halfY, x + halfX, y + halfY)
        if small >= 5, abs(value) >= 0.05 {
          signs.move(x, y)
          if value < 0 { signs.add("m-3 0h6") } else { signs.add("m-3 0h6m-3-3v6") }
        }
      }
      if cell.isHatched {
        for shift in [-0.5, 0, 0.5] {
          let middle = x + shift * (halfX * 2 - small)
          hatches.move(middle - small / 2, y + small)
          hatches.line(middle + small / 2, y - small)
        }
      }
      if cell.isMarked { marked.box(x - halfX, y - halfY, x + halfX, y + halfY) }
    }
    put(empty, Pen(ink: .grid, stroke: 1))
    for (level, path) in fills.enumerated() {
      put(
        path,
        Pen(
          ink: .series(level < 5 ? 0 : 1), isFilled: true,
          opacity: 0.08 + Double(level % 5) * 0.17))
    }
    put(hatches, Pen(ink: .text, stroke: 1, opacity: 0.6))
    put(signs, Pen(ink: .series(4), stroke: 1.5))
    put(marked, Pen(ink: .series(4), stroke: 2.5))
  }

  private mutating func rule(
    _ value: Double, _ direction: Plot.Direction, _ layout: PlotLayout
  ) {
    let place = direction == .upright ? layout.x(value) : layout.y(value)
    guard place.isFinite else { return }
    var path = PlotPath()
    if direction == .upright {
      path.move(place, layout.top)
      path.line(place, layout.bottom)
    } else {
      path.move(layout.left, place)
      path.line(layout.right, place)
    }
    put(path, Pen(ink: .text, stroke: 1.5, dash: "6 5"))
  }

  /// What the rules are called: above the values, or to the right of them.
  mutating func ruleLabels(_ plot: Plot, _ layout: PlotLayout) {
    for layer in plot.layers {
      guard case .rule(let value, let direction, let label) = layer, !label.utf8.isEmpty else {
        continue
      }
      ruleLabel(label, value, direction, plot, layout)
    }
  }

  private mutating func ruleLabel(
    _ label: String, _ value: Double, _ direction: Plot.Direction, _ plot: Plot,
    _ layout: PlotLayout
  ) {
    let place = direction == .upright ? layout.x(value) : layout.y(value)
    guard place.isFinite else { return }
    if direction == .upright {
      let fitting = PlotText.fitting(label, layout.right - layout.left)
      let half = PlotText.width(fitting) / 2
      let middle = max(min(place, layout.right - half), layout.left + half)
      text(fitting, middle, layout.top - 3, anchor: "middle", ink: .text)
    } else {
      // Beside the values, where it hides none.
      text(
        PlotText.fitting(label, layout.width * PlotLayout.labelShare), layout.right + 6, place + 4,
        anchor: nil, ink: .text)
    }
  }
}
