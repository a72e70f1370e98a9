/// A QR code: ISO/IEC 18004, bytes, level M, versions 1 to 10.
public struct QRCode: Hashable, Sendable {
  /// How many modules a side has.
  public private(set) var size: Int
  private var dark: [Bool]
  /// Which modules belong to patterns that no text changes.
  private var fixed: [Bool]

  /// The longest text, in bytes.
  public static let byteLimit = 213

  /// The code of a text; `nil` if it is longer than ``byteLimit``.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = Version.all.first(where: { $0.byteCount >= bytes.count }) else {
      return nil
    }
    size = 17 + 4 * version.number
    dark = [Bool](repeating: false, count: size * size)
    fixed = dark
    drawPatterns(version)
    place(version.interleaved(version.codewords(of: bytes)))
    var best: (code: QRCode, penalty: Int)?
    for mask in 0..<8 {
      var code = self
      code.apply(mask)
      code.drawFormat(mask)
      let penalty = code.penalty
      if penalty < best?.penalty ?? .max { best = (code, penalty) }
    }
    if let best { self = best.code }
  }

  /// Whether a module is dark.
  public subscript(column: Int, row: Int) -> Bool { dark[row * size + column] }

  /// Whether a module is the same whatever the text is.
  func isFixed(_ column: Int, _ row: Int) -> Bool { fixed[row * size + column] }

  private mutating func set(_ column: Int, _ row: Int, _ isDark: Bool) {
    dark[row * size + column] = isDark
    fixed[row * size + column] = true
  }

  // MARK: - Patterns

  private mutating func drawPatterns(_ version: Version) {
    for place in 8..<(size - 8) {
      set(place, 6, place % 2 == 0)
      set(6, place, place % 2 == 0)
    }
    for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(column, row) }
    let centres = version.centres
    for row in centres {
      for column in centres {
        let isCorner =
          (row == 6 && (column == 6 || column == size - 7)) || (row == size - 7 && column == 6)
        if !isCorner { drawAlignment(column, row) }
      }
    }
    drawFormat(0)
    if version.number >= 7 { drawVersion(version.number) }
  }

  private mutating func drawFinder(_ column: Int, _ row: Int) {
    for y in -4...4 {
      for x in -4...4 {
        let distance = max(abs(x), abs(y))
        let (at, below) = (column + x, row + y)
        guard (0..<size).contains(at), (0..<size).contains(below) else { continue }
        set(at, below, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignment(_ column: Int, _ row: Int) {
    for y in -2...2 {
      for x in -2...2 { set(column + x, row + y, max(abs(x), abs(y)) != 1) }
    }
  }

  /// Level and mask, twice, with ten bits that correct errors.
  private mutating func drawFormat(_ mask: Int) {
    let bits = Self.format(mask)
    func bit(_ place: Int) -> Bool { bits >> UInt32(place) & 1 == 1 }
    for place in 0..<6 { set(8, place, bit(place)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for place in 9..<15 { set(14 - place, 8, bit(place)) }
    for place in 0..<8 { set(size - 1 - place, 8, bit(place)) }
    for place in 8..<15 { set(8, size - 15 + place, bit(place)) }
    set(8, size - 8, true)
  }

  /// The fifteen bits of level M and a mask.
  static func format(_ mask: Int) -> UInt32 {
    // Level M is 00.
    let data = UInt32(mask)
    return (data << 10 | remainder(data, 0x537, bits: 10)) ^ 0x5412
  }

  private static func remainder(_ data: UInt32, _ polynomial: UInt32, bits: UInt32) -> UInt32 {
    var rest = data
    for _ in 0..<bits { rest = rest << 1 ^ (rest >> (bits - 1) & 1) * polynomial }
    return rest
  }

  private mutating func drawVersion(_ number: Int) {
    let data = UInt32(number)
    let bits = data << 12 | Self.remainder(data, 0x1F25, bits: 12)
    for place in 0..<18 {
      let isDark = bits >> UInt32(place) & 1 == 1
      set(size - 11 + place % 3, place / 3, isDark)
      set(place / 3, size - 11 + place % 3, isDark)
    }
  }

  // MARK: - Content

  /// Fills the free modules from the right, two columns at a time, up and down in turn.
  private mutating func place(_ codewords: [UInt8]) {
    var place = 0
    forEachFree { code, index in
      guard place < codewords.count * 8 else { return }
      code.dark[index] = codewords[place / 8] >> UInt8(7 - place % 8) & 1 == 1
      place += 1
    }
  }

  private mutating func forEachFree(_ body: (inout QRCode, Int) -> Void) {
    var right = size - 1
    var isUpward = true
    while right > 0 {
      if right == 6 { right -= 1 }
      for step in 0..<size {
        let row = isUpward ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed(column, row) {
          body(&self, row * size + column)
        }
      }
      isUpward.toggle()
      right -= 2
    }
  }

  private mutating func apply(_ mask: Int) {
    for row in 0..<size {
      for column in 0..<size where !isFixed(column, row) && Self.isTurned(column, row, mask) {
        dark[row * size + column].toggle()
      }
    }
  }

  /// Whether a mask turns a module over.
  static func isTurned(_ column: Int, _ row: Int, _ mask: Int) -> Bool {
    let product = column * row
    switch mask {
    case 0: return (column + row) % 2 == 0
    case 1: return row % 2 == 0
    case 2: return column % 3 == 0
    case 3: return (column + row) % 3 == 0
    case 4: return (column / 3 + row / 2) % 2 == 0
    case 5: return product % 2 + product % 3 == 0
    case 6: return (product % 2 + product % 3) % 2 == 0
    default: return ((column + row) % 2 + product % 3) % 2 == 0
    }
  }

  /// Its penalty score by the standard.
  private var penalty: Int {
    var penalty = 0
    for line in 0..<size {
      penalty += Self.penalty(of: (0..<size).map { self[$0, line] })
      penalty += Self.penalty(of: (0..<size).map { self[line, $0] })
    }
    var count = 0
    for row in 0..<size {
      for column in 0..<size {
        if self[column, row] { count += 1 }
        guard column + 1 < size, row + 1 < size else { continue }
        let here = self[column, row]
        if self[column + 1, row] == here, self[column, row + 1] == here,
          self[column + 1, row + 1] == here
        {
          penalty += 3
        }
      }
    }
    let all = size * size
    return penalty + abs(count * 20 - all * 10) / all * 10
  }

  private static func penalty(of line: [Bool]) -> Int {
    var (penalty, run) = (0, 0)
    for place in line.indices {
      run = place > 0 && line[place] == line[place - 1] ? run + 1 : 1
      if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
    }
    let finder = [true, false, true, true, true, false, true]
    let light = [false, false, false, false]
    for pattern in [finder + light, light + finder] where line.count >= pattern.count {
      for start in 0...(line.count - pattern.count)
      where line[start..<(start + pattern.count)].elementsEqual(pattern) {
        penalty += 40
      }
    }
    return penalty
  }

  // MARK: - Picture

  /// The dark squares inside their quiet border, as the data of an SVG path.
  var path: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        guard self[column, row] else {
          column += 1
          continue
        }
        var end = column
        while end < size, self[end, row] { end += 1 }
        path += "M\(column + 4) \(row + 4)h\(end - column)v1h-\(end - column)z"
        column = end
      }
    }
    return path
  }

  /// Its width and height with the required quiet border.
  var side: Int { size + 8 }

  /// The code as an SVG, whatever the page's colours.
  public var svg: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\" "
      + "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h\(side)v\(side)h-\(side)z\"/>"
      + "<path fill=\"#000\" d=\"\(path)\"/></svg>"
  }
}

extension QRCode {
  /// How large a code is and how its codewords are divided, at level M.
  struct Version {
    let number: Int
    /// The error correction of each block.
    let correction: Int
    /// The number of blocks and their codewords; later ones have one more.
    let blocks: Int
    let length: Int
    let longer: Int
    /// The positions of the alignment patterns.
    let centres: [Int]

    static let all: [Version] = [
      .init(1, 10, 1, 16, 0, []), .init(2, 16, 1, 28, 0, [6, 18]),
      .init(3, 26, 1, 44, 0, [6, 22]), .init(4, 18, 2, 32, 0, [6, 26]),
      .init(5, 24, 2, 43, 0, [6, 30]), .init(6, 16, 4, 27, 0, [6, 34]),
      .init(7, 18, 4, 31, 0, [6, 22, 38]), .init(8, 22, 2, 38, 2, [6, 24, 42]),
      .init(9, 22, 3, 36, 2, [6, 26, 46]), .init(10, 26, 4, 43, 1, [6, 28, 50]),
    ]

    private init(
      _ number: Int, _ correction: Int, _ blocks: Int, _ length: Int, _ longer: Int,
      _ centres: [Int]
    ) {
      (self.number, self.correction, self.blocks) = (number, correction, blocks)
      (self.length, self.longer, self.centres) = (length, longer, centres)
    }

    /// How many codewords hold content.
    var dataCount: Int { blocks * length + longer * (length + 1) }
    /// How many bytes of text fit.
    var byteCount: Int { dataCount - (number < 10 ? 2 : 3) }

    /// Mode, length and bytes, filled up.
    func codewords(of bytes: [UInt8]) -> [UInt8] {
      var words: [UInt8] = []
      // Four bits of mode, 8 or 16 of length, then the bytes: each byte straddles two codewords.
      var rest: UInt8 = 0x40
      func push(_ byte: UInt8) {
        words.append(rest | byte >> 4)
        rest = byte << 4
      }
      if number >= 10 { push(UInt8(truncatingIfNeeded: bytes.count >> 8)) }
      push(UInt8(truncatingIfNeeded: bytes.count))
      for byte in bytes { push(byte) }
      words.append(rest)
      var filler: UInt8 = 0xEC
      while words.count < dataCount {
        words.append(filler)
        filler ^= 0xEC ^ 0x11
      }
      return words
    }

    /// The lengths of the blocks.
    var lengths: [Int] {
      [Int](repeating: length, count: blocks) + [Int](repeating: length + 1, count: longer)
    }

    /// The codewords of all blocks in turn, those of content first.
    func interleaved(_ words: [UInt8]) -> [UInt8] {
      var (parts, corrections): ([[UInt8]], [[UInt8]]) = ([], [])
      var start = 0
      for length in lengths {
        let part = Array(words[start..<(start + length)])
        parts.append(part)
        corrections.append(ReedSolomon.correction(of: part, count: correction))
        start += length
      }
      var all: [UInt8] = []
      for place in 0...length {
        for part in parts where place < part.count { all.append(part[place]) }
      }
      for place in 0..<correction { for part in corrections { all.append(part[place]) } }
      return all
    }
  }
}

/// Error correction codewords.
enum ReedSolomon {
  /// The remainder of the content by the polynomial whose roots are the first powers of 2.
  static func correction(of words: [UInt8], count: Int) -> [UInt8] {
    var divisor = [UInt8](repeating: 0, count: count - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      for place in 0..<count {
        divisor[place] = product(divisor[place], root)
        if place + 1 < count { divisor[place] ^= divisor[place + 1] }
      }
      root = product(root, 2)
    }
    var rest = [UInt8](repeating: 0, count: count)
    for word in words {
      let factor = word ^ rest.removeFirst()
      rest.append(0)
      for place in 0..<count { rest[place] ^= product(divisor[place], factor) }
    }
    return rest
  }

  /// The product in the field of 256 elements that QR codes use.
  static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var sum: UInt16 = 0
    for step in 0..<8 {
      sum = sum << 1 ^ (sum >> 7 & 1) * 0x11D
      sum ^= (UInt16(other) >> UInt16(7 - step) & 1) * UInt16(one)
    }
    return UInt8(truncatingIfNeeded: sum)
  }
}
