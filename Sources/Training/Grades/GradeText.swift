/// How grades are written, byte by byte.
enum GradeText {
  /// Longer texts are not grades.
  static let longest = 32

  /// The normalised text: no blanks, lower case, plain minus signs, and without `openings`.
  static func key(_ text: String, without openings: [String]) -> [UInt8] {
    key(Array(text.utf8), without: openings)
  }

  static func key(_ text: [UInt8], without openings: [String]) -> [UInt8] {
    var key: [UInt8] = []
    var place = 0
    while place < text.count {
      let byte = text[place]
      place += 1
      switch byte {
      case 0x41...0x5A: key.append(byte + 0x20)
      case 0x20, 0x09: break
      // The minus sign, as three bytes.
      case 0xE2 where text[place...].starts(with: [0x88, 0x92]):
        key.append(UInt8(ascii: "-"))
        place += 2
      default: key.append(byte)
      }
    }
    for opening in openings where key.count > opening.utf8.count && key.starts(with: opening.utf8) {
      key.removeFirst(opening.utf8.count)
    }
    return key
  }

  /// The two sides of "7b/7b+", "V3–V4" or "V3-4"; the second is missing if there is only one.
  static func sides(_ text: String) -> [[[UInt8]]] {
    let bytes = Array(text.utf8)
    var choices: [[[UInt8]]] = [[bytes]]
    for place in bytes.indices {
      if bytes[place] == UInt8(ascii: "/") || bytes[place] == UInt8(ascii: "-") {
        choices.append([Array(bytes[..<place]), Array(bytes[(place + 1)...])])
      } else if bytes[place...].starts(with: [0xE2, 0x80, 0x93]) {
        choices.append([Array(bytes[..<place]), Array(bytes[(place + 3)...])])
      }
    }
    return choices
  }
}

extension GradeScale {
  /// Reads "VB", "V0-", "5", "7b/7b+", "5.10a/b" or "Grade 5"; `nil` if it is not on this scale.
  public func read(_ text: String) -> GradeSpan? {
    guard text.utf8.count <= GradeText.longest else { return nil }
    for sides in GradeText.sides(text) {
      let first = GradeText.key(sides[0], without: openings)
      guard let low = single(first) else { continue }
      guard sides.count > 1 else { return low }
      guard let high = second(GradeText.key(sides[1], without: openings), after: first) else {
        continue
      }
      let (start, end) = (min(low.position, high.position), max(low.position, high.position))
      return GradeSpan(
        first: min(low.first, high.first), last: max(low.last, high.last),
        position: (start + end) / 2,
        halfWidth: (end - start) / 2 + max(low.halfWidth, high.halfWidth))
    }
    return nil
  }

  /// One grade or alias, perhaps with a "+" or "-" that shades it.
  private func single(_ key: [UInt8]) -> GradeSpan? {
    if let found = exact(key) { return found }
    guard shade > 0, let last = key.last, let plain = exact(Array(key.dropLast())) else {
      return nil
    }
    switch last {
    case UInt8(ascii: "+"): return span(plain.first, plain.last, shade: shade)
    case UInt8(ascii: "-"): return span(plain.first, plain.last, shade: -shade)
    default: return nil
    }
  }

  private func exact(_ key: [UInt8]) -> GradeSpan? {
    guard !key.isEmpty else { return nil }
    for entry in entries where entry.key == key { return span(entry.first, entry.last) }
    return nil
  }

  /// The side after a slash, which may leave out what it shares with the first: the "b" of "5.10a/b".
  private func second(_ key: [UInt8], after first: [UInt8]) -> GradeSpan? {
    if let found = single(key) { return found }
    guard !key.isEmpty else { return nil }
    for cut in 0..<first.count {
      if let found = single(first.dropLast(cut) + key) { return found }
    }
    return nil
  }
}
