/// Where everything of a plot lies, in units of about a pixel.
public struct PlotLayout: Sendable {
  /// The widths of drawings on wide pages and on phones.
  public static let wide = 600.0
  public static let narrow = 340.0

  /// A name on an axis.
  struct Label: Sendable {
    /// Along its axis: where the value is.
    let place: Double
    /// Where the middle of its text is, so that it stays in the drawing.
    let middle: Double
    let text: String
  }

  struct Legend: Sendable {
    let series: Int
    let x: Double
    let y: Double
    let text: String
  }

  public let width: Double
  public let height: Double
  /// What values are drawn in.
  public let left: Double
  public let right: Double
  public let top: Double
  public let bottom: Double
  let xRange: ClosedRange<Double>
  let yRange: ClosedRange<Double>
  private(set) var xLabels: [Label] = []
  private(set) var yLabels: [Label] = []
  /// Whether the names below are too long to lie side by side.
  let isSlanted: Bool
  private(set) var legend: [Legend] = []
  /// Whether the first of the names on the left is at the top.
  private let isFromTop: Bool

  /// Bars that lie say their values beside their ends, and rules that lie what they are called.
  private static func room(atTheEndOf plot: Plot, _ width: Double) -> Double {
    var room = 0.0
    for layer in plot.layers {
      switch layer {
      case .bars(let bars, .across) where bars.count <= PlotArtist.spokenBars:
        for bar in bars {
          room = max(room, PlotText.width(plot.x.scale.bareText(bar.value)))
        }
      case .rule(_, .across, let label):
        room = max(room, PlotText.width(PlotText.fitting(label, width * labelShare)))
      default: break
      }
    }
    return room
  }

  /// The part of a drawing that the name of a rule may take.
  static let labelShare = 0.25

  private static let margin = 12.0
  private static let line = 18.0

  /// - Parameter head: room for a title.
  public init(_ plot: Plot, width: Double = wide, head: Double = 0) {
    self.width = width
    isFromTop = plot.y.scale.names != nil
    (xRange, yRange) = Self.ranges(plot)

    // What is above.
    var (across, down) = (Self.margin, head + 4)
    if plot.series.count > 1 {
      for (number, name) in plot.series.enumerated() {
        let text = PlotText.fitting(name, width - 3 * Self.margin - 20)
        let needed = PlotText.width(text) + 34
        if across > Self.margin, across + needed > width {
          (across, down) = (Self.margin, down + Self.line)
        }
        legend.append(Legend(series: number, x: across, y: down + 9, text: text))
        across += needed
      }
      down += Self.line + 4
    }
    if !plot.y.title.utf8.isEmpty { down += Self.line }
    top = down + 8

    // What is on the left.
    var tall: Double = width < Self.wide ? 180 : 220
    // Each name has a row of its own, unless there are only lines between them.
    let hasRows = plot.layers.contains {
      switch $0 {
      case .dots, .intervals, .bars, .cells: true
      default: false
      }
    }
    if hasRows, let names = plot.y.scale.names {
      tall = min(max(Double(names.count) * 26, 78), 2_600)
    }
    let most = width * (width < Self.wide ? 0.34 : 0.3)
    let yTicks = plot.y.scale.ticks(yRange, most: Int(tall / 36)).map { tick in
      (tick.value, PlotText.fitting(tick.text, most))
    }
    left = yTicks.reduce(Self.margin) { max($0, PlotText.width($1.1) + 10) }
    right = width - Self.margin - 4 - Self.room(atTheEndOf: plot, width)
    bottom = top + tall

    // What is below.
    let wide = right - left
    let isNamed = plot.x.scale.names != nil
    let room: Double = if case .day = plot.x.scale { 92 } else { 64 }
    let xTicks = plot.x.scale.ticks(xRange, most: Int(wide / room))
    let longest = xTicks.reduce(0) { max($0, PlotText.width($1.text)) }
    isSlanted = isNamed && longest + 6 > wide / Double(max(xTicks.count, 1))
    // A slanted name takes as much to the left as it takes downwards.
    let slope = min(longest, 110) * 0.71
    let below = (isSlanted ? slope + 16 : 20) + (plot.x.title.utf8.isEmpty ? 0 : Self.line)
    height = bottom + below + 6

    for tick in xTicks {
      let text = isSlanted ? PlotText.fitting(tick.text, 110) : tick.text
      let place = x(tick.value)
      let half = PlotText.width(text) / 2
      let middle = isSlanted ? place : max(min(place, width - half - 1), half + 1)
      xLabels.append(Label(place: place, middle: middle, text: text))
    }
    xLabels = Self.apart(xLabels) { isSlanted ? 14 : PlotText.width($0) + 6 }
    yLabels = yTicks.map { Label(place: y($0.0), middle: y($0.0), text: $0.1) }
    yLabels = Self.apart(yLabels) { _ in 14 }
  }

  /// Every label, or only as many as fit without touching.
  private static func apart(_ labels: [Label], _ room: (String) -> Double) -> [Label] {
    var kept: [Label] = []
    for label in labels {
      if let last = kept.last {
        let needed = room(last.text) / 2 + room(label.text) / 2
        if abs(label.middle - last.middle) < needed { continue }
      }
      kept.append(label)
    }
    return kept
  }

  // MARK: - Places

  public func x(_ value: Double) -> Double {
    left + Self.share(value, xRange) * (right - left)
  }

  public func y(_ value: Double) -> Double {
    let share = Self.share(value, yRange)
    return isFromTop ? top + share * (bottom - top) : bottom - share * (bottom - top)
  }

  private static func share(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    if !value.isFinite { return .nan }
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return min(max(share, -0.02), 1.02)
  }

  /// Where the values of a layer are drawn; those of several series at one place are side by side.
  func places(of layer: Plot.Layer) -> [Plot.Point] {
    var places = layer.points.map { Plot.Point(x($0.x), y($0.y)) }
    func shift(_ item: Int, _ direction: Plot.Direction, _ distance: Double) {
      if direction == .upright { places[item].x += distance } else { places[item].y += distance }
    }
    switch layer {
    case .bars(let bars, let direction):
      let slot = slot(of: layer)
      if slot.count > 1 {
        for (item, bar) in bars.enumerated() {
          shift(item, direction, slot.shift(of: bar.series))
        }
      }
    case .intervals(let spans, let direction):
      let slot = slot(of: layer)
      if slot.count > 1 {
        for (item, span) in spans.enumerated() {
          shift(item, direction, slot.shift(of: span.series))
        }
      }
    default: break
    }
    return places
  }

  /// How wide a bar or an interval is, and how many lie side by side.
  struct Slot {
    var count = 1
    var width = 40.0

    func shift(of series: Int) -> Double {
      (Double(min(max(series, 0), count - 1)) - Double(count - 1) / 2) * width
    }
  }

  func slot(of layer: Plot.Layer) -> Slot {
    let ats = Self.ats(layer)
    guard let gap = Self.gap(ats.places) else { return Slot() }
    let range = ats.isAlongX ? xRange : yRange
    let length = ats.isAlongX ? right - left : bottom - top
    let whole = min(max(gap.least / (range.upperBound - range.lowerBound) * length * 0.72, 1), 60)
    let count = gap.isShared ? min(max(ats.series + 1, 1), 12) : 1
    return Slot(count: count, width: whole / Double(count))
  }

  private static func ats(
    _ layer: Plot.Layer
  ) -> (places: [Double], series: Int, isAlongX: Bool) {
    switch layer {
    case .bars(let bars, let direction):
      return (
        bars.map { $0.at }, bars.reduce(0) { max($0, min($1.series, 35)) }, direction == .upright
      )
    case .intervals(let spans, let direction):
      return (
        spans.map { $0.at }, spans.reduce(0) { max($0, min($1.series, 35)) }, direction == .upright
      )
    default: return ([], 0, true)
    }
  }

  /// The least distance between different places, and whether any two are the same.
  private static func gap(_ places: [Double]) -> (least: Double, isShared: Bool)? {
    let sorted = places.filter { $0.isFinite && abs($0) <= limit }.sorted()
    if sorted.isEmpty { return nil }
    var (least, isShared) = (Double.infinity, false)
    for (one, next) in zip(sorted, sorted.dropFirst()) {
      if one == next { isShared = true } else { least = min(least, next - one) }
    }
    return (least.isFinite ? least : 1, isShared)
  }

  // MARK: - Ranges

  /// Beyond it, nothing can be told apart anyway.
  private static let limit = 1e150

  private struct Reach {
    var (low, high) = (Double.infinity, -Double.infinity)

    mutating func add(_ value: Double) {
      guard value.isFinite else { return }
      low = min(low, max(value, -limit))
      high = max(high, min(value, limit))
    }
  }

  private static func ranges(_ plot: Plot) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    var (x, y) = (Reach(), Reach())
    // Bars reach half a gap to both sides, and leave room for the value at their end.
    var (isBarred, isFull) = ((x: false, y: false), (x: false, y: false))
    for layer in plot.layers {
      for point in layer.points + layer.reach {
        x.add(point.x)
        y.add(point.y)
      }
      guard case .bars(let bars, let direction) = layer, let gap = gap(bars.map { $0.at }) else {
        continue
      }
      for bar in bars {
        if direction == .upright {
          x.add(bar.at - gap.least / 2)
          x.add(bar.at + gap.least / 2)
        } else {
          y.add(bar.at - gap.least / 2)
          y.add(bar.at + gap.least / 2)
        }
      }
      if direction == .upright {
        (isBarred.y, isFull.x) = (true, true)
      } else {
        (isBarred.x, isFull.y) = (true, true)
      }
    }
    return (
      range(x, plot.x, isBarred: isBarred.x, isFull: isFull.x),
      range(y, plot.y, isBarred: isBarred.y, isFull: isFull.y)
    )
  }

  private static func range(
    _ reach: Reach, _ axis: Plot.Axis, isBarred: Bool, isFull: Bool
  ) -> ClosedRange<Double> {
    var reach = reach
    if let names = axis.scale.names {
      reach.add(0)
      reach.add(Double(max(names.count, 1) - 1))
      return min(reach.low, -0.5)...max(reach.high, Double(max(names.count, 1)) - 0.5)
    }
    let (low, high) = (reach.low, reach.high)
    let isEmpty = low > high
    if let least = axis.least {
      reach.add(least.lowerBound)
      reach.add(least.upperBound)
    }
    if let least = axis.least, axis.isWhole, least.lowerBound < least.upperBound { return least }
    if reach.low > reach.high { (reach.low, reach.high) = (0, 1) }
    let span = reach.high - reach.low
    // A single value is in the middle of something.
    guard span > max(abs(reach.low), abs(reach.high)) * 1e-12, span > 1e-150 else {
      var pad = max(abs(reach.low) * 0.1, 1e-9)
      switch axis.scale {
      case .number(let places, _), .signed(let places, _):
        var least = 2.0
        for _ in 0..<min(max(places, 0), 9) { least /= 10 }
        pad = max(pad, least)
      case .share: pad = max(pad, 0.05)
      case .day: pad = 3
      default: pad = max(pad, 60)
      }
      let isFloor = isBarred && reach.low == 0
      return (isFloor ? 0 : reach.low - pad)...(reach.high + pad)
    }
    if isEmpty || isFull { return reach.low...reach.high }
    // Values do not touch the frame, but ends that were asked for are where they are asked for.
    let pad = span * 0.04
    let isLowKept = axis.least.map { $0.lowerBound <= low } == true || isBarred && reach.low == 0
    let isHighKept = axis.least.map { $0.upperBound >= high } == true
    return
      (isLowKept ? reach.low : reach.low - pad)...(isHighKept
      ? reach.high : reach.high + pad * (isBarred ? 2.5 : 1))
  }
}

// MARK: - Reading

extension PlotLayout {
  /// Where a mark is drawn.
  public func place(of mark: PlotMark, in plot: Plot) -> Plot.Point? {
    guard plot.layers.indices.contains(mark.layer) else { return nil }
    let places = places(of: plot.layers[mark.layer])
    guard places.indices.contains(mark.item), places[mark.item].isDrawn else { return nil }
    return places[mark.item]
  }

  /// The mark nearest to a place.
  public func mark(nearest x: Double, _ y: Double, in plot: Plot) -> PlotMark? {
    var (best, least): (PlotMark?, Double) = (nil, .infinity)
    // Lines, bands and bars are read by their place along their axis.
    for number in Plot.Layer.readable(plot.layers) {
      let (across, down): (Double, Double) =
        switch plot.layers[number] {
        case .line, .steps, .band, .bars(_, .upright): (1, 0.04)
        case .bars: (0.04, 1)
        default: (1, 1)
        }
      for (item, place) in places(of: plot.layers[number]).enumerated() where place.isDrawn {
        let (dx, dy) = (place.x - x, place.y - y)
        let distance = dx * dx * across + dy * dy * down
        if distance < least { (best, least) = (PlotMark(layer: number, item: item), distance) }
      }
    }
    return best
  }

  /// Where an arrow leads.
  public enum Step: Sendable { case left, right, up, down, first, last }

  /// The next mark in a direction; the first or last without one.
  public func mark(_ step: Step, of mark: PlotMark?, in plot: Plot) -> PlotMark? {
    let isForward = step == .right || step == .down || step == .first
    let isUpright = step == .up || step == .down
    let start = step == .first || step == .last ? nil : mark
    var ranks: [Rank] = []
    var from: Rank?
    for number in Plot.Layer.readable(plot.layers) {
      // Maps are read row by row, everything else from left to right.
      let isByRow = isUpright != plot.layers[number].isMap
      for (item, place) in places(of: plot.layers[number]).enumerated() where place.isDrawn {
        let rank = Rank(
          main: isByRow ? place.y : place.x, other: isByRow ? place.x : place.y,
          mark: PlotMark(layer: number, item: item))
        if rank.mark == start { from = rank }
        ranks.append(rank)
      }
    }
    var best: Rank?
    for rank in ranks {
      if let from, isForward ? !(from < rank) : !(rank < from) { continue }
      if let best, isForward ? !(rank < best) : !(best < rank) { continue }
      best = rank
    }
    return best?.mark ?? from?.mark
  }

  /// The order in which marks are read.
  private struct Rank {
    let main: Double
    let other: Double
    let mark: PlotMark

    static func < (one: Rank, other: Rank) -> Bool {
      if one.main != other.main { return one.main < other.main }
      if one.other != other.other { return one.other < other.other }
      if one.mark.layer != other.mark.layer { return one.mark.layer < other.mark.layer }
      return one.mark.item < other.mark.item
    }
  }
}

extension Plot.Point {
  /// Whether it has a place in the drawing.
  var isDrawn: Bool { x.isFinite && y.isFinite }
}
