import Ledger

extension Fuzz {
  /// Tries `count` files of rows: exports that were damaged, cut, or assembled from pieces of
  /// others.
  ///
  /// Whatever can be read must be exported as text that reads as the same rows.
  public static func tryTexts(_ count: Int, seed: UInt64) -> Findings {
    var findings = Findings()
    var random = RandomBits(seed: seed, 0x7E87)
    var text: [UInt8] = []
    while findings.tried < count, findings.failure == nil {
      if findings.tried % 64 == 0 { text = export(&random) }
      let bytes = damaged(text, &random)
      findings.tried += 1
      guard let rows = try? RowText.read(bytes, schema) else { continue }
      findings.read += 1
      if !holds(rows) { findings.failure = Hex.text(of: bytes) }
    }
    return findings
  }

  static let schema = Schema(Kind.ledger)

  private static func holds(_ rows: ImportedRows) -> Bool {
    let once = RowText.export(Table(rows.cells).rows, schema)
    guard let again = try? RowText.read(once, schema) else { return false }
    return RowText.export(Table(again.cells).rows, schema) == once
  }

  private static func export(_ random: inout RandomBits) -> [UInt8] {
    let cells = (0..<(1 + random.below(9))).map { _ in cell(&random) }
    return RowText.export(Table(cells).rows, schema)
  }

  private static let pieces: [[UInt8]] = [
    "{", "}", "[", "]", "\"", ":", ",", "\\u0000", "\\ud800", "\\ud83c\\udfb5", "1e999", "-0", "00",
    "9223372036854775808", "-9223372036854775808", "null", "true", "\n", "\r\n", "{\"day\":",
    "{\"decimal\":\"0.00000000000000000001\"}", "{\"number\":1e308}", "\"kind\":\"conflict\"",
    "\u{FEFF}", "\u{0}",
  ].map { Array($0.utf8) }

  private static func damaged(_ text: [UInt8], _ random: inout RandomBits) -> [UInt8] {
    var bytes = text
    for _ in 0...random.below(3) {
      let place = random.below(bytes.count + 1)
      switch random.below(7) {
      case 0: bytes.removeLast(random.below(bytes.count + 1))
      case 1: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
      case 2 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 3 where place < bytes.count: bytes.remove(at: place)
      case 4:
        let end = min(place + random.below(60), bytes.count)
        bytes.insert(contentsOf: Array(bytes[place..<end]), at: random.below(bytes.count + 1))
      case 5:
        bytes.insert(
          contentsOf: [UInt8](repeating: UInt8(ascii: "["), count: random.below(60)), at: place)
      default:
        // Replaces a digit with another, so that more inputs are still JSON.
        if let digit = bytes.indices.first(where: { $0 >= place && 0x30...0x39 ~= bytes[$0] }) {
          bytes[digit] = 0x30 + UInt8(random.below(10))
        }
      }
    }
    return bytes
  }
}
