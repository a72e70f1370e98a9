public import Ledger

/// One value of a plot that can be read: which layer, and which of its values.
public struct PlotMark: Equatable, Sendable {
  public let layer: Int
  public let item: Int

  public init(layer: Int, item: Int) { (self.layer, self.item) = (layer, item) }
}

extension Plot.Layer {
  /// Its values as points of the plot, in order.
  var points: [Plot.Point] {
    switch self {
    case .dots(let dots): dots.map { Plot.Point($0.x, $0.y) }
    case .intervals(let spans, let direction):
      spans.map { direction.point($0.at, $0.middle) }
    case .band(let spans): spans.map { Plot.Point($0.at, $0.middle) }
    case .line(let points, _, _), .steps(let points, _, _): points
    case .bars(let bars, let direction): bars.map { direction.point($0.at, $0.value) }
    case .cells(let cells): cells.map { Plot.Point(Double($0.column), Double($0.row)) }
    case .rule(let value, let direction, _): [direction.point(value, .nan)]
    }
  }

  /// How far its values reach: two more points for each.
  var reach: [Plot.Point] {
    switch self {
    case .intervals(let spans, let direction):
      spans.flatMap { [direction.point($0.at, $0.low), direction.point($0.at, $0.high)] }
    case .band(let spans):
      spans.flatMap { [Plot.Point($0.at, $0.low), Plot.Point($0.at, $0.high)] }
    case .bars(_, let direction): [direction.point(.nan, 0)]
    default: []
    }
  }

  var isMap: Bool { if case .cells = self { true } else { false } }

  /// What is read: values with names before bands, and those before lines.
  private var rank: Int {
    switch self {
    case .dots(let dots): dots.isEmpty ? 3 : 0
    case .intervals(let spans, _): spans.isEmpty ? 3 : 0
    case .bars(let bars, _): bars.isEmpty ? 3 : 0
    case .cells(let cells): cells.isEmpty ? 3 : 0
    case .band(let spans): spans.isEmpty ? 3 : 1
    case .line(let points, _, _), .steps(let points, _, _): points.isEmpty ? 3 : 2
    case .rule: 3
    }
  }

  static func readable(_ layers: [Plot.Layer]) -> [Int] {
    let least = layers.reduce(3) { min($0, $1.rank) }
    return least == 3 ? [] : layers.indices.filter { layers[$0].rank == least }
  }
}

extension Plot.Direction {
  /// A place on the other axis and a value along this one.
  func point(_ place: Double, _ value: Double) -> Plot.Point {
    self == .upright ? Plot.Point(place, value) : Plot.Point(value, place)
  }
}

extension Plot.Span {
  var middle: Double { value ?? low / 2 + high / 2 }
}

// MARK: - In words

extension Plot {
  /// Whether it has values that can be read.
  public var isReadable: Bool { !Layer.readable(layers).isEmpty }

  /// What is said about a mark: its name and its values with their units.
  public func text(of mark: PlotMark) -> String {
    guard layers.indices.contains(mark.layer), mark.item >= 0 else { return "" }
    let item = mark.item
    switch layers[mark.layer] {
    case .dots(let dots) where item < dots.count:
      let dot = dots[item]
      let values = [x.named(dot.x), y.named(dot.y)].filter { !$0.utf8.isEmpty }
      return said(dot.name, values.joined(separator: ", "), of: dot.series)
    case .intervals(let spans, let direction) where item < spans.count:
      let (place, along) = direction == .upright ? (x, y) : (y, x)
      return text(of: spans[item], place, along)
    case .band(let spans) where item < spans.count: return text(of: spans[item], x, y)
    case .bars(let bars, let direction) where item < bars.count:
      let (place, along) = direction == .upright ? (x, y) : (y, x)
      let bar = bars[item]
      return said(
        bar.name.utf8.isEmpty ? place.scale.text(bar.at) : bar.name, along.named(bar.value),
        of: bar.series)
    case .line(let points, _, let series) where item < points.count,
      .steps(let points, _, let series) where item < points.count:
      return said(x.scale.text(points[item].x), y.named(points[item].y), of: series)
    case .cells(let cells) where item < cells.count: return cells[item].name
    default: return ""
    }
  }

  private func text(of span: Span, _ place: Axis, _ along: Axis) -> String {
    let ends = "\(along.scale.bareText(span.low)) to \(along.scale.text(span.high))"
    return said(
      span.name.utf8.isEmpty ? place.scale.text(span.at) : span.name,
      span.value.map { "\(along.named($0)), \(ends)" } ?? "\(along.label) \(ends)",
      of: span.series)
  }

  private func said(_ name: String, _ values: String, of number: Int) -> String {
    let name =
      series.count > 1 && series.indices.contains(number) && !series[number].hasSameBytes(as: name)
      ? name.utf8.isEmpty ? series[number] : "\(name), \(series[number])" : name
    return name.utf8.isEmpty ? values : "\(name): \(values)"
  }
}

extension Plot {
  /// What is opened with a mark.
  public func row(of mark: PlotMark) -> RowID? {
    guard layers.indices.contains(mark.layer), case .dots(let dots) = layers[mark.layer],
      dots.indices.contains(mark.item)
    else { return nil }
    return dots[mark.item].row
  }
}

extension Plot.Axis {
  fileprivate func named(_ value: Double) -> String {
    let text = scale.text(value)
    if scale.names != nil || label.utf8.isEmpty { return text }
    return "\(label) \(text)"
  }
}
