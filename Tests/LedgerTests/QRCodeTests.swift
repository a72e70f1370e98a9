import Testing

@testable import Domain

/// Codes are read back, as a camera would, from their modules.
@Suite struct QRCodeTests {
  /// Reads a code by the rules of the standard, without the tables of whoever wrote it.
  private func read(_ code: QRCode) throws -> String {
    let version = (code.size - 17) / 4
    // The format, by the mask with which it was written.
    var format: UInt32 = 0
    let places = (0..<6).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (9..<15).map { (14 - $0, 8) }
    for (bit, place) in places.enumerated() where code[place.0, place.1] {
      format |= 1 << UInt32(bit)
    }
    let mask = try #require((0..<8).first { QRCode.format($0) == format })
    var bits: [Bool] = []
    var (right, isUpward) = (code.size - 1, true)
    while right > 0 {
      if right == 6 { right = 5 }
      for step in 0..<code.size {
        let row = isUpward ? code.size - 1 - step : step
        for column in [right, right - 1] where !isPattern(column, row, version, code.size) {
          let isTurned: Bool =
            switch mask {
            case 0: (row + column).isMultiple(of: 2)
            case 1: row.isMultiple(of: 2)
            case 2: column.isMultiple(of: 3)
            case 3: (row + column).isMultiple(of: 3)
            case 4: (row / 2 + column / 3).isMultiple(of: 2)
            case 5: (row * column).isMultiple(of: 6)
            case 6: (row * column % 2 + row * column % 3).isMultiple(of: 2)
            default: (row * column % 3 + (row + column) % 2).isMultiple(of: 2)
            }
          bits.append(code[column, row] != isTurned)
        }
      }
      isUpward.toggle()
      right -= 2
    }
    var words: [UInt8] = []
    for start in stride(from: 0, to: bits.count - 7, by: 8) {
      words.append(bits[start..<(start + 8)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    }
    return try text(of: words, version)
  }

  /// Blocks of level M, from the standard's table: content and correction of each.
  private static let blocks: [[(content: Int, correction: Int)]] = [
    [(16, 10)], [(28, 16)], [(44, 26)], [(32, 18), (32, 18)], [(43, 24), (43, 24)],
    .init(repeating: (27, 16), count: 4), .init(repeating: (31, 18), count: 4),
    [(38, 22), (38, 22), (39, 22), (39, 22)],
    [(36, 22), (36, 22), (36, 22), (37, 22), (37, 22)],
    .init(repeating: (43, 26), count: 4) + [(44, 26)],
  ]

  private func text(of words: [UInt8], _ version: Int) throws -> String {
    let blocks = Self.blocks[version - 1]
    try #require(words.count == blocks.reduce(0) { $0 + $1.content + $1.correction })
    var parts = [[UInt8]](repeating: [], count: blocks.count)
    var next = words.makeIterator()
    for place in 0..<(blocks.map(\.content).max() ?? 0) {
      for block in blocks.indices where place < blocks[block].content {

        let word = next.next()
        parts[block].append(try #require(word))

      }
    }
    let content = parts.flatMap { $0 }
    for _ in 0..<blocks[0].correction {
      for block in blocks.indices {
        let word = next.next()
        parts[block].append(try #require(word))
      }
    }
    // Each block is 0 at the powers of 2, or a camera would look for what is damaged.
    for (block, part) in parts.enumerated() {
      var root: UInt8 = 1
      for _ in 0..<blocks[block].correction {
        var sum: UInt8 = 0
        for word in part { sum = ReedSolomon.product(sum, root) ^ word }
        #expect(sum == 0)
        root = ReedSolomon.product(root, 2)
      }
    }
    var bits = content.flatMap { word in (0..<8).map { word >> UInt8(7 - $0) & 1 } }[...]
    func take(_ count: Int) -> Int {
      let number = bits.prefix(count).reduce(0) { $0 << 1 | Int($1) }
      bits = bits.dropFirst(count)
      return number
    }
    #expect(take(4) == 4)
    let count = take(version < 10 ? 8 : 16)
    return String(decoding: (0..<count).map { _ in UInt8(take(8)) }, as: UTF8.self)
  }

  private func isPattern(_ column: Int, _ row: Int, _ version: Int, _ size: Int) -> Bool {
    if column == 6 || row == 6 { return true }
    if column < 9, row < 9 { return true }
    if column < 9, row >= size - 8 { return true }
    if column >= size - 8, row < 9 { return true }
    if version >= 7, column >= size - 11, row < 6 { return true }
    if version >= 7, row >= size - 11, column < 6 { return true }
    let centres = [
      [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
      [6, 28, 50],
    ][version - 1]
    for y in centres {
      for x in centres {
        if (x == 6 && y == 6) || (x == 6 && y == centres.last) || (x == centres.last && y == 6) {
          continue
        }
        if abs(column - x) <= 2, abs(row - y) <= 2 { return true }
      }
    }
    return false
  }

  @Test(arguments: [
    0, 1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213,
  ])
  func everyLengthIsReadBack(count: Int) throws {
    let text = String(
      (0..<count).map {
        "abcdefghij/:.-0123456789é"[
          String.Index(utf16Offset: $0 % 24, in: "abcdefghij/:.-0123456789é")]
      })
    #expect(try read(try #require(QRCode(text))) == text)
  }

  @Test func anAddressOfAReedFits() throws {
    let address = "https://shed.example/reeds/reed/7b1e6a540b1d4c8e9f531a2b3c4d5e6f"
    let code = try #require(QRCode(address))
    #expect(try read(code) == address)
    #expect(code.size == 37)
  }

  @Test func whatIsTooLongHasNone() {
    #expect(QRCode(String(repeating: "a", count: 214)) == nil)
  }

  /// The published words of “HELLO WORLD” at 1-M, and the published formats of level M.
  @Test func correctionAndFormatAreThePublishedOnes() {
    let words: [UInt8] = [
      32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17,
    ]
    #expect(
      ReedSolomon.correction(of: words, count: 10)
        == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
    let formats: [UInt32] = [
      0b101010000010010, 0b101000100100101, 0b101111001111100, 0b101101101001011,
      0b100010111111001, 0b100000011001110, 0b100111110010111, 0b100101010100000,
    ]
    #expect((0..<8).map { QRCode.format($0) } == formats)
  }

  @Test func thePictureHasAQuietBorder() throws {
    let code = try #require(QRCode("woodshed"))
    #expect(code.size == 21)
    #expect(code.svg.contains("viewBox=\"0 0 29 29\"") && code.svg.contains("M4 4h7v1h-7z"))
  }
}
