/// The data of a path, with one decimal.
struct PlotPath {
  private var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func move(_ x: Double, _ y: Double) { put(UInt8(ascii: "M"), x, y) }
  mutating func line(_ x: Double, _ y: Double) { put(UInt8(ascii: "L"), x, y) }

  /// Adds path data that belongs to where the pen is.
  mutating func add(_ data: StaticString) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: data.utf8Start, count: data.utf8CodeUnitCount))
  }

  /// A rectangle, whichever corner is where.
  mutating func box(_ x: Double, _ y: Double, _ otherX: Double, _ otherY: Double) {
    move(x, y)
    line(otherX, y)
    line(otherX, otherY)
    line(x, otherY)
    bytes.append(UInt8(ascii: "Z"))
  }

  mutating func close() { bytes.append(UInt8(ascii: "Z")) }

  private mutating func put(_ letter: UInt8, _ x: Double, _ y: Double) {
    bytes.append(letter)
    put(x)
    bytes.append(UInt8(ascii: " "))
    put(y)
  }

  private mutating func put(_ number: Double) {
    let tenths = Self.tenths(number)
    if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
    let size = tenths < 0 ? -tenths : tenths
    var (rest, unit) = (size / 10, 1)
    while unit <= rest / 10 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
      rest %= unit
      unit /= 10
    }
    if size % 10 > 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: size % 10))
    }
  }

  private static func tenths(_ number: Double) -> Int {
    number.isNaN ? 0 : Int((min(max(number, -1e7), 1e7) * 10).rounded())
  }

  /// The same for places that are drawn alike, within 57 bits.
  static func key(_ x: Double, _ y: Double) -> Int64 {
    Int64(tenths(x)) << 28 + Int64(tenths(y))
  }

  static func text(_ number: Double) -> String {
    var path = PlotPath()
    path.put(number)
    return path.text
  }
}
