import CZlib
import Ledger

/// Pictures as PNG, with three bytes per pixel.
enum PNGFile {
  private static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

  /// Writes rows of red, green and blue.
  static func write(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8]? {
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count + height)
    for row in 0..<height {
      rows.append(0)
      rows += pixels[row * 3 * width..<(row + 1) * 3 * width]
    }
    var size = compressBound(uLong(rows.count))
    var packed = [UInt8](repeating: 0, count: Int(size))
    guard unsafe compress2(&packed, &size, rows, uLong(rows.count), 9) == Z_OK else { return nil }
    let header = number(UInt32(width)) + number(UInt32(height)) + [8, 2, 0, 0, 0]
    return signature + chunk("IHDR", header) + chunk("IDAT", Array(packed.prefix(Int(size))))
      + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + bytes
    let sum = unsafe crc32(0, named, uInt(named.count))
    return number(UInt32(bytes.count)) + named + number(UInt32(truncatingIfNeeded: sum))
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  /// A picture that was read.
  struct Contents {
    let width: Int
    let height: Int
    let pixels: [UInt8]
  }

  /// Reads any PNG with 8 or 16 bits per channel that is not interlaced; the error says why another cannot be read.
  static func read(_ bytes: [UInt8]) throws(CommandError) -> Contents {
    guard bytes.starts(with: signature) else { throw .failed("it is not a PNG file") }
    var (place, header, palette, packed) = (8, [UInt8](), [UInt8](), [UInt8]())
    while place + 12 <= bytes.count {
      let size = Int(value(bytes, place))
      guard size <= bytes.count - place - 12 else { throw .failed("its end is missing") }
      let data = bytes[place + 8..<place + 8 + size]
      switch String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) {
      case "IHDR": header = Array(data)
      case "PLTE": palette = Array(data)
      case "IDAT": packed += data
      default: break
      }
      place += size + 12
    }
    guard header.count == 13 else { throw .failed("its header is missing") }
    let (width, height) = (Int(value(header, 0)), Int(value(header, 4)))
    guard (1...8_192).contains(width), (1...8_192).contains(height) else {
      throw .failed("it is larger than 8,192 pixels")
    }
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][header[9]] ?? 0
    let depth = Int(header[8]) / 8
    guard channels > 0, depth == 1 || depth == 2, header[12] == 0, header[9] != 3 || depth == 1
    else {
      throw .failed("it is interlaced, or does not have 8 or 16 bits per channel")
    }
    let rows = try unpacked(packed, stride: width * channels * depth, height, channels * depth)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    for place in stride(from: 0, to: width * height * channels * depth, by: channels * depth) {
      switch header[9] {
      case 2, 6: for part in 0..<3 { pixels.append(rows[place + part * depth]) }
      case 3:
        let entry = 3 * Int(rows[place])
        for part in 0..<3 {
          pixels.append(entry + part < palette.count ? palette[entry + part] : 0)
        }
      default: for _ in 0..<3 { pixels.append(rows[place]) }
      }
    }
    return Contents(width: width, height: height, pixels: pixels)
  }

  private static func value(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The rows with PNG's filters undone.
  private static func unpacked(
    _ packed: [UInt8], stride: Int, _ height: Int, _ pixel: Int
  ) throws(CommandError) -> [UInt8] {
    var size = uLong((stride + 1) * height)
    var rows = [UInt8](repeating: 0, count: Int(size))
    guard unsafe uncompress(&rows, &size, packed, uLong(packed.count)) == Z_OK,
      Int(size) == rows.count
    else { throw .failed("its pixels are damaged") }
    var plain = [UInt8](repeating: 0, count: stride * height)
    for row in 0..<height {
      let filter = rows[row * (stride + 1)]
      guard filter <= 4 else { throw .failed("its pixels are damaged") }
      for column in 0..<stride {
        let left = column >= pixel ? Int(plain[row * stride + column - pixel]) : 0
        let above = row > 0 ? Int(plain[(row - 1) * stride + column]) : 0
        let corner =
          row > 0 && column >= pixel ? Int(plain[(row - 1) * stride + column - pixel]) : 0
        let guess =
          switch filter {
          case 0: 0
          case 1: left
          case 2: above
          case 3: (left + above) / 2
          default: paeth(left, above, corner)
          }
        plain[row * stride + column] = rows[row * (stride + 1) + 1 + column] &+ UInt8(guess)
      }
    }
    return plain
  }

  /// The one of three neighbours that is nearest to a plane through them.
  private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    let plane = left + above - corner
    let (a, b, c) = (abs(plane - left), abs(plane - above), abs(plane - corner))
    return a <= b && a <= c ? left : b <= c ? above : corner
  }
}
