public import Ledger

/// A chart as data: what lies where. How it looks is decided in one place, `PlotDrawing`.
///
/// Values that are not finite are left out of the drawing.
public struct Plot: Equatable, Sendable {
  /// What it shows, in a few words, for readers of the screen and for files.
  public var label: String
  public var x: Axis
  public var y: Axis
  /// Drawn in this order.
  public var layers: [Layer]
  /// The names of the series, by number. A single series needs none.
  public var series: [String]

  public init(
    _ label: String, x: Axis, y: Axis, series: [String] = [], layers: [Layer] = []
  ) {
    (self.label, self.x, self.y, self.series, self.layers) = (label, x, y, series, layers)
  }

  /// What is measured along one side of a plot.
  public struct Axis: Sendable {
    public var label: String
    public var scale: Scale
    /// What it spans at least; it grows to hold every value.
    public var least: ClosedRange<Double>?
    /// Whether that is all it spans: intervals that reach beyond it end in an arrow.
    public var isWhole = false

    public init(_ label: String, _ scale: Scale, least: ClosedRange<Double>? = nil) {
      (self.label, self.scale, self.least) = (label, scale, least)
    }
  }

  public enum Scale: Sendable {
    /// Numbers with this many decimals.
    case number(places: Int, unit: String)
    /// Differences: numbers that are shown with their sign.
    case signed(places: Int, unit: String)
    /// From 0 to 1, shown in percent.
    case share
    /// Civil days.
    case day
    /// Seconds, shown as hours and minutes.
    case time
    /// Names at 0, 1, 2 …; on the vertical axis the first is at the top.
    case names([String])
  }

  public enum Layer: Sendable {
    case dots([Dot])
    /// From low to high, with a mark at the value.
    case intervals([Span], Direction)
    /// The area between low and high.
    case band([Span])
    case line([Point], Stroke, series: Int = 0)
    /// A line that keeps its height until the next point.
    case steps([Point], Stroke, series: Int = 0)
    /// From zero to the value.
    case bars([Bar], Direction)
    /// A square for each pair of names, coloured from −1 through 0 to 1.
    case cells([Cell])
    /// A straight line across the whole plot at a value of the other axis.
    case rule(at: Double, Direction, label: String)
  }

  /// `upright`: along the vertical axis, at a place of the horizontal one.
  public enum Direction: UInt8, Sendable { case upright, across }

  public enum Stroke: UInt8, Sendable {
    case solid, dashed
    /// In the background: one of many.
    case faint
  }

  public struct Point: Sendable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  }

  /// A dot that can be read: its name is said with its values.
  public struct Dot: Sendable {
    public var x: Double
    public var y: Double
    public var series: Int
    public var name: String
    /// What is opened with it.
    public var row: RowID?
    /// Whether it is drawn as an alarm.
    public var isMarked = false

    public init(_ x: Double, _ y: Double, series: Int = 0, name: String, row: RowID? = nil) {
      (self.x, self.y, self.series, self.name, self.row) = (x, y, series, name, row)
    }
  }

  public struct Span: Sendable {
    public var at: Double
    public var low: Double
    public var high: Double
    public var value: Double?
    public var series: Int
    public var name: String

    public init(
      at place: Double, _ low: Double, _ high: Double, value: Double? = nil, series: Int = 0,
      name: String = ""
    ) {
      (at, self.low, self.high, self.value) = (place, low, high, value)
      (self.series, self.name) = (series, name)
    }
  }

  public struct Bar: Sendable {
    public var at: Double
    public var value: Double
    public var series: Int
    public var name: String

    public init(at place: Double, _ value: Double, series: Int = 0, name: String = "") {
      (at, self.value, self.series, self.name) = (place, value, series, name)
    }
  }

  public struct Cell: Sendable {
    public var column: Int
    public var row: Int
    /// From −1 to 1; `nil` draws an empty cell.
    public var value: Double?
    /// What is said about it.
    public var name: String
    /// Whether too little is known.
    public var isHatched = false
    public var isMarked = false

    public init(_ column: Int, _ row: Int, _ value: Double?, name: String) {
      (self.column, self.row, self.value, self.name) = (column, row, value, name)
    }
  }
}
