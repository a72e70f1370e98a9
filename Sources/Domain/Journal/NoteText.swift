/// A note line by line: headings, items, checkboxes, bold or italic words, links and tags.
///
/// A note is kept as typed. `# ` makes a heading, `- ` an item, `☐ ` and `☑ ` a box, or `- [ ] ` and `- [x] `; `**`
/// around words makes them bold, `*` italic. ``NoteMark`` tells addresses and tags. Everything else is text.
public struct NoteText: Equatable, Sendable {
  public struct Line: Equatable, Sendable {
    public var kind: Kind
    public var spans: [Span]
    /// Which line of the text it is, from 0.
    public var number: Int

    /// Without the markup.
    public var plain: String {
      var text = ""
      for span in spans { text += span.text }
      return text
    }

    /// Whether it reads as a title where it comes first: short, and not a sentence.
    public var isTitle: Bool {
      let text = plain.utf8
      guard kind == .text, text.count <= 60, let last = text.last(where: { $0 > 0x20 }) else {
        return false
      }
      return !".,;:!?)".utf8.contains(last)
    }
  }

  public enum Kind: Equatable, Sendable {
    case text, blank, heading, item
    case box(isTicked: Bool)
  }

  public struct Span: Equatable, Sendable {
    public var text: String
    public var style: Style
    /// Where it leads: a web or mail address, or a place in the app, which starts with `/`.
    public var address: String?
    /// Whether it is a tag; its text starts with `#`.
    public var isTag = false

    public init(_ text: String, _ style: Style = .plain) {
      (self.text, self.style) = (text, style)
    }
  }

  public enum Style: Equatable, Sendable {
    case plain, bold, italic
  }

  public let lines: [Line]
  /// Whether there is more text than was read.
  public let isCut: Bool

  /// Reads a text, or its beginning, up to these limits; `byteLimit` is approximate.
  public init(_ text: String, lineLimit: Int = .max, byteLimit: Int = .max) {
    var lines: [Line] = []
    var start = text.utf8.startIndex
    var (number, read) = (0, 0)
    var isCut = false
    while start < text.utf8.endIndex {
      if lines.count >= lineLimit || read >= byteLimit {
        isCut = true
        break
      }
      let end = text.utf8[start...].firstIndex(of: 0x0A) ?? text.utf8.endIndex
      var bytes = Array(text.utf8[start..<end])
      if bytes.last == 0x0D { bytes.removeLast() }
      lines.append(Self.line(bytes, number))
      read += bytes.count + 1
      number += 1
      start = end < text.utf8.endIndex ? text.utf8.index(after: end) : end
    }
    self.lines = lines
    self.isCut = isCut
  }

  /// The text with a checkbox toggled; the same text if there is none.
  public static func toggling(_ number: Int, of text: String) -> String {
    var bytes = Array(text.utf8)
    guard let line = range(of: number, in: bytes), let box = box(bytes[line]) else { return text }
    // `☐` and `☑` differ in their last byte.
    let marks: (empty: UInt8, ticked: UInt8) =
      bytes[box.sign] >= 0x80 ? (0x90, 0x91) : (0x20, UInt8(ascii: "x"))
    bytes[box.sign] = box.isTicked ? marks.empty : marks.ticked
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with a checkbox at the start of a line; the same text if there is one.
  public static func addingBox(at number: Int, of text: String) -> String {
    let bytes = Array(text.utf8)
    guard let line = range(of: number, in: bytes), box(bytes[line]) == nil else { return text }
    var start = line.lowerBound
    while start < line.upperBound, bytes[start] <= 0x20 { start += 1 }
    if starts(bytes, at: start, "- ") || starts(bytes, at: start, "* ") { start += 2 }
    return String(decoding: Array(bytes[..<line.lowerBound]), as: UTF8.self) + "☐ "
      + String(decoding: Array(bytes[start...]), as: UTF8.self)
  }

  /// Where a line is in a text, from 0.
  private static func range(of number: Int, in bytes: [UInt8]) -> Range<Int>? {
    var start = 0
    for _ in 0..<max(number, 0) {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      start = end + 1
    }
    return start..<(bytes[start...].firstIndex(of: 0x0A) ?? bytes.count)
  }

  /// The text with a checkbox at its end.
  public static func addingBox(to text: String) -> String {
    let isOpen = text.utf8.isEmpty || text.utf8.last == 0x0A
    return text + (isOpen ? "" : "\n") + "☐ "
  }

  /// The text with `☐` or `☑` for each checkbox, for other programs.
  public static func withSigns(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let line = bytes[start..<end]
      if let box = box(line), bytes[box.sign] < 0x80 {
        result += line[..<(box.sign - 3)]
        result += (box.isTicked ? "☑" : "☐").utf8
        result += line[(box.sign + 2)...]
      } else {
        result += line
      }
      start = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The tags in a text, without their `#`; the first hundred.
  public static func tags(in text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return [] }
    var tags = ""
    var count = 0
    for line in NoteText(text).lines {
      for span in line.spans where span.isTag && count < 100 {
        tags += span.text
        count += 1
      }
    }
    return Tags.list(tags)
  }

  // MARK: - Lines

  private static func line(_ bytes: [UInt8], _ number: Int) -> Line {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }) else {
      return Line(kind: .blank, spans: [], number: number)
    }
    if let box = box(bytes[...]) {
      return Line(
        kind: .box(isTicked: box.isTicked), spans: spans(bytes[box.text...]), number: number)
    }
    if starts(bytes, at: first, "- ") || starts(bytes, at: first, "* ") {
      return Line(kind: .item, spans: spans(bytes[(first + 2)...]), number: number)
    }
    var hashes = first
    while hashes < bytes.count, bytes[hashes] == UInt8(ascii: "#") { hashes += 1 }
    if hashes > first, hashes - first <= 3, hashes < bytes.count, bytes[hashes] == 0x20 {
      return Line(kind: .heading, spans: spans(bytes[(hashes + 1)...]), number: number)
    }
    return Line(kind: .text, spans: spans(bytes[...]), number: number)
  }

  /// Where the mark of a line's checkbox is and where its text starts, if the line starts with one.
  private static func box(
    _ line: ArraySlice<UInt8>
  ) -> (sign: Int, isTicked: Bool, text: Int)? {
    guard let first = line.firstIndex(where: { $0 > 0x20 }), first + 2 < line.endIndex else {
      return nil
    }
    // `☐`, or `- [ ]`.
    let isSign = line[first] == 0xE2 && line[first + 1] == 0x98
    let sign = first + (isSign ? 2 : 3)
    let end = sign + (isSign ? 1 : 2)
    guard end <= line.endIndex, end == line.endIndex || line[end] <= 0x20,
      isSign
        || line[first] == UInt8(ascii: "-") && line[first + 1] == 0x20
          && line[first + 2] == UInt8(ascii: "[") && line[end - 1] == UInt8(ascii: "]")
    else { return nil }
    let text = min(end + 1, line.endIndex)
    switch line[sign] {
    case isSign ? 0x90 : 0x20: return (sign, false, text)
    case isSign ? 0x91 : UInt8(ascii: "x"), isSign ? 0x91 : UInt8(ascii: "X"):
      return (sign, true, text)
    default: return nil
    }
  }

  private static func starts(_ bytes: [UInt8], at place: Int, _ sign: StaticString) -> Bool {
    guard bytes.count - place >= sign.utf8CodeUnitCount else { return false }
    return sign.withUTF8Buffer { unsafe $0.elementsEqual(bytes[place..<(place + $0.count)]) }
  }

  // MARK: - Words

  private static func spans(_ text: ArraySlice<UInt8>) -> [Span] {
    var spans: [Span] = []
    let marks = NoteMark.all(in: text)
    var next = marks.startIndex
    // A star in an address makes nothing bold.
    var line = text
    for mark in marks { for place in mark.range { line[place] = letter } }
    var plain = line.startIndex
    var index = line.startIndex
    // If no end was found from one place, there is none from a later one.
    var hasEnd = (bold: true, italic: true)
    func put(_ range: Range<Int>, _ style: Style, _ mark: NoteMark?) {
      guard !range.isEmpty else { return }
      var span = Span(String(decoding: Array(text[range]), as: UTF8.self), style)
      if let mark { (span.address, span.isTag) = (mark.address, mark.address == nil) }
      spans.append(span)
    }
    /// Puts the text of a range, and the marks in it.
    func put(_ range: Range<Int>, _ style: Style) {
      var start = range.lowerBound
      while next < marks.endIndex, marks[next].range.lowerBound < range.upperBound {
        let mark = marks[next]
        put(start..<mark.range.lowerBound, style, nil)
        put(mark.text, style, mark)
        start = mark.range.upperBound
        next += 1
      }
      put(start..<range.upperBound, style, nil)
    }
    while index < line.endIndex {
      guard line[index] == star else {
        index += 1
        continue
      }
      let isBold = index + 1 < line.endIndex && line[index + 1] == star
      let inner = index + (isBold ? 2 : 1)
      let mayEnd = isBold ? hasEnd.bold : hasEnd.italic
      guard mayEnd, inner < line.endIndex, line[inner] > 0x20, line[inner] != star else {
        index = inner
        continue
      }
      guard let end = end(from: inner, isBold: isBold, line) else {
        if isBold { hasEnd.bold = false } else { hasEnd.italic = false }
        index = inner
        continue
      }
      put(plain..<index, .plain)
      put(inner..<end, isBold ? .bold : .italic)
      index = end + (isBold ? 2 : 1)
      plain = index
    }
    put(plain..<line.endIndex, .plain)
    return spans
  }

  /// Where the mark is that ends what started before `start`.
  private static func end(from start: Int, isBold: Bool, _ line: ArraySlice<UInt8>) -> Int? {
    var index = start + 1
    while index < line.endIndex {
      guard line[index] == star else {
        index += 1
        continue
      }
      let isPair = index + 1 < line.endIndex && line[index + 1] == star
      if isPair == isBold, line[index - 1] > 0x20 { return index }
      index += isPair ? 2 : 1
    }
    return nil
  }

  private static let star = UInt8(ascii: "*")
  private static let letter = UInt8(ascii: "x")
}
