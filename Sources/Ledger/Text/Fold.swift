/// Text as searching and sorting see it: without case and accents.
///
/// It folds Latin, Greek and Cyrillic letters; all other characters stay as they are. The result is the same on
/// every device, whatever its language.
public enum Fold {
  /// The folded UTF-8 of a text.
  public static func bytes(of text: String) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    append(text, to: &folded)
    return folded
  }

  /// What a text is sorted by: its folded UTF-8, with numbers by their size, so that "Ferling 2" precedes "Ferling 10".
  ///
  /// Each run of digits loses its leading zeros and is preceded by a digit for its length.
  public static func sortKey(of text: String) -> [UInt8] {
    var key: [UInt8] = []
    var start: Int?
    for byte in bytes(of: text) {
      guard 0x30...0x39 ~= byte else {
        start = nil
        key.append(byte)
        continue
      }
      let first = start ?? key.count
      if start == nil {
        start = first
        key.append(0x30)
      }
      // Only zeros so far: they do not count.
      if byte == 0x30, key.count == first + 1 { continue }
      key.append(byte)
      key[first] = UInt8(0x30 + min(key.count - first - 1, 9))
    }
    return key
  }

  /// Appends the folded UTF-8 of a text.
  public static func append(_ text: String, to folded: inout [UInt8]) {
    var text = text
    text.withUTF8 { buffer in
      var index = 0
      while index < buffer.count {
        let first = unsafe buffer[index]
        if first < 0x80 {
          folded.append(0x41...0x5A ~= first ? first | 0x20 : first)
          index += 1
          continue
        }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let end = min(index + length, buffer.count)
        var scalar = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
        for place in (index + 1)..<end {
          unsafe scalar = scalar << 6 | UInt32(buffer[place] & 0x3F)
        }
        append(scalar, to: &folded)
        index = end
      }
    }
  }

  private static func append(_ scalar: UInt32, to folded: inout [UInt8]) {
    // Combining accents.
    if 0x0300...0x036F ~= scalar { return }
    if scalar.isSign {
      // A soft hyphen may occur anywhere in a word.
      if scalar != 0xAD { folded.append(UInt8(ascii: " ")) }
      return
    }
    let letter = table[scalar]
    switch letter {
    case 0xDF: folded.append(contentsOf: "ss".utf8)
    case 0xE6: folded.append(contentsOf: "ae".utf8)
    case 0x153: folded.append(contentsOf: "oe".utf8)
    case 0xFE: folded.append(contentsOf: "th".utf8)
    default: folded.appendUTF8(letter)
    }
  }

  private static let table = FoldTable()
}

extension UInt32 {
  /// Whether it is a blank or a sign between words: in Latin 1, general punctuation, Chinese or Japanese.
  fileprivate var isSign: Bool {
    switch self {
    case 0xAA, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA: false
    case 0xA0...0xBF, 0x2000...0x206F, 0x3000...0x303F: true
    default: false
    }
  }
}

/// The folds of all blocks, read once.
private struct FoldTable: Sendable {
  private var blocks: [(first: UInt32, folds: [UInt32])] = []

  init() {
    for block in Fold.blocks {
      let text = String(describingStatic: block.folds)
      blocks.append((block.first, text.unicodeScalars.map { $0.value }))
    }
  }

  subscript(scalar: UInt32) -> UInt32 {
    for block in blocks where scalar >= block.first {
      let place = Int(scalar - block.first)
      if place < block.folds.count { return block.folds[place] }
    }
    return scalar
  }
}

extension String {
  fileprivate init(describingStatic text: StaticString) {
    self = text.withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension [UInt8] {
  /// Appends a scalar as UTF-8.
  mutating func appendUTF8(_ scalar: UInt32) {
    switch scalar {
    case 0..<0x80:
      append(UInt8(scalar))
    case 0x80..<0x800:
      append(UInt8(0xC0 | scalar >> 6))
      append(UInt8(0x80 | scalar & 0x3F))
    case 0x800..<0x10000:
      append(UInt8(0xE0 | scalar >> 12))
      append(UInt8(0x80 | scalar >> 6 & 0x3F))
      append(UInt8(0x80 | scalar & 0x3F))
    default:
      append(UInt8(0xF0 | scalar >> 18 & 7))
      append(UInt8(0x80 | scalar >> 12 & 0x3F))
      append(UInt8(0x80 | scalar >> 6 & 0x3F))
      append(UInt8(0x80 | scalar & 0x3F))
    }
  }
}
