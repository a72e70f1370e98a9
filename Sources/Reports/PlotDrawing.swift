public import Markup

/// How a plot looks.
///
/// A series is drawn as one path, however many values it has.
public enum PlotDrawing {
  public enum Form: Sendable {
    /// On the page: coloured by its styles, hidden from screen readers.
    case page
    /// A file of its own: with its size, its colours and its title.
    case standalone
  }

  /// The drawing of a plot, `width` units wide: ``PlotLayout/wide`` or ``PlotLayout/narrow``.
  @inline(__always)
  public static func drawing<Message>(
    of plot: Plot, width: Double = PlotLayout.wide, form: Form = .page
  ) -> Node<Message> {
    root(plot, width, form).silent()
  }

  /// A plot as the text of an SVG file.
  public static func file(of plot: Plot, width: Double = PlotLayout.wide) -> String {
    HTML.text(of: root(plot, width, .standalone))
  }

  /// A ring around a mark, to lie above the drawing of the same width.
  @inline(__always)
  public static func ring<Message>(
    around mark: PlotMark, in plot: Plot, width: Double
  ) -> Node<Message> {
    ringed(mark, plot, width).silent()
  }

  @inline(never)
  private static func ringed(_ mark: PlotMark, _ plot: Plot, _ width: Double) -> Node<Never> {
    let layout = PlotLayout(plot, width: width)
    let (wide, high) = (PlotPath.text(layout.width), PlotPath.text(layout.height))
    var circles: [Node<Never>] = []
    if let place = layout.place(of: mark, in: plot) {
      circles = [
        SVG.circle(
          .plain("cx", PlotPath.text(place.x)), .plain("cy", PlotPath.text(place.y)),
          .plain("r", "9"))
      ]
    }
    return .drawing(
      "svg",
      [
        .className("plot-ring"), .viewBox("0 0 \(wide) \(high)"), .hidden(fromReaders: true),
      ], circles)
  }

  /// Room for the title of a file.
  private static let head = 26.0

  @inline(never)
  private static func root(_ plot: Plot, _ width: Double, _ form: Form) -> Node<Never> {
    let layout = PlotLayout(plot, width: width, head: form == .page ? 0 : head)
    let content = content(plot, layout, form)
    let (wide, high) = (PlotPath.text(layout.width), PlotPath.text(layout.height))
    var attributes: [Attribute<Never>] = [.viewBox("0 0 \(wide) \(high)")]
    if form == .page {
      attributes += [.className("plot-drawing"), .hidden(fromReaders: true)]
      return .drawing("svg", attributes, content)
    }
    attributes += [
      .plain("xmlns", "http://www.w3.org/2000/svg"), .plain("width", wide), .plain("height", high),
      .role("img"), .label(plot.label), .plain("font-family", "sans-serif"),
    ]
    let paper: Node<Never> = SVG.rect(
      .plain("width", wide), .plain("height", high), .plain("fill", "#ffffff"))
    var artist = PlotArtist(form: form)
    artist.text(plot.label, 12, 20, anchor: nil, ink: .text, size: "14")
    return .drawing("svg", attributes, [paper] + artist.nodes + content)
  }

  /// What lies in a drawing, in the places of a layout.
  private static func content(
    _ plot: Plot, _ layout: PlotLayout, _ form: Form
  ) -> [Node<Never>] {
    var artist = PlotArtist(form: form)
    artist.frame(plot, layout)
    for layer in plot.layers { artist.draw(layer, plot, layout) }
    artist.legend(plot, layout)
    artist.ruleLabels(plot, layout)
    return artist.nodes
  }
}

/// The colours of plots; the styles of the page have one for each of them.
enum PlotInk {
  case series(Int)
  case text, grid, alarm

  /// How many series have a colour of their own.
  static let count = 6

  var className: String {
    switch self {
    case .series(let number): "plot-ink-\(number % Self.count)"
    case .text: "plot-ink-text"
    case .grid: "plot-ink-grid"
    case .alarm: "plot-ink-alarm"
    }
  }

  /// The colour on white paper.
  var colour: String {
    switch self {
    case .series(let number):
      ["#8a5a0c", "#2762b8", "#187043", "#824b78", "#231d15", "#8f8370"][number % Self.count]
    case .text: "#655a4b"
    case .grid: "#e0d6c3"
    case .alarm: "#b3261e"
    }
  }
}
