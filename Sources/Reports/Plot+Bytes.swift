import Ledger

extension Plot {
  public static func == (one: Plot, other: Plot) -> Bool { one.bytes == other.bytes }

  var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 1_024)
    writer.write(self)
    return writer.bytes
  }
}

extension ByteWriter {
  mutating func write(_ plot: Plot) {
    write(counted: plot.label)
    write(plot.x)
    write(plot.y)
    writeList(plot.series) { $0.write(counted: $1) }
    writeList(plot.layers) { $0.write($1) }
  }

  private mutating func write(_ axis: Plot.Axis) {
    write(counted: axis.label)
    switch axis.scale {
    case .number(let places, let unit):
      write(0)
      writeVarint(UInt64(max(places, 0)))
      write(counted: unit)
    case .signed(let places, let unit):
      write(1)
      writeVarint(UInt64(max(places, 0)))
      write(counted: unit)
    case .share: write(2)
    case .day: write(3)
    case .time: write(4)
    case .names(let names):
      write(5)
      writeList(names) { $0.write(counted: $1) }
    }
    write(flag: axis.least != nil)
    if let least = axis.least {
      write(number: least.lowerBound)
      write(number: least.upperBound)
      write(flag: axis.isWhole)
    }
  }

  private mutating func write(_ layer: Plot.Layer) {
    switch layer {
    case .dots(let dots):
      write(0)
      writeList(dots) { writer, dot in
        writer.write(number: dot.x)
        writer.write(number: dot.y)
        writer.writeSigned(Int64(dot.series))
        writer.write(counted: dot.name)
        writer.write(optional: dot.row)
        writer.write(flag: dot.isMarked)
      }
    case .intervals(let spans, let direction):
      write(1)
      write(spans)
      write(direction.rawValue)
    case .band(let spans):
      write(2)
      write(spans)
    case .line(let points, let stroke, let series):
      write(3)
      write(points)
      write(stroke.rawValue)
      writeSigned(Int64(series))
    case .steps(let points, let stroke, let series):
      write(4)
      write(points)
      write(stroke.rawValue)
      writeSigned(Int64(series))
    case .bars(let bars, let direction):
      write(5)
      writeList(bars) { writer, bar in
        writer.write(number: bar.at)
        writer.write(number: bar.value)
        writer.writeSigned(Int64(bar.series))
        writer.write(counted: bar.name)
      }
      write(direction.rawValue)
    case .cells(let cells):
      write(6)
      writeList(cells) { writer, cell in
        writer.writeSigned(Int64(cell.column))
        writer.writeSigned(Int64(cell.row))
        writer.write(number: cell.value ?? .nan)
        writer.write(counted: cell.name)
        writer.write(flag: cell.isHatched)
        writer.write(flag: cell.isMarked)
      }
    case .rule(let value, let direction, let label):
      write(7)
      write(number: value)
      write(direction.rawValue)
      write(counted: label)
    }
  }

  private mutating func write(_ spans: [Plot.Span]) {
    writeList(spans) { writer, span in
      writer.write(number: span.at)
      writer.write(number: span.low)
      writer.write(number: span.high)
      writer.write(number: span.value ?? .nan)
      writer.writeSigned(Int64(span.series))
      writer.write(counted: span.name)
    }
  }

  private mutating func write(_ points: [Plot.Point]) {
    writeList(points) {
      $0.write(number: $1.x)
      $0.write(number: $1.y)
    }
  }
}

extension ByteReader {
  mutating func readPlot() throws(Failure) -> Plot {
    let label = try readCountedText()
    let (x, y) = (try readAxis(), try readAxis())
    let series = try readTextList()
    let layers = try readList { (reader) throws(Failure) in try reader.readLayer() }
    return Plot(label, x: x, y: y, series: series, layers: layers)
  }

  private mutating func readAxis() throws(Failure) -> Plot.Axis {
    let label = try readCountedText()
    let scale: Plot.Scale
    switch try readByte() {
    case 0:
      let places = try readPlaces()
      scale = .number(places: places, unit: try readCountedText())
    case 1:
      let places = try readPlaces()
      scale = .signed(places: places, unit: try readCountedText())
    case 2: scale = .share
    case 3: scale = .day
    case 4: scale = .time
    default: scale = .names(try readTextList())
    }
    guard try readFlag() else { return Plot.Axis(label, scale) }
    let (low, high) = (try readDouble(), try readDouble())
    var axis = Plot.Axis(label, scale, least: low <= high ? low...high : nil)
    axis.isWhole = try readFlag()
    return axis
  }

  private mutating func readPlaces() throws(Failure) -> Int {
    min(Int(clamping: try readVarint()), 9)
  }

  private mutating func readLayer() throws(Failure) -> Plot.Layer {
    switch try readByte() {
    case 0:
      return .dots(
        try readList { (reader) throws(Failure) in
          let (x, y) = (try reader.readDouble(), try reader.readDouble())
          let series = Int(clamping: try reader.readSigned())
          let name = try reader.readCountedText()
          var dot = Plot.Dot(x, y, series: series, name: name, row: try reader.readOptionalRow())
          dot.isMarked = try reader.readFlag()
          return dot
        })
    case 1:
      let spans = try readSpans()
      return .intervals(spans, try readDirection())
    case 2: return .band(try readSpans())
    case 3:
      let points = try readPoints()
      let stroke = try readStroke()
      return .line(points, stroke, series: Int(clamping: try readSigned()))
    case 4:
      let points = try readPoints()
      let stroke = try readStroke()
      return .steps(points, stroke, series: Int(clamping: try readSigned()))
    case 5:
      let bars = try readList { (reader) throws(Failure) in
        let (place, value) = (try reader.readDouble(), try reader.readDouble())
        let series = Int(clamping: try reader.readSigned())
        return Plot.Bar(at: place, value, series: series, name: try reader.readCountedText())
      }
      return .bars(bars, try readDirection())
    case 6:
      return .cells(
        try readList { (reader) throws(Failure) in
          let column = Int(clamping: try reader.readSigned())
          let row = Int(clamping: try reader.readSigned())
          let value = try reader.readDouble()
          var cell = Plot.Cell(
            column, row, value.isNaN ? nil : value, name: try reader.readCountedText())
          (cell.isHatched, cell.isMarked) = (try reader.readFlag(), try reader.readFlag())
          return cell
        })
    default:
      let value = try readDouble()
      let direction = try readDirection()
      return .rule(at: value, direction, label: try readCountedText())
    }
  }

  private mutating func readSpans() throws(Failure) -> [Plot.Span] {
    try readList { (reader) throws(Failure) in
      let (place, low, high) = (
        try reader.readDouble(), try reader.readDouble(), try reader.readDouble()
      )
      let value = try reader.readDouble()
      let series = Int(clamping: try reader.readSigned())
      return Plot.Span(
        at: place, low, high, value: value.isNaN ? nil : value, series: series,
        name: try reader.readCountedText())
    }
  }

  private mutating func readPoints() throws(Failure) -> [Plot.Point] {
    try readList { (reader) throws(Failure) in
      let x = try reader.readDouble()
      return Plot.Point(x, try reader.readDouble())
    }
  }

  private mutating func readDirection() throws(Failure) -> Plot.Direction {
    Plot.Direction(rawValue: try readByte()) ?? .upright
  }

  private mutating func readStroke() throws(Failure) -> Plot.Stroke {
    Plot.Stroke(rawValue: try readByte()) ?? .solid
  }
}
