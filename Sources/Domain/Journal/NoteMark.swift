/// An address or a tag in a line of a note.
///
/// Web and mail addresses, places in the app such as `/journal/takes`, `[text](address)` with any of these, and `#tags`
/// in letters of any script. Whatever is none of these stays text, so no other scheme becomes a link. Reading takes
/// time in proportion to the line.
struct NoteMark: Equatable, Sendable {
  /// The whole mark.
  let range: Range<Int>
  /// The part that is shown.
  let text: Range<Int>
  /// Where it leads; `nil` for a tag.
  let address: String?

  /// The marks of a line, in order.
  static func all(in line: ArraySlice<UInt8>) -> [NoteMark] {
    var marks: [NoteMark] = []
    var index = line.startIndex
    while index < line.endIndex {
      guard let mark = mark(at: index, in: line) else {
        index += 1
        continue
      }
      marks.append(mark)
      index = mark.range.upperBound
    }
    return marks
  }

  private static func mark(at start: Int, in line: ArraySlice<UInt8>) -> NoteMark? {
    switch line[start] {
    case UInt8(ascii: "["): labelled(at: start, in: line)
    case UInt8(ascii: "#") where opens(at: start, in: line): tag(at: start, in: line)
    case UInt8(ascii: "/") where opens(at: start, in: line): bare(at: start, in: line)
    // The first letters of a scheme, and of `www`.
    case UInt8(ascii: "h"), UInt8(ascii: "m"), UInt8(ascii: "w"), UInt8(ascii: "H"),
      UInt8(ascii: "M"), UInt8(ascii: "W"):
      // Without a look at the scheme first, text full of unfinished addresses would be read to its end from each.
      start > line.startIndex && line[start - 1].isWord || scheme(of: line[start...]) == nil
        ? nil : bare(at: start, in: line)
    default: nil
    }
  }

  /// Whether a word can start here: at the start of the line, or after a blank, a bracket or another sign.
  private static func opens(at start: Int, in line: ArraySlice<UInt8>) -> Bool {
    guard start > line.startIndex else { return true }
    return switch line[start - 1] {
    case ...0x20, UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: ","), UInt8(ascii: ";"):
      true
    case 0x80...: letter(at: firstByte(before: start, in: line), in: line) == nil
    default: false
    }
  }

  /// Where the character starts that ends before a place.
  private static func firstByte(before end: Int, in line: ArraySlice<UInt8>) -> Int {
    var start = end - 1
    while start > line.startIndex, line[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  // MARK: - Addresses

  /// An address as it is: up to a blank or a character that no address contains, without the punctuation after it.
  private static func bare(at start: Int, in line: ArraySlice<UInt8>) -> NoteMark? {
    var end = start
    // How many brackets are closed beyond those that are opened.
    var closed = 0
    scan: while end < line.endIndex {
      switch line[end] {
      case ...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
        UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
        UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
        break scan
      case UInt8(ascii: "("): closed -= 1
      case UInt8(ascii: ")"): closed += 1
      case 0x80...:
        guard let next = letter(at: end, in: line) else { break scan }
        end = next
        continue scan
      default: break
      }
      end += 1
    }
    trim: while end > start {
      switch line[end - 1] {
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
        UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "*"),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        break
      case UInt8(ascii: ")") where closed > 0: closed -= 1
      default: break trim
      }
      end -= 1
    }
    guard let address = address(line[start..<end]) else { return nil }
    return NoteMark(range: start..<end, text: start..<end, address: address)
  }

  /// `[text](address)`: neither part contains another `[`, so nothing is read twice.
  private static func labelled(at start: Int, in line: ArraySlice<UInt8>) -> NoteMark? {
    var close = start + 1
    var isBlank = true
    while close < line.endIndex, line[close] != UInt8(ascii: "]") {
      if line[close] == UInt8(ascii: "[") { return nil }
      if line[close] > 0x20 { isBlank = false }
      close += 1
    }
    guard !isBlank, close + 1 < line.endIndex, line[close + 1] == UInt8(ascii: "(") else {
      return nil
    }
    var end = close + 2
    var open = 0
    scan: while end < line.endIndex {
      switch line[end] {
      case ...0x20, 0x7F, UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\""), UInt8(ascii: "\\"):
        return nil
      case UInt8(ascii: "("): open += 1
      case UInt8(ascii: ")"):
        if open == 0 { break scan }
        open -= 1
      default: break
      }
      end += 1
    }
    guard end < line.endIndex, let address = address(line[(close + 2)..<end]) else { return nil }
    return NoteMark(range: start..<(end + 1), text: (start + 1)..<close, address: address)
  }

  /// Where a link with this text leads, if it may lead there.
  private static func address(_ text: ArraySlice<UInt8>) -> String? {
    guard let scheme = isPlace(text) ? "" : scheme(of: text) else { return nil }
    return scheme + String(decoding: Array(text), as: UTF8.self)
  }

  /// What has to be put before an address, if it starts with a scheme that runs nothing, or with `www.`.
  private static func scheme(of text: ArraySlice<UInt8>) -> String? {
    for (start, missing) in schemes {
      let size = start.utf8CodeUnitCount
      guard text.count > size, text[text.startIndex + size].isWord else { continue }
      let isSame = start.withUTF8Buffer { buffer in
        unsafe buffer.elementsEqual(text.prefix(size)) { $0 == $1.lowered }
      }
      if isSame { return missing }
    }
    return nil
  }

  private static let schemes: [(start: StaticString, missing: String)] = [
    ("https://", ""), ("http://", ""), ("mailto:", ""), ("www.", "https://"),
  ]

  /// Whether it is an address in the app: in a room, or one of the pages.
  private static func isPlace(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "/") else { return false }
    let name = text.dropFirst().prefix { $0.isWord }
    let next = name.endIndex < text.endIndex ? text[name.endIndex] : UInt8(ascii: "/")
    guard next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "#") else {
      return false
    }
    return places.contains { place in
      place.withUTF8Buffer { unsafe $0.elementsEqual(name) }
    }
  }

  private static let places: [StaticString] = [
    "journal", "reeds", "tools", "light", "sessions", "settings", "account", "about",
  ]

  // MARK: - Tags

  private static func tag(at start: Int, in line: ArraySlice<UInt8>) -> NoteMark? {
    guard var end = letter(at: start + 1, in: line) else { return nil }
    while end < line.endIndex {
      let byte = line[end]
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || 0x30...0x39 ~= byte {
        end += 1
      } else if let next = letter(at: end, in: line) {
        end = next
      } else {
        break
      }
    }
    while line[end - 1] == UInt8(ascii: "-") { end -= 1 }
    return NoteMark(range: start..<end, text: start..<end, address: nil)
  }

  /// Where the letter ends that is here, if it is one in any script: not a blank, a sign or an emoji.
  private static func letter(at start: Int, in line: ArraySlice<UInt8>) -> Int? {
    guard start < line.endIndex else { return nil }
    let first = line[start]
    if first < 0x80 { return first.isWord && first > 0x39 ? start + 1 : nil }
    let end = min(start + (first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4), line.endIndex)
    var scalar = UInt32(first) & (first < 0xE0 ? 0x1F : first < 0xF0 ? 0x0F : 0x07)
    for byte in line[(start + 1)..<end] { scalar = scalar << 6 | UInt32(byte & 0x3F) }
    return switch scalar {
    case 0xAA, 0xB5, 0xBA, 0x200C, 0x200D, 0x3005...0x3007: end
    case ..<0xC0, 0xD7, 0xF7: nil
    // Arabic and Indic punctuation.
    case 0x060C, 0x061B, 0x061F, 0x06D4, 0x0964, 0x0965: nil
    // Punctuation, arrows, symbols; that of Chinese and Japanese; full-width signs.
    case 0x2000...0x2BFF, 0x2E00...0x2E7F, 0x3000...0x3030, 0xE000...0xF8FF, 0xFE10...0xFE6F,
      0xFF00...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65, 0xFFE0...0xFFFF, 0x1F000...0x1FAFF:
      nil
    default: end
    }
  }
}

extension UInt8 {
  fileprivate var lowered: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }

  /// Whether it is a letter or digit of ASCII.
  fileprivate var isWord: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
